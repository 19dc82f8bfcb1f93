//! The best move to be found in the time there is: one ply deeper each round, the last best move first.

use agon_rules::{Game, Moves, Path};

use crate::alphabeta::{AlphaBeta, Found, INFINITE};
use crate::control::Control;
use crate::guide::Guide;
use crate::memory::Memory;

/// What a round of deepening came to.
#[derive(Clone, Debug)]
pub struct Best<M> {
    /// the move
    pub m: M,
    /// its value
    pub found: Found,
    /// how deep the last whole round went
    pub depth: i32,
}

/// Searches deeper and deeper, up to `depth`, and returns the best move of the last round. None when there is no move.
///
/// Whatever the control allows, the move is legal. `rounds` hears of every whole round.
pub fn deepen<G: Game, E: Guide<G>>(
    game: &G,
    guide: &E,
    path: &Path<G::State>,
    memory: &mut Memory,
    depth: i32,
    control: &mut Control,
    rounds: &mut dyn FnMut(&Best<G::Move>),
) -> Option<Best<G::Move>> {
    let mut list = Moves::new();
    if path.draw().is_none() {
        game.moves(path.state(), &mut list);
    }
    let mut moves: Vec<G::Move> = list.to_vec();
    moves.sort_by_key(|&m| -guide.order(game, path.state(), m));
    let first = *moves.first()?;
    let mut best = Best { m: first, found: Found { value: 0, solid: false }, depth: 0 };
    let mut search = AlphaBeta::new(game, guide, path, memory);
    for round in 1..=depth {
        let Some(found) = one_round(game, guide, &mut search, &mut moves, round, control) else { break };
        best = Best { m: moves[0], found, depth: round };
        rounds(&best);
        if found.solid || moves.len() == 1 {
            break;
        }
    }
    // A round that was broken off may still have found something better.
    best.m = moves[0];
    Some(best)
}

/// Searches every move to a depth and puts the best one first; nothing when it was stopped before the end.
fn one_round<G: Game, E: Guide<G>>(
    game: &G,
    guide: &E,
    search: &mut AlphaBeta<G, E>,
    moves: &mut [G::Move],
    depth: i32,
    control: &mut Control,
) -> Option<Found> {
    let state = *search.state();
    let highest = game.turn(&state) == 0;
    let better = |a: i32, b: i32| if highest { a > b } else { a < b };
    let mut best: Option<Found> = None;
    let mut solid = true;
    for at in 0..moves.len() {
        let m = moves[at];
        let less = depth - guide.cost(game, &state, m);
        search.play(m);
        let found = match best {
            None => search.exact(less, control),
            Some(best) if highest => search.value(less, best.value, INFINITE, control),
            Some(best) => search.value(less, -INFINITE, best.value, control),
        };
        search.undo();
        if control.stopped() {
            return None;
        }
        solid &= found.solid;
        if best.is_none_or(|best| better(found.value, best.value)) {
            best = Some(found);
            // The others keep their order behind it.
            moves[..=at].rotate_right(1);
        }
        if found.solid && (if highest { found.value } else { -found.value }) >= E::MOST {
            return Some(found);
        }
    }
    best.map(|best| Found { solid, ..best })
}
