//! The rooms in memory: one task owns each. A room is loaded when it is first asked for, and leaves memory when idle.
//!
//! `hub/make.rs` makes rooms, `hub/word.rs` carries word between processes and rooms, `hub/due.rs` does what comes due.

mod due;
mod make;
mod word;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use agon_rules::{Rng, text};
use agon_wire::{Act, Code, Refusal, RoomView, Standing, Ticket, code};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::bots::Bots;
use crate::limits::Limits;
use crate::lobby::Hall;
use crate::member::{Member, Visitor};
use crate::owner::{self, Answer, Ask, By};
use crate::players;
use crate::push::Push;
use crate::room::Room;
use crate::secret;
use crate::store::{Bus, Keep, Store, StoreError};
use crate::time::SharedTime;

/// How a server behaves.
#[derive(Clone, Debug)]
pub struct Settings {
    /// a room whose game is not over is deleted after this long without an event
    pub expiry: Duration,
    /// a room whose game is over is deleted after this long without an event
    pub keep: Duration,
    /// a room leaves memory after this long without a request
    pub idle: Duration,
    /// how long a computer player may think
    pub thinking: Duration,
    /// how many computer players think at once
    pub bots: usize,
    /// the time of day in milliseconds since 1970, for dates and for what comes due after days; tests can set it
    pub wall: fn() -> u64,
    /// how to tell players who are away that it is their turn; none to tell nobody
    pub notices: Option<crate::Notices>,
}

impl Default for Settings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            expiry: Keep::default().open,
            keep: Keep::default().over,
            idle: Duration::from_secs(60),
            thinking: Duration::from_secs(5),
            bots: (cores / 2).max(1),
            wall,
            notices: None,
        }
    }
}

