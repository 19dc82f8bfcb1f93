//! What every store must do, whatever it is made of.

use std::sync::Arc;
use std::time::{Duration, Instant};

use agon_server::store::{Append, Keep, Phase, Store, StoreError};

pub use super::documents::{
    a_document_comes_due_once_its_time_has_come, a_room_whose_player_has_days_to_move_is_not_deleted,
    documents_are_written_together_with_events_or_not_at_all, of_writers_that_race_one_wins_each_version,
    only_a_writer_who_has_read_the_newest_version_writes_a_document,
};

/// Runs every check over the store that `Place` opens, as one test each.
#[macro_export]
macro_rules! each_check {
    () => {
        $crate::each_check! {
            what_was_appended_is_in_the_tail
            an_append_at_another_length_is_late
            a_code_is_given_once
            of_a_missing_room_nothing_is_known
            a_room_may_begin_empty
            any_text_comes_back_as_it_was
            many_events_are_appended_at_once_or_not_at_all
            of_appenders_that_race_one_wins_each_place
            of_creators_that_race_one_wins
            a_driver_keeps_its_epoch_and_others_wait
            a_driver_that_was_replaced_cannot_append
            an_epoch_lasts_until_somebody_takes_over
            rooms_are_counted
            the_clock_goes_on_and_a_probe_leaves_nothing
            codes_come_in_order_and_in_portions
            a_deleted_room_is_gone_with_everything
            only_a_writer_who_has_read_the_newest_version_writes_a_document
            documents_are_written_together_with_events_or_not_at_all
            a_document_comes_due_once_its_time_has_come
            of_writers_that_race_one_wins_each_version
            a_room_whose_player_has_days_to_move_is_not_deleted
        }
    };
    ($($name:ident)*) => {
        $(#[tokio::test(flavor = "multi_thread")]
        async fn $name() {
            let place = Place::new(agon_server::store::Keep::default()).await;
            $crate::stores::checks::$name(place.store()).await;
        })*

        #[tokio::test(flavor = "multi_thread")]
        async fn abandoned_rooms_are_deleted_and_later_finished_ones() {
            let [open, over] = [1000, 2000].map(std::time::Duration::from_millis);
            let keep = agon_server::store::Keep { open, over };
            let place = Place::new(keep).await;
            $crate::stores::checks::abandoned_rooms_are_deleted_and_later_finished_ones(place.store(), keep).await;
        }
    };
}

/// An append of an open room by anyone.
pub fn append(room: &str, at: u64, events: &[&str]) -> Append {
    let events = events.iter().map(|&event| event.to_owned()).collect();
    Append { room: room.to_owned(), at, events, phase: Phase::Open, epoch: None, puts: vec![] }
}

/// The whole list of a room that is there.
pub async fn all(store: &dyn Store, room: &str) -> Vec<String> {
    store.tail(room, 0).await.unwrap().unwrap_or_else(|| panic!("room {room} is missing"))
}

pub fn texts(events: &[&str]) -> Vec<String> {
    events.iter().map(|&event| event.to_owned()).collect()
}

pub async fn what_was_appended_is_in_the_tail(store: Arc<dyn Store>) {
    store.create("abc", texts(&["made", "joined"])).await.unwrap();
    store.append(append("abc", 2, &["played a1"])).await.unwrap();
    store.append(append("abc", 3, &["played b2", "over"])).await.unwrap();
    assert_eq!(all(&*store, "abc").await, ["made", "joined", "played a1", "played b2", "over"]);
    assert_eq!(store.tail("abc", 3).await, Ok(Some(texts(&["played b2", "over"]))));
    assert_eq!(store.tail("abc", 5).await, Ok(Some(vec![])));
    assert_eq!(store.tail("abc", 6).await, Ok(Some(vec![])));
    assert_eq!(store.tail("abc", u64::MAX).await, Ok(Some(vec![])));
}

pub async fn an_append_at_another_length_is_late(store: Arc<dyn Store>) {
    store.create("abc", texts(&["made"])).await.unwrap();
    store.append(append("abc", 1, &["one", "two"])).await.unwrap();
    for at in [0, 1, 2, 4, 1000, u64::MAX] {
        assert_eq!(store.append(append("abc", at, &["x"])).await, Err(StoreError::Late(3)), "at {at}");
    }
    assert_eq!(all(&*store, "abc").await, ["made", "one", "two"]);
}

