//! Every screen for everybody: nothing that axe-core finds, nothing too small for a finger, nothing beyond the edge of a
//! phone.

use std::fs;

use serde_json::Value;

use super::chromium::{Server, Tab, built, open};
use super::screens;

/// A phone and a desk.
const SIZES: [(i64, i64); 2] = [(360, 740), (1200, 900)];

/// What axe-core finds: of everything it knows, or of colours alone. Letters on pieces and their number are drawings: the
/// name of a cell says in words what they are. What fades in has come first: half of it has half its contrast.
const FOUND: &str = "(only) => (document.getAnimations().forEach(one => { try { one.finish(); } catch {} }), axe.run(document, {
    runOnly: only.length > 0
        ? { type: 'rule', values: only }
        : { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
    resultTypes: ['violations'],
}).then((result) => result.violations.flatMap(({ id, nodes }) =>
    nodes.filter(({ target }) => id !== 'label-content-name-mismatch' || !document.querySelector(target)?.matches('.spot'))
        .slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`))))";

/// What is too small for a finger. Words in running text may be, and boards that cannot be larger on a phone.
const SMALL: &str = "[...document.querySelectorAll('button, a, select, summary, input, .spot.lit')]
    .filter(one => one.checkVisibility() && !one.disabled)
    .filter(one => !one.matches('p > a:not(.button), li > a:not(.button), .skip:not(:focus)'))
    .filter(one => !one.matches('.spot') || new Set([...document.querySelectorAll('.spot')].map(spot => Math.round(spot.getBoundingClientRect().x))).size < 10)
    .map(one => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
    .map(([one, box]) => `${one.tagName}.${one.getAttribute('class')} ${one.textContent.trim().slice(0, 30)}: ${box.width}x${box.height}`)";

/// What lies beyond the edge.
const BEYOND: &str = "document.documentElement.scrollWidth <= innerWidth ? [] :
    [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 5).map(one => `${one.tagName}.${one.getAttribute('class')}`).concat(document.documentElement.scrollWidth)";

async fn size(tab: &Tab, (width, height): (i64, i64)) {
    tab.size(width, height).await;
    tab.wait(&format!("innerWidth === {width}")).await;
}

/// Looks at every screen of one size, and lists all that is wrong.
async fn look(at: (i64, i64)) -> Vec<String> {
    let server = Server::shared();
    let browser = open().await;
    let tab = Tab::open(&browser, &server.address).await;
    let axe = built().join("axe.min.js");
    let axe = fs::read_to_string(&axe).expect("axe-core is there; `cargo xtask axe` fetches it");
    size(&tab, at).await;
    let mut wrong = Vec::new();
    for screen in screens::all() {
        screen.show(&tab).await;
        // Some screens are other programs, which load the page anew.
        if !tab.js::<bool>("typeof axe === 'object'").await {
            assert!(tab.js::<bool>(&format!("{axe}; true")).await, "axe-core is let in");
        }
        for theme in ["light", "dark", "contrast"] {
            tab.js::<String>(&format!("document.documentElement.dataset.theme = '{theme}'")).await;
            // Another theme is other colours and nothing else.
            let only = if theme == "light" { "[]" } else { "['color-contrast']" };
            let found: Vec<String> = tab.js(&format!("({FOUND})({only})")).await;
            wrong.extend(found.into_iter().map(|found| format!("{} {at:?} {theme}: {found}", screen.name)));
        }
        let beyond: Vec<Value> = tab.js(BEYOND).await;
        wrong.extend(beyond.into_iter().map(|one| format!("{} {at:?}: beyond the edge: {one}", screen.name)));
        if at.0 == 360 {
            let small: Vec<String> = tab.js(SMALL).await;
            wrong.extend(small.into_iter().map(|one| format!("{} {at:?}: too small: {one}", screen.name)));
        }
        let broken: String = tab.js("document.body.dataset.broken ?? ''").await;
        wrong.extend((!broken.is_empty()).then(|| format!("{}: {broken}", screen.name)));
    }
    wrong
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_phone_every_screen_is_for_everybody() {
    let wrong = look(SIZES[0]).await;
    assert!(wrong.is_empty(), "{} things are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_desk_every_screen_is_for_everybody() {
    let wrong = look(SIZES[1]).await;
    assert!(wrong.is_empty(), "{} things are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_too_large_for_a_finger_can_be_made_larger() {
    let index = fs::read_to_string(built().join("site/index.html")).expect("a page");
    let viewport = index.lines().find(|line| line.contains("name=\"viewport\"")).expect("a line");
    assert!(!viewport.contains("maximum-scale") && !viewport.contains("user-scalable"), "{viewport}");
}
