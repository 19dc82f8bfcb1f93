//! Plain minimax: the definition that every faster search is tested against.

use agon_rules::{Game, Moves, Path};

use crate::evaluate::Evaluate;

/// The value to a depth, seen from seat 0, in units of [`Evaluate::UNIT`].
pub fn minimax<G: Game, E: Evaluate<G>>(game: &G, guide: &E, path: &mut Path<G::State>, depth: i32) -> i32 {
    let state = *path.state();
    let mut moves = Moves::new();
    game.moves(&state, &mut moves);
    if moves.is_empty() {
        return (game.score(&state, 0) - game.score(&state, 1)) * E::UNIT;
    }
    if path.draw().is_some() {
        return 0;
    }
    if depth <= 0 {
        return guide.eval(game, &state) + guide.banked(game, &state) * E::UNIT;
    }
    let values = moves.iter().map(|&m| {
        path.play(game, m);
        let cost = guide.cost(game, &state, m, path.state());
        let value = minimax(game, guide, path, depth - cost);
        path.undo();
        value
    });
    let best = if game.turn(&state) == 0 { values.max() } else { values.min() };
    best.expect("a state that is not over has moves")
}
