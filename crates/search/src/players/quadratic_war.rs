//! Quadratic War's levels, and the original's player.

use agon_rules::games::quadratic_war::QuadraticWar;

use crate::eval::quadratic_war::{General, greedy};
use crate::{Pick, Policy, Turn, expert};

/// The original's player, which is also the easy level, and those above.
pub fn players() -> Vec<Policy<QuadraticWar>> {
    let original = |name| {
        let what = "the original's player: the equations of its own move, else forward";
        Policy::own(name, what, |turn: &mut Turn<QuadraticWar>| {
            Pick::plain(greedy(turn.game, turn.path.state(), turn.moves, &mut turn.rng))
        })
    };
    vec![
        original("easy"),
        Policy::like("medium", "looks two plies ahead", "alphabeta:depth=2"),
        Policy::like("hard", "looks three plies ahead", "alphabeta:depth=3"),
        expert(&General::default(), 150_000),
        original("greedy"),
    ]
}
