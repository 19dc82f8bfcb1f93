//! Players whose names are kept by a key, their results, and the games of a device, as the server tells them.

use agon_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::json::Json;
use crate::room::Clock;
use crate::tree::tree;

/// The fewest and the most letters of a key, the secret that keeps a name.
pub const KEY: std::ops::RangeInclusive<usize> = 32..=128;

/// With a larger deviation than this a rating says little yet.
const VAGUE: u32 = 110;

/// The player of a seat whose name is kept by a key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Known {
    /// the seat
    pub seat: Seat,
    /// the player's public id
    pub id: String,
    /// the rating in this game
    pub rating: u32,
    /// how sure it is: two times in three the true rating is nearer than this
    pub deviation: u32,
    /// by how much this game has changed the rating, once it is over and counts
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<i32>,
}

impl Known {
    /// The rating for people: with a question mark where it says little yet.
    pub fn shown(&self) -> String {
        shown(self.rating, self.deviation)
    }
}

/// What everybody may know of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Profile {
    /// the public id
    pub id: String,
    /// the name; empty where the player gave none
    pub name: String,
    /// when the key was first used, in milliseconds since 1970
    pub since: u64,
    /// the ratings, in the order of the games' ids
    pub ratings: Vec<Rated>,
    /// how many rated games were finished
    pub total: u64,
    /// some of them, the newest first
    pub games: Vec<Played>,
    /// ask again with `?before=` this number for earlier ones
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more: Option<u64>,
}

impl Profile {
    /// Reads what a server sent, with less code than any type is read: over the air that counts.
    pub fn hear(text: &str) -> Option<Self> {
        let tree = tree(text)?;
        Some(Profile {
            id: tree.field("id")?,
            name: tree.field("name")?,
            since: 0,
            ratings: tree.at("ratings").list().unwrap_or_default().iter().filter_map(Rated::hear).collect(),
            total: tree.field("total")?,
            games: tree.at("games").list().unwrap_or_default().iter().filter_map(Played::hear).collect(),
            more: None,
        })
    }
}

/// How strong a player is in one game (Glicko-2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Rated {
    /// the id of the game
    pub game: String,
    /// the rating; everybody begins with 1500
    pub rating: u32,
    /// how sure it is: two times in three the true rating is nearer than this
    pub deviation: u32,
    /// how many rated games
    pub games: u64,
}

impl Rated {
    fn hear(tree: &Json) -> Option<Self> {
        let number = |name: &str| tree.field::<u64>(name);
        let (rating, deviation) = (number("rating")? as u32, number("deviation")? as u32);
        Some(Rated { game: tree.field("game")?, rating, deviation, games: 0 })
    }

    /// The rating for people: with a question mark where it says little yet.
    pub fn shown(&self) -> String {
        shown(self.rating, self.deviation)
    }
}

fn shown(rating: u32, deviation: u32) -> String {
    let mut text = rating.to_string();
    if deviation > VAGUE {
        text.push('?');
    }
    text
}

/// A rated game that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Played {
    /// the code of its room
    pub room: String,
    /// the id of the game
    pub game: String,
    /// when it ended, in milliseconds since 1970
    pub when: u64,
    /// the player's seat
    pub seat: Seat,
    /// the public id of the opponent
    pub other: String,
    /// the opponent's name now; empty where there is none, or the opponent has erased it
    #[serde(default)]
    pub name: String,
    /// how it ended for the player
    pub result: Score,
    /// the player's rating after it
    pub rating: u32,
    /// by how much that changed
    pub change: i32,
}

impl Played {
    fn hear(tree: &Json) -> Option<Self> {
        let text = |name: &str| tree.field::<String>(name);
        Some(Played {
            room: text("room")?,
            game: text("game")?,
            when: tree.field("when")?,
            seat: 0,
            other: text("other")?,
            name: text("name").unwrap_or_default(),
            result: match text("result")?.as_str() {
                "won" => Score::Won,
                "lost" => Score::Lost,
                _ => Score::Drawn,
            },
            rating: 0,
            change: tree.field("change")?,
        })
    }
}

/// How a game ended for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Score {
    /// the player has won
    Won,
    /// the opponent has won
    Lost,
    /// nobody has won, or both
    Drawn,
}

/// The seats that a device has taken, to ask how their games stand.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Seats {
    /// rooms and the secrets of seats in them, at most a hundred
    #[serde(default)]
    pub seats: Vec<Held>,
    /// the key of a name: seats that were taken with it, on whatever device, are told too
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// A seat that a device has taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Held {
    /// the code of the room
    pub room: String,
    /// the secret of the seat
    pub token: String,
}

/// How the game of a seat stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Standing {
    /// the code of the room
    pub room: String,
    /// whose turn it is, or that it is over
    pub state: Stand,
    /// the id of the game
    #[serde(default)]
    pub game: String,
    /// the names of the others, as far as they have any
    #[serde(default)]
    pub against: Vec<String>,
    /// how long players may think
    #[serde(default)]
    pub clock: Clock,
    /// milliseconds the player to move has left, where there is a clock
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
    /// the number of moves made
    #[serde(default)]
    pub ply: usize,
    /// whether the result counts
    #[serde(default)]
    pub rated: bool,
}

impl Standing {
    /// Reads what a server sent of all games, as far as a list of them shows it, with less code than any type is read.
    pub fn hear(text: &str) -> Option<Vec<Self>> {
        let Json::List(list) = tree(text)? else { return None };
        let one = |tree: &Json| {
            let text = |name: &str| tree.field::<String>(name);
            Some(Standing {
                room: text("room")?,
                state: match text("state")?.as_str() {
                    "yours" => Stand::Yours,
                    "theirs" => Stand::Theirs,
                    "waiting" => Stand::Waiting,
                    "over" => Stand::Over,
                    _ => Stand::Gone,
                },
                game: text("game").unwrap_or_default(),
                against: tree.at("against").list().unwrap_or_default().iter().filter_map(Json::read).collect(),
                clock: Clock::None,
                left_ms: tree.field("left_ms")?,
                ply: 0,
                rated: false,
            })
        };
        list.iter().map(one).collect()
    }
}

/// How far a game is, for the player of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Stand {
    /// it is this player's turn
    Yours,
    /// it is another player's turn
    Theirs,
    /// a seat is free
    Waiting,
    /// the game is over
    Over,
    /// there is no such room any more, or the secret opens no seat in it
    Gone,
}
