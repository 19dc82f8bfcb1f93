//! The moves so far by number, as a seat knows them: what it needs to remember besides what it sees.

use agon_rules::{Seat, Show, Viewer};

use super::Tree;
use crate::error::{self, Error};

impl<G: Show> Tree<G> {
    /// For every ply since the way back ends: its action, or nothing where the seat does not know it.
    pub(super) fn known_actions(&self, seat: Seat) -> Result<Vec<Option<u32>>, Error> {
        let (game, actions) = (self.codec.game(), self.codec.actions());
        error::seat(seat, game.seats())?;
        let Some(path) = &self.path else { return Ok(Vec::new()) };
        let plies = self.plies() - self.fixed.plies;
        let made = &self.history[self.history.len() - plies..];
        let known = |(ply, action): (usize, &u32)| {
            let (mut after, m) = (*path.at(ply + 1)?.0, *actions.moves().get(*action as usize)?);
            game.hide(&mut after, Viewer::Seat(seat));
            actions.number(&game.hide_move(&after, m))
        };
        Ok(made.iter().enumerate().map(known).collect())
    }
}