pub async fn a_code_is_given_once(store: Arc<dyn Store>) {
    store.create("abc", texts(&["mine"])).await.unwrap();
    assert_eq!(store.create("abc", texts(&["yours", "yours"])).await, Err(StoreError::Exists));
    // Codes are not patterns, and case matters: what codes look like is decided elsewhere.
    for code in ["ABC", "abc ", "ab", "*", "äöü", "a:b", "a b"] {
        store.create(code, texts(&[code])).await.unwrap();
        assert_eq!(all(&*store, code).await, [code]);
    }
    assert_eq!(all(&*store, "abc").await, ["mine"]);
}

pub async fn of_a_missing_room_nothing_is_known(store: Arc<dyn Store>) {
    assert_eq!(store.tail("abc", 0).await, Ok(None));
    assert_eq!(store.append(append("abc", 0, &["x"])).await, Err(StoreError::Missing));
    let fenced = Append { epoch: Some(1), ..append("abc", 5, &["x"]) };
    assert_eq!(store.append(fenced).await, Err(StoreError::Missing));
    assert_eq!(store.drive("abc", 1, Duration::from_secs(1)).await, Err(StoreError::Missing));
    assert_eq!(store.tail("abc", 0).await, Ok(None));
}

pub async fn a_room_may_begin_empty(store: Arc<dyn Store>) {
    store.create("abc", vec![]).await.unwrap();
    assert_eq!(store.tail("abc", 0).await, Ok(Some(vec![])));
    store.append(append("abc", 0, &[])).await.unwrap();
    assert_eq!(store.append(append("abc", 1, &[])).await, Err(StoreError::Late(0)));
    store.append(append("abc", 0, &["first"])).await.unwrap();
    assert_eq!(all(&*store, "abc").await, ["first"]);
}

pub async fn any_text_comes_back_as_it_was(store: Arc<dyn Store>) {
    let odd = ["", " ", "\0", "a\0b", "line\r\nline", "\"'`;--%s{}", "żółw 棋 🏁 \u{202e}", "\u{feff}", "\u{10ffff}"];
    let long = "☖x".repeat(25 * 1024);
    assert_eq!(long.len(), 100 * 1024);
    store.create("abc", texts(&odd)).await.unwrap();
    store.append(append("abc", odd.len() as u64, &[&long, "after"])).await.unwrap();
    let mut whole = odd.to_vec();
    whole.extend([long.as_str(), "after"]);
    assert_eq!(all(&*store, "abc").await, whole);
    assert_eq!(store.tail("abc", odd.len() as u64).await, Ok(Some(texts(&[&long, "after"]))));
}

pub async fn many_events_are_appended_at_once_or_not_at_all(store: Arc<dyn Store>) {
    let events: Vec<String> = (0..10_000).map(|n| format!("event {n}")).collect();
    store.create("abc", texts(&["made"])).await.unwrap();
    let many = |at| Append { events: events.clone(), ..append("abc", at, &[]) };
    assert_eq!(store.append(many(0)).await, Err(StoreError::Late(1)));
    assert_eq!(all(&*store, "abc").await, ["made"]);
    store.append(many(1)).await.unwrap();
    assert_eq!(store.tail("abc", 1).await, Ok(Some(events)));
}

/// Eight tasks append to the same four rooms, each 250 times a room; the loser of a place tries at the next.
pub async fn of_appenders_that_race_one_wins_each_place(store: Arc<dyn Store>) {
    const TASKS: usize = 8;
    const EACH: usize = 250;
    let rooms = ["r0", "r1", "r2", "r3"];
    for room in rooms {
        store.create(room, texts(&["made"])).await.unwrap();
    }
    let mut tasks = tokio::task::JoinSet::new();
    for task in 0..TASKS {
        for room in rooms {
            let store = store.clone();
            tasks.spawn(async move {
                let mut at = 1;
                let mut late = 0;
                let mut won = vec![];
                for n in 0..EACH {
                    let event = format!("{task} {n}");
                    loop {
                        match store.append(append(room, at, &[&event, "pair"])).await {
                            Ok(()) => break,
                            Err(StoreError::Late(len)) => (at, late) = (len, late + 1),
                            Err(other) => panic!("{other}"),
                        }
                    }
                    won.push((at as usize, event));
                    at += 2;
                }
                (room, won, late)
            });
        }
    }
    let outcomes = tasks.join_all().await;
    for room in rooms {
        let events = all(&*store, room).await;
        assert_eq!(events.len(), 1 + TASKS * EACH * 2, "nothing is lost or doubled in {room}");
        for (_, won, _) in outcomes.iter().filter(|outcome| outcome.0 == room) {
            for (at, event) in won {
                assert_eq!(&events[*at], event, "at {at} of {room}");
                assert_eq!(events[at + 1], "pair", "after {at} of {room}");
            }
        }
    }
    assert!(outcomes.iter().any(|outcome| outcome.2 > 0), "nobody was ever late: they did not race");
}

