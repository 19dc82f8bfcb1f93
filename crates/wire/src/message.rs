//! The messages of the socket: JSON in text frames, each with a `type`. Every request is answered.

use agon_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::room::RoomView;

/// The version of this protocol. A client with another one is told so.
pub const VERSION: u32 = 2;

/// The longest message a server takes, in bytes.
pub const LONGEST: usize = 4096;

/// What a client sends. The first message of a socket must be [`Hello`](ToServer::Hello).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ToServer {
    /// Comes into a room: as the player whose token it is, or to watch.
    Hello {
        /// the version of the protocol
        v: u32,
        /// the code of the room
        room: String,
        /// the secret of a seat
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    /// Asks for something to be done.
    Do {
        /// a number of the client's choice, repeated in the answer
        id: u64,
        /// what
        #[serde(rename = "do")]
        act: Act,
    },
    /// Asks for a sign of life.
    Ping,
}

/// What a member of a room can do. The same over REST.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Act {
    /// Makes a move. Repeating it is harmless: with the same `revision` and text it is made once.
    Play {
        /// the `revision` of the view it answers
        revision: u64,
        /// its notation
        text: String,
    },
    /// Gives up.
    Resign,
    /// Offers or agrees to take the last move back.
    Takeback,
    /// Offers or agrees to call it a draw.
    Draw,
    /// Takes back what this seat has offered, and refuses what others have.
    Decline,
    /// Offers or agrees to play again with the seats moved on.
    Rematch,
    /// Wants a computer to play for a seat: an open one, or one whose player is away.
    Computer {
        /// the seat
        seat: Seat,
        /// the computer player
        player: String,
    },
    /// Takes the seat back from the computer that plays for it.
    Return,
    /// Changes what others call this player.
    Name(String),
}

/// What a server sends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ToClient {
    /// The room as this member sees it, after a hello and after everything that changes.
    View(Box<RoomView>),
    /// What was asked was done, and is stored; the view that shows it has been sent before or follows.
    Done {
        /// the number of the request
        id: u64,
    },
    /// What was asked was not done.
    Refused {
        /// the number of the request, if it had one
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// why
        #[serde(flatten)]
        refusal: Refusal,
    },
    /// A sign of life.
    Pong,
}

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Refusal {
    /// for programs
    pub code: Code,
    /// for people: one line, with what would work
    pub text: String,
}

/// The kinds of refusals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Code {
    /// the message cannot be read
    Malformed,
    /// another version of the protocol
    Version,
    /// there is no such room, or it does not let this caller in
    NoRoom,
    /// no free seat
    Full,
    /// the token is not one of this room
    Token,
    /// spectators and strangers cannot do this
    NotSeated,
    /// the move answers an older state; the newest is in the view that follows
    Stale,
    /// it is another seat's turn
    Turn,
    /// the rules do not allow it
    Illegal,
    /// the game is over, or has not begun
    State,
    /// too many requests; wait
    Slow,
    /// the server cannot store anything now; nothing was done
    Storage,
    /// what was asked makes no sense: an unknown game, option or player
    Bad,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: Code, text: impl Into<String>) -> Self {
        Refusal { code, text: text.into() }
    }
}

/// Reads a message from a client.
pub fn read(text: &str) -> Result<ToServer, Refusal> {
    serde_json::from_str(text).map_err(|why| {
        let why: String = why.to_string().chars().filter(|c| !c.is_control()).take(200).collect();
        Refusal::new(Code::Malformed, format!("the message cannot be read: {why}"))
    })
}

/// Writes a message of either side.
pub fn write(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("messages have text keys and finite numbers")
}
