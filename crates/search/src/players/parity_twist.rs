//! Parity Twist's levels, for all twelve variants (section 11 of the rules page).

use agon_rules::games::parity_twist::{ParityTwist, Variant};

use crate::alphabeta::TO_THE_END;
use crate::engine::wider_and_deeper;
use crate::eval::parity_twist::Parity;
use crate::{Policy, Turn, expert, full_width};

/// The levels of the rules page, and above.
pub fn players(game: &ParityTwist) -> Vec<Policy<ParityTwist>> {
    let hard = |turn: &mut Turn<ParityTwist>| {
        let empty = turn.state().empty.count_ones();
        full_width(turn, &Parity, if empty <= 6 { TO_THE_END } else { 3 })
    };
    vec![
        Policy::like("easy", "any legal move", "random"),
        Policy::like("medium", "looks two placements ahead", "minimax:2"),
        Policy::own("hard", "looks three placements ahead, and from six empty cells to the end", hard),
        match game.variant {
            // Few worlds are possible, so looking deeper into each is better than playouts.
            Variant::HiddenMaster => {
                Policy::own("expert", "thinks for about a second", |turn| wider_and_deeper(turn, &Parity, 1_000_000))
            }
            _ => expert(&Parity, 1_000_000),
        },
    ]
}
