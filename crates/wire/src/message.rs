//! The messages of the socket: JSON in text frames, each with a `type`. Every request is answered.

use agon_rules::{Seat, Text, text};
use serde::{Deserialize, Serialize};

use crate::lobby::{LobbyChange, LobbyView};
use crate::room::{Phrase, Presence, RoomView};
use crate::tree::tree;

/// The version of this protocol. The server refuses a client that speaks a later one or one before [`OLDEST`], and says so.
pub const VERSION: u32 = 3;

/// The oldest version that servers still speak. A client of version 2 gets a whole view where others get a
/// [`Presence`](ToClient::Presence), and not as soon.
pub const OLDEST: u32 = 2;

/// The longest message a server accepts, in bytes.
pub const LONGEST: usize = 4096;

/// What a client sends. The first message of a socket must be [`Hello`](ToServer::Hello) or [`Lobby`](ToServer::Lobby).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ToServer {
    /// Enters a room: as the player whose token it is, or as a spectator.
    Hello {
        /// the version of the protocol
        v: u32,
        /// the code of the room
        room: String,
        /// the secret of a seat
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    /// Enters the lobby: shows the open games, and from then on what changes.
    Lobby {
        /// the version of the protocol
        v: u32,
    },
    /// Asks the server to do something.
    Do {
        /// a number the client chooses; the answer repeats it
        id: u64,
        /// what to do
        #[serde(rename = "do")]
        act: Act,
    },
    /// Asks for a sign of life.
    Ping,
}

/// What a player can do in a room. The same over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Act {
    /// Makes a move. Repeating it is harmless: a move with the same `revision` and text is made once.
    Play {
        /// the `revision` of the view that the move answers
        revision: u64,
        /// the move in the game's notation
        text: String,
    },
    /// Resigns.
    Resign,
    /// Offers or agrees to take the last move back.
    Takeback,
    /// Offers or agrees to a draw.
    Draw,
    /// Declines all open offers, this player's own included.
    Decline,
    /// Offers or agrees to play again, with every player one seat further.
    Rematch,
    /// Asks for a computer player at a seat: an open one, or one whose player is away.
    Computer {
        /// the seat
        seat: Seat,
        /// the computer player
        player: String,
    },
    /// Takes the seat back from the computer that plays for it.
    Return,
    /// Changes the name that others see for this player.
    Name(String),
    /// Takes the room out of the lobby. Whoever knows its code can still join.
    Withdraw,
    /// Says one of a few phrases to everybody in the room.
    Say(Phrase),
    /// Reports the player of a seat to the operator of the server.
    Report {
        /// the seat
        seat: Seat,
    },
}

/// What a server sends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ToClient {
    /// The room as this member sees it: after the hello, and after every change.
    View(Box<RoomView>),
    /// Who is there and what the clocks show, when somebody has come or gone: the rest is as in the view before.
    Presence(Presence),
    /// The lobby: after its hello, and again to a client that was too slow for a change.
    Lobby(LobbyView),
    /// What has changed in the lobby since the last message.
    LobbyChange(LobbyChange),
    /// A request was done and is stored. The view that shows it comes before this message or after it.
    Done {
        /// the number of the request
        id: u64,
    },
    /// A request was not done.
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
    #[serde(flatten)]
    pub text: Text,
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
    /// there is no such room
    NoRoom,
    /// every seat is taken
    Full,
    /// the token opens no seat of this room
    Token,
    /// spectators and strangers cannot do this
    NotSeated,
    /// the move answers an older revision of the game; the newest is in the view that follows
    Stale,
    /// it is another seat's turn
    Turn,
    /// the rules do not allow it
    Illegal,
    /// not possible now: the game is over or has not begun, or nobody offered it
    State,
    /// too many requests; wait before the next one
    Slow,
    /// the server cannot store anything now; as far as it knows, nothing was done
    Storage,
    /// the request makes no sense: an unknown game, option, seat or player
    Bad,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: Code, text: Text) -> Self {
        Refusal { code, text }
    }
}

/// Reads a message from a client.
pub fn read(text: &str) -> Result<ToServer, Refusal> {
    serde_json::from_str(text).map_err(|why| {
        let why: String = why.to_string().chars().filter(|c| !c.is_control()).take(200).collect();
        Refusal::new(Code::Malformed, text!("the message cannot be read: {why}", why))
    })
}

/// Reads a message from a server; none where this client cannot read it.
pub fn hear(text: &str) -> Option<ToClient> {
    let tree = tree(text)?;
    let kind: String = tree.field("type")?;
    Some(match kind.as_str() {
        "view" => ToClient::View(Box::new(tree.read()?)),
        "presence" => ToClient::Presence(tree.read()?),
        "lobby" => ToClient::Lobby(tree.read()?),
        "lobby_change" => ToClient::LobbyChange(tree.read()?),
        "done" => ToClient::Done { id: tree.field("id")? },
        "refused" => {
            let refusal = Refusal::new(tree.field("code")?, tree.read()?);
            ToClient::Refused { id: tree.field("id")?, refusal }
        }
        "pong" => ToClient::Pong,
        _ => return None,
    })
}

/// Writes a message of either side.
pub fn write(message: &impl Serialize) -> String {
    // How an error is told would be loaded over the air, so it is not.
    let Ok(text) = serde_json::to_string(message) else { unreachable!("messages have text keys and whole numbers") };
    text
}
