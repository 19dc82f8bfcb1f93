//! One address with very much: connections, rooms of computers, spectators who come and go. Nobody else pays for it.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use agon_server::{Front, Quotas};
use agon_wire::{ToServer, write};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use super::house::{Heard, House, PATIENCE, Raw, hello, play};

/// What a new connection is answered.
async fn answered(address: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
    let mut told = Vec::new();
    // A connection that is turned away may be reset after its answer.
    let _ = stream.read_to_end(&mut told).await;
    String::from_utf8_lossy(&told).into_owned()
}

#[tokio::test]
async fn the_connections_of_an_address_are_limited_before_it_has_said_anything() {
    let house = House::with(Front { quotas: Quotas { connections: 5, ..Quotas::none() }, ..Front::default() });
    let address = house.listen().await;
    let mut silent = Vec::new();
    for _ in 0..5 {
        silent.push(TcpStream::connect(&address).await.expect("a connection"));
    }
    let told = answered(&address).await;
    assert!(told.starts_with("HTTP/1.1 429 ") && told.contains("application/problem+json"), "{told}");
    assert!(told.contains("\"code\":\"slow\""), "{told}");
    // An address of its own has its own connections.
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::from(([127, 0, 0, 2], 0))).expect("an address");
    let mut other = socket.connect(address.parse().expect("an address")).await.expect("a connection");
    other.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.expect("it is taken");
    let mut told = String::new();
    other.read_to_string(&mut told).await.expect("an answer");
    assert!(told.starts_with("HTTP/1.1 200 "), "{told}");
    // When one goes, another one may come.
    silent.pop();
    let begin = Instant::now();
    while !answered(&address).await.starts_with("HTTP/1.1 200 ") {
        assert!(begin.elapsed() < PATIENCE, "the place is not given back");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn who_comes_and_goes_is_told_in_a_few_bytes() {
    let house = House::open();
    let address = house.listen().await;
    let me = house.create(json!({"game": "infiltration", "clock": {"move": {"seconds": 600}}})).await;
    house.join(&me.room).await;
    let mut spectator = Raw::open(&address, "").await.expect("a socket");
    spectator.text(&hello(&me.room, None)).await;
    let mut old = Raw::open(&address, "").await.expect("a socket");
    old.text(&hello(&me.room, None).replace("\"v\":3", "\"v\":2")).await;
    let first = write(&spectator.message().await);
    let mut others = Vec::new();
    for _ in 0..20 {
        others.push(Raw::enter(&address, &me.room, None).await);
    }
    let player = Raw::enter(&address, &me.room, me.token.as_deref()).await;
    let mut told = serde_json::Value::Null;
    while told["watchers"] != 22 || told["here"] != json!([true, false]) {
        match spectator.next().await {
            Heard::Text(text) => {
                assert!(text.len() * 20 < first.len(), "{} bytes where a view has {}", text.len(), first.len());
                told = serde_json::from_str(&text).expect("JSON");
                assert_eq!(told["type"], "presence", "nothing else has changed");
                assert_eq!(told["left_ms"].as_array().map(Vec::len), Some(2), "clocks go on");
            }
            Heard::Ping => {}
            end => panic!("{end:?}"),
        }
    }
    // A client of before is shown it as it knows, a little later.
    old.view(|view| view.watchers == 22 && view.chairs[0].here && !view.chairs[1].here).await;
    drop((others, player));
    old.view(|view| view.watchers == 2 && !view.chairs[0].here).await;
    spectator.view(|view| view.watchers == 2 && !view.chairs[0].here).await;
}

#[tokio::test]
async fn fifty_rooms_of_one_address_do_not_delay_a_stranger() {
    let house = House::open();
    let address = house.listen().await;
    let mut flood = Vec::new();
    for _ in 0..50 {
        let seats = json!([{"computer": "expert"}, {"computer": "expert"}]);
        let room = house.create(json!({"game": "infiltration", "seats": seats})).await;
        flood.push(Raw::enter(&address, &room.room, None).await);
    }
    let me = house.create(json!({"game": "tic-tac-toe", "seats": ["me", {"computer": "easy"}]})).await;
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::from(([127, 0, 0, 2], 0))).expect("an address");
    let stream = socket.connect(address.parse().expect("an address")).await.expect("a connection");
    let mut stranger = Raw::over(stream, &address, "").await.expect("a socket");
    stranger.text(&hello(&me.room, me.token.as_deref())).await;
    let mut view = stranger.view(|_| true).await;
    let mut took = Vec::new();
    while !view.is_over() && took.len() < 3 {
        let (revision, text) = (view.revision, view.view.choices[0].text.clone());
        let begin = Instant::now();
        stranger.text(&write(&ToServer::Do { id: revision, act: play(revision, &text) })).await;
        view = stranger.view(|view| view.revision == revision + 2 || view.is_over()).await;
        took.push(begin.elapsed());
    }
    println!("`easy` answered after {took:?} beside fifty rooms of `expert`");
    let limit = crate::busy::at_most(Duration::from_secs(1));
    assert!(took.iter().all(|took| *took < limit), "{took:?}");
    drop(flood);
}
