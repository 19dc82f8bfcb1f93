//! Infiltration's guide: how many moves each open row of the far half still needs, and what can be taken.

use agon_rules::bits::{Ones, Way, shift};
use agon_rules::games::infiltration::{FAR_RANK, FORWARD, HOME, Infiltration, Move, State, lines};
use agon_rules::{Game, Moves, Path, Rng, Seat};

use crate::{Control, Guide, Memory, Policy, Solution, players, solve_in_rounds};

/// Infiltration's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Infiltrator {
    /// what counts how much
    pub weights: Weights,
}

/// What counts how much, in thousandths of a game.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// an open row by the moves it still needs
    pub row: [i32; 12],
    /// a man on the board, by its rank
    pub man: [i32; 8],
    /// a king on the board
    pub king: i32,
    /// a piece on one of the four middle files
    pub middle: i32,
    /// a king in hand
    pub held_king: i32,
    /// a piece the mover can take
    pub prey: i32,
    /// a piece of the mover that the other can take
    pub loose: i32,
    /// a step that can be made
    pub step: i32,
    /// being to move
    pub turn: i32,
}

impl Default for Weights {
    /// Tuned by matches of `nodes=3000` or `4000` against itself, 100 or 120 games each, four random plies first. A
    /// middle of 8 in place of 3 scores 55 % (±9), of 0 41 % (±9); a prey of 50 scores 35 % (±9). Not told apart from
    /// these: half or twice the rows, steeper rows, half the men, kings of 20 or 80, a prey of 10, a loose of 20, a
    /// turn of 30, a middle of 15. Jumps that cost no depth score 24 % (±8) and are not here.
    fn default() -> Self {
        Weights {
            row: [0, 120, 60, 30, 16, 10, 6, 4, 2, 1, 1, 0],
            man: [0, 4, 8, 12, 18, 24, 30, 30],
            king: 40,
            middle: 8,
            held_king: 10,
            prey: 25,
            loose: 8,
            step: 1,
            turn: 10,
        }
    }
}

/// An estimate stays this far from a proved win.
const NEARLY: i32 = 950;
/// Who wins with the next move has won, but the search has still to prove it.
const AT_ONCE: i32 = 990;

const FILE: u64 = 0x0101_0101_0101_0101;
const MIDDLE: u64 = 0x3C * FILE;
/// The four directions of a row, and the squares on which one can begin.
const ROWS: [(u32, u64); 4] = [(1, 0x1F * FILE), (9, 0x1F * FILE), (7, 0xF8 * FILE), (8, !0)];

impl Guide<Infiltration> for Infiltrator {
    const MOST: i32 = 1000;

    fn eval(&self, game: &Infiltration, s: &State) -> i32 {
        let (mover, other) = (usize::from(s.turn), usize::from(1 - s.turn));
        let sign = 1 - 2 * i32::from(s.turn);
        if wins_at_once(game, s) {
            return sign * AT_ONCE;
        }
        let w = &self.weights;
        let lead = self.side(game, s, mover) - self.side(game, s, other) + w.turn;
        let taken = if game.captures {
            w.prey * prey(s, mover).count_ones() as i32 - w.loose * prey(s, other).count_ones() as i32
        } else {
            0
        };
        sign * (lead + taken).clamp(-NEARLY, NEARLY)
    }

    fn order(&self, game: &Infiltration, s: &State, m: Move) -> i32 {
        let mover = usize::from(s.turn);
        look(game, s, m, fourth(s, mover), fourth(s, 1 - mover))
    }

    fn rank(&self, game: &Infiltration, s: &State, moves: &[Move], scores: &mut Vec<i32>) {
        let mover = usize::from(s.turn);
        let (own, others) = (fourth(s, mover), fourth(s, 1 - mover));
        scores.extend(moves.iter().map(|&m| look(game, s, m, own, others)));
    }

