//! Choosing moves: computer players that see only what their seat sees, and exact values where they can be proved.
//!
//! Everything is generic over [`Game`](agon_rules::Game) and statically dispatched. There is no I/O, clock or thread
//! here: a caller that wants a time limit passes a [`Control`] that looks at its own clock. The one global is the list
//! of [registered](register) games, which only grows.
//!
//! Modules import only from those above them in the list below.

mod control;
mod hash;
mod transposition_table;

mod evaluate;

mod alphabeta;
mod ismcts;
mod solve;

mod play;

pub mod games;

pub mod eval;

mod analysis;
pub mod ask;
pub mod bench;
pub mod inspect;
mod registry;

pub use alphabeta::{AlphaBeta, BestMove, Score, Window, minimax};
pub use control::Control;
pub use evaluate::{Blind, Evaluate, Wins};
pub use hash::fingerprint;
pub use ismcts::ismcts;
pub use play::{
    Choose, Guide, How, Limits, NoEngine, NoPlayer, Pick, Player, Policy, Roster, Spec, Turn, Worth, expert, levels,
    names, roster, thinker,
};
pub use registry::register;
pub use solve::{GameValue, Request, Solution, Solve, StrongSolution, Want, strong_solution};
pub use transposition_table::TranspositionTable;

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
