//! The task that owns a room in this process: it decides, stores, and only then answers and shows.
//!
//! What it is made of: `presence` (who is there), `lease` (which process runs clocks and computers), `clock` (when to
//! wake up unasked), `views` (what members see) and `log` (storing and reading events).

mod clock;
mod lease;
mod log;
mod presence;
mod views;

use std::sync::Arc;

use agon_rules::{Rng, Seat, text};
use agon_wire::{Act, Code, Refusal, RoomView, Ticket};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use self::clock::Clock;
use self::lease::Lease;
use self::presence::{Members, Presence};
use self::views::Views;
use crate::bots::{Task, Thought};
use crate::event::Event;
use crate::hub::{Hub, storage};
use crate::member::Member;
use crate::room::{Change, Decision, Outside, Room, Thinker};
use crate::secret;
use crate::store::{StoreError, Word};

/// How many requests may wait for a room before those who send more must wait too.
const QUEUE: usize = 64;
/// How often a request is decided again because another process was quicker to append.
const TRIES: usize = 5;

/// Where the answer to a request goes. Nobody may be waiting for it any more.
pub(crate) type Answer<T> = oneshot::Sender<Result<T, Refusal>>;

/// A request to the task of a room.
pub(crate) enum Ask {
    /// Somebody connects: the player whose token it is, or a spectator.
    Enter { token: Option<String>, answer: Answer<Member> },
    /// A connection has closed.
    Leave { member: u64 },
    /// Somebody does something.
    Act { by: By, act: Act, answer: Answer<()> },
    /// The room as the player whose token it is, or a spectator, sees it.
    View { token: Option<String>, answer: Answer<RoomView> },
    /// Somebody takes an open seat, with a token of their own choice or a new one.
    Join { name: String, token: Option<String>, answer: Answer<Ticket> },
    /// A computer player has chosen its move at this revision, or could not.
    Thought { revision: u64, text: Option<String> },
    /// Another process has sent word.
    Heard(Word),
}

/// Who does something.
pub(crate) enum By {
    /// an HTTP client with this token, or without one
    Token(Option<String>),
    /// a connected member, whose token was checked
    Member(Option<Seat>),
}

/// The task of a room.
struct Owner {
    hub: Arc<Hub>,
    room: Room,
    presence: Presence,
    lease: Lease,
    clock: Clock,
    views: Views,
    /// the computer player that is thinking
    thinking: Option<Thinking>,
    /// the own queue: members send to it, and computer players their moves
    asks: mpsc::WeakSender<Ask>,
}

/// A computer player that thinks about the game at a revision; it stops when this is dropped.
struct Thinking {
    revision: u64,
    _thought: Thought,
}

/// Starts the task of a room from its stored events; none when these make no sense.
pub(crate) fn spawn(hub: Arc<Hub>, code: &str, events: &[String]) -> Option<mpsc::Sender<Ask>> {
    let now = hub.now();
    let events: Vec<Event> = events.iter().map(|text| Event::read(text)).collect::<Result<_, _>>().ok()?;
    let room = Room::replay(code, &events, now)?;
    let (send, asks) = mpsc::channel(QUEUE);
    let seats = room.seats().len();
    let owner = Owner {
        presence: Presence::new(seats, now),
        lease: Lease::default(),
        clock: Clock::new(hub.settings.idle),
        views: Views::new(seats),
        thinking: None,
        asks: send.downgrade(),
        hub,
        room,
    };
    tokio::spawn(owner.run(asks));
    Some(send)
}

impl Owner {
    async fn run(mut self, mut asks: mpsc::Receiver<Ask>) {
        self.look().await;
        loop {
            let flag = self.clock.flag(self.room.time_left(self.hub.now()));
            // Requests go first, and after each one whatever has come due is done: neither keeps the other waiting, and
            // a simulation runs the same way again.
            tokio::select! {
                biased;
                ask = asks.recv() => match ask {
                    Some(ask) => {
                        // Word from another process does not keep a room in memory: two would keep each other there for ever.
                        if !matches!(ask, Ask::Heard(_)) {
                            self.clock.stay();
                        }
                        self.answer(ask).await;
                    }
                    None => return,
                },
                () = sleep_until(self.clock.wake(flag)) => {}
            }
            if self.lease.take_wanted() {
                self.lease.renew(&self.hub, self.room.code()).await;
                self.think();
            }
            if flag.is_some_and(|flag| flag <= Instant::now()) {
                self.flag().await;
            }
            if self.clock.is_time_to_look() {
                self.look().await;
            }
            if self.clock.is_time_to_retire() && self.is_idle() && self.hub.forget(self.room.code(), &asks) {
                return;
            }
        }
    }

