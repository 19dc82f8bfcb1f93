//! Parity Twist's levels, for all twelve variants (section 11 of the rules page).

use agon_rules::games::parity_twist::{ParityTwist, Variant};

use super::Parity;
use crate::alphabeta::TO_THE_END;
use crate::play::engines::{full_width, full_width_deepening};
use crate::{Policy, Roster, Turn, expert};

impl Roster<ParityTwist> for Parity {
    /// The levels of the rules page, and an expert.
    fn players(&self, game: &ParityTwist) -> Vec<Policy<ParityTwist>> {
        let hard = |turn: &mut Turn<ParityTwist>| {
            let empty = turn.state().empty.count_ones();
            full_width(turn, &Parity, if empty <= 6 { TO_THE_END } else { 3 })
        };
        let expert = match game.variant {
            // Few worlds are possible, so a deeper search of each is better than playouts.
            Variant::HiddenMaster => Policy::own("expert", "thinks for about a second", |turn| {
                full_width_deepening(turn, &Parity, 1_000_000)
            }),
            _ => expert(self, 1_000_000),
        };
        vec![
            Policy::like("easy", "any legal move", "random"),
            Policy::like("medium", "looks two placements ahead", "minimax:2"),
            Policy::own("hard", "looks three placements ahead, and from six empty cells to the end", hard),
            expert,
        ]
    }
}
