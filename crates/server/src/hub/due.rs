//! What comes due after days: games whose player had days to move, and players who never came back.

use std::sync::Arc;
use std::time::Duration;

use agon_wire::Code;

use super::Hub;
use crate::players;
use crate::store::{Put, StoreError, deadline_key};

/// How often the hub looks for what has come due, and how much it does at once.
const WAKE: Duration = Duration::from_secs(5);
const TOGETHER: usize = 256;
/// The pause between two looks, in milliseconds.
const AGAIN: u64 = 60 * 1000;

impl Hub {
    /// Does what has come due: ends games whose player had days to move, and forgets players who never came back.
    pub async fn wake(self: Arc<Self>) {
        let mut often = tokio::time::interval(WAKE);
        loop {
            often.tick().await;
            let keys = self.store.due(self.wall(), TOGETHER).await.unwrap_or_default();
            for key in keys {
                let done = match (key.strip_prefix("deadline/"), players::id_of(&key)) {
                    (Some(room), _) => self.end_on_time(room).await,
                    (_, Some(player)) => players::erase(&*self.store, player).await,
                    _ => Ok(()),
                };
                if let Err(error) = done {
                    tracing::warn!(key, %error, "cannot do what has come due");
                }
            }
        }
    }

    /// Somebody's days to move are over, or nearly. In memory the room ends the game as soon as its own clock says so; if it
    /// has not after a minute it is loaded again. A room that is gone, or could not end for as long as open rooms are kept,
    /// keeps nobody waiting.
    async fn end_on_time(self: &Arc<Self>, room: &str) -> Result<(), StoreError> {
        let (key, wall) = (deadline_key(room), self.wall());
        let Some(doc) = self.store.doc(&key).await? else { return Ok(()) };
        let is_gone = matches!(self.task(room).await, Err(refusal) if refusal.code == Code::NoRoom);
        let late = Duration::from_millis(wall.saturating_sub(doc.text.parse().unwrap_or(0)));
        let text = (!is_gone && late < self.settings.expiry).then_some(doc.text);
        let again = Put { key, after: Some(doc.version), text, due: Some(wall + AGAIN) };
        match self.store.put(vec![again]).await {
            // The room was faster.
            Err(StoreError::Changed) => Ok(()),
            done => done,
        }
    }
}
