//! What an operator asks of a running server: `agon admin` sends an order over a Unix socket, one line of JSON each way.
//!
//! Only the user who runs the server, and root, are answered. There is no password, no port, and no way in over HTTP.

pub mod command;
mod rooms;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use agon_wire::{Code, RoomView, Who, code};
use serde::{Deserialize, Serialize};

use crate::bans::{self, Ban, Network};
use crate::http::Server;

/// An order to a running server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Lists rooms.
    List {
        /// only those in memory: somebody was there in the last minute
        loaded: bool,
        /// those that come after this code
        after: String,
        /// at most this many
        most: usize,
    },
    /// Shows a room as spectators see it.
    Show(String),
    /// Deletes a room and sends everybody in it away.
    Close(String),
    /// Bans a network.
    Ban {
        /// an address, or a network such as `203.0.113.0/24`
        network: String,
        /// for this many seconds; none for ever
        seconds: Option<u64>,
    },
    /// Lifts a ban.
    Unban(String),
    /// Lists the bans.
    Bans,
    /// Deletes the rooms that have expired, without waiting for the next round.
    Prune,
}

/// What is answered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// Some rooms.
    Rooms(Vec<Brief>),
    /// One room.
    Room(Box<RoomView>),
    /// It is done; how often.
    Done(u64),
    /// The bans.
    Bans(Vec<Ban>),
    /// It was not done, and why.
    Refused(String),
}

/// A room in one line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Brief {
    /// its code
    pub room: String,
    /// whether it is in memory
    pub loaded: bool,
    /// how things stand
    #[serde(flatten)]
    pub state: Option<State>,
    /// why it cannot be read
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// How things stand in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// the id of the game
    pub game: String,
    /// `waiting` for players, `playing` or `over`
    pub phase: String,
    /// moves on the board
    pub ply: usize,
    /// stored events
    pub events: u64,
    /// people who are present
    pub here: usize,
    /// spectators
    pub watchers: usize,
    /// every seat's player: a name, `computer LEVEL`, `somebody` without a name, or `nobody`
    pub players: Vec<String>,
}

impl State {
    fn new(view: &RoomView) -> Self {
        let phase = match (view.is_over(), view.started) {
            (true, _) => "over",
            (false, true) => "playing",
            (false, false) => "waiting",
        };
        let players = view.chairs.iter().map(|chair| match &chair.who {
            Who::Open => "nobody".to_owned(),
            Who::Computer(level) => format!("computer {level}"),
            Who::Human if chair.name.is_empty() => "somebody".to_owned(),
            Who::Human => chair.name.clone(),
        });
        State {
            game: view.game.clone(),
            phase: phase.to_owned(),
            ply: view.view.ply,
            events: view.version,
            here: view.chairs.iter().filter(|chair| chair.who == Who::Human && chair.here).count(),
            watchers: view.watchers,
            players: players.collect(),
        }
    }
}

/// Carries out an order.
pub async fn answer(server: &Arc<Server>, order: Order) -> Reply {
    obey(server, order).await.unwrap_or_else(Reply::Refused)
}

async fn obey(server: &Arc<Server>, order: Order) -> Result<Reply, String> {
    let hub = &server.hub;
    Ok(match order {
        Order::List { loaded, after, most } => {
            let after = code::tidy(&after).unwrap_or(after);
            let codes = match loaded {
                true => hub.codes().into_iter().filter(|code| *code > after).take(most).collect(),
                false => hub.store.codes(&after, most).await.map_err(|error| error.to_string())?,
            };
            let mut rooms = Vec::new();
            for room in codes {
                let loaded = hub.is_loaded(&room);
                match hub.inspect(&room).await {
                    Ok(view) => rooms.push(Brief { room, loaded, state: Some(State::new(&view)), trouble: None }),
                    // It has gone since.
                    Err(refusal) if refusal.code == Code::NoRoom => {}
                    Err(refusal) => {
                        let trouble = Some(refusal.text.to_string());
                        rooms.push(Brief { room, loaded, state: None, trouble });
                    }
                }
            }
            Reply::Rooms(rooms)
        }
        Order::Show(room) => {
            Reply::Room(Box::new(hub.inspect(&room).await.map_err(|refusal| refusal.text.to_string())?))
        }
        Order::Close(room) => {
            hub.close(&room).await.map_err(|refusal| refusal.text.to_string())?;
            tracing::info!(room, "the operator has closed a room");
            Reply::Done(1)
        }
        Order::Ban { network, seconds } => {
            let network: Network = network.parse()?;
            let until = seconds.map(|seconds| bans::now().saturating_add(seconds));
            server.bans.ban(network, until).map_err(|error| kept(&error))?;
            tracing::info!(%network, until, "the operator has banned a network");
            Reply::Bans(vec![Ban { network: network.to_string(), until }])
        }
        Order::Unban(network) => {
            let network: Network = network.parse()?;
            if !server.bans.unban(network).map_err(|error| kept(&error))? {
                return Err(format!("`{network}` is not banned; `agon admin bans` lists what is"));
            }
            tracing::info!(%network, "the operator has lifted a ban");
            Reply::Done(1)
        }
        Order::Bans => Reply::Bans(server.bans.list()),
        Order::Prune => Reply::Done(hub.prune().await.map_err(|error| error.to_string())?),
    })
}

