//! Another node that a seat cannot tell from this one: what tree searches over information sets ask for.

use agon_rules::{Path, Rng, Seat, Show, Viewer};

use super::{Fixed, Tree};
use crate::error::{self, Error};

impl<G: Show> Tree<G> {
    /// The same node with everything drawn anew that this seat does not see.
    pub(super) fn resampled(&self, seat: Seat, seed: u64) -> Result<Self, Error> {
        error::seat(seat, self.codec.game().seats())?;
        let mut node = self.clone();
        let Some(path) = &self.path else { return Ok(node) };
        let mut world = *path.state();
        if !self.codec.game().hides(&world, Viewer::Seat(seat)) {
            return Ok(node);
        }
        self.codec.game().determinize(&mut world, Viewer::Seat(seat), &mut Rng::new(seed));
        // Which positions stood before in that world is not known; where positions can come back, nothing is hidden yet.
        node.path = Some(Path::new(world, path.quiet()));
        node.fixed = Fixed { steps: self.history.len(), plies: self.plies() };
        for other in 0..self.seen.len() {
            if other == seat {
                node.seen[seat].1.clear();
            } else {
                node.begin(other);
            }
        }
        node.relist()?;
        Ok(node)
    }
}
