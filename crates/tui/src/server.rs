//! The server's web address and the few things a client asks of it before the socket: a new room, a seat, a look.

use std::time::Duration;

use agon_wire::{Code, Held, LobbyView, NewRoom, OpenGame, Quick, RoomView, Seats, Standing, Ticket, Who, code};
use anyhow::{Context, bail};
use serde_json::Value;

use crate::keep::short;
use crate::tickets::Tickets;

/// Where a server is looked for when nobody says.
pub const USUAL: &str = "http://127.0.0.1:8000";

/// A server, by its address.
#[derive(Clone, Debug)]
pub struct Server {
    base: String,
    agent: ureq::Agent,
}

/// A room that was entered: as whom, and how it looked then.
pub struct Entry {
    /// the seat and its secret
    pub ticket: Ticket,
    /// the room
    pub room: RoomView,
}

/// What the server answered when it did not do what was asked.
struct No {
    status: u16,
    code: Option<Code>,
    text: String,
}

impl Server {
    /// The server at an address such as `http://127.0.0.1:8000`.
    pub fn new(address: &str) -> anyhow::Result<Self> {
        let base = address.trim().trim_end_matches('/');
        let good = base.strip_prefix("http://").or_else(|| base.strip_prefix("https://"));
        let host = good.map(|rest| rest.split('/').next().unwrap_or(""));
        let uri = base.parse::<ureq::http::Uri>().ok().and_then(|uri| uri.host().map(str::to_owned));
        if host.is_none_or(|host| host.is_empty() || host.contains('@')) || uri.is_none_or(|host| host.is_empty()) {
            bail!(
                "bad address `{}` of a server; one looks like `{USUAL}` or `https://play.example.org`",
                short(address)
            );
        }
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(10)))
            .timeout_connect(Some(Duration::from_secs(5)))
            .http_status_as_error(false)
            .max_redirects(0)
            // The socket goes straight to the server, so this does too.
            .proxy(None)
            .build();
        Ok(Server { base: base.to_owned(), agent: config.into() })
    }

    /// The address as it was given.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The address of the socket.
    pub fn socket(&self) -> String {
        // `http` becomes `ws`, and `https` `wss`.
        format!("ws{}/api/socket", self.base.trim_start_matches("http"))
    }

    /// Makes a room and takes the seat in it.
    pub fn create(&self, new: &NewRoom, tickets: &Tickets) -> anyhow::Result<Entry> {
        self.seat("/api/rooms", &self.keyed(new, tickets), tickets)
    }

    /// The same, and shows the room to everybody in the lobby.
    pub fn offer(&self, new: &NewRoom, tickets: &Tickets) -> anyhow::Result<Entry> {
        self.seat("/api/lobby", &self.keyed(new, tickets), tickets)
    }

    /// Takes a seat where somebody waits for the same game, or waits for somebody.
    pub fn quick(&self, wish: &Quick, tickets: &Tickets) -> anyhow::Result<Entry> {
        let wish = Quick { key: tickets.key(&self.base), ..wish.clone() };
        self.seat("/api/lobby/quick", &wish, tickets)
    }

    /// Takes a free seat in a room of the lobby, or says why there is none. A rated game needs a key.
    pub fn join(&self, room: &str, open: Option<&OpenGame>, name: &str, tickets: &Tickets) -> anyhow::Result<Entry> {
        let mut body = serde_json::json!({ "name": name });
        let rated = open.is_some_and(|game| game.rated);
        if let Some(key) = if rated { Some(tickets.make_key(&self.base)) } else { tickets.key(&self.base) } {
            body["key"] = key.into();
        }
        self.seat(&format!("/api/rooms/{}/join", self::room(room)?), &body, tickets)
    }

    /// The same room with the key that keeps the player's name; a rated one makes a key.
    fn keyed(&self, new: &NewRoom, tickets: &Tickets) -> NewRoom {
        let key = if new.rated { Some(tickets.make_key(&self.base)) } else { tickets.key(&self.base) };
        NewRoom { key, ..new.clone() }
    }

    /// The open games.
    pub fn lobby(&self) -> anyhow::Result<LobbyView> {
        match self.read(self.agent.get(format!("{}/api/lobby", self.base)).call())? {
            Ok(view) => Ok(view),
            Err(No { status: 404, .. }) => bail!("the server at `{}` has no lobby; it is an older one", self.base),
            Err(no) => bail!("{}", no.text),
        }
    }

    fn seat(&self, path: &str, wish: &impl serde::Serialize, tickets: &Tickets) -> anyhow::Result<Entry> {
        let body = serde_json::to_value(wish).expect("a wish can be written");
        let ticket: Ticket = match self.post(path, &body)? {
            Ok(ticket) => ticket,
            Err(no) if no.code == Some(Code::Full) => bail!("somebody else was faster; choose another game"),
            Err(no) => bail!("{}", no.text),
        };
        tickets.keep(&self.base, &ticket);
        self.entered(ticket)
    }

    /// Comes into a room: to the seat that was kept, else to a free one, else to watch. A seat in a rated game is only taken
    /// by [`enter_rated`](Server::enter_rated).
    pub fn enter(&self, room: &str, tickets: &Tickets) -> anyhow::Result<Entry> {
        self.come_in(room, tickets, None)
    }

    /// The same for a player who knows that the game may be rated.
    pub fn enter_rated(&self, room: &str, tickets: &Tickets) -> anyhow::Result<Entry> {
        self.come_in(room, tickets, Some(tickets.make_key(&self.base)))
    }

    fn come_in(&self, room: &str, tickets: &Tickets, key: Option<String>) -> anyhow::Result<Entry> {
        let room = self::room(room)?;
        if let Some(kept) = tickets.find(&self.base, &room) {
            match self.look(&room, kept.token.as_deref())? {
                Ok(view) if view.seat.is_some() => {
                    return Ok(Entry { ticket: Ticket { seat: view.seat, ..kept }, room: view });
                }
                Ok(_) | Err(No { code: Some(Code::Token | Code::NoRoom), .. }) => {}
                // The seat is not lost because a server is busy.
                Err(no) => bail!("{}", no.text),
            }
            // The secret of a seat that is somebody else's now is of no use.
            tickets.forget(&self.base, &room);
        }
        if key.is_none()
            && let Ok(view) = self.look(&room, None)?
            && view.rated
            && view.chairs.iter().any(|chair| chair.who == Who::Open)
        {
            bail!(
                "room {} is rated: the result will count. Add `--rated` to take the seat, or `--watch`",
                code::spaced(&room)
            );
        }
        let mut body = serde_json::json!({ "name": "" });
        // Servers of before know no keys.
        if let Some(key) = key.or_else(|| tickets.key(&self.base)) {
            body["key"] = key.into();
        }
        match self.post::<Ticket>(&format!("/api/rooms/{room}/join"), &body)? {
            Ok(ticket) => {
                tickets.keep(&self.base, &ticket);
                self.entered(ticket)
            }
            Err(no) if no.code == Some(Code::Full) => self.watch(&room),
            Err(no) => Err(self.no_room(&room, no)),
        }
    }

    /// Comes into a room to watch.
    pub fn watch(&self, room: &str) -> anyhow::Result<Entry> {
        let room = self::room(room)?;
        self.entered(Ticket { room, seat: None, token: None })
    }

    /// How the games stand for which a ticket or the key of a name is kept.
    pub fn games(&self, tickets: &Tickets) -> anyhow::Result<Vec<Standing>> {
        let held = tickets.rooms(&self.base).into_iter();
        let seats = held.filter_map(|ticket| Some(Held { token: ticket.token?, room: ticket.room }));
        let seats = Seats { seats: seats.collect(), key: tickets.key(&self.base) };
        let body = serde_json::to_value(&seats).expect("seats can be written");
        match self.post("/api/seats", &body)? {
            Ok(games) => Ok(games),
            Err(no) => bail!("{}", no.text),
        }
    }

    /// Asks for what is kept with the key of a name, or changes it: a body is sent, none only looks.
    pub fn ask(&self, path: &str, key: &str, body: Option<&Value>) -> anyhow::Result<Option<Value>> {
        let (url, bearer) = (format!("{}{path}", self.base), format!("Bearer {key}"));
        let answer = match body {
            None => self.agent.get(url).header("Authorization", bearer).call(),
            Some(body) => self.agent.post(url).header("Authorization", bearer).send(body.to_string()),
        };
        if answer.as_ref().is_ok_and(|answer| answer.status() == 204) {
            return Ok(None);
        }
        match self.read(answer)? {
            Ok(value) => Ok(Some(value)),
            Err(no) if no.status == 404 => Ok(None),
            Err(no) => bail!("{}", no.text),
        }
    }

    fn entered(&self, ticket: Ticket) -> anyhow::Result<Entry> {
        match self.look(&ticket.room, ticket.token.as_deref())? {
            Ok(room) => Ok(Entry { ticket, room }),
            Err(no) => Err(self.no_room(&ticket.room, no)),
        }
    }

    fn no_room(&self, room: &str, no: No) -> anyhow::Error {
        match no.status {
            404 => anyhow::anyhow!(
                "there is no room `{}` at `{}`; ask for its code again, or make one with `--online new`",
                code::spaced(room),
                self.base
            ),
            _ => anyhow::anyhow!("{}", no.text),
        }
    }

    fn look(&self, room: &str, token: Option<&str>) -> anyhow::Result<Result<RoomView, No>> {
        let mut request = self.agent.get(format!("{}/api/rooms/{room}", self.base));
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        let answer: Result<RoomView, No> = self.read(request.call())?;
        if answer.as_ref().is_ok_and(|room| !room.is_sound()) {
            bail!("`{}` sent a room that this client cannot show; is it up to date?", self.base);
        }
        Ok(answer)
    }

    fn post<T: serde::de::DeserializeOwned>(&self, path: &str, body: &Value) -> anyhow::Result<Result<T, No>> {
        let request = self.agent.post(format!("{}{path}", self.base)).header("Content-Type", "application/json");
        self.read(request.send(body.to_string()))
    }

    fn read<T: serde::de::DeserializeOwned>(
        &self,
        answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> anyhow::Result<Result<T, No>> {
        let base = &self.base;
        let mut answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                let why = plain(&error);
                let told = format!("no server answers at `{base}`: {why}; `--server URL` says where one is");
                return Err(std::io::Error::other(told).into());
            }
        };
        let status = answer.status().as_u16();
        let strange = || format!("what answers at `{base}` is not a server of Agon (status {status})");
        let text = answer.body_mut().with_config().limit(1 << 20).read_to_string().with_context(strange)?;
        if (200..300).contains(&status) {
            return Ok(Ok(serde_json::from_str(&text).with_context(strange)?));
        }
        let problem: Value = serde_json::from_str(&text).with_context(strange)?;
        let code = problem.get("code").and_then(|code| serde_json::from_value(code.clone()).ok());
        let detail = problem.get("detail").and_then(Value::as_str).with_context(strange)?;
        Ok(Err(No { status, code, text: clean(detail) }))
    }
}

