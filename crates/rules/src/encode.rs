//! What a seat sees, as numbers for programs that learn: named blocks, and the writer that games fill them with.
//!
//! A game numbers its moves ([`Game::actions`]) and describes and writes its blocks ([`Game::blocks`],
//! [`Game::observe`]). Squares are absolute, as they are in the moves, and go rank by rank from a1; what belongs to somebody
//! is relative to the seat that looks, own things first. Everything lies between 0 and 1, or -1 and 1 where it has a sign.
//!
//! What no state holds is not here: `agon-numbers` adds the quiet count and repetitions where positions can come back.

use crate::grid::Grid;
use crate::{Game, Seat, Viewer};

/// A named part of what [`Game::observe`] writes.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// what it is, in one or two words joined by `_`
    pub name: &'static str,
    /// how its numbers are arranged, the last axis running fastest
    pub shape: Vec<usize>,
    /// no number is lower
    pub low: f32,
    /// no number is higher
    pub high: f32,
}

impl Block {
    /// A block of numbers from 0 to 1.
    ///
    /// ```
    /// # use agon_rules::Block;
    /// assert_eq!(Block::new("own", [4, 8]).size(), 32);
    /// ```
    pub fn new(name: &'static str, shape: impl Into<Vec<usize>>) -> Self {
        Block { name, shape: shape.into(), low: 0.0, high: 1.0 }
    }

    /// A block for the squares of a board: ranks from the first, in each of them files from a.
    pub fn board(name: &'static str, grid: Grid) -> Self {
        Self::new(name, [grid.ranks, grid.files])
    }

    /// A block of numbers from -1 to 1.
    pub fn signed(self) -> Self {
        Block { low: -1.0, ..self }
    }

    /// How many numbers it has.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// Writes what a seat sees of a state, whole or blanked, into as many numbers as the blocks have.
#[inline]
pub fn observation<G: Game>(game: &G, s: &G::State, seat: Seat, out: &mut [f32]) {
    let mut seen = *s;
    game.hide(&mut seen, Viewer::Seat(seat));
    let mut numbers = Numbers::new(out);
    game.observe(&seen, seat, &mut numbers);
    debug_assert_eq!(numbers.left(), 0, "the blocks are longer than what was observed");
}

/// Writes numbers one after the other.
#[derive(Debug)]
pub struct Numbers<'a> {
    rest: &'a mut [f32],
}

impl<'a> Numbers<'a> {
    /// A writer that begins at the front.
    #[inline]
    pub fn new(out: &'a mut [f32]) -> Self {
        Numbers { rest: out }
    }

    /// How many numbers are still to be written.
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    #[inline]
    fn next(&mut self, count: usize) -> &'a mut [f32] {
        let (next, rest) = std::mem::take(&mut self.rest).split_at_mut(count);
        self.rest = rest;
        next
    }

    /// One number.
    #[inline]
    pub fn number(&mut self, value: f32) {
        self.next(1)[0] = value;
    }

    /// 1 or 0.
    #[inline]
    pub fn flag(&mut self, is: bool) {
        self.number(f32::from(u8::from(is)));
    }

    /// So many zeros, which the caller fills in.
    #[inline]
    pub fn zeros(&mut self, count: usize) -> &'a mut [f32] {
        let next = self.next(count);
        next.fill(0.0);
        next
    }

    /// 1 at one of `count` places and 0 elsewhere; all 0 for no place.
    #[inline]
    pub fn one_hot(&mut self, count: usize, at: Option<usize>) {
        let next = self.zeros(count);
        if let Some(at) = at {
            next[at] = 1.0;
        }
    }

    /// 1 for one of the seats, counted from the seat that looks, which is 0.
    #[inline]
    pub fn relative(&mut self, seats: Seat, own: Seat, other: Seat) {
        self.one_hot(seats, Some((other + seats - own) % seats));
    }

    /// 1 or 0 for each of `count` bits of a set, the lowest first.
    #[inline]
    pub fn bits(&mut self, set: u32, count: usize) {
        write_bits(self.next(count), set);
    }

    /// 1 or 0 for each square of a board: ranks from the first, in each of them files from a.
    #[inline]
    pub fn squares(&mut self, grid: Grid, set: impl Into<u128>) {
        let (mut set, squares) = (set.into(), grid.ranks * grid.files);
        for rank in self.next(squares).chunks_exact_mut(grid.files) {
            write_bits(rank, set as u32);
            set >>= grid.stride;
        }
    }
}

#[inline]
fn write_bits(out: &mut [f32], set: u32) {
    for (bit, number) in out.iter_mut().enumerate() {
        *number = if set & 1 << bit != 0 { 1.0 } else { 0.0 };
    }
}
