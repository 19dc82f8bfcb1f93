//! What computer players know of Tic-Tac-Toe.

mod evaluate;
mod players;
mod solve;

/// Tic-tac-toe's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rows;
