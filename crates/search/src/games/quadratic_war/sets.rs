//! Quadratic War as sets of squares: what stands where, where a seat can go, and which squares touch an enemy.

use agon_rules::Seat;
use agon_rules::games::quadratic_war::{SQUARES, State};

use super::Weights;

const ALL: u128 = (1 << SQUARES) - 1;
const LEFT: u128 = ALL / 0xFF;
const RIGHT: u128 = LEFT << 7;

/// The pieces by seat and degree, and the empty squares.
pub struct Sets {
    pieces: [[u128; 3]; 2],
    empty: u128,
}

/// What a seat has.
pub struct Side {
    /// of its pieces
    pub pieces: i32,
    /// of its pieces where they stand
    pub worth: i32,
    pub quadratics: usize,
}

/// Where a seat can go.
pub struct Reach {
    /// how many moves it has
    pub room: i32,
    /// the squares it can go to where a line of pieces leads to an enemy
    pub hot: u128,
}

impl Sets {
    /// The sets of a board.
    pub fn new(s: &State) -> Self {
        let [linear, quadratic] = degrees(s);
        let pieces = s.pieces.map(|own| [own & !linear & !quadratic, own & linear, own & quadratic]);
        Sets { pieces, empty: ALL & !(s.pieces[0] | s.pieces[1]) }
    }

    /// What a seat has.
    pub fn side(&self, w: &Weights, seat: Seat) -> Side {
        let counts = self.pieces[seat].map(count);
        let pieces = (0..3).map(|degree| counts[degree] * w.piece[degree]).sum();
        let ranks = ranks(self.pieces[seat][0]);
        // By the ranks that its constants have gone from where they began.
        let advanced = if seat == 0 { ranks - 2 * counts[0] } else { 6 * counts[0] - ranks };
        Side { pieces, worth: pieces + w.advance * advanced, quadratics: counts[2] as usize }
    }

    /// Where a seat can go.
    pub fn reach(&self, seat: Seat) -> Reach {
        let ways = [
            self.along::<0>(seat),
            self.along::<1>(seat),
            self.along::<2>(seat),
            self.along::<3>(seat),
            self.along::<4>(seat),
            self.along::<5>(seat),
            self.along::<6>(seat),
            self.along::<7>(seat),
        ];
        let [enemies, own] = [1 - seat, seat].map(|seat| self.pieces[seat].into_iter().fold(0, |all, set| all | set));
        let to = ways.into_iter().fold(0, |all, set| all | set);
        Reach { room: ways.into_iter().map(count).sum(), hot: to & touching(enemies, own) }
    }

    /// The squares to which pieces of a seat can go in a direction. No two pieces can go to the same one.
    #[inline]
    fn along<const WAY: usize>(&self, seat: Seat) -> u128 {
        let [constants, linears, quadratics] = self.pieces[seat];
        let next = |set: u128| step::<WAY>(set) & self.empty;
        let one = next(quadratics);
        let two = next(one);
        let mut to = one | two | next(two);
        if WAY < 4 {
            let one = next(linears);
            to |= one | next(one);
        }
        if WAY == seat {
            to |= next(constants);
        }
        to
    }
}

/// The empty squares from which a line of pieces leads to one of these enemies. The others are in its way or part of it.
pub fn touching(enemies: u128, others: u128) -> u128 {
    let ways = [
        touched::<0>(enemies, others),
        touched::<1>(enemies, others),
        touched::<2>(enemies, others),
        touched::<3>(enemies, others),
        touched::<4>(enemies, others),
        touched::<5>(enemies, others),
        touched::<6>(enemies, others),
        touched::<7>(enemies, others),
    ];
    ways.into_iter().fold(0, |all, set| all | set) & ALL & !(enemies | others)
}

/// The squares behind every line of pieces that begins with an enemy and goes on in a direction, and those on it.
#[inline]
fn touched<const WAY: usize>(enemies: u128, others: u128) -> u128 {
    let mut line = enemies;
    loop {
        let next = step::<WAY>(line);
        if next & others & !line == 0 {
            return next;
        }
        line |= next & (others | enemies);
    }
}

/// These squares moved one step in a direction of [`NEXT`](agon_rules::games::quadratic_war::NEXT), perhaps off the board
/// at the top.
#[inline]
fn step<const WAY: usize>(set: u128) -> u128 {
    match WAY {
        0 => set << 8,
        1 => set >> 8,
        2 => (set & !RIGHT) << 1,
        3 => (set & !LEFT) >> 1,
        4 => (set & !RIGHT) << 9,
        5 => (set & !LEFT) >> 9,
        6 => (set & !RIGHT) >> 7,
        _ => (set & !LEFT) << 7,
    }
}

/// The linear and the quadratic pieces.
fn degrees(s: &State) -> [u128; 2] {
    let mut degrees = [0; SQUARES];
    degrees.iter_mut().zip(&s.board).for_each(|(degree, term)| *degree = term.degree() as u8);
    let mut planes = [0; 2];
    for (rank, row) in degrees.as_chunks().0.iter().enumerate() {
        let row = u64::from_le_bytes(*row);
        for (bit, plane) in planes.iter_mut().enumerate() {
            // The product gathers the lowest bit of each byte in its highest byte.
            let bits = (row >> bit & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            *plane |= u128::from(bits) << (8 * rank);
        }
    }
    planes
}

/// The sum of the ranks of these squares.
fn ranks(set: u128) -> i32 {
    let low = set as u64;
    let odd = (low & 0xFF00_FF00_FF00_FF00).count_ones();
    let twos = (low & 0xFFFF_0000_FFFF_0000).count_ones();
    let fours = (low & 0xFFFF_FFFF_0000_0000).count_ones();
    let eights = ((set >> 64) as u8).count_ones();
    (odd + 2 * twos + 4 * fours + 8 * eights) as i32
}

#[inline]
fn count(set: u128) -> i32 {
    set.count_ones() as i32
}
