//! The solution as a line: the only moves of the solver, and the most stubborn answers to them.

use agon_rules::{Path, Show};

use super::prove::{Prover, moves, over};
use crate::play::Guide;

/// Decisions of the solver in a line, at most.
const DECISIONS: usize = 5;
/// Best answers that are tried to make the line longer.
const ANSWERS: usize = 10;

/// The line after the only best move `first`. It ends with a move of the solver, and each of them is the only best one.
pub(super) fn line<G: Show, E: Guide<G>>(
    prover: &mut Prover<G, E>,
    path: &Path<G::State>,
    first: G::Move,
) -> Vec<G::Move> {
    let game = prover.game;
    let solver = game.turn(path.state());
    let mut path = path.clone();
    let mut line = vec![first];
    path.play(game, first);
    let (mut whole, mut decisions) = (1, 1);
    while !over(game, &path) && decisions < DECISIONS {
        let next = if game.turn(path.state()) == solver { only(prover, &path) } else { answer(prover, &path, solver) };
        let Some(next) = next else { break };
        if game.turn(path.state()) == solver {
            whole = line.len() + 1;
            decisions += usize::from(moves(game, &path).len() > 1);
        }
        path.play(game, next);
        line.push(next);
    }
    line.truncate(whole);
    line
}

/// The best answer that leaves the solver another decision with one best move; none if there is no such answer.
fn answer<G: Show, E: Guide<G>>(prover: &mut Prover<G, E>, path: &Path<G::State>, solver: usize) -> Option<G::Move> {
    let game = prover.game;
    let mut again = None;
    for m in prover.answers(path, solver).into_iter().take(ANSWERS) {
        let mut after = path.clone();
        after.play(game, m);
        if over(game, &after) {
            continue;
        }
        if game.turn(after.state()) != solver {
            again = again.or(Some(m));
        } else if moves(game, &after).len() > 1 && only(prover, &after).is_some() {
            return Some(m);
        }
    }
    again
}

fn only<G: Show, E: Guide<G>>(prover: &mut Prover<G, E>, path: &Path<G::State>) -> Option<G::Move> {
    let proof = prover.prove(path)?;
    prover.only(path, &proof)
}
