//! What is proved of a position: the value of every move, or which moves force a win within some plies.

use agon_rules::{Game, Moves, Path};

use crate::alphabeta::{AlphaBeta, Window};
use crate::control::Control;
use crate::play::Guide;
use crate::solve::{Request, Want};
use crate::transposition_table::TranspositionTable;

/// Nodes to prove one position where no position can repeat. Puzzles are near the end, where few are enough.
const EXACT: u64 = 60_000;
/// Nodes to find a forced win. A node costs several times as much there.
const MATE: u64 = 12_000;
/// Nodes to prove that no other move forces one. Few positions come so far, and most of those are puzzles.
const REFUTE: u64 = 600_000;
/// Bytes of the transposition table of a proof.
const TABLE: usize = 1 << 22;
/// Plies of the longest forced win: four turns of the winner.
const LONGEST: i32 = 7;
/// No other move may force a win within this many plies more.
pub(super) const MARGIN: i32 = 2;

/// What is proved of a position.
#[derive(Clone, Debug)]
pub(super) struct Proof<M> {
    /// its value, seen from seat 0
    pub value: i32,
    /// the moves that keep the value, or that win soonest where play can go in circles
    pub best: Vec<M>,
    /// plies to the forced win, where play can go in circles
    pub plies: i32,
}

/// Proves positions and counts the nodes.
pub(super) struct Prover<'a, G, E> {
    pub game: &'a G,
    pub guide: &'a E,
    pub stop: &'a (dyn Fn() -> bool + Sync),
    pub nodes: u64,
}

impl<G: Game, E: Guide<G>> Prover<'_, G, E> {
    /// What is proved of a position that is not over; none when it takes too long, or where play can go in circles when
    /// no win is forced.
    pub fn prove(&mut self, path: &Path<G::State>) -> Option<Proof<G::Move>> {
        if G::LOOPS { self.mate(path) } else { self.exact(path) }
    }

    /// The other seat's best answers, the most stubborn first.
    pub fn answers(&mut self, path: &Path<G::State>) -> Vec<G::Move> {
        if !G::LOOPS {
            return self.exact(path).map_or_else(Vec::new, |proof| proof.best);
        }
        let moves = moves(self.game, path);
        let mut longest: Vec<(i32, G::Move)> = Vec::new();
        for &m in moves.iter() {
            let mut after = path.clone();
            after.play(self.game, m);
            // What cannot be followed any more resists longest of all, and then there is no line to show.
            let plies =
                if over(self.game, &after) { 0 } else { self.mate(&after).map_or(i32::MAX, |proof| proof.plies) };
            longest.push((plies, m));
        }
        let most = longest.iter().map(|(plies, _)| *plies).max();
        longest.into_iter().filter(|(plies, _)| Some(*plies) == most && *plies < i32::MAX).map(|(_, m)| m).collect()
    }

    fn exact(&mut self, path: &Path<G::State>) -> Option<Proof<G::Move>> {
        let mut control = Control::new(EXACT, self.stop);
        let solution = self.guide.solve(self.game, path, Request::new(Want::EveryMove, TABLE, &mut control));
        self.nodes += control.nodes;
        let values: Option<Vec<(G::Move, i32)>> =
            solution.moves.into_iter().map(|(m, value)| Some((m, value.proved()?))).collect();
        let (values, first) = (values?, self.game.turn(path.state()) == 0);
        let all = values.iter().map(|(_, value)| *value);
        let value = if first { all.max() } else { all.min() }?;
        let best: Vec<G::Move> = values.iter().filter(|(_, other)| *other == value).map(|(m, _)| *m).collect();
        Some(Proof { value, best, plies: 0 })
    }

    /// The soonest forced win.
    fn mate(&mut self, path: &Path<G::State>) -> Option<Proof<G::Move>> {
        let moves = moves(self.game, path);
        let value = if self.game.turn(path.state()) == 0 { 1 } else { -1 };
        let mut table = TranspositionTable::new(TABLE);
        let mut force = Force::new(self, path, &mut table, MATE);
        let found = (1..=LONGEST).find_map(|plies| {
            let best: Vec<G::Move> = moves.iter().copied().filter(|&m| force.wins(m, plies)).collect();
            (!best.is_empty() || force.control.stopped()).then_some(Proof { value, best, plies })
        });
        let (nodes, stopped) = (force.control.nodes, force.control.stopped());
        self.nodes += nodes;
        found.filter(|_| !stopped)
    }

    /// The one best move of a proved position, if it is proved to be better than all others.
    pub fn only(&mut self, path: &Path<G::State>, proof: &Proof<G::Move>) -> Option<G::Move> {
        let &[only] = proof.best.as_slice() else { return None };
        if !G::LOOPS {
            return Some(only);
        }
        let mut table = TranspositionTable::new(TABLE);
        let mut force = Force::new(self, path, &mut table, REFUTE);
        let moves = moves(self.game, path);
        let another = moves.iter().any(|&m| m != only && force.wins(m, proof.plies + MARGIN));
        let (nodes, stopped) = (force.control.nodes, force.control.stopped());
        self.nodes += nodes;
        (!another && !stopped).then_some(only)
    }
}

/// Finds out which moves force a win within a number of plies.
struct Force<'a, 's, G: Game, E> {
    search: AlphaBeta<'a, G, E>,
    control: Control<'s>,
    sign: i32,
}

impl<'a, 's, G: Game, E: Guide<G>> Force<'a, 's, G, E> {
    fn new(prover: &Prover<'a, G, E>, path: &Path<G::State>, table: &'a mut TranspositionTable, nodes: u64) -> Self
    where
        'a: 's,
    {
        let sign = if prover.game.turn(path.state()) == 0 { 1 } else { -1 };
        // Strict: what is proved to a depth is won within that depth.
        let search = AlphaBeta::new(prover.game, prover.guide, path, table).strict();
        Force { search, control: Control::new(nodes, prover.stop), sign }
    }

    /// Whether a move forces a win within some plies, itself counted. Meaningless once it was stopped.
    fn wins(&mut self, m: G::Move, plies: i32) -> bool {
        let test = if self.sign > 0 { E::MOST } else { 1 - E::MOST };
        self.search.play(m);
        let found = self.search.search(plies - 1, Window::at_least(test), &mut self.control);
        self.search.undo();
        found.exact && self.sign * found.value >= E::MOST
    }
}

/// The legal moves; none when the game is over.
pub(super) fn moves<G: Game>(game: &G, path: &Path<G::State>) -> Moves<G::Move> {
    let mut moves = Moves::new();
    if path.draw().is_none() {
        game.moves(path.state(), &mut moves);
    }
    moves
}

pub(super) fn over<G: Game>(game: &G, path: &Path<G::State>) -> bool {
    path.draw().is_some() || game.over(path.state(), &mut Moves::new())
}
