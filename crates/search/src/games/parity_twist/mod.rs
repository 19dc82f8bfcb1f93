//! What computer players know of Parity Twist.

mod evaluate;
mod players;
mod solve;

/// Parity Twist's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parity;
