//! The usual solver: MTD(f), a series of null-window searches that close in on the exact value.

use agon_rules::{Game, Moves, Path};

use super::solution::{GameValue, Request, Solution, Want};
use crate::alphabeta::{AlphaBeta, INFINITE, TO_THE_END, Window};
use crate::control::Control;
use crate::evaluate::Evaluate;
use crate::transposition_table::TranspositionTable;

/// Solves a position by MTD(f).
pub fn solve_by_mtdf<G: Game, E: Evaluate<G>>(
    game: &G,
    guide: &E,
    path: &Path<G::State>,
    mut request: Request,
) -> Solution<G::Move> {
    let list = match root_moves(game, path) {
        Ok(list) => list,
        Err(finished) => return finished,
    };
    let mut table = TranspositionTable::new(request.bytes);
    let mut search = AlphaBeta::new(game, guide, path, &mut table);
    // Without points the value lies between a loss and a win before anything is searched.
    let most = (E::MOST < INFINITE).then_some(E::MOST / E::UNIT);
    let unknown = GameValue::Between(most.map(|most| -most), most);
    let mut moves: Vec<(G::Move, GameValue)> = list.iter().map(|&m| (m, unknown)).collect();
    if request.want == Want::Value {
        let value = mtdf(&mut search, 0, request.control);
        let pv = principal_variation(game, path, value, &mut search, request.control);
        return Solution { value, moves, pv, plies: None, nodes: request.control.nodes };
    }
    // The best-looking moves first, so that a search that is stopped knows most about the moves that matter.
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_key(|&at| -guide.order(game, path.state(), moves[at].0));
    let mut guess = 0;
    for (done, at) in order.into_iter().enumerate() {
        search.play(moves[at].0);
        moves[at].1 = mtdf(&mut search, guess, request.control);
        guess = moves[at].1.proved().unwrap_or(guess);
        search.undo();
        request.report(done + 1, moves.len());
        if request.control.stopped() {
            break;
        }
    }
    let value = GameValue::best_of(moves.iter().map(|(_, value)| *value), game.turn(path.state()));
    let pv = principal_variation(game, path, value, &mut search, request.control);
    Solution { value, moves, pv, plies: None, nodes: request.control.nodes }
}

/// The moves at the root, or the solution of a game that is over.
pub(super) fn root_moves<G: Game>(game: &G, path: &Path<G::State>) -> Result<Moves<G::Move>, Solution<G::Move>> {
    let mut list = Moves::new();
    game.moves(path.state(), &mut list);
    if list.is_empty() {
        return Err(Solution::finished(game.score(path.state(), 0) - game.score(path.state(), 1)));
    }
    if path.draw().is_some() { Err(Solution::finished(0)) } else { Ok(list) }
}

/// The first depth: the whole game where only the last move decides, otherwise one ply to find the shortest wins.
fn first_depth<G: Game, E: Evaluate<G>>() -> i32 {
    if G::LOOPS || E::MOST < INFINITE { 1 } else { TO_THE_END }
}

/// The value of the position at the root of a search, beginning from a guess in points.
fn mtdf<G: Game, E: Evaluate<G>>(search: &mut AlphaBeta<G, E>, guess: i32, control: &mut Control) -> GameValue {
    let (mut lower, mut upper) = (-E::MOST, E::MOST);
    let mut depth = first_depth::<G, E>();
    // The transposition table makes it cheap to search the same positions again.
    let mut test = (guess * E::UNIT).clamp(lower + 1, upper);
    while lower < upper {
        let found = search.search(depth, Window::at_least(test), control);
        if control.stopped() {
            let points = |bound: i32| (bound.abs() < INFINITE).then_some(bound / E::UNIT);
            return GameValue::Between(points(lower), points(upper));
        }
        if !found.exact {
            depth += 1;
            continue;
        }
        if found.value >= test {
            lower = found.value;
            test = (lower + E::UNIT).min(upper);
        } else {
            upper = found.value;
            test = upper;
        }
    }
    GameValue::Proved(lower / E::UNIT)
}

/// The principal variation of a proved value: at each ply the first move in the list that keeps it.
fn principal_variation<G: Game, E: Evaluate<G>>(
    game: &G,
    path: &Path<G::State>,
    value: GameValue,
    search: &mut AlphaBeta<G, E>,
    control: &mut Control,
) -> Vec<G::Move> {
    let mut pv = Vec::new();
    let Some(value) = value.proved() else { return pv };
    let mut path = path.clone();
    let value = value * E::UNIT;
    loop {
        let mut moves = Moves::new();
        if path.draw().is_none() {
            game.moves(path.state(), &mut moves);
        }
        let keeps = |m: &G::Move| {
            search.play(*m);
            let found = has_value(search, value, control);
            let keeps = found && !control.stopped();
            if !keeps {
                search.undo();
            }
            keeps
        };
        let Some(m) = moves.iter().copied().find(keeps) else { return pv };
        path.play(game, m);
        pv.push(m);
    }
}

/// Whether the position at the root of a search has this value.
fn has_value<G: Game, E: Evaluate<G>>(search: &mut AlphaBeta<G, E>, value: i32, control: &mut Control) -> bool {
    let mut depth = first_depth::<G, E>();
    loop {
        let window = Window::new((value - 1).max(-INFINITE), (value + 1).min(INFINITE));
        let found = search.search(depth, window, control);
        if control.stopped() || found.exact {
            return found.value == value;
        }
        depth += 1;
    }
}
