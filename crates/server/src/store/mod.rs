//! Where rooms are kept: append-only lists of events, and word between processes that one has grown.
//!
//! A store does not know what an event means. Appending says how long the list is thought to be, so that of two writers
//! one is told that it is late, and nothing is ever written twice or in between.
//!
//! [`Memory`] forgets everything with the process and [`Sqlite`] keeps it in one file; both serve one process, with a
//! [`LocalBus`]. [`Redis`] is store and bus for several processes.

pub mod memory;
pub mod redis;
pub mod sqlite;

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use agon_rules::Seat;
use tokio::sync::broadcast;

pub use self::memory::{LocalBus, Memory};
pub use self::redis::Redis;
pub use self::sqlite::Sqlite;

/// What a store will have done.
pub type Soon<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Why a store has not done what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// A room of that code is there already.
    #[error("there is a room with that code")]
    Exists,
    /// There is no such room.
    #[error("there is no such room")]
    Missing,
    /// The list has another length: somebody else has appended.
    #[error("the room has {0} events by now")]
    Late(u64),
    /// Another process drives this room now.
    #[error("another process has taken the room over")]
    Fenced,
    /// The disk is full, the database read-only, Redis away: nothing was stored as far as is known.
    ///
    /// When an answer was lost on its way it may be stored all the same, even a little later. Look at the tail before
    /// trying again; trying again at the same length is harmless, since then it is told to be [`StoreError::Late`].
    #[error("nothing can be stored now: {0}")]
    Unavailable(String),
    /// What is stored has been changed by something else than this program.
    #[error("what is stored of the room is damaged at event {0}")]
    Damaged(u64),
}

/// Whether a room is still needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// it is deleted when nothing has happened for long
    Open,
    /// the game is over: it stays
    Over,
}

/// Events to be appended to a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// the code of the room
    pub room: String,
    /// how many events it has
    pub at: u64,
    /// what is appended, all of it or nothing
    pub events: Vec<String>,
    /// whether the game is over with them
    pub phase: Phase,
    /// the lease under which a driver appends; others only need to know the length
    pub epoch: Option<u64>,
}

/// Where rooms are kept. What it says is done is on disk (if there is one: see the stores).
///
/// What was asked is done even if the asker does not wait for the answer. Every store looks in this order, and says the
/// first that is wrong: `Missing`, `Fenced`, `Late`.
pub trait Store: Send + Sync + 'static {
    /// Makes a room with its first events. It is open.
    fn create(&self, room: &str, events: Vec<String>) -> Soon<'_, ()>;

    /// Appends events if the room is as long as the caller thinks.
    fn append(&self, append: Append) -> Soon<'_, ()>;

    /// The events from a place on, `Some(vec![])` from the end on; none when there is no such room.
    fn tail(&self, room: &str, from: u64) -> Soon<'_, Option<Vec<String>>>;

    /// Makes this process the driver of a room for so long, or prolongs it: its clocks and computer players run here.
    /// Gives the epoch of the lease, which grows whenever the driver changes; none while another process drives.
    ///
    /// An epoch may be used until another process has taken the room over, even if its time has run out; unless that was long
    /// ago, when it may be forgotten.
    fn drive(&self, room: &str, process: u64, lasting: Duration) -> Soon<'_, Option<u64>>;

    /// Deletes rooms that are not over and to which nothing was appended for so long; says how many.
    fn sweep(&self, idle: Duration) -> Soon<'_, u64>;

    /// How many rooms there are.
    fn count(&self) -> Soon<'_, u64>;
}

/// Word between processes that serve the same rooms.
///
/// A store that several processes share sends [`Word::Grown`] by itself with every append; hearing it twice is harmless.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// This room has grown to so many events.
    Grown {
        /// the code of the room
        room: String,
        /// how many events it has
        len: u64,
    },
    /// Who is in this room at a process. Forgotten unless it is repeated.
    Here {
        /// the code of the room
        room: String,
        /// which process says so
        process: u64,
        /// the seats whose players are connected there
        seats: Vec<Seat>,
        /// how many watch there
        watchers: usize,
    },
    /// The bus was away and is back: any word may have been missed, so everything must be looked up. Never sent.
    Missed,
}

/// Carries word to every process, the own one included. At most once: what is missed is found by looking.
pub trait Bus: Send + Sync + 'static {
    /// Sends word; whether it arrives is not known.
    fn send(&self, word: Word);

    /// All word from now on. A receiver that lags is told so and must look everything up.
    fn listen(&self) -> broadcast::Receiver<Word>;

    /// Whether word never leaves this process: nobody else serves its rooms, and there is nothing to look for.
    fn is_local(&self) -> bool {
        false
    }
}
