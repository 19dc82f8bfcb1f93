//! Exact values: `Solve` says how a game is solved, and the solvers that games share are below it.

mod keep;
mod mate;
mod mtdf;
mod retrograde;
pub mod rows;
mod solution;
mod strong_solution;
mod tablebase;

use agon_rules::{Game, Path};

pub use keep::{Keep, KeepByAlphaBeta, KeepByMateSearch, Kept, Promise};
pub use mate::solve_by_mate_search;
pub use mtdf::solve_by_mtdf;
pub use retrograde::{BEYOND, Fate, LONGEST, Positions, Stage, retrograde};
pub use solution::{GameValue, Request, Solution, Want};
pub use strong_solution::{StrongSolution, count_positions, strong_solution};
pub use tablebase::{Endgame, QUICK, ReadOff, SOON, Summary, Tablebase, give, given, look_up};

use crate::evaluate::{Blind, Evaluate, Wins};

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
