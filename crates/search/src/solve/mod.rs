//! Exact values: `Solve` says how a game is solved, and the solvers that games share are below it.

mod mate;
mod mtdf;
pub mod rows;
mod solution;
mod strong_solution;

use agon_rules::{Game, Path};

pub use mate::solve_by_mate_search;
pub use mtdf::solve_by_mtdf;
pub use solution::{GameValue, Request, Solution, Want};
pub use strong_solution::{StrongSolution, strong_solution};

use crate::evaluate::{Blind, Evaluate, Wins};

/// How a game is solved. The default is MTD(f) on top of alpha-beta.
pub trait Solve<G: Game>: Evaluate<G> {
    /// Solves a position.
    fn solve(&self, game: &G, path: &Path<G::State>, request: Request) -> Solution<G::Move> {
        solve_by_mtdf(game, self, path, request)
    }

    /// Whether the start of the game is solved within seconds, so that perfect play can be offered.
    fn solvable(&self, _game: &G) -> bool {
        false
    }
}

impl<G: Game> Solve<G> for Blind {}
impl<G: Game> Solve<G> for Wins {}
