//! A finished game with everything worth keeping of it: who played, how it ended, what the moves cost.
//!
//! It is written as a text that people read ([`text`]) and as a line of JSON ([`lines`]); both are read back as the same
//! game. Where games are kept and found again is the archive's business (`agon-archive`).

pub mod lines;
pub mod text;

use std::fmt;
use std::time::Instant;

use agon_rules::{Error, Match, Outcome, Record, Seat, Show};
use agon_search::Guide;
use agon_search::guides::Guided;
use serde::{Deserialize, Serialize};

use crate::registry::find;

/// The reason of a game that a player has lost by default.
pub const FORFEIT: &str = "forfeit";
/// The reason of a game that is not over.
pub const UNFINISHED: &str = "unfinished";

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// the moves
    pub record: Record,
    /// who sat at each seat
    pub players: Vec<String>,
    /// who has won: one seat, several that share the win, or all of them in a draw; nobody where the game is not over
    pub winners: Vec<Seat>,
    /// the points of every seat, in games with points that were played to the end
    pub scores: Option<Vec<i32>>,
    /// why it ended, in a word
    pub reason: String,
    /// what a player did who forfeited it
    pub note: String,
    /// the random plies it began with
    pub opening: u32,
    /// what every move has cost; empty where nothing is known
    pub thinking: Vec<Thinking>,
    /// when it was played, as RFC 3339 writes it; empty where that is not known
    pub date: String,
    /// the command that played it, or where it comes from; may be empty
    pub source: String,
    /// fingerprints of the positions it has gone through, the start first; they follow from the record
    pub positions: Vec<u64>,
}

/// What a move has cost whoever chose it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Thinking {
    /// Nobody has counted.
    #[default]
    Unknown,
    /// Nodes or playouts, of a player that is limited by them.
    Nodes(u64),
    /// Milliseconds, of a program or of a player that is limited by time.
    Ms(u64),
}

impl Thinking {
    /// The time since a moment.
    pub(crate) fn since(begin: Instant) -> Self {
        Thinking::Ms(u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    /// Reads what is displayed.
    pub fn read(text: &str) -> Option<Self> {
        if text == "-" {
            return Some(Thinking::Unknown);
        }
        let number = |unit: &str| text.strip_suffix(unit).and_then(|number| number.parse().ok());
        number("ms").map(Thinking::Ms).or_else(|| number("n").map(Thinking::Nodes))
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thinking::Unknown => f.write_str("-"),
            Thinking::Nodes(nodes) => write!(f, "{nodes}n"),
            Thinking::Ms(ms) => write!(f, "{ms}ms"),
        }
    }
}

impl Played {
    /// A game of which nothing else is known yet.
    pub fn new(record: Record, players: Vec<String>) -> Self {
        Played {
            record,
            players,
            winners: Vec::new(),
            scores: None,
            reason: String::new(),
            note: String::new(),
            opening: 0,
            thinking: Vec::new(),
            date: String::new(),
            source: String::new(),
            positions: Vec::new(),
        }
    }

    /// The result: what every seat has of the point there is to win, as in `1-0`, `1/2-1/2` or `0-1-0`; `*` where the
    /// game is not over.
    pub fn result(&self) -> String {
        let share = |seat: Seat| match self.winners.len() {
            _ if !self.winners.contains(&seat) => "0".to_owned(),
            1 => "1".to_owned(),
            winners => format!("1/{winners}"),
        };
        match self.winners.as_slice() {
            [] => "*".to_owned(),
            _ => (0..self.players.len()).map(share).collect::<Vec<_>>().join("-"),
        }
    }

    /// Says who has won by a result like `1-0`; false where it is none for these players.
    pub fn set_result(&mut self, result: &str) -> bool {
        self.winners.clear();
        if result != "*" {
            let shares = result.split('-').enumerate().filter(|(_, share)| *share != "0");
            self.winners.extend(shares.map(|(seat, _)| seat));
        }
        self.result() == result
    }

    /// Whether it is over and nobody has won more than anybody else.
    pub fn is_drawn(&self) -> bool {
        self.winners.len() == self.players.len()
    }

