//! Somebody at a screen: the real session over a real WebSocket, with a layer in between that loses, doubles and holds
//! messages. Players are fickle, impatient and sometimes wrong; what they see and what they are told is noted.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use agon_rules::{Rng, Seat};
use agon_wire::{Act, Code, Effect, Event, Link, RoomView, Session, Ticket, ToClient, ToServer, write};
use futures_util::{SinkExt, StreamExt};
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use turmoil::net::TcpStream;

use crate::world::{PORT, TICK};

/// A socket that is not open in so long is given up.
const PATIENCE: Duration = Duration::from_secs(3);

/// What everybody has seen and was told.
#[derive(Default)]
pub struct Notes {
    /// every view that arrived, and whose it was; the same one once
    pub seen: Vec<RoomView>,
    /// moves that were acknowledged: of a seat, at a `revision`
    pub acknowledged: Vec<(Seat, u64, String)>,
    /// how far each client has seen, and whether it sees that everybody is there
    pub newest: Vec<(u64, bool)>,
    /// what must not be
    pub wrongs: Vec<String>,
    /// what happened, in order, to compare two runs
    pub story: Vec<String>,
    /// from now on nothing is lost on the way and nobody is wrong
    pub calm: bool,
    /// everybody goes home
    pub end: bool,
    /// nobody is told who comes and goes
    pub unseen: bool,
}

/// One screen of a player, or a spectator's.
pub struct Client {
    pub number: usize,
    pub ticket: Ticket,
    pub servers: usize,
    pub rng: Rng,
    pub notes: Arc<Mutex<Notes>>,
}

struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// texts that wait in the layer until a time: to the server, and to the session
    out: Vec<(u64, String)>,
    back: Vec<(u64, String)>,
    /// moves that were sent, by the number of their request
    sent: HashMap<u64, (u64, String)>,
    version: u64,
    /// until when what belongs to a version is held: it comes late or twice, but what comes after it is not older
    held: (u64, u64),
}

