//! The suite over SQLite, and what files and disks do to it.

mod failing;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use agon_server::store::{Append, Keep, Sqlite, Store, StoreError};
use rusqlite::Connection;

use super::checks::{all, append};
use super::place::Dir;

struct Place {
    store: Arc<Sqlite>,
    _dir: Dir,
}

impl Place {
    async fn new(_keep: Keep) -> Self {
        let dir = Dir::new();
        Self { store: Arc::new(Sqlite::open(&dir.at("new/deep/agon.db")).unwrap()), _dir: dir }
    }

    fn store(&self) -> Arc<dyn Store> {
        self.store.clone()
    }
}

crate::each_check!();

fn made() -> Vec<String> {
    vec!["made".to_owned()]
}

fn why(outcome: Result<(), StoreError>) -> String {
    match outcome {
        Err(StoreError::Unavailable(why)) => why,
        other => panic!("{other:?} where nothing can be stored"),
    }
}

fn intact(path: &std::path::Path) {
    let verdict: String =
        Connection::open(path).unwrap().query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(verdict, "ok");
}

#[tokio::test]
async fn a_file_opened_again_has_everything() {
    let dir = Dir::new();
    let path = dir.at("agon.db");
    for round in 0..5 {
        let store = Sqlite::open(&path).unwrap();
        assert_eq!(store.count().await, Ok(round));
        store.create(&format!("r{round}"), made()).await.unwrap();
        for old in 0..=round {
            store.append(append(&format!("r{old}"), 1 + round - old, &[&format!("round {round}")])).await.unwrap();
        }
    }
    let store = Sqlite::open(&path).unwrap();
    assert_eq!(all(&store, "r2").await, ["made", "round 2", "round 3", "round 4"]);
    drop(store);
    intact(&path);
}

#[tokio::test]
async fn what_was_asked_is_done_though_nobody_waits() {
    let dir = Dir::new();
    let store = Sqlite::open(&dir.at("agon.db")).unwrap();
    store.create("abc", made()).await.unwrap();
    {
        let asked = store.append(append("abc", 1, &["x"]));
        // Polled once it is on its way; then the caller is gone.
        let _ = tokio::time::timeout(Duration::ZERO, asked).await;
    }
    drop(store);
    let store = Sqlite::open(&dir.at("agon.db")).unwrap();
    assert_eq!(all(&store, "abc").await, ["made", "x"]);
}

/// A copy of the files while they are written is what a killed process leaves behind.
#[tokio::test(flavor = "multi_thread")]
async fn a_process_killed_while_writing_loses_nothing_it_has_acknowledged() {
    const ROOMS: usize = 20;
    let dir = Dir::new();
    let path = dir.at("agon.db");
    let store = Arc::new(Sqlite::open(&path).unwrap());
    let acknowledged: Arc<Vec<AtomicU64>> = Arc::new((0..ROOMS).map(|_| AtomicU64::new(1)).collect());
    let stop = Arc::new(AtomicBool::new(false));
    let mut tasks = tokio::task::JoinSet::new();
    for room in 0..ROOMS {
        store.create(&format!("r{room}"), made()).await.unwrap();
        let (store, acknowledged, stop) = (store.clone(), acknowledged.clone(), stop.clone());
        tasks.spawn(async move {
            let mut at = 1;
            while !stop.load(Ordering::Relaxed) {
                store.append(append(&format!("r{room}"), at, &[&format!("event {at}")])).await.unwrap();
                at += 1;
                acknowledged[room].store(at, Ordering::Release);
            }
        });
    }
    for round in 0..10 {
        let before: u64 = acknowledged.iter().map(|len| len.load(Ordering::Acquire)).sum();
        while acknowledged.iter().map(|len| len.load(Ordering::Acquire)).sum::<u64>() < before + 200 {
            tokio::task::yield_now().await;
        }
        // A reader keeps the log from being begun anew between the two copies; a killed process copies nothing.
        let mut reader = Connection::open(&path).unwrap();
        let reading = reader.transaction().unwrap();
        let _: i64 = reading.query_row("SELECT count(*) FROM rooms", [], |row| row.get(0)).unwrap();
        let lens: Vec<u64> = acknowledged.iter().map(|len| len.load(Ordering::Acquire)).collect();
        let copy = dir.at(&format!("copy{round}.db"));
        std::fs::copy(&path, &copy).unwrap();
        std::fs::copy(dir.at("agon.db-wal"), dir.at(&format!("copy{round}.db-wal"))).unwrap();
        drop(reading);
        let again = Sqlite::open(&copy).unwrap();
        for (room, &len) in lens.iter().enumerate() {
            let events = all(&again, &format!("r{room}")).await;
            assert!(events.len() as u64 >= len, "r{room} has {} events, {len} were acknowledged", events.len());
            assert!(events.iter().skip(1).zip(1..).all(|(event, n)| *event == format!("event {n}")));
        }
        again.append(append("r0", all(&again, "r0").await.len() as u64, &["goes on"])).await.unwrap();
        drop(again);
        intact(&copy);
    }
    stop.store(true, Ordering::Relaxed);
    tasks.join_all().await;
}

