//! Gambit's evaluation: half of the points as they stand, since most islands last.

use agon_rules::Game;
use agon_rules::games::gambit::{Gambit, State};

use super::Islands;
use crate::Evaluate;

impl Evaluate<Gambit> for Islands {
    fn eval(&self, game: &Gambit, s: &State) -> i32 {
        (game.score(s, 0) - game.score(s, 1)) * <Self as Evaluate<Gambit>>::UNIT / 2
    }
}