/// A ban holds from the moment it is made, even if its file cannot be written.
fn kept(error: &io::Error) -> String {
    format!("it holds until the server ends, but cannot be kept: {error}")
}

/// The socket of a server whose games are in this folder.
pub fn socket_in(folder: &Path) -> PathBuf {
    folder.join("admin.sock")
}

/// Where orders arrive.
#[cfg(unix)]
pub struct Orders {
    listener: tokio::net::UnixListener,
    /// the user who may give them
    owner: u32,
}

/// Opens the socket for orders.
#[cfg(unix)]
pub async fn open(path: &Path) -> io::Result<Orders> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use tokio::net::{UnixListener, UnixStream};

    if UnixStream::connect(path).await.is_ok() {
        return Err(io::Error::other("another server answers there"));
    }
    // What a server that was killed has left.
    let _ = std::fs::remove_file(path);
    let listener = UnixListener::bind(path)?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
    Ok(Orders { listener, owner: std::fs::metadata(path)?.uid() })
}

/// Answers orders at a socket until the task is dropped.
#[cfg(unix)]
pub async fn listen(server: Arc<Server>, orders: Orders) {
    let Orders { listener, owner } = orders;
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Most likely too many files are open.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let server = server.clone();
        // The file's mode says so too; a socket that was open before it was set does not get past this.
        if stream.peer_cred().is_ok_and(|peer| peer.uid() == owner || peer.uid() == 0) {
            tokio::spawn(async move { tokio::time::timeout(PATIENCE, serve(&server, stream)).await });
        }
    }
}

/// How long an order may take; a long list of rooms is read in less.
#[cfg(unix)]
const PATIENCE: Duration = Duration::from_secs(60);

/// Answers one order.
#[cfg(unix)]
async fn serve(server: &Arc<Server>, stream: tokio::net::UnixStream) -> io::Result<()> {
    use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
    /// No order is longer.
    const LONGEST: u64 = 64 * 1024;
    let (read, mut write) = stream.into_split();
    let mut line = String::new();
    BufReader::new(read.take(LONGEST)).read_line(&mut line).await?;
    let reply = match serde_json::from_str(&line) {
        Ok(order) => answer(server, order).await,
        Err(why) => Reply::Refused(format!("this server does not know that order: {why}; is it of the same version?")),
    };
    write.write_all(format!("{}\n", agon_wire::write(&reply)).as_bytes()).await
}

/// Sends an order to the server at a socket, and waits for its answer.
#[cfg(unix)]
pub fn ask(path: &Path, order: &Order) -> anyhow::Result<Reply> {
    use std::io::{BufRead, BufReader, Write};
    use std::os::unix::net::UnixStream;

    use anyhow::Context;

    let mut stream = UnixStream::connect(path).with_context(|| {
        format!(
            "no server answers at `{}`; `--data FOLDER` is where it keeps its games, `--socket FILE` where it listens",
            path.display()
        )
    })?;
    stream.write_all(format!("{}\n", agon_wire::write(order)).as_bytes())?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    serde_json::from_str(&line).with_context(|| {
        format!("the server at `{}` did not answer; is it yours, and of the same version?", path.display())
    })
}

/// Sends an order; here there is no such socket.
#[cfg(not(unix))]
pub fn ask(_: &Path, _: &Order) -> anyhow::Result<Reply> {
    anyhow::bail!("`agon admin` needs a system with Unix sockets")
}
