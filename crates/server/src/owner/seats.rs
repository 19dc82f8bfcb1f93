//! How seats are given away: to those who ask for one, and to those whom the lobby puts together.

use agon_rules::{Seat, text};
use agon_wire::{Code, Refusal, Ticket};

use super::{Ask, Owner, TRIES};
use crate::hub::storage;
use crate::member::Visitor;
use crate::secret;
use crate::store::StoreError;

impl Owner {
    /// Gives an open seat away. A token that already opens a seat gets that seat again: the answer may have been lost.
    pub(super) async fn join(&mut self, name: &str, visitor: Visitor, player: Option<&str>) -> Result<Ticket, Refusal> {
        self.serve(None, &visitor);
        let chosen = visitor.token;
        if let Ok(seat @ Some(_)) = self.who(chosen.as_deref()) {
            return Ok(Ticket { room: self.room.code().to_owned(), seat, token: chosen });
        }
        let token = chosen.unwrap_or_else(secret::token);
        let seat = self.sit(name, &secret::fingerprint(&token), player).await?;
        Ok(Ticket { room: self.room.code().to_owned(), seat: Some(seat), token: Some(token) })
    }

    /// Gives an open seat to the holder of the token with this fingerprint, perhaps a player whose name a key keeps.
    pub(super) async fn sit(&mut self, name: &str, key: &str, player: Option<&str>) -> Result<Seat, Refusal> {
        if let Some(player) = player {
            self.meet(player).await;
        }
        for _ in 0..TRIES {
            let (joined, seat) = self.room.join_as(name, key, player)?;
            match self.store(joined, None).await {
                Ok(()) => return Ok(seat),
                Err(StoreError::Late(_)) => self.catch_up().await.map_err(|error| storage(&error))?,
                Err(error) => return Err(storage(&error)),
            }
        }
        Err(Refusal::new(Code::Full, text!("somebody else was faster; try again")))
    }

    /// Tells the lobby whether the room is open to everybody: it is as long as a player of it is connected here.
    pub(super) fn announce(&mut self) {
        let now = self.hub.now();
        let here = |_: &_| !self.presence.members(now).seats.is_empty();
        let game = self.room.open_game().filter(here).map(|(game, quick)| (self.named(game), quick));
        self.notice.say(game, self.client.from, now);
    }

    /// Sends the only player of this room to another one. Nobody can come in meanwhile, as this task does one thing at a
    /// time; who does at another process finds the player gone, as after any lost connection.
    pub(super) async fn go_to(&mut self, room: String) {
        let Some(lone) = self.room.lone_player() else { return };
        let ask = |answer| Ask::Seat { lone: lone.clone(), answer };
        // The seat may be taken by now. Then the player goes on waiting here.
        if self.hub.ask(&room, ask).await.is_ok()
            && let Err(error) = self.store(self.room.moved_to(room), None).await
        {
            tracing::warn!(room = self.room.code(), %error, "cannot send a player to another room");
        }
    }
}
