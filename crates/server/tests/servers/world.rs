//! A world from a seed: one to three real servers over one store and one bus, people at their screens, and a storm of
//! faults that ends; then everything must come to a good end by itself.

mod storm;

use std::cell::RefCell;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use agon_rules::Rng;
use agon_server::{Entry, Event, Front, Hub, Quotas, Server, Settings, app, make};
use agon_wire::{Clock, NewRoom, Place, RoomView, Ticket, Who};
use axum::serve::Listener;
use sha2::{Digest, Sha256};
use tokio::runtime::Runtime;
use tokio::time::{advance, sleep};
use turmoil::Sim;
use turmoil::net::{TcpListener, TcpStream};

use self::storm::Cure;
use crate::bus::Exchange;
use crate::check::{check, check_times};
use crate::client::{Client, Notes};
use crate::shelf::{Bug, Door, Shelf};

/// Time goes in steps of this.
pub const TICK: Duration = Duration::from_millis(20);
/// Where servers listen.
pub const PORT: u16 = 80;
/// Places where people sit.
const HOMES: usize = 2;
/// The code of the only room.
const ROOM: &str = "K7XM4QPT";
/// How long the storm lasts, at least and at most, in milliseconds, unless the game ends first.
const STORM: [u64; 2] = [3_000, 18_000];
/// This many milliseconds after the storm every game is over and everybody has seen the end.
const LIMIT: u64 = 90_000;
/// This many milliseconds after everybody has gone no room is in memory: a spectator whose line was cut is missed after half a minute.
const QUIET: u64 = 45_000;
const HOUR: Duration = Duration::from_secs(3600);