pub async fn of_creators_that_race_one_wins(store: Arc<dyn Store>) {
    for round in 0..20 {
        let mut tasks = tokio::task::JoinSet::new();
        for task in 0..8 {
            let store = store.clone();
            tasks.spawn(async move { (task, store.create(&format!("r{round}"), vec![format!("by {task}")]).await) });
        }
        let outcomes = tasks.join_all().await;
        let won: Vec<_> = outcomes.iter().filter(|(_, outcome)| outcome.is_ok()).map(|(task, _)| task).collect();
        assert_eq!(won.len(), 1);
        assert!(outcomes.iter().all(|(_, outcome)| matches!(outcome, Ok(()) | Err(StoreError::Exists))));
        assert_eq!(all(&*store, &format!("r{round}")).await, [format!("by {}", won[0])]);
    }
}

pub async fn a_driver_keeps_its_epoch_and_others_wait(store: Arc<dyn Store>) {
    let long = Duration::from_secs(600);
    store.create("abc", texts(&["made"])).await.unwrap();
    store.create("def", texts(&["made"])).await.unwrap();
    // The ids are as large as can be: they must not lose digits on the way.
    let (one, two) = (u64::MAX, u64::MAX - 1);
    let epoch = store.drive("abc", one, long).await.unwrap().expect("nobody drives it");
    assert_eq!(store.drive("abc", one, long).await, Ok(Some(epoch)));
    assert_eq!(store.drive("abc", two, long).await, Ok(None));
    assert!(store.drive("def", two, long).await.unwrap().is_some(), "another room is free");
    store.append(Append { epoch: Some(epoch), ..append("abc", 1, &["clock"]) }).await.unwrap();
    // Somebody who only knows the length may append too: a player's move at another process.
    store.append(append("abc", 2, &["move"])).await.unwrap();
    let late = Append { epoch: Some(epoch), ..append("abc", 2, &["clock"]) };
    assert_eq!(store.append(late).await, Err(StoreError::Late(3)));
}

pub async fn a_driver_that_was_replaced_cannot_append(store: Arc<dyn Store>) {
    store.create("abc", texts(&["made"])).await.unwrap();
    let unknown = Append { epoch: Some(7), ..append("abc", 1, &["clock"]) };
    assert_eq!(store.append(unknown).await, Err(StoreError::Fenced), "nobody has that epoch");
    let short = Duration::from_millis(300);
    let old = store.drive("abc", 1, short).await.unwrap().expect("nobody drives it");
    let since = Instant::now();
    let new = loop {
        match store.drive("abc", 2, Duration::from_secs(600)).await.unwrap() {
            Some(epoch) => break epoch,
            None => tokio::time::sleep(Duration::from_millis(10)).await,
        }
        assert!(since.elapsed() < crate::busy::at_most(Duration::from_secs(5)), "the lease does not end");
    };
    assert!(since.elapsed() >= short - Duration::from_millis(20), "taken over after {:?}", since.elapsed());
    assert!(new > old, "{new} after {old}");
    // Right length or wrong: the old driver is told that it is no driver.
    for at in [0, 1, 9] {
        let fenced = Append { epoch: Some(old), ..append("abc", at, &["clock"]) };
        assert_eq!(store.append(fenced).await, Err(StoreError::Fenced));
    }
    assert_eq!(store.drive("abc", 1, short).await, Ok(None));
    store.append(Append { epoch: Some(new), ..append("abc", 1, &["clock"]) }).await.unwrap();
    assert_eq!(all(&*store, "abc").await, ["made", "clock"]);
}

pub async fn an_epoch_lasts_until_somebody_takes_over(store: Arc<dyn Store>) {
    store.create("abc", texts(&["made"])).await.unwrap();
    let short = Duration::from_millis(50);
    let epoch = store.drive("abc", 1, short).await.unwrap().expect("nobody drives it");
    tokio::time::sleep(short * 3).await;
    store.append(Append { epoch: Some(epoch), ..append("abc", 1, &["clock"]) }).await.unwrap();
    assert_eq!(store.drive("abc", 1, short).await, Ok(Some(epoch)), "nobody was in between");
}

pub async fn rooms_are_counted(store: Arc<dyn Store>) {
    assert_eq!(store.count().await, Ok(0));
    for n in 0..1200 {
        store.create(&format!("r{n}"), texts(&["made"])).await.unwrap();
    }
    store.drive("r1", 1, Duration::from_secs(9)).await.unwrap();
    store.append(Append { phase: Phase::Over, ..append("r2", 1, &["over"]) }).await.unwrap();
    assert_eq!(store.count().await, Ok(1200));
}

