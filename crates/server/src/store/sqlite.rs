//! Rooms in one SQLite file: the default store, for one process.
//!
//! One thread writes; it commits all requests that have queued up at once, so that one sync of the disk serves many
//! moves. Other threads read and never wait for it. Opening the file reads no rooms: they load when they are needed.
//!
//! Every event carries a hash of itself and of all before it. That reveals damage and careless changes. It does not
//! reveal a list whose end was cut off, nor a forger who recomputes the hashes.

mod docs;
mod lock;
mod reader;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, ErrorCode, OpenFlags};
use sha2::{Digest, Sha256};
use tokio::sync::{mpsc, oneshot};

use super::{Append, Doc, Keep, Put, Soon, Store, StoreError, Time, note_error};

/// The oldest SQLite that is safe: older ones may damage a file in WAL mode when a reset of the log meets a checkpoint.
const OLDEST: i32 = 3_051_003;
/// The layout of the tables. A file with another number is from another program or a newer version.
const LAYOUT: i64 = 1;
/// How many requests may wait for the writer, and how many for the readers, before callers must wait to send theirs.
const WAITING: usize = 4096;
/// How many threads read.
const READERS: usize = 2;
/// How many rooms are deleted in one transaction, so that a sweep delays no move.
const PORTION: usize = 32;

/// A store in one SQLite file. Dropping it waits until every request is done.
pub struct Sqlite {
    // None only while it is dropped: closing the channels is what ends the threads.
    writes: Option<mpsc::Sender<writer::Job>>,
    reads: Option<mpsc::Sender<reader::Job>>,
    threads: Vec<JoinHandle<()>>,
    file: Arc<File>,
    // What the clock showed when the file was opened, and when that was: while it is open nobody can set this clock.
    opened: (u64, Instant),
    // Held for as long as the file is open.
    _lock: lock::Lock,
}

/// What all threads know of the file.
struct File {
    path: PathBuf,
    // Grows when a write fails. Then every connection is opened again: nobody knows what happened to the disk.
    failures: AtomicU64,
    // The most pages the file may have; 0 when there is no limit.
    pages: AtomicU32,
    // The connection of each reader, and the count of failures when it was opened.
    readers: [Mutex<Option<(u64, Connection)>>; READERS],
}

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

impl Sqlite {
    /// Opens a file, or makes it and its directory. Only one process at a time can have it open, and only its user can
    /// read it.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if rusqlite::version_number() < OLDEST {
            let found = rusqlite::version();
            return Err(StoreError::Unavailable(format!("SQLite {found} may damage files; 3.51.3 or newer is needed")));
        }
        if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            std::fs::create_dir_all(parent).map_err(|error| {
                StoreError::Unavailable(format!("cannot make the directory `{}`: {error}", parent.display()))
            })?;
        }
        let lock = lock::Lock::take(path)?;
        let (failures, pages) = (AtomicU64::new(0), AtomicU32::new(0));
        let file = Arc::new(File { path: path.to_owned(), failures, pages, readers: Default::default() });
        let first = file.connect(OpenFlags::SQLITE_OPEN_CREATE).and_then(|mut connection| {
            lay_out(&mut connection)?;
            docs::lay_out(&connection)?;
            Ok(connection)
        });
        let first = first.map_err(|error| match unavailable(&error) {
            StoreError::Unavailable(why) => StoreError::Unavailable(format!("cannot open `{}`: {why}", path.display())),
            other => other,
        })?;
        lock::hide(path);
        let (writes, write_jobs) = mpsc::channel(WAITING);
        let (reads, read_jobs) = mpsc::channel(WAITING);
        let mut threads = reader::start(&file, read_jobs);
        threads.push(writer::start(first, &file, write_jobs));
        let opened = (now(), Instant::now());
        Ok(Self { writes: Some(writes), reads: Some(reads), threads, file, opened, _lock: lock })
    }

    /// Limits the file to this many pages of 4 KiB, or not at all. At the limit the store behaves as if the disk were full.
    pub fn limit(&self, pages: Option<u32>) {
        self.file.pages.store(pages.unwrap_or(0), std::sync::atomic::Ordering::Relaxed);
    }

    async fn write<T>(&self, job: impl FnOnce(Reply<T>) -> writer::Job) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let open = self.writes.as_ref().ok_or_else(closed)?;
        open.send(job(reply)).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }

    async fn read<T>(&self, job: impl FnOnce(Reply<T>) -> reader::Job) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let open = self.reads.as_ref().ok_or_else(closed)?;
        open.send(job(reply)).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.writes = None;
        self.reads = None;
        for thread in self.threads.drain(..) {
            // A thread that panicked has already said so, and its connection is closed.
            let _ = thread.join();
        }
    }
}