    /// Whether nobody is here and nothing will happen by itself.
    fn is_idle(&self) -> bool {
        self.presence.is_empty() && self.thinking.is_none() && self.room.time_left(self.hub.now()).is_none()
    }

    async fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::Enter { token, answer } => {
                let entered = self.enter(token.as_deref());
                let _ = answer.send(entered);
            }
            Ask::Leave { member } => {
                if self.presence.leave(member, self.hub.now()) {
                    self.presence_changed();
                }
            }
            Ask::Act { by, act, answer } => {
                let seat = match by {
                    By::Member(seat) => Ok(seat),
                    By::Token(token) => self.poll(token.as_deref()),
                };
                let done = match seat {
                    Ok(seat) => self.act(seat, &act).await,
                    Err(refusal) => Err(refusal),
                };
                let _ = answer.send(done);
            }
            Ask::View { token, answer } => {
                let view = self.poll(token.as_deref()).map(|seat| self.view(seat));
                let _ = answer.send(view);
            }
            Ask::Join { name, token, answer } => {
                let joined = self.join(&name, token).await;
                let _ = answer.send(joined);
            }
            Ask::Thought { revision, text } => self.thought(revision, text).await,
            Ask::Heard(word) => self.heard(word).await,
        }
    }

    /// The seat of a token. It is compared with every seat's, so that the time does not tell which one it opens.
    fn who(&self, token: Option<&str>) -> Result<Option<Seat>, Refusal> {
        let Some(token) = token else { return Ok(None) };
        let key = secret::fingerprint(token);
        let mut found = None;
        for (seat, sitting) in self.room.seats().iter().enumerate() {
            if sitting.key.as_ref().is_some_and(|known| secret::same(known, &key)) {
                found = Some(seat);
            }
        }
        found
            .map(Some)
            .ok_or_else(|| Refusal::new(Code::Token, text!("this token does not belong to a seat in this room")))
    }

    fn enter(&mut self, token: Option<&str>) -> Result<Member, Refusal> {
        let seat = self.who(token)?;
        let task = self.asks.upgrade().ok_or_else(crate::hub::no_answer)?;
        let id = self.presence.enter(seat);
        self.presence_changed();
        Ok(Member { seat, views: self.views.subscribe(seat), id, task })
    }

    /// The seat of an HTTP client, whose player counts as present for a while.
    fn poll(&mut self, token: Option<&str>) -> Result<Option<Seat>, Refusal> {
        let seat = self.who(token)?;
        if let Some(seat) = seat
            && self.presence.poll(seat, self.hub.now())
        {
            self.presence_changed();
        }
        Ok(seat)
    }

    /// Shows everybody who has come or gone, here and at other processes.
    fn presence_changed(&self) {
        self.show();
        self.report_members();
    }

    /// Tells other processes who is connected here.
    fn report_members(&self) {
        self.hub.tell(|| {
            let Members { seats, watchers } = self.presence.members(self.hub.now());
            Word::Here { room: self.room.code().to_owned(), process: self.hub.process, seats, watchers }
        });
    }

    fn outside(&self) -> Outside {
        let now = self.hub.now();
        Outside { now, away: self.presence.away(now) }
    }

    fn view(&self, seat: Option<Seat>) -> RoomView {
        self.room.view(seat, &self.outside(), self.presence.watchers())
    }

    /// Sends everybody who is connected the newest view.
    fn show(&self) {
        let (outside, watchers) = (self.outside(), self.presence.watchers());
        self.views.show(|seat| self.presence.has_member(seat), |seat| self.room.view(seat, &outside, watchers));
    }

    /// Decides a request, stores what follows from it, and only then lets it happen.
    async fn act(&mut self, seat: Option<Seat>, act: &Act) -> Result<(), Refusal> {
        for _ in 0..TRIES {
            let decided = match self.room.decide(seat, act, &self.outside()) {
                // This process may be behind: the player has seen at another one what is not known here yet.
                Err(refusal)
                    if matches!(refusal.code, Code::Stale | Code::State | Code::Turn) && !self.hub.bus.is_local() =>
                {
                    let before = self.room.version();
                    let _ = self.catch_up().await;
                    if self.room.version() == before {
                        return Err(refusal);
                    }
                    continue;
                }
                decided => decided?,
            };
            let stored = match decided {
                Decision::Already => return Ok(()),
                Decision::Happens(change) => self.store(change, None).await,
                Decision::Rematch(mut made) => {
                    if let Event::Made { seed, .. } = made.as_mut() {
                        *seed = secret::number();
                    }
                    let room = self.hub.store_new(made.write()).await?;
                    self.store(Change::over(Event::Next { room }), None).await
                }
            };
            match stored {
                Err(StoreError::Late(_)) => self.catch_up().await.map_err(|error| storage(&error))?,
                stored => return stored.map_err(|error| storage(&error)),
            }
        }
        Err(Refusal::new(Code::Stale, text!("this room is too busy right now; check the position and try again")))
    }

    /// Gives an open seat away. A token that already opens a seat gets that seat again: the answer may have been lost.
    async fn join(&mut self, name: &str, chosen: Option<String>) -> Result<Ticket, Refusal> {
        if let Ok(seat @ Some(_)) = self.who(chosen.as_deref()) {
            return Ok(Ticket { room: self.room.code().to_owned(), seat, token: chosen });
        }
        for _ in 0..TRIES {
            let token = chosen.clone().unwrap_or_else(secret::token);
            let (joined, seat) = self.room.join(name, &secret::fingerprint(&token))?;
            match self.store(joined, None).await {
                Ok(()) => {
                    return Ok(Ticket { room: self.room.code().to_owned(), seat: Some(seat), token: Some(token) });
                }
                Err(StoreError::Late(_)) => self.catch_up().await.map_err(|error| storage(&error))?,
                Err(error) => return Err(storage(&error)),
            }
        }
        Err(Refusal::new(Code::Full, text!("somebody else was faster; try again")))
    }

    async fn heard(&mut self, word: Word) {
        match word {
            Word::Grown { len, .. } if len <= self.room.version() => {}
            Word::Grown { .. } | Word::Missed => {
                let _ = self.catch_up().await;
            }
            Word::Here { process, seats, watchers, .. } => {
                let is_new = self.presence.hear(process, Members { seats, watchers }, self.hub.now());
                self.show();
                // A process that is new does not know who is connected here.
                if is_new {
                    self.report_members();
                }
            }
        }
    }

    /// The regular look: forgets who has fallen silent, makes up for lost word, and renews the lease.
    async fn look(&mut self) {
        if self.presence.expire(self.hub.now()) {
            self.show();
        }
        if self.presence.is_shared() || !self.hub.bus.is_local() && self.clock.is_time_to_poll() {
            self.clock.poll();
            self.report_members();
            let _ = self.catch_up().await;
        }
        let needed = self.room.thinker().is_some() || self.room.time_left(self.hub.now()).is_some();
        if needed || self.lease.epoch().is_some() {
            self.lease.renew(&self.hub, self.room.code()).await;
        }
        self.think();
    }

    /// The mover's time is up: ends the game, if this process drives the room.
    async fn flag(&mut self) {
        if self.lease.epoch().is_none() {
            self.look().await;
        }
        if let (Some(change), Some(epoch)) = (self.room.flag(self.hub.now()), self.lease.epoch()) {
            self.drive(change, epoch).await;
        }
        self.clock.rest();
    }

    /// Lets the computer player think whose turn it is, if this process drives the room and it does not think already.
    fn think(&mut self) {
        let Some(Thinker { seat, player, revision }) = self.room.thinker() else {
            self.thinking = None;
            return;
        };
        let is_thinking = self.thinking.as_ref().is_some_and(|thinking| thinking.revision == revision);
        if is_thinking || self.lease.epoch().is_none() {
            return;
        }
        let Some(asks) = self.asks.upgrade() else { return };
        let seed = Rng::derive(self.hub.chance(), seat as u64);
        let task = Task { record: self.room.record(), player: player.to_owned(), seed };
        let then = move |text| {
            tokio::spawn(async move { asks.send(Ask::Thought { revision, text }).await });
        };
        self.thinking = Some(Thinking { revision, _thought: self.hub.bots.think(task, then) });
    }

    /// A computer player has chosen its move.
    async fn thought(&mut self, revision: u64, text: Option<String>) {
        self.thinking.take_if(|thinking| thinking.revision == revision);
        let change = text.and_then(|text| self.room.computer_move(revision, &text, self.hub.now()));
        if let (Some(change), Some(epoch)) = (change, self.lease.epoch()) {
            self.drive(change, epoch).await;
        }
    }
}
