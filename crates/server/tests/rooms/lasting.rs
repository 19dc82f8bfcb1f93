//! What lasts longer than a process: the times of events, the rules a game began with, and how many rooms one may leave
//! behind.

use std::sync::Arc;
use std::time::Duration;

use agon_rules::Viewer;
use agon_server::store::{LocalBus, Memory, Store};
use agon_server::{Entry, Event, Hub, Outside, Room, Settings};
use agon_wire::{Act, Code, EarlyEnd, RoomView};
use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::client::{House, play};

/// A room of two people, by the times of its events.
fn stored(made: Value, rest: &[(u64, Value)]) -> Vec<Entry> {
    let mut first = json!({"e": "made", "game": "tic-tac-toe", "options": [], "seed": 1, "at": 0, "clock": "none",
        "seats": [{"who": "human", "key": "me"}, {"who": "human", "key": "friend"}]});
    first.as_object_mut().expect("fields").extend(made.as_object().expect("fields").clone());
    let timed = |(at, event): &(u64, Value)| {
        let mut event = event.clone();
        event["at"] = json!(at);
        event
    };
    let events = std::iter::once(first).chain(rest.iter().map(timed));
    events.map(|event| Entry::read(&event.to_string()).expect("an event")).collect()
}

fn moved(seat: usize, text: &str, left: [u64; 2]) -> Value {
    json!({"e": "moved", "seat": seat, "text": text, "left": left})
}

fn left(room: &Room, now: u64) -> [u64; 2] {
    let view = room.view(None, &Outside { now, away: vec![None; 2] }, 0);
    [0, 1].map(|seat| view.chairs[seat].left_ms.expect("a clock"))
}

#[test]
fn a_room_shows_the_same_clocks_wherever_it_is_loaded() {
    let clock = json!({"clock": {"total": {"seconds": 300, "increment": 0}}});
    let entries = stored(clock, &[(20_000, moved(0, "b2", [280_000, 300_000]))]);
    for now in [20_000, 50_000, 200_000, 320_000, 900_000] {
        let room = Room::load("ROOM", &entries, 0, now).expect("a room");
        assert_eq!(left(&room, now), [280_000, 320_000_u64.saturating_sub(now).min(300_000)], "at {now}");
    }
}

#[test]
fn after_a_restart_the_player_to_move_has_at_least_a_minute() {
    let check = |had: u64, up: u64, wanted: u64| {
        let clock = json!({"clock": {"total": {"seconds": 300, "increment": 0}}});
        let entries = stored(clock, &[(20_000, moved(0, "b2", [280_000, had]))]);
        let room = Room::load("ROOM", &entries, up, up + 1_000).expect("a room");
        assert_eq!(left(&room, up + 1_000)[1], wanted, "{had} left, servers are up since {up}");
    };
    // Whatever was thought counts, and the time without a server too.
    check(300_000, 30_000, 289_000);
    // But for the last minute.
    check(300_000, 4_000_000, 59_000);
    check(61_000, 25_000, 59_000);
    // Who had less than that begins the turn again.
    check(40_000, 30_000, 39_000);
    check(40_000, 4_000_000, 39_000);
    // Servers that were up all the time forgive nothing.
    check(40_000, 20_000, 39_000);
    check(40_000, 10_000, 40_000);
}

#[test]
fn with_days_for_a_move_time_without_servers_gives_nobody_a_minute() {
    const DAY: u64 = 86_400_000;
    let entries = stored(json!({"clock": {"move": {"seconds": DAY / 1000}}}), &[(0, moved(0, "b2", [DAY, DAY]))]);
    let load = |now| Room::load("ROOM", &entries, now, now).expect("a room");
    assert_eq!((left(&load(DAY - 5_000), DAY - 5_000), load(DAY - 5_000).flag(DAY - 5_000)), ([DAY, 5_000], None));
    assert!(load(DAY).flag(DAY).is_some());
}

