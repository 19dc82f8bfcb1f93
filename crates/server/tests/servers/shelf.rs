//! The one store that all servers of a world share: the real one in memory, behind doors that are slow, fail, hang with
//! their server, and keep a ledger of what was stored under which lease. Planted bugs sit between the two.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use agon_rules::Rng;
use agon_server::Entry;
use agon_server::store::{Append, Doc, Keep, Memory, Put, Soon, Store, StoreError, Time};
use tokio::runtime::Handle;
use tokio::time::sleep;

use crate::world::TICK;

/// What could be wrong with a store, a bus, or those who rely on them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bug {
    None,
    /// an append does not look at the lease
    NoFence,
    /// an append does not compare lengths
    NoCompare,
    /// no word arrives, and nobody looks
    Deaf,
    /// what is answered is stored a little later, unless the server dies
    EarlyAnswer,
    /// the times of events are lost, so that a server counts from when it hears of them
    NoTimes,
    /// every server has a clock of its own
    OwnClocks,
    /// rooms are deleted although their games go on
    Prunes,
    /// nobody is told who comes and goes
    Unseen,
}

impl Bug {
    /// Whether it is about time: then there is a clock, two servers at least, and no clock that jumps.
    pub fn is_of_time(self) -> bool {
        matches!(self, Bug::NoTimes | Bug::OwnClocks)
    }
}

/// The store, and what is done to it.
pub struct Shelf {
    memory: Memory,
    /// the time of the store, by which leases end
    clock: Handle,
    state: Mutex<State>,
}

pub struct State {
    rng: Rng,
    bug: Bug,
    /// how many of a hundred requests fail before anything is done, and how many after
    pub fails: [usize; 2],
    /// which servers stand still
    pub paused: Vec<bool>,
    /// which servers are to stand still when they next append as a driver
    pub traps: Vec<bool>,
    /// a server stands still, and this one has taken its room over
    pub overtaker: Option<usize>,
    /// the newest lease of every room
    leases: HashMap<String, u64>,
    /// how often somebody was late, fenced off, or failed
    pub refused: [u64; 3],
    /// what was written against the rules of leases
    pub wrongs: Vec<String>,
    /// answered and not stored yet: by which life of which server, and what
    late: Vec<(u32, (usize, u32), Append)>,
    /// when each event of the room was stored, by the store's clock
    pub stored: Vec<u64>,
    /// servers that were told an error, and may look at a room
    may_look: HashSet<(usize, String)>,
}

impl Shelf {
    pub fn new(seed: u64, servers: usize, bug: Bug, clock: Handle) -> Arc<Self> {
        let state = State {
            rng: Rng::stream(seed, 1),
            bug,
            fails: [0, 0],
            paused: vec![false; servers],
            traps: vec![false; servers],
            overtaker: None,
            leases: HashMap::new(),
            refused: [0; 3],
            wrongs: Vec::new(),
            late: Vec::new(),
            stored: Vec::new(),
            may_look: HashSet::new(),
        };
        // Made by the time of the store, not by that of the machine.
        let memory = {
            let _now = clock.enter();
            Memory::new()
        };
        Arc::new(Shelf { memory, clock, state: Mutex::new(state) })
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panicked")
    }

    /// Everything that is stored of a room.
    pub fn log(&self, room: &str) -> Vec<String> {
        ready(self.memory.tail(room, 0)).expect("memory").unwrap_or_default()
    }

    pub fn create(&self, room: &str, events: Vec<String>) {
        let _now = self.clock.enter();
        ready(self.memory.create(room, events)).expect("a new room");
        self.state().stored.push(self.time().now);
    }

    /// The time by the store's clock.
    fn time(&self) -> Time {
        let _now = self.clock.enter();
        ready(self.memory.time()).expect("memory")
    }

    /// What was answered too early is stored, a while later.
    pub fn tick(&self) {
        let mut state = self.state();
        state.late.iter_mut().for_each(|(ticks, ..)| *ticks = ticks.saturating_sub(1));
        while state.late.first().is_some_and(|(ticks, ..)| *ticks == 0) {
            let (_, _, append) = state.late.remove(0);
            let _now = self.clock.enter();
            // Nobody waits for the answer.
            let _ = ready(self.memory.append(append));
        }
    }

