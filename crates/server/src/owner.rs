//! The task that owns a room: it decides, stores, and only then answers and shows.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use agon_rules::Seat;
use agon_wire::{Code, Refusal, Ticket, ToClient, write};
use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

use crate::bots::Thought;
use crate::event::Event;
use crate::hub::{Ask, Hub, Member, storage};
use crate::room::{Decision, Outside, Room};
use crate::secret;
use crate::store::{Append, Phase, StoreError, Word};

/// A room takes so many wishes before whoever sends more must wait.
const QUEUE: usize = 64;
/// Another process counts as gone when it has not said who is there for so long.
const SILENCE: Duration = Duration::from_secs(10);
/// How long a process drives a room before it must say so again.
const LEASE: Duration = Duration::from_secs(6);
/// How often what other processes may have done is looked for, and the lease prolonged.
const LOOK: Duration = Duration::from_secs(2);
/// A player who asks for something without a connection counts as there for so long.
const POLLED: Duration = Duration::from_secs(20);
/// How often that is done where no other process is known to have the room: its word may have been lost.
const POLL: Duration = Duration::from_secs(5);
/// Whoever cannot say that time is up, because the store is away or another process drives, tries again after so long.
const REST: Duration = Duration::from_millis(500);

/// The task of a room.
struct Owner {
    hub: Arc<Hub>,
    room: Room,
    /// who is connected here, by number
    members: HashMap<u64, Option<Seat>>,
    next_member: u64,
    /// when each seat's last connection went; none while one is there
    gone: Vec<Option<u64>>,
    /// when each seat's player last asked for something without a connection
    polled: Vec<Option<Instant>>,
    /// who is connected at other processes: when they said so, the seats, how many watch
    elsewhere: HashMap<u64, (Instant, Vec<Seat>, usize)>,
    /// the newest view for each seat, and last for the crowd
    views: Vec<watch::Sender<Utf8Bytes>>,
    thought: Option<(u64, Thought)>,
    asks: mpsc::WeakSender<Ask>,
    /// the lease under which this process runs clocks and computers
    epoch: Option<u64>,
    /// when what other processes have done was last looked for
    looked: Instant,
    /// until when nothing is said about the clock
    rest: Instant,
}

/// Starts the task of a room from what is stored of it; none when that makes no sense.
pub(crate) fn spawn(hub: Arc<Hub>, code: &str, events: &[String]) -> Option<mpsc::Sender<Ask>> {
    let now = hub.now();
    let events: Vec<Event> = events.iter().map(|text| Event::read(text)).collect::<Result<_, _>>().ok()?;
    let room = Room::replay(code, &events, now)?;
    let (send, asks) = mpsc::channel(QUEUE);
    let seats = room.seats().len();
    let owner = Owner {
        hub,
        room,
        members: HashMap::new(),
        next_member: 0,
        gone: vec![Some(now); seats],
        polled: vec![None; seats],
        elsewhere: HashMap::new(),
        views: (0..=seats).map(|_| watch::Sender::new(Utf8Bytes::default())).collect(),
        thought: None,
        asks: send.downgrade(),
        epoch: None,
        looked: Instant::now(),
        rest: Instant::now(),
    };
    tokio::spawn(owner.run(asks));
    Some(send)
}

impl Owner {
    async fn run(mut self, mut asks: mpsc::Receiver<Ask>) {
        self.look().await;
        let mut look = Instant::now() + LOOK;
        let mut idle = Instant::now() + self.hub.settings.idle;
        loop {
            let left = self.room.time_left(self.hub.now());
            let flag = left.map(|left| (Instant::now() + Duration::from_millis(left + 1)).max(self.rest));
            let wake = [Some(look), Some(idle), flag].into_iter().flatten().min().expect("two are there");
            // What is asked goes first, and what is due is done after every answer: neither keeps the other waiting, and
            // a simulation can be run again.
            tokio::select! {
                biased;
                ask = asks.recv() => match ask {
                    Some(ask) => {
                        // Word from another process is no reason to stay: two would keep each other there for ever.
                        if !matches!(ask, Ask::Heard(_)) {
                            idle = Instant::now() + self.hub.settings.idle;
                        }
                        self.answer(ask).await;
                    }
                    None => return,
                },
                () = sleep_until(wake) => {}
            }
            if flag.is_some_and(|flag| flag <= Instant::now()) {
                self.flag().await;
            }
            if look <= Instant::now() {
                look = Instant::now() + LOOK;
                self.look().await;
            }
            if idle <= Instant::now() {
                idle = Instant::now() + self.hub.settings.idle;
                if self.is_idle() && self.hub.forget(self.room.code(), &asks) {
                    return;
                }
            }
        }
    }