/// Everything the rooms of a process share.
pub struct Hub {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) bots: Arc<Bots>,
    /// sends notices to players who are away
    pub(crate) push: Option<Push>,
    pub(crate) settings: Settings,
    /// which process this is
    pub(crate) process: u64,
    rooms: Mutex<HashMap<String, mpsc::Sender<Ask>>>,
    /// the rooms that are open to everybody
    pub(crate) hall: Arc<Hall>,
    begin: Instant,
    /// the store's clock as this process knows it
    pub(crate) time: SharedTime,
    /// how many rooms one address may make; a rematch makes one too
    pub(crate) limits: OnceLock<Arc<Limits>>,
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
        let (hall, begin, time, limits) = (Hall::new(), Instant::now(), SharedTime::default(), OnceLock::new());
        let push = settings.notices.clone().map(|notices| Push::new(store.clone(), notices));
        Arc::new(Hub { store, bus, bots, push, settings, process, rooms, hall, begin, time, limits, chance })
    }

    /// The seed of a computer player's next move, which nobody in the room may know.
    pub(crate) fn chance(&self) -> u64 {
        match &self.chance {
            Some(rng) => rng.lock().unwrap_or_else(PoisonError::into_inner).bits(),
            None => secret::number(),
        }
    }

    /// Milliseconds by this process's own clock, which never goes back. It is tokio's, so that tests can move it.
    pub fn now(&self) -> u64 {
        self.begin.elapsed().as_millis() as u64
    }

    /// Milliseconds by the store's clock, which is the same for all processes: players' clocks and events go by it.
    pub(crate) fn time(&self) -> u64 {
        self.time.now()
    }

    /// Asks the store for the time, if this process has not done so lately. A room is loaded after that only.
    pub(crate) async fn keep_time(&self) -> Result<(), StoreError> {
        // A single process has nobody to differ from. It asks once, and its own clock goes on from there.
        if self.time.is_known() && (self.bus.is_local() || !self.time.is_old()) {
            return Ok(());
        }
        self.time.ask(&*self.store).await
    }

    /// Asks the store for the time before something is decided that cannot be undone, such as that time is up.
    pub(crate) async fn check_time(&self) -> Result<(), StoreError> {
        if self.bus.is_local() { Ok(()) } else { self.time.ask(&*self.store).await }
    }

    /// Where the rooms are kept.
    pub fn store(&self) -> Arc<dyn Store> {
        self.store.clone()
    }

    /// How long rooms are kept after their last event.
    pub fn keep(&self) -> Keep {
        Keep { open: self.settings.expiry, over: self.settings.keep }
    }

    /// How many rooms are in memory.
    pub fn loaded(&self) -> usize {
        self.lock().len()
    }

    pub(crate) fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, mpsc::Sender<Ask>>> {
        // No task can panic halfway through a change of the map.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time of day in milliseconds since 1970.
    pub(crate) fn wall(&self) -> u64 {
        (self.settings.wall)()
    }

    /// Sends a request to the task of a room, and loads the room if it is not in memory.
    pub(crate) async fn ask<T>(self: &Arc<Self>, room: &str, ask: impl Fn(Answer<T>) -> Ask) -> Result<T, Refusal> {
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
        self.keep_time().await.map_err(|error| storage(&error))?;
        let events = self.store.tail(room, 0).await.map_err(|error| storage(&error))?.ok_or_else(no_room)?;
        let mut rooms = self.lock();
        // Another request may have loaded it meanwhile.
        if let Some(task) = rooms.get(room).filter(|task| !task.is_closed()) {
            return Ok(task.clone());
        }
        let task = owner::spawn(self.clone(), self.time.up(), room, &events).ok_or_else(unreadable)?;
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

    /// Forgets a room that is no more.
    pub(crate) fn lose(&self, room: &str) {
        self.lock().remove(room);
    }

    /// The codes of the rooms in memory, in order.
    pub fn codes(&self) -> Vec<String> {
        let mut codes: Vec<String> = self.lock().keys().cloned().collect();
        codes.sort();
        codes
    }

    /// Whether a room is in memory.
    pub fn is_loaded(&self, room: &str) -> bool {
        self.lock().contains_key(room)
    }

    /// The stored events of a room.
    pub(crate) async fn events(&self, room: &str) -> Result<Vec<String>, Refusal> {
        let room = code::tidy(room).ok_or_else(no_room)?;
        self.store.tail(&room, 0).await.map_err(|error| storage(&error))?.ok_or_else(no_room)
    }

    /// Enters a room, as the player whose token it is or as a spectator. The member leaves by [`Member::leave`].
    pub async fn enter(self: &Arc<Self>, room: &str, token: Option<String>) -> Result<Member, Refusal> {
        self.enter_as(room, token.into()).await
    }

    pub(crate) async fn enter_as(self: &Arc<Self>, room: &str, visitor: Visitor) -> Result<Member, Refusal> {
        self.ask(room, |answer| Ask::Enter { visitor: visitor.clone(), answer }).await
    }

    /// Does something for the holder of a token, over HTTP.
    pub async fn act(self: &Arc<Self>, room: &str, token: Option<String>, act: Act) -> Result<(), Refusal> {
        let visitor = Visitor::from(token);
        self.ask(room, |answer| Ask::Act { by: By::Visitor(visitor.clone()), from: None, act: act.clone(), answer })
            .await
    }

    /// The same for a caller at an address, whose limit on new rooms holds for rematches too.
    pub(crate) async fn act_as(self: &Arc<Self>, room: &str, visitor: Visitor, act: Act) -> Result<(), Refusal> {
        self.ask(room, |answer| Ask::Act {
            by: By::Visitor(visitor.clone()),
            from: Some(visitor.from),
            act: act.clone(),
            answer,
        })
        .await
    }

    /// The room as the holder of a token, or a spectator, sees it.
    pub async fn view(self: &Arc<Self>, room: &str, token: Option<String>) -> Result<RoomView, Refusal> {
        self.view_as(room, token.into()).await
    }

    pub(crate) async fn view_as(self: &Arc<Self>, room: &str, visitor: Visitor) -> Result<RoomView, Refusal> {
        self.ask(room, |answer| Ask::View { by: By::Visitor(visitor.clone()), answer }).await
    }

    /// Takes an open seat.
    pub async fn join(self: &Arc<Self>, room: &str, name: &str, token: Option<String>) -> Result<Ticket, Refusal> {
        self.join_as(room, name, token.into(), None).await
    }

    /// Takes an open seat, perhaps for somebody whose name a key keeps.
    pub(crate) async fn join_as(
        self: &Arc<Self>,
        room: &str,
        name: &str,
        visitor: Visitor,
        key: Option<&str>,
    ) -> Result<Ticket, Refusal> {
        let player = key.map(players::check_key).transpose()?;
        self.sit(key, name, "").await?;
        let join = |answer| {
            let (name, visitor, player) = (name.to_owned(), visitor.clone(), player.clone());
            Ask::Join { name, visitor, player, answer }
        };
        let ticket = self.ask(room, join).await?;
        self.sit(key, "", &ticket.room).await?;
        Ok(ticket)
    }

    /// How the game of a seat stands; none where the token opens none. The room need not be in memory, and does not come
    /// there: a player who asks about all their games is in none of them.
    pub(crate) async fn standing(&self, room: &str, token: &str, from: IpAddr) -> Result<Option<Standing>, Refusal> {
        let Some(room) = code::tidy(room) else { return Ok(None) };
        self.keep_time().await.map_err(|error| storage(&error))?;
        let Some(events) = self.store.tail(&room, 0).await.map_err(|error| storage(&error))? else { return Ok(None) };
        self.limits.get().map_or(Ok(()), |limits| limits.long_read(from, events.len()))?;
        let now = self.time();
        let Some(room) = Room::read(&room, &events, self.time.up(), now) else { return Ok(None) };
        let Some(seat) = room.seat_of(token) else { return Ok(None) };
        let mut standing = room.standing(seat, now);
        let others = room.seats().iter().enumerate().filter(|(other, _)| *other != seat);
        for (at, (_, sitting)) in others.enumerate() {
            if let Some(id) = &sitting.player {
                let player = players::player(&*self.store, id).await.map_err(|error| storage(&error))?;
                standing.against[at] = player.unwrap_or_default().name;
            }
        }
        standing.against.retain(|name| !name.is_empty());
        Ok(Some(standing))
    }
}

/// The time of day in milliseconds since 1970.
fn wall() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// A room whose events make no sense.
pub(crate) fn unreadable() -> Refusal {
    Refusal::new(Code::Storage, text!("the stored events of this room cannot be read; please tell the operator"))
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
