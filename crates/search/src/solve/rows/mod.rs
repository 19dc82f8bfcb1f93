//! Solving games of rows: the value of a position and of every move in it, by proof search.

mod keep;
pub mod lines;
mod proof;
mod siege;
mod threat_space;

use agon_rules::{Game, Moves, Path};

pub use self::keep::{KeepByProof, OfRows};
use self::lines::{LinePosition, Square, half};
use self::proof::ProofSearch;
use super::solution::{GameValue, Request, Solution, Want};
use crate::control::Control;

/// Nodes that the principal variation may cost beyond twice what the values have cost. Then it is cut short.
const PV_NODES: u64 = 1_000_000;

/// Solves a position of a game whose moves are marks on squares.
pub fn solve_rows<G: OfRows>(game: &G, path: &Path<G::State>, mut request: Request) -> Solution<u8> {
    let mut moves = Moves::new();
    game.moves(path.state(), &mut moves);
    if moves.is_empty() {
        return Solution::finished(game.score(path.state(), 0) - game.score(path.state(), 1));
    }
    let (board, square) = (game.board(), |m| game.square(m));
    let mut proof = ProofSearch::new(game.on(&board, path.state()), request.bytes);
    let turn = game.turn(path.state());
    let order = ordered(&mut proof, turn, &moves, &square);
    let mut values: Vec<(u8, GameValue)> = moves.iter().map(|&m| (m, GameValue::Between(Some(-1), Some(1)))).collect();
    let best = |values: &[(u8, GameValue)]| GameValue::best_of(values.iter().map(|(_, value)| *value), turn);
    for (done, &at) in order.iter().enumerate() {
        values[at].1 = after(&mut proof, turn, square(moves[at]), request.control);
        request.report(done + 1, moves.len());
        let enough = request.want == Want::Value && best(&values).proved().is_some();
        if request.control.stopped() || enough {
            break;
        }
    }
    let mut value = best(&values);
    if game.marks(path.state()).is_empty() {
        value = not_lost(value);
    }
    proof.cap = request.control.nodes.saturating_mul(2).saturating_add(PV_NODES);
    let pv = principal_variation(game, path, value, &mut proof, (&square, request.control));
    Solution { value, moves: values, pv, plies: None, nodes: request.control.nodes }
}

/// The value of an empty board, where the first player never loses. Both seats have the same rows there, up to a
/// reflection of the board. If the second player had a winning strategy, the first could mark any square and then follow
/// that strategy, reflected: the extra mark never hurts, and where it is asked for, any other square will do.
fn not_lost(value: GameValue) -> GameValue {
    let (lower, upper) = value.range();
    GameValue::from_bounds(lower.unwrap_or(-1).max(0), upper.unwrap_or(1))
}

/// The value after a mark.
fn after(proof: &mut ProofSearch, turn: usize, square: Square, control: &mut Control) -> GameValue {
    if completes(&proof.position, turn, square) {
        return GameValue::Proved(if turn == 0 { 1 } else { -1 });
    }
    proof.position.mark(turn, square);
    let value = proof.value(1 - turn, control);
    proof.position.unmark(turn, square);
    value
}

fn completes(position: &LinePosition, turn: usize, square: Square) -> bool {
    half(square) == position.far(turn) && position.winning[turn] >> (square & 127) & 1 > 0
}

/// The indices of the moves, the best-looking first, so that a stopped search knows most about the moves that matter.
fn ordered(proof: &mut ProofSearch, turn: usize, moves: &[u8], square: &impl Fn(u8) -> Square) -> Vec<usize> {
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_cached_key(|&at| {
        let square = square(moves[at]);
        let wins = completes(&proof.position, turn, square);
        proof.position.mark(turn, square);
        let weight = proof.position.weight.map(i64::from);
        proof.position.unmark(turn, square);
        (!wins, weight[1 - turn] - weight[turn])
    });
    order
}

/// The principal variation of a proved value: at each ply the best-looking move that keeps it.
fn principal_variation<G: Game<Move = u8>>(
    game: &G,
    path: &Path<G::State>,
    value: GameValue,
    proof: &mut ProofSearch,
    (square, control): (&impl Fn(u8) -> Square, &mut Control),
) -> Vec<u8> {
    let mut pv = Vec::new();
    let mut state = *path.state();
    while value.proved().is_some() {
        let mut moves = Moves::new();
        game.moves(&state, &mut moves);
        let turn = game.turn(&state);
        let order = ordered(proof, turn, &moves, square);
        let keeps = |at: &usize| after(proof, turn, square(moves[*at]), control) == value;
        let Some(at) = order.into_iter().find(keeps) else { break };
        pv.push(moves[at]);
        proof.position.mark(turn, square(moves[at]));
        game.play(&mut state, moves[at]);
    }
    pv
}
