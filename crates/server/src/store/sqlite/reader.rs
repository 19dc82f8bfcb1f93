//! The threads that read, each with its own connection, one short transaction for each request.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use tokio::sync::mpsc;

use super::{Before, File, Reply, broken, chained, docs, root, unavailable};
use crate::store::{Doc, StoreError, note_error};

/// A request to a reader.
pub(super) enum Job {
    Tail {
        room: String,
        from: u64,
        reply: Reply<Option<Vec<String>>>,
    },
    Count {
        reply: Reply<u64>,
    },
    Codes {
        after: String,
        most: usize,
        reply: Reply<Vec<String>>,
    },
    /// Rooms to which nothing was appended since these times, in the order of their codes.
    Idle {
        before: Before,
        after: String,
        most: usize,
        reply: Reply<Vec<String>>,
    },
    Doc {
        key: String,
        reply: Reply<Option<Doc>>,
    },
    /// Keys of documents whose time has come.
    Due {
        before: u64,
        most: usize,
        reply: Reply<Vec<String>>,
    },
}

struct Reader {
    file: Arc<File>,
    // The index of its connection in `File::readers`, which is opened when first needed and again after a failure.
    number: usize,
}

pub(super) fn start(file: &Arc<File>, jobs: mpsc::Receiver<Job>) -> Vec<JoinHandle<()>> {
    let jobs = Arc::new(Mutex::new(jobs));
    let one = |n: usize| {
        let jobs = jobs.clone();
        let mut reader = Reader { file: file.clone(), number: n };
        let body = move || {
            // A thread holds the lock while it waits for a job, not while it does it.
            while let Some(job) = { jobs.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv() } {
                reader.run(job);
            }
        };
        std::thread::Builder::new().name(format!("store reader {n}")).spawn(body).expect("a thread can be started")
    };
    (0..file.readers.len()).map(one).collect()
}

impl Reader {
    fn run(&mut self, job: Job) {
        // It is no error if the caller no longer waits.
        match job {
            Job::Tail { room, from, reply } => drop(reply.send(self.tail(&room, from))),
            Job::Count { reply } => drop(reply.send(self.ask(count))),
            Job::Codes { after, most, reply } => {
                drop(reply.send(self.ask(|connection| codes(connection, &after, most))));
            }
            Job::Idle { before, after, most, reply } => {
                drop(reply.send(self.ask(|connection| idle(connection, before, &after, most))));
            }
            Job::Doc { key, reply } => drop(reply.send(self.ask(|connection| docs::get(connection, &key)))),
            Job::Due { before, most, reply } => {
                drop(reply.send(self.ask(|connection| docs::due(connection, before, most))));
            }
        }
    }

    fn tail(&mut self, room: &str, from: u64) -> Result<Option<Vec<String>>, StoreError> {
        // How far reading came before SQLite itself found the file damaged.
        let mut reached = from;
        let outcome = self.ask(|connection| match tail(connection, room, from, &mut reached) {
            Err(error) if broken(&error) => Ok(Err(StoreError::Damaged(reached))),
            other => other,
        });
        let outcome = outcome.and_then(|outcome| outcome);
        if matches!(outcome, Err(StoreError::Damaged(_))) {
            note_error("damaged");
        }
        outcome
    }

    fn ask<T>(&mut self, question: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let failures = self.file.failures.load(Ordering::Acquire);
        let mut place = self.file.readers[self.number].lock().unwrap_or_else(PoisonError::into_inner);
        place.take_if(|(known, _)| *known != failures);
        let outcome = match &mut *place {
            Some((_, connection)) => question(connection),
            none => self.file.connect(OpenFlags::empty()).and_then(|connection| {
                connection.pragma_update(None, "query_only", true)?;
                question(&mut none.insert((failures, connection)).1)
            }),
        };
        outcome.map_err(|error| {
            tracing::error!(%error, "cannot read from the store");
            *place = None;
            unavailable(&error)
        })
    }
}

type Tail = Result<Option<Vec<String>>, StoreError>;

fn tail(connection: &mut Connection, room: &str, from: u64, reached: &mut u64) -> rusqlite::Result<Tail> {
    // One transaction, so that the room is not deleted between the queries.
    let connection = connection.transaction()?;
    if !connection.prepare_cached("SELECT 1 FROM rooms WHERE code = ?1")?.exists([room])? {
        return Ok(Ok(None));
    }
    let from = from.min(i64::MAX as u64);
    let mut hash = root(room);
    if from > 0 {
        let sql = "SELECT hash FROM events WHERE room = ?1 AND seq = ?2";
        let before = connection.prepare_cached(sql)?.query_row(params![room, from as i64 - 1], |row| row.get(0));
        match before.optional()? {
            Some(before) => hash = before,
            // There should be nothing past the end; if there is, the list has a gap.
            None => *reached = from - 1,
        }
    }
    let sql = "SELECT seq, text, hash FROM events WHERE room = ?1 AND seq >= ?2 ORDER BY seq";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(params![room, from as i64])?;
    let mut events = vec![];
    while let Some(row) = rows.next()? {
        let text = row.get_ref(1)?.as_bytes().unwrap_or_default();
        let stored = row.get_ref(2)?.as_bytes().unwrap_or_default();
        hash = chained(&hash, text);
        let text = std::str::from_utf8(text);
        let (true, true, Ok(text)) = (row.get::<_, i64>(0)? as u64 == *reached, stored == hash, text) else {
            return Ok(Err(StoreError::Damaged(*reached)));
        };
        events.push(text.to_owned());
        *reached += 1;
    }
    Ok(Ok(Some(events)))
}

fn count(connection: &mut Connection) -> rusqlite::Result<u64> {
    connection.prepare_cached("SELECT count(*) FROM rooms")?.query_row([], |row| row.get::<_, i64>(0)).map(|n| n as u64)
}

fn codes(connection: &mut Connection, after: &str, most: usize) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare_cached("SELECT code FROM rooms WHERE code > ?1 ORDER BY code LIMIT ?2")?;
    statement.query_map(params![after, i64::try_from(most).unwrap_or(i64::MAX)], |row| row.get(0))?.collect()
}

fn idle(connection: &mut Connection, before: Before, after: &str, most: usize) -> rusqlite::Result<Vec<String>> {
    let sql = "SELECT code FROM rooms WHERE touched <= iif(over, ?2, ?1) AND code > ?3
               AND NOT EXISTS (SELECT 1 FROM docs WHERE key = 'deadline/' || code) ORDER BY code LIMIT ?4";
    let mut statement = connection.prepare_cached(sql)?;
    let values = params![before.open as i64, before.over as i64, after, most as i64];
    statement.query_map(values, |row| row.get(0))?.collect()
}
