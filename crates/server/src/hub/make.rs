//! How rooms begin: stored under a free code, with the players whose names a key keeps.

use agon_rules::text;
use agon_wire::{Code, Listing, NewRoom, Refusal, Ticket, Who};

use super::{Hub, storage};
use crate::event::{Entry, Event};
use crate::room;
use crate::store::StoreError;
use crate::{players, secret};

impl Hub {
    /// Makes a room; the ticket has the maker's seat.
    pub async fn create(&self, new: &NewRoom) -> Result<Ticket, Refusal> {
        self.make(new, Listing::Private).await
    }

    /// Makes a room, private or in the lobby.
    pub(crate) async fn make(&self, new: &NewRoom, listing: Listing) -> Result<Ticket, Refusal> {
        let token = secret::token();
        let (made, seat) = room::make(new, secret::number(), &secret::fingerprint(&token), &secret::order)?;
        let Event::Made { seats, .. } = &made else { unreachable!("a room begins by being made") };
        let mut events = Vec::new();
        if !listing.is_private() {
            if seat.is_none() || seats.iter().all(|sitting| sitting.who != Who::Open) {
                let why = text!("a game in the lobby needs you at one seat, and another seat that is open");
                return Err(Refusal::new(Code::Bad, why));
            }
            events.push(Event::Listed { listing });
        }
        events.insert(0, made);
        // The player is there before the room, so that no result is without one, and knows the room after it.
        self.sit(new.key.as_deref(), &new.name, "").await?;
        let room = self.store_events(events).await?;
        if seat.is_some() {
            self.sit(new.key.as_deref(), "", &room).await?;
        }
        Ok(Ticket { room, seat, token: seat.map(|_| token) })
    }

    /// Stores a new room under a free code.
    pub(crate) async fn store_new(&self, made: Event) -> Result<String, Refusal> {
        self.store_events(vec![made]).await
    }

    async fn store_events(&self, events: Vec<Event>) -> Result<String, Refusal> {
        self.keep_time().await.map_err(|error| storage(&error))?;
        let at = Some(self.time());
        let events: Vec<String> = events.into_iter().map(|event| Entry { event, at }.write()).collect();
        loop {
            let code = secret::room_code();
            match self.store.create(&code, events.clone()).await {
                Ok(()) => {
                    metrics::counter!("agon_rooms_total").increment(1);
                    return Ok(code);
                }
                Err(StoreError::Exists) => {}
                Err(error) => return Err(storage(&error)),
            }
        }
    }

    /// Notes the name of a player whose name a key keeps, and the room in which they sit.
    pub(super) async fn sit(&self, key: Option<&str>, name: &str, room: &str) -> Result<(), Refusal> {
        let Some(id) = key.map(players::check_key).transpose()? else { return Ok(()) };
        let changed = players::sit(&*self.store, &id, self.wall(), name, room).await;
        let changed = changed.map_err(|error| storage(&error))?;
        if changed.is_renamed {
            self.tell_rooms(&id, players::rooms(&*self.store, &id, changed.player).await);
        }
        Ok(())
    }
}