    /// A server dies, and with it what it has not stored.
    pub fn crash(&self, server: usize) {
        let mut state = self.state();
        state.late.retain(|(_, (by, _), _)| *by != server);
        (state.paused[server], state.traps[server]) = (false, false);
    }

    fn append(&self, by: (usize, u32), mut append: Append) -> Result<(), StoreError> {
        let mut state = self.state();
        let (room, epoch, events) = (append.room.clone(), append.epoch, append.events.len());
        let _now = self.clock.enter();
        let done = match state.bug {
            Bug::None | Bug::Deaf | Bug::NoTimes | Bug::OwnClocks | Bug::Prunes | Bug::Unseen => {
                ready(self.memory.append(append))
            }
            Bug::NoFence => {
                append.epoch = None;
                ready(self.memory.append(append))
            }
            Bug::NoCompare => {
                append.at = self.log(&room).len() as u64;
                ready(self.memory.append(append))
            }
            Bug::EarlyAnswer => {
                let waiting = state.late.iter().filter(|(_, other, _)| *other == by).map(|(.., one)| one.events.len());
                let len = (self.log(&room).len() + waiting.sum::<usize>()) as u64;
                if len == append.at {
                    let ticks = 5 + state.rng.below(40) as u32;
                    state.late.push((ticks, by, append));
                    Ok(())
                } else {
                    Err(StoreError::Late(len))
                }
            }
        };
        if done.is_ok() {
            let now = self.time().now;
            state.stored.extend(std::iter::repeat_n(now, events));
        }
        match &done {
            // What is answered too early was not checked either; that is not what it is to be found by.
            Ok(()) if state.bug == Bug::EarlyAnswer => {}
            Ok(()) if epoch.is_some() && epoch != state.leases.get(&room).copied() => {
                state.wrongs.push(format!("server {} wrote under lease {epoch:?} when another held", by.0));
            }
            Ok(()) => {}
            Err(error) => {
                state.refused[0] += u64::from(matches!(error, StoreError::Late(_)));
                state.refused[1] += u64::from(*error == StoreError::Fenced);
                state.may_look.insert((by.0, room));
            }
        }
        done
    }

    fn tail(&self, server: usize, room: &str, from: u64) -> Result<Option<Vec<String>>, StoreError> {
        let mut state = self.state();
        if state.bug == Bug::Deaf && from > 0 && !state.may_look.remove(&(server, room.to_owned())) {
            return Ok(Some(Vec::new()));
        }
        let tail = ready(self.memory.tail(room, from));
        if state.bug != Bug::NoTimes {
            return tail;
        }
        let timeless = |text: String| Entry { at: None, ..Entry::read(&text).expect("an event") }.write();
        tail.map(|tail| tail.map(|events| events.into_iter().map(timeless).collect()))
    }

    fn sweep(&self, mut keep: Keep) -> Result<u64, StoreError> {
        if self.state().bug == Bug::Prunes {
            keep.open = Duration::from_millis(1500);
        }
        let _now = self.clock.enter();
        ready(self.memory.sweep(keep))
    }

    fn drive(&self, server: usize, room: &str, process: u64, lasting: Duration) -> Result<Option<u64>, StoreError> {
        let mut state = self.state();
        let _now = self.clock.enter();
        let epoch = ready(self.memory.drive(room, process, lasting))?;
        if let Some(epoch) = epoch
            && state.leases.insert(room.to_owned(), epoch) != Some(epoch)
            && state.paused.iter().enumerate().any(|(other, paused)| *paused && other != server)
        {
            state.overtaker = Some(server);
        }
        Ok(epoch)
    }
}

/// The store as one life of one server reaches it.
pub struct Door {
    pub shelf: Arc<Shelf>,
    pub server: usize,
    pub life: u32,
}

impl Door {
    /// The way to the store or back: some time, and more while the server stands still.
    async fn travel(&self) {
        let (ms, slow) = {
            let rng = &mut self.shelf.state().rng;
            (rng.below(40), rng.below(20) == 0)
        };
        sleep(Duration::from_millis(ms as u64 * if slow { 10 } else { 1 })).await;
        while self.shelf.state().paused[self.server] {
            sleep(TICK).await;
        }
    }

