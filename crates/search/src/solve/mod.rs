//! Exact values: `Solve` says how a game is solved, and the solvers that games share are below it.

mod equilibrium;
mod keep;
mod mate;
mod mtdf;
mod retrograde;
pub mod rows;
mod solution;
mod strong_solution;
mod tablebase;

use std::any::Any;

use agon_rules::{Game, Path, Text, Viewer, text};

pub use equilibrium::{
    Equilibrium, EquilibriumRequest, Fraction, GameSize, MixedMove, MixedValue, Strategies, equilibrium_by_cfr,
    trivial_bounds,
};
pub(crate) use equilibrium::{Shape, bounds_by_cfr};
pub use keep::{Keep, KeepByAlphaBeta, KeepByMateSearch, Kept, Promise};
pub use mate::solve_by_mate_search;
pub use mtdf::solve_by_mtdf;
pub use retrograde::{BEYOND, Fate, LONGEST, Positions, Stage, retrograde};
pub use solution::{GameValue, Request, Solution, Want};
pub use strong_solution::{StrongSolution, count_positions, strong_solution};
pub use tablebase::{Endgame, QUICK, ReadOff, SOON, Summary, Tablebase, give, given, look_up};

use crate::evaluate::{Blind, Evaluate, Wins};

/// What a player keeps from one decision to the next: whatever its guide has put there.
pub type Memory = Option<Box<dyn Any + Send>>;

/// A value, and how likely each move is.
pub type Mix<M> = (MixedValue, Vec<(M, f64)>);

/// How a game is solved. The default is MTD(f) on top of alpha-beta.
pub trait Solve<G: Game>: Evaluate<G> {
    /// Solves a position.
    fn solve(&self, game: &G, path: &Path<G::State>, request: Request) -> Solution<G::Move> {
        solve_by_mtdf(game, self, path, request)
    }

    /// The endgame of a position, if its positions are numbered: a [`Tablebase`] of at most `most` positions.
    fn endgame(&self, _game: &G, _s: &G::State, _most: u64) -> Endgame<G> {
        Endgame::None
    }

    /// What finds out how a value is held, position by position, with a table of at most `bytes` bytes: certificates are
    /// written from it.
    fn keeper<'a>(&'a self, game: &'a G, bytes: usize) -> Box<dyn Keep<G> + 'a> {
        if G::LOOPS {
            return Box::new(KeepByMateSearch::new(game, self, bytes));
        }
        Box::new(KeepByAlphaBeta::new(game, self, bytes))
    }

    /// Whether both seats see everything in a state or can work it out, and will to the end. Then its value with open cards
    /// is its value.
    fn is_known(&self, game: &G, s: &G::State) -> bool {
        !game.will_hide(s)
    }

    /// Solves a position in which something is hidden, or will be: its value, and a mixed strategy that keeps it. Only for
    /// two seats, and where positions cannot repeat. `state` may be blanked for the seat to move.
    fn equilibrium(&self, game: &G, state: &G::State, request: EquilibriumRequest) -> Equilibrium<G::Move> {
        equilibrium_by_cfr(game, self, state, &|state| self.is_known(game, state), request)
    }

    /// What to play at the end of a path so that the game is played by one equilibrium from an earlier position of the path
    /// on, and is nowhere more exploitable than it: the value there, and how likely each move is. The path is as the seat to
    /// move sees it, and `memory` is the player's. None where no strategies are found.
    fn by_one_equilibrium(
        &self,
        _game: &G,
        _path: &Path<G::State>,
        _request: EquilibriumRequest,
        _memory: &mut Memory,
    ) -> Option<Mix<G::Move>> {
        None
    }

    /// Why that cannot be, if it is known at once.
    fn no_equilibrium(&self, game: &G, path: &Path<G::State>) -> Option<Text> {
        Some(if game.hides(path.state(), Viewer::Seat(game.turn(path.state()))) {
            text!("something is hidden; try `expert`, `minimax:3` or `mcts`")
        } else {
            text!("something will be hidden, and no play is exact then; try `expert`, `minimax:3` or `mcts`")
        })
    }

    /// Whether perfect play from the start takes up to a minute at first, or hundreds of megabytes: too much for a server
    /// or a page.
    fn slow(&self, _game: &G) -> bool {
        false
    }

    /// Whether the start of the game is solved within seconds, so that perfect play can be offered.
    fn solvable(&self, _game: &G) -> bool {
        false
    }

    /// Whether the start of the game is known to be too large for that. Then perfect play is refused there at once, and
    /// elsewhere unless a proof is found in a moment.
    fn too_large(&self, _game: &G) -> bool {
        false
    }
}

impl<G: Game> Solve<G> for Blind {}
impl<G: Game> Solve<G> for Wins {}
