//! The rooms in memory: one task owns each. A room is loaded when it is first asked for, and leaves memory when idle.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use agon_rules::{Rng, text};
use agon_wire::{Act, Code, NewRoom, Refusal, RoomView, Ticket, code};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::bots::Bots;
use crate::member::Member;
use crate::owner::{self, Answer, Ask, By};
use crate::room;
use crate::secret;
use crate::store::{Bus, Store, StoreError, Word};

/// How a server behaves.
#[derive(Clone, Debug)]
pub struct Settings {
    /// a room whose game is not over is deleted after this long without an event
    pub expiry: Duration,
    /// a room leaves memory after this long without a request
    pub idle: Duration,
    /// how long a computer player may think
    pub thinking: Duration,
    /// how many computer players think at once
    pub bots: usize,
}

impl Default for Settings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            expiry: Duration::from_secs(7 * 24 * 3600),
            idle: Duration::from_secs(60),
            thinking: Duration::from_secs(5),
            bots: (cores / 2).max(1),
        }
    }
}

/// Everything the rooms of a process share.
pub struct Hub {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) bots: Arc<Bots>,
    pub(crate) settings: Settings,
    /// which process this is
    pub(crate) process: u64,
    rooms: Mutex<HashMap<String, mpsc::Sender<Ask>>>,
    begin: Instant,
    /// where computer players' random numbers come from in a simulation; otherwise from the system
    chance: Option<Mutex<Rng>>,
}

impl Hub {
    /// A hub over a store and a bus.
    pub fn new(store: Arc<dyn Store>, bus: Arc<dyn Bus>, settings: Settings) -> Arc<Self> {
        let bots = Bots::new(settings.bots, settings.thinking);
        Self::with(store, bus, settings, bots, None)
    }

    /// A hub whose computer players draw from a seed and think without threads, so that a simulation can be repeated.
    /// Codes, tokens and deals still come from the system's randomness.
    pub fn seeded(store: Arc<dyn Store>, bus: Arc<dyn Bus>, settings: Settings, seed: u64) -> Arc<Self> {
        let bots = Bots::in_task(settings.thinking);
        Self::with(store, bus, settings, bots, Some(Mutex::new(Rng::new(seed))))
    }

    fn with(
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
        settings: Settings,
        bots: Arc<Bots>,
        chance: Option<Mutex<Rng>>,
    ) -> Arc<Self> {
        let process = secret::number();
        let rooms = Mutex::default();
        Arc::new(Hub { store, bus, bots, settings, process, rooms, begin: Instant::now(), chance })
    }

    /// The seed of a computer player's next move, which nobody in the room may know.
    pub(crate) fn chance(&self) -> u64 {
        match &self.chance {
            Some(rng) => rng.lock().unwrap_or_else(PoisonError::into_inner).bits(),
            None => secret::number(),
        }
    }

    /// Milliseconds by a clock that never goes back. It is tokio's, so that tests can move it.
    pub fn now(&self) -> u64 {
        self.begin.elapsed().as_millis() as u64
    }

