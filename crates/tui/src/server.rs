//! The server's web address and the few things a client asks of it before the socket: a new room, a seat, a look.

use std::time::Duration;

use agon_wire::{Code, NewRoom, RoomView, Ticket, code};
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
        let body = serde_json::to_value(new).expect("a room can be written");
        let ticket: Ticket = match self.post("/api/rooms", &body)? {
            Ok(ticket) => ticket,
            Err(no) => bail!("{}", no.text),
        };
        tickets.keep(&self.base, &ticket);
        self.entered(ticket)
    }

    /// Comes into a room: to the seat that was kept, else to a free one, else to watch.
    pub fn enter(&self, room: &str, tickets: &Tickets) -> anyhow::Result<Entry> {
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
        match self.post::<Ticket>(&format!("/api/rooms/{room}/join"), &serde_json::json!({ "name": "" }))? {
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
            Err(error) => bail!("no server answers at `{base}`: {}; `--server URL` says where one is", plain(&error)),
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