    fn fails(&self, after: usize) -> Result<(), StoreError> {
        let mut state = self.shelf.state();
        let fails = state.fails[after];
        if state.rng.below(100) >= fails {
            return Ok(());
        }
        state.refused[2] += 1;
        Err(StoreError::Unavailable(["it is away", "the answer was lost"][after].to_owned()))
    }

    /// Asks the store, which may fail before or after it did what it was asked.
    async fn ask<T>(&self, what: impl FnOnce(&Shelf) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.travel().await;
        self.fails(0)?;
        let done = what(&self.shelf);
        self.travel().await;
        self.fails(1)?;
        done
    }
}

impl Store for Door {
    fn create(&self, room: &str, events: Vec<String>) -> Soon<'_, ()> {
        let room = room.to_owned();
        Box::pin(async move {
            self.ask(|shelf| {
                let _now = shelf.clock.enter();
                ready(shelf.memory.create(&room, events))
            })
            .await
        })
    }

    fn append(&self, append: Append) -> Soon<'_, ()> {
        Box::pin(async move {
            if append.epoch.is_some() {
                let mut state = self.shelf.state();
                // The worst moment to stand still: what is to be written is decided, and not written yet.
                if std::mem::take(&mut state.traps[self.server]) {
                    state.paused[self.server] = true;
                }
            }
            self.ask(|shelf| shelf.append((self.server, self.life), append)).await
        })
    }

    fn tail(&self, room: &str, from: u64) -> Soon<'_, Option<Vec<String>>> {
        let room = room.to_owned();
        Box::pin(async move { self.ask(|shelf| shelf.tail(self.server, &room, from)).await })
    }

    fn drive(&self, room: &str, process: u64, lasting: Duration) -> Soon<'_, Option<u64>> {
        let room = room.to_owned();
        Box::pin(async move { self.ask(|shelf| shelf.drive(self.server, &room, process, lasting)).await })
    }

    fn sweep(&self, keep: Keep) -> Soon<'_, u64> {
        Box::pin(async move { self.ask(|shelf| shelf.sweep(keep)).await })
    }

    fn time(&self) -> Soon<'_, Time> {
        Box::pin(async move {
            let mut time = self.ask(|shelf| Ok(shelf.time())).await?;
            if self.shelf.state().bug == Bug::OwnClocks {
                time.now += 3000 * self.server as u64;
            }
            Ok(time)
        })
    }

    fn probe(&self) -> Soon<'_, ()> {
        Box::pin(async move { self.ask(|shelf| ready(shelf.memory.probe())).await })
    }

    fn count(&self) -> Soon<'_, u64> {
        Box::pin(async move { self.ask(|shelf| ready(shelf.memory.count())).await })
    }

    fn codes(&self, after: &str, most: usize) -> Soon<'_, Vec<String>> {
        self.shelf.memory.codes(after, most)
    }

    fn delete(&self, room: &str) -> Soon<'_, bool> {
        self.shelf.memory.delete(room)
    }

    fn doc(&self, key: &str) -> Soon<'_, Option<Doc>> {
        let key = key.to_owned();
        Box::pin(async move { self.ask(|shelf| ready(shelf.memory.doc(&key))).await })
    }

    fn put(&self, puts: Vec<Put>) -> Soon<'_, ()> {
        Box::pin(async move { self.ask(|shelf| ready(shelf.memory.put(puts))).await })
    }

    fn due(&self, before: u64, most: usize) -> Soon<'_, Vec<String>> {
        // Nothing comes due in these games, and what looks for it does not change their story.
        Box::pin(std::future::ready(ready(self.shelf.memory.due(before, most))))
    }
}

/// What the store in memory answers, which it does at once.
fn ready<T>(soon: Soon<'_, T>) -> Result<T, StoreError> {
    let mut soon = soon;
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match soon.as_mut().poll(&mut context) {
        std::task::Poll::Ready(done) => done,
        std::task::Poll::Pending => unreachable!("memory answers at once"),
    }
}
