//! Gambit's guide: the points as they stand, since most islands last.

use agon_rules::Game;
use agon_rules::games::gambit::{Gambit, State};

use crate::{Guide, Policy, players};

/// Gambit's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Islands;

impl Guide<Gambit> for Islands {
    fn eval(&self, game: &Gambit, s: &State) -> i32 {
        (game.score(s, 0) - game.score(s, 1)) * <Self as Guide<Gambit>>::UNIT / 2
    }

    fn solvable(&self, _game: &Gambit) -> bool {
        true
    }

    fn players(&self, _game: &Gambit) -> Vec<Policy<Gambit>> {
        players::gambit::players()
    }
}
