//! Choosing moves: computer players that see only what their seat sees, and exact answers where that is possible.
//!
//! Everything is generic over [`Game`](agon_rules::Game) and statically dispatched. There is no I/O, clock or thread
//! here: a caller that wants a time limit passes a [`Control`] that looks at its own clock. The one global is the list
//! of [registered](register) games, which only grows.

mod control;
mod guide;
mod memory;
mod places;
mod quick;

mod alphabeta;
mod deepen;
mod forced;
mod ismcts;
mod lines;
mod minimax;
mod proof;
mod rows;
mod solve;
mod strong;

mod analysis;
mod engine;
mod player;
mod policy;
mod spec;

pub mod ask;
pub mod bench;
pub mod eval;
pub mod inspect;
pub mod players;
mod registry;

pub use alphabeta::{AlphaBeta, Found, INFINITE, TO_THE_END};
pub use control::Control;
pub use deepen::{Best, deepen};
pub use engine::{Pick, Worth, alphabeta, best_of, full_width, mcts, rate, think};
pub use forced::solve_in_rounds;
pub use guide::{Blind, Guide, Quick, Wins, fingerprint};
pub use ismcts::ismcts;
pub use memory::{Entry, Finding, Memory};
pub use minimax::minimax;
pub use player::{NoPlayer, Player, roster};
pub use policy::{How, Own, Policy, Turn, expert, levels, thinker};
pub use registry::register;
pub use solve::{Solution, Value, solve};
pub use spec::{Limits, NoEngine, Spec, names};
pub use strong::{Strong, strong};

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
