//! Exact answers for games of rows: the value of a position and of every move in it, by [`Proof`].

use agon_rules::{Game, Moves, Path};

use crate::control::Control;
use crate::lines::{Position, Square, half};
use crate::memory::Memory;
use crate::proof::Proof;
use crate::solve::{Solution, Value, best_of};

/// Nodes that best play may cost beyond what the values have cost; then it is cut short.
const LINE: u64 = 1_000_000;

/// Solves a position of a game whose moves are marks on squares. `square` tells where on the board of lines a move marks.
///
/// The memory's room is used for a table of another kind; what it held is forgotten.
pub fn solve_rows<G: Game<Move = u8>>(
    game: &G,
    path: &Path<G::State>,
    (position, square): (Position, impl Fn(u8) -> Square),
    memory: &mut Memory,
    control: &mut Control,
    progress: &mut dyn FnMut(usize, usize),
) -> Solution<u8> {
    let mut moves = Moves::new();
    game.moves(path.state(), &mut moves);
    if moves.is_empty() {
        let value = game.score(path.state(), 0) - game.score(path.state(), 1);
        return Solution { value: Value::Proved(value), moves: Vec::new(), line: Vec::new(), nodes: 0 };
    }
    let bytes = memory.bytes();
    *memory = Memory::new(0);
    let mut proof = Proof::new(position, bytes);
    let turn = game.turn(path.state());
    let order = ordered(&mut proof, turn, &moves, &square);
    let mut values: Vec<(u8, Value)> = moves.iter().map(|&m| (m, Value::Between(Some(-1), Some(1)))).collect();
    for (done, &at) in order.iter().enumerate() {
        values[at].1 = after(&mut proof, turn, square(moves[at]), control);
        progress(done + 1, moves.len());
        let enough =
            !control.wants_moves() && best_of(values.iter().map(|(_, value)| *value), turn == 0).proved().is_some();
        if control.stopped() || enough {
            break;
        }
    }
    let value = best_of(values.iter().map(|(_, value)| *value), turn == 0);
    proof.cap = control.nodes.saturating_mul(2).saturating_add(LINE);
    let line = line(game, path, value, &mut proof, &square, control);
    drop(proof);
    *memory = Memory::new(bytes);
    Solution { value, moves: values, line, nodes: control.nodes }
}

/// The value after a mark.
fn after(proof: &mut Proof, turn: usize, square: Square, control: &mut Control) -> Value {
    if completes(&proof.position, turn, square) {
        return Value::Proved(if turn == 0 { 1 } else { -1 });
    }
    proof.position.mark(turn, square);
    let value = proof.value(1 - turn, control);
    proof.position.unmark(turn, square);
    value
}

fn completes(position: &Position, turn: usize, square: Square) -> bool {
    half(square) == position.far(turn) && position.winning[turn] >> (square & 127) & 1 > 0
}

/// The numbers of the moves, what looks best first: should it be stopped, most is known of what matters.
fn ordered(proof: &mut Proof, turn: usize, moves: &[u8], square: &impl Fn(u8) -> Square) -> Vec<usize> {
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

/// Best play while its value is proved: each time the best-looking move that keeps it.
fn line<G: Game<Move = u8>>(
    game: &G,
    path: &Path<G::State>,
    value: Value,
    proof: &mut Proof,
    square: &impl Fn(u8) -> Square,
    control: &mut Control,
) -> Vec<u8> {
    let mut line = Vec::new();
    let mut state = *path.state();
    while value.proved().is_some() {
        let mut moves = Moves::new();
        game.moves(&state, &mut moves);
        let turn = game.turn(&state);
        let order = ordered(proof, turn, &moves, square);
        let keeps = |at: &usize| after(proof, turn, square(moves[*at]), control) == value;
        let Some(at) = order.into_iter().find(keeps) else { break };
        line.push(moves[at]);
        proof.position.mark(turn, square(moves[at]));
        game.play(&mut state, moves[at]);
    }
    line
}
