//! A server with one room, as small as it can be: it makes moves on a real table, makes the same one once, and can be cut off.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use agon_rules::{Seat, Start, Table, Text, Viewer, games, text};
use agon_wire::{
    Act, Chair, Clock, Code, Listing, NewRoom, Offers, Refusal, RoomView, Ticket, ToClient, ToServer, Who, code, read,
    write,
};
use tungstenite::{Error, Message, WebSocket};

/// The room there is.
pub const ROOM: &str = "K7XM4QPT";

/// The server.
#[derive(Clone)]
pub struct Fake {
    pub address: String,
    room: Arc<Mutex<Room>>,
}

struct Room {
    table: Box<dyn Table>,
    clock: Clock,
    taken: usize,
    names: [String; 2],
    draw: Vec<Seat>,
    version: u64,
    log: Vec<(u64, Seat, String)>,
    /// the open sockets, and what is to be written to them
    sockets: Vec<(Option<Seat>, TcpStream, Vec<String>)>,
    /// whether no socket is let in
    held: bool,
}

impl Fake {
    pub fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let table = games::open("tic-tac-toe", &[], Start::Seed(0)).expect("a game");
        let room = Room {
            table,
            clock: Clock::None,
            taken: 0,
            names: Default::default(),
            draw: Vec::new(),
            version: 1,
            log: Vec::new(),
            sockets: Vec::new(),
            held: false,
        };
        let fake = Fake { address, room: Arc::new(Mutex::new(room)) };
        let theirs = fake.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let fake = theirs.clone();
                thread::spawn(move || fake.serve(stream));
            }
        });
        fake
    }

    fn lock(&self) -> MutexGuard<'_, Room> {
        self.room.lock().expect("no thread has panicked")
    }

    /// Breaks the connections of a seat without a word, and lets nobody in until it is released.
    pub fn cut(&self, seat: Seat) {
        let mut room = self.lock();
        room.held = true;
        for (_, stream, _) in room.sockets.iter().filter(|socket| socket.0 == Some(seat)) {
            stream.shutdown(Shutdown::Both).expect("it was open");
        }
    }

    pub fn release(&self) {
        self.lock().held = false;
    }

    /// The moves that were made.
    pub fn moves(&self) -> Vec<String> {
        self.lock().log.iter().map(|(_, _, text)| text.clone()).collect()
    }

    fn serve(&self, mut stream: TcpStream) {
        let mut head = [0; 16];
        while stream.peek(&mut head).is_ok_and(|count| (1..16).contains(&count)) {}
        if head.starts_with(b"GET /api/socket") {
            let held = self.lock().held;
            if let (false, Ok(socket)) = (held, stream.try_clone().map(tungstenite::accept)) {
                self.talk(socket.expect("a handshake"), stream);
            }
            return;
        }
        let mut lines = BufReader::new(stream.try_clone().expect("a handle"));
        let (mut first, mut length, mut token) = (String::new(), 0, None);
        lines.read_line(&mut first).expect("a request");
        loop {
            let mut line = String::new();
            lines.read_line(&mut line).expect("a header");
            match line.trim().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse().expect("a number");
                }
                Some((name, value)) if name.eq_ignore_ascii_case("authorization") => {
                    token = Some(value.trim_start_matches("Bearer ").to_owned());
                }
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        lines.read_exact(&mut body).expect("a body");
        let (status, text) = self.answer(&first, &body, token.as_deref());
        let kind = if status < 300 { "application/json" } else { "application/problem+json" };
        let head = format!(
            "HTTP/1.1 {status} x\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            text.len()
        );
        let _ = stream.write_all((head + &text).as_bytes());
    }

    fn answer(&self, first: &str, body: &[u8], token: Option<&str>) -> (u16, String) {
        let mut room = self.lock();
        let problem = |status: u16, code: &str, detail: &str| {
            let text = format!(
                r#"{{"type":"about:blank","title":"no","status":{status},"detail":"{detail}","code":"{code}"}}"#
            );
            (status, text)
        };
        let words: Vec<&str> = first.split_whitespace().collect();
        match words[..2] {
            ["POST", "/api/rooms"] => {
                let new: NewRoom = serde_json::from_slice(body).expect("a room");
                room.clock = new.clock;
                (201, write(&room.take()))
            }
            ["POST", path] if path == format!("/api/rooms/{ROOM}/join") => match room.taken {
                2 => problem(409, "full", "no free seat"),
                _ => (200, write(&room.take())),
            },
            ["GET", path] if path == format!("/api/rooms/{ROOM}") => (200, write(&room.view(seat(token)))),
            _ => problem(404, "no_room", "no such room"),
        }
    }

    fn talk(&self, mut socket: WebSocket<TcpStream>, stream: TcpStream) {
        stream.set_read_timeout(Some(Duration::from_millis(10))).expect("a timeout");
        let local = stream.peer_addr().expect("an address");
        loop {
            match socket.read() {
                Ok(Message::Text(text)) => {
                    let mut room = self.lock();
                    let at =
                        room.sockets.iter().position(|socket| socket.1.peer_addr().is_ok_and(|peer| peer == local));
                    match (read(&text).expect("a message"), at) {
                        (ToServer::Hello { room: code, token, .. }, None) => {
                            assert_eq!(code::tidy(&code).as_deref(), Some(ROOM));
                            let handle = stream.try_clone().expect("a handle");
                            room.sockets.push((seat(token.as_deref()), handle, Vec::new()));
                            room.tell();
                        }
                        (ToServer::Do { id, act }, Some(at)) => {
                            let done = room.act(at, act);
                            let answer = match done {
                                Ok(()) => ToClient::Done { id },
                                Err(refusal) => ToClient::Refused { id: Some(id), refusal },
                            };
                            room.sockets[at].2.push(write(&answer));
                        }
                        (ToServer::Ping, Some(at)) => room.sockets[at].2.push(write(&ToClient::Pong)),
                        other => panic!("{other:?}"),
                    }
                }
                Ok(_) => {}
                Err(Error::Io(error)) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(_) => break,
            }
            let mut room = self.lock();
            let own = room.sockets.iter_mut().find(|socket| socket.1.peer_addr().is_ok_and(|peer| peer == local));
            let texts = own.map(|own| std::mem::take(&mut own.2)).unwrap_or_default();
            drop(room);
            if !texts.into_iter().all(|text| socket.send(Message::text(text)).is_ok()) {
                break;
            }
        }
        let mut room = self.lock();
        room.sockets.retain(|socket| socket.1.peer_addr().is_ok_and(|peer| peer != local));
        room.tell();
    }
}

