//! Rooms in memory, and a bus within one process: for tests, for trying things out, and for games nobody will miss.
//!
//! Time is tokio's, so that tests can move it.

use std::collections::HashMap;
use std::future::ready;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast;
use tokio::time::Instant;

use super::doc::Docs;
use super::{Append, Bus, Doc, Keep, Phase, Put, Soon, Store, StoreError, Time, Word, deadline_key};

/// How many words may wait for a slow listener before it is told that it lags.
const WAITING: usize = 1024;
/// The longest lease. It only keeps the sum with the present time from overflowing.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// A store that forgets everything when the process ends.
pub struct Memory {
    rooms: Mutex<Rooms>,
    opened: Instant,
}

impl Default for Memory {
    fn default() -> Self {
        Memory { rooms: Mutex::default(), opened: Instant::now() }
    }
}

#[derive(Default)]
struct Rooms {
    by_code: HashMap<String, Room>,
    leases: Leases,
    docs: Docs,
}

struct Room {
    events: Vec<String>,
    phase: Phase,
    touched: Instant,
}

impl Memory {
    /// A store without rooms.
    pub fn new() -> Self {
        Self::default()
    }

    // No panic can happen halfway through a change, so a poisoned lock is as good as any.
    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rooms {
    fn create(&mut self, code: &str, events: Vec<String>) -> Result<(), StoreError> {
        if self.by_code.contains_key(code) {
            return Err(StoreError::Exists);
        }
        self.by_code.insert(code.to_owned(), Room { events, phase: Phase::Open, touched: Instant::now() });
        Ok(())
    }

    fn append(&mut self, append: Append) -> Result<(), StoreError> {
        let room = self.by_code.get_mut(&append.room).ok_or(StoreError::Missing)?;
        self.leases.check(&append.room, append.epoch)?;
        let len = room.events.len() as u64;
        if len != append.at {
            return Err(StoreError::Late(len));
        }
        self.docs.check(&append.puts)?;
        self.docs.put(append.puts);
        room.events.extend(append.events);
        room.phase = append.phase;
        room.touched = Instant::now();
        Ok(())
    }

    fn drive(&mut self, code: &str, process: u64, lasting: Duration) -> Result<Option<u64>, StoreError> {
        if !self.by_code.contains_key(code) {
            return Err(StoreError::Missing);
        }
        Ok(self.leases.drive(code, process, lasting))
    }

    fn sweep(&mut self, keep: Keep) -> u64 {
        let now = Instant::now();
        let before = self.by_code.len();
        self.by_code.retain(|code, room| {
            let kept = if room.phase == Phase::Over { keep.over } else { keep.open };
            let awaited = self.docs.get(&deadline_key(code)).is_some();
            let stays = now.duration_since(room.touched) < kept || awaited;
            if !stays {
                self.leases.forget(code);
            }
            stays
        });
        (before - self.by_code.len()) as u64
    }
}

impl Store for Memory {
    fn create(&self, room: &str, events: Vec<String>) -> Soon<'_, ()> {
        Box::pin(ready(self.rooms().create(room, events)))
    }

