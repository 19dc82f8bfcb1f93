//! The server as clients meet it: over HTTP and sockets, by players who are honest, forgetful, hasty or neither.

pub mod client;
mod fair;
mod lasting;
pub mod lobby;
mod pause;
mod strangers;

use std::time::Duration;

use agon_wire::{Act, Clock, Code, EarlyEnd, Place, ToClient, Who};
use axum::http::StatusCode;
use client::{House, play};
use serde_json::json;

#[tokio::test]
async fn a_plain_http_client_plays_a_whole_game() {
    let house = House::open();
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let friend = house.join(&me.room).await;
    assert_eq!((me.seat, friend.seat), (Some(0), Some(1)));
    for (at, text) in ["a1", "b1", "a2", "b2", "a3"].iter().enumerate() {
        let who = if at % 2 == 0 { &me } else { &friend };
        let (status, view) = house.act(who, &play(at as u64, text)).await;
        assert_eq!((status, view["revision"].as_u64()), (StatusCode::OK, Some(at as u64 + 1)));
    }
    let (_, view) = house.look(&friend).await;
    assert_eq!(view["view"]["outcome"]["winner"], 0);
    let (status, record) = house.text("GET", &format!("/api/rooms/{}/record", me.room), None, "").await;
    assert_eq!(status, StatusCode::OK);
    assert!(record.starts_with("tic-tac-toe~") && record.ends_with("~a1~b1~a2~b2~a3"), "{record}");
}

#[tokio::test]
async fn a_repeated_move_is_made_once_and_a_stale_one_never() {
    let house = House::open();
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let friend = house.join(&me.room).await;
    assert_eq!(house.act(&me, &play(0, "b2")).await.0, StatusCode::OK);
    let (status, view) = house.act(&me, &play(0, "b2")).await;
    assert_eq!((status, view["revision"].as_u64()), (StatusCode::OK, Some(1)), "a repeated message is harmless");
    assert_eq!(house.refused(&me, &play(0, "a1")).await, Code::Stale, "another mind comes too late");
    let (_, problem) = house.act(&me, &play(0, "a1")).await;
    assert_eq!(problem["view"], house.look(&me).await.1, "and is shown the newest");
    assert_eq!(house.refused(&me, &play(1, "a1")).await, Code::Turn);
    assert_eq!(house.refused(&friend, &play(7, "a1")).await, Code::Stale, "nobody answers what has not happened");
    assert_eq!(house.refused(&friend, &play(1, "b2")).await, Code::Illegal);
    assert_eq!(house.look(&me).await.1["revision"], 1);
}

#[tokio::test]
async fn nobody_moves_for_another() {
    let house = House::open();
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    assert_eq!(house.refused(&me, &play(0, "b2")).await, Code::State, "a seat is open");
    let friend = house.join(&me.room).await;
    assert_eq!(house.refused(&friend, &play(0, "b2")).await, Code::Turn);
    let mut stranger = me.clone();
    stranger.token = Some("0".repeat(32));
    assert_eq!(house.refused(&stranger, &play(0, "b2")).await, Code::Token);
    stranger.token = None;
    for act in [play(0, "b2"), Act::Resign, Act::Takeback, Act::Draw, Act::Rematch, Act::Name("x".into()), Act::Decline]
    {
        assert_eq!(house.refused(&stranger, &act).await, Code::NotSeated);
    }
    // A token of another room opens nothing here.
    let mut other = house.create(json!({"game": "tic-tac-toe"})).await;
    other.room.clone_from(&me.room);
    assert_eq!(house.refused(&other, &play(0, "b2")).await, Code::Token);
    let (status, problem) = house.json("POST", &format!("/api/rooms/{}/join", me.room), None, "{}").await;
    assert_eq!((status, problem["code"].as_str()), (StatusCode::CONFLICT, Some("full")));
}

