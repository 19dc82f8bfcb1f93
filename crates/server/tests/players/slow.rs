//! Games that last for days: they outlive servers, end on time, and every device knows where it is its turn.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use agon_server::store::{Keep, LocalBus, Memory, Store};
use agon_server::{Hub, Quotas, Settings};
use agon_wire::{Act, Code, EarlyEnd, Ticket};
use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

use crate::rooms::client::{House, play};

const HOUR: u64 = 3_600_000;
const DAY: u64 = 24 * HOUR;
const BEGIN: u64 = 1_800_000_000_000;

/// A hub whose time of day is what a test says.
fn hub(store: Arc<dyn Store>, wall: fn() -> u64) -> Arc<Hub> {
    Hub::new(store, Arc::new(LocalBus::new()), Settings { wall, idle: Duration::from_secs(1), ..Settings::default() })
}

fn slow(days: u64) -> Value {
    json!({"game": "tic-tac-toe", "clock": {"move": {"seconds": days * DAY / 1000}}})
}

fn left(view: &Value, seat: usize) -> u64 {
    view["chairs"][seat]["left_ms"].as_u64().expect("a clock")
}

#[tokio::test(start_paused = true)]
async fn a_restart_gives_nobody_more_time_and_the_game_ends_without_anybody_there() {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now);
    let wall = || BEGIN + BEGUN.get().expect("set").elapsed().as_millis() as u64;
    let store = Arc::new(Memory::new());
    let house = House::over(hub(store.clone(), wall));
    let me = house.create(slow(3)).await;
    let friend = house.join(&me.room).await;
    assert_eq!(house.act(&me, &play(0, "b2")).await.0, StatusCode::OK);
    drop(house);
    sleep(Duration::from_millis(2 * DAY)).await;
    let house = House::over(hub(store.clone(), wall));
    let (_, view) = house.look(&friend).await;
    assert!(left(&view, 1).abs_diff(DAY) < 60_000 && left(&view, 0) == 3 * DAY, "{}", view["chairs"]);
    drop(house);
    // Nobody asks for the room: the server finds by itself that the time is up, and not before it is.
    sleep(Duration::from_millis(DAY - HOUR)).await;
    assert_eq!(store.due(wall(), 9).await, Ok(vec![]));
    let hub = hub(store.clone(), wall);
    let waker = tokio::spawn(hub.clone().wake());
    let ended = async {
        loop {
            let events = store.tail(&me.room, 0).await.expect("a store").expect("a room");
            if let Some(last) = events.last().filter(|last| last.contains("ended")) {
                return last.clone();
            }
            sleep(Duration::from_secs(1)).await;
        }
    };
    let ended = timeout(Duration::from_millis(HOUR) + Duration::from_secs(10), ended).await.expect("an end");
    assert!(ended.contains("{\"time_up\":1}"), "{ended}");
    waker.abort();
    let house = House::over(hub);
    assert_eq!(house.look(&me).await.1["ending"], serde_json::to_value(EarlyEnd::TimeUp(1)).expect("JSON"));
    assert_eq!(store.due(u64::MAX, 9).await, Ok(vec![]), "nothing is waited for any more");
}

#[tokio::test(start_paused = true)]
async fn a_game_of_days_leaves_memory_and_nobody_is_replaced_in_it() {
    let store = Arc::new(Memory::new());
    let hub = hub(store.clone(), || BEGIN);
    let house = House::over(hub.clone());
    let me = house.create(slow(1)).await;
    let friend = house.join(&me.room).await;
    house.act(&me, &play(0, "b2")).await;
    let computer = Act::Computer { seat: 1, player: "hard".into() };
    sleep(Duration::from_secs(300)).await;
    assert_eq!(house.refused(&me, &computer).await, Code::State);
    sleep(Duration::from_secs(300)).await;
    assert_eq!(hub.loaded(), 0, "its clock runs in the store");
    assert_eq!(house.act(&friend, &play(1, "a1")).await.0, StatusCode::OK);
    assert_eq!(store.sweep(Keep { open: Duration::ZERO, over: Duration::ZERO }).await, Ok(0), "it is not abandoned");
}

#[tokio::test]
async fn a_rematch_of_days_ends_on_time_though_nobody_moves_in_it() {
    let store = Arc::new(Memory::new());
    let house = House::over(hub(store.clone(), || BEGIN));
    let me = house.create(slow(3)).await;
    let friend = house.join(&me.room).await;
    house.act(&me, &play(0, "b2")).await;
    house.act(&friend, &Act::Resign).await;
    assert_eq!(store.due(u64::MAX, 9).await, Ok(vec![]));
    house.act(&me, &Act::Rematch).await;
    let (_, view) = house.act(&friend, &Act::Rematch).await;
    let next = view["next"].as_str().expect("a room");
    assert_eq!(store.due(BEGIN + 3 * DAY, 9).await, Ok(vec![format!("deadline/{next}")]));
}

