//! The puzzles that come with the program.

use agon_client::learn::{Collection, shipped};

/// All of them, of every game that has some.
pub fn collection() -> Collection {
    Collection::read(shipped())
}
