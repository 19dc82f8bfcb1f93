//! Reading an archive: which games pass a filter, and the games themselves.

use std::collections::{BTreeMap, HashMap};

use agon_lab::played::Played;
use agon_rules::{Record, Start};
use rusqlite::Row;

use crate::filter::bit;
use crate::write::{date, thinking};
use crate::{Archive, ArchiveError, Filter};

/// A game that passes a filter.
#[derive(Clone, Copy)]
pub(crate) struct Hit {
    /// its number
    pub id: i64,
    /// its seating
    pub seating: i64,
    /// who has won, as bits
    pub winners: u64,
    /// the ply at which it has come to the position of the filter
    pub ply: usize,
}

/// A game in a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// its number
    pub id: u64,
    /// the game, without its moves
    pub game: Played,
    /// how many plies
    pub plies: u64,
}

/// What games are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// the game and its options
    Variant,
    /// who played, in the order of seats
    Players,
    /// the result
    Result,
    /// the reason
    Reason,
    /// the day
    Day,
}

/// One game in so many is read by its number; where more are wanted, all are read in their order.
const SPARSE: usize = 16;

impl Archive {
    /// The numbers of the games that pass a filter, in their order.
    pub fn find(&self, filter: &Filter) -> Result<Vec<u64>, ArchiveError> {
        Ok(self.hits(filter)?.into_iter().map(|hit| hit.id.cast_unsigned()).collect())
    }

    /// How many games pass a filter.
    pub fn count(&self, filter: &Filter) -> Result<u64, ArchiveError> {
        Ok(self.hits(filter)?.len() as u64)
    }

    /// How many games pass a filter, by what they have in common.
    pub fn count_by(&self, filter: &Filter, group: Group) -> Result<BTreeMap<String, u64>, ArchiveError> {
        let hits = self.hits(filter)?;
        let texts = |query: &str| -> Result<HashMap<i64, String>, ArchiveError> {
            Ok(self.texts(query)?.into_iter().collect())
        };
        let seatings = texts("SELECT id, players FROM seating")?;
        let mut counts = BTreeMap::new();
        let mut count = |key: String| *counts.entry(key).or_insert(0) += 1;
        let (query, names) = match group {
            Group::Players => {
                hits.iter().for_each(|hit| {
                    count(seatings.get(&hit.seating).map_or_else(String::new, |names| names.replace('\n', " – ")));
                });
                return Ok(counts);
            }
            Group::Result => {
                let seats = |hit: &Hit| seatings.get(&hit.seating).map_or(0, |names| names.split('\n').count());
                hits.iter().for_each(|hit| count(result(hit.winners, seats(hit))));
                return Ok(counts);
            }
            Group::Variant => ("variant", texts("SELECT id, rtrim(game || ' ' || options) FROM variant")?),
            Group::Reason => ("reason", texts("SELECT id, reason FROM reason")?),
            Group::Day => ("date / 86400", HashMap::new()),
        };
        let ids: Vec<i64> = hits.iter().map(|hit| hit.id).collect();
        let query = format!("SELECT id, {query} FROM game ORDER BY id");
        self.walk(&query, &ids, |_, row| {
            let key: Option<i64> = row.get(1)?;
            let day = |day: i64| date(day * 86_400).and_then(|date| date.get(..10).map(str::to_owned));
            let name = key.and_then(|key| if group == Group::Day { day(key) } else { names.get(&key).cloned() });
            count(name.unwrap_or_else(|| "-".to_owned()));
            Ok(())
        })?;
        Ok(counts)
    }

    /// A game by its number.
    pub fn game(&self, id: u64) -> Result<Played, ArchiveError> {
        let mut found = None;
        let wanted = i64::try_from(id).map_err(|_| ArchiveError::NoGame(id))?;
        self.games(&[wanted], &mut |_, game| {
            found = Some(game);
            Ok(())
        })?;
        found.ok_or(ArchiveError::NoGame(id))
    }

    /// The fingerprints of the positions that a game has gone through, as they are kept.
    pub fn positions(&self, id: u64) -> Result<Vec<u64>, ArchiveError> {
        let mut positions = Vec::new();
        self.walk_or_seek("SELECT id, positions FROM trail", "id", &[id.cast_signed()], |_, row| {
            let bytes = row.get_ref(1)?.as_blob()?;
            positions.extend(bytes.as_chunks().0.iter().copied().map(u64::from_le_bytes));
            Ok(())
        })?;
        Ok(positions)
    }

