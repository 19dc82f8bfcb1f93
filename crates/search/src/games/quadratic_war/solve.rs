//! Quadratic War is solved by mate search: play can go in circles.

use agon_rules::Path;
use agon_rules::games::quadratic_war::{Move, QuadraticWar, State};

use super::General;
use crate::solve::{KeepByMateSearch, solve_by_mate_search};
use crate::{Keep, Request, Solution, Solve};

impl Solve<QuadraticWar> for General {
    fn solve(&self, game: &QuadraticWar, path: &Path<State>, request: Request) -> Solution<Move> {
        solve_by_mate_search(game, self, path, request)
    }

    fn too_large(&self, _game: &QuadraticWar) -> bool {
        true
    }

    fn keeper<'a>(&'a self, game: &'a QuadraticWar, bytes: usize) -> Box<dyn Keep<QuadraticWar> + 'a> {
        Box::new(KeepByMateSearch::new(game, self, bytes))
    }
}
