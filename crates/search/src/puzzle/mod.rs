//! Puzzles: positions in which exactly one move is best, proved, and which the natural moves miss.
//!
//! An [`attempt`] plays one game of its own and looks for a puzzle near its end. It depends on the seed and its number
//! only, so attempts can be made in any order and on any thread; a [`Hunt`] takes their results in order and leaves out
//! what is [alike](Sketch::is_like). [`check`] proves a puzzle a second time, by plain minimax. As everywhere in this
//! crate there is no clock, thread or I/O.

mod alike;
mod attempt;
mod check;
mod fault;
mod grade;
mod hunt;
mod line;
mod mate;
mod natural;
mod prove;
mod source;

use std::fmt;
use std::str::FromStr;

use agon_rules::{Record, Seat, Settings, Text, text};

pub use alike::Sketch;
pub use check::Checked;
pub use fault::Fault;
pub use hunt::{Exhausted, Hunt};

pub(crate) use alike::Draft;
pub(crate) use attempt::Attempt;
pub(crate) use check::Check;

use crate::registry::find;

/// A position with its solution.
///
/// As text it is one line, `GRADE VALUE NODES RECORD`, which is how collections keep it.
///
/// ```
/// use agon_search::puzzle::Puzzle;
///
/// let line = "2 1 15 tic-tac-toe~size=3~line=3~at=xo1/1x1/2o_0~a1~a2~c3";
/// let puzzle: Puzzle = line.parse()?;
/// assert_eq!((puzzle.grade, puzzle.value, puzzle.record.moves.len()), (2, 1, 3));
/// assert_eq!(puzzle.to_string(), line);
/// # Ok::<(), agon_search::puzzle::NoPuzzle>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// from 1, easy, to 5
    pub grade: u8,
    /// the value of the position, seen from seat 0; 1 or -1 for a forced win
    pub value: i32,
    /// how many nodes the proof took
    pub nodes: u64,
    /// where it begins; its moves are the solution. Every move of the seat that begins is the only best one, the other
    /// seat's answers are the most stubborn, and the last move is the solver's.
    pub record: Record,
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.grade, self.value, self.nodes, self.record)
    }
}

impl FromStr for Puzzle {
    type Err = NoPuzzle;

    fn from_str(text: &str) -> Result<Self, NoPuzzle> {
        let bad = || NoPuzzle::Line(text.chars().filter(|c| !c.is_control()).take(60).collect());
        let mut words = text.split_ascii_whitespace();
        let mut word = || words.next().ok_or_else(bad);
        let (grade, value, nodes, record) = (word()?, word()?, word()?, word()?);
        let grade = grade.parse().ok().filter(|grade| (1..=5).contains(grade)).ok_or_else(bad)?;
        let value = value.parse().map_err(|_| bad())?;
        let nodes = nodes.parse().map_err(|_| bad())?;
        Ok(Puzzle { grade, value, nodes, record: record.parse()? })
    }
}

/// What came of one attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A puzzle.
    Found(Puzzle),
    /// No position of the game was one.
    Nothing,
    /// Something was hidden, or could still be, in every position of the game.
    Hidden,
    /// The caller stopped it.
    Stopped,
}

/// Why there are no puzzles, or a text is none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoPuzzle {
    /// The rules do not accept the game, its options or a position.
    #[error(transparent)]
    Rules(#[from] agon_rules::Error),
    /// Puzzles are for two seats.
    #[error("puzzles are for two seats, and this game has {0}")]
    Seats(Seat),
    /// A line that is no puzzle.
    #[error("`{0}` is no puzzle: a line is `GRADE VALUE NODES RECORD`, with a grade from 1 to 5")]
    Line(String),
}

impl NoPuzzle {
    /// The message.
    pub fn text(&self) -> Text {
        match self {
            NoPuzzle::Rules(why) => why.text(),
            NoPuzzle::Seats(seats) => text!("puzzles are for two seats, and this game has {seats}", seats = *seats),
            NoPuzzle::Line(line) => text!(
                "`{line}` is no puzzle: a line is `GRADE VALUE NODES RECORD`, with a grade from 1 to 5",
                line = line.clone()
            ),
        }
    }
}

/// Makes one attempt to find a puzzle: the same for the same game, options, seed and number.
pub fn attempt(
    (game, settings): (&str, &Settings),
    (seed, number): (u64, u64),
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Outcome, NoPuzzle> {
    find(game)?.puzzle(settings, Attempt { seed, number, stop })
}

/// What is compared of a puzzle to find others like it.
pub fn sketch(puzzle: &Record) -> Result<Sketch, NoPuzzle> {
    find(&puzzle.game)?.sketch(puzzle)
}

/// Proves a puzzle by plain minimax within `nodes` nodes: the first move and every further one of the solver is the
/// only best one, and the value is right.
///
/// ```
/// use agon_search::puzzle::{Fault, Puzzle, check};
///
/// let puzzle: Puzzle = "1 0 9 tic-tac-toe~size=3~line=3~at=3/1x1/2o_0~a1".parse().expect("a puzzle");
/// assert!(matches!(check(&puzzle, 1_000_000), Err(Fault::NotOnly { .. })));
/// ```
pub fn check(puzzle: &Puzzle, nodes: u64) -> Result<Checked, Fault> {
    find(&puzzle.record.game)?.check_puzzle(&puzzle.record, Check { puzzle, nodes })
}
