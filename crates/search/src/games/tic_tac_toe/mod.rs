//! What computer players know of Tic-Tac-Toe.

mod evaluate;
mod players;
mod solve;

/// Tic-tac-toe's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rows;

/// How tic-tac-toe looks to those who do not see to the end: by the rows that are still open.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OpenRows;
