//! Which games are meant: what a filter says, and what that is in the tables of an archive.

use std::collections::HashMap;

use agon_rules::Seat;

use crate::{Archive, ArchiveError};

/// Which games are meant; what is not said does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// the id of the game
    pub game: Option<String>,
    /// values of its options
    pub options: Vec<(String, String)>,
    /// players who took part, all of them
    pub players: Vec<String>,
    /// who sat at a seat
    pub seats: Vec<(Seat, String)>,
    /// who won, without sharing the win with everybody
    pub won: Option<String>,
    /// who lost
    pub lost: Option<String>,
    /// which seat has won, or that it was a draw
    pub winner: Option<Side>,
    /// why it ended
    pub reason: Option<String>,
    /// the fewest and the most plies
    pub plies: (Option<u32>, Option<u32>),
    /// from when and until when, in seconds since 1970
    pub dates: (Option<i64>, Option<i64>),
    /// the seed of the deal
    pub seed: Option<u64>,
    /// the moves it begins with
    pub moves: Vec<String>,
    /// the fingerprint of a position that it has gone through
    pub position: Option<u64>,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// this seat, alone
    Seat(Seat),
    /// everybody alike
    Draw,
}

/// A filter that names what is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no game has the {what} `{name}`; there is {known}")]
pub struct NoFilter {
    what: &'static str,
    name: String,
    known: String,
}

impl NoFilter {
    fn new<'a>(what: &'static str, name: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let mut known: Vec<&str> = known.collect();
        known.sort_unstable();
        known.dedup();
        let more = known.len().saturating_sub(12);
        let names: Vec<String> = known.iter().take(12).map(|name| format!("`{}`", plain(name))).collect();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") + &more };
        NoFilter { what, name: plain(name), known }
    }
}

/// Text from outside as an error may quote it.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

/// A filter in the words of the tables.
pub(crate) struct Sieve {
    /// what SQLite can decide, as a condition
    pub condition: String,
    /// the seatings that pass, with the seats of whoever must have won or lost
    pub seatings: HashMap<i64, Masks>,
    winner: Option<Side>,
    wants_won: bool,
    wants_lost: bool,
}

/// Seats as sets of bits.
pub(crate) struct Masks {
    all: u64,
    won: u64,
    lost: u64,
}

impl Sieve {
    /// Whether a game passes, by its seating and its winners.
    pub fn passes(&self, seating: i64, winners: u64) -> bool {
        let Some(Masks { all, won, lost }) = self.seatings.get(&seating) else { return false };
        let fits = match self.winner {
            None => true,
            Some(Side::Seat(seat)) => winners == 1 << seat,
            Some(Side::Draw) => winners == *all,
        };
        fits && (!self.wants_won || winners & won != 0 && winners != *all)
            && (!self.wants_lost || winners != 0 && lost & !winners != 0)
    }
}

impl Archive {
    /// Reads a filter.
    pub(crate) fn sieve(&self, filter: &Filter) -> Result<Sieve, ArchiveError> {
        let mut conditions = Vec::new();
        if let Some(variants) = self.variants(filter)? {
            conditions.push(one_of("variant", &variants));
        }
        let seatings = self.seatings(filter)?;
        if let Some(reason) = &filter.reason {
            let known = self.texts("SELECT id, reason FROM reason")?;
            let id = known.iter().find(|(_, known)| known == reason).map(|(id, _)| *id);
            let id = id.ok_or_else(|| NoFilter::new("reason", reason, known.iter().map(|(_, text)| text.as_str())))?;
            conditions.push(format!("reason = {id}"));
        }
        let mut bound = |column: &str, sign: &str, value: Option<i64>| {
            conditions.extend(value.map(|value| format!("{column} {sign} {value}")));
        };
        bound("plies", ">=", filter.plies.0.map(i64::from));
        bound("plies", "<=", filter.plies.1.map(i64::from));
        bound("date", ">=", filter.dates.0);
        bound("date", "<", filter.dates.1);
        bound("seed", "=", filter.seed.map(u64::cast_signed));
        if conditions.is_empty() {
            conditions.push("1".to_owned());
        }
        Ok(Sieve {
            condition: conditions.join(" AND "),
            seatings,
            winner: filter.winner,
            wants_won: filter.won.is_some(),
            wants_lost: filter.lost.is_some(),
        })
    }

