//! Parity Twist is solved by the usual solver, in seconds unless cards are drafted or hidden.

use agon_rules::games::parity_twist::{ParityTwist, Variant};

use super::Parity;
use crate::Solve;

impl Solve<ParityTwist> for Parity {
    fn solvable(&self, game: &ParityTwist) -> bool {
        !matches!(game.variant, Variant::Draft | Variant::HiddenMaster | Variant::Lanier)
    }

    fn too_large(&self, game: &ParityTwist) -> bool {
        !self.solvable(game)
    }
}
