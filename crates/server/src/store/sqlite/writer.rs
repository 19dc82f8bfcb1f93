//! The one thread that writes: it does all waiting requests in one transaction, commits, and only then answers.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use tokio::sync::mpsc;

use super::{Before, File, Reply, broken, chained, docs, now, root, unavailable};
use crate::store::memory::Leases;
use crate::store::{Append, Phase, Put, StoreError};

/// The most requests that share a commit.
const TOGETHER: usize = 256;

/// A request to the writer.
pub(super) enum Job {
    Create {
        room: String,
        events: Vec<String>,
        reply: Reply<()>,
    },
    Append {
        append: Append,
        reply: Reply<()>,
    },
    // Leases go through the writer too, so that no append of the old driver is under way when a new one has its answer.
    Drive {
        room: String,
        process: u64,
        lasting: Duration,
        reply: Reply<Option<u64>>,
    },
    Put {
        puts: Vec<Put>,
        reply: Reply<()>,
    },
    /// Deletes those of these rooms to which nothing was appended since these times.
    Delete {
        rooms: Vec<String>,
        before: Before,
        reply: Reply<u64>,
    },
    /// Writes something, and takes it away.
    Probe {
        reply: Reply<()>,
    },
    /// Deletes a room, whatever its state.
    Remove {
        room: String,
        reply: Reply<bool>,
    },
}

/// The answer to a request, which is sent after the commit.
enum Done {
    Plain(Result<(), StoreError>, Reply<()>),
    Epoch(Result<Option<u64>, StoreError>, Reply<Option<u64>>),
    Count(Result<u64, StoreError>, Reply<u64>),
    Truth(Result<bool, StoreError>, Reply<bool>),
}

struct Writer {
    // None after a failure, until it can be opened again.
    connection: Option<Connection>,
    // The connection that has failed, until another one works. The last connection to close removes the index of the log,
    // which cannot be made again on a full disk, and without it nobody can read.
    stale: Option<Connection>,
    file: Arc<File>,
    leases: Leases,
    pages: u32,
}

pub(super) fn start(first: Connection, file: &Arc<File>, mut jobs: mpsc::Receiver<Job>) -> JoinHandle<()> {
    let file = file.clone();
    let mut writer = Writer { connection: Some(first), stale: None, file, leases: Leases::default(), pages: 0 };
    let body = move || {
        let mut batch = Vec::with_capacity(TOGETHER);
        while jobs.blocking_recv_many(&mut batch, TOGETHER) > 0 {
            let done = writer.run(&mut batch);
            done.into_iter().for_each(Done::tell);
        }
    };
    std::thread::Builder::new().name("store writer".into()).spawn(body).expect("a thread can be started")
}

impl Writer {
    /// Does all of these in one transaction. If the commit fails, none of them is done.
    fn run(&mut self, batch: &mut Vec<Job>) -> Vec<Done> {
        let mut done = Vec::with_capacity(batch.len());
        let outcome = self.transact(batch, &mut done);
        if let Err(error) = outcome {
            tracing::error!(%error, requests = done.len() + batch.len(), "cannot write to the store");
            let why = unavailable(&error);
            done.extend(batch.drain(..).map(Job::undone));
            for done in &mut done {
                done.fail(&why);
            }
            if let Some(failed) = self.connection.take() {
                // If it cannot roll back now, dropping it does.
                if failed.is_autocommit() || failed.execute_batch("ROLLBACK").is_ok() {
                    self.stale.get_or_insert(failed);
                }
            }
            // All connections of a process share the index in the mode in which the first one opened it. If that was
            // read-only, all must close before any can write again.
            if error.sqlite_error_code() == Some(ErrorCode::ReadOnly) {
                self.stale = None;
                self.file.close_readers();
            }
            self.file.failures.fetch_add(1, Ordering::Release);
        }
        done
    }

