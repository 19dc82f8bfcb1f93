//! Two sessions against a small referee over a bad network, in a time of their own: whole games, 300 seeds.
//!
//! Frames are late, doubled, lost and out of order, connections break with and without a word, and players change their
//! minds. Every game must end, every acknowledged move must be in the log once, nobody may see an older view after a newer
//! one, and no move may be made that its player did not choose for that very position.

use std::collections::{BTreeMap, HashSet};

use agon_rules::{Rng, Seat, Start, Table, Viewer, games, text};
use agon_wire::{
    Act, Chair, Clock, Close, Code, Effect, Event, Link, Listing, Offers, Refusal, RoomView, Session, Ticket, ToClient,
    ToServer, Who, read, write,
};

/// Virtual time after which the network heals, and after which a game must have ended, in milliseconds.
const HEALED: u64 = 30 * 60_000;
const PATIENCE: u64 = 2 * HEALED;

/// Something that happens at its time; a link is one connection of a seat.
enum Happening {
    ToServer(Seat, u64, String),
    ToClient(Seat, u64, Event),
    Tick(Seat),
    Think(Seat),
}

/// The referee: it stores moves, and makes the same one once.
struct Referee {
    table: Box<dyn Table>,
    version: u64,
    /// the first `revision` is not 0, so that it cannot be taken for a number of moves
    base: u64,
    log: Vec<(u64, Seat, String)>,
    /// the connections that have said hello
    links: HashSet<(Seat, u64)>,
}

impl Referee {
    fn ply(&self) -> u64 {
        self.base + self.log.len() as u64
    }

    fn view(&self, seat: Seat) -> String {
        let chair =
            Chair { who: Who::Human, name: String::new(), here: true, left_ms: None, resigned: false, said: None };
        let room = RoomView {
            room: "K7XM4QPT".to_owned(),
            version: self.version,
            revision: self.ply(),
            game: self.table.id().to_owned(),
            options: Vec::new(),
            clock: Clock::None,
            seat: Some(seat),
            chairs: vec![chair; 2],
            watchers: 0,
            offers: Offers::default(),
            started: true,
            rated: false,
            players: Vec::new(),
            ending: None,
            winners: None,
            listing: Listing::Private,
            next: None,
            record: None,
            view: self.table.view(Viewer::Seat(seat)),
        };
        write(&ToClient::View(Box::new(room)))
    }

    fn play(&mut self, seat: Seat, revision: u64, text: &str) -> Result<bool, Refusal> {
        if self.log.contains(&(revision, seat, text.to_owned())) {
            return Ok(false);
        }
        if revision != self.ply() {
            return Err(Refusal::new(Code::Stale, text!("the game has gone on")));
        }
        self.table.play(seat, text).map_err(|why| Refusal::new(Code::Illegal, why.text()))?;
        self.log.push((revision, seat, text.to_owned()));
        self.version += 1;
        Ok(true)
    }

    /// Answers a message: to whom what goes.
    fn hear(&mut self, seat: Seat, link: u64, text: &str) -> Vec<(Seat, u64, String)> {
        let everybody = |referee: &Referee| {
            let mut links: Vec<_> = referee.links.iter().copied().collect();
            links.sort_unstable();
            links.into_iter().map(|(seat, link)| (seat, link, referee.view(seat))).collect::<Vec<_>>()
        };
        match read(text).expect("clients write what can be read") {
            ToServer::Hello { .. } => {
                self.links.insert((seat, link));
                self.version += 1;
                everybody(self)
            }
            ToServer::Ping => vec![(seat, link, write(&ToClient::Pong))],
            ToServer::Do { id, act: Act::Play { revision, text } } => match self.play(seat, revision, &text) {
                Ok(new) => {
                    let mut out = vec![(seat, link, write(&ToClient::Done { id }))];
                    if new {
                        out.extend(everybody(self));
                    }
                    out
                }
                Err(refusal) => vec![
                    (seat, link, write(&ToClient::Refused { id: Some(id), refusal })),
                    (seat, link, self.view(seat)),
                ],
            },
            ToServer::Do { .. } | ToServer::Lobby { .. } => panic!("nobody asks for that here"),
        }
    }
}

