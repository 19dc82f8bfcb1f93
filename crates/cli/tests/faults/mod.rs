//! Faults on the real `agon serve`: processes killed and paused, Redis killed and paused, disks full and read-only.
//!
//! `AGON_ROUNDS=100` lets the tests that kill under load do so a hundred times each.

#![cfg(unix)]

mod disk;
mod http;
mod kill;
mod pause;
mod player;
mod process;
mod tables;
mod two;
