//! Documents beside the rooms: what outlives a room or belongs to several, such as the players and their results.
//!
//! A document is text under a key, with a version. Who writes says which version they have read, so of two writers one is
//! told that it is late; several documents, and the events of a room with them, are written together or not at all. A
//! document may have a time at which somebody must look at it.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use super::StoreError;

/// A stored document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doc {
    /// grows with every change, also when it was deleted in between
    pub version: u64,
    /// what it says
    pub text: String,
}

/// A document to be written, or deleted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Put {
    /// its key
    pub key: String,
    /// the version that was read, 0 where there was none; none to write in any case
    pub after: Option<u64>,
    /// what it says from now on; none to delete it
    pub text: Option<String>,
    /// when somebody must look at it, in milliseconds since 1970
    pub due: Option<u64>,
}

/// Milliseconds since 1970.
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX).min(i64::MAX as u64)
}

/// A number greater than all before, by the time of day in microseconds: a key that was deleted never has an old version
/// again.
pub(super) fn stamp() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let now = now().saturating_mul(1000);
    let next = |last: u64| Some(now.max(last + 1));
    LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).map_or(now, |last| now.max(last + 1))
}

/// The version after one, 0 for none.
pub(super) fn next(version: u64) -> u64 {
    stamp().max(version + 1)
}

/// The key of the time by which somebody must have moved in a room. While there is one the room is not deleted.
pub fn deadline_key(room: &str) -> String {
    format!("deadline/{room}")
}

/// Documents in memory.
#[derive(Default)]
pub(super) struct Docs {
    by_key: HashMap<String, (Doc, Option<u64>)>,
    due: BTreeSet<(u64, String)>,
}

impl Docs {
    pub(super) fn get(&self, key: &str) -> Option<Doc> {
        self.by_key.get(key).map(|(doc, _)| doc.clone())
    }

    /// Whether all of these could be written.
    pub(super) fn check(&self, puts: &[Put]) -> Result<(), StoreError> {
        let version = |key: &str| self.by_key.get(key).map_or(0, |(doc, _)| doc.version);
        let fits = |put: &Put| put.after.is_none_or(|after| after == version(&put.key));
        if puts.iter().all(fits) { Ok(()) } else { Err(StoreError::Changed) }
    }

    /// Writes all of these, which must have been checked.
    pub(super) fn put(&mut self, puts: Vec<Put>) {
        for Put { key, text, due, .. } in puts {
            let old = self.by_key.remove(&key);
            if let Some((_, Some(due))) = &old {
                self.due.remove(&(*due, key.clone()));
            }
            if let Some(text) = text {
                self.due.extend(due.map(|due| (due, key.clone())));
                let version = next(old.map_or(0, |(doc, _)| doc.version));
                self.by_key.insert(key, (Doc { version, text }, due));
            }
        }
    }

    pub(super) fn due(&self, before: u64, most: usize) -> Vec<String> {
        self.due.iter().take_while(|(due, _)| *due <= before).take(most).map(|(_, key)| key.clone()).collect()
    }
}
