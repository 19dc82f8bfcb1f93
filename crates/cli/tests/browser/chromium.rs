//! A real Chromium, a real server, and what a test does with them.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use chromiumoxide::cdp::browser_protocol::input::{DispatchKeyEventParams, DispatchKeyEventType};
use chromiumoxide::cdp::browser_protocol::target::SetAutoAttachParams;
use chromiumoxide::{Browser, BrowserConfig, Page};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;

/// Longer than anything here takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Where the web client was built.
pub fn built() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/web");
    assert!(folder.join("site/index.html").exists(), "the web client is not built: run `cargo xtask web` before");
    folder.canonicalize().expect("a folder")
}

/// A server that is ended with the test.
pub struct Server {
    child: Child,
    data: PathBuf,
    /// its address
    pub address: String,
}

impl Server {
    pub fn start(name: &str) -> Self {
        let data = std::env::temp_dir().join(format!("agon-browser-{}-{name}", std::process::id()));
        let (child, address) = Self::run(&data, "0");
        Server { child, data, address }
    }

    fn run(data: &Path, port: &str) -> (Child, String) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
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
        self.child = Self::run(&self.data, &port).0;
    }

    pub fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// A browser with a fresh profile.
pub async fn open(name: &str) -> Browser {
    let folder = std::env::temp_dir().join(format!("agon-chromium-{}-{name}", std::process::id()));
    let config = BrowserConfig::builder()
        .no_sandbox()
        .window_size(1200, 900)
        .viewport(None)
        .user_data_dir(folder)
        .launch_timeout(PATIENCE)
        .request_timeout(PATIENCE)
        .enable_cache()
        .args([
            "disable-gpu",
            "disable-quic",
            "no-first-run",
            "disable-background-networking",
            "disable-component-update",
        ])
        .args(["disable-sync", "force-device-scale-factor=1"])
        .build()
        .expect("Chromium is installed; `cargo xtask test` sees to it");
    let (browser, mut handler) = Browser::launch(config).await.expect("Chromium starts");
    tokio::spawn(async move { while handler.next().await.is_some() {} });
    browser
}

/// A page, with what tests ask of it.
pub struct Tab(pub Page);

impl Tab {
    pub async fn open(browser: &Browser, url: &str) -> Self {
        let tab = Tab::blank(browser).await;
        tab.go(url).await;
        tab
    }

    /// A page before it goes anywhere.
    pub async fn blank(browser: &Browser) -> Self {
        let tab = Tab(browser.new_page("about:blank").await.expect("a page"));
        // Otherwise every worker waits for a debugger, and the one that works offline is never let go.
        let alone = SetAutoAttachParams::builder().auto_attach(false).wait_for_debugger_on_start(false).flatten(true);
        tab.0.execute(alone.build().expect("a command")).await.expect("workers are left alone");
        tab
    }

    pub async fn go(&self, url: &str) {
        // An address that differs after `#` only would be the same page to the browser, and never be loaded.
        self.0.goto("about:blank").await.expect("an empty page");
        self.0.goto(url).await.unwrap_or_else(|why| panic!("{url}: {why}"));
        self.wait("document.documentElement.hasAttribute('data-ready')").await;
    }

    /// What an expression comes to.
    pub async fn js<T: DeserializeOwned>(&self, code: &str) -> T {
        let value = self.0.evaluate(code).await.unwrap_or_else(|why| panic!("{code}: {why}"));
        value.into_value().unwrap_or_else(|why| panic!("{code}: {why}"))
    }

    /// Waits until an expression is true.
    pub async fn wait(&self, code: &str) {
        let begin = Instant::now();
        while !self.0.evaluate(code).await.is_ok_and(|value| value.into_value().unwrap_or(false)) {
            if begin.elapsed() > PATIENCE {
                let text: String = self.js("document.body.innerText").await;
                panic!("never came: {code}\n{text}");
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    /// Clicks with the mouse.
    pub async fn click(&self, selector: &str) {
        let found = self.0.find_element(selector).await.unwrap_or_else(|why| panic!("{selector}: {why}"));
        found.click().await.unwrap_or_else(|why| panic!("{selector}: {why}"));
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
        let down = if key == "Enter" { DispatchKeyEventType::KeyDown } else { DispatchKeyEventType::RawKeyDown };
        for kind in [down, DispatchKeyEventType::KeyUp] {
            let mut event = DispatchKeyEventParams::builder().r#type(kind).key(key).code(key);
            event = event.windows_virtual_key_code(code).native_virtual_key_code(code);
            if key == "Enter" {
                event = event.text("\r");
            }
            self.0.execute(event.build().expect("a key")).await.expect("a key is pressed");
        }
    }
}
