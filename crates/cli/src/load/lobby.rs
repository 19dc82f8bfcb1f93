//! Many players in the lobby: how long each takes to see that a game was offered or withdrawn.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use agon_wire::{Act, ToServer, VERSION, write};
use anyhow::Context;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout_at};

use super::client::{Socket, ask, figure, offer};
use super::{Args, Site};

/// How long a game is offered: what comes and goes between two messages is in neither.
const OPEN: Duration = Duration::from_secs(2);
/// How long the last changes are waited for.
const LAST: Duration = Duration::from_secs(10);

/// What a player reads of a message.
#[derive(Deserialize)]
struct Glance {
    #[serde(default)]
    put: Vec<Put>,
    #[serde(default)]
    gone: Vec<String>,
}

#[derive(Deserialize)]
struct Put {
    room: String,
}

#[derive(Serialize)]
pub struct Report {
    players: usize,
    changes: usize,
    /// how often a player should have seen a change and did not
    missed: usize,
    errors: u64,
    p50_ms: f64,
    p99_ms: f64,
    max_ms: f64,
    /// megabytes of memory that the server uses, if it reports them
    server_mb: Option<f64>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { players, changes, missed, errors, p50_ms, p99_ms, max_ms, .. } = self;
        writeln!(f, "{players} players in the lobby, {changes} changes, {missed} missed, {errors} errors")?;
        writeln!(f, "change to every player: p50 {p50_ms:.0} ms, p99 {p99_ms:.0}, most {max_ms:.0}")?;
        self.server_mb.map_or(Ok(()), |mb| writeln!(f, "the server holds {mb:.0} MB"))
    }
}

/// A change: a room, and whether it was offered or withdrawn.
type Change = (String, bool);

pub async fn load(args: &Args) -> anyhow::Result<Report> {
    let site = Arc::new(Site::new(args, Duration::from_secs_f64(1.0 / args.rate))?);
    let (send, mut seen) = mpsc::unbounded_channel();
    let mut players = JoinSet::new();
    for _ in 0..args.lobby {
        let mut socket = Socket::greet(&site, &ToServer::Lobby { v: VERSION }).await?;
        // The lobby as it is comes first; changes count from then on.
        socket.text().await?;
        players.spawn(watch(socket, send.clone()));
    }
    drop(send);
    let end = Instant::now() + Duration::from_secs(args.seconds);
    let mut made: HashMap<Change, Instant> = HashMap::new();
    let mut due = Instant::now();
    let mut changes = JoinSet::new();
    while due < end {
        sleep_until(due).await;
        changes.spawn(change(site.clone()));
        // Each is offered and withdrawn.
        due += 2 * site.every;
    }
    while let Some(change) = changes.join_next().await {
        match change? {
            Ok(changes) => made.extend(changes),
            Err(error) => {
                eprintln!("agon: {error:#}");
                site.errors.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
    let last = Instant::now() + LAST;
    let wanted = made.len() * args.lobby;
    let mut latencies = Vec::new();
    while latencies.len() < wanted
        && let Ok(Some((change, when))) = timeout_at(last, seen.recv()).await
    {
        if let Some(began) = made.get(&change) {
            latencies.push(Instant::duration_since(&when, *began).as_secs_f64() * 1000.0);
        }
    }
    let server_mb = figure(&site, "process_resident_memory_bytes").await.map(|bytes| bytes / 1e6);
    latencies.sort_by(f64::total_cmp);
    let at = |share: f64| latencies.get(((latencies.len() as f64 * share) as usize).min(latencies.len() - 1)).copied();
    let [p50_ms, p99_ms, max_ms] = [0.5, 0.99, 1.0].map(|share| if latencies.is_empty() { None } else { at(share) });
    let none = "nobody has seen a change";
    Ok(Report {
        players: args.lobby,
        changes: made.len(),
        missed: wanted - latencies.len(),
        errors: site.errors.load(Ordering::Relaxed),
        p50_ms: p50_ms.context(none)?,
        p99_ms: p99_ms.context(none)?,
        max_ms: max_ms.context(none)?,
        server_mb,
    })
}

/// Offers a game and withdraws it after a while; when each was asked for.
async fn change(site: Arc<Site>) -> anyhow::Result<[(Change, Instant); 2]> {
    let began = Instant::now();
    let ticket = offer(&site).await?;
    sleep_until(Instant::now() + OPEN).await;
    let ended = Instant::now();
    let path = format!("/api/rooms/{}/do", ticket.room);
    ask::<serde::de::IgnoredAny>(&site, path, ticket.token, write(&Act::Withdraw)).await?;
    Ok([((ticket.room.clone(), true), began), ((ticket.room, false), ended)])
}

/// Tells when a player sees what.
async fn watch(mut socket: Socket, seen: mpsc::UnboundedSender<(Change, Instant)>) -> anyhow::Result<()> {
    loop {
        let glance: Glance = serde_json::from_str(&socket.text().await?)?;
        let now = Instant::now();
        let put = glance.put.into_iter().map(|put| (put.room, true));
        for change in put.chain(glance.gone.into_iter().map(|room| (room, false))) {
            if seen.send((change, now)).is_err() {
                return Ok(());
            }
        }
    }
}