    fn transact(&mut self, batch: &mut Vec<Job>, done: &mut Vec<Done>) -> rusqlite::Result<()> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                self.pages = 0;
                self.file.connect(OpenFlags::empty())?
            }
        };
        let connection = self.connection.insert(connection);
        let pages = self.file.pages.load(Ordering::Relaxed);
        if pages != self.pages {
            // The largest possible count stands for no limit.
            connection.pragma_update(None, "max_page_count", if pages == 0 { 0xffff_fffe } else { pages })?;
            self.pages = pages;
        }
        let run = |sql| connection.prepare_cached(sql)?.execute([]);
        run("BEGIN IMMEDIATE")?;
        self.stale = None;
        // Taken from the end of the reversed list, so that requests that are not reached stay in it and are answered too.
        batch.reverse();
        while let Some(job) = batch.pop() {
            run("SAVEPOINT request")?;
            let (one, failed) = job.run(connection, &mut self.leases);
            done.push(one);
            if let Some(error) = failed {
                // Some errors, such as a full disk, end the whole transaction. A read-only connection would fail for ever, so
                // it is given up too.
                if connection.is_autocommit() || error.sqlite_error_code() == Some(ErrorCode::ReadOnly) {
                    return Err(error);
                }
                run("ROLLBACK TO request")?;
            }
            run("RELEASE request")?;
        }
        run("COMMIT")?;
        Ok(())
    }
}

/// Why a request was not done: refused by the store's own rules, or by SQLite.
pub(super) enum Refusal {
    Store(StoreError),
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl Job {
    /// Does it within a transaction. Also returns an error of SQLite, so that the request can be rolled back.
    fn run(self, connection: &Connection, leases: &mut Leases) -> (Done, Option<rusqlite::Error>) {
        fn split<T>(outcome: Result<T, Refusal>, at: u64) -> (Result<T, StoreError>, Option<rusqlite::Error>) {
            match outcome {
                Ok(value) => (Ok(value), None),
                Err(Refusal::Store(error)) => (Err(error), None),
                Err(Refusal::Sqlite(error)) if broken(&error) => (Err(StoreError::Damaged(at)), Some(error)),
                Err(Refusal::Sqlite(error)) => (Err(unavailable(&error)), Some(error)),
            }
        }
        match self {
            Self::Create { room, events, reply } => {
                let (outcome, failed) = split(create(connection, &room, &events), 0);
                (Done::Plain(outcome, reply), failed)
            }
            Self::Append { append, reply } => {
                let (outcome, failed) = split(extend(connection, leases, &append), append.at);
                (Done::Plain(outcome, reply), failed)
            }
            Self::Put { puts, reply } => {
                let (outcome, failed) = split(docs::put(connection, &puts), 0);
                (Done::Plain(outcome, reply), failed)
            }
            Self::Drive { room, process, lasting, reply } => {
                let (outcome, failed) = split(drive(connection, leases, &room, process, lasting), 0);
                (Done::Epoch(outcome, reply), failed)
            }
            Self::Delete { rooms, before, reply } => {
                let (outcome, failed) = split(delete(connection, leases, &rooms, before), 0);
                (Done::Count(outcome, reply), failed)
            }
            Self::Probe { reply } => {
                let (outcome, failed) = split(probe(connection), 0);
                (Done::Plain(outcome, reply), failed)
            }
            Self::Remove { room, reply } => {
                let (outcome, failed) = split(remove(connection, leases, &room), 0);
                (Done::Truth(outcome, reply), failed)
            }
        }
    }

    /// The answer to a request that was not done; its text is set later.
    fn undone(self) -> Done {
        match self {
            Self::Create { reply, .. }
            | Self::Append { reply, .. }
            | Self::Put { reply, .. }
            | Self::Probe { reply } => Done::Plain(Ok(()), reply),
            Self::Drive { reply, .. } => Done::Epoch(Ok(None), reply),
            Self::Delete { reply, .. } => Done::Count(Ok(0), reply),
            Self::Remove { reply, .. } => Done::Truth(Ok(false), reply),
        }
    }
}

impl Done {
    fn tell(self) {
        // It is no error if the caller no longer waits.
        match self {
            Self::Plain(outcome, reply) => drop(reply.send(outcome)),
            Self::Epoch(outcome, reply) => drop(reply.send(outcome)),
            Self::Count(outcome, reply) => drop(reply.send(outcome)),
            Self::Truth(outcome, reply) => drop(reply.send(outcome)),
        }
    }

