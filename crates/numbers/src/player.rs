//! Named players at a table by numbers: they choose actions, and see only what the seat to move sees.

use std::any::Any;
use std::time::Duration;

use agon_rules::{Rng, Seat, Show};
use agon_search::{Player, search_of};

use crate::error::Error;
use crate::table::{Numbered, NumberedTable};

/// Says whether to stop, given the time limit of the player.
pub type Stop<'a> = dyn Fn(Option<Duration>) -> bool + Sync + 'a;

/// A player by name for one variant of a game, whose type is not known. It keeps from move to move what it has found out.
pub trait NumberedPlayer: Send {
    /// The action that it chooses for the seat to move; none when the game is over.
    ///
    /// `seed` is that of the game: each seat has chance of its own from it, as in a [batch](crate::Batch).
    fn choose(&mut self, table: &dyn NumberedTable, seed: u64, stop: &Stop) -> Result<Option<u32>, Error>;
}

/// The random numbers of the player at a seat, as in the lab.
pub(crate) fn bot_seed(seed: u64, seat: Seat) -> u64 {
    const PLAYERS: u64 = 1 << 32;
    Rng::derive(seed, PLAYERS + seat as u64)
}

/// A player of a known game.
pub(crate) struct Named<G: Show> {
    game: G,
    player: Player<G>,
}

impl<G: Show> Named<G> {
    pub(crate) fn new(name: &str, game: G) -> Result<Self, Error> {
        Ok(Named { player: Player::of(name, &game, search_of()?)?, game })
    }
}

impl<G: Show> NumberedPlayer for Named<G> {
    fn choose(&mut self, table: &dyn NumberedTable, seed: u64, stop: &Stop) -> Result<Option<u32>, Error> {
        let table: &dyn Any = table;
        let same = table.downcast_ref::<Numbered<G>>().filter(|table| table.game().values() == self.game.values());
        let table = same.ok_or_else(|| Error::Another(self.player.name().to_owned()))?;
        let Some(seat) = table.turn() else { return Ok(None) };
        let time = self.player.time();
        let stop = || stop(time);
        let pick = self.player.choose(&self.game, table.path(), bot_seed(seed, seat), table.ply() as u64, &stop)?;
        Ok(pick.and_then(|pick| table.number_of(pick.m)))
    }
}
