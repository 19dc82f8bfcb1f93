//! What is proved of a position: the value of every move, or which moves force a win within some plies.

use agon_rules::{Game, Moves, Path};

use crate::alphabeta::{AlphaBeta, Window};
use crate::control::Control;
use crate::play::Guide;
use crate::solve::{Request, Want};
use crate::transposition_table::TranspositionTable;

/// Nodes to prove one position where no position can repeat. Puzzles are near the end, where few are enough.
const EXACT: u64 = 150_000;
/// Nodes to prove one position by mate search. There a node costs several times as much.
const MATE: u64 = 60_000;
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
    /// the moves that keep the value
    pub best: Vec<M>,
    /// whether the one best move is strictly better than all others
    pub only: Option<M>,
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
            let plies = if over(self.game, &after) { 0 } else { self.mate(&after).map_or(i32::MAX, |proof| proof.plies) };
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
        let only = (best.len() == 1).then(|| best[0]);
        Some(Proof { value, best, only, plies: 0 })
    }

    fn mate(&mut self, path: &Path<G::State>) -> Option<Proof<G::Move>> {
        let moves = moves(self.game, path);
        let sign = if self.game.turn(path.state()) == 0 { 1 } else { -1 };
        let mut control = Control::new(MATE, self.stop);
        // Strict: what is proved to a depth is won within that depth.
        let mut table = TranspositionTable::new(TABLE);
        let mut search = AlphaBeta::new(self.game, self.guide, path, &mut table).strict();
        let mut forces = |m: G::Move, plies: i32, control: &mut Control| {
            search.play(m);
            let window = if sign > 0 { Window::at_least(E::MOST) } else { Window::at_least(1 - E::MOST) };
            let found = search.search(plies - 1, window, control);
            search.undo();
            found.exact && sign * found.value >= E::MOST
        };
        let mut proof = None;
        for plies in 1..=LONGEST {
            let best: Vec<G::Move> = moves.iter().copied().filter(|&m| forces(m, plies, &mut control)).collect();
            if control.stopped() {
                break;
            }
            if best.is_empty() {
                continue;
            }
            let lonely = best.len() == 1
                && moves.iter().filter(|m| **m != best[0]).all(|&m| !forces(m, plies + MARGIN, &mut control));
            let only = (lonely && !control.stopped()).then(|| best[0]);
            proof = Some(Proof { value: sign, best, only, plies });
            break;
        }
        self.nodes += control.nodes;
        proof
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