    /// Whether nobody is here and nothing will happen by itself.
    fn is_idle(&self) -> bool {
        self.members.is_empty() && self.thought.is_none() && self.room.time_left(self.hub.now()).is_none()
    }

    async fn answer(&mut self, ask: Ask) {
        // Nobody may be waiting for the answer any more.
        match ask {
            Ask::Enter(token, answer) => {
                let entered = self.enter(token.as_deref());
                let _ = answer.send(entered);
            }
            Ask::Leave(id) => self.leave(id),
            Ask::ActOf(seat, act, answer) => {
                let done = self.act(seat, &act).await;
                let _ = answer.send(done);
            }
            Ask::Act(token, act, answer) => {
                let done = match self.who(token.as_deref()) {
                    Ok(seat) => {
                        self.poll(seat);
                        self.act(seat, &act).await
                    }
                    Err(refusal) => Err(refusal),
                };
                let _ = answer.send(done);
            }
            Ask::View(token, answer) => {
                let view = self.who(token.as_deref()).map(|seat| {
                    self.poll(seat);
                    self.view(seat)
                });
                let _ = answer.send(view);
            }
            Ask::Join(name, token, answer) => {
                let joined = self.join(&name, token).await;
                let _ = answer.send(joined);
            }
            Ask::Thought(revision, text) => self.thought(revision, text).await,
            Ask::Heard(word) => self.heard(word).await,
        }
    }

    /// The seat of a token; every seat is compared, so that the time does not tell which.
    fn who(&self, token: Option<&str>) -> Result<Option<Seat>, Refusal> {
        let Some(token) = token else { return Ok(None) };
        let key = secret::fingerprint(token);
        let mut found = None;
        for (seat, sitting) in self.room.seats().iter().enumerate() {
            if sitting.key.as_ref().is_some_and(|known| secret::same(known, &key)) {
                found = Some(seat);
            }
        }
        found.map(Some).ok_or_else(|| Refusal::new(Code::Token, "this token opens no seat of this room"))
    }

    fn enter(&mut self, token: Option<&str>) -> Result<Member, Refusal> {
        let seat = self.who(token)?;
        let id = self.next_member;
        self.next_member += 1;
        self.members.insert(id, seat);
        if let Some(seat) = seat {
            self.gone[seat] = None;
        }
        self.show();
        self.say_here();
        let views = self.views[seat.unwrap_or(self.views.len() - 1)].subscribe();
        Ok(Member { seat, views, id })
    }

    fn leave(&mut self, id: u64) {
        if let Some(seat) = self.members.remove(&id) {
            if let Some(seat) = seat
                && !self.members.values().any(|other| *other == Some(seat))
            {
                self.gone[seat] = Some(self.hub.now());
            }
            self.show();
            self.say_here();
        }
    }

    /// Somebody without a connection has asked for something: they are there for a while.
    fn poll(&mut self, seat: Option<Seat>) {
        if let Some(seat) = seat {
            let before = self.polled[seat].replace(Instant::now());
            self.gone[seat] = self.gone[seat].map(|_| self.hub.now());
            if before.is_none() {
                self.show();
                self.say_here();
            }
        }
    }

    /// Whether a seat's player has asked for something not long ago.
    fn polls(&self, seat: Seat) -> bool {
        self.polled[seat].is_some_and(|when| when.elapsed() < POLLED)
    }

    /// Tells other processes who is connected here.
    fn say_here(&self) {
        let polling = (0..self.polled.len()).filter(|seat| self.polls(*seat));
        let mut seats: Vec<Seat> = self.members.values().flatten().copied().chain(polling).collect();
        seats.sort_unstable();
        seats.dedup();
        let watchers = self.members.values().filter(|seat| seat.is_none()).count();
        let room = self.room.code().to_owned();
        self.hub.bus.send(Word::Here { room, process: self.hub.process, seats, watchers });
    }

    fn view(&self, seat: Option<Seat>) -> agon_wire::RoomView {
        let here = self.members.values().filter(|seat| seat.is_none()).count();
        let there: usize = self.elsewhere.values().map(|(.., watchers)| watchers).sum();
        self.room.view(seat, &self.outside(), here + there)
    }

    /// What the room itself does not know.
    fn outside(&self) -> Outside {
        let now = self.hub.now();
        let away = self.gone.iter().enumerate().map(|(seat, since)| {
            let there = self.polls(seat) || self.elsewhere.values().any(|(_, seats, _)| seats.contains(&seat));
            since.filter(|_| !there).map(|since| now.saturating_sub(since))
        });
        Outside { now, away: away.collect() }
    }

