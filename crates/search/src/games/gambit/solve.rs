//! Gambit is solved by the usual solver.

use agon_rules::games::gambit::Gambit;

use super::Islands;
use crate::Solve;

impl Solve<Gambit> for Islands {
    fn solvable(&self, _game: &Gambit) -> bool {
        true
    }
}
