//! What is proved of a position: the value of every move, or which moves force a win within some plies.

use agon_rules::{Game, Moves, Path, Seat, Show};

use super::check::Kind;
use super::mate::Mate;
use crate::control::Control;
use crate::play::Guide;
use crate::solve::{Request, Want};

/// Nodes to prove one position to its end. Puzzles are near the end, where few are enough.
const EXACT: u64 = 60_000;
/// Nodes to find a forced win.
pub(super) const MATE: u64 = 200_000;
/// Nodes to prove that no other move forces one. Few positions come so far, and most of those are puzzles.
const REFUTE: u64 = 3_000_000;
/// Bytes of the transposition table of a proof.
const TABLE: usize = 1 << 22;
/// Plies of the longest forced win: four turns of the winner.
pub(super) const LONGEST: usize = 7;

/// What is proved of a position.
#[derive(Clone, Debug)]
pub(super) struct Proof<M> {
    /// its value, seen from seat 0
    pub value: i32,
    /// the moves that keep the value, or that win soonest where wins are searched for
    pub best: Vec<M>,
    /// plies to the forced win, where wins are searched for
    pub plies: usize,
}

/// Proves positions and counts the nodes.
pub(super) struct Prover<'a, G: Game, E> {
    pub game: &'a G,
    pub nodes: u64,
    pub kind: Kind,
    guide: &'a E,
    stop: &'a (dyn Fn() -> bool + Sync),
    mate: Mate<'a, G>,
}

impl<'a, G: Show, E: Guide<G>> Prover<'a, G, E> {
    pub fn new((game, guide): (&'a G, &'a E), kind: Kind, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Prover { game, nodes: 0, kind, guide, stop, mate: Mate::new(game) }
    }

    /// What is proved of a position that is not over; none when it takes too long, or when no win is forced where one is
    /// searched for.
    pub fn prove(&mut self, path: &Path<G::State>) -> Option<Proof<G::Move>> {
        match self.kind {
            Kind::Exact => self.exact(path),
            Kind::Forced => self.forced(path, LONGEST, MATE),
        }
    }

    /// The other seat's best answers, the most stubborn first.
    pub fn answers(&mut self, path: &Path<G::State>, solver: Seat) -> Vec<G::Move> {
        if self.kind == Kind::Exact {
            return self.exact(path).map_or_else(Vec::new, |proof| proof.best);
        }
        let mut control = Control::new(REFUTE, self.stop);
        let mut longest: Vec<(usize, G::Move)> = Vec::new();
        for &m in moves(self.game, path).iter() {
            let after = after(self.game, path.state(), m);
            // What cannot be followed any more resists longest of all, and then there is no line to show.
            let plies = self.mate.distance(&after, solver, LONGEST, &mut control).unwrap_or(usize::MAX);
            longest.push((plies, m));
        }
        self.nodes += control.nodes;
        let most =
            longest.iter().map(|(plies, _)| *plies).max().filter(|most| *most < usize::MAX && !control.stopped());
        longest.into_iter().filter(|(plies, _)| Some(*plies) == most).map(|(_, m)| m).collect()
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

    /// The soonest forced win of the seat that moves, within so many plies.
    pub fn forced(&mut self, path: &Path<G::State>, deepest: usize, nodes: u64) -> Option<Proof<G::Move>> {
        let moves = moves(self.game, path);
        let seat = self.game.turn(path.state());
        let mut control = Control::new(nodes, self.stop);
        let found = (1..=deepest).find_map(|plies| {
            let wins = |m: &G::Move| {
                let after = after(self.game, path.state(), *m);
                self.mate.forces(&after, seat, plies - 1, &mut control)
            };
            let best: Vec<G::Move> = moves.iter().copied().filter(wins).collect();
            let value = if seat == 0 { 1 } else { -1 };
            (!best.is_empty() || control.stopped()).then_some(Proof { value, best, plies })
        });
        self.nodes += control.nodes;
        found.filter(|_| !control.stopped())
    }

    /// The one best move of a proved position, if it is proved to be better than all others.
    pub fn only(&mut self, path: &Path<G::State>, proof: &Proof<G::Move>) -> Option<G::Move> {
        let &[only] = proof.best.as_slice() else { return None };
        if self.kind == Kind::Exact {
            return Some(only);
        }
        let seat = self.game.turn(path.state());
        let mut control = Control::new(REFUTE, self.stop);
        let others = moves(self.game, path);
        let another = others.iter().filter(|m| **m != only).any(|&m| {
            let after = after(self.game, path.state(), m);
            self.mate.forces(&after, seat, proof.plies - 1 + G::LEAD, &mut control)
        });
        self.nodes += control.nodes;
        (!another && !control.stopped()).then_some(only)
    }
}

fn after<G: Game>(game: &G, state: &G::State, m: G::Move) -> G::State {
    let mut after = *state;
    game.play(&mut after, m);
    after
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