    /// Shows everybody who is connected the newest view.
    fn show(&self) {
        for (at, views) in self.views.iter().enumerate() {
            if views.receiver_count() > 0
                || self.members.values().any(|seat| seat.unwrap_or(self.views.len() - 1) == at)
            {
                let seat = (at + 1 < self.views.len()).then_some(at);
                views.send_replace(write(&ToClient::View(Box::new(self.view(seat)))).into());
            }
        }
    }

    /// Decides a wish, stores what happens, and only then lets it happen.
    async fn act(&mut self, seat: Option<Seat>, act: &agon_wire::Act) -> Result<(), Refusal> {
        // Whoever is late because of another process decides again with what that one has done.
        for _ in 0..5 {
            let outside = self.outside();
            let decided = match self.room.decide(seat, act, &outside) {
                // It may be this process that is late: the player has seen at another one what is not known here yet.
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
                Decision::Happens(events) => self.happen(events, None).await,
                Decision::Rematch(mut made) => {
                    if let Event::Made { seed, .. } = made.as_mut() {
                        *seed = secret::number();
                    }
                    let room = self.hub.store_new(made.write()).await?;
                    self.happen(vec![Event::Next { room }], None).await
                }
            };
            match stored {
                Err(StoreError::Late(_)) => self.catch_up().await.map_err(|error| storage(&error))?,
                stored => return stored.map_err(|error| storage(&error)),
            }
        }
        Err(Refusal::new(Code::Stale, "too much happens at once; look at the newest view"))
    }

    /// A free seat. Whoever holds a token of this room already gets their own seat again: an answer may have been lost.
    async fn join(&mut self, name: &str, chosen: Option<String>) -> Result<Ticket, Refusal> {
        if let Ok(seat @ Some(_)) = self.who(chosen.as_deref()) {
            return Ok(Ticket { room: self.room.code().to_owned(), seat, token: chosen });
        }
        for _ in 0..5 {
            let token = chosen.clone().unwrap_or_else(secret::token);
            let (joined, seat) = self.room.join(name, &secret::fingerprint(&token))?;
            match self.happen(vec![joined], None).await {
                Ok(()) => {
                    return Ok(Ticket { room: self.room.code().to_owned(), seat: Some(seat), token: Some(token) });
                }
                Err(StoreError::Late(_)) => self.catch_up().await.map_err(|error| storage(&error))?,
                Err(error) => return Err(storage(&error)),
            }
        }
        Err(Refusal::new(Code::Full, "others were quicker; try again"))
    }

    /// Stores events; once they are safe they happen, and everybody sees them.
    async fn happen(&mut self, events: Vec<Event>, epoch: Option<u64>) -> Result<(), StoreError> {
        let ends = events.iter().any(|event| matches!(event, Event::Ended { .. } | Event::Next { .. }));
        let over = ends || self.room.is_over() || self.ends_game(&events);
        let append = Append {
            room: self.room.code().to_owned(),
            at: self.room.version(),
            events: events.iter().map(Event::write).collect(),
            phase: if over { Phase::Over } else { Phase::Open },
            epoch,
        };
        let (at, count) = (append.at, append.events.len() as u64);
        let begin = Instant::now();
        let stored = self.hub.store.append(append.clone()).await;
        metrics::histogram!("agon_append_seconds").record(begin.elapsed().as_secs_f64());
        match stored {
            Ok(()) => {}
            // Whether it was stored is not known when the store went away in the middle: it is looked up.
            Err(StoreError::Unavailable(why)) => {
                let tail = self.hub.store.tail(self.room.code(), at).await.ok().flatten();
                if tail.as_deref().and_then(|tail| tail.get(..append.events.len())) != Some(&append.events[..]) {
                    return Err(StoreError::Unavailable(why));
                }
            }
            Err(error) => return Err(error),
        }
        self.apply(&events);
        self.hub.bus.send(Word::Grown { room: self.room.code().to_owned(), len: at + count });
        Ok(())
    }

    /// Whether a move among these ends the game.
    fn ends_game(&mut self, events: &[Event]) -> bool {
        events.iter().any(|event| matches!(event, Event::Moved { text, .. } if self.room.ends_with(text)))
    }

    fn apply(&mut self, events: &[Event]) {
        let now = self.hub.now();
        for event in events {
            if let Err(error) = self.room.apply(event, now) {
                tracing::error!(room = self.room.code(), %error, "an event that was stored cannot be applied");
            }
        }
        metrics::counter!("agon_events_total").increment(events.len() as u64);
        self.show();
        self.think();
    }

