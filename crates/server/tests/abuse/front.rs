//! What everybody meets first: headers, foreign pages, figures, paths that lead out, and guessed codes.

use std::time::Instant;

use agon_rules::Rng;
use agon_server::{Front, Quotas};
use agon_wire::{Code, ToClient, code};
use serde_json::json;

use super::house::{Answer, House, Raw, hello};

const OWN: [u8; 4] = [127, 0, 0, 1];
const FOREIGN: [u8; 4] = [203, 0, 113, 7];

/// The headers of an answer, in order.
fn headers(answer: &Answer) -> String {
    let mut lines: Vec<String> =
        answer.headers.iter().map(|(name, value)| format!("{name}: {}", value.to_str().expect("text"))).collect();
    lines.retain(|line| !line.starts_with("content-length"));
    lines.sort();
    lines.join("\n")
}

fn expected(kind: &str, more: &str) -> String {
    let lines = format!(
        "{more}cache-control: no-cache\n\
         content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self' blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
         frame-ancestors 'none'; form-action 'none'\n\
         content-type: {kind}\n\
         referrer-policy: no-referrer\n\
         x-content-type-options: nosniff"
    );
    lines
}

#[tokio::test]
async fn every_answer_has_the_headers_that_keep_pages_safe() {
    let house = House::with(Front { quotas: Quotas { requests: 100, ..Quotas::none() }, ..Front::default() });
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let room = format!("/api/rooms/{}", me.room);
    let problem = "application/problem+json";
    let text = "text/plain; charset=utf-8";
    let big = "x".repeat(9000);
    for (method, path, body, status, kind) in [
        ("GET", "/", "", 200, "text/html; charset=utf-8"),
        ("GET", "/index.html", "", 200, "text/html; charset=utf-8"),
        ("GET", "/api", "", 200, "application/json"),
        ("GET", "/api/games", "", 200, "application/json"),
        ("POST", "/api/rooms", "{\"game\":\"tic-tac-toe\"}", 201, "application/json"),
        ("GET", &room, "", 200, "application/json"),
        ("GET", "/healthz", "", 200, text),
        ("GET", "/metrics", "", 200, text),
        ("GET", "/nothing", "", 404, text),
        ("POST", "/api/rooms", "{", 400, problem),
        ("POST", "/api/rooms", &big, 413, problem),
        ("GET", "/api/rooms/ABCDEFGH", "", 404, problem),
        ("POST", &format!("{room}/do"), "\"resign\"", 403, problem),
    ] {
        let answer = house.ask(OWN, method, path, &[], body.to_owned()).await;
        assert_eq!(answer.status.as_u16(), status, "{method} {path}: {}", answer.text);
        let mut wanted = expected(kind, "");
        if kind.starts_with("text/html") {
            // Files of the page are packed for those who can unpack them.
            wanted = wanted.replace("x-content", "vary: accept-encoding\nx-content");
        }
        assert_eq!(headers(&answer), wanted, "{method} {path}");
    }
    let wrong = house.ask(OWN, "DELETE", "/api/games", &[], "").await;
    assert_eq!(wrong.status.as_u16(), 405);
    assert_eq!(headers(&wrong), format!("allow: GET,HEAD\n{}", expected(problem, "")));
    for _ in 0..100 {
        house.ask(FOREIGN, "GET", "/", &[], "").await;
    }
    let slow = house.ask(FOREIGN, "GET", "/", &[], "").await;
    assert_eq!(
        (slow.status.as_u16(), headers(&slow)),
        (429, expected(problem, "").replace("x-content", "retry-after: 10\nx-content"))
    );
}

#[tokio::test]
async fn metrics_are_for_the_same_machine_only() {
    for forwarded in [false, true] {
        let house = House::with(Front { quotas: Quotas::none(), forwarded, ..Front::default() });
        for (from, headers, status) in [
            (OWN, &[][..], 200),
            ([127, 8, 8, 8], &[], 200),
            (FOREIGN, &[], 403),
            ([10, 0, 0, 1], &[], 403),
            // A proxy on the same machine passes somebody on, who may claim to be anybody.
            (OWN, &[("x-forwarded-for", "203.0.113.7")], 403),
            (OWN, &[("x-forwarded-for", "127.0.0.1")], 403),
            (OWN, &[("forwarded", "for=127.0.0.1")], 403),
            (OWN, &[("x-real-ip", "127.0.0.1")], 403),
            (FOREIGN, &[("x-forwarded-for", "127.0.0.1")], 403),
            (FOREIGN, &[("x-forwarded-for", "203.0.113.7, 127.0.0.1")], 403),
        ] {
            let answer = house.ask(from, "GET", "/metrics", headers, "").await;
            assert_eq!(answer.status.as_u16(), status, "{from:?} {headers:?}, forwarded: {forwarded}");
        }
    }
}

