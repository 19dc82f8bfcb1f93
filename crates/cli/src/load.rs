//! `agon load`: rooms of random players over real sockets, and how long a move takes to reach the opponent's screen.
//!
//! Moves are sent at fixed times, and a latency counts from the time the move was due, so a server that stalls cannot
//! hide it.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use agon_rules::{Rng, games};
use agon_wire::{Act, Place, ToServer};
use anyhow::{Context, bail};
use serde::Serialize;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::setup::{GameName, json_line, rate};

mod client;
mod lobby;

use client::{Socket, create, figure, join};

#[derive(clap::Args)]
pub struct Args {
    /// Where the server is; start it with `--no-limits`
    #[arg(long, value_name = "URL", env = "AGON_SERVER", default_value = "http://127.0.0.1:8000")]
    server: String,
    /// The game; otherwise the first of `agon games`
    #[arg(long, value_name = "GAME", value_parser = GameName)]
    game: Option<String>,
    /// How many rooms of two players
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rooms: u32,
    /// Moves a second, of all rooms together
    #[arg(long, value_name = "N", default_value = "500", value_parser = rate)]
    rate: f64,
    /// For how many seconds
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    seconds: u64,
    /// How many spectators each room has
    #[arg(long, value_name = "N", default_value_t = 0)]
    watchers: usize,
    /// How many more spectators a second come to the first room and go at once
    #[arg(long, value_name = "N", value_parser = rate)]
    coming: Option<f64>,
    /// How many more sockets watch a room of their own in which nothing happens
    #[arg(long, value_name = "N", default_value_t = 0)]
    idle: usize,
    /// How many more rooms in which computers play each other all the time
    #[arg(long, value_name = "N", default_value_t = 0)]
    computers: usize,
    /// The computer player in these rooms
    #[arg(long, value_name = "SPEC", default_value = "hard")]
    computer: String,
    /// How many rooms to make and leave before that
    #[arg(long, value_name = "N", default_value_t = 0)]
    left: usize,
    /// Measure the lobby instead: how long each of this many players takes to see a game that is offered or withdrawn,
    /// at `--rate` changes a second
    #[arg(long, value_name = "PLAYERS", default_value_t = 0)]
    lobby: usize,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

/// How many rooms are made at once.
const MAKING: usize = 16;

#[derive(Serialize)]
struct Report {
    rooms: usize,
    sockets: u64,
    seconds: f64,
    moves: usize,
    moves_per_second: f64,
    errors: u64,
    p50_ms: f64,
    p95_ms: f64,
    p99_ms: f64,
    max_ms: f64,
    /// megabytes a second that all sockets have received
    received_mb_per_second: f64,
    /// megabytes of memory that the server uses, if it reports them
    server_mb: Option<f64>,
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Runtime::new().context("cannot start")?;
    if args.lobby > 0 {
        let report = runtime.block_on(lobby::load(args))?;
        return if args.json { json_line(out, &report) } else { Ok(write!(out, "{report}")?) };
    }
    let report = runtime.block_on(load(args))?;
    if args.json {
        return json_line(out, &report);
    }
    writeln!(out, "{} rooms, {} sockets, {:.1} s", report.rooms, report.sockets, report.seconds)?;
    writeln!(out, "{} moves, {:.0} a second, {} errors", report.moves, report.moves_per_second, report.errors)?;
    let Report { p50_ms, p95_ms, p99_ms, max_ms, .. } = report;
    writeln!(out, "move to opponent: p50 {p50_ms:.1} ms, p95 {p95_ms:.1}, p99 {p99_ms:.1}, most {max_ms:.1}")?;
    writeln!(out, "received: {:.2} MB a second", report.received_mb_per_second)?;
    if let Some(mb) = report.server_mb {
        writeln!(out, "the server holds {mb:.0} MB")?;
    }
    Ok(())
}

/// What all rooms share.
struct Site {
    http: String,
    ws: String,
    game: String,
    every: Duration,
    end: Instant,
    sockets: AtomicU64,
    errors: AtomicU64,
    /// bytes of text that all sockets have received
    received: Arc<AtomicU64>,
    agent: ureq::Agent,
    /// limits how many rooms are made at once, so that it does not look like a flood
    making: Semaphore,
}

impl Site {
    fn new(args: &Args, every: Duration) -> anyhow::Result<Self> {
        let http = args.server.trim_end_matches('/').to_owned();
        let Some(rest) = http.strip_prefix("http") else {
            bail!("bad address `{http}`; it begins with http:// or https://")
        };
        Ok(Site {
            ws: format!("ws{rest}/api/socket"),
            http,
            game: args.game.clone().unwrap_or_else(|| games::list()[0].id.to_owned()),
            every,
            end: Instant::now(),
            sockets: AtomicU64::new(0),
            errors: AtomicU64::new(0),
            received: Arc::default(),
            agent: ureq::Agent::new_with_defaults(),
            making: Semaphore::new(MAKING),
        })
    }
}

async fn load(args: &Args) -> anyhow::Result<Report> {
    let every = Duration::from_secs_f64(f64::from(args.rooms) / args.rate);
    let mut site = Site::new(args, every)?;
    leave_rooms(&site, args.left).await?;
    let idle = idle_sockets(&site, args.idle).await?;
    // The first rooms are made before the time begins.
    let mut ready = Vec::new();
    for _ in 0..args.rooms {
        ready.push(Table::open(&site, args.watchers).await?);
    }
    let (begin, received) = (Instant::now(), site.received.load(Ordering::Relaxed));
    site.end = begin + Duration::from_secs(args.seconds);
    let site = Arc::new(site);
    let mut computers = JoinSet::new();
    for _ in 0..args.computers {
        computers.spawn(compute(site.clone(), args.computer.clone()));
    }
    if let Some(coming) = args.coming {
        computers.spawn(come_and_go(site.clone(), ready[0].room.clone(), Duration::from_secs_f64(1.0 / coming)));
    }
    let mut rooms = JoinSet::new();
    for (room, table) in ready.into_iter().enumerate() {
        // The rooms take turns within the interval.
        let first = begin + every.mul_f64(room as f64 / f64::from(args.rooms));
        rooms.spawn(play(site.clone(), table, first, args.watchers, room as u64));
    }
    let mut latencies: Vec<f64> = Vec::new();
    let mut why = None;
    while let Some(room) = rooms.join_next().await {
        match room.context("a room has failed")? {
            Ok(found) => latencies.extend(found),
            Err(error) => {
                site.errors.fetch_add(1, Ordering::Relaxed);
                why.get_or_insert(error);
            }
        }
    }
    let server_mb = figure(&site, "process_resident_memory_bytes").await.map(|bytes| bytes / 1e6);
    drop((idle, computers));
    if latencies.is_empty() {
        return Err(why.unwrap_or_else(|| anyhow::anyhow!("no move was made")))
            .context(format!("cannot load {}", site.http));
    }
    if let Some(why) = why {
        eprintln!("agon: the first error: {why:#}");
    }
    latencies.sort_by(f64::total_cmp);
    let at = |share: f64| latencies[((latencies.len() as f64 * share) as usize).min(latencies.len() - 1)];
    let seconds = begin.elapsed().as_secs_f64();
    Ok(Report {
        rooms: args.rooms as usize,
        sockets: site.sockets.load(Ordering::Relaxed),
        seconds,
        moves: latencies.len(),
        moves_per_second: latencies.len() as f64 / seconds,
        errors: site.errors.load(Ordering::Relaxed),
        p50_ms: at(0.5),
        p95_ms: at(0.95),
        p99_ms: at(0.99),
        max_ms: at(1.0),
        received_mb_per_second: (site.received.load(Ordering::Relaxed) - received) as f64 / 1e6 / seconds,
        server_mb,
    })
}

/// Makes rooms to which nobody ever comes.
async fn leave_rooms(site: &Site, count: usize) -> anyhow::Result<()> {
    for _ in 0..count {
        create(site, Vec::new()).await?;
    }
    Ok(())
}

/// Sockets that only watch, one room for every hundred.
async fn idle_sockets(site: &Site, count: usize) -> anyhow::Result<JoinSet<()>> {
    let mut set = JoinSet::new();
    let mut room = None;
    for at in 0..count {
        if at % 100 == 0 {
            room = Some(create(site, Vec::new()).await?);
        }
        let room = room.as_ref().expect("made before the first");
        set.spawn(Socket::open(site, &room.room, None).await?.watch());
    }
    Ok(set)
}

/// Watches computers play each other, game after game, until it is dropped.
async fn compute(site: Arc<Site>, player: String) -> anyhow::Result<()> {
    let seats = vec![Place::Computer(player.clone()), Place::Computer(player)];
    loop {
        let room = create(&site, seats.clone()).await?;
        Socket::open(&site, &room.room, None).await?.view(client::Glance::is_over).await?;
    }
}

/// Spectators of a room who come and go, one after the other, until it is dropped.
async fn come_and_go(site: Arc<Site>, room: String, every: Duration) -> anyhow::Result<()> {
    let mut due = Instant::now();
    loop {
        let spectator = Socket::open(&site, &room, None).await?;
        due += every;
        sleep_until(due).await;
        drop(spectator);
    }
}

/// A room with both players, and those who watch.
struct Table {
    room: String,
    sockets: [Socket; 2],
    /// dropped with the table
    _watching: JoinSet<()>,
}

impl Table {
    async fn open(site: &Site, watchers: usize) -> anyhow::Result<Self> {
        let _turn = site.making.acquire().await?;
        let me = create(site, Vec::new()).await?;
        let friend = join(site, &me.room).await?;
        let mut watching = JoinSet::new();
        for _ in 0..watchers {
            watching.spawn(Socket::open(site, &me.room, None).await?.watch());
        }
        let sockets =
            [Socket::open(site, &me.room, me.token).await?, Socket::open(site, &me.room, friend.token).await?];
        Ok(Table { room: me.room, sockets, _watching: watching })
    }
}

/// Plays games until the end, and says how long each move took.
async fn play(
    site: Arc<Site>,
    mut table: Table,
    first: Instant,
    watchers: usize,
    seed: u64,
) -> anyhow::Result<Vec<f64>> {
    let mut rng = Rng::new(seed);
    let mut due = first;
    let mut found = Vec::new();
    loop {
        let sockets = &mut table.sockets;
        let mut view = sockets[0].view(|view| view.started).await?;
        while due < site.end && !view.is_over() {
            let Some(seat) = view.view.turn else { break };
            sleep_until(due).await;
            let now = if view.seat == Some(seat) {
                view
            } else {
                sockets[seat].view(|new| new.revision >= view.revision).await?
            };
            let choices = &now.view.choices;
            let text = choices[rng.below(choices.len())].text.clone();
            sockets[seat]
                .send(&ToServer::Do { id: now.revision, act: Act::Play { revision: now.revision, text } })
                .await?;
            view = sockets[1 - seat].view(|new| new.revision > now.revision).await?;
            found.push(due.elapsed().as_secs_f64() * 1000.0);
            due += site.every;
        }
        if due >= site.end {
            return Ok(found);
        }
        table = Table::open(&site, watchers).await?;
        // What was due while the room was made is not held against the server.
        due = due.max(Instant::now());
    }
}
