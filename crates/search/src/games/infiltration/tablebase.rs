//! Infiltration's endgames: every position of the second phase with the same men and kings, or with more of the men crowned.
//!
//! Pieces that are taken go back to their owner, so the number of pieces of a seat never changes. The positions of a table
//! are told apart by material, which only promotions change, and then by the squares of the men and of the kings of each
//! seat; what is on no square is in hand. Colours are exchanged and the board is turned upside down where seat 1 is to move,
//! and of two positions that are mirror images from left to right one is kept.

use agon_rules::Seat;
use agon_rules::bits::{Ones, shift};
use agon_rules::games::infiltration::{FAR_RANK, FORWARD, HOME, Infiltration, Move, State, lines};

use crate::solve::{Endgame, Positions};

/// No more men, and no more kings, of one seat.
const MOST: usize = 4;
/// The numbers of a table fit into 32 bits, on every machine.
const LARGEST: u64 = u32::MAX as u64;

/// Ways to choose `k` of `n` squares.
const CHOOSE: [[u32; MOST + 1]; 65] = {
    let mut choose = [[0; MOST + 1]; 65];
    let mut n = 0;
    while n <= 64 {
        choose[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MOST {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// How many sets of at most `most` of `squares` squares there are.
const fn sets(squares: usize, most: usize) -> u64 {
    let (mut sum, mut size) = (0, 0);
    while size <= most {
        sum += CHOOSE[squares][size] as u64;
        size += 1;
    }
    sum
}

/// How many sets of squares are smaller than this many.
const SMALLER: [usize; MOST + 2] = {
    let mut smaller = [0; MOST + 2];
    let mut size = 1;
    while size < smaller.len() {
        smaller[size] = sets(64, size - 1) as usize;
        size += 1;
    }
    smaller
};

/// The place of a set among all sets, small ones first.
#[inline]
fn rank(set: u64) -> usize {
    let smaller = SMALLER[set.count_ones() as usize];
    Ones(set).enumerate().fold(smaller, |rank, (at, square)| rank + CHOOSE[square][at + 1] as usize)
}

/// Every set of at most `most` squares in the order of [`rank`].
fn all_sets(most: usize) -> Vec<u64> {
    let mut all = Vec::with_capacity(SMALLER[most + 1]);
    for (size, count) in CHOOSE[64].iter().enumerate().take(most + 1) {
        let first = all.len();
        all.resize(first + *count as usize, 0);
        let mut set: u64 = (1 << size) - 1;
        for _ in first..all.len() {
            all[rank(set)] = set;
            if set == 0 {
                break;
            }
            // The next larger number with as many bits; after the last one it does not matter.
            let low = set & set.wrapping_neg();
            let up = set.wrapping_add(low);
            set = (((up ^ set) >> 2) / low) | up;
        }
    }
    all
}

/// The board from the other side: file a becomes h.
fn mirror(squares: u64) -> u64 {
    squares.reverse_bits().swap_bytes()
}

/// The men and kings of a seat, on the board and in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Material {
    men: usize,
    kings: usize,
}

impl Material {
    fn of(s: &State, seat: Seat) -> Self {
        let count = |squares: u64, kind: usize| squares.count_ones() as usize + usize::from(s.hands[seat][kind]);
        Material { men: count(s.men[seat], 0), kings: count(s.kings[seat], 1) }
    }

    /// This and what promotions can make of it.
    fn crowned(self, game: &Infiltration) -> impl Iterator<Item = Material> {
        let most = if game.kings { self.men } else { 0 };
        (0..=most).map(move |crowned| Material { men: self.men - crowned, kings: self.kings + crowned })
    }

    /// How many ways there are to place it.
    fn ways(self) -> u64 {
        SMALLER[self.men + 1] as u64 * SMALLER[self.kings + 1] as u64
    }

    /// How many of them are their own mirror image: these are made of pairs of squares.
    fn even_ways(self) -> u64 {
        sets(32, self.men / 2) * sets(32, self.kings / 2)
    }

    /// How many there are if mirror images count once.
    fn classes(self) -> u64 {
        (self.ways() + self.even_ways()) / 2
    }

    fn place(self, men: u64, kings: u64) -> usize {
        rank(men) * SMALLER[self.kings + 1] + rank(kings)
    }
}

/// How the mirror image of a placement is.
const LATER: u32 = 0;
const EARLIER: u32 = 1;
const SAME: u32 = 2;

/// The placements of a seat who is to move, with mirror images together.
struct Classes {
    of: Material,
    /// by placement: four times the number of its class, and how its mirror image is
    class: Vec<u32>,
    /// by class: the first of its placements
    first: Vec<u32>,
}

impl Classes {
    fn new(of: Material, sets_by_rank: &[u64]) -> Self {
        let kings = SMALLER[of.kings + 1];
        let mut classes = Classes { of, class: vec![0; of.ways() as usize], first: Vec::new() };
        for place in 0..classes.class.len() {
            let (men, crowns) = (sets_by_rank[place / kings], sets_by_rank[place % kings]);
            let image = of.place(mirror(men), mirror(crowns));
            let class = classes.first.len() as u32;
            if place <= image {
                classes.class[place] = 4 * class + if place == image { SAME } else { LATER };
                classes.class[image] |= 4 * class + if place == image { SAME } else { EARLIER };
                classes.first.push(place as u32);
            }
        }
        classes
    }
}

/// The material of the seat to move and of the other.
#[derive(Clone, Copy)]
struct Part {
    mover: Material,
    other: Material,
}

impl Part {
    fn size(self) -> u64 {
        self.mover.classes() * self.other.ways()
    }
}

/// A slice is two parts, since either seat may be to move; one if both have the same.
fn turns(pair: &[Material; 2]) -> impl Iterator<Item = Part> + use<> {
    let [one, two] = *pair;
    let other = Part { mover: two, other: one };
    [Part { mover: one, other: two }].into_iter().chain((one != two).then_some(other))
}

/// The numbers of a part.
struct Numbers {
    part: Part,
    /// the first of them
    start: usize,
    /// which of the classes are the mover's
    classes: usize,
}

/// The numbered positions of an endgame.
struct Endings {
    game: Infiltration,
    parts: Vec<Numbers>,
    /// by men and kings of the seat to move, then of the other: which part it is
    part_of: [u8; (MOST + 1).pow(4)],
    /// where each slice ends
    ends: Vec<usize>,
    classes: Vec<Classes>,
    sets: Vec<u64>,
}

/// The endgame of a position, if it has at most `most` numbers.
pub(super) fn endgame(game: &Infiltration, s: &State, most: u64) -> Endgame<Infiltration> {
    let sides = [Material::of(s, 0), Material::of(s, 1)];
    let total = |side: Material| if game.kings { side.men + side.kings } else { side.men.max(side.kings) };
    if s.placing || sides.into_iter().any(|side| total(side) > MOST) {
        return Endgame::None;
    }
    let mut pairs: Vec<[Material; 2]> = Vec::new();
    for first in sides[0].crowned(game) {
        for second in sides[1].crowned(game) {
            let mut pair = [first, second];
            pair.sort_by_key(|side| (side.men, side.kings));
            pairs.push(pair);
        }
    }
    // Promotions lead to fewer men, which come first.
    pairs.sort_by_key(|[one, two]| (one.men + two.men, one.men, one.kings, two.kings));
    pairs.dedup();
    let size = pairs.iter().flat_map(turns).map(Part::size).sum::<u64>();
    if size > most.min(LARGEST) {
        return Endgame::TooLarge(size);
    }
    Endgame::Fits(Box::new(Endings::new(*game, &pairs)))
}

impl Endings {
    fn new(game: Infiltration, pairs: &[[Material; 2]]) -> Self {
        let most = pairs.iter().flatten().map(|side| side.men.max(side.kings)).max().unwrap_or(0);
        let mut endings = Endings {
            game,
            parts: Vec::new(),
            part_of: [u8::MAX; (MOST + 1).pow(4)],
            ends: Vec::new(),
            classes: Vec::new(),
            sets: all_sets(most),
        };
        let mut start = 0;
        for pair in pairs {
            for part in turns(pair) {
                let known = endings.classes.iter().position(|classes| classes.of == part.mover);
                let classes = known.unwrap_or_else(|| {
                    endings.classes.push(Classes::new(part.mover, &endings.sets));
                    endings.classes.len() - 1
                });
                let counts = [part.mover.men, part.mover.kings, part.other.men, part.other.kings];
                endings.part_of[counts.into_iter().fold(0, |at, n| (MOST + 1) * at + n)] = endings.parts.len() as u8;
                endings.parts.push(Numbers { part, start, classes });
                start += part.size() as usize;
            }
            endings.ends.push(start);
        }
        endings
    }
}

impl Positions<Infiltration> for Endings {
    fn slices(&self) -> &[usize] {
        &self.ends
    }

    fn number(&self, s: &State) -> Option<usize> {
        let (mover, other) = (usize::from(s.turn), usize::from(1 - s.turn));
        let sides = [mover, other].map(|seat| Material::of(s, seat));
        let at = sides
            .iter()
            .flat_map(|side| [side.men, side.kings])
            .try_fold(0, |at, n| (n <= MOST).then_some((MOST + 1) * at + n))?;
        let numbers = self.parts.get(usize::from(self.part_of[at])).filter(|_| !s.placing)?;
        let part = numbers.part;
        // Seat 1 looks at the board from its own side.
        let seen = |squares: u64| if s.turn == 0 { squares } else { squares.swap_bytes() };
        let [men, kings, other_men, other_kings] =
            [s.men[mover], s.kings[mover], s.men[other], s.kings[other]].map(seen);
        let class = self.classes[numbers.classes].class[part.mover.place(men, kings)];
        let others = || part.other.place(other_men, other_kings);
        let mirrored = || part.other.place(mirror(other_men), mirror(other_kings));
        let place = match class % 4 {
            LATER => others(),
            EARLIER => mirrored(),
            _ => others().min(mirrored()),
        };
        Some(numbers.start + (class / 4) as usize * part.other.ways() as usize + place)
    }

    fn position(&self, number: usize) -> Option<State> {
        let numbers = &self.parts[self.parts.partition_point(|part| part.start <= number) - 1];
        let (part, number) = (numbers.part, number - numbers.start);
        let ways = part.other.ways() as usize;
        let (class, place) = (number / ways, number % ways);
        let classes = &self.classes[numbers.classes];
        let placed = |material: Material, place: usize| {
            let kings = SMALLER[material.kings + 1];
            (self.sets[place / kings], self.sets[place % kings])
        };
        let first = classes.first[class] as usize;
        let ((men, kings), (other_men, other_kings)) = (placed(part.mover, first), placed(part.other, place));
        let apart = men & kings | other_men & other_kings | (men | kings) & (other_men | other_kings) == 0;
        let image = || part.other.place(mirror(other_men), mirror(other_kings));
        if !apart || (classes.class[first] % 4 == SAME && image() < place) {
            return None;
        }
        let hand = |material: Material, men: u64, kings: u64| {
            [material.men - men.count_ones() as usize, material.kings - kings.count_ones() as usize]
                .map(|count| count as u8)
        };
        let hands = [hand(part.mover, men, kings), hand(part.other, other_men, other_kings)];
        let mut s =
            State { men: [men, other_men], kings: [kings, other_kings], hands, turn: 0, placing: false, won: false };
        s.won = lines(&s, 1) != 0;
        // A seat with a row has won before it is to move again.
        (lines(&s, 0) == 0).then_some(s)
    }

    fn before(&self, s: &State, each: &mut dyn FnMut(&State, Move)) {
        let (waiting, mover) = (usize::from(s.turn), usize::from(1 - s.turn));
        let empty = s.empty();
        let earlier = State { turn: 1 - s.turn, won: false, ..*s };
        for kind in 0..2 {
            let squares = if kind == 0 { s.men[mover] } else { s.kings[mover] };
            for square in Ones(squares) {
                let (to, name) = (1 << square, square as u8);
                let of = |set: u64| set.trailing_zeros() as u8;
                // Lifts the piece, and puts it down where it came from.
                let from = |from: u64| {
                    let mut s = earlier;
                    let pieces = if kind == 0 { &mut s.men } else { &mut s.kings };
                    pieces[mover] = pieces[mover] & !to | from;
                    s
                };
                if to & HOME[mover] != 0 {
                    let mut held = from(0);
                    held.hands[mover][kind] += 1;
                    each(&held, if kind == 0 { Move::Man(name) } else { Move::King(name) });
                }
                // A man came forward; a king from anywhere.
                let ways = FORWARD[waiting].into_iter().chain(FORWARD[mover].into_iter().filter(|_| kind == 1));
                for way in ways {
                    let near = shift(to, way) & empty;
                    if near == 0 {
                        continue;
                    }
                    each(&from(near), Move::Step(of(near), name));
                    let far = shift(near, way) & empty;
                    if far == 0 || !self.game.captures {
                        continue;
                    }
                    for taken in (0..2).filter(|kind| s.hands[waiting][*kind] > 0) {
                        let mut jumped = from(far);
                        jumped.hands[waiting][taken] -= 1;
                        let pieces = if taken == 0 { &mut jumped.men } else { &mut jumped.kings };
                        pieces[waiting] |= near;
                        each(&jumped, Move::Jump(of(far), name));
                    }
                }
            }
        }
    }

    fn stays(&self, s: &State, m: Move) -> bool {
        // Only promotions change the material; all final positions are lost for the seat to move, and have numbers.
        let (Move::Step(from, to) | Move::Jump(from, to)) = m else { return true };
        let seat = usize::from(s.turn);
        !self.game.kings || s.kings[seat] >> from & 1 == 1 || FAR_RANK[seat] >> to & 1 == 0
    }

    fn serves(&self, game: &Infiltration) -> bool {
        let rules = |game: &Infiltration| (game.captures, game.kings, game.captures && game.forced_capture);
        rules(game) == rules(&self.game)
    }
}
