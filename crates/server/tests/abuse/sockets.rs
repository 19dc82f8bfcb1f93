//! Sockets and connections that break the protocol, or do nothing at all: they are let go, and nobody else notices.

use std::time::{Duration, Instant};

use agon_server::{Front, Quotas};
use agon_wire::{Act, Code, LONGEST, ToClient, ToServer, write};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::house::{Heard, House, PATIENCE, Raw, TEXT, frame, hello, panics, play};

const PING: &str = "{\"type\":\"ping\"}";

/// Waits until a room has seen that all who watched are gone.
async fn nobody_watches(house: &House, room: &str) {
    let begin = Instant::now();
    while house.look(room).await.watchers > 0 {
        assert!(begin.elapsed() < PATIENCE, "somebody still counts as watching");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn frames_that_break_the_protocol_end_the_socket_and_nothing_else() {
    let (house, died) = (House::open(), panics());
    let address = house.listen().await;
    let (me, _) = house.pair(json!({"game": "tic-tac-toe"})).await;
    let mut player = Raw::enter(&address, &me.room, me.token.as_deref()).await;
    let unmasked = [&[TEXT, PING.len() as u8], PING.as_bytes()].concat();
    let endless = [&[TEXT, 0x80 | 127], &u64::MAX.to_be_bytes()[..], &[0; 4]].concat();
    let compressed = frame(0xC0 | 1, &[0xAA, 0x56, 0x2A, 0xA9, 0x2C, 0x48, 0x55, 0xB2, 0x52, 0x2A, 0xC8, 0xCC, 0x4B]);
    for (what, bytes, end) in [
        ("binary", frame(0x82, b"{}"), 1003),
        ("a letter that is none", frame(TEXT, b"\"\xFF\xC0\""), 1007),
        ("one byte too long", frame(TEXT, &vec![b' '; LONGEST + 1]), 1009),
        ("64 KiB", frame(TEXT, &vec![b' '; 65_535]), 1009),
        ("not masked", unmasked, 1002),
        ("compressed", compressed, 1002),
        ("reserved bits", frame(0xB0 | 1, PING.as_bytes()), 1002),
        ("an unknown kind", frame(0x83, b""), 1002),
        ("an unknown kind of control", frame(0x8B, b""), 1002),
        ("a ping in two", frame(0x09, b""), 1002),
        ("a long ping", frame(0x89, &[0; 126]), 1002),
        ("a fragment of nothing", frame(0x80, b"x"), 1002),
        ("two beginnings", [frame(0x01, b"{"), frame(TEXT, b"}")].concat(), 1002),
        ("a length without end", endless, 1009),
        ("a close of one byte", frame(0x88, &[3]), 1002),
        ("a close with a code that is none", frame(0x88, &[0, 1]), 1002),
        ("a close with letters that are none", frame(0x88, &[3, 232, 0xFF]), 1007),
    ] {
        let mut socket = Raw::enter(&address, &me.room, None).await;
        socket.write(&bytes).await;
        assert_eq!(socket.end().await, Heard::Close(end), "{what}");
        assert_eq!(socket.end().await, Heard::Gone, "{what}: the server closes the connection");
        assert_eq!(player.answer(PING).await, ToClient::Pong, "{what}: the player's socket lives");
        nobody_watches(&house, &me.room).await;
    }
    // What is just short enough is read.
    let mut socket = Raw::enter(&address, &me.room, None).await;
    let answer = socket.answer(&" ".repeat(LONGEST)).await;
    assert!(matches!(answer, ToClient::Refused { refusal, .. } if refusal.code == Code::Malformed));
    assert_eq!(panics(), died);
}

#[tokio::test]
async fn a_close_is_answered_with_its_own_code_before_the_hello_and_after() {
    let house = House::open();
    let address = house.listen().await;
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    for (what, payload, answer) in [
        ("normal", &[3, 232][..], 1000),
        ("going away, and why", b"\x03\xE9bye", 1001),
        ("a code of an application", &[0x0F, 0xA0], 4000),
        ("without a code", &[], 1005),
    ] {
        let mut stranger = Raw::open(&address, "").await.expect("a socket");
        let mut player = Raw::enter(&address, &me.room, me.token.as_deref()).await;
        for socket in [&mut stranger, &mut player] {
            socket.write(&frame(0x88, payload)).await;
            assert_eq!(socket.end().await, Heard::Close(answer), "{what}");
            assert_eq!(socket.end().await, Heard::Gone, "{what}: the server closes the connection");
        }
    }
    // A ping is no hello, but no offence either; what is no message has its own code before the hello too.
    let mut socket = Raw::open(&address, "").await.expect("a socket");
    socket.write(&frame(0x89, b"x")).await;
    assert_eq!(socket.next().await, Heard::Pong);
    socket.write(&frame(0x82, b"x")).await;
    assert_eq!(socket.end().await, Heard::Close(1003));
    let mut socket = Raw::open(&address, "").await.expect("a socket");
    socket.write(&frame(0x83, b"")).await;
    assert_eq!(socket.end().await, Heard::Close(1002));
}

#[tokio::test]
async fn a_message_in_a_hundred_thousand_pieces_slows_nobody_down() {
    let (house, died) = (House::open(), panics());
    let address = house.listen().await;
    let (me, friend) = house.pair(json!({"game": "tic-tac-toe"})).await;
    let mut player = Raw::enter(&address, &me.room, me.token.as_deref()).await;
    let mut other = Raw::enter(&address, &me.room, friend.token.as_deref()).await;
    // A message in pieces of a byte is a message.
    let mut socket = Raw::enter(&address, &me.room, None).await;
    let mut bytes = frame(0x01, b"");
    bytes.extend(PING.bytes().flat_map(|byte| frame(0x00, &[byte])));
    bytes.extend(frame(0x80, b""));
    socket.write(&bytes).await;
    assert_eq!(socket.reply().await, ToClient::Pong);
    // A hundred thousand empty pieces are nothing; 5,000 pieces of a byte are too long.
    let empty = [frame(0x01, b""), frame(0x00, b"").repeat(100_000), frame(0x80, PING.as_bytes())].concat();
    let full = [frame(0x01, b"{"), frame(0x00, b" ").repeat(100_000)].concat();
    let mut long = Raw::enter(&address, &me.room, None).await;
    let noise = tokio::spawn(async move {
        socket.write(&empty).await;
        let answer = socket.reply().await;
        long.write(&full).await;
        (answer, long.end().await)
    });
    for (revision, text) in (0..).zip(["a1", "b1", "a2", "b2", "a3"]) {
        let begin = Instant::now();
        let (mover, reader) = if revision % 2 == 0 { (&mut player, &mut other) } else { (&mut other, &mut player) };
        mover.text(&write(&ToServer::Do { id: revision, act: play(revision, text) })).await;
        reader.view(|view| view.revision == revision + 1).await;
        assert!(begin.elapsed() < crate::busy::at_most(Duration::from_secs(1)), "{text} took {:?}", begin.elapsed());
    }
    let (answer, end) = noise.await.expect("no panic");
    assert_eq!(answer, ToClient::Pong);
    assert_eq!(end, Heard::Close(1009));
    assert_eq!(panics(), died);
}

#[tokio::test]
async fn floods_of_pings_pongs_and_messages_end_the_socket() {
    let house = House::with(Front { quotas: Quotas { rooms: u32::MAX, ..Quotas::default() }, ..Front::default() });
    let address = house.listen().await;
    let (me, _) = house.pair(json!({"game": "tic-tac-toe"})).await;
    for (what, one) in [("pings", frame(0x89, b"x")), ("pongs", frame(0x8A, b"x")), ("messages", frame(TEXT, b"{}"))] {
        let mut socket = Raw::enter(&address, &me.room, None).await;
        socket.write(&one.repeat(1000)).await;
        let end = socket.end().await;
        assert_eq!(end, Heard::Close(1008), "{what}");
        nobody_watches(&house, &me.room).await;
    }
    // Answering the server's own pings for a while is no flood, and neither is a quick player.
    let mut player = Raw::enter(&address, &me.room, me.token.as_deref()).await;
    for id in 0..60 {
        let wish = ToServer::Do { id, act: Act::Name(id.to_string()) };
        assert_eq!(player.answer(&write(&wish)).await, ToClient::Done { id });
    }
}

#[tokio::test]
async fn all_sockets_of_an_address_share_a_budget_and_stay_open() {
    let quotas = Quotas { messages_together: 20, ..Quotas::none() };
    let house = House::with(Front { quotas, ..Front::default() });
    let address = house.listen().await;
    let (me, _) = house.pair(json!({"game": "tic-tac-toe"})).await;
    let mut pongs = 0;
    for _ in 0..4 {
        let mut socket = Raw::enter(&address, &me.room, me.token.as_deref()).await;
        for _ in 0..10 {
            match socket.answer(PING).await {
                ToClient::Pong => pongs += 1,
                ToClient::Refused { refusal, .. } => assert_eq!(refusal.code, Code::Slow),
                other => panic!("{other:?}"),
            }
        }
    }
    // One more every three seconds.
    assert!((20..=30).contains(&pongs), "{pongs} of 40 were answered");
}

/// How long a connection that sends this, and then a byte every 100 ms, is kept, and what it is told.
async fn kept(address: &str, first: &str, rest: &'static str) -> (Duration, String) {
    let begin = Instant::now();
    let (mut reader, mut writer) = TcpStream::connect(address).await.expect("a connection").into_split();
    writer.write_all(first.as_bytes()).await.expect("it is taken");
    let trickle = tokio::spawn(async move {
        for byte in rest.bytes().cycle() {
            tokio::time::sleep(Duration::from_millis(100)).await;
            if rest.is_empty() || writer.write_all(&[byte]).await.is_err() {
                break;
            }
        }
        writer
    });
    let mut told = Vec::new();
    let _ = tokio::time::timeout(PATIENCE, reader.read_to_end(&mut told)).await.expect("it is let go");
    trickle.abort();
    (begin.elapsed(), String::from_utf8_lossy(&told).lines().next().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn connections_that_say_nothing_or_too_slowly_are_let_go() {
    let house = House::open();
    let address = house.listen().await;
    let quiet = async {
        let begin = Instant::now();
        let mut socket = Raw::open(&address, "").await.expect("a socket");
        let end = socket.end().await;
        (begin.elapsed(), format!("{end:?}"))
    };
    let post = format!("POST /api/rooms HTTP/1.1\r\nHost: {address}\r\nContent-Length: 8000\r\n\r\n{{");
    let (silent, head, body, quiet) = tokio::join!(
        async {
            // Nothing at all is sent, but the connection stays open.
            let begin = Instant::now();
            let mut stream = TcpStream::connect(&address).await.expect("a connection");
            let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut Vec::new())).await.expect("it is let go");
            (begin.elapsed(), format!("{}", read.unwrap_or_default()))
        },
        kept(&address, "GET / HTTP/1.1\r\nX: ", "a"),
        kept(&address, &post, " "),
        quiet,
    );
    for (what, (time, told), least, expected) in [
        ("nothing", silent, 9, "0"),
        ("a slow head", head, 9, ""),
        ("a slow body", body, 9, "HTTP/1.1 408 Request Timeout"),
        ("no hello", quiet, 4, "Close(1008)"),
    ] {
        assert_eq!(told, expected, "{what}");
        let seconds = Duration::from_secs(least)..crate::busy::at_most(Duration::from_secs(least + 6));
        assert!(seconds.contains(&time), "{what} was kept for {time:?}");
    }
}

#[tokio::test]
async fn a_head_that_never_ends_does_not_keep_the_server_from_ending() {
    let house = House::open();
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let (address, server) = house.listen_until(async { drop(ended.await) }).await;
    let mut stream = TcpStream::connect(&address).await.expect("a connection");
    stream.write_all(b"GET / HTTP/1.1\r\nX: ").await.expect("it is taken");
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let mut socket = Raw::enter(&address, &me.room, me.token.as_deref()).await;
    let begin = Instant::now();
    end.send(()).expect("it runs");
    assert_eq!(socket.end().await, Heard::Close(1012), "sockets are told to come back");
    assert!(begin.elapsed() < crate::busy::at_most(Duration::from_secs(2)));
    tokio::time::timeout(crate::busy::at_most(Duration::from_secs(8)), server)
        .await
        .expect("it ends")
        .expect("no panic")
        .expect("no error");
    assert!(TcpStream::connect(&address).await.is_err(), "nobody listens any more");
}

#[tokio::test]
async fn compression_is_not_agreed_to() {
    let house = House::open();
    let address = house.listen().await;
    let wish = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n";
    let mut socket = Raw::open(&address, wish).await.expect("a socket, whose answer names no extension");
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    socket.text(&hello(&me.room, None)).await;
    assert!(matches!(socket.message().await, ToClient::View(_)), "in plain frames");
}
