//! What the task of a room appends to its log and reads from it: stored first, then applied and shown.

use tokio::time::Instant;

use super::Owner;
use crate::event::Event;
use crate::room::Change;
use crate::store::{Append, StoreError, Word};

impl Owner {
    /// Stores events; once they are safe they are applied, and everybody sees them. A driver appends under its lease.
    pub(super) async fn store(&mut self, mut change: Change, epoch: Option<u64>) -> Result<(), StoreError> {
        for event in &mut change.events {
            if let Event::Dealt { seed } = event {
                *seed = self.hub.chance();
            }
        }
        let append = Append {
            room: self.room.code().to_owned(),
            at: self.room.version(),
            events: change.events.iter().map(Event::write).collect(),
            phase: change.phase,
            epoch,
        };
        let begin = Instant::now();
        let stored = self.hub.store.append(append.clone()).await;
        metrics::histogram!("agon_append_seconds").record(begin.elapsed().as_secs_f64());
        match stored {
            Ok(()) => {}
            // The answer may have been lost after the store had done its work, so the room looks.
            Err(StoreError::Unavailable(why)) => {
                let tail = self.hub.store.tail(self.room.code(), append.at).await.ok().flatten();
                if tail.as_deref().and_then(|tail| tail.get(..append.events.len())) != Some(&append.events[..]) {
                    return Err(StoreError::Unavailable(why));
                }
            }
            Err(error) => return Err(error),
        }
        self.apply(&change.events);
        self.hub.tell(|| Word::Grown { room: append.room, len: append.at + append.events.len() as u64 });
        Ok(())
    }

    /// Stores events as the driver of the room.
    pub(super) async fn drive(&mut self, change: Change, epoch: u64) {
        match self.store(change, Some(epoch)).await {
            Ok(()) => {}
            Err(StoreError::Late(_)) => {
                let _ = self.catch_up().await;
            }
            Err(StoreError::Fenced) => {
                self.lease.lose();
                let _ = self.catch_up().await;
            }
            // The next look tries again.
            Err(error) => tracing::warn!(room = self.room.code(), %error, "cannot store an event"),
        }
    }

    /// Applies events that are stored.
    fn apply(&mut self, events: &[Event]) {
        let now = self.hub.now();
        for event in events {
            if let Err(error) = self.room.apply(event, now) {
                tracing::error!(room = self.room.code(), %error, "cannot apply a stored event");
            }
        }
        metrics::counter!("agon_events_total").increment(events.len() as u64);
        self.show();
        if self.room.thinker().is_some() {
            self.lease.want();
        }
        self.think();
    }

    /// Reads what other processes have appended.
    pub(super) async fn catch_up(&mut self) -> Result<(), StoreError> {
        let tail = self.hub.store.tail(self.room.code(), self.room.version()).await?.ok_or(StoreError::Missing)?;
        let events: Result<Vec<Event>, _> = tail.iter().map(|text| Event::read(text)).collect();
        let events = events.map_err(|_| StoreError::Damaged(self.room.version()))?;
        if !events.is_empty() {
            self.apply(&events);
        }
        Ok(())
    }
}
