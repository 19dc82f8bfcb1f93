//! Primi Composti's version 1 for two is solved as a duel, everything else by the usual solver.

use agon_rules::Path;
use agon_rules::games::primi_composti::{Move, PrimiComposti, State};

use super::Cards;
use super::duel::{Duel, Search, solve_duel};
use crate::solve::solve_by_mtdf;
use crate::{Evaluate, Request, Solution, Solve};

impl Solve<PrimiComposti> for Cards {
    fn solve(&self, game: &PrimiComposti, path: &Path<State>, request: Request) -> Solution<Move> {
        if game.version == 2 {
            return solve_by_mtdf(game, self, path, request);
        }
        let (duel, start) = Duel::of(game, path.state());
        let lead = self.banked(game, path.state());
        let solution = solve_duel(&mut Search::new(&duel, request), &start, lead);
        solution.map(|card| Move { card: duel.cards[usize::from(card)], steals: [0; 2] })
    }

    fn solvable(&self, game: &PrimiComposti) -> bool {
        game.players == 2 && game.cards <= 6
    }

    fn too_large(&self, game: &PrimiComposti) -> bool {
        !self.solvable(game)
    }
}
