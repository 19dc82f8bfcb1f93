//! The tests of what clients share through its public face.
//!
//! One program for all of them: the games are compiled for it once. `cargo test -p agon-wire FILE` runs those of one file.

mod message;
mod session;
mod simulation;
