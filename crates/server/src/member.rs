//! Somebody connected to a room: the way from a socket to the room's task and back.

use agon_rules::Seat;
use agon_wire::{Act, Refusal};
use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, oneshot, watch};

use crate::hub;
use crate::owner::{Ask, By};

/// Somebody connected to a room. The room stays in memory until they leave.
pub struct Member {
    /// the seat, or none for a spectator
    pub seat: Option<Seat>,
    /// the newest view as the text of a message; it closes when the room's task ends
    pub views: watch::Receiver<Utf8Bytes>,
    pub(crate) id: u64,
    pub(crate) task: mpsc::Sender<Ask>,
}

impl Member {
    /// Does something in the room.
    pub async fn act(&self, act: Act) -> Result<(), Refusal> {
        let (answer, answered) = oneshot::channel();
        let ask = Ask::Act { by: By::Member(self.seat), act, answer };
        // A task that is gone has closed `views` too: the socket ends, and its client comes back to a new task.
        self.task.send(ask).await.map_err(|_| hub::no_answer())?;
        answered.await.unwrap_or_else(|_| Err(hub::no_answer()))
    }

    /// Leaves the room.
    pub async fn leave(self) {
        let _ = self.task.send(Ask::Leave { member: self.id }).await;
    }
}
