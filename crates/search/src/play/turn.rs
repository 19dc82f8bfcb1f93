//! One decision of a computer player: what it sees, what it picks, and what it thinks the move is worth.

use agon_rules::{Game, Moves, Path, Rng, Seat, Viewer};

use crate::control::Control;
use crate::solve::Memory;
use crate::transposition_table::SpareTable;

/// What a computer player decides by: the view of its seat and its seed, nothing else.
pub struct Turn<'a, G: Game> {
    /// the game
    pub game: &'a G,
    /// the path to this position, as its seat knows it
    pub path: &'a Path<G::State>,
    /// its legal moves, at least one
    pub moves: &'a Moves<G::Move>,
    /// the player's seed, the same for the whole game
    pub seed: u64,
    /// random numbers for this decision
    pub rng: Rng,
    /// the player's transposition table, for one search after another
    pub table: &'a mut SpareTable,
    /// what the player keeps from one decision to the next
    pub memory: &'a mut Memory,
    pub(crate) stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a, G: Game> Turn<'a, G> {
    /// The state as the seat to move sees it.
    pub fn state(&self) -> &'a G::State {
        self.path.state()
    }

    /// The seat to move.
    pub fn seat(&self) -> Seat {
        self.game.turn(self.state())
    }

    /// Whether something is hidden from the seat to move.
    pub fn hides(&self) -> bool {
        hides(self.game, self.state())
    }

    /// A random legal move, each equally likely.
    pub fn random(&mut self) -> G::Move {
        self.moves[self.rng.below(self.moves.len())]
    }

    /// Stops after `nodes` nodes, or when the time is up.
    pub fn control(&self, nodes: u64) -> Control<'a> {
        Control::new(nodes, self.stop)
    }
}

/// Whether something is hidden from the seat to move.
pub(crate) fn hides<G: Game>(game: &G, state: &G::State) -> bool {
    game.hides(state, Viewer::Seat(game.turn(state)))
}

/// The move of a computer player.
#[derive(Clone, Debug, PartialEq)]
pub struct Pick<M> {
    /// the move
    pub m: M,
    /// what the player thinks it is worth
    pub worth: Worth,
    /// nodes visited
    pub nodes: u64,
}

impl<M> Pick<M> {
    /// A move chosen without search.
    pub fn plain(m: M) -> Self {
        Pick { m, worth: Worth::Unknown, nodes: 0 }
    }
}

/// What a move is worth, and how certain that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// The player did not evaluate it.
    Unknown,
    /// Proved: the final score of seat 0 less that of seat 1.
    Proved(i32),
    /// An estimate in points, seen from seat 0.
    Points(f64),
    /// An estimate of the share of the game that the mover wins.
    Share(f64),
}

impl Worth {
    /// A number for sorting: the higher, the better for the seat to move.
    pub(crate) fn for_seat(self, seat: Seat) -> f64 {
        let points = match self {
            Worth::Unknown => return f64::NEG_INFINITY,
            Worth::Share(share) => return share,
            Worth::Proved(points) => points.into(),
            Worth::Points(points) => points,
        };
        if seat == 0 { points } else { -points }
    }
}
