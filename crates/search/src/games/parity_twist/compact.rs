//! What can still matter of a position where something is hidden, in few bits; and a table of values by such keys.
//!
//! Used by the solvers of the hidden variants, whose keys must name more than the board: the market, a hand, or the
//! numbers that may lie under the Master Key. `evaluate` has the keys of the open variants.

use agon_rules::bits::Ones;
use agon_rules::games::parity_twist::{MASTER, NONE, ParityTwist, State, UNKNOWN};

/// How many bits a [`compact`] key has at most.
pub const KEY_BITS: u32 = 21 + 11 + 10 + 2;

/// What can still matter of a position and of some marked unused numbers. Positions with the same key go on alike: the
/// same seat moves (the numbers still unused tell which), and each move of one has its like in the other that adds the
/// same points.
///
/// Kept are the unused numbers by order and parity, single numbers by their place among these, full pairs by which is
/// higher, Keys and Master Key by parity; decided rows are not, nor the order of the rows. Two changes make no difference,
/// and the lowest of the keys stands for all: low and high are swapped together with the columns, and odd is swapped with
/// even everywhere, since parities are only compared with each other. A Master Key that lies but is not known is
/// [`UNKNOWN`] in the state.
pub fn compact(game: &ParityTwist, s: &State, marked: u16) -> u64 {
    let decided = [0, 1, 2].map(|row| game.row_winner(s, row).is_some());
    form(s, decided, marked, false).min(form(s, decided, marked, true))
}

fn form(s: &State, decided: [bool; 3], marked: u16, mirror: bool) -> u64 {
    let unused = s.free.count_ones();
    let (mut parities, mut marks) = (0, 0);
    for (at, n) in (0..).zip(Ones(s.free)) {
        let at = if mirror { unused - 1 - at } else { at };
        parities |= (n as u64 & 1) << at;
        marks |= u64::from(marked >> n & 1) << at;
    }
    // The first unused number counts as even.
    let flip = parities & 1;
    if flip == 1 {
        parities ^= (1 << unused) - 1;
    }
    let rank = |n: u8| {
        let below = (s.free & ((1 << n) - 1)).count_ones();
        u64::from(if mirror { unused - below } else { below })
    };
    let kind = |cell: u8| match cell {
        NONE => 0,
        UNKNOWN => 3,
        n => 1 + (u64::from(n) & 1 ^ flip),
    };
    let mut rows = [0, 1, 2].map(|row| {
        if decided[row] {
            return 0;
        }
        let [a, b, key] = [0, 1, 2].map(|column| s.cells[3 * row + column]);
        let pair = match (a, b) {
            (NONE, NONE) => 0,
            (n, NONE) if !mirror => 3 + rank(n),
            (n, NONE) => 14 + rank(n),
            (NONE, n) if !mirror => 14 + rank(n),
            (NONE, n) => 3 + rank(n),
            _ => 1 + u64::from(a < b),
        };
        1 + 3 * pair + kind(key)
    });
    rows.sort_unstable();
    // A leading 1 tells how many numbers are unused, and no key is zero.
    let board = rows[0] << 14 | rows[1] << 7 | rows[2];
    ((board << 11 | 1 << unused | parities) << 10 | marks) << 2 | kind(s.cells[MASTER])
}

/// The cells worth trying: of rows that are filled alike only the first.
pub fn cells(s: &State) -> impl Iterator<Item = u8> + use<> {
    let row = |row: usize| [s.cells[3 * row], s.cells[3 * row + 1], s.cells[3 * row + 2]];
    let [first, second, third] = [row(0), row(1), row(2)];
    let second_again = if second == first { 0b111 << 3 } else { 0 };
    let third_again = if third == first || third == second { 0b111 << 6 } else { 0 };
    Ones(s.empty & !(second_again | third_again)).map(|cell| cell as u8)
}

/// Values by key in a fixed number of bytes. What no longer fits replaces what was there: a value is then found again,
/// never a wrong one, since the whole key is kept.
pub struct Table {
    slots: Vec<u64>,
    mask: usize,
    /// how many slots are taken
    pub taken: usize,
}

/// Keys that fall together look into this many slots side by side.
const BUCKET: usize = 8;
/// The bits of a value.
const VALUE_BITS: u32 = 64 - KEY_BITS;

impl Table {
    /// An empty table of at most `bytes` bytes, but for a few.
    pub fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<u64>() + 1).next_power_of_two() / 2;
        let slots = slots.max(BUCKET);
        Table { slots: vec![0; slots], mask: slots / BUCKET - 1, taken: 0 }
    }

    fn bucket(&self, key: u64) -> usize {
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed >> 32) as usize & self.mask) * BUCKET
    }

    /// The value of a key, if it is there.
    #[inline]
    pub fn find(&self, key: u64) -> Option<i32> {
        let bucket = &self.slots[self.bucket(key)..][..BUCKET];
        bucket.iter().find(|slot| **slot >> VALUE_BITS == key).map(|slot| {
            // The sign comes back by shifting from the top.
            ((slot << KEY_BITS) as i64 >> KEY_BITS) as i32
        })
    }

    /// Keeps a value.
    pub fn keep(&mut self, key: u64, value: i32) {
        debug_assert!(key >> KEY_BITS == 0 && key != 0, "a key of too many bits");
        debug_assert!(value.unsigned_abs() < 1 << (VALUE_BITS - 1), "a value of too many bits");
        let slot = key << VALUE_BITS | value as u64 & ((1 << VALUE_BITS) - 1);
        let start = self.bucket(key);
        let bucket = &mut self.slots[start..][..BUCKET];
        match bucket.iter().position(|slot| *slot == 0) {
            Some(free) => {
                bucket[free] = slot;
                self.taken += 1;
            }
            None => bucket[(key >> 7) as usize % BUCKET] = slot,
        }
    }
}
