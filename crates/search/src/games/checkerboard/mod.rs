//! What computer players know of Checkerboard Tic-Tac-Toe.

mod evaluate;
mod players;
mod solve;

/// Checkerboard's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Halves;
