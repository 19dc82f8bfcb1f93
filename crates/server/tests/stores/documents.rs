//! What every store must do with documents, whatever it is made of.

use std::sync::Arc;
use std::time::Duration;

use agon_server::store::{Append, Keep, Put, Store, StoreError, deadline_key};

use super::checks::{all, append, texts};

fn put(key: &str, after: Option<u64>, text: &str) -> Put {
    Put { key: key.to_owned(), after, text: Some(text.to_owned()), due: None }
}

fn gone(key: &str) -> Put {
    Put { key: key.to_owned(), after: None, text: None, due: None }
}

pub async fn only_a_writer_who_has_read_the_newest_version_writes_a_document(store: Arc<dyn Store>) {
    assert_eq!(store.doc("a").await, Ok(None));
    assert_eq!(store.put(vec![put("a", Some(7), "x")]).await, Err(StoreError::Changed), "nobody has read that");
    store.put(vec![put("a", Some(0), "one")]).await.unwrap();
    assert_eq!(store.put(vec![put("a", Some(0), "again")]).await, Err(StoreError::Changed), "it is there now");
    let one = store.doc("a").await.unwrap().expect("a document");
    assert_eq!(one.text, "one");
    store.put(vec![put("a", Some(one.version), "two"), put("b", None, "żółw 🏁\0\n")]).await.unwrap();
    assert_eq!(store.put(vec![put("a", Some(one.version), "late")]).await, Err(StoreError::Changed));
    let half = vec![put("b", None, "half"), put("a", Some(one.version), "late")];
    assert_eq!(store.put(half).await, Err(StoreError::Changed));
    assert_eq!(store.doc("b").await.unwrap().map(|doc| doc.text).as_deref(), Some("żółw 🏁\0\n"), "all or nothing");
    let two = store.doc("a").await.unwrap().expect("a document");
    assert!(two.text == "two" && two.version > one.version);
    store.put(vec![gone("a")]).await.unwrap();
    assert_eq!(store.doc("a").await, Ok(None));
    store.put(vec![put("a", Some(0), "anew")]).await.unwrap();
    assert!(store.doc("a").await.unwrap().is_some_and(|doc| doc.version > one.version), "no version comes back");
}

pub async fn documents_are_written_together_with_events_or_not_at_all(store: Arc<dyn Store>) {
    store.create("abc", texts(&["made"])).await.unwrap();
    let with = |at, puts| Append { puts, ..append("abc", at, &["over"]) };
    assert_eq!(store.append(with(5, vec![put("a", None, "x")])).await, Err(StoreError::Late(1)));
    assert_eq!(store.doc("a").await, Ok(None), "the append was late");
    let changed = vec![put("b", None, "x"), put("a", Some(3), "x")];
    assert_eq!(store.append(with(1, changed)).await, Err(StoreError::Changed));
    assert_eq!(all(&*store, "abc").await, ["made"]);
    assert_eq!(store.doc("b").await, Ok(None));
    store.append(with(1, vec![put("a", Some(0), "one"), put("b", None, "two")])).await.unwrap();
    assert_eq!(all(&*store, "abc").await, ["made", "over"]);
    assert_eq!(store.doc("a").await.unwrap().map(|doc| doc.text).as_deref(), Some("one"));
}

pub async fn a_document_comes_due_once_its_time_has_come(store: Arc<dyn Store>) {
    let at = |key: &str, due| Put { due: Some(due), ..put(key, None, "x") };
    store.put(vec![at("late", 3000), at("soon", 1000), at("next", 2000), put("never", None, "x")]).await.unwrap();
    assert_eq!(store.due(999, 9).await, Ok(vec![]));
    assert_eq!(store.due(2000, 9).await, Ok(texts(&["soon", "next"])));
    assert_eq!(store.due(u64::MAX, 2).await, Ok(texts(&["soon", "next"])), "the first ones first");
    store.put(vec![at("soon", 5000), gone("next")]).await.unwrap();
    assert_eq!(store.due(4000, 9).await, Ok(texts(&["late"])));
    store.put(vec![put("late", None, "x")]).await.unwrap();
    assert_eq!(store.due(u64::MAX, 9).await, Ok(texts(&["soon"])));
}

/// Eight tasks count one document up, each forty times; the loser reads it again.
pub async fn of_writers_that_race_one_wins_each_version(store: Arc<dyn Store>) {
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let store = store.clone();
        tasks.spawn(async move {
            let mut done = 0;
            while done < 40 {
                let (version, count) = match store.doc("count").await.unwrap() {
                    Some(doc) => (doc.version, doc.text.parse::<u32>().unwrap()),
                    None => (0, 0),
                };
                match store.put(vec![put("count", Some(version), &(count + 1).to_string())]).await {
                    Ok(()) => done += 1,
                    Err(StoreError::Changed) => {}
                    Err(other) => panic!("{other}"),
                }
            }
        });
    }
    tasks.join_all().await;
    assert_eq!(store.doc("count").await.unwrap().map(|doc| doc.text).as_deref(), Some("320"));
}

pub async fn a_room_whose_player_has_days_to_move_is_not_deleted(store: Arc<dyn Store>) {
    store.create("slow", texts(&["made"])).await.unwrap();
    let due = Put { due: Some(u64::MAX / 4), ..put(&deadline_key("slow"), None, "x") };
    store.append(Append { puts: vec![due], ..append("slow", 1, &["moved"]) }).await.unwrap();
    store.sweep(Keep { open: Duration::ZERO, over: Duration::ZERO }).await.unwrap();
    assert_eq!(all(&*store, "slow").await, ["made", "moved"]);
}
