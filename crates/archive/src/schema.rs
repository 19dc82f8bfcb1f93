//! The tables of an archive, and how a file is opened.
//!
//! `game` has a narrow row for each game. What repeats stands once in a table of its own: variants, seatings, reasons and
//! sources. `line` has the moves and `trail` the fingerprints of the positions, under the same numbers.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::{Archive, ArchiveError, failed, write};

/// `Agon` in ASCII: how a file says whose it is.
const APPLICATION: i64 = 0x4167_6f6e;
/// The layout of the tables.
const LAYOUT: i64 = 1;
/// How long somebody waits for another program that writes.
const PATIENCE: Duration = Duration::from_secs(5);

const TABLES: &str = "
CREATE TABLE variant (id INTEGER PRIMARY KEY, game TEXT NOT NULL, options TEXT NOT NULL, UNIQUE (game, options)) STRICT;
CREATE TABLE seating (id INTEGER PRIMARY KEY, players TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE reason (id INTEGER PRIMARY KEY, reason TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE source (id INTEGER PRIMARY KEY, source TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    variant INTEGER NOT NULL,
    seating INTEGER NOT NULL,
    winners INTEGER NOT NULL,
    reason INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    source INTEGER NOT NULL,
    date INTEGER,
    seed INTEGER,
    scores TEXT
) STRICT;
CREATE TABLE line (
    id INTEGER PRIMARY KEY, moves TEXT NOT NULL, position TEXT, note TEXT NOT NULL, thinking TEXT NOT NULL
) STRICT;
CREATE TABLE trail (id INTEGER PRIMARY KEY, positions BLOB NOT NULL) STRICT;
";

impl Archive {
    /// Opens an archive to read it.
    pub fn open(path: &Path) -> Result<Self, ArchiveError> {
        if !path.exists() {
            return Err(ArchiveError::Missing(path.to_owned()));
        }
        Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY, false)
    }

    /// Opens an archive to add games, or makes it.
    pub fn append(path: &Path) -> Result<Self, ArchiveError> {
        let fresh = std::fs::metadata(path).map_or(true, |data| data.is_file() && data.len() == 0);
        Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE, fresh)
    }

    fn connect(path: &Path, flags: OpenFlags, fresh: bool) -> Result<Self, ArchiveError> {
        let no = |why: rusqlite::Error| failed(path, &why);
        let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(no)?;
        connection.busy_timeout(PATIENCE).map_err(no)?;
        // What is read from one end to the other need not be copied first.
        connection.pragma_update(None, "mmap_size", 1_i64 << 36).map_err(no)?;
        let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(no);
        if fresh && number("application_id")? == 0 {
            let make = format!(
                "BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {LAYOUT}; {TABLES} COMMIT;"
            );
            connection.execute_batch(&make).map_err(no)?;
        }
        match (number("application_id")?, number("user_version")?) {
            (APPLICATION, LAYOUT) => {}
            (APPLICATION, LAYOUT..) => return Err(ArchiveError::Newer(path.to_owned())),
            _ => return Err(ArchiveError::Foreign(path.to_owned())),
        }
        Ok(Archive { path: path.to_owned(), connection, known: write::Known::default() })
    }
}
