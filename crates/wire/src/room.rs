//! A room as its members see it: who sits where, the clock, the open offers, and the game.

use agon_rules::{Seat, Shape, Site, View};
use serde::{Deserialize, Deserializer, Serialize};

use crate::player::Known;

/// Who is to sit at a seat of a new room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Place {
    /// the player who makes the room
    Me,
    /// the first player who joins
    Open,
    /// a computer player, by the text that names it
    Computer(String),
}

/// How long players may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Clock {
    /// as long as they like: there is no clock
    #[default]
    None,
    /// a fixed time for every move
    Move {
        /// seconds for a move
        seconds: u32,
    },
    /// a time for the whole game, and an increment for every move
    Total {
        /// seconds at the start
        seconds: u32,
        /// seconds added with every move
        increment: u32,
    },
}

impl Clock {
    /// The seconds of a day.
    pub const DAY: u32 = 24 * 3600;
    /// The most days for a move, and what a rated game without a clock has.
    pub const MOST_DAYS: u32 = 14;

    /// Whether players have days for a move: nobody is expected to be there, and only the clock decides.
    pub fn is_slow(self) -> bool {
        matches!(self, Clock::Move { seconds } if seconds >= Self::DAY)
    }
}

/// A room to be made.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NewRoom {
    /// the id of the game
    pub game: String,
    /// options by name and value, the value as text, number or boolean; options not listed keep their default
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "loose")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<(String, agon_rules::Value)>))]
    pub options: Vec<(String, String)>,
    /// who sits where, seat 0 first; an empty list stands for me first, and open seats after
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<Place>,
    /// whether seats are assigned at random
    #[serde(default)]
    pub shuffle: bool,
    /// how long players may think
    #[serde(default)]
    pub clock: Clock,
    /// the name that others see for the player who makes the room
    #[serde(default)]
    pub name: String,
    /// whether the result counts: for two people, each with a key of their own
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// the key that keeps the maker's name, 32 to 128 characters; a secret
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// Reads options whose values are text, or written as `/api/games` lists them.
fn loose<'a, D: Deserializer<'a>>(from: D) -> Result<Vec<(String, String)>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Value {
        Text(String),
        Number(u64),
        Truth(bool),
    }
    let pairs: Vec<(String, Value)> = Vec::deserialize(from)?;
    let text = |value| match value {
        Value::Text(text) => text,
        Value::Number(number) => number.to_string(),
        Value::Truth(truth) => truth.to_string(),
    };
    Ok(pairs.into_iter().map(|(name, value)| (name, text(value))).collect())
}

/// Who is told of a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Listing {
    /// nobody: others need its code
    #[default]
    Private,
    /// everybody in the lobby
    Offered,
    /// the same, and its player waits for anybody who asks for the same game: the server may send them to another room
    Quick,
}

impl Listing {
    /// Whether it is in no list.
    pub fn is_private(&self) -> bool {
        *self == Listing::Private
    }
}

/// What players can say to each other. Clients show it in the reader's language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Phrase {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// Well played!
    WellPlayed,
    /// Thanks!
    Thanks,
    /// One moment, please.
    OneMoment,
    /// Sorry!
    Sorry,
}

impl Phrase {
    /// Every phrase with the word for it in commands and messages.
    pub const ALL: [(Phrase, &str); 6] = [
        (Phrase::Hello, "hello"),
        (Phrase::GoodLuck, "good_luck"),
        (Phrase::WellPlayed, "well_played"),
        (Phrase::Thanks, "thanks"),
        (Phrase::OneMoment, "one_moment"),
        (Phrase::Sorry, "sorry"),
    ];

    /// The phrase of a word, however its words are parted.
    pub fn read(word: &str) -> Option<Self> {
        let same = |a: char, b: char| a.eq_ignore_ascii_case(&b) || a == '_' && matches!(b, ' ' | '-');
        let is = |known: &str| known.len() == word.len() && known.chars().zip(word.chars()).all(|(a, b)| same(a, b));
        Phrase::ALL.into_iter().find(|(_, known)| is(known)).map(|(phrase, _)| phrase)
    }
}

/// The right to play a seat. The holder of the token is that player, on any device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Ticket {
    /// the code of the room
    pub room: String,
    /// the seat, or none for a spectator
    pub seat: Option<Seat>,
    /// the secret that opens the seat; keep it, and never put it into an address
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// A seat as everybody in the room sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Chair {
    /// who sits there
    pub who: Who,
    /// the player's name, if they gave one
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// whether the player is present now; computers always are
    pub here: bool,
    /// milliseconds the player has left, where there is a clock; they run down for the seat to move
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
    /// whether the player has resigned, or has run out of time among several; they cannot win any more
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resigned: bool,
    /// what the player has said since their last move
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<Phrase>,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Who {
    /// nobody yet
    Open,
    /// a person
    Human,
    /// a computer player
    Computer(String),
}

