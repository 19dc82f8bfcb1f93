//! `agon serve` as a real process: killed in the middle, ended politely, short of files, and two of them over one Redis.

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
    serve_at("0", args)
}

/// A server on a given port.
fn serve_at(port: &str, args: &[&str]) -> (Process, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["serve", "--port", port, "--no-limits"])
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

#[cfg(unix)]
#[test]
fn more_connections_than_files_and_a_hangup_are_survived_and_logged_in_few_plain_lines() {
    let data = folder("files");
    std::fs::create_dir_all(&data).expect("a folder");
    let log = data.join("log");
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -n 48; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_agon"), "serve", "--port", "0"])
        .args(["--no-limits", "--data"])
        .arg(&data)
        .env("RUST_LOG", "warn,agon_server=info")
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(&log).expect("a file"))
        .spawn()
        .expect("the binary runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    let mut server = Process(child);
    let address = line.trim().strip_prefix("agon serves at ").expect("an address").to_owned();
    let said = || std::fs::read_to_string(&log).expect("a log");
    let held: Vec<_> = (0..100)
        .map(|_| std::net::TcpStream::connect(address.trim_start_matches("http://")).expect("a connection"))
        .collect();
    let begin = Instant::now();
    while !said().contains("cannot accept connections") {
        assert!(begin.elapsed() < PATIENCE, "it has files enough: {}", said());
        thread::sleep(Duration::from_millis(20));
    }
    // It tries on many times by now, and says so once.
    thread::sleep(Duration::from_secs(1));
    drop(held);
    assert_eq!(request("GET", &format!("{address}/api/games"), None, "").0, 200, "it goes on when some have gone");
    assert!(said().matches("cannot accept").count() <= 1 + begin.elapsed().as_secs() as usize / 10, "{}", said());
    assert!(!said().contains('\u{1b}'), "no colours where there is no terminal: {}", said());
    // The terminal that started it is closed.
    assert!(Command::new("kill").args(["-HUP", &server.0.id().to_string()]).status().expect("kill").success());
    assert_eq!(request("GET", &format!("{address}/api/games"), None, "").0, 200);
    assert_eq!(server.0.try_wait().expect("a process"), None, "it goes on");
    drop(server);
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

/// Runs `agon` with a state folder of its own; what it prints, or what it complains of.
fn agon(state: &std::path::Path, address: &str, args: &[&str]) -> Result<String, String> {
    std::fs::create_dir_all(state).expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(args).env("XDG_STATE_HOME", state).env("HOME", state).env("AGON_SERVER", address);
    let done = command.stdin(Stdio::null()).output().expect("the binary runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if done.status.success() { Ok(text(&done.stdout)) } else { Err(text(&done.stderr)) }
}

#[test]
fn a_rated_game_of_days_in_the_terminal_survives_a_killed_server() {
    let data = folder("names");
    let kept = ["--data", data.to_str().expect("a path")];
    let (server, address) = serve(&kept);
    let (ada, bob) = (data.join("ada"), data.join("bob"));
    let port = address.rsplit(':').next().expect("a port").to_owned();
    assert!(agon(&ada, &address, &["name"]).is_err_and(|why| why.contains("`agon name NAME` keeps one")));
    assert!(agon(&ada, &address, &["name", "Ada"]).expect("a name").starts_with("Ada ("));
    let new = ["play", "tic-tac-toe", "--online", "new", "--rated", "--clock", "3d/move", "--plain"];
    let made = agon(&ada, &address, &new).expect("a room");
    assert!(made.contains("rated: 1 has 1500?"), "{made}");
    let code = made.split("room ").nth(1).and_then(|rest| rest.split(':').next()).expect("a code").to_owned();
    let enter = ["play", "--online", &code, "--plain"];
    assert!(agon(&bob, &address, &enter).is_err_and(|why| why.contains("Add `--rated` to take the seat")));
    let joined = agon(&bob, &address, &[&enter[..], &["--rated"]].concat()).expect("a seat");
    assert!(joined.contains("1 is Ada") && joined.contains("2 has 1500?"), "{joined}");
    // The time that is left differs from one moment to the next.
    let games = |who, address: &str| {
        let list = agon(who, address, &["play", "--online", "games"]).expect("a list");
        assert!(list.contains(", 2 d 23 h left, rated\n") || list.contains(", 3 d 0 h left, rated\n"), "{list}");
        list.split(',').next().expect("a line").to_owned()
    };
    let listed = games(&ada, &address);
    assert_eq!(listed, format!("* {code}  tic-tac-toe: your turn"));
    assert_eq!(games(&bob, &address), format!("  {code}  tic-tac-toe against Ada: their turn"));
    drop(server);
    let (_server, address) = serve_at(&port, &kept);
    assert_eq!(games(&ada, &address), listed, "the same after the server was killed");
    // Another device takes the name over, and with it the seat.
    let (link, phone) = (agon(&ada, &address, &["name", "--link"]).expect("a link"), data.join("phone"));
    assert!(agon(&phone, &address, &["name", "--take", link.trim()]).expect("a name").starts_with("Ada ("));
    assert_eq!(games(&phone, &address), listed);
    assert!(agon(&ada, &address, &["name", "--export"]).expect("data").contains("\"Ada\""));
    assert!(agon(&ada, &address, &["name", "--erase"]).is_ok());
    assert!(!games(&bob, &address).contains("Ada"), "the name has gone");
    let _ = std::fs::remove_dir_all(data);
}