struct Client {
    session: Session,
    /// the connection there is now
    link: u64,
    /// the last move that was sent: its number, `revision` and text
    sent: Option<(u64, u64, String)>,
    wished: HashSet<(u64, String)>,
    acknowledged: Vec<(u64, String)>,
    seen: u64,
}

struct World {
    now: u64,
    count: u64,
    queue: BTreeMap<(u64, u64), Happening>,
    rng: Rng,
    referee: Referee,
    clients: [Client; 2],
    broken: HashSet<(Seat, u64)>,
    again: u32,
}

impl World {
    fn new(seed: u64, size: &str) -> Self {
        let client = |seat: Seat| Client {
            session: Session::new(
                Ticket { room: "K7XM4QPT".to_owned(), seat: Some(seat), token: None },
                seed + seat as u64,
            ),
            link: 0,
            sent: None,
            wished: HashSet::new(),
            acknowledged: Vec::new(),
            seen: 0,
        };
        let table =
            games::open("tic-tac-toe", &[("size".to_owned(), size.to_owned())], Start::Seed(seed)).expect("a game");
        let referee = Referee { table, version: 1, base: 100, log: Vec::new(), links: HashSet::new() };
        let mut world = World {
            now: 0,
            count: 0,
            queue: BTreeMap::new(),
            rng: Rng::new(seed),
            referee,
            clients: [client(0), client(1)],
            broken: HashSet::new(),
            again: 0,
        };
        for seat in 0..2 {
            world.after(0, Happening::Tick(seat));
            world.after(1, Happening::Think(seat));
        }
        world
    }

    fn after(&mut self, wait: u64, what: Happening) {
        self.count += 1;
        self.queue.insert((self.now + wait, self.count), what);
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.now < HEALED && self.rng.below(100) < percent
    }

    fn delay(&mut self) -> u64 {
        let most = if self.chance(10) { 2_000 } else { 60 };
        1 + self.rng.below(most) as u64
    }

    /// The times at which a frame arrives; a lost one takes its connection along, sometimes without a word.
    fn arrivals(&mut self, seat: Seat, link: u64) -> Vec<u64> {
        let dead = self.broken.contains(&(seat, link));
        if !dead && self.chance(12) {
            self.broken.insert((seat, link));
            if self.chance(60) {
                let (wait, code) = (
                    self.delay(),
                    [None, Some(1006), Some(Close::Restart.code()), Some(Close::TooSlow.code())][self.rng.below(4)],
                );
                self.after(wait, Happening::ToClient(seat, link, Event::Closed(code)));
            }
            // What had been sent may still arrive.
            if self.chance(50) {
                return Vec::new();
            }
        }
        let count = 1 + usize::from(self.chance(8));
        (0..count).map(|_| self.delay()).collect()
    }

