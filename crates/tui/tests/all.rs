//! The tests of the terminal client without a terminal.
//!
//! One program for all of them: the games are compiled for it once. `cargo test -p agon-tui FILE` runs those of one file.

mod form;
mod keep;
mod learn;
mod local;
mod screens;
mod sizes;
