//! What computer players know of Primi Composti. Its version for two has a solver of its own, the duel.

pub mod duel;
mod evaluate;
mod many;
mod players;
mod solve;

/// Primi Composti's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cards;
