//! Exact values: `Solve` says how a game is solved, and the solvers that games share are below it.

mod equilibrium;
mod keep;
mod mate;
mod mtdf;
pub mod rows;
mod solution;
mod strong_solution;

use agon_rules::{Game, Path};

pub use equilibrium::{
    Equilibrium, EquilibriumRequest, Fraction, GameSize, MixedMove, MixedValue, equilibrium_by_cfr, trivial_bounds,
};
pub(crate) use equilibrium::{Shape, bounds_by_cfr};
pub use keep::{Keep, KeepByAlphaBeta, KeepByMateSearch, Kept, Promise};
pub use mate::solve_by_mate_search;
pub use mtdf::solve_by_mtdf;
pub use solution::{GameValue, Request, Solution, Want};
pub use strong_solution::{StrongSolution, count_positions, strong_solution};

use crate::evaluate::{Blind, Evaluate, Wins};

/// How a game is solved. The default is MTD(f) on top of alpha-beta.
pub trait Solve<G: Game>: Evaluate<G> {
    /// Solves a position.
    fn solve(&self, game: &G, path: &Path<G::State>, request: Request) -> Solution<G::Move> {
        solve_by_mtdf(game, self, path, request)
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

    /// Whether what each seat knows of the hidden things, and how likely it must think each of them, does not depend on how
    /// the game was played. Then an equilibrium of the position is one of the game, and can be played move by move.
    fn is_even(&self, game: &G, s: &G::State) -> bool {
        self.is_known(game, s)
    }

    /// Solves a position in which something is hidden, or will be: its value, and a mixed strategy that keeps it. Only for
    /// two seats, and where positions cannot repeat. `state` may be blanked for the seat to move.
    fn equilibrium(&self, game: &G, state: &G::State, request: EquilibriumRequest) -> Equilibrium<G::Move> {
        equilibrium_by_cfr(game, self, state, &|state| self.is_known(game, state), request)
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
