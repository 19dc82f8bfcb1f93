//! A server to be abused, requests straight to its routes, and a socket client that can break every rule.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

use agon_server::store::{LocalBus, Memory};
use agon_server::{Front, Hub, Quotas, Server, Settings, app, serve};
use agon_wire::{Act, RoomView, Ticket, ToClient, ToServer, VERSION, write};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request, StatusCode, header};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tower::ServiceExt;

/// Longer than anything here takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(30);

static PANICS: AtomicUsize = AtomicUsize::new(0);

/// Counts panics of any thread from now on: a task that dies by one says nothing to those who ask it.
pub fn panics() -> usize {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANICS.fetch_add(1, Ordering::SeqCst);
            usual(info);
        }));
    });
    PANICS.load(Ordering::SeqCst)
}

/// A server in memory.
pub struct House {
    hub: Arc<Hub>,
    server: Arc<Server>,
    app: Router,
}

/// What came back.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|why| panic!("{why}: {}", self.text))
    }

    /// The code of a refusal; nothing for a success.
    pub fn code(&self) -> String {
        if self.status.is_success() {
            return String::new();
        }
        self.json()["code"].as_str().expect("a code").to_owned()
    }
}

impl House {
    pub fn open() -> Self {
        House::with(Front { quotas: Quotas::none(), ..Front::default() })
    }

    pub fn with(front: Front) -> Self {
        let hub = Hub::new(Arc::new(Memory::new()), Arc::new(LocalBus::new()), Settings::default());
        let figures = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder().handle();
        let server = Server::new(hub.clone(), front, Some(figures));
        House { hub, app: app(server.clone()), server }
    }

    pub fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// Listens on a port of its own; with small buffers what is not read is soon not taken.
    pub async fn listen(&self) -> String {
        self.listen_until(std::future::pending()).await.0
    }

    /// The same until something comes; the task is done when the server has ended.
    pub async fn listen_until(
        &self,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> (String, JoinHandle<std::io::Result<()>>) {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_send_buffer_size(4096).expect("a small buffer");
        socket.bind(SocketAddr::from(([127, 0, 0, 1], 0))).expect("a port");
        let listener = socket.listen(1024).expect("a listener");
        let address = listener.local_addr().expect("an address").to_string();
        (address, tokio::spawn(serve(self.server.clone(), listener, end)))
    }

    /// A request from an address, with any headers.
    pub async fn ask(
        &self,
        from: [u8; 4],
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut request = request.body(body.into()).expect("a request");
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from((from, 4000))));
        let response = self.app.clone().oneshot(request).await.expect("an answer");
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = axum::body::to_bytes(response.into_body(), 1 << 20).await.expect("a body");
        Answer { status, headers, text: String::from_utf8(bytes.to_vec()).expect("text") }
    }

    pub async fn request(&self, method: &str, path: &str, token: Option<&str>, body: &str) -> Answer {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<(&str, &str)> =
            bearer.iter().map(|bearer| (header::AUTHORIZATION.as_str(), bearer.as_str())).collect();
        self.ask([127, 0, 0, 1], method, path, &headers, body.to_owned()).await
    }

    pub async fn create(&self, wish: Value) -> Ticket {
        let answer = self.request("POST", "/api/rooms", None, &wish.to_string()).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        serde_json::from_str(&answer.text).expect("a ticket")
    }

    pub async fn join(&self, room: &str) -> Ticket {
        let answer = self.request("POST", &format!("/api/rooms/{room}/join"), None, "").await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        serde_json::from_str(&answer.text).expect("a ticket")
    }

    /// A room of two people.
    pub async fn pair(&self, wish: Value) -> (Ticket, Ticket) {
        let me = self.create(wish).await;
        let friend = self.join(&me.room).await;
        (me, friend)
    }

    pub async fn act(&self, who: &Ticket, act: &Act) -> Answer {
        self.request("POST", &format!("/api/rooms/{}/do", who.room), who.token.as_deref(), &write(act)).await
    }

    /// The room as its spectators see it.
    pub async fn look(&self, room: &str) -> RoomView {
        let answer = self.request("GET", &format!("/api/rooms/{room}"), None, "").await;
        serde_json::from_str(&answer.text).unwrap_or_else(|why| panic!("{why}: {}", answer.text))
    }
}

pub fn play(revision: u64, text: &str) -> Act {
    Act::Play { revision, text: text.to_owned() }
}

pub fn hello(room: &str, token: Option<&str>) -> String {
    write(&ToServer::Hello { v: VERSION, room: room.to_owned(), token: token.map(str::to_owned) })
}

/// What a socket hears.
#[derive(PartialEq, Debug)]
pub enum Heard {
    Text(String),
    Ping,
    Pong,
    /// closed, with this code
    Close(u16),
    /// the connection is gone
    Gone,
}

/// A socket that does what it is told, however wrong.
pub struct Raw {
    pub stream: TcpStream,
    buffer: Vec<u8>,
    /// whether it answers pings
    pub polite: bool,
    /// the newest view
    room: Option<RoomView>,
}

pub const TEXT: u8 = 0x81;

impl Raw {
    /// Asks for a socket with these headers beside the needed ones; an error is the status.
    pub async fn open(address: &str, headers: &str) -> Result<Self, String> {
        Raw::over(TcpStream::connect(address).await.expect("a connection"), address, headers).await
    }

