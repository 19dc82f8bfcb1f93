//! Who is sent a notice, and when: one notice at a time for each player, so that a push service that takes for ever to
//! answer keeps nobody else waiting.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OnceCell, Semaphore};
use tokio::time::Instant;

use super::send::Sender;
use super::vapid::Vapid;
use super::{Notice, Notices};
use crate::players::{self, Player};
use crate::store::{Store, StoreError};

/// How many players may have notices that wait, and how many each; what does not fit is dropped.
const PLAYERS: usize = 1024;
const WAITING: usize = 8;
/// How many notices are sent at once.
const TOGETHER: usize = 32;
/// A device whose push service has not answered is sent nothing for this long.
const REST: Duration = Duration::from_secs(3600);

/// Sends notices.
#[derive(Clone)]
pub(crate) struct Push(Arc<Post>);

struct Post {
    store: Arc<dyn Store>,
    how: Notices,
    sender: Sender,
    vapid: OnceCell<Vapid>,
    places: Semaphore,
    /// by public id, what waits for each player who has a task that sends
    waiting: Mutex<HashMap<String, VecDeque<Notice>>>,
    /// endpoints that have not answered, and until when nothing is sent there
    resting: Mutex<HashMap<String, Instant>>,
}

impl Push {
    /// Sends in this way; players and their devices are in the store.
    pub(crate) fn new(store: Arc<dyn Store>, how: Notices) -> Self {
        let (sender, vapid, places) = (Sender::new(&how), OnceCell::new(), Semaphore::new(TOGETHER));
        Push(Arc::new(Post { store, how, sender, vapid, places, waiting: Mutex::default(), resting: Mutex::default() }))
    }

    /// How notices are sent.
    pub(crate) fn how(&self) -> &Notices {
        &self.0.how
    }

    /// Tells all devices of a player, by public id. What cannot be sent is dropped: the game itself shows it too.
    pub(crate) fn tell(&self, player: &str, notice: Notice) {
        let mut waiting = lock(&self.0.waiting);
        let full = waiting.len() >= PLAYERS;
        match waiting.get_mut(player) {
            // The newest say more than the oldest.
            Some(line) => {
                line.push_back(notice);
                if line.len() > WAITING {
                    line.pop_front();
                    count("dropped");
                }
            }
            None if full => count("dropped"),
            None => {
                waiting.insert(player.to_owned(), VecDeque::from([notice]));
                tokio::spawn(self.0.clone().serve(player.to_owned()));
            }
        }
    }
}

fn count(outcome: &'static str) {
    metrics::counter!("agon_notices_total", "outcome" => outcome).increment(1);
}

/// No task can panic halfway through a change.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Post {
    /// Sends what waits for a player, one notice after the other, until nothing does.
    async fn serve(self: Arc<Self>, player: String) {
        loop {
            let Ok(place) = self.places.acquire().await else { return };
            let next = lock(&self.waiting).get_mut(&player).and_then(VecDeque::pop_front);
            if let Some(notice) = next {
                self.send(&player, &notice).await;
            }
            drop(place);
            let mut waiting = lock(&self.waiting);
            if waiting.get(&player).is_none_or(VecDeque::is_empty) {
                waiting.remove(&player);
                return;
            }
        }
    }

    /// Sends a notice to every device of a player, but for those that rest.
    async fn send(self: &Arc<Self>, id: &str, notice: &Notice) {
        let vapid = self.vapid.get_or_try_init(|| Vapid::load(&*self.store)).await;
        let (Ok(vapid), Ok(Some(player))) = (vapid, players::player(&*self.store, id).await) else { return };
        for device in player.notices {
            let Some(request) = vapid.request(&device, notice, &self.how) else { continue };
            if lock(&self.resting).get(&device.endpoint).is_some_and(|until| Instant::now() < *until) {
                count("dropped");
                continue;
            }
            let post = self.clone();
            let status = tokio::task::spawn_blocking(move || post.sender.send(request)).await.unwrap_or(0);
            count(if (200..300).contains(&status) { "sent" } else { "failed" });
            match status {
                0 => {
                    let (now, mut resting) = (Instant::now(), lock(&self.resting));
                    resting.retain(|_, until| now < *until);
                    resting.insert(device.endpoint, now + REST);
                }
                // The device does not want them any more.
                404 | 410 => drop(forget(&*self.store, id, &device.endpoint).await),
                _ => {}
            }
        }
    }
}

/// Forgets a device. A player who has been erased meanwhile stays so.
async fn forget(store: &dyn Store, id: &str, endpoint: &str) -> Result<(), StoreError> {
    if let Some(player) = players::player(store, id).await? {
        let gone = |player: &mut Player| player.notices.retain(|device| device.endpoint != endpoint);
        players::change(store, id, player.seen, gone).await?;
    }
    Ok(())
}
