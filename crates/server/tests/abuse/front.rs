//! What everybody meets first: headers, foreign pages, figures, paths that lead out, and what is no request.

use agon_server::{Front, Quotas};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::house::{Answer, House, PATIENCE, Raw};

pub const OWN: [u8; 4] = [127, 0, 0, 1];
pub const FOREIGN: [u8; 4] = [203, 0, 113, 7];

/// The headers of an answer, in order.
pub fn headers(answer: &Answer) -> String {
    let mut lines: Vec<String> =
        answer.headers.iter().map(|(name, value)| format!("{name}: {}", value.to_str().expect("text"))).collect();
    // How much is left changes with every answer.
    lines.retain(|line| !line.starts_with("content-length") && !line.starts_with("ratelimit"));
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
        ("GET", "/nothing", "", 404, problem),
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
        (429, expected(problem, "").replace("x-content", "retry-after: 1\nx-content"))
    );
}

#[tokio::test]
async fn metrics_are_for_the_same_machine_only() {
    for forwarded in [0, 1, 2] {
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
    for (forwarded, slowed) in [(0, true), (1, false)] {
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
async fn the_last_hop_that_is_trusted_says_who_calls() {
    /// Whether somebody with these lines of `X-Forwarded-For` is the one who has spent all requests.
    async fn is_known(proxies: usize, spent: &[&str], lines: &[&str]) -> bool {
        let quotas = Quotas { requests: 1, ..Quotas::none() };
        let house = House::with(Front { quotas, forwarded: proxies, ..Front::default() });
        let headers = |lines: &[&str]| lines.iter().map(|line| ("x-forwarded-for", (*line).to_owned())).collect();
        let mut last = 0;
        for lines in [spent, lines] {
            let lines: Vec<(&str, String)> = headers(lines);
            let lines: Vec<(&str, &str)> = lines.iter().map(|(name, line)| (*name, line.as_str())).collect();
            last = house.ask(OWN, "GET", "/", &lines, "").await.status.as_u16();
        }
        last == 429
    }
    for (proxies, spent, lines, known) in [
        // The client writes a line of its own, and the proxy another one below it.
        (1, &["203.0.113.9"][..], &["198.51.100.1", "203.0.113.9"][..], true),
        (1, &["203.0.113.9"], &["203.0.113.9", "198.51.100.1"], false),
        (1, &["203.0.113.9"], &["198.51.100.1, 198.51.100.2 ,203.0.113.9"], true),
        // Behind two proxies the last entry is the outer proxy's address.
        (2, &["203.0.113.9, 192.0.2.1"], &["198.51.100.1, 203.0.113.9", "192.0.2.2"], true),
        (2, &["203.0.113.9, 192.0.2.1"], &["203.0.113.9, 198.51.100.1, 192.0.2.1"], false),
        (2, &["203.0.113.9"], &["203.0.113.9"], true),
        // With a port, and a network of IPv6 as one address.
        (1, &["203.0.113.9"], &["203.0.113.9:4711"], true),
        (1, &["2001:db8:1:2::1"], &["[2001:db8:1:2:ffff::2]:4711"], true),
        (1, &["2001:db8:1:2::1"], &["2001:db8:1:3::1"], false),
        (1, &["::ffff:203.0.113.9"], &["203.0.113.9"], true),
        // Nonsense stands for the proxy itself.
        (1, &["nobody"], &["unknown"], true),
        (0, &["203.0.113.9"], &["198.51.100.1"], true),
    ] {
        assert_eq!(is_known(proxies, spent, lines).await, known, "{proxies} proxies: {spent:?} and {lines:?}");
    }
}

#[tokio::test]
async fn every_error_is_a_problem() {
    let house = House::open();
    let me = house.create(json!({"game": "tic-tac-toe"})).await;
    let room = format!("/api/rooms/{}", me.room);
    for (method, path, headers, body, status) in [
        ("GET", "/nothing", &[][..], "", 404),
        ("GET", "/nothing/at/all.js", &[], "", 404),
        ("POST", "/", &[], "", 405),
        ("DELETE", "/index.html", &[], "", 405),
        ("PATCH", "/nothing", &[], "", 405),
        ("GET", "/api/nothing", &[], "", 404),
        ("PUT", "/api/rooms", &[], "", 405),
        ("POST", "/healthz", &[], "", 405),
        ("POST", "/metrics", &[], "", 405),
        ("GET", "/metrics", &[("x-real-ip", "192.0.2.1")], "", 403),
        // What is no UTF-8 is refused beneath the routes.
        ("GET", "/api/rooms/%FF", &[], "", 400),
        ("POST", "/api/rooms/%FF%FE/join", &[], "", 400),
        ("POST", "/api/rooms", &[("content-type", "application/xml")], "<game/>", 400),
        ("POST", "/api/rooms", &[("content-encoding", "gzip")], "\u{1f}", 400),
        ("GET", "/api/socket", &[], "", 400),
        ("POST", "/api/socket", &[], "", 405),
        ("GET", "/api/socket", &[("connection", "upgrade"), ("upgrade", "websocket")], "", 400),
        ("GET", &room, &[("authorization", "Basic eDp5")], "", 401),
        ("GET", &room, &[("authorization", "Bearer nobody")], "", 401),
        ("GET", &format!("{room}/record"), &[], "", 409),
    ] {
        let answer = house.ask(OWN, method, path, headers, body.to_owned()).await;
        assert_eq!(answer.status.as_u16(), status, "{method} {path}: {}", answer.text);
        let kind = answer.headers.get("content-type").and_then(|kind| kind.to_str().ok());
        assert_eq!(kind, Some("application/problem+json"), "{method} {path}: {}", answer.text);
        let problem = answer.json();
        assert_eq!(problem["status"], status, "{method} {path}");
        assert!(
            ["detail", "title", "code"].iter().all(|field| !problem[field].as_str().unwrap_or_default().is_empty())
        );
        assert_eq!(status == 405, answer.headers.contains_key("allow"), "{method} {path}: what is allowed");
    }
}

/// The whole answer to bytes that need not be a request, without limits on time.
async fn told(address: &str, bytes: &[u8]) -> (u16, String, Value) {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    // A server that has had enough closes while it is written to.
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("an answer in time").expect("no reset");
    let answer = String::from_utf8(answer).expect("text");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("a head: {answer:?}"));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    assert!(head.contains(&format!("content-length: {}", body.len())), "{head}");
    let kind = head.lines().find_map(|line| line.strip_prefix("content-type: ")).unwrap_or_default().to_owned();
    (status, kind, serde_json::from_str(body).unwrap_or_default())
}

#[tokio::test]
async fn what_is_no_request_is_refused_with_a_problem_too() {
    let house = House::open();
    let address = house.listen().await;
    let many = (0..150).map(|at| format!("x-{at}: 1\r\n")).collect::<String>();
    let cases = [
        ("nonsense\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/7.7\r\n\r\n".to_owned(), 400),
        ("GET /\u{7f} x HTTP/1.1\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.1\r\nbad header\r\n\r\n".to_owned(), 400),
        ("POST /api/rooms HTTP/1.1\r\ncontent-length: many\r\n\r\n".to_owned(), 400),
        (format!("GET / HTTP/1.1\r\n{many}\r\n"), 431),
        (format!("GET / HTTP/1.1\r\nx: {}\r\n\r\n", "y".repeat(40_000)), 431),
        (format!("GET /{} HTTP/1.1\r\n\r\n", "y".repeat(40_000)), 431),
    ];
    for (bytes, status) in &cases {
        let (told, kind, problem) = told(&address, bytes.as_bytes()).await;
        assert_eq!((told, kind.as_str()), (*status, "application/problem+json"), "{bytes:.60}");
        assert_eq!((&problem["status"], &problem["code"]), (&json!(status), &json!("malformed")), "{bytes:.60}");
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()));
    }
    // After a good request on the same connection, and what a request holds changes nothing.
    let (bytes, _) = &cases[0];
    let mut both = b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n".to_vec();
    both.extend(bytes.as_bytes());
    let mut stream = TcpStream::connect(&address).await.expect("a connection");
    stream.write_all(&both).await.expect("it is taken");
    let mut answer = String::new();
    timeout(PATIENCE, stream.read_to_string(&mut answer)).await.expect("in time").expect("text");
    assert!(
        answer.starts_with("HTTP/1.1 200 OK") && answer.contains("\r\n\r\nok\nHTTP/1.1 400 Bad Request"),
        "{answer}"
    );
    assert!(answer.ends_with('}'), "{answer}");
}

#[tokio::test]
async fn one_address_does_not_take_every_open_seat() {
    let house = House::with(Front { quotas: Quotas { rooms: u32::MAX, ..Quotas::default() }, ..Front::default() });
    let mut taken = 0;
    for _ in 0..100 {
        let me = house.create(json!({"game": "tic-tac-toe"})).await;
        let path = format!("/api/rooms/{}/join", me.room);
        taken += usize::from(house.ask(FOREIGN, "POST", &path, &[], "").await.status.is_success());
    }
    assert!((50..=70).contains(&taken), "{taken} seats of 100");
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
