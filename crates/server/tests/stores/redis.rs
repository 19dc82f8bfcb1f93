//! The suite over Redis, and what happens when it is paused, killed and started again.
//!
//! Every test starts a Redis of its own.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use agon_server::store::{Append, Bus, Keep, Phase, Redis, Store, StoreError, Word};
use tokio::sync::broadcast::Receiver;
use tokio::time::timeout;

use super::checks::{all, append};
use super::place::Dir;

/// A Redis that keeps everything on disk at once. It is killed with the test.
struct Server {
    child: Child,
    port: u16,
    dir: Dir,
}

impl Server {
    fn start() -> Self {
        // The port is free now; that somebody else takes it before Redis does is seen by its not starting.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let dir = Dir::new();
        Self { child: run(port, &dir), port, dir }
    }

    fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success(), "kill {name} {id}");
    }

    /// Kills it without a word, and starts it again.
    fn restart(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.child = run(self.port, &self.dir);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn run(port: u16, dir: &Dir) -> Child {
    let mut command = Command::new("redis-server");
    command.args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "yes"]);
    command.args(["--appendfsync", "always", "--dir"]).arg(dir.at("")).stdout(Stdio::null());
    let mut child = command.spawn().unwrap_or_else(|error| {
        panic!("cannot run `redis-server`: {error}; install it (Debian: `apt-get install redis-server`)")
    });
    let began = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        if let Some(status) = child.try_wait().unwrap() {
            panic!("redis-server ended with {status}");
        }
        assert!(began.elapsed() < crate::busy::at_most(Duration::from_secs(20)), "redis-server does not listen");
        std::thread::sleep(Duration::from_millis(10));
    }
    child
}

struct Place {
    store: Arc<Redis>,
    server: Server,
}

impl Place {
    async fn new(keep: Keep) -> Self {
        let server = Server::start();
        Self { store: Arc::new(Redis::open_keeping(&server.url(), keep).await.unwrap()), server }
    }

    fn store(&self) -> Arc<dyn Store> {
        self.store.clone()
    }

    /// As another process sees it.
    async fn other(&self) -> Redis {
        Redis::open(&self.server.url()).await.unwrap()
    }
}

crate::each_check!();

const LONG: Duration = Duration::from_secs(3600);

fn made() -> Vec<String> {
    vec!["made".to_owned()]
}

fn grown(room: &str, len: u64) -> Word {
    Word::Grown { room: room.to_owned(), len }
}

async fn next(words: &mut Receiver<Word>) -> Word {
    timeout(crate::busy::at_most(Duration::from_secs(10)), words.recv()).await.expect("no word came").unwrap()
}

