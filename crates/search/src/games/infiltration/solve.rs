//! Infiltration is solved by mate search: play can go in circles.

use agon_rules::Path;
use agon_rules::games::infiltration::{Infiltration, Move, State};

use super::Infiltrator;
use crate::solve::solve_by_mate_search;
use crate::{Request, Solution, Solve};

impl Solve<Infiltration> for Infiltrator {
    fn solve(&self, game: &Infiltration, path: &Path<State>, request: Request) -> Solution<Move> {
        solve_by_mate_search(game, self, path, request)
    }
}
