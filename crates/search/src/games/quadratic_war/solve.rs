//! Quadratic War is solved by mate search, since play can go in circles, and by a tablebase where that is small.

use agon_rules::Path;
use agon_rules::games::quadratic_war::{Move, QuadraticWar, State};

use super::General;
use super::tablebase::endgame;
use crate::solve::{Endgame, KeepByMateSearch, QUICK, look_up, solve_by_mate_search};
use crate::{Keep, Request, Solution, Solve};

impl Solve<QuadraticWar> for General {
    fn solve(&self, game: &QuadraticWar, path: &Path<State>, request: Request) -> Solution<Move> {
        match look_up(game, self, path, QUICK, request.control) {
            Some(found) => found.solution,
            None => solve_by_mate_search(game, self, path, request),
        }
    }

    fn endgame(&self, game: &QuadraticWar, s: &State, most: u64) -> Endgame<QuadraticWar> {
        endgame(game, s, most)
    }

    fn too_large(&self, _game: &QuadraticWar) -> bool {
        true
    }

    fn keeper<'a>(&'a self, game: &'a QuadraticWar, bytes: usize) -> Box<dyn Keep<QuadraticWar> + 'a> {
        Box::new(KeepByMateSearch::new(game, self, bytes))
    }
}
