//! What a client written from the documentation alone has found: being there without a socket, giving up for good, lost
//! answers, and who has won.

use std::time::Duration;

use agon_wire::{Act, Code, ToClient};
use axum::http::StatusCode;
use serde_json::json;
use tokio::time::advance;

use super::client::{House, Socket, play};

#[tokio::test(start_paused = true)]
async fn a_player_without_a_socket_is_there_while_they_ask() {
    let house = House::open();
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let friend = house.join(&me.room).await;
    house.look(&friend).await;
    assert_eq!(house.look(&me).await.1["chairs"][1]["here"], true);
    advance(Duration::from_secs(21)).await;
    assert_eq!(house.look(&me).await.1["chairs"][1]["here"], false, "and not for ever");
}

#[tokio::test(start_paused = true)]
async fn a_moment_without_a_network_costs_no_seat_and_no_weak_computer_takes_it() {
    let house = House::open();
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let friend = house.join(&me.room).await;
    house.look(&friend).await;
    let computer = |player: &str| Act::Computer { seat: 1, player: player.into() };
    assert_eq!(house.refused(&me, &computer("hard")).await, Code::State, "they are here");
    advance(Duration::from_secs(81)).await;
    house.look(&me).await;
    assert_eq!(house.refused(&me, &computer("random")).await, Code::Bad, "a fool");
    assert_eq!(house.act(&me, &computer("hard")).await.0, StatusCode::OK);
    // A player who comes back plays again.
    assert_eq!(house.act(&friend, &Act::Return).await.0, StatusCode::OK);
}

#[tokio::test]
async fn giving_up_among_three_is_for_good() {
    let house = House::open();
    // Values of options are taken as the list of games writes them, too.
    let me = house.create(json!({"game": "primi-composti", "options": [["players", 3]]})).await;
    let _others = (house.join(&me.room).await, house.join(&me.room).await);
    assert_eq!(house.act(&me, &Act::Resign).await.0, StatusCode::OK);
    assert_eq!(house.refused(&me, &Act::Return).await, Code::State);
    assert_eq!(house.look(&me).await.1["chairs"][0]["who"], json!({"computer": "medium"}));
}

#[tokio::test]
async fn the_winners_are_named_however_it_ended() {
    let house = House::open();
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let friend = house.join(&me.room).await;
    assert_eq!(house.look(&me).await.1.get("winners"), None);
    house.act(&me, &Act::Resign).await;
    assert_eq!(house.look(&friend).await.1["winners"], json!([1]));
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let friend = house.join(&me.room).await;
    for (revision, text) in ["a1", "a2", "b1", "b2", "c1"].iter().enumerate() {
        let who = if revision % 2 == 0 { &me } else { &friend };
        assert_eq!(house.act(who, &play(revision as u64, text)).await.0, StatusCode::OK);
    }
    assert_eq!(house.look(&me).await.1["winners"], json!([0]));
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let friend = house.join(&me.room).await;
    house.act(&me, &Act::Draw).await;
    house.act(&friend, &Act::Draw).await;
    assert_eq!(house.look(&me).await.1["winners"], json!([]));
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_has_run_out_shows_nothing_left() {
    let house = House::open();
    let me = house.create(json!({"game": "tic-tac-toe", "clock": {"move": {"seconds": 2}}})).await;
    let friend = house.join(&me.room).await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    let (_, view) = house.look(&friend).await;
    assert_eq!((&view["ending"], &view["winners"]), (&json!({"time_up": 0}), &json!([1])));
    assert_eq!(view["chairs"][0]["left_ms"], 0);
}

#[tokio::test]
async fn a_lost_answer_to_joining_costs_no_seat() {
    let house = House::open();
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let path = format!("/api/rooms/{}/join", me.room);
    let token = "0123456789abcdef0123456789abcdef";
    for _ in 0..2 {
        let (status, ticket) = house.json("POST", &path, Some(token), "").await;
        assert_eq!((status, ticket["seat"].as_u64()), (StatusCode::OK, Some(1)));
        assert_eq!(ticket["token"], token);
    }
    let (status, ticket) = house.json("POST", &path, me.token.as_deref(), "").await;
    assert_eq!((status, ticket["seat"].as_u64()), (StatusCode::OK, Some(0)), "nobody sits twice");
    let (status, problem) = house.json("POST", &path, Some("short"), "").await;
    assert_eq!((status, problem["code"].as_str()), (StatusCode::BAD_REQUEST, Some("bad")));
}

#[tokio::test]
async fn a_request_that_cannot_be_read_is_answered_with_its_number() {
    let house = House::open();
    let address = house.listen().await;
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let mut socket = Socket::open(&address, &me).await;
    socket.send(r#"{"type":"do","id":5,"do":"zz"}"#).await;
    let ToClient::Refused { id, refusal } = socket.answer().await else { panic!("it makes no sense") };
    assert_eq!((id, refusal.code), (Some(5), Code::Malformed));
}

#[tokio::test]
async fn whatever_fails_is_a_problem_that_programs_can_read() {
    let house = House::open();
    for (method, path, body, status) in [
        ("GET", "/api/nothing", String::new(), StatusCode::NOT_FOUND),
        ("DELETE", "/api/rooms", String::new(), StatusCode::METHOD_NOT_ALLOWED),
        ("POST", "/api/rooms", "x".repeat(9000), StatusCode::PAYLOAD_TOO_LARGE),
        ("GET", "/api/socket", String::new(), StatusCode::BAD_REQUEST),
    ] {
        let (answered, problem) = house.json(method, path, None, &body).await;
        assert_eq!(answered, status, "{method} {path}: {problem}");
        assert_eq!(problem["status"], status.as_u16(), "{method} {path}");
        assert!(!problem["detail"].as_str().unwrap_or_default().is_empty(), "{method} {path}");
    }
}
