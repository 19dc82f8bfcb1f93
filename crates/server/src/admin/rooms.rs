//! What operators do with rooms.

use std::sync::Arc;

use agon_wire::{Refusal, RoomView, code};

use crate::hub::{Hub, no_room, storage, unreadable};
use crate::owner::Ask;
use crate::players::{self, Card};
use crate::room::{Outside, Room};
use crate::store::{StoreError, Word};

impl Hub {
    /// Deletes a room and sends everybody in it away.
    pub async fn close(&self, room: &str) -> Result<(), Refusal> {
        let room = code::tidy(room).ok_or_else(no_room)?;
        if !self.store.delete(&room).await.map_err(|error| storage(&error))? {
            return Err(no_room());
        }
        let task = self.lock().get(&room).cloned();
        // Every task of the room looks at the store, and ends when it finds nothing there.
        if let Some(task) = task {
            let _ = task.send(Ask::Heard(Word::Missed)).await;
        }
        self.tell(|| Word::Grown { room, len: u64::MAX });
        Ok(())
    }

    /// The room as spectators see it. One that is not in memory is read and left there: nothing in it begins to run.
    pub async fn inspect(self: &Arc<Self>, room: &str) -> Result<RoomView, Refusal> {
        let room = code::tidy(room).ok_or_else(no_room)?;
        if self.is_loaded(&room) {
            return self.view(&room, None).await;
        }
        let events = self.events(&room).await?;
        let now = self.time();
        let room = Room::read(&room, &events, self.time.up(), now).ok_or_else(unreadable)?;
        let away = vec![Some(0); room.seats().len()];
        let mut cards = Vec::new();
        for id in players::ids(&room) {
            // A name that cannot be read is missing; the rest is shown all the same.
            cards.extend(Card::read(&*self.store, &id, room.game()).await.ok());
        }
        Ok(players::introduce(room.view(None, &Outside { now, away }, 0), &cards))
    }

    /// Deletes every room that has expired; returns how many.
    pub async fn prune(&self) -> Result<u64, StoreError> {
        self.store.sweep(self.keep()).await
    }
}