fn seat(token: Option<&str>) -> Option<Seat> {
    token?.strip_prefix("secret-")?.parse().ok()
}

impl Room {
    fn take(&mut self) -> Ticket {
        let seat = self.taken;
        self.taken += 1;
        self.tell();
        Ticket { room: ROOM.to_owned(), seat: Some(seat), token: Some(format!("secret-{seat}")) }
    }

    fn view(&self, seat: Option<Seat>) -> RoomView {
        let chair = |seat: Seat| Chair {
            who: if seat < self.taken { Who::Human } else { Who::Open },
            name: self.names[seat].clone(),
            here: self.sockets.iter().any(|socket| socket.0 == Some(seat)),
            left_ms: (self.clock != Clock::None).then_some(299_000),
            resigned: false,
            said: None,
        };
        RoomView {
            room: ROOM.to_owned(),
            version: self.version,
            revision: 40 + self.log.len() as u64,
            game: self.table.id().to_owned(),
            options: self.table.options().into_iter().map(|(name, value)| (name, value.to_string())).collect(),
            clock: self.clock,
            seat,
            chairs: (0..2).map(chair).collect(),
            watchers: self.sockets.iter().filter(|socket| socket.0.is_none()).count(),
            offers: Offers { draw: self.draw.clone(), ..Offers::default() },
            rated: false,
            players: Vec::new(),
            started: self.taken == 2,
            ending: None,
            winners: self.table.outcome().map(|outcome| outcome.winner.into_iter().collect()),
            listing: Listing::Private,
            next: None,
            record: self.table.outcome().map(|_| self.table.record().to_string()),
            view: self.table.view(seat.map_or(Viewer::Spectator, Viewer::Seat)),
        }
    }

    /// Everybody gets the room anew.
    fn tell(&mut self) {
        self.version += 1;
        for at in 0..self.sockets.len() {
            let view = write(&ToClient::View(Box::new(self.view(self.sockets[at].0))));
            self.sockets[at].2.push(view);
        }
    }

    fn act(&mut self, at: usize, act: Act) -> Result<(), Refusal> {
        let seat = self.sockets[at].0.ok_or(Refusal::new(Code::NotSeated, text!("you only watch")))?;
        match act {
            Act::Play { revision, text } if self.log.contains(&(revision, seat, text.clone())) => return Ok(()),
            Act::Play { revision, .. } if revision != 40 + self.log.len() as u64 => {
                return Err(Refusal::new(Code::Stale, text!("the game has gone on")));
            }
            Act::Play { revision, text } => {
                self.table.play(seat, &text).map_err(|why| Refusal::new(Code::Illegal, why.text()))?;
                self.log.push((revision, seat, text));
            }
            Act::Draw => self.draw.push(seat),
            Act::Decline => self.draw.clear(),
            Act::Name(name) => self.names[seat] = name,
            other => {
                return Err(Refusal::new(Code::State, Text::plain(format!("this server is too small for {other:?}"))));
            }
        }
        self.tell();
        Ok(())
    }
}