    fn solve(
        &self,
        game: &Infiltration,
        path: &Path<State>,
        memory: &mut Memory,
        control: &mut Control,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Solution<Move> {
        solve_in_rounds(game, self, path, memory, control, progress)
    }

    fn players(&self, _game: &Infiltration) -> Vec<Policy<Infiltration>> {
        players::infiltration::players()
    }
}

impl Infiltrator {
    /// What a seat has.
    fn side(&self, game: &Infiltration, s: &State, seat: Seat) -> i32 {
        let w = &self.weights;
        let needs = needs(game, s, seat);
        let rows: i32 = (1..w.row.len()).map(|n| w.row[n] * needs.rows_of(n)).sum();
        let upward = if seat == 0 { s.men[0] } else { s.men[1].swap_bytes() };
        let men: i32 = (0..8).map(|rank| w.man[rank] * (upward >> (8 * rank) & 0xFF).count_ones() as i32).sum();
        let kings = w.king * s.kings[seat].count_ones() as i32 + w.held_king * i32::from(s.hands[seat][1]);
        let middle = w.middle * (s.all(seat) & MIDDLE).count_ones() as i32;
        let empty = s.empty();
        let forward: u32 = FORWARD[seat].map(|way| (shift(s.all(seat), way) & empty).count_ones()).iter().sum();
        let back: u32 = FORWARD[1 - seat].map(|way| (shift(s.kings[seat], way) & empty).count_ones()).iter().sum();
        rows + men + kings + middle + w.step * (forward + back) as i32
    }
}

/// How good a move looks, with the squares on which a row of the mover, or of the other, would be complete.
fn look(game: &Infiltration, s: &State, m: Move, own: u64, others: u64) -> i32 {
    let (mover, other) = (usize::from(s.turn), usize::from(1 - s.turn));
    match m {
        Move::Step(from, to) | Move::Jump(from, to) => {
            if own >> to & 1 == 1 && completes(s, from, to) {
                return 1000;
            }
            let mut look = 4 * i32::from(others >> to & 1 == 1);
            if let Move::Jump(from, to) = m {
                let over = 1 << ((from + to) / 2);
                let deep = HOME[mover] & over != 0;
                look += 8 + 4 * i32::from(deep) + 2 * i32::from(s.kings[other] & over != 0);
            }
            let promoted = game.kings && (s.men[mover] >> from) & (FAR_RANK[mover] >> to) & 1 == 1;
            look + 3 * i32::from(promoted) + i32::from(HOME[other] >> to & 1 == 1)
        }
        Move::Man(to) | Move::King(to) => 4 * i32::from(others >> to & 1 == 1),
        Move::Swap => 0,
    }
}

/// Whether a piece of the mover that goes there completes a row.
fn completes(s: &State, from: u8, to: u8) -> bool {
    let seat = usize::from(s.turn);
    let mut after = *s;
    after.kings[seat] &= !(1 << from);
    after.men[seat] = after.men[seat] & !(1 << from) | 1 << to;
    lines(&after, seat) != 0
}

/// Whether the mover can complete a row with this very move.
fn wins_at_once(game: &Infiltration, s: &State) -> bool {
    let (seat, empty) = (usize::from(s.turn), s.empty());
    let squares = fourth(s, seat) & empty;
    if squares == 0 || s.placing {
        return false;
    }
    let enemies = if game.captures { s.all(1 - seat) } else { 0 };
    let forced = game.forced_capture && prey(s, seat) != 0;
    let wins = |way: Way<u64>, pieces: u64| {
        let jumps = shift(shift(pieces, way) & enemies, way) & squares;
        let steps = if forced { 0 } else { shift(pieces, way) & squares };
        let lands = |to: usize, step: i32| completes(s, (to as i32 - step) as u8, to as u8);
        Ones(steps).any(|to| lands(to, way.0)) || Ones(jumps).any(|to| lands(to, 2 * way.0))
    };
    FORWARD[seat].iter().any(|way| wins(*way, s.all(seat)))
        || FORWARD[1 - seat].iter().any(|way| wins(*way, s.kings[seat]))
}

/// The squares on which a fourth piece would complete a row of a seat.
fn fourth(s: &State, seat: Seat) -> u64 {
    let set = s.all(seat) & HOME[1 - seat];
    if set.count_ones() < 3 {
        return 0;
    }
    let missing = ROWS.iter().fold(0, |missing, &(step, starts)| {
        let at = [0, 1, 2, 3].map(|i| set >> (i * step));
        let (left, right) = (at[0] & at[1] & starts, at[2] & at[3] & starts);
        let squares = [at[1] & right, at[0] & right, at[3] & left, at[2] & left];
        (0..4).fold(missing, |missing, i| missing | (squares[i as usize] & starts) << (i * step))
    });
    missing & HOME[1 - seat] & !set
}

/// The enemy pieces that a seat could jump over.
fn prey(s: &State, seat: Seat) -> u64 {
    let (enemies, empty) = (s.all(1 - seat), s.empty());
    let over = |way: Way<u64>, pieces: u64| {
        let landing = shift(shift(pieces, way) & enemies, way) & empty;
        // What was shifted over no edge comes back over none.
        shift(landing, (-way.0, 0))
    };
    let forward = FORWARD[seat].iter().fold(0, |prey, way| prey | over(*way, s.all(seat)));
    FORWARD[1 - seat].iter().fold(forward, |prey, way| prey | over(*way, s.kings[seat]))
}

/// The moves that the rows of the far half still need, bit by bit: one number for each row, all side by side.
struct Needs {
    bits: [u64; 5],
    /// which rows have no enemy piece
    open: u64,
}

impl Needs {
    /// How many open rows need so many moves.
    fn rows_of(&self, moves: usize) -> i32 {
        let alike = |set: u64, i: usize| set & if moves >> i & 1 == 1 { self.bits[i] } else { !self.bits[i] };
        (0..5).fold(self.open, alike).count_ones() as i32
    }
}

/// The moves that rows still need if every square is filled by the piece nearest to it.
fn needs(game: &Infiltration, s: &State, seat: Seat) -> Needs {
    let far = distances(game, s, seat);
    let free = HOME[1 - seat] & !s.all(1 - seat);
    let first = 32 * (1 - seat as u32);
    let mut needs = Needs { bits: [0; 5], open: 0 };
    for (direction, (step, starts)) in ROWS.into_iter().enumerate() {
        // A row along a rank begins on any of four ranks, the others only on the first: all fit one number.
        let (place, room) = if direction == 0 { (0, 0xFFFF_FFFF) } else { (24 + 8 * direction, 0xFF) };
        let pack = |set: u64| (set >> first & room) << place;
        let pair = add(far, far.map(|bits| bits >> step));
        let sum = add(pair, pair.map(|bits| bits >> (2 * step)));
        (0..5).for_each(|i| needs.bits[i] |= pack(sum[i]));
        needs.open |= pack(free & free >> step & free >> (2 * step) & free >> (3 * step) & starts);
    }
    needs
}

/// Bit by bit, for every square: how many moves the nearest piece of a seat needs to stand there, at most 7.
///
/// Pieces of the same seat are not in each other's way; a piece in hand is first put on any free square at home.
fn distances(game: &Infiltration, s: &State, seat: Seat) -> [u64; 5] {
    let free = !s.all(1 - seat);
    let enemies = if game.captures { s.all(1 - seat) } else { 0 };
    let (mut men, mut kings) = (s.men[seat], s.kings[seat]);
    let mut reached = men | kings;
    let mut bits = [0; 5];
    for moves in 1..7 {
        let go = |set: u64, ways: &[Way<u64>; 2]| {
            ways.iter().fold(0, |to, way| to | shift(set, *way) | shift(shift(set, *way) & enemies, *way)) & free
        };
        men = go(men, &FORWARD[seat]);
        if kings != 0 {
            kings = go(kings, &FORWARD[seat]) | go(kings, &FORWARD[1 - seat]);
        }
        kings |= if game.kings { men & FAR_RANK[seat] } else { 0 };
        if moves == 1 {
            let home = s.empty() & HOME[seat];
            men |= if s.hands[seat][0] > 0 { home } else { 0 };
            kings |= if s.hands[seat][1] > 0 { home } else { 0 };
        }
        let new = (men | kings) & !reached;
        reached |= new;
        (0..3).filter(|i| moves >> i & 1 == 1).for_each(|i| bits[i] |= new);
    }
    (0..3).for_each(|i| bits[i] |= !reached);
    bits
}

/// Adds two sets of numbers that are written bit by bit.
fn add(a: [u64; 5], b: [u64; 5]) -> [u64; 5] {
    let mut carry = 0;
    let mut sum = [0; 5];
    for i in 0..5 {
        sum[i] = a[i] ^ b[i] ^ carry;
        carry = a[i] & b[i] | carry & (a[i] ^ b[i]);
    }
    sum
}

/// The page's `medium`: wins at once; otherwise, if it can, allows no win at once; of what is left the move after which
/// the position looks best, ties at random.
pub fn medium(game: &Infiltration, s: &State, moves: &[Move], rng: &mut Rng) -> Move {
    let seat = usize::from(s.turn);
    let sign = 1 - 2 * i32::from(s.turn);
    let after = |m: Move| {
        let mut after = *s;
        game.play(&mut after, m);
        after
    };
    let worth = |m: Move| {
        let next = after(m);
        if game.score(&next, seat) > 0 {
            return (2, 0);
        }
        let mut replies = Moves::new();
        let loses = replies.relist(game, &next).iter().any(|&reply| {
            let mut last = next;
            game.play(&mut last, reply);
            game.score(&last, 1 - seat) > 0
        });
        (i32::from(!loses), sign * Infiltrator::default().eval(game, &next))
    };
    let worths: Vec<(i32, i32)> = moves.iter().map(|&m| worth(m)).collect();
    let best = worths.iter().max();
    let ties: Vec<Move> =
        moves.iter().zip(&worths).filter(|(_, worth)| Some(*worth) == best).map(|(m, _)| *m).collect();
    ties[rng.below(ties.len())]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use agon_rules::Show;

    use super::*;

    const GAME: Infiltration =
        Infiltration { pieces: 8, captures: true, kings: true, forced_capture: false, pie: false };

    fn read(position: &str) -> State {
        GAME.read_state(position).expect("a position")
    }

    /// Every move that `medium` makes there, in the order of their texts.
    fn medium_plays(position: &str) -> Vec<String> {
        let s = read(position);
        let mut moves = Moves::new();
        GAME.moves(&s, &mut moves);
        let text = |seed| GAME.write_move(&s, medium(&GAME, &s, &moves, &mut Rng::new(seed)));
        (0..40).map(text).collect::<BTreeSet<_>>().into_iter().collect()
    }

    #[test]
    fn medium_wins_at_once() {
        assert_eq!(medium_plays("8/8/xxx5/4x3/8/8/7o/8 0 0,0,0,0 m"), ["e5-d6"]);
        // Taking the last move away wins as well.
        assert_eq!(medium_plays("8/3o4/8/1o6/x7/8/8/8 1 0,0,0,0 m"), ["d7-c6"]);
    }

    #[test]
    fn medium_allows_no_win_at_once_if_it_can() {
        // d3 is threatened by e4; only the man on e2 can go there, and nothing can be taken.
        assert_eq!(medium_plays("8/8/8/8/x3o3/ooo5/4x3/8 0 0,0,0,0 m"), ["e2-d3"]);
        // Taking a piece of the row will do too, and so will the block: what looks best is played.
        let s = read("8/8/8/8/x3o3/ooo5/1x2x3/8 0 0,0,0,0 m");
        let plays = medium_plays("8/8/8/8/x3o3/ooo5/1x2x3/8 0 0,0,0,0 m");
        assert!(plays.iter().all(|text| ["b2xd4", "e2-d3"].contains(&text.as_str())), "{plays:?}");
        assert!(!wins_at_once(&GAME, &s));
    }

    #[test]
    fn medium_plays_on_where_every_move_allows_a_win() {
        // Two rows of three, each with a free fourth square in reach.
        let plays = medium_plays("8/8/8/x7/4o3/ooo5/8/1ooo1o2 0 0,0,0,0 m");
        assert_eq!(plays, ["a5-b6"]);
    }

    #[test]
    fn medium_takes_what_looks_best_and_draws_lots_between_equals() {
        let s = read("8/8/8/8/8/8/8/8 0 8,0,8,0 p");
        let plays = medium_plays("8/8/8/8/8/8/8/8 0 8,0,8,0 p");
        let mut moves = Moves::new();
        GAME.moves(&s, &mut moves);
        let worth = |m: Move| {
            let mut after = s;
            GAME.play(&mut after, m);
            Infiltrator::default().eval(&GAME, &after)
        };
        let best = moves.iter().map(|&m| worth(m)).max();
        let ties = moves.iter().filter(|&&m| Some(worth(m)) == best).map(|&m| GAME.write_move(&s, m));
        assert_eq!(plays, ties.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>());
        assert!(plays.len() > 1, "the board is symmetric");
    }

    #[test]
    fn a_row_needs_the_moves_that_its_missing_pieces_need() {
        // Three on rank 6, and the man on e5 one step from d6; the row b6 to e6 would need another colour on e6.
        let needs = needs(&GAME, &read("8/8/xxx5/4x3/8/8/7o/8 0 0,0,0,0 m"), 0);
        assert_eq!(needs.rows_of(1), 1);
        assert_eq!(needs.rows_of(0), 0);
        // An enemy in the row closes it.
        let closed = super::needs(&GAME, &read("8/8/xxxo4/4x3/8/8/7o/8 0 0,0,0,0 m"), 0);
        assert_eq!(closed.rows_of(1), 0);
    }

    #[test]
    fn the_estimate_is_the_same_for_both_seats_and_never_a_proof() {
        let turned = |s: &State| {
            let flip = |sets: [u64; 2]| [sets[1].swap_bytes(), sets[0].swap_bytes()];
            State { men: flip(s.men), kings: flip(s.kings), hands: [s.hands[1], s.hands[0]], turn: 1 - s.turn, ..*s }
        };
        let guide = Infiltrator::default();
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let mut s = GAME.deal(&mut rng);
            let mut moves = Moves::new();
            while let Some(m) = GAME.sample(&s, &mut rng, &mut moves) {
                let value = guide.eval(&GAME, &s);
                assert!(value.abs() < 1000);
                assert_eq!(value, -guide.eval(&GAME, &turned(&s)), "{}", GAME.write_state(&s));
                let wins = moves.iter().any(|&m| {
                    let mut after = s;
                    GAME.play(&mut after, m);
                    after.won
                });
                assert_eq!(wins, value.abs() == AT_ONCE, "{}", GAME.write_state(&s));
                GAME.play(&mut s, m);
                if rng.below(120) == 0 {
                    break;
                }
            }
        }
    }
}
