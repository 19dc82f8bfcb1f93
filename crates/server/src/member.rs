//! Somebody connected to a room: the way from a socket to the room's task and back.

use std::net::{IpAddr, Ipv4Addr};

use agon_rules::Seat;
use agon_wire::{Act, Refusal, VERSION};
use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, oneshot, watch};

use crate::hub;
use crate::owner::{Ask, By, Counts, Shown, message};

/// Somebody who comes to a room.
#[derive(Clone)]
pub(crate) struct Visitor {
    /// the token of a seat, or none for a spectator
    pub(crate) token: Option<String>,
    /// the address; computer players think for addresses in turn
    pub(crate) from: IpAddr,
    /// the version of the protocol they speak
    pub(crate) version: u32,
}

impl From<Option<String>> for Visitor {
    /// Somebody in this process.
    fn from(token: Option<String>) -> Self {
        Visitor { token, from: Ipv4Addr::UNSPECIFIED.into(), version: VERSION }
    }
}

impl Visitor {
    /// Somebody who asks for views over HTTP, and so needs no others.
    pub(crate) fn new(token: Option<String>, from: IpAddr) -> Self {
        Visitor { from, ..Visitor::from(token) }
    }

    /// Whether they know only views: version 2 has no message for who is there.
    pub(crate) fn needs_views(&self) -> bool {
        self.version < 3
    }
}

/// Somebody connected to a room. The room stays in memory until they leave.
pub struct Member {
    /// the seat, or none for a spectator
    pub seat: Option<Seat>,
    /// the view at the moment of entering, as the text of a message
    pub first: Utf8Bytes,
    /// the address they connect from, if it is known: a rematch counts as a room that it has made
    pub from: Option<IpAddr>,
    pub(crate) shown: watch::Receiver<Shown>,
    /// what they have been shown
    pub(crate) seen: Counts,
    pub(crate) needs_views: bool,
    pub(crate) id: u64,
    pub(crate) task: mpsc::Sender<Ask>,
}

impl Member {
    /// Waits for news, as the texts of messages: a view, who is there, or both in this order. An error means that the
    /// room's task has ended.
    pub async fn changed(&mut self) -> Result<[Option<Utf8Bytes>; 2], watch::error::RecvError> {
        loop {
            self.shown.changed().await?;
            let shown = self.shown.borrow_and_update();
            let (seen, counts) = (std::mem::replace(&mut self.seen, shown.counts), shown.counts);
            let is_new = if self.needs_views { counts.views != seen.views } else { counts.changes != seen.changes };
            let told = counts.presences != seen.presences && !self.needs_views && !shown.presence.is_empty();
            if is_new || told {
                return Ok([is_new.then(|| shown.view.clone()), told.then(|| shown.presence.clone())]);
            }
        }
    }

    /// Does something in the room.
    pub async fn act(&self, act: Act) -> Result<(), Refusal> {
        self.ask(|answer| Ask::Act { by: By::Member(self.seat), from: self.from, act, answer }).await
    }

    /// The newest view, as the text of a message.
    pub async fn look(&self) -> Result<Utf8Bytes, Refusal> {
        self.ask(|answer| Ask::View { by: By::Member(self.seat), answer }).await.map(message)
    }

    async fn ask<T>(&self, ask: impl FnOnce(oneshot::Sender<Result<T, Refusal>>) -> Ask) -> Result<T, Refusal> {
        let (answer, answered) = oneshot::channel();
        // A task that is gone has closed `shown` too: the socket ends, and its client comes back to a new task.
        self.task.send(ask(answer)).await.map_err(|_| hub::no_answer())?;
        answered.await.unwrap_or_else(|_| Err(hub::no_answer()))
    }

    /// Leaves the room.
    pub async fn leave(self) {
        let _ = self.task.send(Ask::Leave { member: self.id }).await;
    }
}
