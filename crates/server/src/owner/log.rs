//! What the task of a room appends to its log and reads from it: stored first, then applied and shown.

use tokio::time::Instant;

use super::Owner;
use crate::event::{Entry, Event};
use crate::players;
use crate::room::Change;
use crate::store::{Append, Put, StoreError, Word};

/// How often the result of a rated game is worked out anew because other games of its players have ended meanwhile.
const TRIES: usize = 20;

impl Owner {
    /// Stores events; once they are safe they are applied, and everybody sees them. A driver appends under its lease.
    pub(super) async fn store(&mut self, mut change: Change, epoch: Option<u64>) -> Result<(), StoreError> {
        for event in &mut change.events {
            if let Event::Dealt { seed } = event {
                *seed = self.hub.chance();
            }
        }
        let (decided, length) = (self.room.decides(&change), change.events.len());
        for _ in 0..TRIES {
            let mut puts: Vec<Put> = self.deadline(&change).into_iter().collect();
            if let Some(decided) = &decided {
                let (store, code) = (&*self.hub.store, self.room.code());
                change.events.truncate(length);
                if let Some((rated, results)) = players::settle(store, code, decided, self.hub.wall()).await? {
                    change.events.push(rated);
                    puts.extend(results);
                }
            }
            match self.append(&change, puts, epoch).await {
                Err(StoreError::Changed) => {}
                done => return done,
            }
        }
        Err(StoreError::Changed)
    }

    async fn append(&mut self, change: &Change, puts: Vec<Put>, epoch: Option<u64>) -> Result<(), StoreError> {
        let at = Some(self.hub.time());
        let entries: Vec<Entry> = change.events.iter().map(|event| Entry { event: event.clone(), at }).collect();
        let append = Append {
            room: self.room.code().to_owned(),
            at: self.room.version(),
            events: entries.iter().map(Entry::write).collect(),
            phase: change.phase,
            epoch,
            puts,
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
        for entry in &entries {
            if let Event::Reported { by, seat } = &entry.event {
                tracing::warn!(room = self.room.code(), seat, by, "a player was reported");
                metrics::counter!("agon_reports_total").increment(1);
            }
        }
        self.apply(&entries);
        self.notify(&change.events);
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
    fn apply(&mut self, entries: &[Entry]) {
        let now = self.hub.time();
        for entry in entries {
            if let Err(error) = self.room.apply(&entry.event, entry.time(now)) {
                tracing::error!(room = self.room.code(), %error, "cannot apply a stored event");
            }
        }
        metrics::counter!("agon_events_total").increment(entries.len() as u64);
        self.announce();
        self.show();
        if self.room.thinker().is_some() {
            self.lease.want();
        }
        self.think();
    }

    /// Reads what other processes have appended.
    pub(super) async fn catch_up(&mut self) -> Result<(), StoreError> {
        let tail = self.hub.store.tail(self.room.code(), self.room.version()).await?;
        self.gone |= tail.is_none();
        let tail = tail.ok_or(StoreError::Missing)?;
        let entries: Result<Vec<Entry>, _> = tail.iter().map(|text| Entry::read(text)).collect();
        let entries = entries.map_err(|_| StoreError::Damaged(self.room.version()))?;
        for entry in &entries {
            if let Event::Joined { player: Some(id), .. } = &entry.event {
                self.meet(id).await;
            }
        }
        if !entries.is_empty() {
            self.apply(&entries);
        }
        Ok(())
    }
}