thread_local! {
    /// What panicked on this thread: the tasks of a server are not waited for, so nobody else would know.
    pub static PANICS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// What a world came to.
pub struct Outcome {
    pub wrong: Option<String>,
    /// everything that was seen and stored, to compare two runs
    pub story: Vec<String>,
    /// virtual milliseconds
    pub lasted: u64,
    /// how many faults there were, and how often a server was late, fenced off, or had no answer from the store
    pub faults: [u64; 4],
}

struct World {
    sim: Sim<'static>,
    /// the time of the store
    clock: Runtime,
    rng: Rng,
    now: u64,
    servers: usize,
    shelf: Arc<Shelf>,
    exchange: Arc<Exchange>,
    notes: Arc<Mutex<Notes>>,
    /// every hub there ever was
    hubs: Arc<Mutex<Vec<Weak<Hub>>>>,
    /// by how much the clock of each server is to jump
    jumps: Arc<Mutex<Vec<Duration>>>,
    up: Vec<bool>,
    still: Vec<bool>,
    cures: Vec<(u64, Cure)>,
    faults: u64,
    /// whether clocks may jump; where they do not, everybody is charged the time that has passed
    clocks_jump: bool,
    bug: Bug,
}

/// A turmoil socket as axum wants it.
struct Port(TcpListener);

impl Listener for Port {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TcpStream, SocketAddr) {
        loop {
            if let Ok(accepted) = self.0.accept().await {
                return accepted;
            }
            sleep(TICK).await;
        }
    }

    fn local_addr(&self) -> std::io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// Lets the world of a seed go on until it ends, well or not.
pub fn run(seed: u64, bug: Bug) -> Outcome {
    PANICS.take();
    let mut world = World::new(seed, bug);
    let ended = world.live();
    let World { sim, clock, notes, shelf, now, faults, clocks_jump, .. } = world;
    drop(sim);
    drop(clock);
    let mut notes = notes.lock().expect("nobody panicked");
    let log = shelf.log(ROOM);
    let mut wrongs = std::mem::take(&mut notes.wrongs);
    wrongs.append(&mut shelf.state().wrongs);
    wrongs.extend(PANICS.take());
    let stored = shelf.state().stored.clone();
    let charged = || if clocks_jump { Ok(()) } else { check_times(&log, &stored) };
    let wrong = wrongs.into_iter().next().or_else(|| check(ROOM, &log, &notes).and_then(|()| charged()).err());
    // That it does not end is often the least that can be said of a game.
    let wrong = wrong.filter(|wrong| wrong != "the game is not over").or(ended.err());
    let mut story = std::mem::take(&mut notes.story);
    story.extend(log);
    let [late, fenced, away] = shelf.state().refused;
    Outcome { wrong, story, lasted: now, faults: [faults, late, fenced, away] }
}

impl World {
    fn new(seed: u64, bug: Bug) -> Self {
        let mut rng = Rng::new(seed);
        let servers = [1, 2, 2, 3, 3][rng.below(5)].max(if bug.is_of_time() { 2 } else { 1 });
        let clocks_jump = rng.below(2) == 0 && !bug.is_of_time();
        let tick = Duration::from_millis(10);
        let sim = turmoil::Builder::new()
            .rng_seed(seed)
            .tick_duration(TICK)
            .simulation_duration(Duration::from_secs(24 * 3600))
            .min_message_latency(tick)
            .max_message_latency(tick)
            .tcp_capacity(4096)
            .build();
        let clock = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        let clock = clock.expect("a clock");
        let mut world = World {
            sim,
            rng,
            now: 0,
            servers,
            shelf: Shelf::new(seed, servers, bug, clock.handle().clone()),
            clock,
            exchange: Exchange::new(seed, servers),
            notes: Arc::default(),
            hubs: Arc::default(),
            jumps: Arc::new(Mutex::new(vec![Duration::ZERO; servers])),
            up: vec![true; servers],
            still: vec![false; servers],
            cures: Vec::new(),
            faults: 0,
            clocks_jump,
            bug,
        };
        world.notes().unseen = bug == Bug::Unseen;
        (0..servers).for_each(|server| world.serve(seed, server));
        world.settle(seed);
        world
    }

    /// Starts a server, which may die and come back.
    fn serve(&mut self, seed: u64, server: usize) {
        let (shelf, exchange) = (self.shelf.clone(), self.exchange.clone());
        let (hubs, jumps) = (self.hubs.clone(), self.jumps.clone());
        self.sim.host(format!("server-{server}"), move || {
            let life = hubs.lock().expect("nobody panicked").len() as u32;
            let store = Arc::new(Door { shelf: shelf.clone(), server, life });
            let settings =
                Settings { idle: Duration::from_secs(3), thinking: Duration::from_secs(60), ..Settings::default() };
            let chance = Rng::derive(seed, 100 + u64::from(life));
            let hub = Hub::seeded(store, exchange.join(server), settings, chance);
            hubs.lock().expect("nobody panicked").push(Arc::downgrade(&hub));
            let jumps = jumps.clone();
            async move {
                tokio::spawn(hub.clone().hear());
                tokio::spawn({
                    let hub = Arc::downgrade(&hub);
                    async move {
                        while let Some((store, keep)) = hub.upgrade().map(|hub| (hub.store(), hub.keep())) {
                            let _ = store.sweep(keep).await;
                            sleep(Duration::from_secs(2)).await;
                        }
                    }
                });
                tokio::spawn(async move {
                    loop {
                        sleep(TICK).await;
                        let by = std::mem::take(&mut jumps.lock().expect("nobody panicked")[server]);
                        if !by.is_zero() {
                            advance(by).await;
                        }
                    }
                });
                let front = Front { quotas: Quotas::none(), ..Front::default() };
                let listener = TcpListener::bind(("0.0.0.0", PORT)).await?;
                axum::serve(Port(listener), app(Server::new(hub, front, None))).await?;
                Ok(())
            }
        });
    }

    /// Makes the room, and lets everybody sit down.
    fn settle(&mut self, seed: u64) {
        let (game, seats) = [("tic-tac-toe", 2), ("gambit", 2), ("primi-composti", 3)][self.rng.below(3)];
        let mut options = Vec::new();
        if seats == 3 {
            options = vec![("players".to_owned(), "3".to_owned()), ("cards".to_owned(), "3".to_owned())];
        }
        let mut places = vec![Place::Open; seats];
        if self.rng.below(2) == 0 {
            places[self.rng.below(seats)] = Place::Computer("random".into());
        }
        let clock = match self.rng.below(6) {
            0 => Clock::Total { seconds: 20, increment: 2 },
            1 => Clock::Move { seconds: 15 },
            _ if self.bug.is_of_time() => Clock::Total { seconds: 200, increment: 2 },
            2 => Clock::Total { seconds: 200, increment: 2 },
            _ => Clock::None,
        };
        let wish = NewRoom {
            game: game.into(),
            options,
            seats: places,
            shuffle: false,
            clock,
            name: String::new(),
            rated: false,
            key: None,
        };
        let (mut made, _) = make(&wish, seed, "", &|_| unreachable!("no shuffling")).expect("a room");
        let Event::Made { seats, .. } = &mut made else { unreachable!("a room is made first") };
        let mut tickets = vec![Ticket { room: ROOM.into(), seat: None, token: None }];
        for (seat, sitting) in seats.iter_mut().enumerate().filter(|(_, sitting)| sitting.who == Who::Open) {
            let token = format!("{seat:032x}");
            let key = Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
            (sitting.who, sitting.key) = (Who::Human, Some(key));
            let ticket = Ticket { room: ROOM.into(), seat: Some(seat), token: Some(token) };
            // Some have two screens.
            tickets.resize(tickets.len() + 1 + usize::from(self.rng.below(2) == 0), ticket);
        }
        self.shelf.create(ROOM, vec![Entry { event: made, at: Some(0) }.write()]);
        self.notes.lock().expect("nobody panicked").newest = vec![(0, false); tickets.len()];
        let mut clients: Vec<Vec<Client>> = (0..HOMES).map(|_| Vec::new()).collect();
        for (number, ticket) in tickets.into_iter().enumerate() {
            let (rng, notes) = (Rng::stream(seed, 10 + number as u64), self.notes.clone());
            clients[number % HOMES].push(Client { number, ticket, servers: self.servers, rng, notes });
        }
        for (home, clients) in clients.into_iter().enumerate() {
            self.sim.client(format!("home-{home}"), async move {
                let sitting: Vec<_> =
                    clients.into_iter().map(|client| tokio::task::spawn_local(client.sit())).collect();
                for client in sitting {
                    client.await?;
                }
                Ok(())
            });
        }
    }

    /// The storm, the calm, the end of the game, and the silence after it.
    fn live(&mut self) -> Result<(), String> {
        self.shelf.state().fails = [3, 3];
        self.exchange.lose(if self.bug == Bug::Deaf { 100 } else { 20 });
        let storm = self.between(STORM[0], STORM[1]);
        let mut fault = 200;
        while self.now < storm && !self.is_over() {
            if self.now >= fault {
                fault = self.now + self.between(200, 2000);
                self.faults += 1;
                self.fault();
            }
            self.step()?;
        }
        self.heal();
        let end = self.now + LIMIT;
        while !self.is_over() {
            if self.now > end {
                let (seen, stored) = (self.notes().newest.clone(), self.shelf.log(ROOM).len());
                return Err(format!("no end: seen are {seen:?} of {stored} events, and whether everybody is there"));
            }
            self.step()?;
        }
        self.notes().end = true;
        // A server that has just come back needs a moment to begin.
        let (begun, end) = (self.now + 200, self.now + QUIET);
        while self.now < begun || self.loaded() > 0 {
            if self.now > end {
                return Err(format!("{} rooms stay in memory", self.loaded()));
            }
            self.step()?;
        }
        for server in 0..self.servers {
            if self.exchange.listeners(server) != 1 {
                return Err(format!("{} listen at server {server}", self.exchange.listeners(server)));
            }
            self.sim.crash(format!("server-{server}"));
        }
        let hubs = self.hubs.lock().expect("nobody panicked");
        match hubs.iter().filter(|hub| hub.strong_count() > 0).count() {
            0 => Ok(()),
            left => Err(format!("{left} servers are gone and still in memory")),
        }
    }

    fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.rng.below((high - low) as usize) as u64
    }

    fn notes(&self) -> std::sync::MutexGuard<'_, Notes> {
        self.notes.lock().expect("nobody panicked")
    }

    /// Whether everybody has seen the end of the game.
    fn is_over(&self) -> bool {
        let notes = self.notes();
        let stored = self.shelf.log(ROOM).len() as u64;
        let ended = notes.seen.iter().rev().take(20).any(RoomView::is_over);
        // Who is there is only known by word.
        let deaf = self.bug == Bug::Deaf;
        let done = |&(version, all_here): &(u64, bool)| version == stored && (all_here || deaf);
        !notes.wrongs.is_empty() || ended && notes.newest.iter().all(done)
    }

    /// How many rooms are in the memory of servers that live.
    fn loaded(&self) -> usize {
        let hubs = self.hubs.lock().expect("nobody panicked");
        hubs.iter().filter_map(Weak::upgrade).map(|hub| hub.loaded()).sum()
    }

    fn step(&mut self) -> Result<(), String> {
        self.sim.step().map_err(|why| why.to_string())?;
        self.clock.block_on(advance(TICK));
        self.now += TICK.as_millis() as u64;
        self.shelf.tick();
        let paused = self.shelf.state().paused.clone();
        self.exchange.tick(&paused);
        for (server, paused) in paused.into_iter().enumerate() {
            if paused && !std::mem::replace(&mut self.still[server], true) {
                (0..HOMES).for_each(|home| self.sim.hold(format!("home-{home}"), format!("server-{server}")));
            }
        }
        // A server that stands still goes on at the worst moment: when another has taken over, and before that one does anything.
        let overtaker = self.shelf.state().overtaker.take();
        if let Some(overtaker) = overtaker {
            (0..self.servers).filter(|server| *server != overtaker).for_each(|server| self.cure(&Cure::Wake(server)));
            self.shelf.state().paused[overtaker] = true;
            self.cures.push((self.now + 100, Cure::Wake(overtaker)));
        }
        let now = self.now;
        let (due, later) = std::mem::take(&mut self.cures).into_iter().partition(|(at, _)| *at <= now);
        self.cures = later;
        let due: Vec<(u64, Cure)> = due;
        due.iter().for_each(|(_, cure)| self.cure(cure));
        Ok(())
    }
}
