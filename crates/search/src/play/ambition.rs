//! The strongest play where proofs are within reach: it gives nothing away, and of moves that are equally good it takes the
//! one that sets the most problems.
//!
//! A proved draw is worth no more than the opponent makes of it, and a proved loss is not lost yet.

use agon_rules::{Game, Rng, Show};

use super::engines::best_among;
use super::turn::{Pick, Turn, Worth};
use crate::evaluate::Evaluate;
use crate::ismcts::{Rollout, Uniform};
use crate::solve::{Request, Solve, Want};

/// Nodes of the parts of a decision.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// for the value of the position, and again for the value of every move
    pub proof: u64,
    /// for alpha-beta
    pub search: u64,
}

/// Bytes of a proof's table.
const TABLE: usize = 16_000_000;
/// A win that alpha-beta finds within this share of its nodes needs no proof, and is quicker than most that are proved.
const QUICK: u64 = 20;
/// Random games of all moves that are compared, together.
const PLAYOUTS: usize = 4000;

/// A move that is proved to be best, or the best of alpha-beta: `guide` says how unfinished positions look to it.
pub fn ambitious<G: Show, S: Solve<G>, E: Evaluate<G>>(
    turn: &mut Turn<G>,
    solver: &S,
    guide: &E,
    budget: Budget,
) -> Pick<G::Move> {
    let (game, moves) = (turn.game, turn.moves.to_vec());
    let sign = if turn.seat() == 0 { 1 } else { -1 };
    let mut nodes = 0;
    if !G::POINTS {
        let quick = best_among(turn, guide, budget.search / QUICK, moves.clone());
        if quick.worth == Worth::Proved(sign) {
            return quick;
        }
        nodes += quick.nodes;
    }
    let mut prove = |want: Want| {
        let mut control = turn.control(budget.proof);
        let solution = solver.solve(game, turn.path, Request::new(want, TABLE, &mut control));
        nodes += control.nodes;
        solution
    };
    let solution = prove(Want::Value);
    let Some(value) = solution.value.proved() else {
        let best = best_among(turn, guide, budget.search, moves);
        return Pick { nodes: nodes + best.nodes, ..best };
    };
    let keeps = |values: &[(G::Move, crate::GameValue)]| -> Vec<G::Move> {
        values.iter().filter(|(_, of)| of.proved() == Some(value)).map(|(m, _)| *m).collect()
    };
    let mut best = keeps(&solution.moves);
    best.extend(solution.pv.first().filter(|m| !best.contains(m)));
    let worth = Worth::Proved(value);
    if sign * value > 0 && !best.is_empty() {
        return Pick { m: best[0], worth, nodes };
    }
    let all = keeps(&prove(Want::EveryMove).moves);
    best.extend(all.into_iter().filter(|m| !best.contains(m)).collect::<Vec<_>>());
    if best.len() <= 1 {
        return Pick { m: best.first().copied().unwrap_or(moves[0]), worth, nodes };
    }
    // Estimates say where an opponent can go wrong, until a search sees to the end and everything looks alike.
    let pick = best_among(turn, guide, budget.search, best.clone());
    let m = if matches!(pick.worth, Worth::Proved(_)) { liveliest(turn, &best) } else { pick.m };
    Pick { m, worth, nodes: nodes + pick.nodes }
}

/// The move after which random play wins most.
fn liveliest<G: Game>(turn: &mut Turn<G>, moves: &[G::Move]) -> G::Move {
    let (game, seat) = (turn.game, turn.seat());
    let mut rollout = Uniform::new(game);
    let mut shares = vec![0.0; game.seats()];
    let games = PLAYOUTS / moves.len() + 1;
    let mut won = |m: &G::Move| {
        // The same chance for every move.
        let mut rng = Rng::stream(turn.seed, games as u64);
        let mut sum = 0.0;
        for _ in 0..games {
            let mut state = *turn.path.state();
            game.play(&mut state, *m);
            let end = rollout.play_out(state, &mut rng);
            rollout.reward(game, &end, &mut shares);
            sum += f64::from(shares[seat]);
        }
        sum
    };
    let worths: Vec<f64> = moves.iter().map(&mut won).collect();
    let best = (0..moves.len()).max_by(|&a, &b| worths[a].total_cmp(&worths[b]).then(b.cmp(&a)));
    moves[best.expect("there are moves")]
}
