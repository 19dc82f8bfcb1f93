//! Infiltration is solved by mate search: play can go in circles.

use agon_rules::Path;
use agon_rules::games::infiltration::{Infiltration, Move, State};

use super::Infiltrator;
use crate::solve::{KeepByMateSearch, solve_by_mate_search};
use crate::{Keep, Request, Solution, Solve};

impl Solve<Infiltration> for Infiltrator {
    fn solve(&self, game: &Infiltration, path: &Path<State>, request: Request) -> Solution<Move> {
        solve_by_mate_search(game, self, path, request)
    }

    fn too_large(&self, _game: &Infiltration) -> bool {
        true
    }

    fn keeper<'a>(&'a self, game: &'a Infiltration, bytes: usize) -> Box<dyn Keep<Infiltration> + 'a> {
        Box::new(KeepByMateSearch::new(game, self, bytes))
    }
}