#[tokio::test]
async fn a_device_is_told_how_all_its_games_stand() {
    let house = House::open();
    let me = house.create(slow(3)).await;
    let waiting = house.create(json!({"game": "gambit"})).await;
    let friend = house.join(&me.room).await;
    let seat = |ticket: &Ticket| json!({"room": ticket.room, "token": ticket.token});
    let ask = async |seats: Value| house.json("POST", "/api/seats", None, &json!({"seats": seats}).to_string()).await.1;
    let states = |games: &Value| -> Vec<String> {
        games.as_array().expect("games").iter().filter_map(|game| game["state"].as_str().map(str::to_owned)).collect()
    };
    let gone = json!({"room": "ABCDEFGH", "token": "x"});
    let wrong = json!({"room": me.room, "token": "x"});
    let games = ask(json!([seat(&me), seat(&waiting), gone, wrong])).await;
    assert_eq!(states(&games), ["yours", "waiting", "gone", "gone"]);
    assert_eq!((&games[2]["game"], &games[3]["game"]), (&json!(""), &json!("")), "a wrong secret tells nothing");
    assert!(games[0]["left_ms"].as_u64().is_some_and(|left| left.abs_diff(3 * DAY) < 60_000), "{games}");
    house.act(&me, &play(0, "b2")).await;
    assert_eq!(states(&ask(json!([seat(&me)])).await), ["theirs"]);
    assert_eq!(states(&ask(json!([seat(&friend)])).await), ["yours"]);
    house.act(&friend, &Act::Resign).await;
    assert_eq!(states(&ask(json!([seat(&friend)])).await), ["over"]);
    let (_, view) = house.look(&waiting).await;
    assert_eq!(view["chairs"][1]["who"], "open", "asking does not sit down");
    let many: Vec<Value> = (0..101).map(|_| json!({"room": "ABCDEFGH", "token": "x"})).collect();
    assert_eq!(ask(json!(many)).await["code"], "bad");
}

#[tokio::test]
async fn a_long_room_is_not_read_again_and_again() {
    let store = Arc::new(Memory::new());
    let made = json!({"e": "made", "game": "tic-tac-toe", "options": [], "seed": 1, "clock": "none",
        "seats": [{"who": "human", "key": "a"}, {"who": "human", "key": "b"}]});
    let mut events = vec![made.to_string()];
    for turn in 0..2000 {
        let event = if turn % 2 == 0 {
            json!({"e": "moved", "seat": 0, "text": "b2"})
        } else {
            json!({"e": "taken_back", "to": 0})
        };
        events.push(event.to_string());
    }
    events.push(json!({"e": "ended", "ending": "agreed"}).to_string());
    store.create("K7XM4QPT", events).await.expect("a room");
    let hub = Hub::new(store, Arc::new(LocalBus::new()), Settings::default());
    let house = House::within(hub, Quotas { requests: 200, ..Quotas::none() });
    let read = async |at: usize| {
        let seats = json!({"seats": [{"room": "K7XM4QPT", "token": "x"}]}).to_string();
        let answer = match at % 2 {
            0 => house.text("POST", "/api/seats", None, &seats).await,
            _ => house.text("GET", "/api/rooms/K7XM4QPT/record", None, "").await,
        };
        answer.0
    };
    let mut slow = Vec::new();
    for at in 0..60 {
        slow.push(read(at).await == StatusCode::TOO_MANY_REQUESTS);
    }
    // Two thousand events are ten portions, so twenty readings are allowed, and one more every three seconds. The record as
    // text costs none.
    let first = slow.iter().position(|slow| *slow).expect("it is refused");
    assert!((40..=50).contains(&first) && first % 2 == 0 && !slow[59], "{slow:?}");
}

#[tokio::test]
async fn a_program_waits_for_what_happens_without_a_socket() {
    let house = Arc::new(House::open());
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let friend = house.join(&me.room).await;
    let (_, view) = house.look(&friend).await;
    let version = view["version"].as_u64().expect("a version");
    let path = |since: u64| format!("/api/rooms/{}/wait?since={since}", me.room);
    let (status, seen) = house.json("GET", &path(0), friend.token.as_deref(), "").await;
    assert_eq!((status, &seen["version"]), (StatusCode::OK, &json!(version)), "there is news already");
    let waiting = {
        let (house, path, token) = (house.clone(), path(version), friend.token.clone());
        tokio::spawn(async move { house.json("GET", &path, token.as_deref(), "").await })
    };
    // A client that waits is present.
    while house.look(&me).await.1["chairs"][1]["here"] != true {
        tokio::task::yield_now().await;
    }
    house.act(&me, &play(0, "b2")).await;
    let (status, seen) = waiting.await.expect("an answer");
    assert_eq!((status, &seen["revision"], &seen["seat"]), (StatusCode::OK, &json!(1), &json!(1)));
    assert_eq!(house.text("GET", &path(0), Some("wrong"), "").await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(house.text("GET", "/api/rooms/ABCDEFGH/wait?since=0", None, "").await.0, StatusCode::NOT_FOUND);
    assert_eq!(
        house.text("GET", &format!("/api/rooms/{}/wait?since=x", me.room), None, "").await.0,
        StatusCode::BAD_REQUEST
    );
}

#[tokio::test]
async fn clocks_have_at_most_fourteen_days_for_a_move() {
    let house = House::open();
    for (days, status) in [(1, 201), (14, 201), (15, 400)] {
        let (got, text) = house.text("POST", "/api/rooms", None, &slow(days).to_string()).await;
        assert_eq!(got.as_u16(), status, "{days} days: {text}");
    }
}
