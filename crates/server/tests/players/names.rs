//! Names that keys keep, wherever they are seen, and what a player with two keys cannot do.

use std::sync::Arc;
use std::time::Duration;

use agon_server::store::{LocalBus, Memory};
use agon_server::{Hub, Settings};
use agon_wire::{Act, Ticket};
use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::{house, key};
use crate::rooms::client::{House, play};
use crate::rooms::lobby::servers;

/// The names in a room.
async fn names(house: &House, ticket: &Ticket) -> Value {
    let (_, view) = house.look(ticket).await;
    json!([view["chairs"][0]["name"], view["chairs"][1]["name"]])
}

async fn rename(house: &House, of: &str, name: &str) {
    let (status, answer) = house.text("POST", "/api/me", Some(&key(of)), &json!({"name": name}).to_string()).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
}

#[tokio::test(start_paused = true)]
async fn a_new_name_is_seen_at_once_in_rooms_of_other_servers() {
    let [one, other] = servers().map(House::over);
    let me = one.create(json!({"game": "tic-tac-toe", "key": key("ada"), "name": "Ada"})).await;
    let friend = other.join_as(&me.room, "bob").await;
    for house in [&one, &other] {
        assert_eq!(names(house, &me).await, json!(["Ada", "bob"]));
    }
    rename(&one, "ada", "Ada L.").await;
    // Word takes a moment; a room that is asked all the time does not leave memory.
    sleep(Duration::from_millis(10)).await;
    assert_eq!(names(&other, &friend).await, json!(["Ada L.", "bob"]));
    one.act(&me, &Act::Name("Countess".into())).await;
    sleep(Duration::from_millis(10)).await;
    assert_eq!(names(&other, &friend).await, json!(["Countess", "bob"]), "from within a room too");
    let elsewhere = one.create(json!({"game": "gambit", "key": key("ada"), "name": "A."})).await;
    sleep(Duration::from_millis(10)).await;
    assert_eq!(names(&other, &friend).await, json!(["A.", "bob"]), "and by making another room");
    assert_eq!(names(&one, &elsewhere).await, json!(["A.", null]));
    assert_eq!(one.text("POST", "/api/me/erase", Some(&key("ada")), "").await.0, StatusCode::NO_CONTENT);
    sleep(Duration::from_millis(10)).await;
    assert_eq!(names(&other, &friend).await, json!([null, "bob"]));
}

#[tokio::test]
async fn the_room_of_a_rated_game_that_is_over_shows_a_new_name_too() {
    let house = House::open();
    let players = house.rated("ada", "bob").await;
    house.win(&players).await;
    rename(&house, "ada", "Ada L.").await;
    assert_eq!(names(&house, &players[1]).await, json!(["Ada L.", "bob"]));
    house.text("POST", "/api/me/erase", Some(&key("ada")), "").await;
    assert_eq!(names(&house, &players[1]).await, json!([null, "bob"]));
}

#[tokio::test]
async fn names_in_a_room_change_as_seldom_as_rooms_are_made_and_the_same_name_changes_nothing() {
    let house = House::limited();
    let me = house.create(json!({"game": "tic-tac-toe", "key": key("ada")})).await;
    let named = async |name: &str| house.act(&me, &Act::Name(name.into())).await.0.is_success();
    assert!(named("Ada").await);
    let mut done = 0;
    for n in 0..200 {
        assert!(named("Ada").await || n > 0, "it is her name");
        done += usize::from(named(&n.to_string()).await);
    }
    assert!((20..=70).contains(&done), "{done} of 200 names were shown to everybody");
}

#[tokio::test]
async fn a_quick_match_knows_the_key() {
    let house = House::open();
    let quick = async |wish: Value| -> Ticket {
        let (status, ticket) = house.json("POST", "/api/lobby/quick", None, &wish.to_string()).await;
        assert_eq!(status, StatusCode::OK, "{ticket}");
        serde_json::from_value(ticket).expect("a ticket")
    };
    rename(&house, "ada", "Ada").await;
    rename(&house, "bob", "Bob").await;
    let game = "gambit";
    let me = quick(json!({"game": game, "key": key("ada")})).await;
    let friend = quick(json!({"game": game, "key": key("bob")})).await;
    assert_eq!(me.room, friend.room);
    let (_, view) = house.look(&me).await;
    let mut seen = [&view["chairs"][0]["name"], &view["chairs"][1]["name"]];
    seen.sort_by_key(ToString::to_string);
    assert_eq!((seen, &view["rated"]), ([&json!("Ada"), &json!("Bob")], &Value::Null));
    // Without a key as ever, and the game of a match with keys is nobody else's.
    let me = quick(json!({"game": game, "name": "Eve"})).await;
    assert_eq!(house.look(&me).await.1.get("players"), None);
    assert_eq!(quick(json!({"game": game})).await.room, me.room);
    // A rated match takes two keys, and no clock stands for fourteen days.
    let me = quick(json!({"game": game, "rated": true, "key": key("ada")})).await;
    let again = quick(json!({"game": game, "rated": true, "key": key("ada")})).await;
    assert_ne!(me.room, again.room, "nobody plays themselves");
    assert_ne!(quick(json!({"game": game, "key": key("bob")})).await.room, me.room, "not rated");
    assert_eq!(quick(json!({"game": game, "rated": true, "key": key("bob")})).await.room, me.room);
    assert_eq!(house.look(&me).await.1["rated"], true);
    let (status, problem) =
        house.json("POST", "/api/lobby/quick", None, &json!({"game": game, "rated": true}).to_string()).await;
    assert_eq!((status, &problem["code"]), (StatusCode::BAD_REQUEST, &json!("bad")), "without a key");
}

#[tokio::test]
async fn an_operator_sees_the_names_in_a_room_that_is_not_in_memory() {
    let store = Arc::new(Memory::new());
    let me = house(store.clone()).create(json!({"game": "tic-tac-toe", "key": key("ada"), "name": "Ada"})).await;
    let hub = Hub::new(store, Arc::new(LocalBus::new()), Settings::default());
    let view = hub.inspect(&me.room).await.expect("a room");
    assert_eq!((view.chairs[0].name.as_str(), view.players[0].rating), ("Ada", 1500));
    assert_eq!(hub.loaded(), 0, "looking does not load it");
}

#[tokio::test]
async fn two_keys_that_play_each_other_all_day_gain_little_by_it() {
    let house = House::open();
    for _ in 0..10 {
        let players = house.rated("ada", "bob").await;
        house.win(&players).await;
    }
    let before = house.page("ada").await.1;
    let players = house.rated("ada", "bob").await;
    let view = house.win(&players).await;
    assert_eq!(
        (&view["winners"], &view["players"][0]["change"]),
        (&json!([0]), &Value::Null),
        "it is over, and no more"
    );
    let players = house.rated("bob", "ada").await;
    for (revision, text) in [(0, "a1"), (1, "b1")] {
        house.act(&players[revision % 2], &play(revision as u64, text)).await;
    }
    house.act(&players[0], &Act::Resign).await;
    assert_eq!(house.page("ada").await.1, before, "in either seat");
    let players = house.rated("ada", "eve").await;
    house.win(&players).await;
    assert_eq!(house.page("ada").await.1["total"], 11, "others count");
}
