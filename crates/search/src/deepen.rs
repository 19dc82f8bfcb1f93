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
        let Some(found) = one_round(game, guide, &mut search, &mut moves, round, best.found.value, control) else {
            break;
        };
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
///
/// The value is looked for near the last one; only if it lies elsewhere, everywhere on that side.
fn one_round<G: Game, E: Guide<G>>(
    game: &G,
    guide: &E,
    search: &mut AlphaBeta<G, E>,
    moves: &mut [G::Move],
    depth: i32,
    last: i32,
    control: &mut Control,
) -> Option<Found> {
    let sign = if game.turn(search.state()) == 0 { 1 } else { -1 };
    let near = E::UNIT / NEAR;
    let (mut low, mut high) = if depth > 2 { (sign * last - near, sign * last + near) } else { (-INFINITE, INFINITE) };
    loop {
        let found = within(game, guide, search, moves, depth, (low, high), control)?;
        let proved = found.solid && found.value >= E::MOST;
        if !proved && found.value <= low && low > -INFINITE {
            low = -INFINITE;
        } else if !proved && found.value >= high && high < INFINITE {
            high = INFINITE;
        } else {
            return Some(Found { value: sign * found.value, ..found });
        }
    }
}

/// A value is looked for within a point divided by this around the last one.
const NEAR: i32 = 50;

/// One pass over the moves. Values are seen from the seat to move here.
fn within<G: Game, E: Guide<G>>(
    game: &G,
    guide: &E,
    search: &mut AlphaBeta<G, E>,
    moves: &mut [G::Move],
    depth: i32,
    (low, high): (i32, i32),
    control: &mut Control,
) -> Option<Found> {
    let state = *search.state();
    let first = game.turn(&state) == 0;
    let mut best = Found { value: -INFINITE, solid: false };
    let mut solid = true;
    for at in 0..moves.len() {
        let m = moves[at];
        let less = depth - guide.cost(game, &state, m);
        let alpha = low.max(best.value);
        search.play(m);
        let mut ask = |alpha: i32, beta: i32| {
            let (low, high) = if first { (alpha, beta) } else { (-beta, -alpha) };
            let found = search.value(less, low, high, control);
            Found { value: if first { found.value } else { -found.value }, ..found }
        };
        let mut found = ask(alpha, if at == 0 { high } else { alpha + 1 });
        if at > 0 && found.value > alpha && found.value < high {
            found = ask(alpha, high);
        }
        search.undo();
        if control.stopped() {
            return None;
        }
        solid &= found.solid;
        if at == 0 || found.value > alpha {
            // The others keep their order behind it.
            moves[..=at].rotate_right(1);
        }
        if found.value > best.value {
            best = found;
        }
        if found.solid && found.value >= E::MOST {
            return Some(found);
        }
        if best.value >= high {
            return Some(best);
        }
    }
    Some(Found { solid, ..best })
}
