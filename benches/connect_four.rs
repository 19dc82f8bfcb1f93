//! Connect Four by the recipe of CONTRIBUTING.md: a game everybody has, for races only. It has no text and no looks.
//!
//! A column is a byte of a set of squares, six squares and an empty one above, so that a row of four is found by
//! shifts and the mirror image is the bytes in reverse.

use agon_rules::{Chance, Game, Moves, Rng, Seat};
use agon_search::{Evaluate, fingerprint};

/// Connect Four on seven columns and six rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFour;

/// The stones, and whether the last one made a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    /// stones of the seat to move
    pub own: u64,
    /// stones of both
    pub all: u64,
    /// how many there are
    pub count: u8,
    /// whether the seat that has just moved owns a row
    pub won: bool,
}

const BOTTOM: u64 = 0x01_0101_0101_0101;
const TOP: u64 = BOTTOM << 5;
const SQUARES: u8 = 42;
/// The middle first: most rows go through it.
const COLUMNS: [u8; 7] = [3, 2, 4, 1, 5, 0, 6];

impl State {
    /// Whether there is a row, or no room.
    pub fn is_over(&self) -> bool {
        self.won || self.count == SQUARES
    }

    /// The columns that are not full.
    #[inline]
    pub fn columns(&self) -> impl Iterator<Item = u8> {
        COLUMNS.into_iter().filter(|column| self.all >> (8 * column + 5) & 1 == 0)
    }

    fn mirrored(&self) -> Self {
        State { own: mirror(self.own), all: mirror(self.all), ..*self }
    }
}

fn mirror(set: u64) -> u64 {
    set.swap_bytes() >> 8
}

fn has_row(set: u64) -> bool {
    [1, 7, 8, 9].into_iter().any(|step| {
        let pairs = set & (set >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl Game for ConnectFour {
    type State = State;
    type Move = u8;

    fn deal(&self, _chance: &mut impl Chance) -> State {
        State::default()
    }

    #[inline]
    fn turn(&self, s: &State) -> Seat {
        usize::from(s.count % 2)
    }

    #[inline]
    fn moves(&self, s: &State, out: &mut Moves<u8>) {
        if !s.is_over() {
            s.columns().for_each(|column| out.push(column));
        }
    }

    #[inline]
    fn over(&self, s: &State, _scratch: &mut Moves<u8>) -> bool {
        s.is_over()
    }

    fn play(&self, s: &mut State, column: u8) {
        let stones = s.all | (s.all + (1 << (8 * column)));
        // The stones of the seat that moves are what the other does not own.
        let moved = s.own | (stones ^ s.all);
        s.own ^= s.all;
        s.all = stones;
        s.count += 1;
        s.won = has_row(moved);
    }

    fn score(&self, s: &State, seat: Seat) -> i32 {
        i32::from(s.won && seat != self.turn(s))
    }

    /// No column is full in most positions: then nothing need be listed.
    #[inline]
    fn sample(&self, s: &State, rng: &mut Rng, scratch: &mut Moves<u8>) -> Option<u8> {
        if s.all & TOP == 0 && !s.won {
            return Some(COLUMNS[rng.below(COLUMNS.len())]);
        }
        scratch.relist(self, s).draw(rng)
    }

    fn canonical(&self, s: &State) -> State {
        let mirrored = s.mirrored();
        if (mirrored.own, mirrored.all) < (s.own, s.all) { mirrored } else { *s }
    }
}

/// Connect Four's guide: squares that would make a row, and the middle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

impl Evaluate<ConnectFour> for Threats {
    const MOST: i32 = 1000;

    fn eval(&self, game: &ConnectFour, s: &State) -> i32 {
        let other = s.own ^ s.all;
        let sets = if game.turn(s) == 0 { [s.own, other] } else { [other, s.own] };
        let worth = |set: u64| 8 * count(open_fours(set) & !s.all & INSIDE) + count(set & MIDDLE);
        worth(sets[0]) - worth(sets[1])
    }

    #[inline]
    fn key(&self, _game: &ConnectFour, s: &State) -> Option<u128> {
        // Own stones and the squares above the columns together are one number for every position.
        let number = |own: u64, all: u64| own + all + BOTTOM;
        Some(fingerprint(&number(s.own, s.all).min(number(mirror(s.own), mirror(s.all)))))
    }
}

const INSIDE: u64 = BOTTOM * 0x3f;
const MIDDLE: u64 = 0x3f << 16 | 0x3f << 24 | 0x3f << 32;

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The squares that would complete a row of four, on the board or not.
fn open_fours(set: u64) -> u64 {
    [1, 7, 8, 9].into_iter().fold(0, |open, step| {
        let pairs = set & (set >> step);
        let triples = pairs & (set >> (2 * step));
        let ends = triples << (3 * step) | triples >> step;
        // Two and one with a gap between them, from either side.
        let gaps = (pairs & (set >> (3 * step))) << (2 * step) | (set & (pairs >> (2 * step))) << step;
        open | ends | gaps
    })
}
