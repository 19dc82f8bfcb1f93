//! `agon serve` with the most detailed logs there are: no token of a player is in them, nor in what is stored.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::Message;

/// A process that is ended with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn post(url: &str, token: Option<&str>, body: &Value) -> Value {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut request = agent.post(url);
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let text = request.send(body.to_string()).expect("an answer").body_mut().read_to_string().expect("a body");
    serde_json::from_str(&text).expect("JSON")
}

fn text(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap_or_else(|| panic!("no {field} in {value}")).to_owned()
}

/// Says something over a socket in a room and waits for its answer.
fn say(address: &str, room: &str, token: &str, wish: &Value) -> Value {
    let (mut socket, _) = tungstenite::connect(format!("ws://{address}/api/socket")).expect("a socket");
    for message in
        [json!({"type": "hello", "v": 2, "room": room, "token": token}), json!({"type": "do", "id": 1, "do": wish})]
    {
        socket.send(Message::text(message.to_string())).expect("it is taken");
    }
    loop {
        let Message::Text(text) = socket.read().expect("a message") else { continue };
        let answer: Value = serde_json::from_str(&text).expect("JSON");
        if answer["type"] != "view" {
            return answer;
        }
    }
}

/// The files of a folder that hold a text.
fn holding(folder: &Path, text: &str) -> Vec<String> {
    let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    let holds = |path: &std::path::PathBuf| {
        let bytes = fs::read(path).expect("it can be read");
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    };
    files.filter(holds).map(|path| path.display().to_string()).collect()
}

#[test]
fn no_token_is_logged_or_stored() {
    let folder = std::env::temp_dir().join(format!("agon-logs-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let log = fs::File::create(folder.join("log")).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["serve", "--port", "0", "--data"])
        .arg(&folder)
        .env("RUST_LOG", "trace")
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .expect("the binary runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    let mut server = Process(child);
    let address = line.trim().strip_prefix("agon serves at http://").expect("an address").to_owned();
    let rooms = format!("http://{address}/api/rooms");
    let ticket = post(&rooms, None, &json!({"game": "tic-tac-toe"}));
    let (room, first) = (text(&ticket, "room"), text(&ticket, "token"));
    let second = text(&post(&format!("{rooms}/{room}/join"), None, &json!({})), "token");
    let guessed = "0123456789abcdef0123456789abcdef".to_owned();
    // A whole game, over HTTP and sockets in turn.
    for (revision, text) in ["a1", "b1", "a2", "b2", "a3"].into_iter().enumerate() {
        let token = if revision % 2 == 0 { &first } else { &second };
        let wish = json!({"play": {"revision": revision, "text": text}});
        if revision < 3 {
            assert_eq!(post(&format!("{rooms}/{room}/do"), Some(token), &wish)["revision"], revision + 1);
        } else {
            assert_eq!(say(&address, &room, token, &wish)["type"], "done");
        }
    }
    // What goes wrong is most likely to be logged.
    assert_eq!(post(&format!("{rooms}/{room}/do"), Some(&guessed), &json!("resign"))["code"], "token");
    assert_eq!(say(&address, &room, &guessed, &json!("resign"))["code"], "token");
    assert_eq!(post(&format!("{rooms}/{room}/do"), Some(&first), &json!({"cheat": first}))["code"], "malformed");
    for token in [&first, &second] {
        assert_eq!(say(&address, &room, token, &json!("rematch"))["type"], "done");
    }
    let ended = Command::new("kill").arg(server.0.id().to_string()).status().expect("`kill` runs");
    assert!(ended.success());
    let begin = Instant::now();
    while server.0.try_wait().expect("a process").is_none() {
        assert!(begin.elapsed() < Duration::from_secs(30), "it does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
    // The search itself finds what is there: the code in the store, and the end in the log.
    assert!(!holding(&folder, &room).is_empty());
    assert_eq!(holding(&folder, "shutting down: no new requests").len(), 1);
    for token in [&first, &second, &guessed] {
        assert_eq!(holding(&folder, token), Vec::<String>::new());
        assert_eq!(holding(&folder, &token.to_uppercase()), Vec::<String>::new());
    }
    let _ = fs::remove_dir_all(&folder);
}
