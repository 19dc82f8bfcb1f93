//! What computer players know of Gambit.

mod evaluate;
mod players;
mod solve;

/// Gambit's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Islands;