    /// Lets SQLite read the whole file and check that it is sound.
    pub fn check_file(&self) -> Result<(), ArchiveError> {
        let said = self.connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0));
        match said.map_err(|why| self.failed(&why))?.as_str() {
            "ok" => Ok(()),
            why => Err(ArchiveError::Failed(self.path.clone(), format!("the file is damaged: {why}"))),
        }
    }

    /// Reads games by their numbers, which must be in order.
    pub fn each(
        &self,
        ids: &[u64],
        each: &mut dyn FnMut(u64, Played) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError> {
        let ids: Vec<i64> = ids.iter().map(|id| id.cast_signed()).collect();
        self.games(&ids, &mut |id, game| each(id.cast_unsigned(), game))
    }

    /// The games with these numbers in a few words.
    pub fn summaries(&self, ids: &[u64]) -> Result<Vec<Summary>, ArchiveError> {
        let mut summaries = Vec::new();
        self.each(ids, &mut |id, mut game| {
            let plies = std::mem::take(&mut game.record.moves).len() as u64;
            summaries.push(Summary { id, game, plies });
            Ok(())
        })?;
        Ok(summaries)
    }

    fn games(
        &self,
        ids: &[i64],
        each: &mut dyn FnMut(i64, Played) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError> {
        let names = Names::read(self)?;
        let query =
            "SELECT g.id, variant, seating, winners, reason, opening, source, date, seed, scores, moves, position,
             note, thinking FROM game g JOIN line l ON l.id = g.id";
        let mut failed = Ok(());
        self.walk_or_seek(query, "g.id", ids, |id, row| {
            let game = names.game(row)?;
            if failed.is_ok() {
                failed = game
                    .ok_or_else(|| ArchiveError::Damaged(id, "its row makes no sense".to_owned()))
                    .and_then(|game| each(id, game));
            }
            Ok(())
        })?;
        failed
    }

    /// The games that pass a filter, in their order.
    pub(crate) fn hits(&self, filter: &Filter) -> Result<Vec<Hit>, ArchiveError> {
        let sieve = self.sieve(filter)?;
        let query = format!("SELECT id, seating, winners FROM game WHERE {} ORDER BY id", sieve.condition);
        let narrow = || -> rusqlite::Result<Vec<Hit>> {
            let (mut hits, mut rows) = (Vec::new(), self.connection.prepare(&query)?);
            let mut rows = rows.query([])?;
            while let Some(row) = rows.next()? {
                let (id, seating, winners) = (row.get(0)?, row.get(1)?, row.get::<_, i64>(2)?.cast_unsigned());
                if sieve.passes(seating, winners) {
                    hits.push(Hit { id, seating, winners, ply: 0 });
                }
            }
            Ok(hits)
        };
        let mut hits = narrow().map_err(|why| self.failed(&why))?;
        if let Some(position) = filter.position {
            let needle = position.to_le_bytes();
            self.retain(&mut hits, "SELECT id, positions FROM trail", |bytes, hit| {
                let at = bytes.chunks_exact(8).position(|known| known == needle);
                hit.ply = at.unwrap_or(0);
                at.is_some()
            })?;
        }
        if !filter.moves.is_empty() {
            let start = filter.moves.join("~");
            self.retain(&mut hits, "SELECT id, moves FROM line", |bytes, _| {
                bytes.strip_prefix(start.as_bytes()).is_some_and(|rest| rest.first().is_none_or(|byte| *byte == b'~'))
            })?;
        }
        Ok(hits)
    }

    /// Keeps the hits of which the column of another table passes.
    fn retain(
        &self,
        hits: &mut Vec<Hit>,
        query: &str,
        mut passes: impl FnMut(&[u8], &mut Hit) -> bool,
    ) -> Result<(), ArchiveError> {
        let ids: Vec<i64> = hits.iter().map(|hit| hit.id).collect();
        let (mut kept, mut at) = (Vec::new(), 0);
        self.walk_or_seek(query, "id", &ids, |id, row| {
            while hits[at].id < id {
                at += 1;
            }
            let mut hit = hits[at];
            if passes(row.get_ref(1)?.as_bytes()?, &mut hit) {
                kept.push(hit);
            }
            Ok(())
        })?;
        *hits = kept;
        Ok(())
    }

    /// Reads rows by their numbers, which are in order: from one end to the other where many are wanted.
    pub(crate) fn walk_or_seek(
        &self,
        query: &str,
        column: &str,
        ids: &[i64],
        mut each: impl FnMut(i64, &Row) -> rusqlite::Result<()>,
    ) -> Result<(), ArchiveError> {
        let last = || self.connection.query_row("SELECT ifnull(max(id), 0) FROM game", [], |row| row.get::<_, i64>(0));
        let last = last().map_err(|why| self.failed(&why))?;
        if (ids.len() as i64).saturating_mul(SPARSE as i64) >= last {
            return self.walk(&format!("{query} ORDER BY {column}"), ids, each);
        }
        let mut seek = || -> rusqlite::Result<()> {
            let mut rows = self.connection.prepare(&format!("{query} WHERE {column} = ?1"))?;
            for id in ids {
                let mut found = rows.query([id])?;
                if let Some(row) = found.next()? {
                    each(*id, row)?;
                }
            }
            Ok(())
        };
        seek().map_err(|why| self.failed(&why))
    }

    /// Reads all rows in their order, and hands on those that are wanted.
    fn walk(
        &self,
        query: &str,
        ids: &[i64],
        mut each: impl FnMut(i64, &Row) -> rusqlite::Result<()>,
    ) -> Result<(), ArchiveError> {
        let mut walk = || -> rusqlite::Result<()> {
            let (mut wanted, mut rows) = (ids.iter().copied().peekable(), self.connection.prepare(query)?);
            let mut rows = rows.query([])?;
            while wanted.peek().is_some()
                && let Some(row) = rows.next()?
            {
                let id = row.get(0)?;
                while wanted.next_if(|wanted| *wanted < id).is_some() {}
                if wanted.next_if_eq(&id).is_some() {
                    each(id, row)?;
                }
            }
            Ok(())
        };
        walk().map_err(|why| self.failed(&why))
    }
}

/// What numbers stand for.
struct Names {
    variants: HashMap<i64, (String, String)>,
    seatings: HashMap<i64, String>,
    reasons: HashMap<i64, String>,
    sources: HashMap<i64, String>,
}

impl Names {
    fn read(archive: &Archive) -> Result<Self, ArchiveError> {
        let texts =
            |query| -> Result<HashMap<i64, String>, ArchiveError> { Ok(archive.texts(query)?.into_iter().collect()) };
        Ok(Names {
            variants: archive.all_variants()?.into_iter().map(|(id, game, options)| (id, (game, options))).collect(),
            seatings: texts("SELECT id, players FROM seating")?,
            reasons: texts("SELECT id, reason FROM reason")?,
            sources: texts("SELECT id, source FROM source")?,
        })
    }

    /// The game of a row; none where that makes no sense.
    fn game(&self, row: &Row) -> rusqlite::Result<Option<Played>> {
        let (winners, opening): (i64, i64) = (row.get(3)?, row.get(5)?);
        let (when, seed): (Option<i64>, Option<i64>) = (row.get(7)?, row.get(8)?);
        let (scores, moves): (Option<String>, String) = (row.get(9)?, row.get(10)?);
        let (position, note, cost): (Option<String>, String, String) = (row.get(11)?, row.get(12)?, row.get(13)?);
        let (variant, seating) = (self.variants.get(&row.get(1)?), self.seatings.get(&row.get(2)?));
        let (reason, source) = (self.reasons.get(&row.get(4)?), self.sources.get(&row.get(6)?));
        Ok((|| {
            let (game, options) = variant?;
            let options: Option<Vec<(String, String)>> = options
                .split_terminator(' ')
                .map(|option| option.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())))
                .collect();
            let start = match (seed, position) {
                (Some(seed), None) => Start::Seed(seed.cast_unsigned()),
                (None, Some(position)) => Start::Position(position),
                _ => return None,
            };
            let moves = moves.split_terminator('~').map(str::to_owned).collect();
            let record = Record { game: game.clone(), options: options?, start, moves };
            let players: Vec<String> = seating?.split('\n').map(str::to_owned).collect();
            let scores =
                scores.map(|text| text.split(' ').map(|score| score.parse().ok()).collect::<Option<Vec<i32>>>());
            Some(Played {
                winners: seats(winners.cast_unsigned(), players.len())?,
                scores: if let Some(scores) = scores { Some(scores?) } else { None },
                reason: reason?.clone(),
                note,
                opening: u32::try_from(opening).ok()?,
                thinking: thinking(&cost)?,
                date: if let Some(when) = when { date(when)? } else { String::new() },
                source: source?.clone(),
                ..Played::new(record, players)
            })
        })())
    }
}

/// The seats of bits; none where there are more.
fn seats(bits: u64, count: usize) -> Option<Vec<usize>> {
    (bits.checked_shr(count as u32).unwrap_or(0) == 0)
        .then(|| (0..count).filter(|seat| bits & bit(*seat) != 0).collect())
}

/// The result of bits.
fn result(bits: u64, count: usize) -> String {
    let nobody = Record { game: String::new(), options: Vec::new(), start: Start::Seed(0), moves: Vec::new() };
    let winners = seats(bits, count).unwrap_or_default();
    Played { winners, ..Played::new(nobody, vec![String::new(); count]) }.result()
}
