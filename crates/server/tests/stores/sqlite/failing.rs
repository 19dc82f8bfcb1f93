//! A file that cannot be written for a while: what was asked is refused, nothing is lost, and the store recovers.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_full_store_refuses_loses_nothing_and_recovers() {
    let dir = Dir::new();
    let path = dir.at("agon.db");
    let store = Arc::new(Sqlite::open(&path).unwrap());
    store.limit(Some(50));
    let long = "x".repeat(3000);
    let mut tasks = tokio::task::JoinSet::new();
    for room in 0..10 {
        let (store, long) = (store.clone(), long.clone());
        tasks.spawn(async move {
            let name = format!("r{room}");
            store.create(&name, vec!["made".into()]).await.unwrap();
            let mut at = 1;
            loop {
                match store.append(append(&name, at, &[&long, &long])).await {
                    Ok(()) => at += 2,
                    other => return (name, at, why(other)),
                }
                assert!(at < 1000, "the limit does not hold");
            }
        });
    }
    let full = tasks.join_all().await;
    for (room, len, why) in &full {
        assert_eq!(why, "database or disk is full");
        assert_eq!(all(&*store, room).await.len() as u64, *len, "{room}: all or nothing");
    }
    assert!(why(store.create("big", vec![long.clone(); 60]).await).contains("full"));
    assert_eq!(store.tail("big", 0).await, Ok(None));
    store.limit(None);
    for (room, len, _) in &full {
        store.append(append(room, *len, &[&long])).await.unwrap();
    }
    store.create("big", vec![long; 60]).await.unwrap();
    drop(store);
    intact(&path);
}

#[tokio::test]
async fn a_failure_does_not_close_the_file_that_a_full_disk_could_not_open() {
    let dir = Dir::new();
    let store = Sqlite::open(&dir.at("agon.db")).unwrap();
    store.create("abc", made()).await.unwrap();
    store.limit(Some(1));
    for _ in 0..3 {
        assert!(why(store.create("big", vec!["x".repeat(3000); 60]).await).contains("full"));
        // The last connection that closes takes it along, and nobody reads without it.
        assert!(dir.at("agon.db-shm").exists());
        assert_eq!(all(&store, "abc").await, ["made"]);
    }
    store.limit(None);
    store.append(append("abc", 1, &["x"])).await.unwrap();
}

#[tokio::test]
async fn a_request_that_fails_half_way_leaves_nothing_and_spoils_no_other() {
    let dir = Dir::new();
    let path = dir.at("agon.db");
    let store = Sqlite::open(&path).unwrap();
    store.create("abc", made()).await.unwrap();
    let outside = Connection::open(&path).unwrap();
    let rule = "CREATE TRIGGER fail BEFORE INSERT ON events WHEN new.text = 'bad' BEGIN SELECT RAISE(ABORT, 'no'); END";
    outside.execute_batch(rule).unwrap();
    let (good, bad, new, worse) = tokio::join!(
        store.append(append("abc", 1, &["one"])),
        store.append(append("abc", 2, &["two", "bad", "three"])),
        store.create("def", made()),
        store.create("ghi", vec!["made".into(), "bad".into()]),
    );
    assert_eq!((good, why(bad), new, why(worse)), (Ok(()), "no".into(), Ok(()), "no".into()));
    assert_eq!(all(&store, "abc").await, ["made", "one"]);
    assert_eq!(all(&store, "def").await, ["made"]);
    assert_eq!(store.tail("ghi", 0).await, Ok(None));
}

/// A rule that is only looked at when it is committed lets every statement pass and the commit fail.
#[tokio::test(flavor = "multi_thread")]
async fn a_commit_that_fails_undoes_all_of_it_and_the_store_recovers() {
    let dir = Dir::new();
    let path = dir.at("agon.db");
    let store = Sqlite::open(&path).unwrap();
    store.create("abc", made()).await.unwrap();
    let outside = Connection::open(&path).unwrap();
    outside
        .execute_batch(
            "CREATE TABLE none(n PRIMARY KEY);
             CREATE TABLE wall(n REFERENCES none(n) DEFERRABLE INITIALLY DEFERRED);
             CREATE TRIGGER fail AFTER INSERT ON events BEGIN INSERT INTO wall VALUES(1); END;",
        )
        .unwrap();
    for _ in 0..3 {
        let (one, two, three, four) = tokio::join!(
            store.append(append("abc", 1, &["x"])),
            store.create("def", made()),
            store.append(append("def", 1, &["x"])),
            store.append(append("abc", 7, &["x"])),
        );
        assert_eq!(why(one), "FOREIGN KEY constraint failed");
        assert_eq!(why(two), "FOREIGN KEY constraint failed");
        // Whether these shared a failed commit is chance; what they say must be true of what is stored.
        assert!(matches!(three, Err(StoreError::Unavailable(_) | StoreError::Missing)), "{three:?}");
        assert!(matches!(four, Err(StoreError::Unavailable(_) | StoreError::Late(1))), "{four:?}");
        assert_eq!(all(&store, "abc").await, ["made"]);
        assert_eq!(store.tail("def", 0).await, Ok(None));
    }
    outside.execute_batch("DROP TRIGGER fail").unwrap();
    store.append(append("abc", 1, &["y"])).await.unwrap();
    store.create("def", made()).await.unwrap();
    assert_eq!(all(&store, "abc").await, ["made", "y"]);
    drop(store);
    intact(&path);
    assert_eq!(all(&Sqlite::open(&path).unwrap(), "abc").await, ["made", "y"]);
}
