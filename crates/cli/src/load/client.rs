//! What the load generator needs of a client: requests, and sockets that read only what they must.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use agon_rules::Seat;
use agon_wire::{NewRoom, Place, Ticket, ToServer, VERSION, write};
use anyhow::{Context, anyhow, bail};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::Site;

/// What the generator reads of a message: it shares the machine with the server, so it reads as little as it can.
#[derive(Deserialize)]
pub struct Glance {
    r#type: String,
    #[serde(default)]
    pub revision: u64,
    #[serde(default)]
    pub seat: Option<Seat>,
    #[serde(default)]
    pub started: bool,
    #[serde(default)]
    text: String,
    ending: Option<serde::de::IgnoredAny>,
    #[serde(default)]
    pub view: Game,
}

/// What it reads of a game.
#[derive(Deserialize, Default)]
pub struct Game {
    pub turn: Option<Seat>,
    #[serde(default)]
    pub choices: Vec<Choice>,
    outcome: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
pub struct Choice {
    pub text: String,
}

impl Glance {
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || self.view.outcome.is_some()
    }
}

async fn post<T: for<'a> Deserialize<'a> + Send + 'static>(
    site: &Site,
    path: String,
    body: String,
) -> anyhow::Result<T> {
    ask(site, path, None, body).await
}

/// Asks for something, with the token of a seat where it needs one.
pub async fn ask<T: for<'a> Deserialize<'a> + Send + 'static>(
    site: &Site,
    path: String,
    token: Option<String>,
    body: String,
) -> anyhow::Result<T> {
    let (agent, url) = (site.agent.clone(), format!("{}{path}", site.http));
    tokio::task::spawn_blocking(move || {
        let mut request = agent.post(&url).header("content-type", "application/json");
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let answer = request.send(&body);
        let text = answer.with_context(|| format!("cannot reach {url}"))?.body_mut().read_to_string()?;
        Ok(serde_json::from_str(&text)?)
    })
    .await?
}

/// Makes a room with these seats; with none named, the caller's first and the others open.
pub async fn create(site: &Site, seats: Vec<Place>) -> anyhow::Result<Ticket> {
    post(site, "/api/rooms".to_owned(), write(&room(site, seats))).await
}

/// Makes a room that is shown in the lobby.
pub async fn offer(site: &Site) -> anyhow::Result<Ticket> {
    post(site, "/api/lobby".to_owned(), write(&room(site, Vec::new()))).await
}

fn room(site: &Site, seats: Vec<Place>) -> NewRoom {
    NewRoom {
        game: site.game.clone(),
        options: Vec::new(),
        seats,
        shuffle: false,
        clock: agon_wire::Clock::None,
        name: String::new(),
        rated: false,
        key: None,
    }
}

pub async fn join(site: &Site, room: &str) -> anyhow::Result<Ticket> {
    post(site, format!("/api/rooms/{room}/join"), "{}".to_owned()).await
}

/// A figure of the server, where it tells them.
pub async fn figure(site: &Site, name: &str) -> Option<f64> {
    let (agent, url, name) = (site.agent.clone(), format!("{}/metrics", site.http), format!("{name} "));
    let text = tokio::task::spawn_blocking(move || agent.get(&url).call().ok()?.body_mut().read_to_string().ok());
    text.await.ok()??.lines().find_map(|line| line.strip_prefix(&name)?.parse().ok())
}

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A socket that is read all the time, so that it answers the server's pings.
pub struct Socket {
    sink: SplitSink<Stream, Message>,
    texts: mpsc::UnboundedReceiver<anyhow::Result<Utf8Bytes>>,
    reader: JoinHandle<()>,
}

impl Socket {
    pub async fn open(site: &Site, room: &str, token: Option<String>) -> anyhow::Result<Self> {
        Socket::greet(site, &ToServer::Hello { v: VERSION, room: room.to_owned(), token }).await
    }

    /// Opens a socket with another first message.
    pub async fn greet(site: &Site, hello: &ToServer) -> anyhow::Result<Self> {
        let (stream, _) = connect_async(&site.ws).await.context("cannot open a socket")?;
        if let MaybeTlsStream::Plain(stream) = stream.get_ref() {
            let _ = stream.set_nodelay(true);
        }
        let (sink, stream) = stream.split();
        let (send, texts) = mpsc::unbounded_channel();
        let mut socket = Socket { sink, texts, reader: tokio::spawn(read(stream, send, site.received.clone())) };
        socket.send(hello).await?;
        site.sockets.fetch_add(1, Ordering::Relaxed);
        Ok(socket)
    }

    pub async fn send(&mut self, message: &ToServer) -> anyhow::Result<()> {
        Ok(self.sink.send(Message::text(write(message))).await?)
    }

    /// The next text.
    pub async fn text(&mut self) -> anyhow::Result<Utf8Bytes> {
        self.texts.recv().await.context("the server has closed")?
    }

    /// Takes what comes until the end.
    pub async fn watch(mut self) {
        while let Some(Ok(_)) = self.texts.recv().await {}
    }

    /// The next view that is as wanted.
    pub async fn view(&mut self, wanted: impl Fn(&Glance) -> bool) -> anyhow::Result<Glance> {
        loop {
            let text = timeout(Duration::from_secs(60), self.texts.recv()).await.context("no view in 60 s")?;
            let glance: Glance = serde_json::from_str(&text.context("the server has closed")??)?;
            match glance.r#type.as_str() {
                "view" if wanted(&glance) => return Ok(glance),
                "refused" => bail!("refused: {}", glance.text),
                _ => {}
            }
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

async fn read(
    mut stream: SplitStream<Stream>,
    send: mpsc::UnboundedSender<anyhow::Result<Utf8Bytes>>,
    received: Arc<AtomicU64>,
) {
    while let Some(message) = stream.next().await {
        let text = match message {
            Ok(Message::Text(text)) => {
                received.fetch_add(text.len() as u64, Ordering::Relaxed);
                Ok(text)
            }
            Ok(Message::Close(why)) => Err(anyhow!("the server has closed: {why:?}")),
            Ok(_) => continue,
            Err(error) => Err(error.into()),
        };
        if send.send(text).is_err() {
            return;
        }
    }
}
