//! The page in Firefox too: every game is begun, and goes on without a network after a reload; so do lessons and puzzles.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use agon_rules::games;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::chromium::{PATIENCE, Server};
use super::lessons;

/// A Firefox with a profile of its own, spoken to by WebDriver BiDi.
struct Firefox {
    child: Child,
    profile: PathBuf,
    socket: WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>,
    /// the page
    context: String,
    /// how many commands were given
    given: u64,
    /// errors that it wrote to its console
    errors: Vec<String>,
}

impl Firefox {
    async fn start() -> Self {
        let is_there = |name: &&str| Command::new(name).arg("--version").output().is_ok();
        let program = ["firefox-esr", "firefox"].into_iter().find(is_there);
        let program = program.expect("Firefox is installed; `cargo xtask test` sees to it");
        let profile = std::env::temp_dir().join(format!("agon-firefox-{}", std::process::id()));
        std::fs::create_dir_all(&profile).expect("a folder");
        let mut child = Command::new(program)
            .args(["--headless", "--no-remote", "--remote-debugging-port=0", "--profile"])
            .arg(&profile)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("Firefox starts");
        let lines = BufReader::new(child.stderr.take().expect("its errors")).lines();
        let address = lines
            .map_while(Result::ok)
            .find_map(|line| Some(line.split_once("WebDriver BiDi listening on ")?.1.trim().to_owned()))
            .expect("Firefox listens");
        let (socket, _) = tokio_tungstenite::connect_async(format!("{address}/session")).await.expect("it answers");
        let mut firefox = Firefox { child, profile, socket, context: String::new(), given: 0, errors: Vec::new() };
        firefox.give("session.new", json!({ "capabilities": {} })).await;
        firefox.give("session.subscribe", json!({ "events": ["log.entryAdded"] })).await;
        let tree = firefox.give("browsingContext.getTree", json!({})).await;
        firefox.context = tree["contexts"][0]["context"].as_str().expect("a page").to_owned();
        firefox
    }

    /// Gives a command, and notes what the console says meanwhile.
    async fn give(&mut self, method: &str, params: Value) -> Value {
        self.given += 1;
        let command = json!({ "id": self.given, "method": method, "params": params });
        self.socket.send(Message::text(command.to_string())).await.expect("Firefox listens");
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("an answer in time");
            let text = message.expect("an answer").expect("an answer").into_text().expect("a text");
            let mut value: Value = serde_json::from_str(&text).expect("JSON");
            if value["method"] == "log.entryAdded" && value["params"]["level"] == "error" {
                self.errors.push(value["params"]["text"].to_string());
            }
            if value["id"] == self.given {
                assert_eq!(value.get("error"), None, "{method}: {value}");
                return value["result"].take();
            }
        }
    }

    async fn go(&mut self, url: &str) {
        let context = self.context.clone();
        // An address that differs after `#` only would not be loaded.
        for url in ["about:blank", url] {
            self.give("browsingContext.navigate", json!({ "context": context, "url": url, "wait": "complete" })).await;
        }
        self.ready().await;
    }

    async fn reload(&mut self) {
        self.give("browsingContext.reload", json!({ "context": self.context, "wait": "complete" })).await;
        self.ready().await;
    }

    /// Waits until everything is loaded: what is left before complains about it.
    async fn ready(&mut self) {
        self.wait("document.documentElement.hasAttribute('data-ready')").await;
    }

    /// What an expression comes to.
    async fn js<T: serde::de::DeserializeOwned>(&mut self, code: &str) -> T {
        let target = json!({ "context": self.context });
        let expression = format!("Promise.resolve({code}).then(JSON.stringify)");
        let params = json!({ "expression": expression, "target": target, "awaitPromise": true });
        let answer = self.give("script.evaluate", params).await;
        let text = answer["result"]["value"].as_str().unwrap_or_else(|| panic!("{code}: {answer}"));
        serde_json::from_str(text).unwrap_or_else(|why| panic!("{code}: {why}"))
    }

    async fn wait(&mut self, code: &str) {
        let begin = Instant::now();
        while !self.js::<bool>(code).await {
            if begin.elapsed() > PATIENCE {
                let text: String = self.js("document.body.innerText").await;
                panic!("never came: {code}\n{text}");
            }
            tokio::time::sleep(std::time::Duration::from_millis(30)).await;
        }
    }

    /// Makes moves until there are so many.
    async fn play(&mut self, plies: usize) {
        let done = format!("document.querySelectorAll('.feedturns [data-ply]').length >= {plies}");
        let begin = Instant::now();
        while !self.js::<bool>(&done).await {
            assert!(begin.elapsed() < PATIENCE, "nothing comes of it");
            let next = "((next => (next?.dispatchEvent(new MouseEvent('click', { bubbles: true })), true))(
                document.querySelector('.askbox .btn.main')
                    ?? [...document.querySelectorAll('.spot.lit, .choice .btn')].sort(() => Math.random() - .5)[0]))";
            self.js::<bool>(next).await;
        }
    }
}

impl Drop for Firefox {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_begun_in_firefox_taken_offline_and_reloaded() {
    let mut server = Server::start("firefox");
    let mut firefox = Firefox::start().await;
    firefox.go(&server.address).await;
    firefox.js::<bool>("(localStorage.setItem('agon.pace', '0'), true)").await;
    // Everything is kept before the network goes.
    firefox.wait("navigator.serviceWorker.ready.then(worker => worker.active?.state === 'activated')").await;
    let begun = |id: &str| format!("#/game/{id}~seed=3?players=human,random&luck=3");
    let mut games_here = Vec::new();
    for info in games::list() {
        firefox.go(&format!("{}/{}", server.address, begun(info.id))).await;
        firefox.play(2).await;
        firefox.wait("document.querySelectorAll('.plate.thinking').length === 0").await;
        let (address, moves): (String, Vec<String>) = firefox
            .js("[location.href, [...document.querySelectorAll('.feedturns [data-ply]')].map(one => one.innerText)]")
            .await;
        games_here.push((address, moves));
    }
    server.end();
    for (address, moves) in games_here {
        firefox.go(&address).await;
        firefox.reload().await;
        let shown: Vec<String> =
            firefox.js("[...document.querySelectorAll('.feedturns [data-ply]')].map(one => one.textContent)").await;
        assert_eq!(shown, moves, "{address}");
        firefox.play(moves.len() + 1).await;
    }
    // Lessons and puzzles were never opened before, and are kept all the same.
    let lesson = lessons::answered(true);
    for (hash, there) in [(lesson.as_str(), ".lesson .spot"), ("#/puzzle", ".puzzle .spot")] {
        firefox.go(&format!("{}/{hash}", server.address)).await;
        firefox.wait(&format!("document.querySelectorAll('{there}').length > 0")).await;
    }
    // A page that is left while it starts a worker breaks that off, which Firefox calls an error. Where a worker could not be
    // had at all, no computer would have answered above.
    firefox.errors.retain(|error| !(error.contains("worker-") && error.contains("intercepted the request")));
    assert_eq!(firefox.errors, [""; 0]);
}
