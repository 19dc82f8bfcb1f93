//! Games handed on in a real browser: links, files and pictures of every game, and a game looked at again.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use agon_rules::{Rng, games};
use serde_json::json;

use super::chromium::{Browser, PATIENCE, Server, Tab, built, open};
use super::play::{Hand, press};
use super::{against_random, ready};

/// What a person sees of a game: its moves, and what a screen reader says of every cell.
const SEEN: &str = "JSON.stringify([
    [...document.querySelectorAll('.moves .move')].map(move => move.textContent),
    [...document.querySelectorAll('.spot')].map(spot => spot.getAttribute('aria-label')),
    document.querySelector('.plate').textContent,
])";

/// Makes some moves with the mouse.
async fn play(tab: &Tab, plies: usize) {
    let mut rng = Rng::new(5);
    loop {
        let ways = ready(tab).await;
        if ways.over || ways.moves >= plies {
            return;
        }
        match rng.below(ways.lit.len() + ways.buttons) {
            at if at < ways.lit.len() => tab.click(&format!("[data-site='{}']", ways.lit[at])).await,
            at => press(tab, Hand::Mouse, at - ways.lit.len()).await,
        }
    }
}

/// Lets a browser save files into a folder of its own.
async fn downloads(browser: &Browser, name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("agon-saved-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    browser.save_to(&folder).await;
    folder
}

/// The file that a button saves.
async fn saved(tab: &Tab, folder: &Path, act: &str, end: &str) -> (PathBuf, Vec<u8>) {
    tab.click(&format!("[data-act='{act}']")).await;
    let begin = Instant::now();
    loop {
        let mut files = std::fs::read_dir(folder).expect("a folder").flatten().map(|file| file.path());
        if let Some(path) = files.find(|path| path.extension().is_some_and(|found| found == end)) {
            let bytes = std::fs::read(&path).expect("a file");
            if !bytes.is_empty() {
                return (path, bytes);
            }
        }
        assert!(begin.elapsed() < PATIENCE, "nothing was saved by {act}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Chooses a file on the first screen.
async fn choose(tab: &Tab, path: &Path) {
    let find = json!({ "expression": "document.querySelector('input[type=file]')" });
    let input = tab.execute("Runtime.evaluate", find).await;
    let files = json!({ "files": [path], "objectId": input["result"]["objectId"] });
    tab.execute("DOM.setFileInputFiles", files).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_handed_on_by_link_file_and_picture() {
    let server = Server::shared();
    let (mine, other) = tokio::join!(open(), open());
    for info in games::list() {
        let folder = downloads(&mine, info.id).await;
        let tab = Tab::open(&mine, &against_random(server, info.id)).await;
        play(&tab, 6).await;
        let seen: String = tab.js(SEEN).await;
        // The page's own copying goes on; what it copies is looked at on its way.
        tab.js::<String>(
            "(() => {
                const real = navigator.clipboard.writeText.bind(navigator.clipboard);
                navigator.clipboard.writeText = (text) => { document.body.dataset.copied = text; return real(text); };
                return '';
            })()",
        )
        .await;
        tab.js::<bool>("document.querySelector('.sharehost .sharing').click(), true").await;
        tab.wait("document.querySelectorAll('.previews svg').length === 2").await;
        tab.click("[data-act='CopyLink']").await;
        tab.wait("document.querySelector('.share [role=status]').textContent === 'Copied.'").await;
        let link: String = tab.js("document.body.dataset.copied").await;
        assert!(link.starts_with(&format!("{}/#/watch/{}~", server.address, info.id)), "{link}");
        tab.click("[data-act='CopyText']").await;
        tab.wait("document.body.dataset.copied.includes('\\n1. ')").await;

        let (file, text) = saved(&tab, &folder, "SaveFile", "agon").await;
        let plan = agon_tui::read(&String::from_utf8_lossy(&text)).expect("the terminal reads it too");
        assert_eq!((plan.record.game.as_str(), plan.sitters.len(), plan.bot_seed), (info.id, 2, 3));
        let (_, drawing) = saved(&tab, &folder, "SaveSvg", "svg").await;
        assert!(drawing.starts_with(b"<svg ") && drawing.ends_with(b"</svg>\n"), "{}", info.id);
        let (_, dots) = saved(&tab, &folder, "SavePng", "png").await;
        let number = |at: usize| u32::from_be_bytes(dots[at..at + 4].try_into().expect("four bytes"));
        assert_eq!(&dots[..8], b"\x89PNG\r\n\x1a\n", "{}", info.id);
        assert_eq!(number(16), 1200, "{}: its width", info.id);
        assert!((300..4000).contains(&number(20)), "{}: its height {}", info.id, number(20));
        // A picture without pieces would be much smaller.
        assert!(dots.len() > 8000, "{}: {} bytes", info.id, dots.len());
        tab.close().await;

        // The link opens a game to watch, from the last move back to the first, and a new game can start from there.
        let tab = Tab::open(&other, &link).await;
        tab.wait("!!document.querySelector('.watch .watched svg')").await;
        assert!(tab.js::<bool>("document.querySelectorAll('.spot').length === 0").await, "{}: nobody's turn", info.id);
        let last = "/ ([0-9]+) of \\1\\b/.test(document.querySelector('.watch .line').textContent)";
        tab.wait(last).await;
        tab.press("ArrowLeft").await;
        tab.wait(&format!("!{last}")).await;
        tab.click(".watch .btn.main").await;
        tab.wait("location.hash.startsWith('#/new/') && !document.querySelector('.form .start').disabled").await;
        tab.go(&server.address).await;
        choose(&tab, &file).await;
        tab.wait("location.hash.startsWith('#/game/') && document.querySelectorAll('.spot').length > 0").await;
        assert_eq!(tab.js::<String>(SEEN).await, seen, "{}: by file", info.id);
        tab.close().await;
        std::fs::remove_dir_all(folder).expect("a folder");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_game_is_said_to_be_none_and_what_cannot_be_copied_is_selected() {
    let browser = open().await;
    // A single file on a disk has all this too.
    let page = format!("file://{}", built().join("agon.html").display());
    let tab = Tab::open(&browser, &page).await;
    choose(&tab, &Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).await;
    tab.wait("document.querySelector('.refusal').textContent.includes('cannot be opened')").await;
    tab.js::<String>("location.hash = '#/game/tic-tac-toe~seed=0~b2'").await;
    tab.wait("!!document.querySelector('.sharing')").await;
    tab.js::<String>("(Object.defineProperty(navigator, 'clipboard', { value: undefined }), '')").await;
    tab.js::<bool>("document.querySelector('.sharehost .sharing').click(), true").await;
    tab.wait("document.querySelectorAll('.previews svg').length === 2").await;
    tab.click("[data-act='CopyText']").await;
    tab.wait("document.querySelector('.share [role=status]').textContent.includes('by hand')").await;
    let field = "document.querySelector('.share textarea')";
    let chosen: String = tab.js(&format!("{field}.value.slice({field}.selectionStart, {field}.selectionEnd)")).await;
    assert!(chosen.contains("1. b2"), "{chosen}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_looked_at_again_and_tried_again_from_its_turning_point() {
    let server = Server::shared();
    let browser = open().await;
    // As a link to a game that was played elsewhere: nobody is named.
    let record = "tic-tac-toe~size=3~line=3~seed=0~a1~b1~b2~c3~a2~c2~a3";
    let tab = Tab::open(&browser, &format!("{}/#/game/{record}", server.address)).await;
    // It is looked at by itself.
    tab.click(".toreview").await;
    tab.wait("document.querySelectorAll('.graph circle.proved').length === 8").await;
    let turns: Vec<String> = tab.js("[...document.querySelectorAll('.mistake')].map(turn => turn.textContent)").await;
    assert_eq!(turns, ["Move 2: b1 gave away the draw (proved); best was b2"]);
    assert_eq!(tab.js::<usize>("document.querySelectorAll('.graph .guess').length").await, 0);
    // A point of the drawing and an entry of the list lead to their positions.
    tab.click(".graph [data-ply='4']").await;
    tab.wait("document.querySelector('.turnrow .here').textContent === 'c3'").await;
    tab.js::<bool>("document.querySelector('.mistake').focus(), true").await;
    tab.press("Enter").await;
    tab.wait("document.querySelector('.turnrow .here').textContent === 'a1'").await;
    tab.click(".turns [data-try]").await;
    tab.wait("document.querySelectorAll('.feedturns [data-ply]').length === 1").await;
    tab.wait("document.querySelectorAll('.spot.lit').length === 8").await;
    assert!(!tab.js::<bool>("!!document.querySelector('.graph')").await, "the line was of another game");
    // Played again to the same end it is known still.
    tab.js::<bool>("document.querySelectorAll('.menu .item')[1].click(), true").await;
    tab.wait("document.querySelectorAll('.feedturns [data-ply]').length === 2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_tells_how_far_it_is_and_can_be_stopped() {
    let server = Server::shared();
    let browser = open().await;
    // Every position of it takes its time.
    let mut table = games::open("checkerboard", &[], agon_rules::Start::Seed(1)).expect("a game");
    let mut rng = Rng::new(1);
    while let (Some(turn), true) = (table.turn(), table.ply() < 12) {
        let legal = table.legal();
        table.play(turn, &legal[rng.below(legal.len())]).expect("a legal move");
    }
    let tab = Tab::open(&browser, &format!("{}/#/game/{}", server.address, table.record())).await;
    tab.click(".tabs [role=tab]:nth-of-type(2)").await;
    tab.click(".look").await;
    tab.wait("/ 2 of [0-9]+$/.test(document.querySelector('.look').textContent)").await;
    tab.click(".look").await;
    tab.wait("document.querySelector('.look').textContent === 'Review the whole game'").await;
    let drawn: usize = tab.js("document.querySelectorAll('.graph circle').length").await;
    assert!((2..table.ply()).contains(&drawn), "{drawn} of {}", table.ply());
}
