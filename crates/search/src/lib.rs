//! Choosing moves: computer players that see only what their seat sees, and exact answers where that is possible.
//!
//! Everything is generic over [`Game`](agon_rules::Game) and statically dispatched. There is no I/O, clock, thread
//! or global here: a caller that wants a time limit passes a [`Control`] that looks at its own clock.

mod control;
mod guide;
mod memory;

mod alphabeta;
mod deepen;
mod ismcts;
mod minimax;
mod solve;

mod player;
mod spec;

pub mod eval;

pub use alphabeta::{AlphaBeta, Found, INFINITE, TO_THE_END};
pub use control::Control;
pub use deepen::{Best, deepen};
pub use guide::{Blind, Guide, Wins, fingerprint};
pub use ismcts::ismcts;
pub use memory::{Entry, Finding, Memory};
pub use minimax::minimax;
pub use player::{Pick, Unfit, Worth, choose, seen};
pub use solve::{Solution, Value, solve};
pub use spec::{Limits, Spec, UnknownPlayer};
