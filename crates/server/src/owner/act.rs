//! What players do in a room: decided, stored, and only then done.

use std::net::IpAddr;

use agon_rules::{Seat, text};
use agon_wire::{Act, Code, Refusal};

use super::{Owner, TRIES};
use crate::event::Event;
use crate::hub::storage;
use crate::room::{Change, Decision};
use crate::secret;
use crate::store::StoreError;

impl Owner {
    /// Decides a request, stores what follows from it, and only then lets it happen.
    pub(super) async fn act(&mut self, seat: Option<Seat>, from: Option<IpAddr>, act: &Act) -> Result<(), Refusal> {
        if let (Some(seat), Act::Name(name)) = (seat, act)
            && self.rename(seat, from, name).await?
        {
            return Ok(());
        }
        for _ in 0..TRIES {
            let decided = match self.room.decide(seat, act, &self.outside()) {
                // This process may be behind: the player has seen at another one what is not known here yet. Or its clock
                // is wrong, and their time is not up.
                Err(refusal)
                    if matches!(refusal.code, Code::Stale | Code::State | Code::Turn) && !self.hub.bus.is_local() =>
                {
                    let before = self.room.version();
                    let _ = self.catch_up().await;
                    if refusal.code == Code::State {
                        let _ = self.hub.check_time().await;
                    }
                    if self.room.version() == before && self.room.decide(seat, act, &self.outside()).is_err() {
                        return Err(refusal);
                    }
                    continue;
                }
                decided => decided?,
            };
            let stored = match decided {
                Decision::Already => return Ok(()),
                Decision::Happens(change) => self.store(change, None).await,
                Decision::Rematch(mut made) => {
                    if let (Some(limits), Some(from)) = (self.hub.limits.get(), from) {
                        limits.room(from)?;
                    }
                    if let Event::Made { seed, .. } = made.as_mut() {
                        *seed = secret::number();
                    }
                    let room = self.hub.store_new(*made).await?;
                    self.go_on_in(&room).await.map_err(|error| storage(&error))?;
                    self.store(Change::over(Event::Next { room }), None).await
                }
            };
            match stored {
                Err(StoreError::Late(_)) => self.catch_up().await.map_err(|error| storage(&error))?,
                stored => return stored.map_err(|error| storage(&error)),
            }
        }
        Err(Refusal::new(Code::Stale, text!("this room is too busy right now; check the position and try again")))
    }
}
