//! A room as its members see it: who sits where, the clock, what was offered, and the game.

use agon_rules::{Seat, Shape, Site, View};
use serde::{Deserialize, Deserializer, Serialize};

/// Who may sit at a seat, as whoever creates a room writes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Place {
    /// whoever creates the room
    Me,
    /// whoever joins
    Open,
    /// a computer player, by the text that names it
    Computer(String),
}

/// How long players may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Clock {
    /// as long as they like
    #[default]
    None,
    /// so long for every move
    Move {
        /// seconds for a move
        seconds: u32,
    },
    /// so long for the whole game, and more with every move
    Total {
        /// seconds at the start
        seconds: u32,
        /// seconds added with every move
        increment: u32,
    },
}

/// A room to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NewRoom {
    /// the id of the game
    pub game: String,
    /// options by name and value, the value as text, number or truth; what is not named has its default
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "loose")]
    pub options: Vec<(String, String)>,
    /// who sits where, seat 0 first; when empty: me first, the others open
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<Place>,
    /// whether chance decides who gets which seat
    #[serde(default)]
    pub shuffle: bool,
    /// how long players may think
    #[serde(default)]
    pub clock: Clock,
    /// what others call whoever creates the room
    #[serde(default)]
    pub name: String,
}

/// Reads options whose values are written as the list of games shows them, or as text.
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

/// The right to play a seat. Whoever holds the token is that player, from any device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Ticket {
    /// the code of the room
    pub room: String,
    /// the seat, or none for a spectator
    pub seat: Option<Seat>,
    /// the secret that proves it; keep it, and never put it in an address
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// A seat as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Chair {
    /// who sits there
    pub who: Who,
    /// what the player is called, if they said
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// whether the player is there now; computers always are
    pub here: bool,
    /// milliseconds left to think, where there is a clock; running for the seat to move
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
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

/// What players have offered each other and nobody has answered yet: the seats that want it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offers {
    /// to take the last move back
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub takeback: Vec<Seat>,
    /// to call it a draw
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draw: Vec<Seat>,
    /// to play again with the seats moved on
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rematch: Vec<Seat>,
    /// to let a computer play for a seat whose player is away: that seat, and who wants it
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replace: Vec<(Seat, Seat)>,
}

/// How a game ended otherwise than by its rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Ending {
    /// this seat gave up
    Resigned(Seat),
    /// this seat's time was up
    TimeUp(Seat),
    /// all agreed on a draw
    Agreed,
}

/// Everything a member of a room sees, whole; never a part or a difference.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoomView {
    /// the code of the room
    pub room: String,
    /// grows with everything that changes; a view with a lower one is older
    pub version: u64,
    /// grows with everything that changes the game; a move says which one it answers
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
    /// how many watch
    pub watchers: usize,
    /// what is offered
    pub offers: Offers,
    /// whether all seats are taken: the game goes on
    pub started: bool,
    /// how it ended otherwise than by the rules
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// who has won, once it is over, by the rules or otherwise; nobody where it is a draw
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<Seat>>,
    /// the room of the rematch
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

    /// Whether everything in it points at something that is there, so that a client can draw it without fear.
    pub fn is_sound(&self) -> bool {
        let view = &self.view;
        let there = |site: &Site| view.zones.get(site.zone).is_some_and(|zone| site.cell < zone.cells.len());
        let seats = [self.seat, view.turn];
        let seats = seats.iter().flatten().chain(view.history.iter().map(|step| &step.seat));
        let mut seats = seats.chain(view.zones.iter().filter_map(|zone| zone.owner.as_ref()));
        !self.chairs.is_empty()
            && seats.all(|&seat| seat < self.chairs.len())
            && view.ply == view.history.len()
            && view.zones.iter().all(|zone| !matches!(zone.shape, Shape::Grid { cols: 0 }))
            && view.choices.iter().flat_map(|choice| &choice.taps).all(there)
            && view.notes.iter().flat_map(|note| &note.sites).all(there)
    }
}
