//! Quadratic War is solved by mate search: play can go in circles.

use agon_rules::Path;
use agon_rules::games::quadratic_war::{Move, QuadraticWar, State};

use super::General;
use crate::solve::solve_by_mate_search;
use crate::{Request, Solution, Solve};

impl Solve<QuadraticWar> for General {
    fn solve(&self, game: &QuadraticWar, path: &Path<State>, request: Request) -> Solution<Move> {
        solve_by_mate_search(game, self, path, request)
    }
}
