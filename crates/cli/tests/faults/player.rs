//! A player over a real socket, who comes back by themselves and is fickle: after a lost connection they may want
//! another move than before.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use agon_rules::{Rng, Seat};
use agon_wire::{Act, Code, Effect, Event, Link, RoomView, Session, Ticket, ToClient, ToServer};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::process::PATIENCE;

/// Where the server is now; it may move.
pub type Address = Arc<Mutex<String>>;

/// A move that was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    id: u64,
    pub revision: u64,
    pub seat: Seat,
    pub text: String,
}

/// What a player has seen of a game.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// every move of theirs that was acknowledged
    pub acked: Vec<Asked>,
    /// every move of theirs that was sent
    pub asked: Vec<Asked>,
    /// the moves that the newest view has shown
    pub history: Vec<(Seat, String)>,
    /// how often they had to come back
    pub returns: u64,
    /// how often the store was away
    pub storage: u64,
    /// whether they have seen the end
    pub over: bool,
    /// the longest time in which no new move was seen
    pub longest: Duration,
}

/// How quick players are.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// how much faster than ours a session's time runs
    pub speed: u64,
    /// they think for less than so many milliseconds
    pub thinking: usize,
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A player at the socket.
pub struct Player {
    session: Session,
    ticket: Ticket,
    address: Address,
    socket: Option<Socket>,
    pub seen: Seen,
    rng: Rng,
    begin: Instant,
    pace: Pace,
    /// when the next move is made
    due: Option<Instant>,
    /// whether they have thought again since the connection was lost
    fickle: bool,
    /// when the last new move was seen
    moved: Instant,
}

impl Player {
    pub fn new(ticket: Ticket, address: Address, seed: u64, pace: Pace) -> Self {
        Player {
            session: Session::new(ticket.clone(), seed),
            ticket,
            address,
            socket: None,
            seen: Seen::default(),
            rng: Rng::new(seed),
            begin: Instant::now(),
            pace,
            due: None,
            fickle: false,
            moved: Instant::now(),
        }
    }

    /// Plays until the end of the game.
    pub async fn play(mut self) -> Seen {
        while !self.seen.over {
            self.turn().await;
            if self.moved.elapsed() > PATIENCE / 2 {
                let (room, revision) = (&self.ticket.room, self.session.room().map(|room| room.revision));
                let last = self.seen.acked.last();
                panic!(
                    "{room} hangs at revision {revision:?}, {:?}; the last acknowledged: {last:?}",
                    self.session.link()
                );
            }
        }
        self.seen
    }

    /// One thing that happens: a message, a loss, a moment that passes, a wish.
    async fn turn(&mut self) {
        let event = match &mut self.socket {
            None => {
                tokio::time::sleep(Duration::from_millis(5)).await;
                Event::Tick
            }
            Some(socket) => match timeout(Duration::from_millis(10), socket.next()).await {
                Err(_) => Event::Tick,
                Ok(Some(Ok(Message::Text(text)))) => {
                    self.hear(&text);
                    Event::Received(text.to_string())
                }
                Ok(Some(Ok(Message::Close(frame)))) => self.closed(frame.map(|frame| frame.code.into())),
                Ok(Some(Ok(_))) => Event::Tick,
                Ok(Some(Err(_)) | None) => self.closed(None),
            },
        };
        self.step(event).await;
        if let Some(act) = self.wish() {
            self.step(Event::Wish(act)).await;
        }
    }

    fn closed(&mut self, code: Option<u16>) -> Event {
        self.socket = None;
        Event::Closed(code)
    }

    async fn step(&mut self, event: Event) {
        let now = self.begin.elapsed().as_millis() as u64 * self.pace.speed;
        let mut events = vec![event];
        while let Some(event) = events.pop() {
            for effect in self.session.step(now, event) {
                match effect {
                    Effect::Connect => events.push(self.connect().await),
                    Effect::Send(text) => {
                        if let Ok(ToServer::Do { id, act: Act::Play { revision, text } }) = serde_json::from_str(&text)
                        {
                            let seat = self.ticket.seat.expect("a player");
                            self.seen.asked.push(Asked { id, revision, seat, text });
                        }
                        if let Some(socket) = &mut self.socket {
                            // That it is gone is seen when it is read.
                            let _ = socket.send(Message::text(text)).await;
                        }
                    }
                    Effect::Close => self.socket = None,
                    Effect::Show | Effect::Tell(_) => {}
                }
            }
        }
        if let Link::Ended(why) = self.session.link() {
            panic!("the player of {:?} in {} gave up: {why}", self.ticket.seat, self.ticket.room);
        }
    }

    async fn connect(&mut self) -> Event {
        self.socket = None;
        let url = self.address.lock().expect("nobody panics").replacen("http", "ws", 1) + "/api/socket";
        match timeout(Duration::from_secs(2), connect_async(&url)).await {
            Ok(Ok((socket, _))) => {
                if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
                    let _ = stream.set_nodelay(true);
                }
                (self.socket, self.fickle) = (Some(socket), false);
                self.seen.returns += 1;
                Event::Connected
            }
            _ => Event::Closed(None),
        }
    }

    /// Takes down what was acknowledged and shown: this is what must be in the record at the end.
    fn hear(&mut self, text: &str) {
        match serde_json::from_str(text).expect("a message") {
            ToClient::Done { id } => {
                let asked = self.seen.asked.iter().find(|asked| asked.id == id).expect("it was asked");
                self.seen.acked.push(asked.clone());
            }
            ToClient::Refused { refusal, .. } if refusal.code == Code::Storage => self.seen.storage += 1,
            ToClient::View(view) => self.see(&view),
            ToClient::Presence(_) | ToClient::Refused { .. } | ToClient::Pong => {}
            ToClient::Lobby(_) | ToClient::LobbyChange(_) => {}
        }
    }

    fn see(&mut self, view: &RoomView) {
        let history: Vec<_> = view.view.history.iter().map(|step| (step.seat, step.text.clone())).collect();
        let both = history.len().min(self.seen.history.len());
        // Nothing is taken back here: what was shown once stays, also over the death of a process.
        assert_eq!(history[..both], self.seen.history[..both], "{}: what was shown is gone", view.room);
        if history.len() > self.seen.history.len() {
            self.seen.longest = self.seen.longest.max(self.moved.elapsed());
            (self.seen.history, self.moved) = (history, Instant::now());
        }
        self.seen.over |= view.is_over();
    }

    /// What the player wants now.
    fn wish(&mut self) -> Option<Act> {
        let room = self.session.room()?;
        let mine = room.started && !room.is_over() && room.view.turn == room.seat && !room.view.choices.is_empty();
        if !mine {
            self.due = None;
            return None;
        }
        let live = *self.session.link() == Link::Live;
        if live {
            if self.session.is_waiting() {
                return None;
            }
            let rest = Duration::from_millis(self.rng.below(self.pace.thinking) as u64);
            if *self.due.get_or_insert_with(|| Instant::now() + rest) > Instant::now() {
                return None;
            }
            self.due = None;
        } else if self.fickle || !self.session.is_waiting() {
            return None;
        } else {
            // Nobody has answered: half of them want what they wanted, half think again.
            self.fickle = true;
            if self.rng.below(2) == 0 {
                return None;
            }
        }
        let choices = &room.view.choices;
        let text = choices[self.rng.below(choices.len())].text.clone();
        Some(Act::Play { revision: room.revision, text })
    }
}