    /// Reads what another process has appended.
    async fn catch_up(&mut self) -> Result<(), StoreError> {
        let tail = self.hub.store.tail(self.room.code(), self.room.version()).await?.ok_or(StoreError::Missing)?;
        let events: Result<Vec<Event>, _> = tail.iter().map(|text| Event::read(text)).collect();
        let events = events.map_err(|_| StoreError::Damaged(self.room.version()))?;
        if !events.is_empty() {
            self.apply(&events);
        }
        Ok(())
    }

    async fn heard(&mut self, word: Word) {
        match word {
            Word::Missed => {
                let _ = self.catch_up().await;
            }
            Word::Grown { len, .. } if len > self.room.version() => {
                let _ = self.catch_up().await;
            }
            Word::Grown { .. } => {}
            Word::Here { process, .. } if process == self.hub.process => {}
            Word::Here { process, seats, watchers, .. } => {
                let new = self.elsewhere.insert(process, (Instant::now(), seats, watchers)).is_none();
                self.show();
                // Whoever is new here does not know who is connected there.
                if new {
                    self.say_here();
                }
            }
        }
    }

    /// What is done every now and then: the lease is prolonged, missed word is made up for.
    async fn look(&mut self) {
        let (room, process) = (self.room.code().to_owned(), self.hub.process);
        let before = self.elsewhere.len();
        self.elsewhere.retain(|_, (when, ..)| when.elapsed() < SILENCE);
        let here = self.polled.clone();
        for polled in &mut self.polled {
            polled.take_if(|when| when.elapsed() >= POLLED);
        }
        if self.elsewhere.len() != before || self.polled != here {
            self.show();
        }
        if !self.elsewhere.is_empty() || !self.hub.bus.is_local() && self.looked.elapsed() >= POLL {
            self.looked = Instant::now();
            self.say_here();
            let _ = self.catch_up().await;
        }
        let needed = self.room.thinker().is_some() || self.room.time_left(self.hub.now()).is_some();
        if needed || self.epoch.is_some() {
            self.epoch = self.hub.store.drive(&room, process, LEASE).await.ok().flatten();
        }
        self.think();
    }

    /// The mover's time is up, if this process is the one to say so.
    async fn flag(&mut self) {
        if self.epoch.is_none() {
            self.look().await;
        }
        if let (Some(event), Some(epoch)) = (self.room.flag(self.hub.now()), self.epoch) {
            self.drive(vec![event], epoch).await;
        }
        self.rest = Instant::now() + REST;
    }

    /// Lets a computer think whose turn it is, unless it does already.
    fn think(&mut self) {
        let Some((seat, player, record, revision)) = self.room.thinker() else {
            self.thought = None;
            return;
        };
        if self.epoch.is_none() || self.thought.as_ref().is_some_and(|(at, _)| *at == revision) {
            if self.epoch.is_none() {
                self.wish_to_drive();
            }
            return;
        }
        let Some(asks) = self.asks.upgrade() else { return };
        let seed = agon_rules::Rng::derive(self.hub.chance(), seat as u64);
        let then = move |text| {
            tokio::spawn(async move { asks.send(Ask::Thought(revision, text)).await });
        };
        self.thought = Some((revision, self.hub.bots.think(record, player.to_owned(), seed, then)));
    }

    /// Asks for the lease soon: the answer comes by way of the own queue.
    fn wish_to_drive(&self) {
        if let Some(asks) = self.asks.upgrade() {
            tokio::spawn(async move { asks.send(Ask::Thought(u64::MAX, None)).await });
        }
    }

    async fn thought(&mut self, revision: u64, text: Option<String>) {
        if revision == u64::MAX {
            if self.epoch.is_none() {
                self.epoch = self.hub.store.drive(self.room.code(), self.hub.process, LEASE).await.ok().flatten();
                if self.epoch.is_some() {
                    self.think();
                }
            }
            return;
        }
        if self.thought.as_ref().is_some_and(|(at, _)| *at == revision) {
            self.thought = None;
        }
        let event = text.and_then(|text| self.room.computer_move(revision, &text, self.hub.now()));
        if let (Some(event), Some(epoch)) = (event, self.epoch) {
            self.drive(vec![event], epoch).await;
        }
    }

    /// Lets something happen as the driver of the room.
    async fn drive(&mut self, events: Vec<Event>, epoch: u64) {
        match self.happen(events, Some(epoch)).await {
            Ok(()) => {}
            Err(StoreError::Late(_)) => {
                let _ = self.catch_up().await;
            }
            Err(StoreError::Fenced) => {
                self.epoch = None;
                let _ = self.catch_up().await;
            }
            // It is tried again at the next look.
            Err(error) => tracing::warn!(room = self.room.code(), %error, "nothing can be stored"),
        }
    }
}