    // Refusals are replaced too: they may depend on an append that is rolled back with them.
    fn fail(&mut self, why: &StoreError) {
        match self {
            Self::Plain(outcome, _) => *outcome = Err(why.clone()),
            Self::Epoch(outcome, _) => *outcome = Err(why.clone()),
            Self::Count(outcome, _) => *outcome = Err(why.clone()),
            Self::Truth(outcome, _) => *outcome = Err(why.clone()),
        }
    }
}

fn create(connection: &Connection, room: &str, events: &[String]) -> Result<(), Refusal> {
    let sql = "INSERT INTO rooms(code, made, touched, over) VALUES(?1, ?2, ?2, 0) ON CONFLICT DO NOTHING";
    if connection.prepare_cached(sql)?.execute(params![room, now() as i64])? == 0 {
        return Err(Refusal::Store(StoreError::Exists));
    }
    push(connection, room, 0, root(room), events)
}

fn extend(connection: &Connection, leases: &Leases, append: &Append) -> Result<(), Refusal> {
    let room = &append.room;
    if !exists(connection, room)? {
        return Err(Refusal::Store(StoreError::Missing));
    }
    leases.check(room, append.epoch).map_err(Refusal::Store)?;
    let sql = "SELECT seq, hash FROM events WHERE room = ?1 ORDER BY seq DESC LIMIT 1";
    let last = connection
        .prepare_cached(sql)?
        .query_row([room], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, [u8; 32]>(1)?)))
        .optional()?;
    let (len, hash) = last.map_or_else(|| (0, root(room)), |(index, hash)| (index as u64 + 1, hash));
    if len != append.at {
        return Err(Refusal::Store(StoreError::Late(len)));
    }
    docs::put(connection, &append.puts)?;
    let sql = "UPDATE rooms SET touched = ?2, over = ?3 WHERE code = ?1";
    connection.prepare_cached(sql)?.execute(params![room, now() as i64, append.phase == Phase::Over])?;
    push(connection, room, len, hash, &append.events)
}

fn push(connection: &Connection, room: &str, at: u64, after: [u8; 32], events: &[String]) -> Result<(), Refusal> {
    let mut insert = connection.prepare_cached("INSERT INTO events(room, seq, text, hash) VALUES(?1, ?2, ?3, ?4)")?;
    let mut hash = after;
    for (index, text) in (at as i64..).zip(events) {
        hash = chained(&hash, text.as_bytes());
        insert.execute(params![room, index, text, hash])?;
    }
    Ok(())
}

fn drive(
    connection: &Connection,
    leases: &mut Leases,
    room: &str,
    process: u64,
    lasting: Duration,
) -> Result<Option<u64>, Refusal> {
    if !exists(connection, room)? {
        return Err(Refusal::Store(StoreError::Missing));
    }
    Ok(leases.drive(room, process, lasting))
}

fn delete(connection: &Connection, leases: &mut Leases, rooms: &[String], before: Before) -> Result<u64, Refusal> {
    let sql = "DELETE FROM rooms WHERE code = ?1 AND touched <= iif(over, ?3, ?2)
               AND NOT EXISTS (SELECT 1 FROM docs WHERE key = 'deadline/' || code)";
    let mut room_row = connection.prepare_cached(sql)?;
    let mut event_rows = connection.prepare_cached("DELETE FROM events WHERE room = ?1")?;
    let mut deleted = 0;
    for room in rooms {
        if room_row.execute(params![room, before.open as i64, before.over as i64])? > 0 {
            event_rows.execute([room])?;
            leases.forget(room);
            deleted += 1;
        }
    }
    Ok(deleted)
}

/// An event that needs pages of its own, so that a full file is found out; no room has this code, and it is gone before
/// anybody can see it.
fn probe(connection: &Connection) -> Result<(), Refusal> {
    let sql = "INSERT OR REPLACE INTO events(room, seq, text, hash) VALUES('', 0, hex(zeroblob(4096)), x'')";
    connection.prepare_cached(sql)?.execute([])?;
    connection.prepare_cached("DELETE FROM events WHERE room = ''")?.execute([])?;
    Ok(())
}

fn remove(connection: &Connection, leases: &mut Leases, room: &str) -> Result<bool, Refusal> {
    let deleted = connection.prepare_cached("DELETE FROM rooms WHERE code = ?1")?.execute([room])? > 0;
    connection.prepare_cached("DELETE FROM events WHERE room = ?1")?.execute([room])?;
    leases.forget(room);
    Ok(deleted)
}

fn exists(connection: &Connection, room: &str) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM rooms WHERE code = ?1")?.exists([room])
}
