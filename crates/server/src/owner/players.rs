//! What the task of a room knows of players whose names are kept by a key, and of games that last for days.

use std::net::IpAddr;

use agon_rules::{Seat, games};
use agon_wire::{Clock, OpenGame, Refusal, RoomView};

use super::Owner;
use crate::event::{Event, Sitting};
use crate::players::{self, Card};
use crate::push::Notice;
use crate::room::Change;
use crate::store::{Phase, Put, StoreError, deadline_key};

/// A room whose player has this many milliseconds left stays in memory, so that the game ends on time.
const NEAR: u64 = 60_000;

impl Owner {
    /// Learns what is kept of a player, unless it is known. A store that does not answer costs the name only.
    pub(super) async fn meet(&mut self, id: &str) {
        if !self.cards.iter().any(|card| card.id == id) {
            let card = Card::read(&*self.hub.store, id, self.room.game()).await;
            self.cards.extend(card.ok());
        }
    }

    /// Learns what is kept of everybody who sits here.
    pub(super) async fn meet_all(&mut self) {
        for id in players::ids(&self.room) {
            self.meet(&id).await;
        }
    }

    /// Looks again at what is kept of these players, and shows what is new.
    pub(super) async fn meet_again(&mut self, is_one: impl Fn(&str) -> bool) {
        let before = std::mem::take(&mut self.cards);
        self.cards.extend(before.iter().filter(|card| !is_one(&card.id)).cloned());
        self.meet_all().await;
        // A store that does not answer costs nothing that was known.
        for card in &before {
            if !self.cards.iter().any(|known| known.id == card.id) {
                self.cards.push(card.clone());
            }
        }
        if !self.cards.iter().all(|card| before.contains(card)) {
            self.announce();
            self.show();
        }
    }

    /// The player of a seat changes the name that their key keeps; false where no key keeps one. It counts as a new room of
    /// their address: everybody is shown the room anew, and others of the player's rooms too.
    pub(super) async fn rename(&mut self, seat: Seat, from: Option<IpAddr>, name: &str) -> Result<bool, Refusal> {
        let Some(id) = self.room.seats()[seat].player.clone() else { return Ok(false) };
        let name = crate::event::name(name);
        if self.cards.iter().any(|card| card.id == id && card.name == name) {
            return Ok(true);
        }
        if let (Some(limits), Some(from)) = (self.hub.limits.get(), from) {
            limits.room(from)?;
        }
        self.hub.rename(&id, &name).await?;
        self.meet_again(|known| known == id).await;
        Ok(true)
    }

    /// Adds what is kept with keys to a view.
    pub(super) fn introduce(&self, view: RoomView) -> RoomView {
        players::introduce(view, &self.cards)
    }

    /// Adds the names that keys keep to what the lobby shows.
    pub(super) fn named(&self, mut game: OpenGame) -> OpenGame {
        for (chair, sitting) in game.chairs.iter_mut().zip(self.room.seats()) {
            if let Some(card) = self.cards.iter().find(|card| sitting.player.as_ref() == Some(&card.id)) {
                chair.name.clone_from(&card.name);
            }
        }
        game
    }

    /// Tells people who are away that it is their turn, or that the game is over, if they want to know.
    pub(super) fn notify(&self, events: &[Event]) {
        let Some(push) = &self.hub.push else { return };
        if !events.iter().any(|event| event.changes_game() || matches!(event, Event::Dealt { .. })) {
            return;
        }
        let (away, seats) = (self.presence.away(self.hub.now()), self.room.seats());
        let over = self.room.is_over();
        for (seat, sitting) in seats.iter().enumerate() {
            let concerned = over || self.room.person_to_move() == Some(seat);
            let (Some(id), true, Some(_)) = (&sitting.player, concerned, away[seat]) else { continue };
            let others = seats.iter().enumerate().filter(|(other, _)| *other != seat);
            let name = |(_, other): (usize, &Sitting)| match &other.player {
                Some(id) => self.cards.iter().find(|card| card.id == *id).map(|card| card.name.clone()),
                None => Some(other.name.clone()),
            };
            let against: Vec<String> = others.filter_map(name).filter(|name| !name.is_empty()).collect();
            let game = games::info(self.room.game()).map(|info| info.title().to_string()).unwrap_or_default();
            let kind = if over { "over" } else { "turn" };
            push.tell(id, Notice { kind, room: self.room.code().to_owned(), game, against: against.join(", ") });
        }
    }

    /// Whether the clock runs and will soon be up, so that the room must stay where it is.
    pub(super) fn is_ticking(&self) -> bool {
        self.time_left().is_some_and(|left| !self.room.clock().is_slow() || left < NEAR)
    }

    /// When the room must be in memory after a change, for clocks of days: then somebody's time is up. It is the time of
    /// day, which may differ between servers; whose time is up the room decides by the clock that all servers share.
    pub(super) fn deadline(&self, change: &Change) -> Option<Put> {
        let turns = |event: &Event| event.changes_game() || matches!(event, Event::Dealt { .. });
        let alarm = self.alarm(self.room.code()).filter(|_| change.events.iter().any(turns))?;
        let over = change.phase == Phase::Over;
        Some(if over { Put { text: None, due: None, ..alarm } } else { alarm })
    }

    /// When a turn that begins now is over, in this room or its rematch; none where players do not have days for a move.
    fn alarm(&self, room: &str) -> Option<Put> {
        let clock = self.room.clock();
        let Clock::Move { seconds } = clock else { return None };
        let due = self.hub.wall() + u64::from(seconds) * 1000;
        clock.is_slow().then(|| Put {
            key: deadline_key(room),
            after: None,
            text: Some(due.to_string()),
            due: Some(due),
        })
    }

    /// Notes of the room of a rematch by when the first move must be made there, and who sits there.
    pub(super) async fn go_on_in(&mut self, room: &str) -> Result<(), StoreError> {
        if let Some(alarm) = self.alarm(room) {
            self.hub.store.put(vec![alarm]).await?;
        }
        for id in players::ids(&self.room) {
            // It is only missing in the list of that player's games.
            let _ = players::sit(&*self.hub.store, &id, self.hub.wall(), "", room).await;
        }
        Ok(())
    }
}
