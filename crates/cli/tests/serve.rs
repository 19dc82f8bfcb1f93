//! `agon serve` as a real process: killed in the middle, ended politely, and two of them over one Redis.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(30);

/// A process that is ended with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server on a port of its own, and its address.
fn serve(args: &[&str]) -> (Process, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["serve", "--port", "0", "--no-limits"])
        .args(args)
        .env("RUST_LOG", "warn")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    let address =
        line.trim().strip_prefix("agon serves at ").unwrap_or_else(|| panic!("no address: {line}")).to_owned();
    (Process(child), address)
}

fn folder(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("agon-serve-{}-{name}", std::process::id()))
}

fn request(method: &str, url: &str, token: Option<&str>, body: &str) -> (u16, Value) {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let bearer = format!("Bearer {}", token.unwrap_or_default());
    let answer = match method {
        "GET" => {
            let request = agent.get(url);
            if token.is_some() { request.header("authorization", &bearer) } else { request }.call()
        }
        _ => {
            let request = agent.post(url);
            if token.is_some() { request.header("authorization", &bearer) } else { request }.send(body)
        }
    };
    let mut answer = answer.expect("an answer");
    let text = answer.body_mut().read_to_string().expect("a body");
    (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::Null))
}

fn create(address: &str, wish: &Value) -> (String, String) {
    let (status, ticket) = request("POST", &format!("{address}/api/rooms"), None, &wish.to_string());
    assert_eq!(status, 201, "{ticket}");
    let text = |field: &str| ticket[field].as_str().expect("text").to_owned();
    (text("room"), text("token"))
}

fn join(address: &str, room: &str) -> String {
    let (status, ticket) = request("POST", &format!("{address}/api/rooms/{room}/join"), None, "{}");
    assert_eq!(status, 200, "{ticket}");
    ticket["token"].as_str().expect("a token").to_owned()
}

fn look(address: &str, room: &str, token: &str) -> Value {
    request("GET", &format!("{address}/api/rooms/{room}"), Some(token), "").1
}

fn play(address: &str, room: &str, token: &str, revision: u64, text: &str) -> (u16, Value) {
    let wish = json!({"play": {"revision": revision, "text": text}}).to_string();
    request("POST", &format!("{address}/api/rooms/{room}/do"), Some(token), &wish)
}

#[test]
fn no_acknowledged_move_is_lost_when_the_process_is_killed() {
    let data = folder("kill");
    let flag = data.to_string_lossy().into_owned();
    let moves = ["a1", "b1", "c1", "b2", "a2", "c2", "c3", "a3", "b3"];
    let (mut server, mut address) = serve(&["--data", &flag]);
    let (room, me) = create(&address, &json!({"game": "tic-tac-toe", "options": [["size", "5"], ["line", "5"]]}));
    let friend = join(&address, &room);
    for (revision, text) in moves.iter().enumerate() {
        let token = if revision % 2 == 0 { &me } else { &friend };
        assert_eq!(play(&address, &room, token, revision as u64, text).0, 200, "{text}");
        // The moment after the answer, without warning.
        server.0.kill().expect("it can be killed");
        let _ = server.0.wait();
        (server, address) = serve(&["--data", &flag]);
        let view = look(&address, &room, token);
        assert_eq!(
            (view["revision"].as_u64(), view["view"]["history"][revision]["text"].as_str()),
            (Some(revision as u64 + 1), Some(*text))
        );
        // Whoever did not hear the answer says it again, and it is not made twice.
        let (status, view) = play(&address, &room, token, revision as u64, text);
        assert_eq!((status, view["revision"].as_u64()), (200, Some(revision as u64 + 1)));
    }
    drop(server);
    std::fs::remove_dir_all(data).expect("the folder is ours");
}

#[test]
fn a_polite_end_is_quick_and_clean() {
    let data = folder("end");
    let flag = data.to_string_lossy().into_owned();
    let (mut server, address) = serve(&["--data", &flag]);
    assert_eq!(request("GET", &format!("{address}/api/games"), None, "").0, 200);
    let begin = Instant::now();
    assert!(Command::new("kill").args(["-TERM", &server.0.id().to_string()]).status().expect("kill").success());
    let status = server.0.wait().expect("it ends");
    assert!(status.success() && begin.elapsed() < PATIENCE, "{status}");
    std::fs::remove_dir_all(data).expect("the folder is ours");
}

#[test]
fn a_bad_start_says_what_would_work() {
    for (args, wanted) in [
        (&["serve", "--data", "/dev/null/x"][..], "cannot keep games"),
        (&["serve", "--redis", "redis://127.0.0.1:1/"], "cannot use Redis"),
        (&["serve", "--port", "99999"], "99999"),
        (&["load", "--server", "ftp://x"], "http://"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_agon")).args(args).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(wanted), "{args:?}: {said}");
    }
}

/// A Redis of our own.
fn redis() -> (Process, String) {
    let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
    let child = Command::new("redis-server")
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
        .stdout(Stdio::null())
        .spawn()
        .expect("the tests need redis-server; install it with your system's packages");
    let url = format!("127.0.0.1:{port}");
    let begin = Instant::now();
    while std::net::TcpStream::connect(&url).is_err() {
        assert!(begin.elapsed() < PATIENCE, "Redis does not come up");
        thread::sleep(Duration::from_millis(20));
    }
    (Process(child), format!("redis://{url}/"))
}

#[test]
fn two_processes_serve_the_players_of_one_game_and_one_goes_on_alone() {
    let (_redis, url) = redis();
    let (first, one) = serve(&["--redis", &url]);
    let (_second, two) = serve(&["--redis", &url]);
    let (room, me) = create(&one, &json!({"game": "tic-tac-toe", "options": [["size", "4"], ["line", "4"]]}));
    let friend = join(&two, &room);
    for (revision, text) in ["a1", "b1", "a2", "b2"].iter().enumerate() {
        let (address, token) = if revision % 2 == 0 { (&one, &me) } else { (&two, &friend) };
        let (status, answer) = play(address, &room, token, revision as u64, text);
        assert_eq!(status, 200, "{text}: {answer}");
    }
    // Both say the same move at both at once: it is made once.
    assert_eq!(play(&two, &room, &me, 4, "c1").0, 200);
    assert_eq!(play(&one, &room, &me, 4, "c1").0, 200);
    assert_eq!(look(&one, &room, &me)["revision"], 5);
    // A game against a computer that the first process drives.
    let (alone, mine) = create(&one, &json!({"game": "tic-tac-toe", "seats": ["me", {"computer": "easy"}]}));
    assert_eq!(play(&one, &alone, &mine, 0, "b2").0, 200);
    drop(first);
    assert_eq!(play(&two, &room, &friend, 5, "d1").0, 200, "the other process goes on");
    let begin = Instant::now();
    while look(&two, &alone, &mine)["revision"] != 2 {
        assert!(
            begin.elapsed() < crate::busy::at_most(Duration::from_secs(10)),
            "the computer's seat is not taken over"
        );
        thread::sleep(Duration::from_millis(100));
    }
}
