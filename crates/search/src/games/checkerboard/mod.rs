//! What computer players know of Checkerboard Tic-Tac-Toe.

mod duel;
mod evaluate;
mod players;
mod solve;

/// Checkerboard's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Halves;
