//! Strangers meet: offers, quick matches and races over HTTP, the lobby over the socket, and two servers with one lobby.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use agon_server::store::{Bus, LocalBus, Memory, Word};
use agon_server::{Hub, Settings};
use agon_wire::{Act, Clock, Code, Listing, NewRoom, Phrase, Quick, Ticket, ToClient, ToServer, VERSION, write};
use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::sync::broadcast;
use tokio::time::sleep;

use super::client::{House, Socket, play};

/// The rooms in the lobby.
async fn open(house: &House) -> Vec<String> {
    let (status, lobby) = house.json("GET", "/api/lobby", None, "").await;
    assert_eq!(status, StatusCode::OK);
    let games = lobby["games"].as_array().expect("games").clone();
    games.iter().map(|game| game["room"].as_str().expect("a code").to_owned()).collect()
}

async fn post(house: &House, path: &str, body: Value) -> Result<Ticket, String> {
    let (status, answer) = house.json("POST", path, None, &body.to_string()).await;
    if !status.is_success() {
        return Err(answer["code"].as_str().expect("a code").to_owned());
    }
    Ok(serde_json::from_value(answer).expect("a ticket"))
}

async fn offer(house: &House, body: Value) -> Ticket {
    post(house, "/api/lobby", body).await.expect("a room")
}

async fn quick(house: &House, body: Value) -> Ticket {
    post(house, "/api/lobby/quick", body).await.expect("a seat")
}

async fn visit(address: &str) -> Socket {
    let mut socket = Socket::raw(address, None).await.expect("a socket");
    socket.send(&write(&ToServer::Lobby { v: VERSION })).await;
    socket
}

#[tokio::test]
async fn an_offered_game_is_listed_until_its_seats_are_taken() {
    let house = House::open();
    let private = house.create(json!({"game": "gambit"})).await;
    house.look(&private).await;
    assert_eq!(open(&house).await, [] as [String; 0], "what was made private is nowhere");
    let clock = json!({"total": {"seconds": 300, "increment": 3}});
    let me = offer(&house, json!({"game": "gambit", "clock": clock, "name": "Ada"})).await;
    let (_, lobby) = house.json("GET", "/api/lobby", None, "").await;
    let game = &lobby["games"][0];
    assert_eq!((&lobby["people"], &game["game"], &game["clock"]), (&json!(1), &json!("gambit"), &clock));
    assert_eq!((&game["chairs"][0]["name"], &game["chairs"][1]["who"]), (&json!("Ada"), &json!("open")));
    assert!(game["options"].as_array().is_some_and(|options| !options.is_empty()), "the variant is told: {game}");
    assert_eq!(house.look(&me).await.1["listing"], "offered");
    let friend = house.join(&me.room).await;
    assert_eq!((friend.seat, open(&house).await), (Some(1), vec![]));
    // Three seats are listed until the last is taken.
    let three = offer(&house, json!({"game": "primi-composti", "options": [["players", 3]]})).await;
    house.join(&three.room).await;
    assert_eq!(open(&house).await, std::slice::from_ref(&three.room));
    house.join(&three.room).await;
    assert_eq!(open(&house).await, [] as [String; 0]);
}

#[tokio::test]
async fn an_offer_needs_its_maker_and_an_open_seat_and_can_be_withdrawn() {
    let house = House::open();
    for seats in [json!(["open", "open"]), json!(["me", {"computer": "easy"}])] {
        assert_eq!(post(&house, "/api/lobby", json!({"game": "gambit", "seats": seats})).await, Err("bad".into()));
    }
    for body in [json!({"game": "chess"}), json!({"game": "gambit", "options": [["size", "9"]]})] {
        assert_eq!(post(&house, "/api/lobby", body.clone()).await, Err("bad".into()));
        assert_eq!(post(&house, "/api/lobby/quick", body).await, Err("bad".into()));
    }
    assert_eq!(post(&house, "/api/lobby/quick", json!({"game": "gambit", "x": 1})).await, Err("malformed".into()));
    let me = offer(&house, json!({"game": "gambit"})).await;
    let mut stranger = me.clone();
    stranger.token = None;
    assert_eq!(house.refused(&stranger, &Act::Withdraw).await, Code::NotSeated);
    assert_eq!(open(&house).await, std::slice::from_ref(&me.room));
    assert_eq!(house.act(&me, &Act::Withdraw).await.0, StatusCode::OK);
    assert_eq!(open(&house).await, [] as [String; 0]);
    house.join(&me.room).await;
}

