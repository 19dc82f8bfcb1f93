//! What hands do besides tapping: pieces are dragged, the language is chosen, and games are counted on the device.

use super::chromium::{Server, Tab, open};
use super::screens::finished;

/// The middle of a cell.
pub async fn middle(tab: &Tab, site: &str) -> (f64, f64) {
    tab.js(&format!(
        "(() => {{ const box = document.querySelector(\"[data-site='{site}']\").getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
    ))
    .await
}

/// Presses, moves or releases the mouse with its button held.
async fn mouse(tab: &Tab, kind: &str, at: (f64, f64)) {
    tab.mouse(kind, at, "left").await;
}

/// Drags from one cell to another.
async fn drag(tab: &Tab, from: &str, to: &str) {
    let (from, to) = (middle(tab, from).await, middle(tab, to).await);
    mouse(tab, "mousePressed", from).await;
    for step in 1..=5 {
        let part = f64::from(step) / 5.0;
        let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
        mouse(tab, "mouseMoved", at).await;
    }
    mouse(tab, "mouseReleased", to).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_piece_is_dragged_where_it_goes() {
    let server = Server::shared();
    let browser = open().await;
    let tab = Tab::open(&browser, &format!("{}/#/game/gambit~seed=3?players=human,human", server.address)).await;
    tab.wait("document.querySelectorAll('.spot.lit').length > 0").await;
    let site = |name: &str| {
        let find = format!("[...document.querySelectorAll('.spot')].find(one => one.ariaLabel.startsWith('{name},'))");
        format!("{find}.dataset.site")
    };
    let (from, to): (String, String) = (tab.js(&site("d2")).await, tab.js(&site("d4")).await);
    drag(&tab, &from, &to).await;
    tab.wait("document.querySelector('.feedturns [data-ply]')?.innerText === 'd2xd4'").await;
    assert_eq!(tab.js::<usize>("document.querySelectorAll('.spot.tapped').length").await, 0);
    // Dropped where it was, it lies as before; dropped where it cannot go, that is said.
    let (from, wrong): (String, String) = (tab.js(&site("c3")).await, tab.js(&site("h4")).await);
    let (x, y) = middle(&tab, &from).await;
    mouse(&tab, "mousePressed", (x, y)).await;
    mouse(&tab, "mouseMoved", (x + 20.0, y)).await;
    mouse(&tab, "mouseReleased", (x, y)).await;
    tab.wait("document.querySelectorAll('.spot.tapped').length === 0").await;
    drag(&tab, &from, &wrong).await;
    tab.wait("document.querySelector('.ask.refused')?.innerText.includes('h4')").await;
    assert_eq!(tab.js::<usize>("document.querySelectorAll('.feedturns [data-ply]').length").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_language_is_chosen_and_kept_and_the_rules_speak_it_too() {
    let server = Server::shared();
    let browser = open().await;
    let tab = Tab::open(&browser, &format!("{}/#/game/tic-tac-toe~seed=3?players=human,human", server.address)).await;
    let choose = |tag: &str| {
        format!(
            "(document.querySelectorAll('.settings input[name=language]')[{}].click(), true)",
            usize::from(tag == "it")
        )
    };
    tab.click(".spot.lit").await;
    tab.wait("document.querySelectorAll('.feedturns [data-ply]').length === 1").await;
    tab.js::<bool>(&choose("it")).await;
    tab.wait(
        "document.documentElement.lang === 'it' && document.querySelectorAll('.feedturns [data-ply]').length === 1",
    )
    .await;
    let text: String = tab.js("document.querySelector('main').innerText").await;
    for word in ["Tris", "Annulla", "Giocatore 2"] {
        assert!(text.contains(word), "no {word} in {text}");
    }
    for word in ["Undo", "Player", "square", "board"] {
        assert!(!text.contains(word), "{word} in {text}");
    }
    // It is kept, in the other program too.
    tab.go(&format!("{}/#/lab", server.address)).await;
    tab.wait("document.querySelector('main.lab h1').innerText.includes('aboratorio')").await;
    tab.js::<bool>(&choose("en")).await;
    tab.wait("document.documentElement.lang === 'en'").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_against_the_computer_are_counted_on_the_device() {
    let server = Server::shared();
    let browser = open().await;
    let hash = "#/game/tic-tac-toe~seed=3?players=human,random&luck=3";
    let tab = Tab::open(&browser, &format!("{}/{hash}", server.address)).await;
    tab.wait("document.querySelectorAll('.spot.lit').length > 0").await;
    assert!(!tab.js::<bool>("!!document.querySelector('.tally')").await, "nothing was played yet");
    let resign = "(document.querySelector('.resign button').click(), true)";
    tab.js::<bool>(resign).await;
    tab.wait("!!document.querySelector('.resign .btn')").await;
    tab.js::<bool>("document.querySelector('.resign .btn').click(), true").await;
    tab.wait("document.querySelector('.tally')?.innerText === 'You have won 0, drawn 0 and lost 1.'").await;
    // A game that was over when it was opened is not counted again.
    tab.go(&format!("{}/{}", server.address, finished("tic-tac-toe"))).await;
    tab.wait("document.querySelector('.tally')?.innerText === 'You have won 0, drawn 0 and lost 1.'").await;
    tab.go(&format!("{}/{hash}", server.address)).await;
    tab.wait("document.querySelectorAll('.spot.lit').length > 0").await;
    tab.js::<bool>(resign).await;
    tab.wait("!!document.querySelector('.resign .btn')").await;
    tab.js::<bool>("document.querySelector('.resign .btn').click(), true").await;
    tab.wait("document.querySelector('.tally')?.innerText === 'You have won 0, drawn 0 and lost 2.'").await;
}
