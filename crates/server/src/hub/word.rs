//! Word between processes, and from a player's documents to the rooms in memory.

use std::sync::Arc;

use agon_wire::Refusal;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::{Hub, storage};
use crate::owner::Ask;
use crate::players::{self, Player};
use crate::store::Word;
use crate::time::ASK_TIME;

impl Hub {
    /// Sends word to the other processes, where there may be any.
    pub(crate) fn tell(&self, word: impl FnOnce() -> Word) {
        if !self.bus.is_local() {
            self.bus.send(word());
        }
    }

    /// Hands word from other processes to the rooms that are in memory. When some was missed, every room looks itself.
    pub async fn hear(self: Arc<Self>) {
        let mut words = self.bus.listen();
        loop {
            let heard = match timeout(ASK_TIME, words.recv()).await {
                Ok(heard) => heard,
                // Nothing to hear: asking for the time tells the store that this process is running.
                Err(_) => {
                    let _ = self.keep_time().await;
                    continue;
                }
            };
            let word = match heard {
                // A bus may also carry our own word back.
                Ok(Word::Here { process, .. } | Word::Lobby { process, .. } | Word::Changed { process, .. })
                    if process == self.process =>
                {
                    continue;
                }
                Ok(Word::Lobby { process, report }) => {
                    self.hall.hear(process, &report, self.now());
                    continue;
                }
                Ok(Word::Changed { player, rooms, .. }) => {
                    self.changed(&player, &rooms);
                    continue;
                }
                Ok(word) => word,
                Err(RecvError::Lagged(_)) => Word::Missed,
                Err(RecvError::Closed) => return,
            };
            let tasks: Vec<mpsc::Sender<Ask>> = match &word {
                Word::Grown { room, .. } | Word::Here { room, .. } => {
                    self.lock().get(room).cloned().into_iter().collect()
                }
                Word::Lobby { .. } | Word::Changed { .. } => Vec::new(),
                Word::Missed => self.lock().values().cloned().collect(),
            };
            for task in tasks {
                // A room that is too busy to hear looks for itself soon.
                let _ = task.try_send(Ask::Heard(word.clone()));
            }
        }
    }

    /// Keeps a name for a player, and shows it in the rooms in which they sit.
    pub(crate) async fn rename(&self, player: &str, name: &str) -> Result<(), Refusal> {
        let name = crate::event::name(name);
        let named = |player: &mut Player| player.name.clone_from(&name);
        let changed = players::change(&*self.store, player, self.wall(), named).await;
        let changed = changed.map_err(|error| storage(&error))?;
        if changed.is_renamed {
            self.tell_rooms(player, players::rooms(&*self.store, player, changed.player).await);
        }
        Ok(())
    }

    /// Tells these rooms of a player, here and at other processes, that something has changed of what is kept of them.
    pub(crate) fn tell_rooms(&self, player: &str, rooms: Vec<String>) {
        self.changed(player, &rooms);
        self.tell(|| Word::Changed { process: self.process, player: player.to_owned(), rooms });
    }

    /// Lets those of these rooms that are in memory look at what is kept of a player.
    fn changed(&self, player: &str, rooms: &[String]) {
        let tasks = self.lock();
        for task in rooms.iter().filter_map(|room| tasks.get(room)) {
            let _ = task.try_send(Ask::Changed { player: player.to_owned() });
        }
    }
}
