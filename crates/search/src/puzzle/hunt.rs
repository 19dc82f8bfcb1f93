//! A hunt for puzzles: takes the results of attempts in their order and keeps what is new.
//!
//! It makes no attempt itself: its caller does, on as many threads as it likes.

use super::{NoPuzzle, Outcome, Puzzle, Sketch, sketch};

/// After this many attempts in a row without a new puzzle there are no more to be expected.
const PATIENCE: u64 = 20_000;
/// After this many games in which something stayed hidden to the end, it always does.
const HIDDEN: u64 = 300;

/// Puzzles found so far, and which attempt is next.
#[derive(Clone, Debug, Default)]
pub struct Hunt {
    /// the puzzles, in the order of their attempts
    pub found: Vec<Puzzle>,
    /// the number of the next attempt
    pub next: u64,
    /// the most puzzles of each grade
    pub most: Option<usize>,
    sketches: Vec<Sketch>,
    /// the attempt after the last new puzzle
    since: u64,
    /// whether everything was ever open
    open: bool,
}

/// Why a hunt ends early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exhausted {
    /// Nothing new comes any more.
    Repeats,
    /// Something stays hidden to the end of every game.
    Hidden,
}

impl Hunt {
    /// A hunt with a limit on the puzzles of each grade.
    pub fn at_most(most: Option<usize>) -> Self {
        Hunt { most, ..Hunt::default() }
    }

    /// Takes the result of the next attempt. Returns the puzzle if it is new.
    pub fn take(&mut self, outcome: Outcome) -> Result<Option<&Puzzle>, NoPuzzle> {
        self.next += 1;
        self.open |= outcome != Outcome::Hidden;
        match outcome {
            Outcome::Found(puzzle) => self.add(puzzle),
            _ => Ok(None),
        }
    }

    /// Takes up a hunt again: a puzzle that an attempt had found.
    pub fn resume(&mut self, attempt: u64, puzzle: Puzzle) -> Result<(), NoPuzzle> {
        (self.next, self.open) = (attempt + 1, true);
        self.add(puzzle).map(|_| ())
    }

    /// Takes up a hunt again: attempts up to here had been made, and whether everything was ever open.
    pub fn skip(&mut self, next: u64, open: bool) {
        (self.next, self.open) = (next, open);
    }

    /// Whether everything was open in any attempt so far.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Whether it is no use to go on.
    pub fn exhausted(&self) -> Option<Exhausted> {
        if !self.open && self.next >= HIDDEN {
            return Some(Exhausted::Hidden);
        }
        (self.next - self.since >= PATIENCE).then_some(Exhausted::Repeats)
    }

    fn add(&mut self, puzzle: Puzzle) -> Result<Option<&Puzzle>, NoPuzzle> {
        let same = self.found.iter().filter(|other| other.grade == puzzle.grade).count();
        if self.most.is_some_and(|most| same >= most) {
            return Ok(None);
        }
        let sketch = sketch(&puzzle.record)?;
        if self.sketches.iter().any(|known| known.is_like(&sketch)) {
            return Ok(None);
        }
        self.since = self.next;
        self.sketches.push(sketch);
        self.found.push(puzzle);
        Ok(self.found.last())
    }
}
