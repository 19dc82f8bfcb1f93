//! The rooms that are in memory: one task owns each, is loaded when somebody asks for it and goes when nobody does.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use agon_rules::{Rng, Seat};
use agon_wire::{Act, Code, NewRoom, Refusal, RoomView, Ticket, code};
use axum::extract::ws::Utf8Bytes;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use crate::bots::Bots;
use crate::owner;
use crate::room;
use crate::secret;
use crate::store::{Bus, Store, StoreError, Word};

/// How a server behaves.
#[derive(Clone, Debug)]
pub struct Settings {
    /// rooms that are not over are deleted after so long without a move
    pub expiry: Duration,
    /// a room that nobody asks for leaves the memory after so long
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
    /// the chance of computer players in a simulation; the system's own otherwise
    chance: Option<Mutex<Rng>>,
}

/// Somebody who is connected to a room.
pub struct Member {
    /// the seat, or none for a spectator
    pub seat: Option<Seat>,
    /// the newest view as the text of a message
    pub views: watch::Receiver<Utf8Bytes>,
    /// the number by which they leave
    pub id: u64,
}

/// What is asked of the task of a room.
pub(crate) enum Ask {
    /// somebody connects
    Enter(Option<String>, oneshot::Sender<Result<Member, Refusal>>),
    /// somebody is gone
    Leave(u64),
    /// a wish of whoever has this token, or of a spectator
    Act(Option<String>, Act, oneshot::Sender<Result<(), Refusal>>),
    /// a wish of somebody connected, whose token was checked
    ActOf(Option<Seat>, Act, oneshot::Sender<Result<(), Refusal>>),
    /// the room as whoever has this token sees it
    View(Option<String>, oneshot::Sender<Result<RoomView, Refusal>>),
    /// an open seat, by name, with the token that was chosen for it or a new one
    Join(String, Option<String>, oneshot::Sender<Result<Ticket, Refusal>>),
    /// a computer player's move at a `revision`
    Thought(u64, Option<String>),
    /// another process says that the room has grown, or who is there
    Heard(Word),
}

impl Hub {
    /// A hub over a store and a bus.
    pub fn new(store: Arc<dyn Store>, bus: Arc<dyn Bus>, settings: Settings) -> Arc<Self> {
        let bots = Bots::new(settings.bots, settings.thinking);
        Self::with(store, bus, settings, bots, None)
    }

    /// A hub whose computer players draw from a seed and think without threads, so that a simulation can be run again.
    /// Codes, tokens and deals are still drawn from the system.
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

    /// The chance of a computer player's next move, which those who know the room must not know.
    pub(crate) fn chance(&self) -> u64 {
        match &self.chance {
            Some(rng) => rng.lock().unwrap_or_else(PoisonError::into_inner).bits(),
            None => secret::number(),
        }
    }

    /// Milliseconds by a clock that never goes back: tokio's, so that tests may move it.
    pub fn now(&self) -> u64 {
        self.begin.elapsed().as_millis() as u64
    }

    /// How many rooms are in memory.
    pub fn loaded(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, mpsc::Sender<Ask>>> {
        // A task that panicked while it held the map has not left it half-changed.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a room; whoever asked gets their seat.
    pub async fn create(&self, wish: &NewRoom) -> Result<Ticket, Refusal> {
        let token = secret::token();
        let (made, seat) = room::make(wish, secret::number(), &secret::fingerprint(&token), &secret::order)?;
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

    /// Asks the task of a room, loading it if it is not there.
    async fn ask<T>(
        self: &Arc<Self>,
        room: &str,
        ask: impl Fn(oneshot::Sender<Result<T, Refusal>>) -> Ask,
    ) -> Result<T, Refusal> {
        let room = code::tidy(room).ok_or_else(no_room)?;
        // A task may be leaving just now; then the room is loaded again.
        for _ in 0..3 {
            let (send, answer) = oneshot::channel();
            let task = self.task(&room).await?;
            if task.send(ask(send)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(Refusal::new(Code::Storage, "the room does not answer; try again"))
    }

    /// The task of a room.
    async fn task(self: &Arc<Self>, room: &str) -> Result<mpsc::Sender<Ask>, Refusal> {
        // A task that has died of a fault is replaced by a new one.
        if let Some(task) = self.lock().get(room).filter(|task| !task.is_closed()) {
            return Ok(task.clone());
        }
        let events = self.store.tail(room, 0).await.map_err(|error| storage(&error))?.ok_or_else(no_room)?;
        let mut rooms = self.lock();
        // Somebody else may have loaded it meanwhile.
        if let Some(task) = rooms.get(room).filter(|task| !task.is_closed()) {
            return Ok(task.clone());
        }
        let task = owner::spawn(self.clone(), room, &events).ok_or_else(|| {
            Refusal::new(Code::Storage, "what is stored of this room cannot be read; please tell the operator")
        })?;
        rooms.insert(room.to_owned(), task.clone());
        Ok(task)
    }

    /// Forgets a room whose task ends, unless somebody has asked for something since.
    pub(crate) fn forget(&self, room: &str, asks: &mpsc::Receiver<Ask>) -> bool {
        let mut rooms = self.lock();
        let quiet = asks.is_empty();
        if quiet {
            rooms.remove(room);
        }
        quiet
    }

    /// Hands word from other processes to the rooms that are in memory; where some was missed, all look for themselves.
    pub async fn hear(self: Arc<Self>) {
        let mut words = self.bus.listen();
        loop {
            let word = match words.recv().await {
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

    /// Comes into a room.
    pub async fn enter(self: &Arc<Self>, room: &str, token: Option<String>) -> Result<Member, Refusal> {
        self.ask(room, |answer| Ask::Enter(token.clone(), answer)).await
    }

    /// Leaves a room.
    pub async fn leave(self: &Arc<Self>, room: &str, member: u64) {
        let Some(room) = code::tidy(room) else { return };
        let task = self.lock().get(&room).cloned();
        if let Some(task) = task {
            let _ = task.send(Ask::Leave(member)).await;
        }
    }

    /// Does what the holder of a token wishes.
    pub async fn act(self: &Arc<Self>, room: &str, token: Option<String>, act: Act) -> Result<(), Refusal> {
        self.ask(room, |answer| Ask::Act(token.clone(), act.clone(), answer)).await
    }

    /// Does what a connected member wishes.
    pub async fn act_of(self: &Arc<Self>, room: &str, seat: Option<Seat>, act: Act) -> Result<(), Refusal> {
        self.ask(room, |answer| Ask::ActOf(seat, act.clone(), answer)).await
    }

    /// The room as the holder of a token, or a spectator, sees it.
    pub async fn view(self: &Arc<Self>, room: &str, token: Option<String>) -> Result<RoomView, Refusal> {
        self.ask(room, |answer| Ask::View(token.clone(), answer)).await
    }

    /// Takes an open seat.
    pub async fn join(self: &Arc<Self>, room: &str, name: &str, token: Option<String>) -> Result<Ticket, Refusal> {
        self.ask(room, |answer| Ask::Join(name.to_owned(), token.clone(), answer)).await
    }
}

/// The same answer for a code that is wrong, expired or no code at all.
pub(crate) fn no_room() -> Refusal {
    Refusal::new(Code::NoRoom, "there is no such room; check the code, rooms expire after a while")
}

/// What a store's error means to a player. Where an answer was lost it may have been done all the same.
pub(crate) fn storage(error: &StoreError) -> Refusal {
    match error {
        StoreError::Missing => no_room(),
        error => Refusal::new(Code::Storage, format!("nothing was changed as far as is known: {error}")),
    }
}
