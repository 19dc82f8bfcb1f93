//! The tests of the lab through its public face.
//!
//! One program for all of them: the games are compiled for it once. `cargo test -p agon-lab FILE` runs those of one file.

mod counting;
mod distinct;
mod keeping;
mod openings;
mod played;
mod programs;
mod provenance;
mod quality;
mod reports;
mod rounds;
mod statistics;
mod studies;