#[tokio::test]
async fn a_changed_event_is_found_and_other_rooms_go_on() {
    let dir = Dir::new();
    let path = dir.at("agon.db");
    let store = Sqlite::open(&path).unwrap();
    for room in ["text", "hash", "gap", "swap", "good"] {
        store.create(room, ["zero", "one", "two", "three", "four"].map(String::from).to_vec()).await.unwrap();
    }
    let outside = Connection::open(&path).unwrap();
    outside
        .execute_batch(
            "UPDATE events SET text = 'twp' WHERE room = 'text' AND seq = 2;
             UPDATE events SET hash = zeroblob(32) WHERE room = 'hash' AND seq = 3;
             DELETE FROM events WHERE room = 'gap' AND seq = 1;
             UPDATE events SET room = 'swap 2' WHERE room = 'swap' AND seq = 4;
             UPDATE events SET room = 'swap', seq = 4 WHERE room = 'good' AND seq = 4;
             UPDATE events SET room = 'good', seq = 4 WHERE room = 'swap 2' AND seq = 4;",
        )
        .unwrap();
    assert_eq!(store.tail("text", 0).await, Err(StoreError::Damaged(2)));
    assert_eq!(store.tail("text", 2).await, Err(StoreError::Damaged(2)));
    assert_eq!(store.tail("text", 3).await.unwrap().unwrap(), ["three", "four"]);
    assert_eq!(store.tail("hash", 0).await, Err(StoreError::Damaged(3)));
    assert_eq!(store.tail("gap", 0).await, Err(StoreError::Damaged(1)));
    assert_eq!(store.tail("gap", 2).await, Err(StoreError::Damaged(1)));
    assert_eq!(store.tail("swap", 0).await, Err(StoreError::Damaged(4)), "an event of another room");
    store.create("other", made()).await.unwrap();
    assert_eq!(all(&store, "other").await, ["made"]);
}

#[tokio::test]
async fn a_flipped_byte_on_disk_is_found() {
    let dir = Dir::new();
    let path = dir.at("agon.db");
    let store = Sqlite::open(&path).unwrap();
    store.create("abc", vec!["made".into(), "a very special move".into()]).await.unwrap();
    store.create("def", made()).await.unwrap();
    drop(store);
    let mut bytes = std::fs::read(&path).unwrap();
    let places: Vec<usize> = (0..bytes.len() - 12).filter(|&at| &bytes[at..at + 12] == b"very special").collect();
    assert_eq!(places.len(), 1, "the event is in the file once");
    bytes[places[0]] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let store = Sqlite::open(&path).unwrap();
    assert_eq!(store.tail("abc", 0).await, Err(StoreError::Damaged(1)));
    assert_eq!(all(&store, "def").await, ["made"]);
}

