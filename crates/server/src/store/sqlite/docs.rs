//! Documents in a table of their own. Files of earlier versions get it when they are opened, and older programs ignore it.

use rusqlite::{Connection, OptionalExtension, params};

use super::writer::Refusal;
use crate::store::doc::next;
use crate::store::{Doc, Put, StoreError};

pub(super) fn lay_out(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TABLE IF NOT EXISTS docs(key TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, text TEXT NOT NULL,
            due INTEGER) WITHOUT ROWID;
         CREATE INDEX IF NOT EXISTS docs_due ON docs(due) WHERE due IS NOT NULL;",
    )
}

pub(super) fn get(connection: &Connection, key: &str) -> rusqlite::Result<Option<Doc>> {
    let mut select = connection.prepare_cached("SELECT version, text FROM docs WHERE key = ?1")?;
    let doc = |row: &rusqlite::Row<'_>| Ok(Doc { version: row.get::<_, i64>(0)? as u64, text: row.get(1)? });
    select.query_row([key], doc).optional()
}

/// Writes all of these. A refusal comes before the first change.
pub(super) fn put(connection: &Connection, puts: &[Put]) -> Result<(), Refusal> {
    let mut versions = Vec::with_capacity(puts.len());
    for put in puts {
        let version = connection
            .prepare_cached("SELECT version FROM docs WHERE key = ?1")?
            .query_row([&put.key], |row| row.get::<_, i64>(0))
            .optional()?
            .unwrap_or(0) as u64;
        if put.after.is_some_and(|after| after != version) {
            return Err(Refusal::Store(StoreError::Changed));
        }
        versions.push(version);
    }
    for (Put { key, text, due, .. }, version) in puts.iter().zip(versions) {
        match text {
            Some(text) => {
                let due = due.map(|due| due.min(i64::MAX as u64) as i64);
                let sql = "INSERT OR REPLACE INTO docs(key, version, text, due) VALUES(?1, ?2, ?3, ?4)";
                connection.prepare_cached(sql)?.execute(params![key, next(version) as i64, text, due])?;
            }
            None => drop(connection.prepare_cached("DELETE FROM docs WHERE key = ?1")?.execute([key])?),
        }
    }
    Ok(())
}

pub(super) fn due(connection: &Connection, before: u64, most: usize) -> rusqlite::Result<Vec<String>> {
    let mut select = connection.prepare_cached("SELECT key FROM docs WHERE due <= ?1 ORDER BY due LIMIT ?2")?;
    select.query_map(params![before.min(i64::MAX as u64) as i64, most as i64], |row| row.get(0))?.collect()
}