    /// The variants that pass; none where all do.
    fn variants(&self, filter: &Filter) -> Result<Option<Vec<i64>>, ArchiveError> {
        if filter.game.is_none() && filter.options.is_empty() {
            return Ok(None);
        }
        let mut known = self.all_variants()?;
        if let Some(game) = &filter.game {
            if known.iter().all(|(_, other, _)| other != game) {
                return Err(NoFilter::new("id", game, known.iter().map(|(_, game, _)| game.as_str())).into());
            }
            known.retain(|(_, other, _)| other == game);
        }
        for (name, value) in &filter.options {
            let wanted = format!("{name}={value}");
            if known.iter().all(|(.., options)| options.split(' ').all(|option| option != wanted)) {
                let there = known.iter().flat_map(|(.., options)| options.split(' '));
                let like: Vec<&str> = there.clone().filter(|option| option.split('=').next() == Some(name)).collect();
                let there = if like.is_empty() { there.collect() } else { like };
                return Err(NoFilter::new("option", &wanted, there.into_iter()).into());
            }
            known.retain(|(.., options)| options.split(' ').any(|option| option == wanted));
        }
        Ok(Some(known.into_iter().map(|(id, ..)| id).collect()))
    }

    /// The seatings that pass, with the seats of whoever must have won or lost.
    fn seatings(&self, filter: &Filter) -> Result<HashMap<i64, Masks>, ArchiveError> {
        let known = self.texts("SELECT id, players FROM seating")?;
        let players = || known.iter().flat_map(|(_, players)| players.split('\n'));
        let wanted = filter.players.iter().chain(filter.seats.iter().map(|(_, name)| name));
        for name in wanted.chain(&filter.won).chain(&filter.lost) {
            if players().all(|other| other != name) {
                return Err(NoFilter::new("player", name, players()).into());
            }
        }
        let mut seatings = HashMap::new();
        for (id, players) in &known {
            let players: Vec<&str> = players.split('\n').collect();
            let sits = |name: &String| players.contains(&name.as_str());
            let mask = |name: &Option<String>| {
                let seats = players.iter().enumerate().filter(|(_, player)| name.as_deref() == Some(**player));
                seats.map(|(seat, _)| bit(seat)).sum::<u64>()
            };
            let passes = filter.players.iter().all(sits)
                && filter.seats.iter().all(|(seat, name)| players.get(*seat) == Some(&name.as_str()));
            if passes {
                let all = (0..players.len()).map(bit).sum();
                seatings.insert(*id, Masks { all, won: mask(&filter.won), lost: mask(&filter.lost) });
            }
        }
        Ok(seatings)
    }

    /// Every variant: its number, its game, its options.
    pub(crate) fn all_variants(&self) -> Result<Vec<(i64, String, String)>, ArchiveError> {
        let read = || -> rusqlite::Result<_> {
            let mut rows = self.connection.prepare("SELECT id, game, options FROM variant")?;
            rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
        };
        read().map_err(|why| self.failed(&why))
    }

    /// Numbers with their texts.
    pub(crate) fn texts(&self, query: &str) -> Result<Vec<(i64, String)>, ArchiveError> {
        let read = || -> rusqlite::Result<_> {
            let mut rows = self.connection.prepare(query)?;
            rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        read().map_err(|why| self.failed(&why))
    }
}

/// A seat as a bit; seats beyond what any game has are none.
pub(crate) fn bit(seat: Seat) -> u64 {
    1_u64.checked_shl(seat as u32).unwrap_or(0)
}

/// That a column is one of some numbers.
fn one_of(column: &str, ids: &[i64]) -> String {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    format!("{column} IN ({})", ids.join(","))
}