#[tokio::test]
async fn a_second_server_is_told_to_use_another_folder_or_redis() {
    let dir = Dir::new();
    let path = dir.at("agon.db");
    let store = Sqlite::open(&path).unwrap();
    let second = Sqlite::open(&path).map(drop);
    assert!(why(second).ends_with(
        "agon.db`: another server is using it; stop that one, choose another folder with `--data FOLDER`, or let both \
         share their rooms with `--redis URL`"
    ));
    store.create("abc", made()).await.unwrap();
    drop(store);
    assert_eq!(all(&Sqlite::open(&path).unwrap(), "abc").await, ["made"]);
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_user_can_read_the_store() {
    use std::os::unix::fs::PermissionsExt;
    let dir = Dir::new();
    let modes = || {
        ["agon.db", "agon.db-wal", "agon.db-shm"]
            .map(|name| dir.at(name).metadata().unwrap().permissions().mode() & 0o777)
    };
    let store = Sqlite::open(&dir.at("agon.db")).unwrap();
    store.create("abc", made()).await.unwrap();
    assert_eq!(modes(), [0o600; 3]);
    drop(store);
    // A store of before, which others could read.
    std::fs::set_permissions(dir.at("agon.db"), PermissionsExt::from_mode(0o644)).unwrap();
    let store = Sqlite::open(&dir.at("agon.db")).unwrap();
    store.append(append("abc", 1, &["x"])).await.unwrap();
    assert_eq!(modes(), [0o600; 3]);
}

#[tokio::test]
async fn a_probe_fails_while_nothing_can_be_stored() {
    let dir = Dir::new();
    let store = Sqlite::open(&dir.at("agon.db")).unwrap();
    store.create("abc", made()).await.unwrap();
    store.limit(Some(1));
    assert!(why(store.probe().await).contains("full"));
    store.limit(None);
    assert_eq!(store.probe().await, Ok(()));
    let outside = Connection::open(dir.at("agon.db")).unwrap();
    let rows: i64 = outside.query_row("SELECT count(*) FROM events", [], |row| row.get(0)).unwrap();
    assert_eq!(rows, 1, "it leaves nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_file_refuses_in_time_is_still_read_and_recovers() {
    let dir = Dir::new();
    let path = dir.at("agon.db");
    let store = Sqlite::open(&path).unwrap();
    store.create("abc", made()).await.unwrap();
    let outside = Connection::open(&path).unwrap();
    outside.execute_batch("BEGIN IMMEDIATE").unwrap();
    let began = Instant::now();
    let (written, read) = tokio::join!(store.append(append("abc", 1, &["x"])), async {
        let events = all(&store, "abc").await;
        (events, began.elapsed())
    });
    assert!(why(written).contains("locked"));
    assert!(began.elapsed() < crate::busy::at_most(Duration::from_secs(4)), "{:?}", began.elapsed());
    assert_eq!(read.0, ["made"]);
    assert!(read.1 < crate::busy::at_most(Duration::from_secs(1)), "reading waited {:?} for the writer", read.1);
    outside.execute_batch("ROLLBACK").unwrap();
    store.append(append("abc", 1, &["y"])).await.unwrap();
    assert_eq!(all(&store, "abc").await, ["made", "y"]);
}

#[tokio::test]
async fn what_is_no_store_is_not_opened() {
    let dir = Dir::new();
    std::fs::write(dir.at("letter.txt"), "Dear reader, ".repeat(1000)).unwrap();
    let open = |name: &str| match Sqlite::open(&dir.at(name)) {
        Err(StoreError::Unavailable(why)) => why.replace(dir.at("").to_str().unwrap(), ""),
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("{name} was opened"),
    };
    assert_eq!(open("letter.txt"), "cannot open `letter.txt`: file is not a database");
    assert!(open("letter.txt/agon.db").starts_with("cannot make the directory `letter.txt`"));
    let newer = Connection::open(dir.at("newer.db")).unwrap();
    newer.pragma_update(None, "user_version", 2).unwrap();
    assert_eq!(open("newer.db"), "cannot open `newer.db`: its tables have layout 2, this program knows 1");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sweep_keeps_no_append_waiting_for_long() {
    let dir = Dir::new();
    let store = Arc::new(Sqlite::open(&dir.at("agon.db")).unwrap());
    let mut tasks = tokio::task::JoinSet::new();
    for room in 0..2000 {
        let store = store.clone();
        tasks.spawn(async move { store.create(&format!("r{room}"), vec!["event".into(); 30]).await.unwrap() });
    }
    tasks.join_all().await;
    store.create("played", made()).await.unwrap();
    let over = Append { phase: agon_server::store::Phase::Over, ..append("played", 1, &["over"]) };
    store.append(over).await.unwrap();
    let sweeping = tokio::spawn({
        let store = store.clone();
        async move { store.sweep(Keep { open: Duration::ZERO, ..Keep::default() }).await.unwrap() }
    });
    let mut at = 2;
    while !sweeping.is_finished() {
        let next = append("played", at, &["chat"]);
        store.append(Append { phase: agon_server::store::Phase::Over, ..next }).await.unwrap();
        at += 1;
    }
    assert_eq!(sweeping.await.unwrap(), 2000);
    assert!(at > 12, "only {} appends got through beside 63 portions", at - 2);
    assert_eq!(store.count().await, Ok(1));
}
