//! The lobby: open games that anybody may join, and the client's side of it as a state machine.
//!
//! An open game is a room. To join it is to join the room, and to offer one is to make a room that is listed.

use serde::{Deserialize, Serialize};

use crate::close::Close;
use crate::line::{Line, Link};
use crate::message::{ToClient, ToServer, VERSION, hear};
use crate::retry::Loss;
use crate::room::{Chair, Clock, Who};
use crate::say::say;
use crate::session::{Effect, Event};

/// A room with an open seat whose maker offers it to everybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OpenGame {
    /// the code of the room
    pub room: String,
    /// the id of the game
    pub game: String,
    /// every option by name and value
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// how long players may think
    pub clock: Clock,
    /// whether the result counts
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// the seats, and who sits there
    pub chairs: Vec<Chair>,
}

impl OpenGame {
    /// How many seats are taken.
    pub fn taken(&self) -> usize {
        self.chairs.iter().filter(|chair| chair.who != Who::Open).count()
    }

    /// How many people sit there.
    pub fn people(&self) -> usize {
        self.chairs.iter().filter(|chair| chair.who == Who::Human).count()
    }

    /// Whether both are the same game by the same rules and clock.
    pub fn is_like(&self, other: &OpenGame) -> bool {
        (&self.game, &self.options, self.clock, self.rated) == (&other.game, &other.options, other.clock, other.rated)
    }
}

/// A wish to play the next person who wants the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Quick {
    /// the id of the game
    pub game: String,
    /// options by name and value; options not listed keep their default
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// how long players may think
    #[serde(default)]
    pub clock: Clock,
    /// the name that others see
    #[serde(default)]
    pub name: String,
    /// whether the result counts: then both need a key
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// the key that keeps the name, 32 to 128 characters; a secret
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// The lobby as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LobbyView {
    /// how many people are in the lobby or wait in an open game
    pub people: usize,
    /// the open games, those that have waited longest first
    pub games: Vec<OpenGame>,
}

/// What has changed in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LobbyChange {
    /// how many people there are now
    pub people: usize,
    /// games that are new, or have changed
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub put: Vec<OpenGame>,
    /// the rooms that are open no longer
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
}

impl LobbyView {
    /// Takes a change in. A game that has changed stays where it is in the list.
    pub fn take(&mut self, change: LobbyChange) {
        self.people = change.people;
        self.games.retain(|game| !change.gone.contains(&game.room));
        for game in change.put {
            match self.games.iter_mut().find(|known| known.room == game.room) {
                Some(known) => *known = game,
                None => self.games.push(game),
            }
        }
    }
}

/// The client's side of the lobby.
#[derive(Clone, Debug)]
pub struct Lobby {
    line: Line,
    view: Option<LobbyView>,
}

impl Lobby {
    /// A visit to the lobby. The first [`Event::Tick`] connects.
    pub fn new(seed: u64) -> Self {
        Lobby { line: Line::new(seed), view: None }
    }

    /// The state of the connection.
    pub fn link(&self) -> &Link {
        &self.line.link
    }

    /// The lobby as it was last seen; none before the server has sent it.
    pub fn view(&self) -> Option<&LobbyView> {
        self.view.as_ref()
    }

    /// Handles one event; returns the effects, in order.
    pub fn step(&mut self, now: u64, event: Event) -> Vec<Effect> {
        let mut out = Vec::new();
        match event {
            Event::Connected if self.line.opened(now) => {
                out.push(Effect::Send(say(&ToServer::Lobby { v: VERSION })));
            }
            Event::Received(text) if self.line.heard(now) => self.receive(now, &text, &mut out),
            Event::Closed(code) => self.lose(now, Loss::Closed(code.and_then(Close::read)), &mut out),
            Event::Tick if self.line.tick(now, None, &mut out) => {
                out.push(Effect::Close);
                self.lose(now, Loss::Silent, &mut out);
            }
            _ => {}
        }
        out
    }

    fn receive(&mut self, now: u64, text: &str, out: &mut Vec<Effect>) {
        match (hear(text), &mut self.view) {
            (Some(ToClient::Lobby(view)), _) => {
                self.line.entered(now);
                self.view = Some(view);
                out.push(Effect::Show);
            }
            (Some(ToClient::LobbyChange(change)), Some(view)) => {
                view.take(change);
                out.push(Effect::Show);
            }
            (Some(ToClient::Refused { refusal, .. }), _) if self.line.link == Link::Connecting => {
                out.push(Effect::Close);
                self.lose(now, Loss::Refused(refusal.code), out);
            }
            _ => {}
        }
    }

    fn lose(&mut self, now: u64, loss: Loss, out: &mut Vec<Effect>) {
        if self.line.lose(now, loss) {
            // What is open may have changed since.
            self.view = None;
            out.push(Effect::Show);
        }
    }
}
