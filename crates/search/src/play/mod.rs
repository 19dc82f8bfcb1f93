//! Computer players: engines that every game has, named players of a game, and a player at the table.

mod ambition;
pub mod engines;
mod guide;
mod informed;
mod player;
mod roster;
mod search;
mod skill;
mod spec;
mod turn;

pub use ambition::{Budget, ambitious};
pub use guide::Guide;
pub use informed::informed;
pub use player::{NoPlayer, Patience, Player, roster};
pub use roster::{Choose, How, Policy, Roster, expert, level, levels, skilled, thinker};
pub use search::Search;
pub use skill::judge;
pub use spec::{Limits, NoEngine, Skill, Spec, names};
pub use turn::{Pick, Turn, Worth};

pub(crate) use player::seen;
pub(crate) use skill::normal;
