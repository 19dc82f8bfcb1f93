//! Computer players on the server: a fixed number of threads, a queue in which addresses take turns, and a time limit for
//! each move.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use agon_rules::{Record, Text, text};
use agon_search::{Limits, Spec, ask, level};

/// How many may wait for a thread; one that comes later makes any legal move.
const QUEUE: usize = 10_000;
/// How many of one address may wait, so that it does not fill the queue for everybody.
const QUEUE_OF_ONE: usize = 200;
/// How long a computer player may think while others wait. The addresses that wait share it.
const SLICE: Duration = Duration::from_millis(500);
/// What is left of it to each, even if very many wait.
const SHORTEST: Duration = Duration::from_millis(20);

/// The computer players of a server.
pub struct Bots {
    state: Mutex<State>,
    threads: usize,
    limit: Duration,
    /// whether they think in the task that asks instead of a thread, so that a simulation can be repeated
    in_task: bool,
}

#[derive(Default)]
struct State {
    queue: Queue<Job>,
    /// how many tasks take jobs from the queue
    working: usize,
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

/// A task that waits for a thread. A room asks again only after it has dropped its thought, so each has one at most.
struct Job {
    task: Task,
    dropped: Arc<AtomicBool>,
    then: Box<dyn FnOnce(Option<String>) + Send>,
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
        Arc::new(Bots { state: Mutex::default(), threads: threads.max(1), limit, in_task: false })
    }

    /// Players without threads: for simulations, with players that think only for a moment.
    pub fn in_task(limit: Duration) -> Arc<Self> {
        Arc::new(Bots { state: Mutex::default(), threads: 1, limit, in_task: true })
    }

    /// How many computer players think or wait for a thread.
    pub fn queued(&self) -> usize {
        let state = self.lock();
        state.working + state.queue.count
    }

    /// The addresses for which computer players wait.
    #[cfg(test)]
    pub(crate) fn waiting(&self) -> Vec<IpAddr> {
        self.lock().queue.turns.iter().copied().collect()
    }

    /// Lets a computer player think for somebody at this address; `then` gets its move.
    pub fn think(
        self: &Arc<Self>,
        from: IpAddr,
        task: Task,
        then: impl FnOnce(Option<String>) + Send + 'static,
    ) -> Thought {
        let dropped = Arc::new(AtomicBool::new(false));
        let job = Job { task, dropped: dropped.clone(), then: Box::new(then) };
        let mut state = self.lock();
        match state.queue.push(from, job) {
            Ok(()) if state.working < self.threads => {
                state.working += 1;
                tokio::spawn(self.clone().work());
            }
            Ok(()) => {}
            Err(Job { task, then, .. }) => drop(tokio::spawn(async move { then(any_move(&task.record)) })),
        }
        Thought(dropped)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes jobs until none waits.
    async fn work(self: Arc<Self>) {
        while let Some(Job { task, dropped, then }) = self.next() {
            if self.in_task {
                then(choose(&task, &dropped, || self.limit));
                continue;
            }
            let bots = self.clone();
            let think = move || choose(&task, &dropped, || bots.limit.min(bots.share()));
            then(tokio::task::spawn_blocking(think).await.ok().flatten());
        }
    }

    /// The next job that somebody still wants.
    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            match state.queue.pop() {
                Some(job) if job.dropped.load(Ordering::Relaxed) => {}
                Some(job) => return Some(job),
                None => {
                    state.working -= 1;
                    return None;
                }
            }
        }
    }

    /// How long a player may think by now: there is no limit but its own while nobody waits.
    fn share(&self) -> Duration {
        match self.lock().queue.turns.len() as u32 {
            0 => Duration::MAX,
            waiting => (SLICE / waiting).max(SHORTEST),
        }
    }
}

/// What waits: addresses take turns, and the rooms of an address too.
struct Queue<T> {
    /// the addresses that wait, the next one first
    turns: VecDeque<IpAddr>,
    /// what waits of each, the first first
    lines: HashMap<IpAddr, VecDeque<T>>,
    count: usize,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Queue { turns: VecDeque::new(), lines: HashMap::new(), count: 0 }
    }
}

impl<T> Queue<T> {
    /// Lets something wait; it comes back when too much waits already.
    fn push(&mut self, from: IpAddr, what: T) -> Result<(), T> {
        let line = self.lines.get(&from).map_or(0, VecDeque::len);
        if self.count >= QUEUE || line >= QUEUE_OF_ONE {
            return Err(what);
        }
        if line == 0 {
            self.turns.push_back(from);
        }
        self.lines.entry(from).or_default().push_back(what);
        self.count += 1;
        Ok(())
    }

    /// Whose turn it is.
    fn pop(&mut self) -> Option<T> {
        let from = self.turns.pop_front()?;
        let line = self.lines.get_mut(&from)?;
        let what = line.pop_front();
        if line.is_empty() {
            self.lines.remove(&from);
        } else {
            self.turns.push_back(from);
        }
        self.count -= 1;
        what
    }
}

/// The player's move; if it cannot answer, the move of `medium`, or else any legal move. `limit` may become shorter while
/// it thinks.
fn choose(task: &Task, dropped: &AtomicBool, limit: impl Fn() -> Duration + Sync) -> Option<String> {
    let Task { record, player, seed } = task;
    let begin = Instant::now();
    let stop = |own: Option<Duration>| {
        let own = own.unwrap_or(Duration::MAX);
        dropped.load(Ordering::Relaxed) || begin.elapsed() >= SHORTEST.min(own) && begin.elapsed() >= own.min(limit())
    };
    let reply = ask::reply(record, player, *seed, &stop).or_else(|_| ask::reply(record, level::MEDIUM, *seed, &stop));
    reply.map(|reply| reply.text).ok().or_else(|| any_move(record))
}

