//! The lobby of a process while it runs: rooms post themselves, visitors listen, and a beat tells what has changed.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agon_wire::{LobbyView, OpenGame, ToClient, write};
use axum::extract::ws::Utf8Bytes;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::{Beat, Lobby, Post};

/// How often visitors hear of changes. With a beat here and one at another process, everybody knows within a second.
pub(crate) const BEAT: Duration = Duration::from_millis(200);
/// How many changes may wait for a slow visitor, who is shown the whole lobby anew after that.
const WAITING: usize = 64;

/// The lobby of a process.
pub(crate) struct Hall {
    lobby: Mutex<Lobby>,
    changes: broadcast::Sender<Utf8Bytes>,
}

impl Hall {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Hall { lobby: Mutex::default(), changes: broadcast::channel(WAITING).0 })
    }

    fn lock(&self) -> MutexGuard<'_, Lobby> {
        // No task can panic halfway through a change of the lobby.
        self.lobby.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many rooms of one address are shown from now on.
    pub(crate) fn limit(&self, most_of_one: u32) {
        self.lock().limit(most_of_one);
    }

    /// The lobby as it is now.
    pub(crate) fn view(&self) -> LobbyView {
        self.lock().view()
    }

    /// The rooms in which somebody waits for the same, those that have waited longest first.
    pub(crate) fn like(&self, wanted: &OpenGame) -> Vec<String> {
        self.lock().like(wanted)
    }

    /// Another process has reported its part.
    pub(crate) fn hear(&self, process: u64, report: &str, now: u64) {
        self.lock().hear(process, report, now);
    }

    /// Tells visitors what has changed, and returns what else there is to do.
    pub(crate) fn beat(&self, now: u64) -> Beat {
        let mut lobby = self.lock();
        let mut beat = lobby.beat(now);
        // Told under the lock: a visitor who comes now has seen all of it, or hears all of it.
        if let Some(change) = beat.change.take() {
            metrics::gauge!("agon_lobby_games").set(lobby.shown.len() as f64);
            let _ = self.changes.send(write(&ToClient::LobbyChange(change)).into());
        }
        beat
    }

    /// Somebody comes to look.
    pub(crate) fn visit(self: &Arc<Self>) -> Visitor {
        let mut lobby = self.lock();
        lobby.visit(|visitors| visitors + 1);
        Visitor { hall: self.clone(), changes: self.changes.subscribe(), is_new: true }
    }
}

/// Somebody who looks at the lobby, until this is dropped.
pub(crate) struct Visitor {
    hall: Arc<Hall>,
    changes: broadcast::Receiver<Utf8Bytes>,
    /// whether they still need the whole lobby
    is_new: bool,
}

impl Visitor {
    /// The next message for them: the whole lobby first, then what changes.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        loop {
            if std::mem::take(&mut self.is_new) {
                let lobby = self.hall.lock();
                self.changes = self.hall.changes.subscribe();
                return Some(write(&ToClient::Lobby(lobby.shown())).into());
            }
            match self.changes.recv().await {
                Ok(change) => return Some(change),
                Err(RecvError::Lagged(_)) => self.is_new = true,
                Err(RecvError::Closed) => return None,
            }
        }
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        self.hall.lock().visit(|visitors| visitors - 1);
    }
}

/// What a room says of itself in the lobby. It is taken down when this is dropped.
pub(crate) struct Notice {
    hall: Arc<Hall>,
    room: String,
    since: Option<u64>,
    posted: Option<Post>,
}

impl Notice {
    pub(crate) fn new(hall: Arc<Hall>, room: &str) -> Self {
        Notice { hall, room: room.to_owned(), since: None, posted: None }
    }

    /// Says what the room of somebody at this address is now; nothing where it is not open to everybody.
    pub(crate) fn say(&mut self, game: Option<(OpenGame, bool)>, from: IpAddr, now: u64) {
        if game.is_none() && self.posted.is_none() {
            return;
        }
        let since = *self.since.get_or_insert(now);
        let post = game.map(|(game, quick)| Post::new(game, quick, since, from));
        if post != self.posted {
            self.hall.lock().post(&self.room, post.clone());
            self.posted = post;
        }
    }
}

impl Drop for Notice {
    fn drop(&mut self) {
        self.say(None, super::nowhere(), 0);
    }
}
