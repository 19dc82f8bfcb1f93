//! Iterative-deepening mate search: the shortest forced win, for games whose play can go in circles.
//!
//! [`solve_by_mtdf`](super::solve_by_mtdf) proves one move after the other. A move that leads into a circle has no end, and the search would
//! not come back from it. Here every move is searched one ply deeper each iteration. A move that leads into a circle
//! stays open, and the search ends as soon as the best value is proved.

use agon_rules::{Game, Moves, Path};

use super::mtdf::root_moves;
use super::solution::{GameValue, Request, Solution};
use crate::alphabeta::{AlphaBeta, TO_THE_END, Window};
use crate::control::Control;
use crate::evaluate::Evaluate;
use crate::transposition_table::TranspositionTable;

/// Solves a position of a game without points by iterative-deepening mate search. The principal variation is the
/// shortest way to the value against the longest resistance.
pub fn solve_by_mate_search<G: Game, E: Evaluate<G>>(
    game: &G,
    guide: &E,
    path: &Path<G::State>,
    mut request: Request,
) -> Solution<G::Move> {
    let list = match root_moves(game, path) {
        Ok(list) => list,
        Err(finished) => return finished,
    };
    // Strict: entries from deeper searches are not used, so that what an iteration proves is won within its depth.
    let mut table = TranspositionTable::new(request.bytes);
    let mut search = AlphaBeta::new(game, guide, path, &mut table).strict();
    let (value, plies, bounds) = deepen(game, &list, &mut search, &mut request);
    let control = request.control;
    let pv = if value.proved().is_some() { shortest(game, path, &mut search, control) } else { Vec::new() };
    let moves = list.iter().copied().zip(bounds.iter().map(|bounds| bounds.value())).collect();
    Solution { value, moves, pv, plies, nodes: control.nodes }
}

/// Proved bounds on the value of a move, seen from seat 0: -1 lost, 0 drawn, 1 won.
#[derive(Clone, Copy)]
struct Bounds {
    lower: i32,
    upper: i32,
}

impl Bounds {
    const OPEN: Bounds = Bounds { lower: -1, upper: 1 };

    fn value(self) -> GameValue {
        GameValue::from_bounds(self.lower, self.upper)
    }

    /// Searches whether the position is a forced win of either seat within a depth.
    fn narrow<G: Game, E: Evaluate<G>>(&mut self, search: &mut AlphaBeta<G, E>, depth: i32, control: &mut Control) {
        // An estimate never reaches a win or a loss, so only these two values can be proved at a fixed depth.
        if self.upper == 1 {
            let found = search.search(depth, Window::at_least(E::MOST), control);
            match found.value.signum() {
                _ if control.stopped() || !found.exact => {}
                sign if found.value >= E::MOST => self.lower = sign,
                sign => self.upper = sign,
            }
        }
        if self.lower == -1 && self.upper > -1 {
            let found = search.search(depth, Window::at_least(1 - E::MOST), control);
            match found.value.signum() {
                _ if control.stopped() || !found.exact => {}
                sign if found.value <= -E::MOST => self.upper = sign,
                sign => self.lower = sign,
            }
        }
    }
}

/// Deepens until the value of the position is proved. Returns it with the plies that a forced win takes, which do not
/// depend on whether its line can be found again, and with the bounds of every move.
fn deepen<G: Game, E: Evaluate<G>>(
    game: &G,
    moves: &[G::Move],
    search: &mut AlphaBeta<G, E>,
    request: &mut Request,
) -> (GameValue, Option<usize>, Vec<Bounds>) {
    let seat = game.turn(search.state());
    let mut bounds = vec![Bounds::OPEN; moves.len()];
    for depth in 0..TO_THE_END {
        for (m, bounds) in moves.iter().zip(&mut bounds).filter(|(_, bounds)| bounds.lower < bounds.upper) {
            search.play(*m);
            bounds.narrow(search, depth, request.control);
            search.undo();
        }
        let value = GameValue::best_of(bounds.iter().map(|bounds| bounds.value()), seat);
        request.report(bounds.iter().filter(|bounds| bounds.lower == bounds.upper).count(), moves.len());
        if value.proved().is_some() || request.control.stopped() {
            // The move at the root is a ply too.
            let plies = value.proved().filter(|value| *value != 0).map(|_| depth as usize + 1);
            return (value, plies, bounds);
        }
    }
    (GameValue::best_of(bounds.iter().map(|bounds| bounds.value()), seat), None, bounds)
}

/// The principal variation: at each ply the move proved first, or the one proved last where every move loses.
fn shortest<G: Game, E: Evaluate<G>>(
    game: &G,
    path: &Path<G::State>,
    search: &mut AlphaBeta<G, E>,
    control: &mut Control,
) -> Vec<G::Move> {
    let mut path = path.clone();
    let mut pv = Vec::new();
    loop {
        let mut moves = Moves::new();
        if path.draw().is_none() {
            game.moves(path.state(), &mut moves);
        }
        if moves.is_empty() {
            return pv;
        }
        let Some(m) = next(game, &moves, search, control) else { return pv };
        search.play(m);
        path.play(game, m);
        pv.push(m);
    }
}

/// The next move of the principal variation. None when the search was stopped.
fn next<G: Game, E: Evaluate<G>>(
    game: &G,
    moves: &[G::Move],
    search: &mut AlphaBeta<G, E>,
    control: &mut Control,
) -> Option<G::Move> {
    let seat = game.turn(search.state());
    let mut bounds = vec![Bounds::OPEN; moves.len()];
    let mut last = None;
    for depth in 0..TO_THE_END {
        for (m, bounds) in moves.iter().zip(&mut bounds).filter(|(_, bounds)| bounds.lower < bounds.upper) {
            search.play(*m);
            bounds.narrow(search, depth, control);
            search.undo();
            if bounds.lower == bounds.upper {
                last = Some(*m);
            }
        }
        if control.stopped() {
            return None;
        }
        let value = GameValue::best_of(bounds.iter().map(|bounds| bounds.value()), seat);
        if let Some(value) = value.proved() {
            let lost = value == if seat == 0 { -1 } else { 1 };
            let keeps = |bounds: &Bounds| bounds.value() == GameValue::Proved(value);
            return if lost { last } else { bounds.iter().position(keeps).map(|at| moves[at]) };
        }
    }
    None
}
