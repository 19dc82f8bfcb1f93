//! The tests of the client core with real games.
//!
//! One program for all of them: the games are compiled for it once. `cargo test -p agon-client FILE` runs those of one file.

mod feed;
mod file;
mod lessons;
mod local;
mod minimax;
mod puzzles;
mod room;
