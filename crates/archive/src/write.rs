//! Adding games to an archive.

use std::collections::HashMap;

use agon_lab::played::{Played, Thinking};
use agon_rules::Start;
use rusqlite::{Connection, params};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::{Archive, ArchiveError};

/// What repeats, with its numbers.
#[derive(Default)]
pub(crate) struct Known {
    variants: HashMap<(String, String), i64>,
    seatings: HashMap<String, i64>,
    reasons: HashMap<String, i64>,
    sources: HashMap<String, i64>,
}

impl Archive {
    /// Adds games, all of them or none. They must have been checked ([`Played::check`]) or just played.
    pub fn add(&mut self, games: &[Played]) -> Result<(), ArchiveError> {
        let (path, known) = (&self.path, &mut self.known);
        let mut add = || -> rusqlite::Result<()> {
            // It may be part of a larger one.
            let transaction = self.connection.savepoint()?;
            games.iter().try_for_each(|game| insert(&transaction, known, game))?;
            transaction.commit()
        };
        let added = add().map_err(|why| crate::failed(path, &why));
        if added.is_err() {
            // Numbers that were given in a transaction that has failed are not taken.
            self.known = Known::default();
        }
        added
    }

    /// Makes changes, all of them or none.
    pub fn whole<T, E: From<ArchiveError>>(&mut self, change: impl FnOnce(&mut Self) -> Result<T, E>) -> Result<T, E> {
        let failed = |archive: &Self, why| archive.failed(&why);
        self.connection.execute_batch("BEGIN IMMEDIATE").map_err(|why| failed(self, why))?;
        let changed = change(self);
        let end = if changed.is_ok() { "COMMIT" } else { "ROLLBACK" };
        let ended = self.connection.execute_batch(end).map_err(|why| failed(self, why));
        if changed.is_err() || ended.is_err() {
            self.known = Known::default();
        }
        let changed = changed?;
        ended?;
        Ok(changed)
    }
}

/// The date of now, to the second; `SOURCE_DATE_EPOCH` sets another one, for results that can be compared byte by byte.
pub fn now() -> String {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    date(set.unwrap_or_else(|| OffsetDateTime::now_utc().unix_timestamp())).unwrap_or_default()
}

/// A day or a date as seconds since 1970; none where it is neither.
pub fn moment(text: &str) -> Option<i64> {
    seconds(text).or_else(|| seconds(&format!("{text}T00:00:00Z")))
}

fn insert(to: &Connection, known: &mut Known, game: &Played) -> rusqlite::Result<()> {
    let variant = known.variant(to, &game.record.game, &options(&game.record.options))?;
    let seating = number(to, "seating", "players", &mut known.seatings, &game.players.join("\n"))?;
    let reason = number(to, "reason", "reason", &mut known.reasons, &game.reason)?;
    let source = number(to, "source", "source", &mut known.sources, &game.source)?;
    let winners: i64 = game.winners.iter().map(|seat| 1 << seat).sum();
    let (seed, position) = match &game.record.start {
        Start::Seed(seed) => (Some(seed.cast_signed()), None),
        Start::Position(position) => (None, Some(position)),
    };
    to.prepare_cached(
        "INSERT INTO game (variant, seating, winners, reason, plies, opening, source, date, seed, scores)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?
    .execute(params![
        variant,
        seating,
        winners,
        reason,
        game.record.moves.len() as i64,
        game.opening,
        source,
        seconds(&game.date),
        seed,
        game.scores.as_deref().map(joined),
    ])?;
    let id = to.last_insert_rowid();
    to.prepare_cached("INSERT INTO line (id, moves, position, note, thinking) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![id, game.record.moves.join("~"), position, game.note, joined(&game.thinking)])?;
    let bytes: Vec<u8> = game.positions.iter().flat_map(|position| position.to_le_bytes()).collect();
    to.prepare_cached("INSERT INTO trail (id, positions) VALUES (?1, ?2)")?.execute(params![id, bytes])?;
    Ok(())
}

impl Known {
    fn variant(&mut self, to: &Connection, game: &str, options: &str) -> rusqlite::Result<i64> {
        let key = (game.to_owned(), options.to_owned());
        if let Some(id) = self.variants.get(&key) {
            return Ok(*id);
        }
        to.execute("INSERT OR IGNORE INTO variant (game, options) VALUES (?1, ?2)", [game, options])?;
        let id =
            to.query_row("SELECT id FROM variant WHERE game = ?1 AND options = ?2", [game, options], |row| row.get(0))?;
        self.variants.insert(key, id);
        Ok(id)
    }
}

/// The number of a text in a table of texts.
fn number(
    to: &Connection,
    table: &str,
    column: &str,
    known: &mut HashMap<String, i64>,
    text: &str,
) -> rusqlite::Result<i64> {
    if let Some(id) = known.get(text) {
        return Ok(*id);
    }
    to.execute(&format!("INSERT OR IGNORE INTO {table} ({column}) VALUES (?1)"), [text])?;
    let id = to.query_row(&format!("SELECT id FROM {table} WHERE {column} = ?1"), [text], |row| row.get(0))?;
    known.insert(text.to_owned(), id);
    Ok(id)
}

/// Options as one text.
pub(crate) fn options(options: &[(String, String)]) -> String {
    options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

fn joined(values: &[impl ToString]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A date as seconds since 1970; none where it is empty or no date.
pub(crate) fn seconds(date: &str) -> Option<i64> {
    OffsetDateTime::parse(date, &Rfc3339).ok().map(OffsetDateTime::unix_timestamp)
}

/// Seconds since 1970 as a date.
pub(crate) fn date(seconds: i64) -> Option<String> {
    OffsetDateTime::from_unix_timestamp(seconds).ok()?.format(&Rfc3339).ok()
}

/// What the moves have cost, as it was written.
pub(crate) fn thinking(text: &str) -> Option<Vec<Thinking>> {
    text.split_terminator(' ').map(Thinking::read).collect()
}
