//! Infiltration's levels.

use agon_rules::games::infiltration::Infiltration;

use crate::eval::infiltration::{Infiltrator, medium};
use crate::{Pick, Policy, Turn, expert};

/// The levels of the rules page, and above.
pub fn players() -> Vec<Policy<Infiltration>> {
    let what = "wins at once, avoids what loses at once, else looks one ply ahead";
    vec![
        Policy::like("easy", "any legal move", "random"),
        Policy::own("medium", what, |turn: &mut Turn<Infiltration>| {
            Pick::plain(medium(turn.game, turn.path.state(), turn.moves, &mut turn.rng))
        }),
        Policy::like("hard", "looks four plies ahead", "alphabeta:depth=4"),
        expert(&Infiltrator::default(), 600_000),
    ]
}