    /// Plays the moves again, and checks what is said of the result against the rules. What was not said is filled in,
    /// every option and the positions among it.
    pub fn check(&mut self) -> Result<(), String> {
        let trail = find(&self.record.game).and_then(|game| game.trail(&self.record)).map_err(|why| why.to_string())?;
        if self.players.len() != trail.seats {
            return Err(format!("{} players are named, and {} play", self.players.len(), trail.seats));
        }
        if self.winners.iter().any(|seat| *seat >= trail.seats) || !self.winners.is_sorted_by(|a, b| a < b) {
            return Err(format!("{:?} are no winners among {} seats", self.winners, trail.seats));
        }
        if !self.thinking.is_empty() && self.thinking.len() != self.record.moves.len() {
            return Err(format!(
                "there are {} moves, and the thinking of {}",
                self.record.moves.len(),
                self.thinking.len()
            ));
        }
        (self.record.options, self.positions) = (trail.options, trail.positions);
        if self.thinking.iter().all(|one| *one == Thinking::Unknown) {
            self.thinking.clear();
        }
        let Some(outcome) = &trail.outcome else {
            return match self.reason.as_str() {
                "" if self.winners.is_empty() => {
                    UNFINISHED.clone_into(&mut self.reason);
                    Ok(())
                }
                "" => Err("the rules do not end it there; say why it ended".to_owned()),
                UNFINISHED if !self.winners.is_empty() => Err("a game that is not over has no winner".to_owned()),
                reason if reason.len() > 40 || reason.contains(|c: char| c.is_whitespace() || c.is_control()) => {
                    Err(format!("the reason `{}` is not a word", short(reason)))
                }
                UNFINISHED => Ok(()),
                _ if self.winners.is_empty() => Err("it ended, and nobody has won; a draw names everybody".to_owned()),
                _ if self.scores.is_some() => Err("a game that was not played to the end has no scores".to_owned()),
                _ => Ok(()),
            };
        };
        let (winners, reason) = (winners(outcome, trail.seats), outcome.reason.clone());
        let said = |is: bool, what: &str| if is { Ok(()) } else { Err(format!("by the rules {what}")) };
        said(self.winners.is_empty() || self.winners == winners, &outcome.sentence().to_string())?;
        said(self.reason.is_empty() || self.reason == reason, &format!("it ended by `{reason}`"))?;
        said(self.scores.is_none() || self.scores == outcome.scores, &format!("the scores are {:?}", outcome.scores))?;
        (self.winners, self.reason, self.scores) = (winners, reason, outcome.scores.clone());
        Ok(())
    }
}

/// Those who have won, all of them in a draw.
pub fn winners(outcome: &Outcome, seats: Seat) -> Vec<Seat> {
    let winners = outcome.winners();
    if winners.is_empty() { (0..seats).collect() } else { winners }
}

/// What a record leads through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// how many play
    pub seats: Seat,
    /// every option by name and value, in the order of the game
    pub options: Vec<(String, String)>,
    /// a fingerprint of every position, the start first
    pub positions: Vec<u64>,
    /// how it ended, if the rules ended it
    pub outcome: Option<Outcome>,
}

/// The way of a record, with the fingerprints of its positions.
pub fn trail(record: &Record) -> Result<Trail, Error> {
    find(&record.game)?.trail(record)
}

/// The fingerprint of a position text without its quiet count, for ever the same: FNV-1a of 64 bits.
pub fn fingerprint(state: &str) -> u64 {
    state.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Follows a record.
pub(crate) struct Follow<'a>(pub &'a Record);

impl Guided for Follow<'_> {
    type Out = Result<Trail, Error>;

    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Self::Out {
        let options = agon_rules::options_of(&game).into_iter().map(|(name, value)| (name, value.to_string()));
        let (options, seats) = (options.collect(), game.seats());
        let mut table = Match::new(game, self.0.start.clone())?;
        let mut positions = Vec::with_capacity(self.0.moves.len() + 1);
        positions.push(fingerprint(&table.game().write_state(table.path().state())));
        for (at, text) in self.0.moves.iter().enumerate() {
            let state = table.path().state();
            let found = table.choices().iter().copied().find(|m| table.game().write_move(state, *m) == *text);
            let m = found.map_or_else(|| table.find(text), Ok);
            table.advance(m.map_err(|why| Error::Replay { ply: at + 1, why: Box::new(why) })?);
            positions.push(fingerprint(&table.game().write_state(table.path().state())));
        }
        let outcome = agon_rules::outcome_of(table.game(), table.path());
        Ok(Trail { seats, options, positions, outcome })
    }
}

/// Text from outside, as short as an error may quote it.
pub(crate) fn short(text: &str) -> String {
    let plain: String = text.chars().filter(|c| !c.is_control()).take(60).collect();
    if plain.len() < text.len() { plain + "…" } else { plain }
}