#[tokio::test(start_paused = true)]
async fn an_offer_goes_with_its_maker_and_comes_back() {
    let house = House::open();
    let me = offer(&house, json!({"game": "gambit"})).await;
    sleep(Duration::from_secs(15)).await;
    house.look(&me).await;
    sleep(Duration::from_secs(15)).await;
    assert_eq!(open(&house).await, std::slice::from_ref(&me.room), "who asks now and then is there");
    sleep(Duration::from_secs(10)).await;
    assert_eq!(open(&house).await, [] as [String; 0]);
    house.look(&me).await;
    assert_eq!(open(&house).await, [me.room]);
}

#[tokio::test]
async fn of_two_who_join_at_once_one_gets_the_seat() {
    let house = House::open();
    for _ in 0..20 {
        let me = offer(&house, json!({"game": "gambit"})).await;
        let path = format!("/api/rooms/{}/join", me.room);
        let (one, other) = tokio::join!(post(&house, &path, json!({})), post(&house, &path, json!({})));
        assert_eq!([&one, &other].iter().filter(|got| got.is_ok()).count(), 1, "{one:?} {other:?}");
        assert_eq!(one.err().or(other.err()), Some("full".into()));
    }
}

#[tokio::test]
async fn a_quick_match_takes_the_oldest_game_that_fits() {
    let house = House::open();
    let clock = json!({"move": {"seconds": 30}});
    let other = offer(&house, json!({"game": "gambit", "clock": clock})).await;
    let first = offer(&house, json!({"game": "gambit"})).await;
    let second = offer(&house, json!({"game": "gambit"})).await;
    let got = quick(&house, json!({"game": "gambit", "name": "Bob"})).await;
    assert_eq!(got.room, first.room);
    assert_eq!(quick(&house, json!({"game": "gambit", "clock": clock})).await.room, other.room);
    assert_eq!(quick(&house, json!({"game": "gambit"})).await.room, second.room);
    // Where nobody waits, one waits for the next.
    let waiting = quick(&house, json!({"game": "gambit"})).await;
    assert_eq!(
        (open(&house).await, house.look(&waiting).await.1["listing"].clone()),
        (vec![waiting.room.clone()], json!("quick"))
    );
    assert_eq!(quick(&house, json!({"game": "gambit"})).await.room, waiting.room);
    assert_eq!(open(&house).await, [] as [String; 0]);
}

