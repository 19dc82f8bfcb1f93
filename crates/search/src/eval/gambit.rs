//! Gambit's guide: the points as they stand, since most islands last.

use agon_rules::Game;
use agon_rules::games::gambit::{Gambit, State};

use crate::Guide;

/// Gambit's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Islands;

impl Guide<Gambit> for Islands {
    fn eval(&self, game: &Gambit, s: &State) -> i32 {
        (game.score(s, 0) - game.score(s, 1)) * <Self as Guide<Gambit>>::UNIT / 2
    }
}
