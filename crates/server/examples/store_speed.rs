//! How fast the stores are: rooms that append one event after the other, and the time to open a large file.
//!
//! ```text
//! cargo run --release -p agon-server --example store_speed -- sqlite DIR [ROOMS [SECONDS [A_SECOND]]]
//! cargo run --release -p agon-server --example store_speed -- redis redis://127.0.0.1:6379/ [ROOMS [SECONDS [A_SECOND]]]
//! cargo run --release -p agon-server --example store_speed -- open DIR [ROOMS [EVENTS]]
//! ```
//!
//! With a rate, appends begin at fixed times and are measured from then on, so that no stall is hidden; without one,
//! every room appends as soon as it has its answer.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use agon_server::store::{Append, Keep, Memory, Phase, Redis, Sqlite, Store};
use anyhow::{Context, bail};

/// About what a move is as an event.
const EVENT: &str =
    r#"{"move":{"seat":1,"text":"b2xd4","op":"5f0c2a9e41d7","left":[298123,301877],"at":1763265600123}}"#;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let place = args.get(1).map_or("", String::as_str);
    let number = |n: usize, default: usize| args.get(n).map_or(Ok(default), |text| text.parse());
    match args.first().map(String::as_str) {
        Some("memory") => speed(Arc::new(Memory::new()), number(1, 500)?, number(2, 10)?, number(3, 0)?).await,
        Some("sqlite") => {
            let path = Path::new(place).join("speed.db");
            speed(Arc::new(Sqlite::open(&path)?), number(2, 500)?, number(3, 10)?, number(4, 0)?).await
        }
        Some("redis") => {
            speed(Arc::new(Redis::open(place).await?), number(2, 500)?, number(3, 10)?, number(4, 0)?).await
        }
        Some("open") => open(&Path::new(place).join("open.db"), number(2, 100_000)?, number(3, 30)?).await,
        _ => bail!("say `memory`, `sqlite DIR`, `redis URL` or `open DIR`"),
    }
}

async fn speed(store: Arc<dyn Store>, rooms: usize, seconds: usize, rate: usize) -> anyhow::Result<()> {
    let run = std::process::id();
    let start = Instant::now();
    let until = start + Duration::from_secs(seconds as u64);
    // How long after one another a room's appends begin, and how long after one another the rooms' first ones.
    let apart = Duration::from_secs(1).mul_f64(if rate == 0 { 0.0 } else { rooms as f64 / rate as f64 });
    let mut tasks = tokio::task::JoinSet::new();
    for room in 0..rooms {
        let first = start + apart.mul_f64(1.0 + room as f64 / rooms as f64);
        let (store, room) = (store.clone(), format!("{run}-{room}"));
        tasks.spawn(async move {
            store.create(&room, vec![EVENT.to_owned()]).await?;
            let mut took = vec![];
            while Instant::now() < until {
                let at = took.len() as u64 + 1;
                let events = vec![EVENT.to_owned()];
                let began = if rate == 0 { Instant::now() } else { first + apart * took.len() as u32 };
                tokio::time::sleep_until(began.into()).await;
                let append = Append { room: room.clone(), at, events, phase: Phase::Open, epoch: None, puts: vec![] };
                store.append(append).await?;
                took.push(began.elapsed());
            }
            anyhow::Ok(took)
        });
    }
    let mut took = vec![];
    for room in tasks.join_all().await {
        took.extend(room?);
    }
    took.sort_unstable();
    let at = |part: f64| took[((took.len() - 1) as f64 * part) as usize];
    println!("{} appends to {rooms} rooms in {seconds} s: {} a second", took.len(), took.len() / seconds);
    println!("p50 {:.1?}, p99 {:.1?}, p99.9 {:.1?}, longest {:.1?}", at(0.5), at(0.99), at(0.999), at(1.0));
    Ok(())
}

/// Fills a file unless it is there, then opens it and reads one room.
async fn open(path: &Path, rooms: usize, events: usize) -> anyhow::Result<()> {
    if !path.exists() {
        let began = Instant::now();
        let store = Arc::new(Sqlite::open(path)?);
        for portion in (0..rooms).collect::<Vec<_>>().chunks(1000) {
            let mut tasks = tokio::task::JoinSet::new();
            for &room in portion {
                let store = store.clone();
                let events = vec![EVENT.to_owned(); events];
                tasks.spawn(async move { store.create(&format!("room {room}"), events).await });
            }
            tasks.join_all().await.into_iter().collect::<Result<Vec<()>, _>>()?;
        }
        drop(store);
        println!("{rooms} rooms of {events} events made in {:.1?}", began.elapsed());
    }
    let began = Instant::now();
    let store = Sqlite::open(path)?;
    println!("opened in {:.1?}", began.elapsed());
    let began = Instant::now();
    let tail = store.tail(&format!("room {}", rooms / 2), 0).await?.context("the room is not there")?;
    println!("one room of {} events read in {:.1?}", tail.len(), began.elapsed());
    let began = Instant::now();
    println!("{} rooms counted in {:.1?}", store.count().await?, began.elapsed());
    let began = Instant::now();
    let deleted = store.sweep(Keep::default()).await?;
    println!("a sweep that deletes {deleted} took {:.1?}", began.elapsed());
    Ok(())
}
