//! Every game, played by mouse, by finger, by keys and by dragging, on a desk and on a phone held either way.

use agon_rules::{Rng, Start, games};

use super::chromium::{Server, Tab, open};
use super::hands::middle;
use super::{Ways, ready, to, walk};

/// A desk, a phone, and a phone on its side.
const SIZES: [(i64, i64); 3] = [(1280, 800), (390, 844), (844, 390)];

/// How somebody plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hand {
    Mouse,
    Finger,
    Keys,
    Drag,
}

/// Plays a game to its end or to a ply, each move by chance.
async fn play(tab: &Tab, hand: Hand, plies: usize, what: &str) {
    let mut rng = Rng::new(1);
    for _ in 0..2000 {
        let ways = ready(tab).await;
        if ways.over || ways.moves >= plies {
            assert!(ways.moves > 2, "{what}: {ways:?}");
            return;
        }
        match rng.below(ways.lit.len() + ways.buttons) {
            at if at < ways.lit.len() => choose(tab, hand, &ways, at, &mut rng).await,
            at => press(tab, hand, at - ways.lit.len()).await,
        }
    }
    panic!("{what}: no end");
}

/// Presses a button below the board.
pub async fn press(tab: &Tab, hand: Hand, at: usize) {
    let find =
        "[...document.querySelectorAll('.choice .btn, .askbox .btn, .dock .go')].filter(one => one.offsetParent)";
    // Another move may have come in between.
    if !tab.js::<bool>(&format!("({find}[{at}]?.setAttribute('data-next', ''), !!{find}[{at}])")).await {
        return;
    }
    let button = "[data-next]";
    match hand {
        Hand::Mouse | Hand::Drag => tab.click(button).await,
        Hand::Finger => tab.tap(button).await,
        Hand::Keys => {
            to(tab, &format!("document.activeElement === {find}[{at}]")).await;
            tab.press("Enter").await;
        }
    }
}

/// Chooses a cell that is lit.
pub async fn choose(tab: &Tab, hand: Hand, ways: &Ways, at: usize, rng: &mut Rng) {
    let site = &ways.lit[at];
    let cell = format!("[data-site='{site}']");
    match hand {
        Hand::Mouse => tab.click(&cell).await,
        Hand::Finger => {
            tab.tap(&cell).await;
            // On a small cell the first tap aims.
            if tab.js::<bool>("!!document.querySelector('.d-aim, .d-point')").await {
                tab.tap(&cell).await;
            }
        }
        Hand::Keys => {
            to(tab, "document.activeElement.dataset.site !== undefined").await;
            walk(tab, site).await;
            tab.press("Enter").await;
        }
        Hand::Drag => {
            let targets = format!(
                "[...document.querySelectorAll('.spot.lit:not(.tapped)')].map(one => one.dataset.site)
                    .filter(one => one !== '{site}')"
            );
            let state = format!("document.querySelector(\"{cell}\").matches('.full:not(.tapped)')");
            if !tab.js::<bool>(&state).await {
                return tab.click(&cell).await;
            }
            // It is taken up: where it can go is lit then. A card goes beside the hand.
            let from = middle(tab, site).await;
            tab.mouse("mousePressed", from, "left").await;
            tab.mouse("mouseMoved", (from.0 + 12.0, from.1), "left").await;
            let lit: Vec<String> = tab.js(&targets).await;
            let lifted: bool = tab.js("!!document.querySelector('.askbox')").await;
            let to = match lit.len() {
                _ if lifted => (from.0, from.1 - 160.0),
                0 => from,
                many => middle(tab, &lit[rng.below(many)]).await,
            };
            tab.mouse("mouseMoved", to, "left").await;
            tab.mouse("mouseReleased", to, "left").await;
        }
    }
}

/// How many moves are enough where another hand plays the game to its end.
const ENOUGH: usize = 10;
/// So many plies before the end of some random game a game begins that is played to its end: other hands see its beginning,
/// and in between nothing is new.
const LATE: usize = 40;

/// A record of a random game without its last plies.
fn late(id: &str) -> String {
    let mut table = games::open(id, &[], Start::Seed(3)).expect("a game");
    let (mut rng, mut records) = (Rng::new(1), vec![table.record().to_string()]);
    while let Some(seat) = table.turn() {
        let legal = table.legal();
        table.play(seat, &legal[rng.below(legal.len())]).expect("a legal move");
        records.push(table.record().to_string());
    }
    records.swap_remove(records.len().saturating_sub(LATE))
}

/// Plays every game by a hand, each at one of the sizes: hands and sizes take turns, so that every game is played to its
/// end by one hand, and every hand meets every size.
async fn everything(hand: Hand) {
    let (server, browser) = (Server::shared(), open().await);
    // Every game to its end by every hand at every size takes a quarter of an hour; docs/performance.md says when it was.
    let all = std::env::var_os("AGON_EVERY_SIZE").is_some();
    let turn = hand as usize;
    for (at, info) in games::list().into_iter().enumerate() {
        for (which, size) in SIZES.into_iter().enumerate() {
            if !all && which != (at + turn) % SIZES.len() {
                continue;
            }
            let tab = Tab::blank(&browser).await;
            tab.size(size.0, size.1).await;
            if hand == Hand::Finger {
                let touch = serde_json::json!({ "enabled": true });
                tab.execute("Emulation.setTouchEmulationEnabled", touch).await;
            }
            let whole = all || (at + turn).is_multiple_of(4);
            let record = if whole && !all { late(info.id) } else { format!("{}~seed=3", info.id) };
            tab.go(&format!("{}/#/game/{record}?players=human,random&luck=3", server.address)).await;
            let what = format!("{} by {hand:?} at {size:?}", info.id);
            play(&tab, hand, if whole { usize::MAX } else { ENOUGH }, &what).await;
            let broken: String = tab.js("document.body.dataset.broken ?? ''").await;
            assert_eq!(broken, "", "{what}");
            tab.close().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_by_mouse() {
    everything(Hand::Mouse).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_by_finger() {
    everything(Hand::Finger).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_by_keys_alone() {
    everything(Hand::Keys).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_by_dragging() {
    everything(Hand::Drag).await;
}
