//! The documents of the interface: public validators accept them, real requests, answers and messages are as they say, and
//! no message of the socket is missing.
//!
//! `cargo xtask contract` fetches the validators, as `cargo xtask test` does.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use agon_rules::{Record, Rng, Start, Viewer, games};
use agon_server::store::{LocalBus, Memory};
use agon_server::{Front, Hub, Notices, Quotas, Server, Settings, app};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use base64ct::{Base64UrlUnpadded, Encoding};
use metrics_exporter_prometheus::PrometheusBuilder;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use serde_json::{Value, json};
use tower::ServiceExt;

/// A server, and everything that was asked of it.
struct Witness {
    server: Arc<Server>,
    samples: Vec<Value>,
}

impl Witness {
    fn new(rooms: u32) -> Self {
        let notices = Some(Notices { contact: "mailto:me@agon.test".into(), loopback: true });
        let settings = Settings { notices, ..Settings::default() };
        let hub = Hub::new(Arc::new(Memory::new()), Arc::new(LocalBus::new()), settings);
        let figures = PrometheusBuilder::new().build_recorder().handle();
        let front = Front { quotas: Quotas { rooms, ..Quotas::none() }, ..Front::default() };
        Witness { server: Server::new(hub, front, Some(figures)), samples: Vec::new() }
    }

    /// Asks about a room or a player, and keeps the answer as a sample of this route.
    async fn ask(&mut self, call: &str, whom: &str, token: &str, accept: &str, body: &str) -> (u16, Value) {
        let (method, route) = call.split_once(' ').expect("a method and a route");
        let mut request = Request::builder().method(method).uri(route.replace("{code}", whom).replace("{id}", whom));
        let route = route.split('?').next().expect("a path");
        if !token.is_empty() {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if !accept.is_empty() {
            request = request.header("accept", accept);
        }
        let mut request = request.body(Body::from(body.to_owned())).expect("a request");
        request.extensions_mut().insert(ConnectInfo(std::net::SocketAddr::from(([127, 0, 0, 1], 4000))));
        let answer = app(self.server.clone()).oneshot(request).await.expect("an answer");
        let status = answer.status().as_u16();
        let kind = answer.headers().get("content-type").map_or("", |kind| kind.to_str().expect("text"));
        let kind = kind.split(';').next().unwrap_or_default().to_owned();
        let bytes = axum::body::to_bytes(answer.into_body(), 1 << 24).await.expect("a body");
        let text = String::from_utf8(bytes.to_vec()).expect("UTF-8");
        let body_of: Value =
            if kind.ends_with("json") { serde_json::from_str(&text).expect("JSON") } else { text.into() };
        let mut sample = json!({"method": method, "path": route, "status": status, "type": kind, "body": body_of});
        // What was accepted must be what the document accepts.
        if status < 300 && !body.is_empty() {
            sample["request"] = serde_json::from_str(body).expect("JSON");
        }
        self.samples.push(sample);
        (status, body_of)
    }

    async fn document(&mut self, route: &str) -> Value {
        self.ask(&format!("GET {route}"), "", "", "", "").await.1
    }
}

/// Where `cargo xtask contract` has put the validators.
fn validators() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/contract");
    assert!(
        folder.join("asyncapi-schema.json").exists(),
        "the validators are not there; `cargo xtask contract` fetches them"
    );
    folder
}