#[test]
fn a_computer_does_not_lose_while_nobody_loads_the_room() {
    let seats = json!([{"who": {"computer": "easy"}}, {"who": "human", "key": "me"}]);
    let entries = stored(json!({"clock": {"move": {"seconds": 10}}, "seats": seats}), &[]);
    let room = Room::load("ROOM", &entries, 0, 60_000).expect("a room");
    assert_eq!((left(&room, 61_000), room.flag(61_000)), ([9_000, 10_000], None));
}

#[test]
fn no_event_is_from_the_future_and_one_without_a_time_is_of_now() {
    let entry = |text: &str| Entry::read(text).expect("an event");
    assert_eq!(entry(r#"{"e":"returned","seat":1,"at":70}"#).time(100), 70);
    assert_eq!(entry(r#"{"e":"returned","seat":1,"at":18446744073709551615}"#).time(100), 100);
    assert_eq!(entry(r#"{"e":"returned","seat":1}"#).time(100), 100);
    let text = r#"{"e":"moved","seat":1,"text":"b2","left":[5,6],"at":1700000000000}"#;
    assert_eq!(entry(text).write(), text);
    assert_eq!(Event::read(text).expect("an event"), entry(text).event, "earlier versions read it, too");
}

#[tokio::test(start_paused = true)]
async fn every_event_has_the_time_at_which_it_happened() {
    let store = Arc::new(Memory::new());
    let hub = Hub::new(store.clone(), Arc::new(LocalBus::new()), Settings::default());
    sleep(Duration::from_millis(700)).await;
    let wish = serde_json::from_value(json!({"game": "tic-tac-toe"})).expect("a room");
    let me = hub.create(&wish).await.expect("a room");
    sleep(Duration::from_secs(3)).await;
    hub.join(&me.room, "", None).await.expect("a seat");
    sleep(Duration::from_secs(5)).await;
    hub.act(&me.room, me.token.clone(), play(0, "b2")).await.expect("a move");
    hub.act(&me.room, me.token.clone(), Act::Draw).await.expect("an offer");
    let events = store.tail(&me.room, 0).await.expect("a store").expect("a room");
    let times = events.iter().map(|text| Entry::read(text).expect("an event").at.expect("a time"));
    assert_eq!(times.collect::<Vec<_>>(), [700, 3_700, 3_700, 8_700, 8_700]);
}

/// A hub with a stored room, and that room as a spectator sees it.
async fn shown(entries: &[Entry]) -> (Arc<Hub>, RoomView) {
    let store = Arc::new(Memory::new());
    store.create("K7XM4QPT", entries.iter().map(Entry::write).collect()).await.expect("a room");
    let hub = Hub::new(store, Arc::new(LocalBus::new()), Settings::default());
    let view = hub.view("K7XM4QPT", None).await.expect("a view");
    (hub, view)
}

#[tokio::test]
async fn a_room_of_the_same_rules_goes_on_and_one_of_others_is_kept_but_does_not() {
    let token = "0".repeat(32);
    // The fingerprint of that token.
    let key = "84e0c0eafaa95a34c293f278ac52e45ce537bab5e752a00e6959a13ae103b65a";
    let seats = json!([{"who": "human", "key": key}, {"who": "human", "key": "friend"}]);
    let moves =
        [(1, json!({"e": "moved", "seat": 0, "text": "b2"})), (2, json!({"e": "moved", "seat": 1, "text": "a1"}))];
    let (hub, view) = shown(&stored(json!({"rules": 1, "seats": seats}), &moves)).await;
    assert_eq!((view.ending, view.record), (None, None));
    hub.act("K7XM4QPT", Some(token.clone()), play(2, "c3")).await.expect("a move");

    let (hub, view) = shown(&stored(json!({"rules": 2, "seats": seats}), &moves)).await;
    assert_eq!((view.ending, view.winners), (Some(EarlyEnd::RulesChanged), Some(vec![])));
    assert!(view.record.expect("a record").ends_with("~seed=1~b2~a1"), "it is kept");
    assert_eq!((view.view.ply, view.view.turn, view.view.choices), (2, None, vec![]));
    for act in [play(2, "c3"), Act::Resign, Act::Takeback, Act::Draw] {
        let refusal = hub.act("K7XM4QPT", Some(token.clone()), act.clone()).await.expect_err("it cannot go on");
        let why = "the rules of this game have changed since the room was made, so it cannot go on; play a new game";
        assert_eq!((refusal.code, refusal.text.to_string().as_str()), (Code::State, why), "{act:?}");
    }
    hub.act("K7XM4QPT", Some(token), Act::Rematch).await.expect("they can play again, by today's rules");
}

#[tokio::test]
async fn moves_that_the_new_rules_do_not_know_stay_in_the_record() {
    let moved = |seat: usize, text: &str| json!({"e": "moved", "seat": seat, "text": text});
    let moves =
        [(1, moved(0, "b2")), (2, moved(1, "jump")), (3, moved(0, "a1")), (4, json!({"e": "taken_back", "to": 2}))];
    let entries = stored(json!({"rules": 7}), &moves);
    let (_, view) = shown(&entries[..4]).await;
    assert!(view.is_sound() && view.record.expect("a record").ends_with("~b2~jump~a1"));
    assert_eq!((view.view.ply, view.revision, view.ending), (1, 3, Some(EarlyEnd::RulesChanged)));
    let (_, view) = shown(&entries).await;
    assert!(view.record.expect("a record").ends_with("~b2~jump"));
    // A game that was over by both versions is as it was.
    let won = ["a1", "b1", "a2", "b2", "a3"].iter().zip(0..);
    let won: Vec<_> = won.map(|(text, at)| (at, moved(at as usize % 2, text))).collect();
    let (_, view) = shown(&stored(json!({"rules": 7}), &won)).await;
    assert_eq!((view.ending, view.winners), (None, Some(vec![0])));
    // One that had ended otherwise, too.
    let resigned = [(1, moved(0, "b2")), (2, json!({"e": "ended", "ending": {"resigned": 0}}))];
    let (_, view) = shown(&stored(json!({"rules": 7}), &resigned)).await;
    assert_eq!((view.ending, view.winners), (Some(EarlyEnd::Resigned(0)), Some(vec![1])));
}

#[tokio::test]
async fn a_room_of_other_rules_gives_no_seat_away_and_no_secret() {
    let open = json!([{"who": "human", "key": "me"}, {"who": "open"}]);
    let (hub, _) = shown(&stored(json!({"rules": 2, "seats": open}), &[])).await;
    assert_eq!(hub.join("K7XM4QPT", "", None).await.map_err(|refusal| refusal.code), Err(Code::State));
    let three = json!([{"who": "human", "key": "a"}, {"who": "human", "key": "b"}, {"who": "human", "key": "c"}]);
    let hands = json!({"rules": 2, "game": "primi-composti", "options": [["players", "3"]], "seats": three});
    let (_, view) = shown(&stored(hands.clone(), &[])).await;
    assert_eq!((view.ending, view.record), (Some(EarlyEnd::RulesChanged), None), "it may go on at an older server");
    let room = Room::load("ROOM", &stored(hands, &[]), 0, 0).expect("a room");
    assert!(room.record().replay().expect("a game").hides(Viewer::Spectator));
}

#[tokio::test]
async fn a_rematch_counts_as_a_room() {
    let house = House::limited();
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let friend = house.join(&me.room).await;
    house.act(&me, &Act::Resign).await;
    let (_, view) = house.act(&me, &Act::Rematch).await;
    assert_eq!(view["offers"]["rematch"], json!([0]), "{view}");
    for _ in 1..60 {
        house.create(json!({"game": "tic-tac-toe"})).await;
    }
    assert_eq!(house.refused(&friend, &Act::Rematch).await, Code::Slow);
    let (status, _) = house.json("POST", "/api/rooms", None, r#"{"game":"tic-tac-toe"}"#).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(house.look(&me).await.1.get("next"), None);
}