#[tokio::test]
async fn the_lobby_comes_over_the_socket_and_then_what_changes() {
    let house = House::open();
    let address = house.listen().await;
    let mut ada = visit(&address).await;
    assert!(matches!(ada.answer().await, ToClient::Lobby(view) if view.games.is_empty()));
    let me = offer(&house, json!({"game": "gambit"})).await;
    let mut seen = agon_wire::LobbyView::default();
    let follow = async |socket: &mut Socket, seen: &mut agon_wire::LobbyView, count: usize| {
        while seen.games.len() != count {
            match socket.answer().await {
                ToClient::Lobby(view) => *seen = view,
                ToClient::LobbyChange(change) => seen.take(change),
                other => panic!("{other:?}"),
            }
        }
    };
    follow(&mut ada, &mut seen, 1).await;
    assert_eq!(seen.games[0].room, me.room);
    // Who comes later sees the same.
    let mut bob = visit(&address).await;
    let ToClient::Lobby(view) = bob.answer().await else { panic!("no lobby") };
    assert_eq!(view.games, seen.games);
    house.join(&me.room).await;
    follow(&mut ada, &mut seen, 0).await;
    // A maker whose socket closes is gone, and so is the game.
    let me = offer(&house, json!({"game": "gambit"})).await;
    let mut maker = Socket::open(&address, &me).await;
    maker.view(|view| !view.started).await;
    follow(&mut ada, &mut seen, 1).await;
    // Nothing else is done in the lobby.
    bob.send(&write(&ToServer::Do { id: 7, act: Act::Resign })).await;
    loop {
        match bob.answer().await {
            ToClient::Refused { id: Some(7), refusal } => break assert_eq!(refusal.code, Code::NotSeated),
            ToClient::LobbyChange(_) => {}
            other => panic!("{other:?}"),
        }
    }
    bob.send(r#"{"type":"lobby","v":1}"#).await;
    let mut old = Socket::raw(&address, None).await.expect("a socket");
    old.send(r#"{"type":"lobby","v":1}"#).await;
    assert!(matches!(old.answer().await, ToClient::Refused { refusal, .. } if refusal.code == Code::Version));
}

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A bus between two processes that loses nothing.
struct Between(LocalBus);

impl Bus for Between {
    fn send(&self, word: Word) {
        self.0.send(word);
    }

    fn listen(&self) -> broadcast::Receiver<Word> {
        self.0.listen()
    }
}

/// Two servers over one store and one bus.
pub fn servers() -> [Arc<Hub>; 2] {
    let (store, bus) = (Arc::new(Memory::new()), Arc::new(Between(LocalBus::new())));
    let hubs = [(); 2].map(|()| Hub::new(store.clone(), bus.clone(), Settings::default()));
    for hub in &hubs {
        tokio::spawn(hub.clone().hear());
        tokio::spawn(hub.clone().tend_lobby());
    }
    hubs
}

fn wish(game: &str) -> Quick {
    Quick { game: game.into(), options: Vec::new(), clock: Clock::None, name: String::new(), rated: false, key: None }
}

#[tokio::test(start_paused = true)]
async fn a_game_offered_at_one_server_is_joined_at_another() {
    let [one, other] = servers();
    let seats = Vec::new();
    let new = NewRoom {
        game: "gambit".into(),
        options: vec![],
        seats,
        shuffle: false,
        clock: Clock::None,
        name: String::new(),
        rated: false,
        key: None,
    };
    let me = one.offer(&new, Listing::Offered, HERE).await.expect("a room");
    sleep(Duration::from_millis(500)).await;
    let friend = other.quick(&wish("gambit"), HERE).await.expect("a seat");
    assert_eq!(friend.room, me.room);
    assert!(one.view(&me.room, me.token).await.expect("a view").started);
}

#[tokio::test(start_paused = true)]
async fn two_who_ask_two_servers_at_the_same_moment_play_each_other() {
    let [one, other] = servers();
    let wish = wish("gambit");
    let (first, second) = tokio::join!(one.quick(&wish, HERE), other.quick(&wish, HERE));
    let tickets = [(one, first.expect("a room")), (other, second.expect("a room"))];
    assert_ne!(tickets[0].1.room, tickets[1].1.room, "each waits in a room of their own at first");
    let mut members = Vec::new();
    for (hub, ticket) in &tickets {
        members.push(hub.enter(&ticket.room, ticket.token.clone()).await.expect("a player"));
    }
    sleep(Duration::from_secs(1)).await;
    let mut rooms = Vec::new();
    for (hub, ticket) in &tickets {
        let view = hub.view(&ticket.room, ticket.token.clone()).await.expect("a view");
        let room = view.next.unwrap_or(ticket.room.clone());
        // The same token opens the seat there.
        let there = hub.view(&room, ticket.token.clone()).await.expect("a view");
        assert!(there.started && there.seat.is_some(), "{there:?}");
        rooms.push(room);
        if there.room != ticket.room {
            let late = hub.join(&ticket.room, "", None).await.expect_err("nobody waits here any more");
            assert_eq!(late.code, Code::Full);
        }
    }
    assert_eq!(rooms[0], rooms[1]);
}

#[tokio::test(start_paused = true)]
async fn many_who_ask_at_once_are_all_paired() {
    let [one, other] = servers();
    let wish = wish("tic-tac-toe");
    let asked: Vec<_> =
        (0..20).map(|at| (if at % 2 == 0 { one.clone() } else { other.clone() }, wish.clone())).collect();
    let asked =
        asked.into_iter().map(|(hub, wish)| tokio::spawn(async move { hub.quick(&wish, HERE).await.expect("a room") }));
    let tickets = futures_util::future::join_all(asked).await;
    sleep(Duration::from_secs(6)).await;
    let mut rooms = std::collections::BTreeMap::new();
    for ticket in tickets {
        let Ticket { mut room, token, .. } = ticket.expect("a ticket");
        while let Some(next) = one.view(&room, token.clone()).await.expect("a view").next {
            room = next;
        }
        *rooms.entry(room).or_insert(0) += 1;
    }
    assert_eq!(rooms.values().copied().collect::<Vec<usize>>(), [2; 10]);
}

#[tokio::test(start_paused = true)]
async fn players_say_phrases_one_at_a_time_and_each_once_between_moves() {
    let house = House::open();
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let friend = house.join(&me.room).await;
    let said = async |seat: usize| house.look(&friend).await.1["chairs"][seat]["said"].clone();
    assert_eq!(house.act(&me, &Act::Say(Phrase::Hello)).await.0, StatusCode::OK);
    assert_eq!(said(0).await, "hello");
    let version = house.look(&me).await.1["version"].clone();
    assert_eq!(house.act(&me, &Act::Say(Phrase::Hello)).await.0, StatusCode::OK, "saying it twice says nothing new");
    assert_eq!(house.look(&me).await.1["version"], version);
    assert_eq!(house.refused(&me, &Act::Say(Phrase::GoodLuck)).await, Code::Slow);
    assert_eq!(house.act(&friend, &Act::Say(Phrase::GoodLuck)).await.0, StatusCode::OK, "the other is free to answer");
    sleep(Duration::from_secs(3)).await;
    assert_eq!(house.act(&me, &Act::Say(Phrase::GoodLuck)).await.0, StatusCode::OK);
    assert_eq!(house.act(&me, &play(0, "b2")).await.0, StatusCode::OK);
    assert_eq!(
        (said(0).await, said(1).await),
        (Value::Null, json!("good_luck")),
        "a move ends what was said before it"
    );
    let (status, _) =
        house.json("POST", &format!("/api/rooms/{}/do", me.room), me.token.as_deref(), "{\"say\":\"rude\"}").await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "there is no free text");
}

#[tokio::test]
async fn a_player_is_reported_once_and_only_by_another() {
    let house = House::open();
    let me = house.create(json!({"game": "tic-tac-toe", "seats": ["me", "open"]})).await;
    assert_eq!(house.refused(&me, &Act::Report { seat: 1 }).await, Code::Bad, "nobody is there");
    let friend = house.join(&me.room).await;
    let before = house.look(&me).await.1["version"].as_u64();
    for _ in 0..3 {
        assert_eq!(house.act(&me, &Act::Report { seat: 1 }).await.0, StatusCode::OK);
    }
    assert_eq!(house.look(&me).await.1["version"].as_u64(), before.map(|version| version + 1));
    for seat in [1, 7] {
        assert_eq!(house.refused(&friend, &Act::Report { seat }).await, Code::Bad);
    }
}