/// A room's code as it was typed.
fn room(text: &str) -> anyhow::Result<String> {
    code::tidy(text).with_context(|| format!("`{}` is not the code of a room; one looks like `K7XM-4QPT`", short(text)))
}

/// What went wrong with a connection, in a few words.
fn plain(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Io(error) if error.kind() == std::io::ErrorKind::ConnectionRefused => {
            "connection refused".to_owned()
        }
        ureq::Error::HostNotFound => "no such host".to_owned(),
        ureq::Error::Timeout(_) => "it takes too long".to_owned(),
        ureq::Error::Io(error) => clean(&error.to_string()),
        other => clean(&other.to_string()),
    }
}

/// Text from outside without what would do something to a terminal.
pub fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() || *c == '\n').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_or_refused_with_an_example() {
        for (text, socket) in [
            ("http://127.0.0.1:8000", "ws://127.0.0.1:8000/api/socket"),
            (" https://play.example.org/ ", "wss://play.example.org/api/socket"),
            ("http://[::1]:9/agon/", "ws://[::1]:9/agon/api/socket"),
        ] {
            assert_eq!(Server::new(text).expect("an address").socket(), socket);
        }
        for text in
            ["", "127.0.0.1:8000", "ftp://x", "http://", "http:///x", "http://a b", "http://u:p@x", "http://\u{1b}"]
        {
            let why = Server::new(text).expect_err(text).to_string();
            assert!(why.contains("looks like") && !why.contains('\u{1b}'), "{why}");
        }
    }
}
