//! Infiltration's evaluation: the moves that each open row of the far half still needs, and the pieces to take.

use agon_rules::Seat;
use agon_rules::bits::{Ones, Way, shift};
use agon_rules::games::infiltration::{FAR_RANK, FORWARD, HOME, Infiltration, Move, State, lines};

use super::Infiltrator;
use crate::Evaluate;

/// An estimate stays this far from a proved win.
const NEARLY: i32 = 950;
/// The mover wins with the next move, but the search has still to prove it.
const AT_ONCE: i32 = 990;

const FILE: u64 = 0x0101_0101_0101_0101;
const MIDDLE: u64 = 0x3C * FILE;
/// The four directions of a row, and the squares on which a row can begin.
const ROWS: [(u32, u64); 4] = [(1, 0x1F * FILE), (9, 0x1F * FILE), (7, 0xF8 * FILE), (8, !0)];

impl Evaluate<Infiltration> for Infiltrator {
    const MOST: i32 = 1000;
    const PRUNES: bool = true;

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

    fn pass(&self, _game: &Infiltration, s: &State) -> Option<State> {
        (!s.placing).then_some(State { turn: 1 - s.turn, ..*s })
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
}

impl Infiltrator {
    /// The worth of what a seat has.
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

/// How good a move looks. `own` and `others` are the squares that complete a row of the mover and of the opponent.
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

/// Whether a move of the mover completes a row.
fn completes(s: &State, from: u8, to: u8) -> bool {
    let seat = usize::from(s.turn);
    let mut after = *s;
    after.kings[seat] &= !(1 << from);
    after.men[seat] = after.men[seat] & !(1 << from) | 1 << to;
    lines(&after, seat) != 0
}

/// Whether the mover can complete a row with this move.
pub(super) fn wins_at_once(game: &Infiltration, s: &State) -> bool {
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
        // What was shifted over no edge needs no edge mask on the way back.
        shift(landing, (-way.0, 0))
    };
    let forward = FORWARD[seat].iter().fold(0, |prey, way| prey | over(*way, s.all(seat)));
    FORWARD[1 - seat].iter().fold(forward, |prey, way| prey | over(*way, s.kings[seat]))
}

/// The moves that the rows of the far half still need: one number a row, stored as bit planes.
struct Needs {
    bits: [u64; 5],
    /// which rows have no enemy piece
    open: u64,
}

impl Needs {
    /// How many open rows need this number of moves.
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
        // A row along a rank begins on any of four ranks, every other row on the first. So all fit one word.
        let (place, room) = if direction == 0 { (0, 0xFFFF_FFFF) } else { (24 + 8 * direction, 0xFF) };
        let pack = |set: u64| (set >> first & room) << place;
        let pair = add(far, far.map(|bits| bits >> step));
        let sum = add(pair, pair.map(|bits| bits >> (2 * step)));
        (0..5).for_each(|i| needs.bits[i] |= pack(sum[i]));
        needs.open |= pack(free & free >> step & free >> (2 * step) & free >> (3 * step) & starts);
    }
    needs
}

/// For every square, as bit planes: how many moves the nearest piece of a seat needs to get there, at most 7.
///
/// Pieces of the same seat do not block each other. A piece in hand is first placed on any free square at home.
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

/// Adds numbers that are stored as bit planes.
fn add(a: [u64; 5], b: [u64; 5]) -> [u64; 5] {
    let mut carry = 0;
    let mut sum = [0; 5];
    for i in 0..5 {
        sum[i] = a[i] ^ b[i] ^ carry;
        carry = a[i] & b[i] | carry & (a[i] ^ b[i]);
    }
    sum
}

#[cfg(test)]
mod tests {
    use agon_rules::{Game, Moves, Rng, Show};

    use super::*;

    const GAME: Infiltration =
        Infiltration { pieces: 8, captures: true, kings: true, forced_capture: false, pie: false };

    fn read(position: &str) -> State {
        GAME.read_state(position).expect("a position")
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