/// What the validators say of documents and samples: nothing when all is well.
fn verdict(name: &str, openapi: &Value, asyncapi: &Value, samples: &[Value]) -> Result<String, String> {
    let tools = validators();
    let folder = std::env::temp_dir().join(format!("agon-contract-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |file: &str, text: String| std::fs::write(folder.join(file), text).expect("a file");
    write("openapi.json", openapi.to_string());
    write("asyncapi.json", asyncapi.to_string());
    write("samples.json", Value::from(samples.to_vec()).to_string());
    std::fs::copy(tools.join("asyncapi-schema.json"), folder.join("asyncapi-schema.json")).expect("a schema");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/contract.py");
    let told = Command::new(tools.join("bin/python")).arg(script).arg(&folder).output().expect("Python runs");
    std::fs::remove_dir_all(folder).expect("the folder is ours");
    let text = String::from_utf8_lossy(&[told.stdout, told.stderr].concat()).into_owned();
    if told.status.success() { Ok(text) } else { Err(text) }
}

/// A game of two people from beginning to end, with everything that can go wrong on the way.
async fn play(witness: &mut Witness) {
    const NEW: &str = "POST /api/rooms";
    const DO: &str = "POST /api/rooms/{code}/do";
    let wish = json!({"game": "tic-tac-toe", "options": [["size", 3]], "name": "Ada",
        "clock": {"total": {"seconds": 300, "increment": 3}}, "seats": ["me", "open"], "shuffle": false});
    let (_, ticket) = witness.ask(NEW, "", "", "", &wish.to_string()).await;
    let (room, ada) = (ticket["room"].as_str().expect("a code"), ticket["token"].as_str().expect("a token"));
    let (_, other) = witness.ask("POST /api/rooms/{code}/join", room, "", "", "{\"name\":\"Bob\"}").await;
    let bob = other["token"].as_str().expect("a token");
    let moved = |revision: u64, text: &str| json!({"play": {"revision": revision, "text": text}}).to_string();
    for (call, token, body, status) in [
        ("POST /api/rooms/{code}/join", "", "", 409),
        (DO, ada, "\"draw\"", 200),
        (DO, bob, "\"decline\"", 200),
        (DO, ada, "{\"name\":\"Ada L.\"}", 200),
        (DO, ada, &moved(0, "b2"), 200),
        (DO, ada, &moved(0, "a1"), 409),
        (DO, bob, &moved(1, "b2"), 422),
        (DO, "", "\"resign\"", 403),
        (DO, "0123", "\"resign\"", 401),
        (DO, bob, "{", 400),
        ("GET /api/rooms/{code}/moves", bob, "", 200),
        ("GET /api/rooms/{code}", "", "", 200),
        ("GET /api/rooms/{code}/record", "", "", 409),
        (DO, bob, "\"resign\"", 200),
        ("GET /api/rooms/{code}/record", "", "", 200),
    ] {
        let (told, answer) = witness.ask(call, room, token, "", body).await;
        assert_eq!(told, status, "{call} {body}: {answer}");
    }
    let (_, kept) = witness.ask("GET /api/rooms/{code}/record", room, "", "application/json", "").await;
    assert_eq!((&kept["winners"], &kept["ending"]), (&json!([0]), &json!({"resigned": 1})));
    assert_eq!((&kept["players"][0]["name"], &kept["moves"][0]["text"]), (&json!("Ada L."), &json!("b2")));
    witness.ask("GET /api/rooms/{code}", "ABCDEFGH", "", "", "").await;
    let bad = witness.ask(NEW, "", "", "", "{\"game\":\"chess\"}").await.0;
    let large = witness.ask(NEW, "", "", "", &"x".repeat(9000)).await.0;
    let mut slow = 0;
    for _ in 0..4 {
        slow = witness.ask(NEW, "", "", "", "{\"game\":\"gambit\"}").await.0;
    }
    assert_eq!((bad, large, slow), (400, 413, 429));
    for route in ["/api/games", "/api", "/api/asyncapi", "/healthz", "/metrics", "/api/socket"] {
        witness.document(route).await;
    }
}

/// Two players with keys: their names, a rated game, the lobby, notices, export and erasure.
async fn play_with_keys(witness: &mut Witness) {
    let (ada, bob) = ("ada".repeat(16), "bob".repeat(16));
    let text = |value: Value| value.to_string();
    let (_, me) = witness.ask("POST /api/me", "", &ada, "", "{\"name\":\"Ada\"}").await;
    let id = me["id"].as_str().expect("an id");
    let wish = text(json!({"game": "tic-tac-toe", "rated": true, "key": ada, "seats": ["me", "open"]}));
    let (_, ticket) = witness.ask("POST /api/lobby", "", "", "", &wish).await;
    let room = ticket["room"].as_str().expect("a code");
    let moved = |revision: u64, text: &str| json!({"play": {"revision": revision, "text": text}}).to_string();
    let device = p256::SecretKey::from_slice(&[7; 32]).expect("a key");
    let point = Base64UrlUnpadded::encode_string(device.public_key().to_encoded_point(false).as_bytes());
    let device = json!({"endpoint": "https://push.example/1", "p256dh": point, "auth": "A".repeat(22), "lang": "it"});
    for (call, whom, token, body, status) in [
        ("GET /api/lobby", "", "", String::new(), 200),
        ("POST /api/rooms/{code}/join", room, "", text(json!({"name": "Bob", "key": bob})), 200),
        ("POST /api/lobby/quick", "", "", text(json!({"game": "gambit", "rated": true, "key": ada})), 200),
        ("POST /api/lobby/quick", "", "", text(json!({"game": "gambit", "rated": true})), 400),
        ("POST /api/rooms/{code}/do", room, &ada, moved(0, "b2"), 200),
        ("POST /api/rooms/{code}/do", room, &bob, moved(1, "a1"), 200),
        ("GET /api/rooms/{code}/wait?since=1", room, &bob, String::new(), 200),
        ("GET /api/rooms/{code}/wait?since=1", "ABCDEFGH", "", String::new(), 404),
        ("POST /api/rooms/{code}/do", room, &bob, text(json!("resign")), 200),
        ("GET /api/rooms/{code}", room, &ada, String::new(), 200),
        (
            "POST /api/seats",
            "",
            "",
            text(json!({"seats": [{"room": room, "token": ada}, {"room": "x", "token": "y"}], "key": bob})),
            200,
        ),
        ("POST /api/seats", "", "", text(json!({"key": "short"})), 400),
        ("GET /api/players/{id}", id, "", String::new(), 200),
        ("GET /api/players/{id}?before=1", id, "", String::new(), 200),
        ("GET /api/players/{id}", "NNNNNNNNNNNNNNNN", "", String::new(), 404),
        ("GET /api/push", "", "", String::new(), 200),
        ("POST /api/me/push", "", &ada, text(device), 204),
        ("POST /api/me/push", "", &ada, text(json!({"endpoint": "http://x", "p256dh": "", "auth": ""})), 400),
        ("GET /api/me", "", &ada, String::new(), 200),
        ("GET /api/me", "", "", String::new(), 401),
        ("POST /api/me/push/forget", "", &ada, text(json!({"endpoint": "https://push.example/1"})), 204),
        ("POST /api/me/erase", "", &ada, String::new(), 204),
        ("GET /api/me", "", &ada, String::new(), 404),
    ] {
        let (told, answer) = witness.ask(call, whom, token, "", &body).await;
        assert_eq!(told, status, "{call} {body}: {answer}");
    }
}

/// The methods of every route, from the source itself: `GET /api`.
fn routes() -> Vec<String> {
    let source = include_str!("../src/http.rs");
    let mut routes = Vec::new();
    for line in source.lines().filter_map(|line| line.trim().strip_prefix(".route(\"")) {
        let (path, methods) = line.split_once("\", ").expect("a path and its methods");
        for method in ["get", "post"].into_iter().filter(|method| methods.contains(&format!("{method}("))) {
            routes.push(format!("{} {path}", method.to_uppercase()));
        }
    }
    routes.sort();
    routes
}

#[tokio::test]
async fn every_route_is_documented() {
    let openapi = Witness::new(1).document("/api").await;
    let mut documented = Vec::new();
    for (path, operations) in openapi["paths"].as_object().expect("paths") {
        let methods = operations.as_object().expect("operations").keys();
        documented.extend(methods.map(|method| format!("{} {path}", method.to_uppercase())));
    }
    documented.sort();
    assert_eq!(routes(), documented);
}

/// Views of every game, on the way and at the end, as spectators and a player see them.
fn views() -> Vec<Value> {
    let mut samples = Vec::new();
    for info in games::list() {
        let mut table = games::open(info.id, &[], Start::Seed(7)).expect("a game");
        let mut rng = Rng::new(11);
        for ply in 0.. {
            if ply % 20 == 4 || table.turn().is_none() {
                for viewer in [Viewer::Spectator, Viewer::Seat(1)] {
                    let what = format!("a view of {} after {ply} moves", info.id);
                    samples.push(json!({"what": what, "schema": "View", "value": table.view(viewer)}));
                }
            }
            let Some(seat) = table.turn().filter(|_| ply < 60) else { break };
            let legal = table.legal();
            table.play(seat, &legal[rng.below(legal.len())]).expect("a legal move");
        }
    }
    samples
}

/// The JSON in the second column of a table of the protocol's page.
fn page_table(heading: &str) -> Vec<Value> {
    let page = include_str!("../../../docs/protocol.md");
    let table = page.split(heading).nth(1).unwrap_or_else(|| panic!("no table under {heading}"));
    let rows = table.lines().skip(2).map_while(|line| line.strip_prefix("| "));
    rows.map(|row| serde_json::from_str(row.split('`').nth(1).expect("code")).expect("JSON")).collect()
}

/// The messages of the example on the protocol's page that are shown whole.
fn page_messages() -> Vec<Value> {
    let page = include_str!("../../../docs/protocol.md");
    let block = page.split("```\n-> {\"type\":\"hello\"").nth(1).and_then(|rest| rest.split("```").next());
    let text = format!("-> {{\"type\":\"hello\"{}", block.expect("an example of the socket"));
    let frames = text.lines().filter_map(|line| line.get(3..)).filter_map(|frame| frame.split("   ").next());
    frames.filter_map(|frame| serde_json::from_str(frame).ok()).collect()
}

/// The example of a finished game on the page of records; its record is replayed.
fn page_record() -> Value {
    let page = include_str!("../../../docs/records.md");
    let block = page.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let example: Value = serde_json::from_str(block).expect("JSON");
    let record: Record = example["record"].as_str().expect("a record").parse().expect("a good record");
    let moves: Vec<&str> =
        example["moves"].as_array().expect("moves").iter().filter_map(|m| m["text"].as_str()).collect();
    assert_eq!(record.game, example["game"]);
    assert_eq!(record.moves, moves);
    assert!(record.replay().is_ok());
    let word = page.split("```\n").nth(1).expect("a record").trim();
    let table = word.parse::<Record>().and_then(|record| record.replay()).expect("it is a game");
    assert!(table.turn().is_none(), "it is over");
    example
}

/// The names of the variants of an enum of messages, as they travel, from the source itself.
fn variants(name: &str) -> Vec<String> {
    let source = include_str!("../../wire/src/message.rs");
    let body = source.split(&format!("pub enum {name} {{")).nth(1).and_then(|rest| rest.split("\n}").next());
    let lines = body.expect("an enum").lines().filter_map(|line| line.strip_prefix("    "));
    let names = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
    let snake = |name: &str| {
        let mut text = String::new();
        for (at, c) in name.chars().take_while(|c| c.is_alphanumeric()).enumerate() {
            text.extend((at > 0 && c.is_uppercase()).then_some('_'));
            text.push(c.to_ascii_lowercase());
        }
        text
    };
    names.map(snake).collect()
}

#[tokio::test]
async fn public_validators_accept_the_documents_and_what_travels_is_as_they_say() {
    let (mut witness, mut other) = (Witness::new(4), Witness::new(u32::MAX));
    let (openapi, asyncapi) = (witness.document("/api").await, witness.document("/api/asyncapi").await);
    play(&mut witness).await;
    play_with_keys(&mut other).await;
    let mut samples = [witness.samples, other.samples].concat();
    samples.extend(views());
    let acts = page_table("| action | as JSON |");
    assert!(acts.len() >= 9, "{acts:?}");
    samples.extend(acts.into_iter().map(|act| json!({"what": format!("`{act}`"), "schema": "Act", "value": act})));
    let messages = page_messages();
    assert!(messages.len() >= 7, "{messages:?}");
    samples.extend(messages.into_iter().map(|message| json!({"message": message})));
    samples.push(json!({"what": "the example of docs/records.md", "schema": "GameRecord", "value": page_record()}));
    let told = verdict("true", &openapi, &asyncapi, &samples).unwrap_or_else(|why| panic!("\n{why}"));
    println!("{told}");
}

#[tokio::test]
async fn a_wrong_document_is_found() {
    let mut witness = Witness::new(1);
    let (openapi, asyncapi) = (witness.document("/api").await, witness.document("/api/asyncapi").await);
    let ticket = json!({"method": "POST", "path": "/api/rooms", "status": 201, "type": "application/json",
        "body": {"room": "K7XM4QPT", "seat": 0, "token": "t", "colour": "red"}});
    let pong = json!({"message": {"type": "pong", "when": 7}});
    let (mut openapi, mut asyncapi) = (openapi, asyncapi);
    openapi["paths"]["/healthz"]["get"]["responses"] = json!({"200": {"description": 5}});
    asyncapi["channels"]["room"]["messages"] = json!("none");
    let told = verdict("wrong", &openapi, &asyncapi, &[ticket, pong]).expect_err("nothing is found");
    for wanted in [
        "the OpenAPI document is wrong at",
        "the AsyncAPI document is wrong at channels/room",
        "the answer to POST /api/rooms with 201 is not as its schema says",
        "the message `pong` is not as its schema says",
        "GET /healthz has no schema for 200",
        "POST /api/me/erase was never done",
    ] {
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
}

#[tokio::test]
async fn the_socket_has_no_message_that_is_not_described() {
    let asyncapi = Witness::new(1).document("/api/asyncapi").await;
    for (side, operation) in [("ToServer", "receive"), ("ToClient", "send")] {
        let listed = asyncapi["operations"][operation]["messages"].as_array().expect("a list");
        let named = |listed: &Value| listed["$ref"].as_str().and_then(|to| to.rsplit('/').next()).map(str::to_owned);
        let listed: Vec<String> = listed.iter().filter_map(named).collect();
        assert_eq!(listed, variants(side), "{side}");
        for kind in &listed {
            let payload = &asyncapi["components"]["messages"][kind]["payload"];
            assert!(payload.to_string().contains(&format!("\"{kind}\"")), "{kind}: {payload}");
        }
    }
}