    fn step(&mut self, seat: Seat, event: Event) {
        let now = self.now;
        let is_done = matches!(&event, Event::Received(text) if text.contains(r#""type":"done""#));
        let client = &mut self.clients[seat];
        let waited = client.session.is_waiting();
        let effects = client.session.step(now, event);
        if let Some((_, revision, text)) =
            client.sent.as_ref().filter(|_| is_done && waited && !client.session.is_waiting())
        {
            client.acknowledged.push((*revision, text.clone()));
        }
        let version = client.session.room().map_or(0, |room| room.version);
        assert!(version >= client.seen, "seat {seat} sees version {version} after {}", client.seen);
        client.seen = version;
        for effect in effects {
            self.obey(seat, effect);
        }
    }

    fn obey(&mut self, seat: Seat, effect: Effect) {
        match effect {
            Effect::Connect => {
                self.clients[seat].link += 1;
                let (link, wait) = (self.clients[seat].link, self.delay());
                let event = if self.chance(20) { Event::Closed(None) } else { Event::Connected };
                self.after(wait, Happening::ToClient(seat, link, event));
            }
            Effect::Send(text) => {
                if let Ok(ToServer::Do { id, act: Act::Play { revision, text } }) = read(&text) {
                    let client = &mut self.clients[seat];
                    self.again += u32::from(client.sent.as_ref().is_some_and(|sent| sent.0 == id));
                    client.sent = Some((id, revision, text));
                }
                let link = self.clients[seat].link;
                for wait in self.arrivals(seat, link) {
                    self.after(wait, Happening::ToServer(seat, link, text.clone()));
                }
            }
            Effect::Close => drop(self.referee.links.remove(&(seat, self.clients[seat].link))),
            Effect::Show | Effect::Tell(_) => {}
        }
    }

    /// A player chooses a move anew each time, or, being patient, waits for what was sent.
    fn think(&mut self, seat: Seat) {
        if self.clients[seat].session.is_waiting() && self.rng.below(5) > 0 {
            return;
        }
        let client = &mut self.clients[seat];
        let Some(room) = client.session.room().filter(|room| !room.view.choices.is_empty()) else { return };
        let choice = room.view.choices[self.rng.below(room.view.choices.len())].text.clone();
        let revision = room.revision;
        client.wished.insert((revision, choice.clone()));
        self.step(seat, Event::Wish(Act::Play { revision, text: choice }));
    }

    fn run(&mut self) {
        while let Some(((now, _), what)) = self.queue.pop_first() {
            self.now = now;
            match what {
                Happening::ToServer(seat, link, text) => {
                    for (seat, link, text) in self.referee.hear(seat, link, &text) {
                        for wait in self.arrivals(seat, link) {
                            let event = Event::Received(text.clone());
                            self.after(wait, Happening::ToClient(seat, link, event));
                        }
                    }
                }
                Happening::ToClient(seat, link, event) => {
                    let lost = self.broken.contains(&(seat, link)) && !matches!(event, Event::Closed(_));
                    if self.clients[seat].link == link && !lost {
                        self.step(seat, event);
                    }
                }
                Happening::Tick(seat) => {
                    self.step(seat, Event::Tick);
                    self.after(200, Happening::Tick(seat));
                }
                Happening::Think(seat) => {
                    self.think(seat);
                    let wait = 100 + self.rng.below(900) as u64;
                    self.after(wait, Happening::Think(seat));
                }
            }
            let over = |client: &Client| client.session.room().is_some_and(RoomView::is_over);
            if self.clients.iter().all(over) {
                return;
            }
            assert!(self.now < PATIENCE, "the game does not end; {} moves", self.referee.log.len());
        }
    }

    fn check(&self) {
        for (seat, client) in self.clients.iter().enumerate() {
            assert!(!matches!(client.session.link(), Link::Ended(_)));
            for (revision, text) in &client.acknowledged {
                let count = self.referee.log.iter().filter(|entry| **entry == (*revision, seat, text.clone())).count();
                assert_eq!(count, 1, "seat {seat}: `{text}` at {revision} was acknowledged");
            }
        }
        for (revision, seat, text) in &self.referee.log {
            let chosen = self.clients[*seat].wished.contains(&(*revision, text.clone()));
            assert!(chosen, "seat {seat} never chose `{text}` at {revision}");
        }
    }
}

#[test]
fn games_over_a_bad_network_end_and_lose_nothing() {
    let (mut again, mut moves, mut acknowledged, mut links) = (0, 0, 0, 0);
    for seed in 0..300 {
        let mut world = World::new(seed, ["3", "5"][seed as usize % 2]);
        println!("seed {seed}");
        world.run();
        world.check();
        again += world.again;
        moves += world.referee.log.len();
        acknowledged += world.clients.iter().map(|client| client.acknowledged.len()).sum::<usize>();
        links += world.clients.iter().map(|client| client.link).sum::<u64>();
    }
    println!("{moves} moves, {acknowledged} acknowledged, {again} sent again, {links} connections");
    // A network that is too good would prove nothing.
    assert!(again > 50 && links > 1_500 && acknowledged * 4 > moves, "{again} {links} {acknowledged} {moves}");
}
