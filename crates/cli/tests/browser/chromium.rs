//! A real Chromium, a real server, and what a test does with them.
//!
//! One Chromium serves all tests, each in a profile of its own that is gone with the test, and so does one server unless a
//! test ends it. Both are spoken to directly: the tests need a dozen commands of the debugging protocol.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::Message;

/// Longer than anything here takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Where the web client was built.
pub fn built() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/web");
    assert!(folder.join("site/index.html").exists(), "the web client is not built: run `cargo xtask web` before");
    folder.canonicalize().expect("a folder")
}

/// A command that is ended by this signal, with all that it started, when this process ends, however it does: then its
/// input ends. A folder goes with it.
fn with_us(program: &str, signal: &str, folder: Option<&Path>) -> Command {
    let mut command = Command::new("sh");
    let script = "signal=$1 folder=$2; shift 2; setsid \"$@\" & cat > /dev/null; kill -$signal -$!; wait
        [ -z \"$folder\" ] || rm -rf \"$folder\"";
    let folder = folder.unwrap_or(Path::new(""));
    command.args(["-c", script, "sh", signal]).arg(folder).arg(program).stdin(Stdio::piped());
    command
}

/// A server that is ended with the test.
pub struct Server {
    child: Child,
    data: PathBuf,
    /// its address
    pub address: String,
}

/// The server of all tests that need no other.
static SHARED: LazyLock<Server> = LazyLock::new(|| {
    let data = Server::folder("shared");
    let (child, address) = Server::run(&data, "0", Some(&data));
    Server { child, data, address }
});

impl Server {
    /// The server of all tests that do not end it.
    pub fn shared() -> &'static Self {
        &SHARED
    }

    /// A server of one test alone.
    pub fn start(name: &str) -> Self {
        let data = Self::folder(name);
        let (child, address) = Self::run(&data, "0", None);
        Server { child, data, address }
    }

    fn folder(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("agon-browser-{}-{name}", std::process::id()))
    }

    fn run(data: &Path, port: &str, delete: Option<&Path>) -> (Child, String) {
        // A server that vanishes says nothing before.
        let mut child = with_us(env!("CARGO_BIN_EXE_agon"), "KILL", delete)
            .args(["serve", "--port", port, "--no-limits", "--web"])
            .arg(built().join("site"))
            .arg("--data")
            .arg(data)
            .env("RUST_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("agon serves at ").expect("an address").to_owned();
        (child, address)
    }

    /// Starts it again after its end, at the same address and with what it has kept.
    pub fn again(&mut self) {
        let port = self.address.rsplit(':').next().expect("a port").to_owned();
        self.child = Self::run(&self.data, &port, None).0;
    }

    pub fn end(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

/// Where Chromium listens; it runs as long as this process.
// It is never waited for: its shell ends it when this process ends (see `with_us`).
#[allow(clippy::zombie_processes)]
static CHROMIUM: LazyLock<(Child, String)> = LazyLock::new(|| {
    let is_there = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    // The shell is Chromium without windows: the same tests take it three fifths of the processor time.
    let names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
    let program = names.into_iter().find(is_there);
    let program = program.expect("Chromium is installed; `cargo xtask test` sees to it");
    let profile = std::env::temp_dir().join(format!("agon-chromium-{}", std::process::id()));
    let child = with_us(program, "TERM", Some(&profile))
        .args(["--headless", "--no-sandbox", "--remote-debugging-port=0", "--window-size=1200,900", "--lang=en-US"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync", "--disable-extensions"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"])
        .args(["--force-device-scale-factor=1", "--force-color-profile=srgb", "--password-store=basic"])
        // Pages are many and only one is in front: the others are not slowed down.
        .args(["--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows"])
        .args(["--disable-renderer-backgrounding", "about:blank"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("Chromium starts");
    let begin = Instant::now();
    loop {
        let text = std::fs::read_to_string(profile.join("DevToolsActivePort")).unwrap_or_default();
        if let Some((port, path)) = text.trim().split_once('\n') {
            return (child, format!("ws://127.0.0.1:{port}{path}"));
        }
        assert!(begin.elapsed() < PATIENCE, "Chromium does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
});

/// A command on its way, and who waits for its answer.
type Asked = (Value, oneshot::Sender<Value>);

/// A browser with a fresh profile.
pub struct Browser {
    line: mpsc::UnboundedSender<Asked>,
    context: String,
}

/// A browser with a fresh profile.
pub async fn open() -> Browser {
    let address = tokio::task::spawn_blocking(|| CHROMIUM.1.clone()).await.expect("Chromium starts");
    let (line, asked) = mpsc::unbounded_channel();
    tokio::spawn(talk(address, asked));
    let context = execute(&line, None, "Target.createBrowserContext", json!({ "disposeOnDetach": true })).await;
    let context = context.expect("a profile")["browserContextId"].as_str().expect("its name").to_owned();
    // A window would ask its user, or allow it after a click; the shell has nobody to ask.
    let copying = json!({ "permissions": ["clipboardSanitizedWrite"], "browserContextId": context });
    execute(&line, None, "Browser.grantPermissions", copying).await.expect("pages may copy");
    Browser { line, context }
}

/// Carries commands to Chromium and answers back, until nobody asks any more.
async fn talk(address: String, mut asked: mpsc::UnboundedReceiver<Asked>) {
    let (socket, _) = tokio_tungstenite::connect_async(address).await.expect("Chromium listens");
    let (mut send, mut receive) = socket.split();
    let mut waiting = HashMap::new();
    let mut next = 0u64;
    loop {
        tokio::select! {
            command = asked.recv() => {
                let Some((mut command, answer)) = command else { return };
                next += 1;
                command["id"] = json!(next);
                waiting.insert(next, answer);
                if send.send(Message::text(command.to_string())).await.is_err() {
                    return;
                }
            }
            message = receive.next() => {
                let Some(Ok(message)) = message else { return };
                let Ok(text) = message.into_text() else { continue };
                let value: Value = serde_json::from_str(&text).unwrap_or_default();
                let answer = value["id"].as_u64().and_then(|id| waiting.remove(&id));
                answer.map(|answer| answer.send(value));
            }
        }
    }
}

async fn execute(
    line: &mpsc::UnboundedSender<Asked>,
    session: Option<&str>,
    method: &str,
    params: Value,
) -> Result<Value, String> {
    let mut command = json!({ "method": method, "params": params });
    if let Some(session) = session {
        command["sessionId"] = json!(session);
    }
    let (answer, answered) = oneshot::channel();
    line.send((command, answer)).map_err(|_| "Chromium is gone".to_owned())?;
    let answer = tokio::time::timeout(PATIENCE, answered).await.map_err(|_| format!("no answer to {method}"))?;
    let mut answer = answer.map_err(|_| format!("Chromium ended before it answered {method}"))?;
    match answer.get("error") {
        Some(error) => Err(format!("{method}: {error}")),
        None => Ok(answer["result"].take()),
    }
}

impl Browser {
    /// Lets the browser save files into a folder.
    pub async fn save_to(&self, folder: &Path) {
        let params = json!({ "behavior": "allow", "downloadPath": folder, "browserContextId": self.context });
        execute(&self.line, None, "Browser.setDownloadBehavior", params).await.expect("files are saved");
    }
}

/// A page, with what tests ask of it.
pub struct Tab {
    line: mpsc::UnboundedSender<Asked>,
    target: String,
    session: String,
}

/// Pauses between polls, each twice as long as the one before: a poll costs a millisecond in each of two processes.
pub struct Pauses(Duration);

pub fn pauses() -> Pauses {
    Pauses(Duration::from_millis(5))
}

impl Pauses {
    pub async fn next(&mut self) {
        tokio::time::sleep(self.0).await;
        self.0 = (self.0 * 2).min(Duration::from_millis(60));
    }
}

impl Tab {
    pub async fn open(browser: &Browser, url: &str) -> Self {
        let tab = Tab::blank(browser).await;
        tab.go(url).await;
        tab
    }

    /// A page before it goes anywhere.
    pub async fn blank(browser: &Browser) -> Self {
        let (line, context) = (browser.line.clone(), &browser.context);
        let mut page = json!({ "url": "about:blank", "browserContextId": context, "newWindow": true });
        page["width"] = json!(1200);
        page["height"] = json!(900);
        let target = execute(&line, None, "Target.createTarget", page).await.expect("a page");
        let target = target["targetId"].as_str().expect("its name").to_owned();
        let attach = json!({ "targetId": target, "flatten": true });
        let session = execute(&line, None, "Target.attachToTarget", attach).await.expect("the page listens");
        let session = session["sessionId"].as_str().expect("its name").to_owned();
        let tab = Tab { line, target, session };
        tab.execute("Page.enable", json!({})).await;
        // Each page thinks that it is in front, as it would be with its own browser.
        tab.execute("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).await;
        // Computers' moves are shown at once: a person wants to see each, a test waits for all.
        tab.before("try { localStorage.setItem('agon.pace', '0') } catch {}").await;
        tab
    }

    /// Gives a command of the debugging protocol.
    pub async fn execute(&self, method: &str, params: Value) -> Value {
        execute(&self.line, Some(&self.session), method, params).await.unwrap_or_else(|why| panic!("{why}"))
    }

    /// Does something before the first line of every document that is loaded.
    pub async fn before(&self, code: &str) {
        self.execute("Page.addScriptToEvaluateOnNewDocument", json!({ "source": code })).await;
    }

    /// Goes to an address, and does not wait until the page is ready.
    pub async fn goto(&self, url: &str) {
        let answer = self.execute("Page.navigate", json!({ "url": url })).await;
        assert_eq!(answer.get("errorText"), None, "{url}");
    }

    pub async fn go(&self, url: &str) {
        // An address that differs after `#` only would be the same page to the browser, and never be loaded.
        self.goto("about:blank").await;
        self.goto(url).await;
        self.wait("document.documentElement.hasAttribute('data-ready')").await;
    }

    /// Loads the page again.
    pub async fn reload(&self) {
        self.js::<bool>("window.isOld = true").await;
        self.execute("Page.reload", json!({})).await;
        self.wait("window.isOld === undefined && document.readyState === 'complete'").await;
    }

    pub async fn close(self) {
        execute(&self.line, None, "Target.closeTarget", json!({ "targetId": self.target })).await.expect("it closes");
    }

    /// Pretends a screen of another size.
    pub async fn size(&self, width: i64, height: i64) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.execute("Emulation.setDeviceMetricsOverride", size).await;
    }

    async fn evaluate(&self, code: &str) -> Result<Value, String> {
        let params = json!({ "expression": code, "awaitPromise": true, "returnByValue": true });
        let mut answer = execute(&self.line, Some(&self.session), "Runtime.evaluate", params).await?;
        match answer.get("exceptionDetails") {
            Some(why) => Err(why.to_string()),
            None => Ok(answer["result"]["value"].take()),
        }
    }

    /// What an expression comes to.
    pub async fn js<T: DeserializeOwned>(&self, code: &str) -> T {
        let short: String = code.chars().take(2000).collect();
        let value = self.evaluate(code).await.unwrap_or_else(|why| panic!("{short}: {why}"));
        serde_json::from_value(value).unwrap_or_else(|why| panic!("{short}: {why}"))
    }

    /// Waits until an expression is true.
    pub async fn wait(&self, code: &str) {
        let (begin, mut pauses) = (Instant::now(), pauses());
        while self.evaluate(code).await != Ok(Value::Bool(true)) {
            if begin.elapsed() > PATIENCE {
                let text: String = self.js("document.body.innerText").await;
                panic!("never came: {code}\n{text}");
            }
            pauses.next().await;
        }
    }

    /// The middle of an element, which is scrolled into sight.
    async fn middle(&self, selector: &str) -> (f64, f64) {
        let selector = json!(selector);
        self.wait(&format!("!!document.querySelector({selector})")).await;
        self.js(&format!(
            "(() => {{
                const found = document.querySelector({selector});
                found.scrollIntoViewIfNeeded();
                const box = found.getClientRects()[0];
                return [box.x + box.width / 2, box.y + box.height / 2];
            }})()"
        ))
        .await
    }

    /// Clicks with the mouse.
    pub async fn click(&self, selector: &str) {
        let at = self.middle(selector).await;
        for (kind, button) in [("mouseMoved", "none"), ("mousePressed", "left"), ("mouseReleased", "left")] {
            self.mouse(kind, at, button).await;
        }
    }

    /// Taps with a finger.
    pub async fn tap(&self, selector: &str) {
        let (x, y) = self.middle(selector).await;
        self.execute("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] }))
            .await;
        self.execute("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] })).await;
    }

    /// Moves, presses or releases the mouse.
    pub async fn mouse(&self, kind: &str, (x, y): (f64, f64), button: &str) {
        let buttons = u8::from(button == "left");
        let event = json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1 });
        self.execute("Input.dispatchMouseEvent", event).await;
    }

    /// Presses a key wherever the keys are.
    pub async fn press(&self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            _ => panic!("no such key: {key}"),
        };
        // A button is pressed by the letter that a key writes.
        let down = if key == "Enter" { "keyDown" } else { "rawKeyDown" };
        for kind in [down, "keyUp"] {
            let mut event = json!({ "type": kind, "key": key, "code": key });
            event["windowsVirtualKeyCode"] = json!(code);
            event["nativeVirtualKeyCode"] = json!(code);
            if key == "Enter" {
                event["text"] = json!("\r");
            }
            self.execute("Input.dispatchKeyEvent", event).await;
        }
    }
}
