//! Computer players on the server: a fixed number of threads, a bounded queue, and a time limit for each move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_rules::Record;
use agon_search::{ask, level};
use tokio::sync::Semaphore;

/// How many may wait for a thread; one that comes later makes any legal move.
const QUEUE: usize = 10_000;

/// The computer players of a server.
pub struct Bots {
    threads: Semaphore,
    waiting: Semaphore,
    limit: Duration,
    /// whether they think in the task that asks instead of a thread, so that a simulation can be repeated
    in_task: bool,
}

/// What a computer player thinks about.
pub struct Task {
    /// the game so far
    pub record: Record,
    /// the text that names the player
    pub player: String,
    /// the seed of its chance
    pub seed: u64,
}

/// A computer player's thinking. Dropping it stops the player: the room is gone, or the game has moved on.
pub struct Thought(Arc<AtomicBool>);

impl Drop for Thought {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Bots {
    /// Players on this many threads, with this long for each move.
    pub fn new(threads: usize, limit: Duration) -> Arc<Self> {
        Arc::new(Self::on_threads(threads, limit))
    }

    /// Players without threads: for simulations, with players that think only for a moment.
    pub fn in_task(limit: Duration) -> Arc<Self> {
        Arc::new(Bots { in_task: true, ..Self::on_threads(1, limit) })
    }

    fn on_threads(threads: usize, limit: Duration) -> Self {
        Bots { threads: Semaphore::new(threads.max(1)), waiting: Semaphore::new(QUEUE), limit, in_task: false }
    }

    /// Lets a computer player think; `then` gets its move.
    pub fn think(self: &Arc<Self>, task: Task, then: impl FnOnce(Option<String>) + Send + 'static) -> Thought {
        let dropped = Arc::new(AtomicBool::new(false));
        let (bots, theirs) = (self.clone(), dropped.clone());
        tokio::spawn(async move {
            let Ok(_waiting) = bots.waiting.try_acquire() else {
                return then(any_move(&task.record));
            };
            let Ok(_turn) = bots.threads.acquire().await else { return };
            if theirs.load(Ordering::Relaxed) {
                return;
            }
            let limit = bots.limit;
            if bots.in_task {
                return then(choose(&task, limit, &theirs));
            }
            let text = tokio::task::spawn_blocking(move || choose(&task, limit, &theirs)).await;
            then(text.ok().flatten());
        });
        Thought(dropped)
    }
}

/// The player's move; if it cannot answer, the move of `medium`, or else any legal move.
fn choose(task: &Task, limit: Duration, dropped: &AtomicBool) -> Option<String> {
    let Task { record, player, seed } = task;
    let begin = Instant::now();
    let stop = |own: Option<Duration>| {
        dropped.load(Ordering::Relaxed) || begin.elapsed() >= own.map_or(limit, |own| own.min(limit))
    };
    let reply = ask::reply(record, player, *seed, &stop).or_else(|_| ask::reply(record, level::MEDIUM, *seed, &stop));
    reply.map(|reply| reply.text).ok().or_else(|| any_move(record))
}

fn any_move(record: &Record) -> Option<String> {
    record.replay().ok()?.legal().into_iter().next()
}
