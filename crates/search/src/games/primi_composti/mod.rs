//! What computer players know of Primi Composti. Both versions have a compact form for two that is solved: the duel and
//! the raid.

pub mod contest;
pub mod duel;
mod evaluate;
mod many;
mod players;
pub mod raid;
mod solve;

/// Primi Composti's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cards;
