//! The tests of games as numbers through their public face.
//!
//! One program for all of them: the games are compiled for it once. `cargo test -p agon-numbers FILE` runs those of one
//! file.

mod batches;
mod chance;
mod efg;
mod garbage;
mod outside;
mod payoff;
mod players;
mod refusals;
mod resampling;
mod rows;
mod tables;
mod trees;
