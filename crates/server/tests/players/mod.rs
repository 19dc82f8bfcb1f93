//! Players whose names a key keeps: rated games, results that count once, pages, export and erasure.

mod names;
mod push;
mod slow;

use std::sync::Arc;

use agon_server::store::{LocalBus, Memory, Sqlite, Store};
use agon_server::{Hub, Settings};
use agon_wire::{Act, Code, Ticket};
use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::faulty::Faulty;
use crate::rooms::client::{House, play};
use crate::stores::place::Dir;

/// The key of a player, from a name.
pub fn key(of: &str) -> String {
    format!("{of:0>40}")
}

/// A house over a store.
pub fn house(store: Arc<dyn Store>) -> House {
    House::over(Hub::new(store, Arc::new(LocalBus::new()), Settings::default()))
}

impl House {
    /// A rated room of two players, by the names of their keys.
    pub async fn rated(&self, one: &str, two: &str) -> [Ticket; 2] {
        let me = self.create(json!({"game": "tic-tac-toe", "rated": true, "key": key(one), "name": one})).await;
        let friend = self.join_as(&me.room, two).await;
        [me, friend]
    }

    /// Takes a seat with the key of that name.
    pub async fn join_as(&self, room: &str, name: &str) -> Ticket {
        let body = json!({"name": name, "key": key(name)}).to_string();
        let (status, ticket) = self.json("POST", &format!("/api/rooms/{room}/join"), None, &body).await;
        assert_eq!(status, StatusCode::OK, "{ticket}");
        serde_json::from_value(ticket).expect("a ticket")
    }

    /// The first player wins in five moves; the view of the loser.
    pub async fn win(&self, players: &[Ticket; 2]) -> Value {
        for (at, text) in ["a1", "b1", "a2", "b2", "a3"].iter().enumerate() {
            let (status, answer) = self.act(&players[at % 2], &play(at as u64, text)).await;
            assert_eq!(status, StatusCode::OK, "{answer}");
        }
        self.look(&players[1]).await.1
    }

    /// What anybody can see of the player with the key of that name.
    pub async fn page(&self, name: &str) -> (StatusCode, Value) {
        let (_, me) = self.json("GET", "/api/me", Some(&key(name)), "").await;
        let id = me["id"].as_str().unwrap_or("NNNNNNNNNNNNNNNN").to_owned();
        self.json("GET", &format!("/api/players/{id}"), None, "").await
    }
}

#[tokio::test]
async fn a_rated_game_counts_for_both_once() {
    let house = House::open();
    let players = house.rated("ada", "bob").await;
    let mut stranger = players[0].clone();
    stranger.token = None;
    let (_, before) = house.look(&stranger).await;
    assert_eq!((&before["rated"], before["chairs"][1]["name"].as_str()), (&json!(true), Some("bob")));
    assert_eq!((&before["players"][0]["rating"], &before["players"][0]["deviation"]), (&json!(1500), &json!(350)));
    let after = house.win(&players).await;
    assert_eq!((&after["players"][0]["change"], &after["players"][1]["change"]), (&json!(162), &json!(-162)));
    assert_eq!(house.act(&players[0], &play(4, "a3")).await.0, StatusCode::OK, "a repeated move is harmless");
    let (_, ada) = house.page("ada").await;
    assert_eq!((&ada["name"], &ada["total"]), (&json!("ada"), &json!(1)));
    assert_eq!(ada["ratings"], json!([{"game": "tic-tac-toe", "rating": 1662, "deviation": 290, "games": 1}]));
    let game = &ada["games"][0];
    assert_eq!(
        (&game["room"], &game["name"], &game["result"]),
        (&json!(players[0].room), &json!("bob"), &json!("won"))
    );
    assert!(game["when"].as_u64().is_some_and(|when| when > 1_700_000_000_000));
    let (_, bob) = house.page("bob").await;
    assert_eq!((&bob["games"][0]["result"], &bob["ratings"][0]["rating"]), (&json!("lost"), &json!(1338)));
    // The rematch is rated too, with the seats moved on.
    house.act(&players[0], &Act::Rematch).await;
    house.act(&players[1], &Act::Rematch).await;
    let next = house.look(&players[0]).await.1["next"].as_str().expect("a room").to_owned();
    let again = [1, 0].map(|seat: usize| Ticket { room: next.clone(), ..players[seat].clone() });
    assert_eq!(house.win(&again).await["rated"], true);
    assert_eq!(house.page("bob").await.1["games"][0]["result"], "won");
}

