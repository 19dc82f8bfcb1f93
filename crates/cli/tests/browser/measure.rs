//! How fast the page is: measured, not asserted, since machines differ. `cargo test -p agon --test all browser::measure --
//! --ignored --nocapture` prints it, after `cargo xtask web`; `docs/performance.md` has what it was. `AGON_PAGE` names the
//! address of another server, such as one that sends everything packed.

use agon_rules::games;
use serde_json::json;

use super::chromium::{Server, Tab, open};
use super::puzzles;

/// How often everything is measured.
const TIMES: usize = 5;
/// A telephone of the cheaper kind, and its network: four times slower, 1.6 Mbit/s, 150 ms there and back.
const SLOWER: f64 = 4.0;

async fn slow_down(tab: &Tab, rate: f64, network: bool) {
    tab.execute("Emulation.setCPUThrottlingRate", json!({ "rate": rate })).await;
    let speed = if network { 1_600_000 / 8 } else { -1 };
    let latency = if network { 150 } else { 0 };
    let conditions =
        json!({ "offline": false, "latency": latency, "downloadThroughput": speed, "uploadThroughput": speed });
    tab.execute("Network.enable", json!({})).await;
    tab.execute("Network.setCacheDisabled", json!({ "cacheDisabled": true })).await;
    tab.execute("Network.emulateNetworkConditions", conditions).await;
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

/// Where the page is.
fn address() -> String {
    std::env::var("AGON_PAGE").unwrap_or_else(|_| Server::shared().address.clone())
}

/// The link of a game, with a computer that thinks for long.
fn link(game: &str) -> String {
    format!("{}/#/game/{game}~seed=3?players=human,expert&luck=3", address())
}

/// Milliseconds from the first request until a move can be made.
async fn load(url: &str, rate: f64, network: bool) -> f64 {
    // A fresh profile has kept nothing.
    let browser = open().await;
    let tab = Tab::blank(&browser).await;
    slow_down(&tab, rate, network).await;
    tab.before(
        "window.usable = new Promise(done => new MutationObserver((_, watch) => {
            if (document.querySelector('.spot.lit, .choice .btn')) {
                watch.disconnect();
                requestAnimationFrame(() => setTimeout(() => done(performance.now())));
            }
        }).observe(document, { childList: true, subtree: true, attributes: true }))",
    )
    .await;
    tab.goto(url).await;
    let millis = tab.js("window.usable").await;
    tab.close().await;
    millis
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures; run it by hand on an idle machine"]
async fn how_long_a_link_takes_until_a_move_can_be_made() {
    for info in games::list() {
        let url = link(info.id);
        let (mut here, mut there) = (Vec::new(), Vec::new());
        for _ in 0..TIMES {
            here.push(load(&url, 1.0, false).await);
            there.push(load(&url, SLOWER, true).await);
        }
        println!("{}: {:.0} ms here, {:.0} ms on a slow telephone", info.id, median(here), median(there));
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures; run it by hand on an idle machine"]
async fn how_long_a_puzzle_takes_to_open_without_a_network() {
    /// Milliseconds from an address until its puzzle was drawn.
    const OPEN: &str = "new Promise(done => {
        const begin = performance.now();
        new MutationObserver((_, watch) => {
            if (!document.querySelector('.puzzle .spot')) return;
            watch.disconnect();
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));
        }).observe(document, { childList: true, subtree: true, attributes: true });
        location.hash = '#/puzzle';
    })";
    for rate in [1.0, SLOWER] {
        let mut all = Vec::new();
        for at in 0..TIMES {
            let mut server = Server::start(&format!("measured-{rate}-{at}"));
            let browser = open().await;
            let tab = Tab::open(&browser, &server.address).await;
            tab.wait("!!navigator.serviceWorker.controller").await;
            server.end();
            puzzles::cut(&tab).await;
            tab.execute("Emulation.setCPUThrottlingRate", json!({ "rate": rate })).await;
            all.push(tab.js::<f64>(OPEN).await);
            tab.close().await;
        }
        let middle = median(all);
        println!("a puzzle without a network at 1/{rate} speed: {middle:.0} ms");
        assert!(rate > 1.0 || middle < 300.0, "more than 0.3 s");
    }
}

/// Milliseconds from a click until its result was drawn.
const CLICK: &str = "new Promise(done => {
    const button = document.querySelector('SELECTOR');
    addEventListener('click', event => requestAnimationFrame(() => setTimeout(() => done(performance.now() - event.timeStamp))),
        { once: true, capture: true });
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
})";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures; run it by hand on an idle machine"]
async fn how_long_a_click_takes_until_it_is_drawn_while_a_computer_thinks() {
    let browser = open().await;
    for info in games::list() {
        for rate in [1.0, SLOWER] {
            let tab = Tab::blank(&browser).await;
            tab.go(&link(info.id)).await;
            // Two computers: one of them always thinks.
            tab.js::<String>(&format!("location.hash = '#/game/{}~seed=3?players=expert,expert&luck=3'", info.id))
                .await;
            tab.wait("!!document.querySelector('.plate.thinking')").await;
            tab.execute("Emulation.setCPUThrottlingRate", json!({ "rate": rate })).await;
            let mut all = Vec::new();
            for _ in 0..TIMES {
                for selector in
                    [".acts [data-do=flip]", ".tabs [data-do=\\\"tab rules\\\"]", ".tabs [data-do=\\\"tab moves\\\"]"]
                {
                    all.push(tab.js::<f64>(&CLICK.replace("SELECTOR", &selector.replace("\\\"", "\""))).await);
                }
            }
            let worst = all.iter().copied().fold(0.0, f64::max);
            println!("{} at 1/{rate} speed: {:.0} ms, at worst {worst:.0}", info.id, median(all));
            tab.close().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures; run it by hand on an idle machine"]
async fn how_much_shifts_after_the_first_paint() {
    let browser = open().await;
    let mut all = vec!["#/".to_owned(), "#/online".to_owned(), "#/lab".to_owned()];
    for info in games::list() {
        all.push(format!("#/new/{}", info.id));
        all.push(format!("#/rules/{}", info.id));
        all.push(format!("#/game/{}~seed=3?players=random,random&luck=3", info.id));
    }
    for size in [(1280, 800), (390, 844)] {
        for hash in &all {
            let tab = Tab::blank(&browser).await;
            tab.size(size.0, size.1).await;
            tab.before(
                "window.shift = 0; window.shifted = [];
                new PerformanceObserver(list => list.getEntries().filter(one => !one.hadRecentInput).forEach(one => {
                    window.shift += one.value;
                    one.sources.forEach(({ node }) => window.shifted.push(node?.className?.baseVal ?? node?.className ?? node?.nodeName ?? 'gone'));
                })).observe({ type: 'layout-shift', buffered: true })",
            )
            .await;
            tab.go(&format!("{}/{hash}", address())).await;
            tokio::time::sleep(std::time::Duration::from_secs(3)).await;
            let (shift, what): (f64, Vec<String>) = tab.js("[window.shift, [...new Set(window.shifted)]]").await;
            if shift > 0.0 {
                println!("{size:?} {hash}: {shift:.4} {what:?}");
            }
            tab.close().await;
        }
    }
}