pub async fn the_clock_goes_on_and_a_probe_leaves_nothing(store: Arc<dyn Store>) {
    let before = store.time().await.unwrap();
    assert!(before.up <= before.now, "{before:?}");
    let began = Instant::now();
    store.create("abc", texts(&["made"])).await.unwrap();
    store.probe().await.unwrap();
    tokio::time::sleep(Duration::from_millis(20)).await;
    store.probe().await.unwrap();
    let after = store.time().await.unwrap();
    assert_eq!(after.up, before.up, "somebody has been running all the time");
    let (passed, took) = (after.now - before.now, began.elapsed().as_millis() as u64);
    assert!((20..=took + 50).contains(&passed), "{passed} ms of {took}");
    assert_eq!((store.count().await, all(&*store, "abc").await), (Ok(1), texts(&["made"])));
}

/// Rooms in which something happens stay, whatever else is deleted.
pub async fn abandoned_rooms_are_deleted_and_later_finished_ones(store: Arc<dyn Store>, keep: Keep) {
    let over = |room| Append { phase: Phase::Over, ..append(room, 1, &["over"]) };
    for n in 0..100 {
        store.create(&format!("left {n}"), texts(&["made"])).await.unwrap();
    }
    store.create("played", texts(&["made"])).await.unwrap();
    store.create("over", texts(&["made"])).await.unwrap();
    let finished = Instant::now();
    store.append(over("over")).await.unwrap();
    store.create("again", texts(&["made"])).await.unwrap();
    store.append(over("again")).await.unwrap();
    let began = Instant::now();
    store.append(append("again", 2, &["a new game"])).await.unwrap();
    assert_eq!(store.sweep(Keep::default()).await, Ok(0), "nothing is that old");
    let mut played = 1;
    for (stay, since, after) in [(2, began, keep.open), (1, finished, keep.over)] {
        while store.count().await.unwrap() > stay {
            assert!(
                began.elapsed() < crate::busy::at_most(Duration::from_secs(20)),
                "{:?} rooms stay",
                store.count().await
            );
            store.append(append("played", played, &["x"])).await.unwrap();
            played += 1;
            store.sweep(keep).await.unwrap();
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert!(since.elapsed() >= after - Duration::from_millis(50), "deleted after {:?}", since.elapsed());
        // On a slow machine it may be time for the finished one too.
        let stays = store.tail("over", 0).await.unwrap().is_some();
        assert!(stays == (stay == 2) || finished.elapsed() >= keep.over, "after {:?}", finished.elapsed());
    }
    assert_eq!(all(&*store, "played").await.len() as u64, played);
    assert_eq!(store.tail("left 7", 0).await, Ok(None));
    assert_eq!(store.tail("again", 0).await, Ok(None), "a room that goes on after a game is open again");
    assert_eq!(store.append(append("left 7", 1, &["x"])).await, Err(StoreError::Missing));
    store.create("left 7", texts(&["made anew"])).await.unwrap();
    assert_eq!(all(&*store, "left 7").await, ["made anew"]);
}

pub async fn codes_come_in_order_and_in_portions(store: Arc<dyn Store>) {
    for code in ["c", "a", "d", "b"] {
        store.create(code, texts(&["made"])).await.unwrap();
    }
    assert_eq!(store.codes("", 3).await.unwrap(), ["a", "b", "c"]);
    assert_eq!(store.codes("c", 3).await.unwrap(), ["d"]);
    assert_eq!(store.codes("d", 3).await.unwrap(), [""; 0]);
}

pub async fn a_deleted_room_is_gone_with_everything(store: Arc<dyn Store>) {
    for code in ["abc", "abd"] {
        store.create(code, texts(&["made"])).await.unwrap();
    }
    let over = Append { phase: Phase::Over, ..append("abc", 1, &["ended"]) };
    store.append(over).await.unwrap();
    assert!(store.delete("abc").await.unwrap(), "finished rooms too");
    assert!(!store.delete("abc").await.unwrap());
    assert_eq!(store.append(append("abc", 2, &["late"])).await, Err(StoreError::Missing));
    assert_eq!((store.tail("abc", 0).await, store.count().await), (Ok(None), Ok(1)));
    store.create("abc", texts(&["anew"])).await.unwrap();
    assert_eq!(all(store.as_ref(), "abc").await, ["anew"]);
}