#[tokio::test]
async fn only_finished_games_of_two_keys_are_rated() {
    let house = House::open();
    let refused = async |wish: Value| house.json("POST", "/api/rooms", None, &wish.to_string()).await.0.as_u16();
    let game = "tic-tac-toe";
    assert_eq!(refused(json!({"game": game, "rated": true})).await, 400, "without a key");
    assert_eq!(refused(json!({"game": game, "rated": true, "key": "guess me"})).await, 400);
    let computer = json!(["me", {"computer": "easy"}]);
    assert_eq!(refused(json!({"game": game, "rated": true, "key": key("ada"), "seats": computer})).await, 400);
    let three = json!([["players", "3"]]);
    assert_eq!(
        refused(json!({"game": "primi-composti", "options": three, "rated": true, "key": key("ada")})).await,
        400
    );

    let me = house.create(json!({"game": game, "rated": true, "key": key("ada")})).await;
    let join = format!("/api/rooms/{}/join", me.room);
    assert_eq!(house.text("POST", &join, None, "").await.0, StatusCode::BAD_REQUEST, "no key");
    let same = json!({"key": key("ada")}).to_string();
    assert_eq!(house.text("POST", &join, None, &same).await.0, StatusCode::BAD_REQUEST, "the same key");
    assert_eq!(house.refused(&me, &Act::Computer { seat: 1, player: "easy".into() }).await, Code::State);
    let friend = house.join_as(&me.room, "bob").await;
    house.act(&me, &play(0, "b2")).await;
    assert_eq!(house.refused(&me, &Act::Takeback).await, Code::State);
    // Who leaves before both have moved has lost nothing.
    assert_eq!(house.act(&friend, &Act::Resign).await.0, StatusCode::OK);
    assert_eq!(
        (house.page("ada").await.1["total"].as_u64(), house.page("bob").await.1["total"].as_u64()),
        (Some(0), Some(0))
    );

    let players = house.rated("ada", "bob").await;
    house.act(&players[0], &play(0, "b2")).await;
    house.act(&players[1], &play(1, "a1")).await;
    house.act(&players[0], &Act::Draw).await;
    let (_, view) = house.act(&players[1], &Act::Draw).await;
    assert_eq!((&view["players"][0]["change"], &view["ending"]), (&json!(0), &json!("agreed")), "a draw of equals");
    assert_eq!(house.page("ada").await.1["games"][0]["result"], "drawn");
    // A room that is not rated counts nothing, keys or not.
    let me = house.create(json!({"game": game, "key": key("ada")})).await;
    let friend = house.join_as(&me.room, "bob").await;
    house.win(&[me, friend]).await;
    assert_eq!(house.page("ada").await.1["total"], 1);
}

