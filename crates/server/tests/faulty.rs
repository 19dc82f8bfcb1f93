//! A store in memory whose appends fail when a test says so.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use agon_server::store::{Append, Doc, Keep, Memory, Put, Soon, Store, StoreError, Time};

/// Whether an append is done, and whether its answer arrives.
pub type Fate = (bool, bool);

/// A store whose appends meet the fate that belongs to their number, 0 for the first.
pub struct Faulty {
    pub memory: Memory,
    /// how often it was asked to append, or for a lease
    pub asked: AtomicU64,
    appends: AtomicU64,
    fate: Box<dyn Fn(u64) -> Fate + Send + Sync>,
}

impl Faulty {
    pub fn new(fate: impl Fn(u64) -> Fate + Send + Sync + 'static) -> Self {
        Faulty { memory: Memory::new(), asked: AtomicU64::new(0), appends: AtomicU64::new(0), fate: Box::new(fate) }
    }
}

impl Store for Faulty {
    fn create(&self, room: &str, events: Vec<String>) -> Soon<'_, ()> {
        self.memory.create(room, events)
    }

    fn append(&self, append: Append) -> Soon<'_, ()> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let (is_done, is_answered) = (self.fate)(self.appends.fetch_add(1, Ordering::Relaxed));
        Box::pin(async move {
            if is_done {
                self.memory.append(append).await?;
            }
            let lost = || StoreError::Unavailable("the disk is full, or the answer was lost".into());
            is_answered.then_some(()).ok_or_else(lost)
        })
    }

    fn tail(&self, room: &str, from: u64) -> Soon<'_, Option<Vec<String>>> {
        self.memory.tail(room, from)
    }

    fn drive(&self, room: &str, process: u64, lasting: Duration) -> Soon<'_, Option<u64>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.memory.drive(room, process, lasting)
    }

    fn sweep(&self, keep: Keep) -> Soon<'_, u64> {
        self.memory.sweep(keep)
    }

    fn time(&self) -> Soon<'_, Time> {
        self.memory.time()
    }

    fn probe(&self) -> Soon<'_, ()> {
        self.memory.probe()
    }

    fn codes(&self, after: &str, most: usize) -> Soon<'_, Vec<String>> {
        self.memory.codes(after, most)
    }

    fn delete(&self, room: &str) -> Soon<'_, bool> {
        self.memory.delete(room)
    }

    fn count(&self) -> Soon<'_, u64> {
        self.memory.count()
    }

    fn doc(&self, key: &str) -> Soon<'_, Option<Doc>> {
        self.memory.doc(key)
    }

    fn put(&self, puts: Vec<Put>) -> Soon<'_, ()> {
        self.memory.put(puts)
    }

    fn due(&self, before: u64, most: usize) -> Soon<'_, Vec<String>> {
        self.memory.due(before, most)
    }
}