fn any_move(record: &Record) -> Option<String> {
    record.replay().ok()?.legal().into_iter().next()
}

/// Whether clients may ask for this player: an engine with larger limits than these would keep the threads from others.
/// Named players have limits of their own.
pub(crate) fn check_budget(player: &str) -> Result<(), Text> {
    const TIME: Duration = Duration::from_secs(2);
    const NODES: u64 = 1_000_000;
    const PLAYOUTS: u64 = 100_000;
    const PLIES: u32 = 20;
    const FULL_WIDTH: u8 = 6;
    let fits = match player.parse() {
        Ok(Spec::Minimax(skill)) => skill.depth <= FULL_WIDTH,
        Ok(Spec::AlphaBeta(limits) | Spec::Mcts(limits)) => {
            let Limits { time, nodes, depth, playouts } = limits;
            time.is_none_or(|time| time <= TIME)
                && nodes.is_none_or(|nodes| nodes <= NODES)
                && depth.is_none_or(|depth| depth <= PLIES)
                && playouts.is_none_or(|playouts| playouts <= PLAYOUTS)
        }
        Ok(Spec::Random | Spec::Perfect) | Err(_) => true,
    };
    if fits {
        return Ok(());
    }
    Err(text!(
        "`{player}` thinks for longer than this server allows; the most are `time=2s`, `nodes=1000000`, \
         `playouts=100000`, `depth=20` and `minimax:6`",
        player = player.to_owned()
    ))
}

#[cfg(test)]
mod tests {
    use agon_rules::games;

    use super::*;

    /// Everything that waits, in the order in which it is served.
    fn order(waiting: &[(u8, &'static str)]) -> Vec<&'static str> {
        let mut queue = Queue::default();
        for (from, room) in waiting {
            queue.push(IpAddr::from([192, 0, 2, *from]), *room).expect("room in the queue");
        }
        std::iter::from_fn(|| queue.pop()).collect()
    }

    #[test]
    fn addresses_take_turns_and_so_do_the_rooms_of_each() {
        let flood = [(1, "a"), (1, "b"), (1, "c"), (1, "d"), (2, "stranger"), (3, "x"), (3, "y")];
        assert_eq!(order(&flood), ["a", "stranger", "x", "b", "y", "c", "d"]);
        assert_eq!(order(&[(1, "a"), (1, "b"), (1, "a again")]), ["a", "b", "a again"]);
    }

    #[test]
    fn a_stranger_waits_for_one_of_fifty_rooms_at_most() {
        let mut queue = Queue::default();
        let [flood, stranger] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        (0..50).for_each(|room| queue.push(flood, room).expect("room in the queue"));
        for served in 0..100 {
            queue.push(stranger, 1000 + served).expect("room in the queue");
            // Every room of the flood that was served comes back at once.
            let first = queue.pop().expect("somebody waits");
            let second = if first < 1000 { queue.pop().expect("somebody waits") } else { first };
            assert_eq!(second, 1000 + served, "after {first}");
            queue.push(flood, first.min(50)).expect("room in the queue");
        }
    }

    #[test]
    fn one_address_cannot_fill_the_queue() {
        let mut queue = Queue::default();
        let [flood, stranger] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        assert_eq!((0..1000).filter(|job| queue.push(flood, *job).is_ok()).count(), QUEUE_OF_ONE);
        assert_eq!(queue.push(stranger, 1), Ok(()));
    }

    #[test]
    fn nobody_thinks_for_long_while_others_wait() {
        let bots = Bots::new(1, Duration::from_secs(5));
        assert_eq!(bots.share(), Duration::MAX);
        for (last, share) in [(1, 500), (2, 250), (2, 250), (3, 166)] {
            let record = format!("{}~seed=0", games::list()[0].id).parse().expect("a record");
            let task = Task { record, player: String::new(), seed: 0 };
            let job = Job { task, dropped: Arc::default(), then: Box::new(|_| {}) };
            assert!(bots.lock().queue.push(IpAddr::from([192, 0, 2, last]), job).is_ok());
            assert_eq!(bots.share().as_millis(), share);
        }
    }

    #[test]
    fn engines_have_a_budget_and_named_players_their_own() {
        for player in [
            "easy",
            "expert",
            "perfect",
            "random",
            "rival",
            "minimax:6",
            "mcts",
            "alphabeta",
            "mcts:time=2s",
            "mcts:time=500ms,playouts=100000",
            "alphabeta:nodes=1000000,depth=20",
        ] {
            assert_eq!(check_budget(player), Ok(()), "{player}");
        }
        for player in [
            "mcts:time=60000ms",
            "mcts:time=2001ms",
            "mcts:playouts=100001",
            "alphabeta:nodes=18446744073709551615",
            "alphabeta:depth=21",
            "minimax:7",
            "alphabeta:time=1s,nodes=1000001",
        ] {
            let why = check_budget(player).expect_err(player).to_string();
            assert!(why.contains(player) && why.contains("`time=2s`"), "{why}");
        }
    }
}