#[tokio::test]
async fn a_key_is_the_player_on_any_device_and_the_name_belongs_to_it() {
    let house = House::open();
    let players = house.rated("ada", "bob").await;
    // Another device knows the key, and nothing else.
    let (_, games) = house.json("POST", "/api/seats", None, &json!({"key": key("ada")}).to_string()).await;
    assert_eq!(
        games,
        json!([{"room": players[0].room, "state": "yours", "game": "tic-tac-toe", "against": ["bob"],
        "clock": {"move": {"seconds": 14 * 86400}}, "left_ms": games[0]["left_ms"], "ply": 0, "rated": true}])
    );
    let elsewhere = Ticket { token: Some(key("ada")), ..players[0].clone() };
    assert_eq!(house.act(&elsewhere, &play(0, "b2")).await.0, StatusCode::OK);
    assert_eq!(
        house.refused(&Ticket { token: Some(key("eve")), ..elsewhere.clone() }, &play(1, "a1")).await,
        Code::Token
    );
    let (status, named) = house.json("POST", "/api/me", Some(&key("ada")), "{\"name\":\"Ada\u{202e} L.\"}").await;
    assert_eq!((status, &named["name"]), (StatusCode::OK, &json!("Ada L.")));
    assert_eq!(house.look(&players[1]).await.1["chairs"][0]["name"], "Ada L.", "in the room that is open too");
    house.act(&players[1], &Act::Name("Robert".into())).await;
    assert_eq!(house.page("bob").await.1["name"], "Robert");
    for bad in [None, Some("short")] {
        assert!(!house.text("GET", "/api/me", bad, "").await.0.is_success());
    }
    assert_eq!(house.text("GET", "/api/me", Some(&key("eve")), "").await.0, StatusCode::NOT_FOUND, "nothing is kept");
    assert_eq!(house.text("GET", "/api/players/..%2Fvapid", None, "").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_player_can_have_all_data_and_erase_it_and_opponents_keep_their_results() {
    let store = Arc::new(Memory::new());
    let house = house(store.clone());
    for _ in 0..3 {
        let players = house.rated("ada", "bob").await;
        house.win(&players).await;
    }
    let running = house.rated("bob", "ada").await;
    let (_, export) = house.json("GET", "/api/me", Some(&key("ada")), "").await;
    assert_eq!((export["games"].as_array().map(Vec::len), &export["rooms"]), (Some(3), &json!([running[0].room])));
    let id = export["id"].as_str().expect("an id").to_owned();
    let rating = house.page("bob").await.1["ratings"].clone();
    assert_eq!(house.text("POST", "/api/me/erase", Some(&key("ada")), "").await.0, StatusCode::NO_CONTENT);
    assert_eq!(house.text("GET", "/api/me", Some(&key("ada")), "").await.0, StatusCode::NOT_FOUND);
    assert_eq!(house.text("GET", &format!("/api/players/{id}"), None, "").await.0, StatusCode::NOT_FOUND);
    let (_, bob) = house.page("bob").await;
    assert_eq!((&bob["total"], &bob["ratings"], &bob["games"][0]["name"]), (&json!(3), &rating, &json!("")));
    assert_eq!(house.look(&running[0]).await.1["chairs"][1]["name"], Value::Null, "the name has gone from rooms too");
    // Neither a document nor a room has the name any more.
    for room in [&running[0].room, bob["games"][0]["room"].as_str().expect("a room")] {
        let events = store.tail(room, 0).await.expect("memory").expect("a room");
        assert!(events.iter().all(|event| !event.contains("\"ada\"")), "{events:?}");
    }
    // The game that was going on counts for the other one only.
    house.win(&running).await;
    assert_eq!(house.page("bob").await.1["total"], 4);
    assert_eq!(
        house.text("GET", &format!("/api/players/{id}"), None, "").await.0,
        StatusCode::NOT_FOUND,
        "and stays so"
    );
}

#[tokio::test]
async fn many_games_are_told_page_by_page() {
    let house = House::open();
    for game in 0..53 {
        // Ten games of the same two count in a day.
        let players = house.rated("ada", &format!("other-{}", game / 10)).await;
        house.win(&players).await;
    }
    let (_, first) = house.page("ada").await;
    assert_eq!(
        (&first["total"], first["games"].as_array().map(Vec::len), &first["more"]),
        (&json!(53), Some(50), &json!(3))
    );
    let path = format!("/api/players/{}?before=3", first["id"].as_str().expect("an id"));
    let (_, rest) = house.json("GET", &path, None, "").await;
    assert_eq!((rest["games"].as_array().map(Vec::len), &rest["more"]), (Some(3), &Value::Null));
    let (_, all) = house.json("GET", "/api/me", Some(&key("ada")), "").await;
    let codes: std::collections::BTreeSet<&str> =
        all["games"].as_array().expect("games").iter().filter_map(|game| game["room"].as_str()).collect();
    assert_eq!(codes.len(), 53, "every game once");
    house.text("POST", "/api/me/erase", Some(&key("ada")), "").await;
    assert_eq!(house.page("other-5").await.1["total"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_one_player_that_end_at_once_all_count() {
    let dir = Dir::new();
    let store = Arc::new(Sqlite::open(&dir.at("rooms.sqlite")).expect("a store"));
    let house = Arc::new(house(store.clone()));
    let mut rooms = Vec::new();
    for other in 0..8 {
        let players = house.rated("ada", &format!("other-{other}")).await;
        for (at, text) in ["a1", "b1", "a2", "b2"].iter().enumerate() {
            house.act(&players[at % 2], &play(at as u64, text)).await;
        }
        rooms.push(players);
    }
    let mut tasks = tokio::task::JoinSet::new();
    for players in rooms {
        let house = house.clone();
        tasks.spawn(async move { house.act(&players[0], &play(4, "a3")).await.0 });
    }
    assert!(tasks.join_all().await.iter().all(|status| *status == StatusCode::OK));
    drop(house);
    // Another hub finds the same in the store.
    let house = self::house(store);
    let (_, ada) = house.page("ada").await;
    let ratings: Vec<u64> =
        ada["games"].as_array().expect("games").iter().rev().filter_map(|game| game["rating"].as_u64()).collect();
    assert_eq!((&ada["total"], ratings.len()), (&json!(8), 8));
    assert!(ratings.is_sorted() && ada["ratings"][0]["rating"].as_u64() == ratings.last().copied(), "{ratings:?}");
}

#[tokio::test]
async fn a_result_whose_answer_is_lost_or_whose_server_dies_counts_once() {
    for after in [false, true] {
        // Joining is the first append, then there are four moves before the last.
        let store = Arc::new(Faulty::new(move |at| if at == 5 { (after, false) } else { (true, true) }));
        let house = house(store.clone());
        let players = house.rated("ada", "bob").await;
        for (at, text) in ["a1", "b1", "a2", "b2"].iter().enumerate() {
            house.act(&players[at % 2], &play(at as u64, text)).await;
        }
        let (status, answer) = house.act(&players[0], &play(4, "a3")).await;
        assert_eq!(status.is_success(), after, "{answer}");
        // The server dies; another one takes over, and the player sends the move again.
        drop(house);
        let house = self::house(store);
        assert_eq!(house.act(&players[0], &play(4, "a3")).await.0, StatusCode::OK);
        assert_eq!(house.look(&players[1]).await.1["players"][0]["change"], 162);
        let (_, ada) = house.page("ada").await;
        assert_eq!((&ada["total"], ada["games"].as_array().map(Vec::len)), (&json!(1), Some(1)), "{after}");
        assert_eq!(ada["ratings"][0]["rating"], 1662);
    }
}

#[tokio::test]
async fn keys_are_limited_as_rooms_are() {
    let house = House::limited();
    let mut kept = 0;
    for n in 0..100 {
        kept += usize::from(
            house.text("POST", "/api/me", Some(&key(&n.to_string())), "{\"name\":\"x\"}").await.0.is_success(),
        );
    }
    assert!((50..=70).contains(&kept), "{kept} names were kept");
}
