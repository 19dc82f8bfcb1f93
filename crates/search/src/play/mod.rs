//! Computer players: engines that every game has, named players of a game, and a player at the table.

pub mod engines;
mod guide;
mod player;
mod roster;
mod spec;
mod turn;

pub use guide::Guide;
pub use player::{NoPlayer, Player, roster};
pub use roster::{Choose, How, Policy, Roster, expert, level, levels, thinker};
pub use spec::{Limits, NoEngine, Spec, names};
pub use turn::{Pick, Turn, Worth};

pub(crate) use player::seen;
