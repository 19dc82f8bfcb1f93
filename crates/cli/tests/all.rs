//! The tests of the program as people and scripts meet it: real processes, terminals, browsers and faults.
//!
//! One program for all of them: the games are compiled for it once. `cargo test -p agon FILE` runs those of one file.

mod archive;
mod browser;
#[path = "../../server/tests/busy.rs"]
mod busy;
mod codes;
mod commands;
mod completion;
mod documents;
mod faults;
mod lab;
mod logs;
mod old;
mod operate;
mod play;
mod players;
mod proofs;
mod puzzles;
mod serve;
mod tablebase;