impl Store for Sqlite {
    fn create(&self, room: &str, events: Vec<String>) -> Soon<'_, ()> {
        let room = room.to_owned();
        Box::pin(self.write(move |reply| writer::Job::Create { room, events, reply }))
    }

    fn append(&self, append: Append) -> Soon<'_, ()> {
        Box::pin(self.write(move |reply| writer::Job::Append { append, reply }))
    }

    fn tail(&self, room: &str, from: u64) -> Soon<'_, Option<Vec<String>>> {
        let room = room.to_owned();
        Box::pin(self.read(move |reply| reader::Job::Tail { room, from, reply }))
    }

    fn drive(&self, room: &str, process: u64, lasting: Duration) -> Soon<'_, Option<u64>> {
        let room = room.to_owned();
        Box::pin(self.write(move |reply| writer::Job::Drive { room, process, lasting, reply }))
    }

    fn sweep(&self, keep: Keep) -> Soon<'_, u64> {
        Box::pin(async move {
            let before = Before::now(keep);
            // Every code sorts after the empty one.
            let mut after = String::new();
            let mut deleted = 0;
            loop {
                let rooms = self.read(|reply| reader::Job::Idle { before, after, most: PORTION, reply }).await?;
                let Some(last) = rooms.last().cloned() else { return Ok(deleted) };
                after = last;
                deleted += self.write(|reply| writer::Job::Delete { rooms, before, reply }).await?;
            }
        })
    }

    fn count(&self) -> Soon<'_, u64> {
        Box::pin(self.read(|reply| reader::Job::Count { reply }))
    }

    /// Milliseconds since 1970, as far as this machine knew when the file was opened.
    fn time(&self) -> Soon<'_, Time> {
        let (up, since) = self.opened;
        Box::pin(std::future::ready(Ok(Time { now: up + millis(since.elapsed()), up })))
    }

    fn probe(&self) -> Soon<'_, ()> {
        Box::pin(self.write(|reply| writer::Job::Probe { reply }))
    }

    fn codes(&self, after: &str, most: usize) -> Soon<'_, Vec<String>> {
        let after = after.to_owned();
        Box::pin(self.read(move |reply| reader::Job::Codes { after, most, reply }))
    }

    fn delete(&self, room: &str) -> Soon<'_, bool> {
        let room = room.to_owned();
        Box::pin(self.write(move |reply| writer::Job::Remove { room, reply }))
    }

    fn doc(&self, key: &str) -> Soon<'_, Option<Doc>> {
        let key = key.to_owned();
        Box::pin(self.read(move |reply| reader::Job::Doc { key, reply }))
    }

    fn put(&self, puts: Vec<Put>) -> Soon<'_, ()> {
        Box::pin(self.write(move |reply| writer::Job::Put { puts, reply }))
    }

    fn due(&self, before: u64, most: usize) -> Soon<'_, Vec<String>> {
        Box::pin(self.read(move |reply| reader::Job::Due { before, most, reply }))
    }
}

impl File {
    /// A connection for reading and writing. Without `more` flags it makes no file, so that one that has vanished is not
    /// silently replaced.
    fn connect(&self, more: OpenFlags) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
        let connection = Connection::open_with_flags(&self.path, flags)?;
        connection.busy_timeout(Duration::from_secs(2))?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "full")?;
        // Rooms lie on different pages, so a commit for many rooms writes many pages. At the default of 1000, every fourth
        // commit would copy them all back into the file and sync twice more.
        connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
        // The log shrinks to this size after a burst.
        connection.pragma_update(None, "journal_size_limit", 64 << 20)?;
        Ok(connection)
    }

    /// Closes the connections of all readers, also of one that is idle.
    fn close_readers(&self) {
        for connection in &self.readers {
            *connection.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }
}

fn lay_out(connection: &mut Connection) -> rusqlite::Result<()> {
    let version = |connection: &Connection| connection.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0));
    match version(connection)? {
        LAYOUT => return Ok(()),
        0 => {}
        other => {
            let text = format!("its tables have layout {other}, this program knows {LAYOUT}");
            return Err(rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(1), Some(text)));
        }
    }
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    // Another process may have been first. `seq` is the index of an event in its room; the name is part of the file format.
    if version(&transaction)? == 0 {
        transaction.execute_batch(
            "CREATE TABLE rooms(code TEXT NOT NULL PRIMARY KEY, made INTEGER NOT NULL, touched INTEGER NOT NULL,
                over INTEGER NOT NULL) WITHOUT ROWID;
             CREATE TABLE events(room TEXT NOT NULL, seq INTEGER NOT NULL, text TEXT NOT NULL, hash BLOB NOT NULL,
                PRIMARY KEY(room, seq)) WITHOUT ROWID;",
        )?;
        transaction.pragma_update(None, "user_version", LAYOUT)?;
    }
    transaction.commit()
}

/// Rooms are deleted that were not touched since these times, in milliseconds since 1970.
#[derive(Clone, Copy)]
struct Before {
    open: u64,
    over: u64,
}

impl Before {
    fn now(keep: Keep) -> Self {
        let now = now();
        Before { open: now.saturating_sub(millis(keep.open)), over: now.saturating_sub(millis(keep.over)) }
    }
}

/// The hash that the first event of a room follows.
fn root(room: &str) -> [u8; 32] {
    Sha256::digest(room).into()
}

/// The hash of an event, given the hash of the event before it.
fn chained(previous: &[u8], text: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(previous).chain_update(text).finalize().into()
}

/// An error of SQLite on one line.
fn unavailable(error: &rusqlite::Error) -> StoreError {
    note_error("unavailable");
    StoreError::Unavailable(error.to_string().replace('\n', " "))
}

/// Whether the stored data itself cannot be read, so that trying again is useless.
fn broken(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::{FromSqlConversionFailure, InvalidColumnType};
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt))
        || matches!(error, FromSqlConversionFailure(..) | InvalidColumnType(..))
}

fn closed() -> StoreError {
    StoreError::Unavailable("the store is closed".into())
}

/// Milliseconds since 1970. Expiry goes by wall-clock time, because rooms outlive the process.
fn now() -> u64 {
    millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

fn millis(duration: Duration) -> u64 {
    // SQLite's integers are signed.
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX).min(i64::MAX as u64)
}
