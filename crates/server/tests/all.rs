//! The tests of the server; whole servers in a simulated network are apart (`servers`), since they break on purpose.
//!
//! One program for all of them: the games are compiled for it once. `cargo test -p agon-server FILE` runs those of one file.

mod abuse;
mod busy;
mod contract;
mod faulty;
mod old;
mod players;
mod rooms;
mod simulation;
mod stores;
