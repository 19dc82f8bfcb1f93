//! Primi Composti's guide: what is scored is banked, and the card that scores most at once is tried first.
//!
//! In version 1 only hands and tops matter for what is still to come (ruling R13).

use agon_rules::Path;
use agon_rules::games::primi_composti::{Move, PrimiComposti, State};

use super::duel::Duel;
use super::duel_search::Search;
use super::duel_solve::solve_duel;
use crate::{Control, Guide, Memory, Policy, Solution, fingerprint, players, solve};

/// Primi Composti's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cards;

impl Guide<PrimiComposti> for Cards {
    const UNIT: i32 = 1;

    fn eval(&self, _game: &PrimiComposti, _s: &State) -> i32 {
        0
    }

    fn banked(&self, _game: &PrimiComposti, s: &State) -> i32 {
        s.points[0] - s.points[1]
    }

    fn key(&self, game: &PrimiComposti, s: &State) -> Option<u128> {
        if game.version == 2 {
            return Some(fingerprint(&(s.at, s.tops, s.turn)));
        }
        let hands = [0, 1].map(|seat| game.hand(s, seat).fold(0_u128, |hand, card| hand | 1 << card));
        Some(fingerprint(&(hands, s.tops[0], s.tops[1], s.turn)))
    }

    fn order(&self, game: &PrimiComposti, s: &State, m: Move) -> i32 {
        game.gain(s, m)
    }

    fn solve(
        &self,
        game: &PrimiComposti,
        path: &Path<State>,
        memory: &mut Memory,
        control: &mut Control,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Solution<Move> {
        if game.version == 2 {
            return solve(game, self, path, memory, control, progress);
        }
        let (duel, start) = Duel::of(game, path.state());
        let lead = self.banked(game, path.state());
        let mut search = Search::new(&duel, memory.bytes(), control);
        let solution = solve_duel(&mut search, &start, lead, progress);
        solution.map(|card| Move { card: duel.cards[usize::from(card)], steals: [0; 2] })
    }

    fn solvable(&self, game: &PrimiComposti) -> bool {
        game.players == 2 && game.cards <= 6
    }

    fn players(&self, game: &PrimiComposti) -> Vec<Policy<PrimiComposti>> {
        players::primi_composti::players(game)
    }
}