#[tokio::test]
async fn malformed_requests_are_answered_with_a_reason() {
    let house = House::open();
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let room = format!("/api/rooms/{}", me.room);
    let big = format!("{{\"game\":\"{}\"}}", "x".repeat(9000));
    for (method, path, body, status) in [
        ("POST", "/api/rooms", "", 400),
        ("POST", "/api/rooms", "{", 400),
        ("POST", "/api/rooms", "{\"game\":\"chess\"}", 400),
        ("POST", "/api/rooms", "{\"game\":\"tic-tac-toe\",\"cheat\":1}", 400),
        ("POST", "/api/rooms", "{\"game\":\"tic-tac-toe\",\"options\":[[\"size\",\"99\"]]}", 400),
        ("POST", "/api/rooms", "{\"game\":\"tic-tac-toe\",\"seats\":[\"me\",\"me\"]}", 400),
        ("POST", "/api/rooms", "{\"game\":\"tic-tac-toe\",\"seats\":[\"me\",{\"computer\":\"nobody\"}]}", 400),
        ("POST", "/api/rooms", "{\"game\":\"tic-tac-toe\",\"clock\":{\"move\":{\"seconds\":0}}}", 400),
        ("POST", "/api/rooms", &big, 413),
        ("GET", "/api/rooms/ABCDEFGH", "", 404),
        ("GET", "/api/rooms/..%2f..%2fetc", "", 404),
        ("GET", "/../../etc/passwd", "", 404),
        ("POST", &format!("{room}/do"), "{\"play\":{\"revision\":-1,\"text\":\"a1\"}}", 400),
        ("POST", &format!("{room}/do"), "{\"play\":{\"revision\":1e400,\"text\":\"a1\"}}", 400),
        ("POST", &format!("{room}/do"), &"[".repeat(5000), 400),
        ("DELETE", &room, "", 405),
    ] {
        let (got, text) = house.text(method, path, me.token.as_deref(), body).await;
        assert_eq!(got.as_u16(), status, "{method} {path} {body:.60}: {text}");
    }
}

#[tokio::test]
async fn every_seat_and_spectator_sees_its_own_view_and_no_hidden_card() {
    let house = House::open();
    let me = house.create(json!({"game": "primi-composti", "options": [["players", "3"]]})).await;
    let (friend, other) = (house.join(&me.room).await, house.join(&me.room).await);
    let mut spectator = me.clone();
    spectator.token = None;
    let hand = |view: &serde_json::Value, seat: usize| {
        let zones = view["view"]["zones"].as_array().expect("zones").clone();
        let zone =
            zones.into_iter().find(|zone| zone["title"]["text"] == "Hand" && zone["owner"] == seat).expect("a hand");
        let cells = zone["cells"].as_array().expect("cells").clone();
        cells.iter().filter(|cell| cell["pieces"][0]["face"] == "Up").count()
    };
    for (at, who) in [&me, &friend, &other, &spectator].into_iter().enumerate() {
        let (_, view) = house.look(who).await;
        let seen: Vec<usize> = (0..3).map(|seat| hand(&view, seat)).collect();
        let expected: Vec<usize> = (0..3).map(|seat| if seat == at { 12 } else { 0 }).collect();
        assert_eq!(seen, expected, "member {at}");
        assert_eq!(view["record"], serde_json::Value::Null, "a record would tell everything");
        assert_eq!(view["view"]["choices"].as_array().expect("choices").is_empty(), at != 0);
    }
}

