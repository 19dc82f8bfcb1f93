//! The tests of the rules through their public face.
//!
//! One program for all of them: the games are compiled for it once. `cargo test -p agon-rules FILE` runs those of one file.

mod allocations;
mod danger;
mod draws;
mod garbage;
mod golden;
mod laws;
mod lengths;
mod looks;
mod numbers;
mod pages;
mod rows;
