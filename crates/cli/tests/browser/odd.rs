//! Where something is missing, forbidden or broken, the page says so in words.

use agon_rules::games;

use super::chromium::{Browser, Server, Tab, open};
use super::screens;

/// A page with something done to its browser before its first line runs.
async fn after(browser: &Browser, code: &str) -> Tab {
    let tab = Tab::blank(browser).await;
    tab.before(code).await;
    tab
}

const NOTHING_BROKEN: &str = "document.body.dataset.broken === undefined";

#[tokio::test(flavor = "multi_thread")]
async fn without_a_store_it_plays_and_says_that_nothing_is_kept() {
    let server = Server::shared();
    let browser = open().await;
    let refused = "throw new DOMException('no', 'SecurityError')";
    let closed = format!("Object.defineProperty(window, 'localStorage', {{ get() {{ {refused} }} }})");
    let full = format!("Storage.prototype.setItem = () => {{ {refused} }}");
    for code in [closed, full] {
        let tab = after(&browser, &code).await;
        tab.go(&server.address).await;
        let note: String = tab.js("document.querySelector('.unkept').innerText").await;
        assert!(note.contains("keeps nothing"), "{code}: {note}");
        tab.js::<String>(&format!("location.hash = '{}'", screens::begun(games::list()[0].id, 0))).await;
        tab.wait("document.querySelectorAll('.spot.lit').length > 0").await;
        tab.click(".spot.lit").await;
        tab.wait("document.querySelectorAll('.feedturns [data-ply]').length === 2").await;
        assert!(tab.js::<bool>(NOTHING_BROKEN).await, "{code}");
        // A seat in a room is held as long as the page is there: by who made it, and by who joins.
        tab.go(&format!("{}/#/new/{}?_who=me,online", server.address, games::list()[0].id)).await;
        tab.click(".form .start").await;
        tab.wait("!!document.querySelector('.invite .big')").await;
        let hash: String = tab.js("location.hash").await;
        assert!(!hash.contains("key"), "{hash}");
        let other = after(&browser, &code).await;
        other.go(&format!("{}/{hash}", server.address)).await;
        other.wait("!!document.querySelector('.invite .btn')").await;
        other.click(".invite .btn").await;
        tab.wait("document.querySelectorAll('.spot.lit').length > 0").await;
        // It lies behind the other one, where no mouse reaches it.
        let tap = "document.querySelector('.spot.lit').dispatchEvent(new MouseEvent('click', { bubbles: true }))";
        tab.js::<bool>(tap).await;
        other.wait("document.querySelectorAll('.spot.lit').length > 0").await;
    }
    // Where there is one, nothing is said.
    let tab = Tab::open(&browser, &server.address).await;
    assert!(tab.js::<bool>("document.querySelector('.unkept') === null").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_cannot_run_it_is_told_why() {
    let server = Server::shared();
    let browser = open().await;
    let said = "document.querySelector('#wait[role=alert]')?.innerText ?? ''";
    let tab = after(&browser, "delete globalThis.WebAssembly").await;
    tab.goto(&server.address).await;
    tab.wait(&format!("({said}).includes('needs WebAssembly')")).await;
    // What does not arrive.
    let tab = after(&browser, "globalThis.fetch = () => Promise.reject(new TypeError('lost on the way'))").await;
    tab.goto(&server.address).await;
    tab.wait(&format!("({said}).includes('could not be started')")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_a_link_holds_is_answered_in_words() {
    let server = Server::shared();
    let browser = open().await;
    let tab = Tab::open(&browser, &server.address).await;
    let game = games::list()[0].id;
    let long = "a".repeat(200_000);
    let links = [
        ("#/nothing".to_owned(), "nothing"),
        ("#/game/".to_owned(), "game"),
        (format!("#/game/{game}~seed=3;b2,b2"), "b2"),
        (format!("#/game/{game}~seed=3~b2,b2"), "b2"),
        (format!("#/game/{game}~seed=%FF%00"), "seed"),
        (format!("#/game/{game}~size=900~seed=3"), "900"),
        (format!("#/game/{game}~seed=3?players=human,human,human,human"), "4 players"),
        (format!("#/new/{game}?size=900"), "900"),
        (format!("#/new/{game}?colour=red"), "colour"),
        ("#/new/chess".to_owned(), "chess"),
        ("#/room/nonsense-".to_owned(), "room code"),
        ("#/room/%%%".to_owned(), "room code"),
        (format!("#/{long}"), "aaaa"),
        (format!("#/game/{long}"), "aaaa"),
        (format!("#/game/{game}~seed=3~{long}"), "aaaa"),
        (format!("#/new/{long}"), "aaaa"),
        (format!("#/new/{game}?{long}={long}"), "aaaa"),
        (format!("#/new/{game}?size={long}"), "aaaa"),
        (format!("#/room/{long}"), "aaaa"),
    ];
    for (link, word) in links {
        let start: String = link.chars().take(60).collect();
        tab.js::<String>("location.hash = '#/'").await;
        tab.wait("!!document.querySelector('main.home')").await;
        tab.js::<bool>(&format!("location.hash = '{link}', true")).await;
        tab.wait("!!document.querySelector('main.lost a[href=\"#/\"]')").await;
        let said: String = tab.js("document.querySelector('main').innerText").await;
        assert!(said.contains(word), "{start}: {said}");
        assert!(said.len() < 700, "{start}: {} letters are too much", said.len());
        assert!(tab.js::<bool>(NOTHING_BROKEN).await, "{start}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_was_kept_is_no_hindrance() {
    let server = Server::shared();
    let browser = open().await;
    let junk = "for (const key of ['last', 'theme', 'language']) localStorage.setItem(`agon.${key}`, '\\u0000<b>%%%')";
    let tab = after(&browser, junk).await;
    tab.go(&server.address).await;
    assert_eq!(tab.js::<usize>("document.querySelectorAll('.cards .gcard.look').length").await, games::list().len());
    assert!(tab.js::<bool>("['en', 'it'].includes(document.documentElement.lang)").await);
    assert!(tab.js::<bool>("getComputedStyle(document.body).color !== ''").await);
    // What cannot be gone on with is not offered.
    assert!(tab.js::<bool>("document.querySelector('a.now.wide') === null").await);
    assert!(tab.js::<bool>(NOTHING_BROKEN).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_settings_close_by_escape_beside_them_and_on_the_way_elsewhere() {
    let browser = open().await;
    let tab = Tab::open(&browser, &Server::shared().address).await;
    const OPEN: &str = "document.querySelector('#settings').open";
    for way in ["escape", "beside", "elsewhere"] {
        tab.click(".top .setting").await;
        tab.wait(OPEN).await;
        match way {
            "escape" => tab.press("Escape").await,
            "beside" => {
                tab.mouse("mousePressed", (20.0, 400.0), "left").await;
                tab.mouse("mouseReleased", (20.0, 400.0), "left").await;
            }
            _ => drop(tab.js::<String>("location.hash = '#/online'").await),
        }
        tab.wait(&format!("!{OPEN}")).await;
    }
}