#[tokio::test]
async fn sockets_show_every_change_and_answer_every_request() {
    let house = House::open();
    let address = house.listen().await;
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let mut a = client::Socket::open(&address, &me).await;
    let first = a.view(|_| true).await;
    assert!(!first.started && first.chairs[0].here && first.chairs[1].who == Who::Open);
    let friend = house.join(&me.room).await;
    let mut b = client::Socket::open(&address, &friend).await;
    let mut spectator = client::Socket::watch(&address, &me.room).await;
    a.view(|view| view.started && view.chairs[1].here && view.watchers == 1).await;
    assert_eq!(a.ask(7, play(0, "b2")).await, ToClient::Done { id: 7 });
    let seen = b.view(|view| view.revision == 1).await;
    assert_eq!(seen.view.choices.len(), 8);
    assert!(spectator.view(|view| view.revision == 1).await.view.choices.is_empty());
    assert!(
        matches!(a.ask(8, play(1, "a1")).await, ToClient::Refused { id: Some(8), refusal } if refusal.code == Code::Turn)
    );
    b.send("{\"type\":\"do\"}").await;
    assert!(matches!(b.answer().await, ToClient::Refused { id: None, refusal } if refusal.code == Code::Malformed));
    // Others see that a player has gone; the player who comes back is the same.
    drop(a);
    b.view(|view| !view.chairs[0].here).await;
    let mut a = client::Socket::open(&address, &me).await;
    assert_eq!(a.view(|_| true).await.revision, 1);
    b.view(|view| view.chairs[0].here).await;
}

#[tokio::test]
async fn bad_sockets_are_refused() {
    let house = House::open();
    let address = house.listen().await;
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    for (hello, code) in [
        (json!({"type": "hello", "v": 99, "room": me.room}), Code::Version),
        (json!({"type": "hello", "v": 2, "room": "ABCDEFGH"}), Code::NoRoom),
        (json!({"type": "hello", "v": 2, "room": me.room, "token": "wrong"}), Code::Token),
        (json!({"type": "ping"}), Code::Malformed),
        (json!({"type": "hello"}), Code::Malformed),
    ] {
        let mut socket = client::Socket::raw(&address, None).await.expect("a socket");
        socket.send(&hello.to_string()).await;
        assert!(matches!(socket.answer().await, ToClient::Refused { refusal, .. } if refusal.code == code), "{hello}");
        assert!(socket.is_closed().await);
    }
    let mut socket = client::Socket::open(&address, &me).await;
    socket.send(&"x".repeat(5000)).await;
    assert!(socket.is_closed().await, "a message that is too long");
    for (origin, welcome) in [
        (format!("http://{address}"), true),
        ("http://evil.example".to_owned(), false),
        (format!("http://{address}.evil.example"), false),
        ("null".to_owned(), false),
    ] {
        assert_eq!(client::Socket::raw(&address, Some(&origin)).await.is_ok(), welcome, "{origin}");
    }
}

#[tokio::test]
async fn takebacks_draws_and_rematches_need_everybody() {
    let house = House::open();
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let friend = house.join(&me.room).await;
    house.act(&me, &play(0, "b2")).await;
    house.act(&friend, &play(1, "a1")).await;
    let (_, view) = house.act(&me, &Act::Takeback).await;
    assert_eq!((view["offers"]["takeback"].clone(), view["revision"].clone()), (json!([0]), json!(2)));
    let (_, view) = house.act(&friend, &Act::Takeback).await;
    assert_eq!(view["view"]["history"], json!([]), "the asker's move and everything after it is taken back");
    assert_eq!(view["revision"], 3);
    assert_eq!(house.refused(&me, &play(0, "a3")).await, Code::Stale);
    house.act(&me, &Act::Draw).await;
    house.act(&friend, &Act::Decline).await;
    assert_eq!(house.look(&me).await.1["offers"], json!({}));
    house.act(&friend, &Act::Draw).await;
    let (_, view) = house.act(&me, &Act::Draw).await;
    assert_eq!(view["ending"], json!("agreed"));
    // Two clicks at once give one room, with the seats moved on and the same tokens.
    let (a, b) = tokio::join!(house.act(&me, &Act::Rematch), house.act(&friend, &Act::Rematch));
    assert_eq!((a.0, b.0), (StatusCode::OK, StatusCode::OK));
    house.act(&me, &Act::Rematch).await;
    let next = house.look(&me).await.1["next"].as_str().expect("a room").to_owned();
    let mut again = me.clone();
    again.room = next;
    assert_eq!(house.look(&again).await.1["seat"], 1);
}

