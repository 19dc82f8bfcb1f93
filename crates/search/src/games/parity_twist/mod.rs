//! What computer players know of Parity Twist.

mod compact;
mod draft;
mod evaluate;
mod hands;
mod hidden;
mod lanier;
mod lanier_cfr;
mod lanier_opening;
mod lanier_strategies;
mod perfect;
mod players;
mod solve;

pub use draft::{DraftValues, draft_starts};
pub use hidden::{Effort, bounds as hidden_master_bounds};
pub use lanier_strategies::LanierStrategies;
pub use solve::Reduced;

/// Parity Twist's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parity;