    fn append(&self, append: Append) -> Soon<'_, ()> {
        Box::pin(ready(self.rooms().append(append)))
    }

    fn tail(&self, room: &str, from: u64) -> Soon<'_, Option<Vec<String>>> {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        let rooms = self.rooms();
        let tail = rooms.by_code.get(room).map(|room| room.events.get(from..).unwrap_or_default().to_vec());
        Box::pin(ready(Ok(tail)))
    }

    fn drive(&self, room: &str, process: u64, lasting: Duration) -> Soon<'_, Option<u64>> {
        Box::pin(ready(self.rooms().drive(room, process, lasting)))
    }

    fn sweep(&self, keep: Keep) -> Soon<'_, u64> {
        Box::pin(ready(Ok(self.rooms().sweep(keep))))
    }

    fn count(&self) -> Soon<'_, u64> {
        Box::pin(ready(Ok(self.rooms().by_code.len() as u64)))
    }

    /// Milliseconds since the store was made.
    fn time(&self) -> Soon<'_, Time> {
        Box::pin(ready(Ok(Time { now: self.opened.elapsed().as_millis() as u64, up: 0 })))
    }

    fn probe(&self) -> Soon<'_, ()> {
        Box::pin(ready(Ok(())))
    }

    fn codes(&self, after: &str, most: usize) -> Soon<'_, Vec<String>> {
        let mut codes: Vec<String> =
            self.rooms().by_code.keys().filter(|code| code.as_str() > after).cloned().collect();
        codes.sort();
        codes.truncate(most);
        Box::pin(ready(Ok(codes)))
    }

    fn delete(&self, room: &str) -> Soon<'_, bool> {
        let mut rooms = self.rooms();
        rooms.leases.forget(room);
        Box::pin(ready(Ok(rooms.by_code.remove(room).is_some())))
    }

    fn doc(&self, key: &str) -> Soon<'_, Option<Doc>> {
        Box::pin(ready(Ok(self.rooms().docs.get(key))))
    }

    fn put(&self, puts: Vec<Put>) -> Soon<'_, ()> {
        let docs = &mut self.rooms().docs;
        let fits = docs.check(&puts);
        if fits.is_ok() {
            docs.put(puts);
        }
        Box::pin(ready(fits))
    }

    fn due(&self, before: u64, most: usize) -> Soon<'_, Vec<String>> {
        Box::pin(ready(Ok(self.rooms().docs.due(before, most))))
    }
}

/// How long a lease is remembered after it has run out. A driver that was away for longer has lost it.
const KEPT: Duration = Duration::from_secs(60 * 60);

/// Who drives which room, for stores that only one process uses.
///
/// Leases end with the process, and so do their holders. Only tests have several drivers in one process.
#[derive(Default)]
pub(super) struct Leases {
    // One count for all rooms, so that a new room under an old code does not start at an old epoch.
    given: u64,
    // At this many leases, those that ended long ago are forgotten: finished rooms stay for long.
    room_for: usize,
    by_code: HashMap<String, Lease>,
}

struct Lease {
    process: u64,
    epoch: u64,
    until: Instant,
}

impl Leases {
    /// The epoch for a process that asks for the lease; none while another holds it.
    pub(super) fn drive(&mut self, code: &str, process: u64, lasting: Duration) -> Option<u64> {
        let now = Instant::now();
        let until = now.checked_add(lasting.min(LONGEST)).unwrap_or(now);
        match self.by_code.get_mut(code) {
            Some(lease) if lease.process == process => {
                lease.until = until;
                return Some(lease.epoch);
            }
            Some(lease) if now < lease.until => return None,
            _ => self.given += 1,
        }
        if self.by_code.len() >= self.room_for {
            self.by_code.retain(|_, lease| now.saturating_duration_since(lease.until) < KEPT);
            self.room_for = (2 * self.by_code.len()).max(1024);
        }
        self.by_code.insert(code.to_owned(), Lease { process, epoch: self.given, until });
        Some(self.given)
    }

    /// Whether an append under this epoch is still allowed.
    pub(super) fn check(&self, code: &str, epoch: Option<u64>) -> Result<(), StoreError> {
        match epoch {
            Some(epoch) if self.by_code.get(code).is_none_or(|lease| lease.epoch != epoch) => Err(StoreError::Fenced),
            _ => Ok(()),
        }
    }

    /// Forgets the lease of a deleted room.
    pub(super) fn forget(&mut self, code: &str) {
        self.by_code.remove(code);
    }
}

/// A bus within one process.
pub struct LocalBus {
    words: broadcast::Sender<Word>,
}

impl LocalBus {
    /// A bus without listeners.
    pub fn new() -> Self {
        Self { words: broadcast::channel(WAITING).0 }
    }
}

impl Default for LocalBus {
    fn default() -> Self {
        Self::new()
    }
}

impl Bus for LocalBus {
    fn send(&self, word: Word) {
        // It is no error if nobody listens.
        let _ = self.words.send(word);
    }

    fn listen(&self) -> broadcast::Receiver<Word> {
        self.words.subscribe()
    }

    fn is_local(&self) -> bool {
        true
    }
}