/// Tries until Redis is there again.
async fn eventually(store: &dyn Store, append: &Append) {
    let began = Instant::now();
    while let Err(error) = store.append(append.clone()).await {
        // Tried again after its answer was lost, it may be stored already.
        if error == StoreError::Late(append.at + append.events.len() as u64) {
            return;
        }
        assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
        assert!(began.elapsed() < crate::busy::at_most(Duration::from_secs(15)), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_race_on_the_same_rooms() {
    let place = Place::new(Keep::default()).await;
    let stores = [place.store.clone(), Arc::new(place.other().await)];
    place.store.create("abc", made()).await.unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for (process, store) in stores.into_iter().enumerate() {
        tasks.spawn(async move {
            let mut at = 1;
            for n in 0..1000 {
                while let Err(error) = store.append(append("abc", at, &[&format!("{process} {n}")])).await {
                    let StoreError::Late(len) = error else { panic!("{error}") };
                    at = len;
                }
                at += 1;
            }
        });
    }
    tasks.join_all().await;
    let events = all(&*place.store, "abc").await;
    assert_eq!(events.len(), 2001);
    for process in ["0 ", "1 "] {
        let own: Vec<_> = events.iter().filter_map(|event| event.strip_prefix(process)).collect();
        assert_eq!(own, (0..1000).map(|n| n.to_string()).collect::<Vec<_>>(), "each in its own order");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn word_arrives_at_every_process() {
    let place = Place::new(Keep::default()).await;
    let other = place.other().await;
    let (mut here, mut there) = (place.store.listen(), other.listen());
    place.store.create("a b", made()).await.unwrap();
    place.store.append(append("a b", 1, &["x", "y"])).await.unwrap();
    assert_eq!(next(&mut here).await, grown("a b", 3), "one's own word too");
    assert_eq!(next(&mut there).await, grown("a b", 3));
    assert_eq!(other.append(append("a b", 1, &["x"])).await, Err(StoreError::Late(3)));
    let present = Word::Here { room: "a b".into(), process: u64::MAX, seats: vec![0, 1], watchers: 5 };
    other.send(Word::Missed);
    other.send(present.clone());
    assert_eq!(next(&mut here).await, present, "nothing is said of an append that was late");
    assert_eq!(next(&mut there).await, present);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paused_redis_is_unavailable_in_time_and_works_again() {
    let place = Place::new(Keep::default()).await;
    let store = &place.store;
    store.create("abc", made()).await.unwrap();
    place.server.signal("-STOP");
    let began = Instant::now();
    let outcomes = tokio::join!(
        store.append(append("abc", 1, &["x"])),
        store.create("def", made()),
        store.tail("abc", 0),
        store.drive("abc", 1, LONG),
        store.probe(),
    );
    let took = began.elapsed();
    let again = store.append(append("abc", 1, &["x"])).await;
    let again_took = began.elapsed() - took;
    place.server.signal("-CONT");
    assert!(took.max(again_took) < crate::busy::at_most(Duration::from_secs(4)), "{took:?} {again_took:?}");
    for outcome in [outcomes.0, outcomes.1, outcomes.2.map(drop), outcomes.3.map(drop), outcomes.4.map(drop), again] {
        assert!(matches!(outcome, Err(StoreError::Unavailable(_))), "{outcome:?}");
    }
    eventually(&**store, &append("abc", 1, &["x"])).await;
    assert_eq!(all(&**store, "abc").await, ["made", "x"], "tried three times, stored once");
    store.append(append("abc", 2, &["y"])).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redis_killed_and_started_again_has_everything_and_word_flows_again() {
    let mut place = Place::new(Keep::default()).await;
    let store = place.store.clone();
    let mut words = store.listen();
    store.create("abc", made()).await.unwrap();
    let epoch = store.drive("abc", 1, LONG).await.unwrap().expect("nobody drives it");
    for at in 1..200 {
        store.append(append("abc", at, &[&format!("event {at}")])).await.unwrap();
    }
    while next(&mut words).await != grown("abc", 200) {}
    place.server.restart();
    assert_eq!(next(&mut words).await, Word::Missed);
    eventually(&*store, &Append { epoch: Some(epoch), ..append("abc", 200, &["after"]) }).await;
    assert_eq!(next(&mut words).await, grown("abc", 201));
    let events = all(&*store, "abc").await;
    assert_eq!(events.len(), 201);
    assert!(events[1..200].iter().zip(1..).all(|(event, n)| *event == format!("event {n}")));
    assert_eq!(store.drive("abc", 2, LONG).await, Ok(None), "leases are kept too");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redis_killed_while_rooms_append_loses_and_doubles_nothing() {
    let mut place = Place::new(Keep::default()).await;
    let mut tasks = tokio::task::JoinSet::new();
    let (done, mut progress) = tokio::sync::mpsc::unbounded_channel();
    for room in 0..10 {
        let (store, done, room) = (place.store.clone(), done.clone(), format!("r{room}"));
        store.create(&room, made()).await.unwrap();
        tasks.spawn(async move {
            for at in 1..=200 {
                eventually(&*store, &append(&room, at, &[&format!("event {at}")])).await;
                done.send(()).unwrap();
            }
        });
    }
    for _ in 0..3 {
        for _ in 0..400 {
            progress.recv().await.unwrap();
        }
        place.server.restart();
    }
    tasks.join_all().await;
    for room in 0..10 {
        let events = all(&*place.store, &format!("r{room}")).await;
        assert_eq!(events.len(), 201);
        assert!(events[1..].iter().zip(1..).all(|(event, n)| *event == format!("event {n}")), "{events:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redis_that_is_down_is_unavailable_at_once_or_in_time() {
    let mut place = Place::new(Keep::default()).await;
    place.store.create("abc", made()).await.unwrap();
    place.server.child.kill().unwrap();
    place.server.child.wait().unwrap();
    for _ in 0..5 {
        let began = Instant::now();
        let outcome = place.store.append(append("abc", 1, &["x"])).await;
        assert!(matches!(outcome, Err(StoreError::Unavailable(_))), "{outcome:?}");
        assert!(began.elapsed() < crate::busy::at_most(Duration::from_secs(4)), "{:?}", began.elapsed());
    }
    let url = place.server.url();
    assert!(matches!(Redis::open(&url).await, Err(StoreError::Unavailable(_))), "nor can it be opened");
    place.server.child = run(place.server.port, &place.server.dir);
    eventually(&*place.store, &append("abc", 1, &["y"])).await;
    assert_eq!(all(&*place.store, "abc").await, ["made", "y"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_to_the_bus_is_restored_and_reported() {
    let place = Place::new(Keep::default()).await;
    place.store.create("abc", made()).await.unwrap();
    let mut words = place.store.listen();
    let mut outside = redis::Client::open(place.server.url()).unwrap().get_connection().unwrap();
    let cut: u32 = redis::cmd("CLIENT").arg(&["KILL", "TYPE", "pubsub"]).query(&mut outside).unwrap();
    assert_eq!(cut, 1);
    assert_eq!(next(&mut words).await, Word::Missed);
    place.store.append(append("abc", 1, &["x"])).await.unwrap();
    assert_eq!(next(&mut words).await, grown("abc", 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_rooms_are_kept_for_as_long_as_wanted() {
    let server = Server::start();
    let keep = Keep { open: LONG, over: Duration::from_millis(200) };
    let store = Redis::open_keeping(&server.url(), keep).await.unwrap();
    store.create("abc", made()).await.unwrap();
    store.drive("abc", 1, Duration::from_millis(100)).await.unwrap();
    store.append(Append { phase: Phase::Over, ..append("abc", 1, &["over"]) }).await.unwrap();
    assert_eq!(all(&store, "abc").await, ["made", "over"]);
    let began = Instant::now();
    let mut outside = redis::Client::open(server.url()).unwrap().get_connection().unwrap();
    let mut keys = || -> Vec<String> { redis::cmd("KEYS").arg("*").query(&mut outside).unwrap() };
    while keys() != ["agon:epoch"] {
        assert!(began.elapsed() < crate::busy::at_most(Duration::from_secs(5)), "{:?} stay", keys());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(store.tail("abc", 0).await, Ok(None));
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_rooms_of_earlier_versions_are_not_kept_for_ever() {
    let place = Place::new(Keep::default()).await;
    let mut outside = redis::Client::open(place.server.url()).unwrap().get_connection().unwrap();
    for n in 0..3000 {
        place.store.create(&format!("r{n}"), made()).await.unwrap();
    }
    place.store.drive("r7", 1, LONG).await.unwrap();
    // As they were left when a game was over.
    for key in ["agon:room:r7", "agon:driver:r7", "agon:room:r8"] {
        let _: () = redis::cmd("PERSIST").arg(key).query(&mut outside).unwrap();
    }
    assert_eq!(place.store.sweep(Keep::default()).await, Ok(0));
    let mut days = |key: &str| {
        let left: i64 = redis::cmd("PTTL").arg(key).query(&mut outside).unwrap();
        (left as f64 / 86_400_000.0).round() as i64
    };
    assert_eq!([days("agon:room:r7"), days("agon:driver:r7"), days("agon:room:r8")], [365; 3]);
    assert_eq!([days("agon:room:r6"), days("agon:driver:r6")], [7, 0], "others stay as they are, or are not there");
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_share_the_clock_and_know_since_when_one_was_running() {
    let place = Place::new(Keep::default()).await;
    let (one, other) = (place.store.time().await.unwrap(), place.other().await.time().await.unwrap());
    assert!(one.up == other.up && one.now <= other.now, "{one:?} {other:?}");
    // Nobody was running for a while.
    let mut outside = redis::Client::open(place.server.url()).unwrap().get_connection().unwrap();
    let left: u64 = redis::cmd("PTTL").arg("agon:up").query(&mut outside).unwrap();
    assert!((30_000..=60_000).contains(&left), "{left}");
    let _: () = redis::cmd("DEL").arg("agon:up").query(&mut outside).unwrap();
    let again = place.store.time().await.unwrap();
    assert!(again.up == again.now && again.up >= other.now, "{again:?} {other:?}");
}

#[tokio::test]
async fn an_address_that_is_none_is_refused() {
    match Redis::open("localhost:6379").await {
        Err(StoreError::Unavailable(why)) => assert!(why.contains("`redis://host:6379/0`"), "{why}"),
        other => panic!("{:?}", other.map(drop)),
    }
}