#[tokio::test]
async fn only_a_trusted_proxy_says_who_calls() {
    let quotas = Quotas { requests: 50, ..Quotas::none() };
    for (forwarded, slowed) in [(false, true), (true, false)] {
        let house = House::with(Front { quotas, forwarded, ..Front::default() });
        let mut last = 0;
        for at in 0..200_u8 {
            let claim = format!("198.51.100.{at}");
            last = house.ask(OWN, "GET", "/", &[("x-forwarded-for", &claim)], "").await.status.as_u16();
        }
        assert_eq!(last == 429, slowed, "forwarded: {forwarded}");
        // What the client itself claims comes first in the list, and counts for nothing.
        for at in 0..200_u8 {
            let claim = format!("198.51.100.{at}, 203.0.113.9");
            last = house.ask(OWN, "GET", "/", &[("x-forwarded-for", &claim)], "").await.status.as_u16();
        }
        assert_eq!(last, 429, "forwarded: {forwarded}");
    }
}

#[tokio::test]
async fn no_path_leads_out() {
    let house = House::open();
    for path in [
        "/../Cargo.toml",
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/..%5c..%5cwindows",
        "/%00",
        "/index.html/..",
        "/index.html%00.js",
        "//etc/passwd",
        "/.git/config",
        "/rooms.sqlite",
        "/api/../metrics",
        "/api/rooms/../../metrics",
        "/api/rooms/%2e%2e%2f%2e%2e",
        "/api/rooms/ABCD%2f..%2fEFGH",
        "/api/rooms/ABCDEFGH/../../rooms",
    ] {
        let answer = house.ask(FOREIGN, "GET", path, &[], "").await;
        assert_eq!(answer.status.as_u16(), 404, "{path}: {}", answer.text);
        assert!(answer.text.len() < 300, "{path}: {}", answer.text);
    }
}

#[tokio::test]
async fn only_own_and_named_pages_open_sockets() {
    let named = "https://games.example".to_owned();
    let house = House::with(Front { quotas: Quotas::none(), origins: vec![named.clone()], ..Front::default() });
    let address = house.listen().await;
    let port: u16 = address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
    for (origin, welcome) in [
        (format!("http://{address}"), true),
        // A proxy in front speaks TLS for us.
        (format!("https://{address}"), true),
        (named, true),
        (String::new(), false),
        ("null".to_owned(), false),
        ("http://evil.example".to_owned(), false),
        (format!("http://{address}.evil.example"), false),
        (format!("http://evil.example/{address}"), false),
        (format!("http://evil.example#{address}"), false),
        (format!("http://evil{address}"), false),
        (format!("http://user@{address}"), false),
        (format!("http://{address}/"), false),
        (format!("http://{address}:80"), false),
        (format!("http://127.0.0.1:{}", port ^ 1), false),
        ("http://127.0.0.1".to_owned(), false),
        (format!("http://localhost:{port}"), false),
        (format!("ftp://{address}"), false),
        (format!("ws://{address}"), false),
        (format!("file://{address}"), false),
        (address.clone(), false),
        ("http://games.example".to_owned(), false),
        ("https://games.example:8443".to_owned(), false),
        ("https://games.example.evil.example".to_owned(), false),
        ("https://evilgames.example".to_owned(), false),
        ("https://sub.games.example".to_owned(), false),
        (format!("http://{address} http://evil.example"), false),
    ] {
        let answer = Raw::open(&address, &format!("Origin: {origin}\r\n")).await;
        assert_eq!(answer.is_ok(), welcome, "{origin}");
        assert!(answer.is_ok() || answer.is_err_and(|head| head.starts_with("HTTP/1.1 403 ")), "{origin}");
    }
    // Two origins are one too many, in either order; a program that is no browser sends none.
    for headers in ["http://evil.example", &format!("http://{address}")].map(|first| {
        let second =
            if first.contains("evil") { format!("http://{address}") } else { "http://evil.example".to_owned() };
        format!("Origin: {first}\r\nOrigin: {second}\r\n")
    }) {
        assert!(Raw::open(&address, &headers).await.is_err(), "{headers}");
    }
    assert!(Raw::open(&address, "").await.is_ok());
}