    /// How many rooms are in memory.
    pub fn loaded(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, mpsc::Sender<Ask>>> {
        // No task can panic halfway through a change of the map.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a room; the ticket has the maker's seat.
    pub async fn create(&self, new: &NewRoom) -> Result<Ticket, Refusal> {
        let token = secret::token();
        let (made, seat) = room::make(new, secret::number(), &secret::fingerprint(&token), &secret::order)?;
        let room = self.store_new(made.write()).await?;
        Ok(Ticket { room, seat, token: seat.map(|_| token) })
    }

    /// Stores a new room under a free code.
    pub(crate) async fn store_new(&self, made: String) -> Result<String, Refusal> {
        loop {
            let code = secret::room_code();
            match self.store.create(&code, vec![made.clone()]).await {
                Ok(()) => return Ok(code),
                Err(StoreError::Exists) => {}
                Err(error) => return Err(storage(&error)),
            }
        }
    }

    /// Sends a request to the task of a room, and loads the room if it is not in memory.
    async fn ask<T>(self: &Arc<Self>, room: &str, ask: impl Fn(Answer<T>) -> Ask) -> Result<T, Refusal> {
        let room = code::tidy(room).ok_or_else(no_room)?;
        // The task may be ending at this moment; then the room is loaded again.
        for _ in 0..3 {
            let (send, answer) = oneshot::channel();
            let task = self.task(&room).await?;
            if task.send(ask(send)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(no_answer())
    }

    /// The task of a room.
    async fn task(self: &Arc<Self>, room: &str) -> Result<mpsc::Sender<Ask>, Refusal> {
        // A task that has panicked is replaced by a new one.
        if let Some(task) = self.lock().get(room).filter(|task| !task.is_closed()) {
            return Ok(task.clone());
        }
        let events = self.store.tail(room, 0).await.map_err(|error| storage(&error))?.ok_or_else(no_room)?;
        let mut rooms = self.lock();
        // Another request may have loaded it meanwhile.
        if let Some(task) = rooms.get(room).filter(|task| !task.is_closed()) {
            return Ok(task.clone());
        }
        let task = owner::spawn(self.clone(), room, &events).ok_or_else(|| {
            Refusal::new(
                Code::Storage,
                text!("the stored events of this room cannot be read; please tell the operator"),
            )
        })?;
        rooms.insert(room.to_owned(), task.clone());
        Ok(task)
    }

    /// Forgets a room whose task wants to end; false if a request has arrived since.
    pub(crate) fn forget(&self, room: &str, asks: &mpsc::Receiver<Ask>) -> bool {
        let mut rooms = self.lock();
        let quiet = asks.is_empty();
        if quiet {
            rooms.remove(room);
        }
        quiet
    }

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
            let word = match words.recv().await {
                // A bus may also carry our own word back.
                Ok(Word::Here { process, .. }) if process == self.process => continue,
                Ok(word) => word,
                Err(RecvError::Lagged(_)) => Word::Missed,
                Err(RecvError::Closed) => return,
            };
            let tasks: Vec<mpsc::Sender<Ask>> = match &word {
                Word::Grown { room, .. } | Word::Here { room, .. } => {
                    self.lock().get(room).cloned().into_iter().collect()
                }
                Word::Missed => self.lock().values().cloned().collect(),
            };
            for task in tasks {
                // A room that is too busy to hear looks for itself soon.
                let _ = task.try_send(Ask::Heard(word.clone()));
            }
        }
    }

    /// Enters a room, as the player whose token it is or as a spectator. The member leaves by [`Member::leave`].
    pub async fn enter(self: &Arc<Self>, room: &str, token: Option<String>) -> Result<Member, Refusal> {
        self.ask(room, |answer| Ask::Enter { token: token.clone(), answer }).await
    }

    /// Does something for the holder of a token, over HTTP.
    pub async fn act(self: &Arc<Self>, room: &str, token: Option<String>, act: Act) -> Result<(), Refusal> {
        self.ask(room, |answer| Ask::Act { by: By::Token(token.clone()), act: act.clone(), answer }).await
    }

    /// The room as the holder of a token, or a spectator, sees it.
    pub async fn view(self: &Arc<Self>, room: &str, token: Option<String>) -> Result<RoomView, Refusal> {
        self.ask(room, |answer| Ask::View { token: token.clone(), answer }).await
    }

    /// Takes an open seat.
    pub async fn join(self: &Arc<Self>, room: &str, name: &str, token: Option<String>) -> Result<Ticket, Refusal> {
        self.ask(room, |answer| Ask::Join { name: name.to_owned(), token: token.clone(), answer }).await
    }
}

/// A task that ended before it answered.
pub(crate) fn no_answer() -> Refusal {
    Refusal::new(Code::Storage, text!("the room is not responding; try again"))
}

/// The same answer for a code that is wrong, expired or no code at all, so that it tells nothing.
pub(crate) fn no_room() -> Refusal {
    Refusal::new(Code::NoRoom, text!("there is no such room; check the code (rooms expire after a while)"))
}

/// What a store's error means to a player. If only the answer was lost, the request may have been done all the same.
pub(crate) fn storage(error: &StoreError) -> Refusal {
    match error {
        StoreError::Missing => no_room(),
        error => Refusal::new(
            Code::Storage,
            text!("nothing was saved, as far as we can tell: {error}", error = error.to_string()),
        ),
    }
}
