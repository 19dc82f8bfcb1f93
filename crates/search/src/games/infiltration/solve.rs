//! Infiltration is solved by mate search, since play can go in circles, and by a tablebase where that is small.

use agon_rules::Path;
use agon_rules::games::infiltration::{Infiltration, Move, State};

use super::Infiltrator;
use super::tablebase::endgame;
use crate::solve::{Endgame, KeepByMateSearch, QUICK, look_up, solve_by_mate_search};
use crate::{Keep, Request, Solution, Solve};

impl Solve<Infiltration> for Infiltrator {
    fn solve(&self, game: &Infiltration, path: &Path<State>, request: Request) -> Solution<Move> {
        match look_up(game, self, path, QUICK, request.control) {
            Some(found) => found.solution,
            None => solve_by_mate_search(game, self, path, request),
        }
    }

    fn endgame(&self, game: &Infiltration, s: &State, most: u64) -> Endgame<Infiltration> {
        endgame(game, s, most)
    }

    fn too_large(&self, _game: &Infiltration) -> bool {
        true
    }

    fn keeper<'a>(&'a self, game: &'a Infiltration, bytes: usize) -> Box<dyn Keep<Infiltration> + 'a> {
        Box::new(KeepByMateSearch::new(game, self, bytes))
    }
}