impl Client {
    fn notes(&self) -> std::sync::MutexGuard<'_, Notes> {
        self.notes.lock().expect("nobody panicked")
    }

    fn chance(&mut self, of_a_hundred: usize) -> bool {
        self.rng.below(100) < of_a_hundred
    }

    /// Sits at the screen until everybody goes home.
    pub async fn sit(mut self) {
        let begin = Instant::now();
        let mut session = Session::new(self.ticket.clone(), self.rng.bits());
        let mut socket: Option<Socket> = None;
        let mut think = 0;
        let mut extra = 1_000_000;
        while !self.notes().end {
            let now = begin.elapsed().as_millis() as u64;
            let mut events = vec![Event::Tick];
            let mut carried = Ok(());
            if let Some(open) = &mut socket {
                carried = self.carry(open, now).await;
                events.extend(due(&mut open.back, now).into_iter().map(Event::Received));
            } else {
                sleep(TICK).await;
            }
            if let Err(code) = carried {
                socket = None;
                events.push(Event::Closed(code));
            }
            if now >= think {
                think = now + 40 + self.rng.below(800) as u64;
                events.extend(self.wish(&session).map(Event::Wish));
                if let Some(open) = &mut socket
                    && *session.link() == Link::Live
                {
                    self.fidget(&session, open, &mut extra, now);
                }
            }
            let mut at = 0;
            while at < events.len() {
                let event = events[at].clone();
                at += 1;
                for effect in session.step(begin.elapsed().as_millis() as u64, event) {
                    match effect {
                        Effect::Connect => {
                            socket = self.connect().await;
                            events.push(if socket.is_some() { Event::Connected } else { Event::Closed(None) });
                        }
                        Effect::Send(text) => {
                            if let Some(open) = &mut socket {
                                self.send(open, now, text);
                            }
                        }
                        Effect::Close => socket = None,
                        Effect::Show | Effect::Tell(_) => {}
                    }
                }
            }
            let mut notes = self.notes();
            notes.newest[self.number] = session.room().map_or((0, false), |room| {
                let all_here = room.chairs.iter().all(|chair| chair.here) && room.watchers == 1;
                (room.version, all_here)
            });
            if let Link::Ended(why) = session.link() {
                notes.wrongs.push(format!("client {} gave up: {why}", self.number));
                return;
            }
        }
        if let Some(mut open) = socket {
            let _ = timeout(Duration::from_secs(1), open.stream.close(None)).await;
        }
    }

    /// A socket to any of the servers.
    async fn connect(&mut self) -> Option<Socket> {
        let server = format!("server-{}", self.rng.below(self.servers));
        let stream = timeout(PATIENCE, async {
            let stream = TcpStream::connect((server.as_str(), PORT)).await.ok()?;
            // The usual room for what arrives is 128 KiB, and is cleared whenever a client looks for something.
            let config = WebSocketConfig::default().read_buffer_size(4096);
            let url = format!("ws://{server}/api/socket");
            Some(client_async_with_config(url, stream, Some(config)).await.ok()?.0)
        });
        let stream = stream.await.ok().flatten()?;
        self.notes().story.push(format!("{} is at {server}", self.number));
        Some(Socket { stream, out: Vec::new(), back: Vec::new(), sent: HashMap::new(), version: 0, held: (0, 0) })
    }

    /// Sends what is due, and takes in what arrives within a moment; or says how the connection was closed.
    async fn carry(&mut self, socket: &mut Socket, now: u64) -> Result<(), Option<u16>> {
        for text in due(&mut socket.out, now) {
            let sent = timeout(PATIENCE, socket.stream.send(Message::text(text))).await;
            if !matches!(sent, Ok(Ok(()))) {
                return Err(None);
            }
        }
        let Ok(message) = timeout(TICK, socket.stream.next()).await else { return Ok(()) };
        match message {
            Some(Ok(Message::Text(text))) => {
                self.note(socket, &text);
                if self.notes().unseen && text.starts_with("{\"type\":\"presence\"") {
                    return Ok(());
                }
                let mut kept = Vec::new();
                self.layer(now, text.to_string(), 20, |back| kept = back);
                // An answer may be lost; but nothing asks for a view again while the line is good, so it is only late.
                if text.starts_with("{\"type\":\"view\"") || text.starts_with("{\"type\":\"presence\"") {
                    if kept.is_empty() {
                        kept.push((now + 500, text.to_string()));
                    }
                    // Who is there has no number: it comes in the order in which it was sent.
                    let (version, until) = socket.held;
                    if version == socket.version {
                        kept.iter_mut().for_each(|(at, _)| *at = until.max(*at));
                    }
                    let last = kept.iter().map(|(at, _)| *at).max().unwrap_or(now);
                    socket.held = (socket.version, last);
                }
                socket.back.extend(kept);
            }
            Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return Err(None),
        }
        Ok(())
    }

    /// What arrives is noted before anything of it is lost.
    fn note(&mut self, socket: &mut Socket, text: &str) {
        let seat = self.ticket.seat;
        let message: ToClient = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(why) => return self.notes().wrongs.push(format!("`{text}` cannot be read: {why}")),
        };
        let mut notes = self.notes();
        match message {
            ToClient::View(room) => {
                if room.version < socket.version {
                    notes.wrongs.push(format!("version {} came after {}", room.version, socket.version));
                }
                if room.seat != seat {
                    notes.wrongs.push(format!("seat {seat:?} was shown the view of {:?}", room.seat));
                }
                socket.version = room.version;
                notes.story.push(format!("{} sees {}", self.number, room.version));
                notes.seen.push(*room);
            }
            ToClient::Presence(presence) => {
                if presence.version != socket.version {
                    let (told, shown) = (presence.version, socket.version);
                    notes.wrongs.push(format!("who is there at version {told} came after the view of {shown}"));
                }
                notes.story.push(format!("{} hears of {:?} and {}", self.number, presence.here, presence.watchers));
            }
            ToClient::Done { id } => {
                if let (Some((revision, text)), Some(seat)) = (socket.sent.get(&id), seat) {
                    notes.story.push(format!("{} has done {text} at {revision}", self.number));
                    notes.acknowledged.push((seat, *revision, text.clone()));
                }
            }
            ToClient::Refused { refusal, .. } => {
                notes.story.push(format!("{} is refused: {:?}", self.number, refusal.code));
                let known = [Code::Stale, Code::Turn, Code::State, Code::Illegal, Code::NotSeated, Code::Storage];
                if !known.contains(&refusal.code) {
                    notes.wrongs.push(format!("refused as {:?}: {}", refusal.code, refusal.text));
                }
            }
            ToClient::Lobby(_) | ToClient::LobbyChange(_) => notes.wrongs.push("the lobby came into a room".to_owned()),
            ToClient::Pong => {}
        }
    }

    /// The layer: a message is lost, doubled, late or overtaken, so often of a hundred.
    fn layer(&mut self, now: u64, text: String, often: usize, put: impl FnOnce(Vec<(u64, String)>)) {
        let hit = self.chance(often) && !self.notes().calm;
        put(match (hit, self.rng.below(4)) {
            (false, _) => vec![(now, text)],
            (true, 0) => vec![],
            (true, 1) => vec![(now, text.clone()), (now + self.rng.below(500) as u64, text)],
            (true, 2) => vec![(now + 100 + self.rng.below(3000) as u64, text)],
            // Whatever is sent in the next moment goes first.
            (true, _) => vec![(now + 60, text)],
        });
    }

    fn send(&mut self, socket: &mut Socket, now: u64, text: String) {
        if let Ok(ToServer::Do { id, act: Act::Play { revision, text } }) = agon_wire::read(&text) {
            socket.sent.insert(id, (revision, text));
        }
        self.layer(now, text, 20, |out| socket.out.extend(out));
    }

    /// What the player wants, if anything: another move when the connection is gone, perhaps.
    fn wish(&mut self, session: &Session) -> Option<Act> {
        let room = session.room()?;
        let choices = &room.view.choices;
        if room.is_over() || room.seat.is_none() || room.view.turn != room.seat || choices.is_empty() {
            return None;
        }
        let wants = match (session.is_waiting(), session.link()) {
            (false, Link::Live) => true,
            (true, Link::Live) => false,
            _ => self.chance(30),
        };
        wants.then(|| Act::Play { revision: room.revision, text: choices[self.rng.below(choices.len())].text.clone() })
    }

    /// An impatient player sends again, or sends something else; a confused one sends nonsense.
    fn fidget(&mut self, session: &Session, socket: &mut Socket, extra: &mut u64, now: u64) {
        let Some(room) = session.room().filter(|room| !room.is_over()) else { return };
        if self.notes().calm || !self.chance(15) {
            return;
        }
        let choices = &room.view.choices;
        let any = |rng: &mut Rng| match choices.len() {
            0 => "a1".to_owned(),
            many => choices[rng.below(many)].text.clone(),
        };
        let play = |revision, text| Act::Play { revision, text };
        let act = match self.rng.below(9) {
            _ if !room.offers.takeback.is_empty() => [Act::Takeback, Act::Decline][self.rng.below(2)].clone(),
            0..4 => play(room.revision, any(&mut self.rng)),
            4 => play(room.revision + 1, any(&mut self.rng)),
            5 => play(room.revision.saturating_sub(1), any(&mut self.rng)),
            6 => play(room.revision, "z99".to_owned()),
            7 => Act::Takeback,
            _ => Act::Name(format!("player {}", self.rng.below(100))),
        };
        *extra += 1;
        let text = write(&ToServer::Do { id: *extra, act });
        self.send(socket, now, text);
    }
}

/// The texts whose time has come, the earliest first.
fn due(texts: &mut Vec<(u64, String)>, now: u64) -> Vec<String> {
    texts.sort_by_key(|(at, _)| *at);
    let count = texts.partition_point(|(at, _)| *at <= now);
    texts.drain(..count).map(|(_, text)| text).collect()
}
