//! Everything that computer players know of a game, in one bound.

use agon_rules::Game;

use super::roster::Roster;
use crate::evaluate::Evaluate;
use crate::solve::Solve;

/// All knowledge of a game: how a search [evaluates](Evaluate) it, how it is [solved](Solve), and who [plays](Roster) it.
///
/// A type is a guide as soon as it has these three. `Solve` and `Roster` have defaults for everything, so a guide of
/// one's own needs only an evaluation.
pub trait Guide<G: Game>: Evaluate<G> + Solve<G> + Roster<G> {}

impl<G: Game, E: Evaluate<G> + Solve<G> + Roster<G>> Guide<G> for E {}
