//! `kill -9` at random moments under load, of the server and of Redis: nothing that was acknowledged is lost or doubled.

use std::thread;
use std::time::{Duration, Instant};

use agon_rules::Rng;

use super::process::{Folder, Redis, Server};
use super::tables::{QUICK, Tables, Tally};

const TABLES: usize = 20;

/// How many times something is killed: so often, or as `AGON_ROUNDS` says.
fn rounds(ordinary: usize) -> usize {
    std::env::var("AGON_ROUNDS").map_or(ordinary, |text| {
        text.parse().unwrap_or_else(|_| panic!("bad AGON_ROUNDS `{text}`; a number is wanted, for example 100"))
    })
}

/// Lets everybody play for a moment of chance.
fn play_on(rng: &mut Rng) {
    thread::sleep(Duration::from_millis(100 + rng.below(500) as u64));
}

/// Starts a server where the one before was, or elsewhere.
fn start_again(before: &Server, rng: &mut Rng, args: &[&str]) -> Server {
    let same = (rng.below(2) == 0).then(|| Server::start_at(before.port(), args)).flatten();
    same.unwrap_or_else(|| Server::start(args))
}

fn check(name: &str, rounds: usize, begin: Instant, tally: &Tally) {
    println!("{name}: {rounds} kills in {:.1} s: {tally}", begin.elapsed().as_secs_f64());
    assert_eq!((tally.lost, tally.doubled), (0, 0), "{tally}");
    // Otherwise the test has shown nothing.
    assert!(tally.acked >= rounds * TABLES && tally.returns as usize >= rounds, "hardly anybody played: {tally}");
}

/// Kills the server again and again.
fn kill_servers(name: &str, seed: u64, rounds: usize, args: &[&str]) {
    let (begin, mut rng) = (Instant::now(), Rng::new(seed));
    let mut server = Server::start(args);
    let tables = Tables::open(TABLES, seed, QUICK, [&server.address; 2]);
    for _ in 0..rounds {
        play_on(&mut rng);
        server.process.kill();
        server = start_again(&server, &mut rng, args);
        tables.moved([&server.address; 2]);
    }
    let evening = tables.finish();
    // What counts is what a process finds that has seen nothing of all this.
    drop(server);
    check(name, rounds, begin, &evening.audit(&Server::start(args).address));
}

#[test]
fn kills_of_the_server_lose_and_double_nothing_in_sqlite() {
    let folder = Folder::new();
    let path = folder.path().to_str().expect("a path").to_owned();
    kill_servers("server over SQLite", 1, rounds(8), &["--data", &path]);
}

#[test]
fn kills_of_the_server_lose_and_double_nothing_in_redis() {
    let redis = Redis::start();
    kill_servers("server over Redis", 2, rounds(4), &["--redis", &redis.url()]);
}

#[test]
fn kills_of_redis_lose_and_double_nothing() {
    let (begin, mut rng, rounds) = (Instant::now(), Rng::new(3), rounds(4));
    let mut redis = Redis::start();
    let url = redis.url();
    let mut servers = [(); 2].map(|()| Server::start(&["--redis", &url]));
    let tables = Tables::open(TABLES, 3, QUICK, [0, 1].map(|at: usize| &*servers[at].address));
    for _ in 0..rounds {
        play_on(&mut rng);
        redis.process.kill();
        // Now and then somebody wants something while it is away.
        thread::sleep(Duration::from_millis(rng.below(300) as u64));
        redis.start_again();
    }
    let evening = tables.finish();
    assert!(servers.iter_mut().all(|server| server.process.is_running()), "the servers have lived through it");
    drop(servers);
    let tally = evening.audit(&Server::start(&["--redis", &url]).address);
    println!("Redis: {rounds} kills in {:.1} s: {tally}", begin.elapsed().as_secs_f64());
    assert_eq!((tally.lost, tally.doubled), (0, 0), "{tally}");
    assert!(tally.acked >= rounds * TABLES && tally.storage > 0, "hardly anybody noticed: {tally}");
}