    /// The same over a connection that is there.
    pub async fn over(stream: TcpStream, address: &str, headers: &str) -> Result<Self, String> {
        let mut raw = Raw { stream, buffer: Vec::new(), polite: true, room: None };
        let request = format!(
            "GET /api/socket HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n"
        );
        raw.write(request.as_bytes()).await;
        loop {
            if let Some(end) = raw.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                let head: Vec<u8> = raw.buffer.drain(..end + 4).collect();
                let head = String::from_utf8(head).expect("text");
                assert!(!head.to_lowercase().contains("sec-websocket-extensions"), "{head}");
                return if head.starts_with("HTTP/1.1 101") { Ok(raw) } else { Err(head) };
            }
            if !raw.fill().await {
                return Err("gone".to_owned());
            }
        }
    }

    /// In a room with this token, after reading the first view.
    pub async fn enter(address: &str, room: &str, token: Option<&str>) -> Self {
        let mut raw = Raw::open(address, "").await.expect("a socket");
        raw.text(&hello(room, token)).await;
        assert!(matches!(raw.message().await, ToClient::View(_)));
        raw
    }

    pub async fn write(&mut self, bytes: &[u8]) -> bool {
        // A server that has had enough closes while it is written to.
        self.stream.write_all(bytes).await.is_ok()
    }

    async fn fill(&mut self) -> bool {
        let mut some = [0; 16 * 1024];
        match timeout(PATIENCE, self.stream.read(&mut some)).await.expect("an answer in time") {
            Ok(count) => {
                self.buffer.extend(&some[..count]);
                count > 0
            }
            Err(_) => false,
        }
    }

    pub async fn text(&mut self, text: &str) -> bool {
        self.write(&frame(TEXT, text.as_bytes())).await
    }

    /// The next thing that is heard. Pings are answered if it is polite.
    pub async fn next(&mut self) -> Heard {
        loop {
            if let Some((opcode, payload)) = self.take_frame() {
                if opcode == 9 && self.polite {
                    self.write(&frame(0x8A, &payload)).await;
                }
                return match opcode {
                    1 => Heard::Text(String::from_utf8(payload).expect("text")),
                    8 => Heard::Close(payload.first_chunk().map_or(1005, |code| u16::from_be_bytes(*code))),
                    9 => Heard::Ping,
                    10 => Heard::Pong,
                    other => panic!("a server that sends frames of kind {other}"),
                };
            }
            if !self.fill().await {
                return Heard::Gone;
            }
        }
    }

    fn take_frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let (first, second) = (*self.buffer.first()?, *self.buffer.get(1)?);
        assert_eq!(first & 0xF0, 0x80, "whole frames, and none compressed");
        let (head, length) = match second {
            126 => (4, usize::from(u16::from_be_bytes(*self.buffer.get(2..)?.first_chunk()?))),
            127 => (10, u64::from_be_bytes(*self.buffer.get(2..)?.first_chunk()?) as usize),
            length => (2, usize::from(length)),
        };
        self.buffer.get(head..head + length)?;
        let payload = self.buffer[head..head + length].to_vec();
        self.buffer.drain(..head + length);
        Some((first & 0x0F, payload))
    }

    /// The next message.
    pub async fn message(&mut self) -> ToClient {
        loop {
            match self.next().await {
                Heard::Text(text) => match serde_json::from_str(&text).expect("a message") {
                    ToClient::View(view) => {
                        self.room = Some(*view.clone());
                        return ToClient::View(view);
                    }
                    // The view before, with those who are there now.
                    ToClient::Presence(presence) => {
                        let room = self.room.as_mut().expect("a view comes first");
                        assert!(room.note(&presence), "it belongs to the view before");
                        return ToClient::View(Box::new(room.clone()));
                    }
                    message => return message,
                },
                Heard::Ping | Heard::Pong => {}
                end => panic!("the socket is closed: {end:?}"),
            }
        }
    }

    /// The next view that is as wanted.
    pub async fn view(&mut self, wanted: impl Fn(&RoomView) -> bool) -> RoomView {
        let wait = async {
            loop {
                match self.message().await {
                    ToClient::View(view) if wanted(&view) => return *view,
                    _ => {}
                }
            }
        };
        timeout(PATIENCE, wait).await.expect("the view in time")
    }

    /// The answer to a message: what is no view.
    pub async fn answer(&mut self, text: &str) -> ToClient {
        self.text(text).await;
        self.reply().await
    }

    /// The next message that is no view.
    pub async fn reply(&mut self) -> ToClient {
        loop {
            match self.message().await {
                ToClient::View(_) => {}
                reply => return reply,
            }
        }
    }

    /// How it ends: everything else is passed over.
    pub async fn end(&mut self) -> Heard {
        let wait = async {
            loop {
                match self.next().await {
                    Heard::Text(_) | Heard::Ping | Heard::Pong => {}
                    end => return end,
                }
            }
        };
        timeout(PATIENCE, wait).await.expect("the end in time")
    }
}

/// A frame as clients must send it.
pub fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [0x37, 0xFA, 0x21, 0x3D];
    let mut bytes = vec![first];
    match payload.len() {
        short @ 0..126 => bytes.push(0x80 | short as u8),
        long => {
            bytes.push(0x80 | 126);
            bytes.extend((long as u16).to_be_bytes());
        }
    }
    bytes.extend(MASK);
    bytes.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}
