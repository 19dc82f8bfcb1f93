//! Exact answers where play can go in circles: the shortest forced win, every move one ply deeper each round.
//!
//! The usual solver takes one move after the other to its end, and a move that leads into a circle has none. Here such
//! a move only stays open: as soon as the best value is proved, nothing more is asked.

use agon_rules::{Game, Moves, Path};

use crate::alphabeta::{AlphaBeta, TO_THE_END};
use crate::control::Control;
use crate::guide::Guide;
use crate::memory::Memory;
use crate::solve::{Solution, Value, best_of, solve};

/// Solves a position of a game without points in rounds, as long as the control allows. The line it gives is the
/// shortest way to the value against the longest resistance.
///
/// `progress` hears of every legal move that is proved.
pub fn solve_in_rounds<G: Game, E: Guide<G>>(
    game: &G,
    guide: &E,
    path: &Path<G::State>,
    memory: &mut Memory,
    control: &mut Control,
    progress: &mut dyn FnMut(usize, usize),
) -> Solution<G::Move> {
    let mut list = Moves::new();
    game.moves(path.state(), &mut list);
    if list.is_empty() || path.draw().is_some() {
        return solve(game, guide, path, memory, control, progress);
    }
    // Strict: what was proved deeper is not used, so that a proof of a round is a proof within its depth.
    let mut search = AlphaBeta::new(game, guide, path, memory).strict();
    let (value, bounds) = rounds(game, &list, &mut search, control, progress);
    let line = if value.proved().is_some() { shortest(game, path, &mut search, control) } else { Vec::new() };
    let moves = list.iter().copied().zip(bounds.iter().map(|bounds| bounds.value())).collect();
    Solution { value, moves, line, nodes: control.nodes }
}

/// What is sure of a move, seen from seat 0: -1 lost, 0 drawn, 1 won.
#[derive(Clone, Copy)]
struct Bounds {
    low: i32,
    high: i32,
}

impl Bounds {
    const OPEN: Bounds = Bounds { low: -1, high: 1 };

    fn value(self) -> Value {
        if self.low == self.high { Value::Proved(self.low) } else { Value::Between(Some(self.low), Some(self.high)) }
    }

    /// Asks whether where a search stands is a forced win of either seat within a depth.
    fn narrow<G: Game, E: Guide<G>>(&mut self, search: &mut AlphaBeta<G, E>, depth: i32, control: &mut Control) {
        // Only the two ends can be proved by an estimate that never reaches them, so only these are asked for.
        if self.high == 1 {
            let found = search.value(depth, E::MOST - 1, E::MOST, control);
            match found.value.signum() {
                _ if control.stopped() || !found.solid => {}
                sign if found.value >= E::MOST => self.low = sign,
                sign => self.high = sign,
            }
        }
        if self.low == -1 && self.high > -1 {
            let found = search.value(depth, -E::MOST, 1 - E::MOST, control);
            match found.value.signum() {
                _ if control.stopped() || !found.solid => {}
                sign if found.value <= -E::MOST => self.high = sign,
                sign => self.low = sign,
            }
        }
    }
}

/// The value of a choice, and what is sure of every move: one ply deeper each round until the value is proved.
fn rounds<G: Game, E: Guide<G>>(
    game: &G,
    moves: &[G::Move],
    search: &mut AlphaBeta<G, E>,
    control: &mut Control,
    progress: &mut dyn FnMut(usize, usize),
) -> (Value, Vec<Bounds>) {
    let first = game.turn(search.state()) == 0;
    let mut bounds = vec![Bounds::OPEN; moves.len()];
    for depth in 0..TO_THE_END {
        for (m, bounds) in moves.iter().zip(&mut bounds).filter(|(_, bounds)| bounds.low < bounds.high) {
            search.play(*m);
            bounds.narrow(search, depth, control);
            search.undo();
        }
        let value = best_of(bounds.iter().map(|bounds| bounds.value()), first);
        progress(bounds.iter().filter(|bounds| bounds.low == bounds.high).count(), moves.len());
        if value.proved().is_some() || control.stopped() {
            return (value, bounds);
        }
    }
    (best_of(bounds.iter().map(|bounds| bounds.value()), first), bounds)
}

/// The shortest way to a value that is proved: the move proved first, or the one proved last where all are lost.
fn shortest<G: Game, E: Guide<G>>(
    game: &G,
    path: &Path<G::State>,
    search: &mut AlphaBeta<G, E>,
    control: &mut Control,
) -> Vec<G::Move> {
    let mut path = path.clone();
    let mut line = Vec::new();
    loop {
        let mut moves = Moves::new();
        if path.draw().is_none() {
            game.moves(path.state(), &mut moves);
        }
        if moves.is_empty() {
            return line;
        }
        let Some(m) = next(game, &moves, search, control) else { return line };
        search.play(m);
        path.play(game, m);
        line.push(m);
    }
}

/// The next move of the shortest way, if it is found in time.
fn next<G: Game, E: Guide<G>>(
    game: &G,
    moves: &[G::Move],
    search: &mut AlphaBeta<G, E>,
    control: &mut Control,
) -> Option<G::Move> {
    let first = game.turn(search.state()) == 0;
    let mut bounds = vec![Bounds::OPEN; moves.len()];
    let mut last = None;
    for depth in 0..TO_THE_END {
        for (m, bounds) in moves.iter().zip(&mut bounds).filter(|(_, bounds)| bounds.low < bounds.high) {
            search.play(*m);
            bounds.narrow(search, depth, control);
            search.undo();
            if bounds.low == bounds.high {
                last = Some(*m);
            }
        }
        if control.stopped() {
            return None;
        }
        let value = best_of(bounds.iter().map(|bounds| bounds.value()), first);
        if let Some(value) = value.proved() {
            let lost = value == if first { -1 } else { 1 };
            let keeps = |bounds: &Bounds| bounds.value() == Value::Proved(value);
            return if lost { last } else { bounds.iter().position(keeps).map(|at| moves[at]) };
        }
    }
    None
}
