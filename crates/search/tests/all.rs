//! The tests of the search through its public face.
//!
//! One program for all of them: the games are compiled for it once. `cargo test -p agon-search FILE` runs those of one file.

mod ask;
mod duel;
mod equal;
mod equilibrium;
mod forced;
mod ladders;
mod levels;
mod players;
mod prune;
mod puzzle;
mod retrograde;
mod rows;
mod steps;
mod tablebase;
mod tree;
