//! The store's clock, as a process knows it: asked for now and then, and carried on by the process's own clock in between.
//!
//! The clocks of several machines differ. What players are charged must not depend on the server that their moves reach, so
//! all times of a room are times of the one clock that all servers share.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::store::{Store, StoreError, Time};

/// How often a process asks. Clocks of good machines drift apart by less than a millisecond in this time.
pub(crate) const ASK_TIME: Duration = Duration::from_secs(10);
/// An answer that took longer than this says too little about the time, unless there is no better one.
const LATE: Duration = Duration::from_millis(500);

/// What the store's clock showed when it was last asked.
#[derive(Default)]
pub(crate) struct SharedTime(Mutex<Option<Reading>>);

#[derive(Clone, Copy)]
struct Reading {
    time: Time,
    /// when it showed that, by this process's clock
    at: Instant,
}

impl SharedTime {
    fn reading(&self) -> MutexGuard<'_, Option<Reading>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the store has been asked at all.
    pub(crate) fn is_known(&self) -> bool {
        self.reading().is_some()
    }

    /// Whether it is time to ask again.
    pub(crate) fn is_old(&self) -> bool {
        self.reading().is_none_or(|reading| reading.at.elapsed() >= ASK_TIME)
    }

    /// Milliseconds by the store's clock; 0 before it was first asked.
    pub(crate) fn now(&self) -> u64 {
        self.reading().map_or(0, |Reading { time, at }| time.now + at.elapsed().as_millis() as u64)
    }

    /// Since when servers have been running without a break.
    pub(crate) fn up(&self) -> u64 {
        self.reading().map_or(0, |reading| reading.time.up)
    }

    /// Asks the store. Its answer counts for the middle of the time that it took.
    pub(crate) async fn ask(&self, store: &dyn Store) -> Result<(), StoreError> {
        let before = Instant::now();
        let time = store.time().await?;
        let took = before.elapsed();
        let mut reading = self.reading();
        if took <= LATE || reading.is_none() {
            *reading = Some(Reading { time, at: before + took / 2 });
        }
        Ok(())
    }
}
