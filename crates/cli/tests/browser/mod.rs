//! The web client in a real browser: every game by mouse and by keys, offline, and from a single file.

mod access;
mod chromium;
mod firefox;
mod forms;
mod hands;
mod keys;
mod lab;
mod lessons;
mod measure;
mod odd;
mod online;
mod pictures;
mod play;
mod puzzles;
mod same;
mod screens;
mod share;

use agon_rules::games;
use chromium::{Server, Tab, built, open};
use serde::Deserialize;

/// What a player can do now.
#[derive(Deserialize, Debug)]
struct Ways {
    over: bool,
    thinking: bool,
    lit: Vec<String>,
    buttons: usize,
    moves: usize,
}

const WAYS: &str = "({
    over: !!document.querySelector('.endcard .again'),
    thinking: !!document.querySelector('.plate.thinking'),
    lit: [...document.querySelectorAll('.spot.lit')].map(spot => spot.dataset.site),
    buttons: [...document.querySelectorAll('.choice .btn, .askbox .btn, .dock .go')].filter(one => one.offsetParent).length,
    moves: document.querySelectorAll('.feedturns [data-ply]').length,
})";

/// Waits until it is the person's turn, or the end.
async fn ready(tab: &Tab) -> Ways {
    let (begin, mut pauses) = (std::time::Instant::now(), chromium::pauses());
    loop {
        let ways: Ways = tab.js(WAYS).await;
        if ways.over || (!ways.thinking && ways.lit.len() + ways.buttons > 0) {
            return ways;
        }
        assert!(begin.elapsed() < chromium::PATIENCE, "nothing can be done: {ways:?}");
        pauses.next().await;
    }
}

/// The address of a game against a computer that plays at random.
fn against_random(server: &Server, game: &str) -> String {
    format!("{}/#/game/{game}~seed=3?players=human,random&luck=3", server.address)
}

/// Moves the keys to a cell by arrows alone: up and down first, and to the side where that leads nowhere.
async fn walk(tab: &Tab, site: &str) {
    let (mut stuck, mut seen) = (false, std::collections::HashSet::new());
    for _ in 0..60 {
        let (here, upright, sideways): (String, String, String) = tab
            .js(&format!(
                "(() => {{
                    const here = document.activeElement, there = document.querySelector(`[data-site='{site}']`);
                    const a = here.getBoundingClientRect(), b = there.getBoundingClientRect();
                    return [here.dataset.site, Math.abs(b.y - a.y) < 5 ? '' : b.y > a.y ? 'ArrowDown' : 'ArrowUp',
                        Math.abs(b.x - a.x) < 5 ? '' : b.x > a.x ? 'ArrowRight' : 'ArrowLeft'];
                }})()"
            ))
            .await;
        if here == site {
            return;
        }
        let way = if upright.is_empty() || (stuck && !sideways.is_empty()) { sideways } else { upright };
        tab.press(&way).await;
        let now: String = tab.js("document.activeElement.dataset.site").await;
        stuck = !seen.insert(now);
    }
    let here: String = tab.js("document.activeElement.outerHTML").await;
    panic!("the keys never come to {site}: they are at {here}");
}

/// Tabs until an expression is true.
async fn to(tab: &Tab, code: &str) {
    for _ in 0..80 {
        if tab.js::<bool>(code).await {
            return;
        }
        tab.press("Tab").await;
    }
    panic!("the tab key never comes there: {code}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_taps_start_a_game_and_the_gallery_shows_every_one() {
    let server = Server::shared();
    let browser = open().await;
    let tab = Tab::open(&browser, &server.address).await;
    let cards: usize = tab.js("document.querySelectorAll('.cards .gcard.look').length").await;
    assert_eq!(cards, games::list().len());
    tab.click(".gcard[href='#/new/tic-tac-toe']").await;
    tab.wait("location.hash.startsWith('#/new/')").await;
    tab.click(".form .start").await;
    tab.wait("document.querySelectorAll('.spot.lit').length > 0").await;
    // What was left is found again.
    tab.click(".spot.lit").await;
    tab.wait("document.querySelectorAll('.feedturns [data-ply]').length === 2").await;
    tab.go(&server.address).await;
    tab.click("a.now").await;
    tab.wait("document.querySelectorAll('.feedturns [data-ply]').length === 2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_one_visit_it_works_without_a_network() {
    let mut server = Server::start("offline");
    let browser = open().await;
    let tab = Tab::open(&browser, &server.address).await;
    tab.wait("!!navigator.serviceWorker.controller").await;
    server.end();
    let hash = format!("#/game/{}~seed=3?players=human,random", games::list()[0].id);
    tab.js::<String>(&format!("location.hash = '{hash}'")).await;
    tab.reload().await;
    tab.wait("document.querySelectorAll('.spot.lit').length > 0").await;
    tab.click(".spot.lit").await;
    tab.wait("document.querySelectorAll('.feedturns [data-ply]').length === 2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_single_file_plays_from_a_disk() {
    let browser = open().await;
    let file = built().join("agon.html");
    let url = format!("file://{}#/game/{}~seed=3?players=human,medium&luck=3", file.display(), games::list()[0].id);
    let tab = Tab::open(&browser, &url).await;
    tab.wait("document.querySelectorAll('.spot.lit').length > 0").await;
    tab.click(".spot.lit").await;
    tab.wait("document.querySelectorAll('.feedturns [data-ply]').length === 2").await;
    // Rooms need a server, and the lab needs none.
    let room = Tab::open(&browser, &format!("file://{}#/room/K7XM-4QPT", file.display())).await;
    room.wait("document.querySelector('.lost')?.innerText.includes('No server')").await;
    let lab = Tab::open(&browser, &format!("file://{}#/lab", file.display())).await;
    lab.wait("document.querySelectorAll('.lab option').length > 20").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_link_says_so_and_offers_the_games() {
    let server = Server::shared();
    let browser = open().await;
    let tab = Tab::open(&browser, &format!("{}/#/game/nonsense", server.address)).await;
    let text: String = tab.js("document.querySelector('main').innerText").await;
    assert!(text.contains("nonsense"), "{text}");
    tab.click(".lost .btn").await;
    tab.wait("document.querySelectorAll('.cards .gcard.look').length > 0").await;
}
