//! Learning a game: lessons and puzzles as data, and what a client does with them step by step.
//!
//! Like the rest of the core it decides nothing about the rules: an exercise is a [`Local`](crate::Local) game with
//! something to find in it.

mod attempt;
mod collection;
mod exercise;
mod lesson;
mod puzzle;
mod streak;
mod strength;

pub use attempt::{Attempt, Clue};
pub use collection::Collection;
pub use exercise::{Exercise, Judged};
pub use lesson::{BadLesson, Chapter, Goal, Lesson, LessonFault, Reaction, Task};
pub use puzzle::{Puzzle, Quest};
pub use streak::Streak;
pub use strength::Strength;

/// The puzzles that come with the program, one a line: [`Collection::read`] reads them.
#[cfg(feature = "puzzles")]
pub fn shipped() -> &'static str {
    include_str!(concat!(env!("OUT_DIR"), "/puzzles.txt"))
}

/// The game of the puzzle of a day, before the puzzles themselves are loaded: as [`Collection::daily`] chooses it.
pub fn game_of_day(day: u32) -> &'static str {
    let games: Vec<&str> = include_str!(concat!(env!("OUT_DIR"), "/games.txt")).split(' ').collect();
    games[day as usize % games.len()]
}