#[tokio::test]
async fn what_was_hidden_is_not_taken_back() {
    let house = House::open();
    let seats = json!(["me", {"computer": "easy"}, {"computer": "easy"}]);
    let me = house.create(json!({"game": "primi-composti", "options": [["players", "3"]], "seats": seats})).await;
    let (_, view) = house.look(&me).await;
    let text = view["view"]["choices"][0]["text"].as_str().expect("a move").to_owned();
    assert_eq!(house.act(&me, &play(0, &text)).await.0, StatusCode::OK);
    assert_eq!(house.refused(&me, &Act::Takeback).await, Code::State);
}

#[tokio::test]
async fn computers_play_their_seats_and_nobody_is_replaced_who_is_here() {
    let house = House::open();
    let address = house.listen().await;
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let mut socket = client::Socket::open(&address, &me).await;
    socket.ask(1, Act::Computer { seat: 1, player: "easy".into() }).await;
    socket.ask(2, play(0, "b2")).await;
    let view = socket.view(|view| view.revision == 2).await;
    assert_eq!(view.chairs[1].who, Who::Computer("easy".into()));
    // A player who is here is not replaced.
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let friend = house.join(&me.room).await;
    let mut socket = client::Socket::open(&address, &me).await;
    let there = client::Socket::open(&address, &friend).await;
    socket.view(|view| view.chairs[1].here).await;
    let computer = Act::Computer { seat: 1, player: "hard".into() };
    assert!(matches!(socket.ask(1, computer.clone()).await, ToClient::Refused { .. }));
    drop(there);
    socket.view(|view| !view.chairs[1].here).await;
    // Nor at once when they go: `fair.rs` waits.
    assert!(matches!(socket.ask(2, computer).await, ToClient::Refused { .. }));
}

#[tokio::test]
async fn a_clock_runs_for_the_mover_and_ends_the_game() {
    let house = House::open();
    let clock = serde_json::to_value(Clock::Total { seconds: 1, increment: 0 }).expect("JSON");
    let me = house.create(json!({"game": "tic-tac-toe", "clock": clock})).await;
    let friend = house.join(&me.room).await;
    house.act(&me, &play(0, "b2")).await;
    let left = |view: &serde_json::Value, seat: usize| view["chairs"][seat]["left_ms"].as_u64().expect("a clock");
    let (_, view) = house.look(&me).await;
    assert!(left(&view, 0) <= 1000 && left(&view, 1) <= 1000);
    for _ in 0..100 {
        let (_, view) = house.look(&friend).await;
        if !view["ending"].is_null() {
            assert_eq!(view["ending"], serde_json::to_value(EarlyEnd::TimeUp(1)).expect("JSON"));
            assert_eq!(house.refused(&friend, &play(1, "a1")).await, Code::State);
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the time was never up");
}

#[tokio::test]
async fn floods_and_guesses_are_slowed_down() {
    let house = House::limited();
    let mut codes = Vec::new();
    for _ in 0..60 {
        let (_, problem) = house.json("GET", "/api/rooms/ABCDEFGH", None, "").await;
        codes.push(problem["code"].as_str().expect("a code").to_owned());
    }
    assert!(
        codes[..20].iter().all(|code| code == "no_room") && codes[40..].iter().all(|code| code == "slow"),
        "{codes:?}"
    );
    let mut made = 0;
    for _ in 0..100 {
        made += usize::from(
            house.text("POST", "/api/rooms", None, "{\"game\":\"tic-tac-toe\"}").await.0 == StatusCode::CREATED,
        );
    }
    assert!((50..=70).contains(&made), "{made} rooms were made");
}

#[tokio::test]
async fn seats_are_shuffled_and_places_kept() {
    let house = House::open();
    let wish = json!({"game": "tic-tac-toe", "seats": ["me", {"computer": "easy"}], "shuffle": true});
    let mut seats = Vec::new();
    for _ in 0..40 {
        seats.push(house.create(wish.clone()).await.seat.expect("a seat"));
    }
    assert!(seats.contains(&0) && seats.contains(&1), "{seats:?}");
    assert_eq!(Place::Me, serde_json::from_value(json!("me")).expect("a place"));
}