/// A code that is no room's, as far as one can tell.
fn guess(rng: &mut Rng) -> String {
    (0..code::LENGTH).map(|_| char::from(code::LETTERS[rng.below(code::LETTERS.len())])).collect()
}

#[tokio::test]
async fn a_hundred_thousand_guesses_tell_nothing() {
    // Requests are not limited here: the limit of wrong guesses alone must be enough.
    let quotas = Quotas { requests: u32::MAX, rooms: u32::MAX, ..Quotas::default() };
    let house = House::with(Front { quotas, ..Front::default() });
    let (me, friend) = house.pair(json!({"game": "tic-tac-toe"})).await;
    let open = house.create(json!({"game": "tic-tac-toe"})).await;
    let mut rng = Rng::new(9);
    let begin = Instant::now();
    let (mut told, mut slow) = (0, None);
    for at in 0..100_000 {
        // Among the guesses are codes of rooms: right ones must not look different.
        let right = at > 1000 && at % 500 == 0;
        let code = if right { open.room.clone() } else { guess(&mut rng) };
        let path = format!("/api/rooms/{code}");
        let (method, path) = match at % 4 {
            0 | 1 => ("GET", path),
            2 => ("POST", path + "/join"),
            _ => ("GET", path + "/record"),
        };
        let (method, path) =
            if right && at % 1000 == 0 { ("POST", format!("/api/rooms/{code}/join")) } else { (method, path) };
        let answer = house.ask(FOREIGN, method, &path, &[], "").await;
        match answer.status.as_u16() {
            404 => told += 1,
            429 => {
                let shape = (headers(&answer), answer.text);
                assert_eq!(*slow.get_or_insert_with(|| shape.clone()), shape, "guess {at}");
            }
            other => panic!("guess {at} of {path}: {other} {}", answer.text),
        }
    }
    let took = begin.elapsed();
    println!("100,000 guesses: {told} were told to be wrong, in {took:?}");
    // Thirty at once, and one every two seconds.
    assert!(told <= 31 + took.as_secs() / 2, "{told} guesses were answered, in {took:?}");
    // The players at that very address go on: their tokens are good, and elsewhere nothing is barred.
    let bearer = format!("Bearer {}", me.token.as_deref().expect("a token"));
    let path = format!("/api/rooms/{}", me.room);
    assert_eq!(house.ask(FOREIGN, "GET", &path, &[("authorization", &bearer)], "").await.status.as_u16(), 200);
    assert_eq!(house.ask(OWN, "GET", &path, &[], "").await.status.as_u16(), 200);
    for _ in 0..20 {
        house
            .ask(FOREIGN, "GET", &format!("/api/rooms/{}", guess(&mut rng)), &[("authorization", "Bearer 0")], "")
            .await;
    }
    // A wrong token is no way to find out either.
    for room in [&friend.room, &guess(&mut rng)] {
        let path = format!("/api/rooms/{room}");
        let answer = house.ask(FOREIGN, "GET", &path, &[("authorization", "Bearer 0")], "").await;
        assert_eq!(answer.status.as_u16(), 429);
    }
}

#[tokio::test]
async fn guesses_over_sockets_tell_nothing_either() {
    let quotas = Quotas { misses: 5, ..Quotas::none() };
    let house = House::with(Front { quotas, ..Front::default() });
    let address = house.listen().await;
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let mut rng = Rng::new(4);
    let mut codes = Vec::new();
    for at in 0..20 {
        let room = if at % 10 == 9 { me.room.clone() } else { guess(&mut rng) };
        let mut socket = Raw::open(&address, "").await.expect("a socket");
        socket.text(&hello(&room, None)).await;
        match socket.message().await {
            ToClient::Refused { refusal, .. } => codes.push(refusal.code),
            other => panic!("guess {at}: {other:?}"),
        }
    }
    assert!(codes[..5].iter().all(|code| *code == Code::NoRoom) && codes[6..].iter().all(|code| *code == Code::Slow));
    let mut player = Raw::open(&address, "").await.expect("a socket");
    player.text(&hello(&me.room, me.token.as_deref())).await;
    assert!(matches!(player.message().await, ToClient::View(_)), "a token is still good");
}
