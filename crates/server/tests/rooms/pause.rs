//! Computers on the server think for somebody: within a budget, and not where nobody is.

use std::sync::Arc;
use std::time::Duration;

use agon_server::store::{LocalBus, Memory, Store};
use agon_server::{Event, Hub, Settings};
use agon_wire::{Act, Code, NewRoom};
use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::client::House;

/// The events of a room.
async fn events(store: &Memory, room: &str) -> Vec<Event> {
    let events = store.tail(room, 0).await.expect("a store").expect("a room");
    events.iter().map(|text| Event::read(text).expect("an event")).collect()
}

fn wish(wish: Value) -> NewRoom {
    serde_json::from_value(wish).expect("a room")
}

#[tokio::test(start_paused = true)]
async fn computers_pause_where_nobody_is_and_go_on_when_somebody_comes() {
    let store = Arc::new(Memory::new());
    let hub = Hub::seeded(store.clone(), Arc::new(LocalBus::new()), Settings::default(), 1);
    // The time of the first player runs out, and a computer is to play on; the others are not there either.
    let new = json!({"game": "primi-composti", "options": [["players", 3], ["cards", 3]],
        "seats": ["me", "open", {"computer": "easy"}], "clock": {"move": {"seconds": 40}}});
    let me = hub.create(&wish(new)).await.expect("a room");
    let friend = hub.join(&me.room, "", None).await.expect("a seat");
    sleep(Duration::from_secs(45)).await;
    let stood = events(&store, &me.room).await;
    assert!(matches!(&stood[3..], [Event::Computer { seat: 0, resigned: true, .. }]), "{stood:?}");
    // Neither does it move, nor does its own time run out; and the room does not stay in memory for it.
    sleep(Duration::from_secs(3600)).await;
    assert_eq!((events(&store, &me.room).await, hub.loaded()), (stood.clone(), 0));
    // The friend comes: it goes on, with all its time.
    let view = hub.view(&me.room, friend.token.clone()).await.expect("a view");
    assert_eq!(view.chairs[0].left_ms, Some(40_000));
    let member = hub.enter(&me.room, friend.token).await.expect("a player");
    sleep(Duration::from_secs(5)).await;
    let after = events(&store, &me.room).await;
    assert!(matches!(after[4], Event::Moved { seat: 0, .. }), "{after:?}");
    // A spectator is somebody, too; and one who has only just gone still is.
    member.leave().await;
    hub.view(&me.room, None).await.expect("a view");
}

#[tokio::test(start_paused = true)]
async fn a_spectator_is_enough_for_computers_to_play_and_a_look_for_twenty_seconds() {
    let store = Arc::new(Memory::new());
    let hub = Hub::seeded(store.clone(), Arc::new(LocalBus::new()), Settings::default(), 1);
    let new = json!({"game": "tic-tac-toe", "seats": [{"computer": "easy"}, {"computer": "easy"}]});
    let room = hub.create(&wish(new)).await.expect("a room").room;
    sleep(Duration::from_secs(10)).await;
    assert_eq!(events(&store, &room).await.len(), 1, "nobody has come");
    hub.view(&room, None).await.expect("a view");
    sleep(Duration::from_secs(10)).await;
    assert!(events(&store, &room).await.len() > 5);
}

#[tokio::test]
async fn an_engine_without_bounds_is_refused_with_what_is_allowed() {
    let house = House::open();
    for player in ["mcts:time=60000ms", "alphabeta:nodes=99999999999", "minimax:20", "mcts:playouts=1000000000"] {
        let new = json!({"game": "tic-tac-toe", "seats": ["me", {"computer": player}]});
        let (status, problem) = house.json("POST", "/api/rooms", None, &new.to_string()).await;
        let detail = problem["detail"].as_str().unwrap_or_default();
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(detail.contains(player) && detail.contains("`time=2s`, `nodes=1000000`"), "{detail}");
        let me = house.create(json!({"game": "tic-tac-toe"})).await;
        let computer = Act::Computer { seat: 1, player: player.to_owned() };
        assert_eq!(house.refused(&me, &computer).await, Code::Bad);
    }
    for player in ["mcts:time=500ms", "perfect", "expert", "minimax:4"] {
        house.create(json!({"game": "tic-tac-toe", "seats": ["me", {"computer": player}]})).await;
    }
}

#[tokio::test(start_paused = true)]
async fn the_same_offer_is_not_made_again_at_once() {
    let house = House::open();
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let friend = house.join(&me.room).await;
    assert_eq!(house.act(&me, &Act::Draw).await.0, StatusCode::OK);
    assert_eq!(house.act(&me, &Act::Draw).await.0, StatusCode::OK, "a repeated message is harmless");
    house.act(&friend, &Act::Decline).await;
    let (_, problem) = house.act(&me, &Act::Draw).await;
    assert_eq!(problem["detail"], "you have just offered this; you can offer it again in 20 seconds");
    assert_eq!(house.refused(&me, &Act::Draw).await, Code::State);
    sleep(Duration::from_millis(19_500)).await;
    let (_, problem) = house.act(&me, &Act::Draw).await;
    assert_eq!(problem["detail"], "you have just offered this; you can offer it again in 1 second");
    // The other one may offer it, and to agree is no offer.
    assert_eq!(house.act(&friend, &Act::Draw).await.0, StatusCode::OK);
    house.act(&friend, &Act::Decline).await;
    sleep(Duration::from_secs(1)).await;
    assert_eq!(house.act(&me, &Act::Draw).await.0, StatusCode::OK);
    assert_eq!(house.act(&friend, &Act::Draw).await.1["ending"], "agreed");
    // So it is with a rematch.
    assert_eq!(house.act(&me, &Act::Rematch).await.0, StatusCode::OK);
    house.act(&me, &Act::Decline).await;
    assert_eq!(house.refused(&me, &Act::Rematch).await, Code::State);
}

#[tokio::test(start_paused = true)]
async fn a_takeback_that_was_agreed_to_may_be_asked_for_again() {
    let house = House::open();
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let friend = house.join(&me.room).await;
    for revision in [0, 2, 4] {
        assert_eq!(house.act(&me, &super::client::play(revision, "b2")).await.0, StatusCode::OK);
        assert_eq!(house.act(&me, &Act::Takeback).await.0, StatusCode::OK);
        assert_eq!(house.act(&friend, &Act::Takeback).await.1["view"]["ply"], 0);
    }
    house.act(&me, &super::client::play(6, "b2")).await;
    house.act(&me, &Act::Takeback).await;
    house.act(&friend, &Act::Decline).await;
    assert_eq!(house.refused(&me, &Act::Takeback).await, Code::State);
}