/// The open offers: for each, the seats that have made it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offers {
    /// to take the last move back
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub takeback: Vec<Seat>,
    /// to agree on a draw
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draw: Vec<Seat>,
    /// to play again, with every player one seat further
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rematch: Vec<Seat>,
    /// to let a computer play for a seat whose player is away: that seat, and the seat that offers it
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replace: Vec<(Seat, Seat)>,
}

/// Why a game ended before its rules ended it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum EarlyEnd {
    /// the player of this seat resigned
    Resigned(Seat),
    /// the time of this seat's player was up
    TimeUp(Seat),
    /// all agreed on a draw
    Agreed,
    /// the rules of the game have changed since the room was made: it cannot go on, and nobody has won
    RulesChanged,
}

/// Who is in a room, and what its clocks show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Presence {
    /// the version of the room; it belongs to the view of that version
    pub version: u64,
    /// whether the player of each seat is present
    pub here: Vec<bool>,
    /// the number of spectators
    pub watchers: usize,
    /// milliseconds that each seat has left, where there is a clock
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_ms: Vec<u64>,
}

/// Everything a member of a room sees. It is always sent whole, never as a difference; only who comes and goes is told by a
/// message of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoomView {
    /// the code of the room
    pub room: String,
    /// the number of events stored in the room: of two views the one with the higher version is newer
    pub version: u64,
    /// the number of changes of the game (moves, takebacks, an ending): a move names the revision it answers
    pub revision: u64,
    /// the id of the game
    pub game: String,
    /// every option by name and value
    pub options: Vec<(String, String)>,
    /// how long players may think
    pub clock: Clock,
    /// which seat this view is for; none for spectators
    pub seat: Option<Seat>,
    /// the seats
    pub chairs: Vec<Chair>,
    /// the number of spectators
    pub watchers: usize,
    /// the open offers
    pub offers: Offers,
    /// whether all seats are taken, so that the game can go on
    pub started: bool,
    /// whether the result counts
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// the players whose names are kept by a key
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Known>,
    /// why it ended, if not by the rules
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<EarlyEnd>,
    /// the winners, once the game is over by the rules or otherwise; an empty list is a draw
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<Seat>>,
    /// whether the room is in the lobby
    #[serde(default, skip_serializing_if = "Listing::is_private")]
    pub listing: Listing,
    /// the room of the rematch; before the start, the room where somebody waits for the same game
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// the whole game as a record, once it is over
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// the game as this seat sees it
    pub view: View,
}

impl RoomView {
    /// Whether the game is over, by the rules or otherwise.
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || self.view.outcome.is_some()
    }

    /// Notes who is there; false if that belongs to another version of the room.
    pub fn note(&mut self, presence: &Presence) -> bool {
        let seats = self.chairs.len();
        let Presence { version, here, watchers, left_ms } = presence;
        if *version != self.version || here.len() != seats || !left_ms.is_empty() && left_ms.len() != seats {
            return false;
        }
        self.watchers = *watchers;
        self.chairs.iter_mut().zip(here).for_each(|(chair, here)| chair.here = *here);
        self.chairs.iter_mut().zip(left_ms).for_each(|(chair, left)| chair.left_ms = Some(*left));
        true
    }

    /// Whether every seat and cell it names exists, so that a client can draw it safely.
    pub fn is_sound(&self) -> bool {
        let view = &self.view;
        let there = |site: &Site| view.zones.get(site.zone).is_some_and(|zone| site.cell < zone.cells.len());
        let seats = [self.seat, view.turn];
        let seats = seats.iter().flatten().chain(view.history.iter().map(|step| &step.seat));
        let mut seats = seats.chain(view.zones.iter().filter_map(|zone| zone.owner.as_ref()));
        !self.chairs.is_empty()
            && seats.all(|&seat| seat < self.chairs.len())
            && self.players.iter().all(|player| player.seat < self.chairs.len())
            && view.ply == view.history.len()
            && view.zones.iter().all(|zone| !matches!(zone.shape, Shape::Grid { cols: 0 }))
            && view.choices.iter().flat_map(|choice| &choice.taps).all(there)
            && view.notes.iter().flat_map(|note| &note.sites).all(there)
    }
}
