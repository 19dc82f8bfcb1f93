//! Where rooms are kept: append-only lists of events, and a bus that tells other processes when a list has grown.
//!
//! A store does not know what an event means. A writer says how long it thinks the list is; of two writers one is told
//! that it is late, so nothing is ever written twice or in between.
//!
//! [`Memory`] forgets everything when the process ends, and [`Sqlite`] keeps it in one file; both serve one process, with
//! a [`LocalBus`]. [`Redis`] is store and bus for several processes.

mod doc;
pub mod memory;
pub mod redis;
pub mod sqlite;

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use agon_rules::Seat;
use tokio::sync::broadcast;

pub use self::doc::{Doc, Put, deadline_key};
pub use self::memory::{LocalBus, Memory};
pub use self::redis::Redis;
pub use self::sqlite::Sqlite;

/// The future of what a store was asked to do.
pub type Soon<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Why a store did not do something.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// A room with that code exists.
    #[error("a room with that code already exists")]
    Exists,
    /// There is no such room.
    #[error("there is no such room")]
    Missing,
    /// The list has another length: another writer has appended.
    #[error("the room already has {0} events")]
    Late(u64),
    /// Another process drives this room now.
    #[error("another process has taken over the room")]
    Fenced,
    /// A document is not as the writer has read it: another writer was faster.
    #[error("a document has changed since it was read")]
    Changed,
    /// The disk is full, the database is read-only, or Redis does not answer: as far as we know, nothing was stored.
    ///
    /// If only the answer was lost, the events may be stored all the same, even a little later. Look at the tail before
    /// you try again. Trying again at the same length is harmless: it then fails with [`StoreError::Late`].
    #[error("the store is not available: {0}")]
    Unavailable(String),
    /// Another program has changed what is stored.
    #[error("the stored room is damaged at event {0}")]
    Damaged(u64),
}

/// Whether a room is still needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// the game goes on, or has not begun
    Open,
    /// the game is over
    Over,
}

/// How long rooms are kept after their last event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keep {
    /// open rooms
    pub open: Duration,
    /// rooms whose game is over
    pub over: Duration,
}

impl Default for Keep {
    fn default() -> Self {
        const DAY: Duration = Duration::from_secs(24 * 60 * 60);
        Keep { open: 7 * DAY, over: 365 * DAY }
    }
}

/// What the clock of a store shows, in milliseconds. It is one clock for all processes that share the store, and goes on
/// while none of them is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Time {
    /// the time now
    pub now: u64,
    /// since when some process has been running without a break
    pub up: u64,
}

/// Events to be appended to a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// the code of the room
    pub room: String,
    /// how many events the room has
    pub at: u64,
    /// what is appended: all of it or nothing
    pub events: Vec<String>,
    /// whether the game is over after them
    pub phase: Phase,
    /// the epoch of the lease under which a driver appends; others only need to know the length
    pub epoch: Option<u64>,
    /// documents that are written together with the events, or not at all
    pub puts: Vec<Put>,
}

/// Where rooms are kept. When an operation succeeds, its events are on disk (if there is one: see the stores).
///
/// An operation completes even if its caller does not wait for the answer. Every store checks in this order and returns
/// the first error: `Missing`, `Fenced`, `Late`, `Changed`.
pub trait Store: Send + Sync + 'static {
    /// Makes an open room with its first events.
    fn create(&self, room: &str, events: Vec<String>) -> Soon<'_, ()>;

    /// Appends events if the room is as long as the caller thinks.
    fn append(&self, append: Append) -> Soon<'_, ()>;

    /// The events from an index on, `Some(vec![])` from the end on; none when there is no such room.
    fn tail(&self, room: &str, from: u64) -> Soon<'_, Option<Vec<String>>>;

    /// Takes or renews the lease that makes this process the driver of a room: its clocks and computer players run here.
    /// Returns the epoch of the lease, which grows whenever the driver changes; none while another process drives.
    ///
    /// An epoch stays valid until another process takes the room over, even after the lease has run out; but a store may
    /// forget a lease that ran out long ago.
    fn drive(&self, room: &str, process: u64, lasting: Duration) -> Soon<'_, Option<u64>>;

    /// Deletes rooms to which nothing was appended for as long as they are kept, except those with a [`deadline_key`], a
    /// few at a time; returns how many.
    fn sweep(&self, keep: Keep) -> Soon<'_, u64>;

    /// How many rooms there are. It may visit all of them.
    fn count(&self) -> Soon<'_, u64>;

    /// The time by the store's clock. Asking also says that this process is running.
    fn time(&self) -> Soon<'_, Time>;

    /// Fails while nothing can be stored. It writes as much as a move does, whatever is stored, and leaves nothing.
    fn probe(&self) -> Soon<'_, ()>;

    /// The codes of at most this many rooms that come after a code, in order. For operators: it may be slow.
    fn codes(&self, after: &str, most: usize) -> Soon<'_, Vec<String>>;

    /// Deletes a room, finished or not; false if there was none.
    fn delete(&self, room: &str) -> Soon<'_, bool>;

    /// The document under a key.
    fn doc(&self, key: &str) -> Soon<'_, Option<Doc>>;

    /// Writes documents, all of them or none.
    fn put(&self, puts: Vec<Put>) -> Soon<'_, ()>;

    /// The keys of documents whose time has come, the first ones first.
    fn due(&self, before: u64, most: usize) -> Soon<'_, Vec<String>>;
}

/// Counts an error that an operator should know of. What a busy room meets by itself, such as being late, is none.
pub(crate) fn note_error(kind: &'static str) {
    metrics::counter!("agon_store_errors_total", "kind" => kind).increment(1);
}

/// A message between processes that serve the same rooms.
///
/// [`Redis`] sends [`Word::Grown`] itself with every append; hearing it twice is harmless.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// This room has grown.
    Grown {
        /// the code of the room
        room: String,
        /// how many events it has
        len: u64,
    },
    /// The members of this room at one process. Forgotten unless it is repeated.
    Here {
        /// the code of the room
        room: String,
        /// the process that reports
        process: u64,
        /// the seats whose players are connected there
        seats: Vec<Seat>,
        /// the number of spectators there
        watchers: usize,
    },
    /// What one process knows of the lobby, whole. Forgotten unless it is repeated.
    Lobby {
        /// the process that reports
        process: u64,
        /// its part of the lobby
        report: String,
    },
    /// Something has changed of what is kept of a player.
    Changed {
        /// the process that reports
        process: u64,
        /// the public id of the player
        player: String,
        /// the codes of the rooms that may show it
        rooms: Vec<String>,
    },
    /// The bus was down and is back: word may have been lost, so every room must look at the store. Never sent.
    Missed,
}

/// Carries word between processes, at most once: rooms find out what was lost by looking at the store. A bus may carry a
/// process's own word back to it.
pub trait Bus: Send + Sync + 'static {
    /// Sends word, without knowing whether it arrives.
    fn send(&self, word: Word);

    /// All word from now on. A receiver that lags is told so, and must look at the store.
    fn listen(&self) -> broadcast::Receiver<Word>;

    /// Whether no other process serves these rooms, so that there is nobody to tell and nothing to look for.
    fn is_local(&self) -> bool {
        false
    }
}
