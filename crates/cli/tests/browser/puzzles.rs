//! Puzzles: the daily one missed, hinted and solved; by game and grade; the same for everybody, without a network.

use std::fs;

use agon_client::Venue;
use agon_client::learn::{Attempt, Collection, Puzzle};
use agon_client::words;
use agon_rules::Choice;
use serde_json::json;

use super::chromium::{Server, Tab, open};
use super::lessons::make;
use super::play::Hand;

/// A day, counted from 1970.
const DAY: u32 = 20_774;

/// The puzzles that the page was built with.
pub fn all() -> Collection {
    let folder = format!("{}/../client/puzzles", env!("CARGO_MANIFEST_DIR"));
    let paths = fs::read_dir(folder).expect("the folder of puzzles").map(|entry| entry.expect("a file").path());
    let mut paths: Vec<_> = paths.filter(|path| path.extension().is_some_and(|ext| ext == "txt")).collect();
    paths.sort();
    Collection::read(&paths.iter().map(|path| fs::read_to_string(path).expect("a text")).collect::<String>())
}

/// Boards with more cells are too small for a finger on a phone: there a tap aims, and a second one moves.
const FINGER: usize = 36;

/// A puzzle where one tap is a move: its address, and the cell of a move that is not the answer.
pub fn missed() -> (String, String) {
    let all = all();
    for game in all.games() {
        for (id, _) in all.ids(game) {
            let puzzle = all.find(game, id).expect("a puzzle");
            let view = Attempt::open(&puzzle).expect("a position").local().view();
            let is_small = view.zones.len() == 1 && view.zones[0].cells.len() <= FINGER;
            let is_wrong = |choice: &&Choice| choice.taps.len() == 1 && is_answered(&puzzle, &choice.text);
            if let Some(wrong) = view.choices.iter().find(is_wrong).filter(|_| is_small) {
                let site = wrong.taps[0];
                return (format!("#/puzzle/{game}/{id}"), format!("[data-site='{}-{}']", site.zone, site.cell));
            }
        }
    }
    panic!("no puzzle is a matter of one tap");
}

/// Lets the page believe that it is a day.
async fn on_day(tab: &Tab, day: u32) {
    tab.before(&format!("Date.now = () => ({day} * 24 + 12) * 3600000 + new Date().getTimezoneOffset() * 60000")).await;
}

/// Makes a move, and says yes where a card asks first.
async fn play(tab: &Tab, choice: &Choice) {
    make(tab, Hand::Mouse, choice).await;
    let asked = "!!document.querySelector('.askbox .btn.main')?.checkVisibility()";
    if tab.js::<bool>(asked).await {
        tab.click(".askbox .btn.main").await;
    }
}

/// What is said of the last move.
async fn said(tab: &Tab, words: &str) {
    let words = json!(words);
    tab.wait(&format!("!!document.querySelector('.pz :is(.okay, .nope)')?.innerText.includes({words})")).await;
}

/// Whether a move is wrong, and the opponent's turn follows.
fn is_answered(puzzle: &Puzzle, text: &str) -> bool {
    let mut attempt = Attempt::open(puzzle).expect("a position");
    attempt.play(text) == Ok(false) && attempt.to_refute().is_some()
}

/// Misses a puzzle, asks for both hints, and solves it.
async fn solve(tab: &Tab, puzzle: &Puzzle) {
    let mut attempt = Attempt::open(puzzle).expect("a position");
    let choices = attempt.local().view().choices;
    let wrong = choices.iter().find(|choice| is_answered(puzzle, &choice.text)).expect("a move that is answered");
    play(tab, wrong).await;
    said(tab, "Not yet.").await;
    said(tab, "plays").await;
    tab.click(".acts [data-do=over]").await;
    tab.wait("!document.querySelector('.pz .nope')").await;
    // The first hint is weaker, unless there is hardly a choice.
    let right = choices.iter().find(|choice| choice.text == puzzle.record.moves[0]).expect("the answer");
    let weaker = match right.taps.len() {
        0 => None,
        1 => (choices.len() > 3).then_some("The right one is among those that are lit."),
        _ => Some("Begin with what is lit."),
    };
    if let Some(weaker) = weaker {
        tab.click(".acts [data-do=clue]").await;
        said(tab, weaker).await;
        assert!(tab.js::<bool>("!!document.querySelector('.d-point')").await);
    }
    tab.click(".acts [data-do=clue]").await;
    said(tab, "The move is").await;
    for text in &puzzle.record.moves {
        if attempt.local().human_turn().is_none() {
            assert!(attempt.reply(), "the opponent answers");
            continue;
        }
        // The answer of the page comes a moment later.
        tab.wait("!!document.querySelector('.spot.lit, .choice .btn')").await;
        let choices = attempt.local().view().choices;
        play(tab, choices.iter().find(|choice| choice.text == *text).expect("the move of the line")).await;
        assert_eq!(attempt.play(text), Ok(true), "{text}");
        said(tab, if attempt.is_done() { "Solved" } else { "" }).await;
    }
    said(tab, &format!("The line is {}.", puzzle.record.moves.join(" "))).await;
    said(tab, &format!("The proof took {} positions.", words::grouped(puzzle.nodes))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_daily_puzzle_of_every_game_is_missed_hinted_and_solved() {
    let (server, browser, all) = (Server::shared(), open().await, all());
    let days = all.games().len() as u32;
    for (at, day) in (DAY..DAY + days).enumerate() {
        let puzzle = all.daily(day).expect("a puzzle a day");
        let tab = Tab::blank(&browser).await;
        on_day(&tab, day).await;
        tab.go(&format!("{}/#/puzzle", server.address)).await;
        tab.wait("!!document.querySelector('.puzzle .spot.lit, .puzzle .choice .btn')").await;
        solve(&tab, &puzzle).await;
        let run = if at == 0 { "1 day in a row".to_owned() } else { format!("{} days in a row", at + 1) };
        said(&tab, &run).await;
        // The way on has the keys: another puzzle of the same game.
        tab.wait("document.activeElement.matches('[data-do=next]')").await;
        tab.press("Enter").await;
        let game = &puzzle.record.game;
        tab.wait(&format!("/^#.puzzle.{game}.[^/]+$/.test(location.hash)")).await;
        assert!(!tab.js::<bool>(&format!("location.hash.endsWith('/{}')", puzzle.id())).await, "{game}");
        tab.wait("!!document.querySelector('.puzzle .spot.lit, .puzzle .choice .btn')").await;
        let broken: String = tab.js("document.body.dataset.broken ?? ''").await;
        assert_eq!(broken, "", "{game}");
        tab.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_are_chosen_by_game_and_grade_and_found_again() {
    let (server, browser, all) = (Server::shared(), open().await, all());
    let tab = Tab::open(&browser, &format!("{}/#/puzzles", server.address)).await;
    for game in all.games() {
        let mut grades: Vec<u8> = all.ids(game).map(|(_, grade)| grade).collect();
        grades.sort_unstable();
        let grade = *grades.last().expect("a puzzle");
        tab.js::<String>("location.hash = '#/puzzles'").await;
        tab.click(&format!(".pzl a[href='#/puzzle/{game}/{grade}']")).await;
        tab.wait(&format!("document.querySelector('.pz .over')?.innerText.startsWith('Grade {grade} of 5')")).await;
        let address: String = tab.js("location.hash").await;
        tab.reload().await;
        tab.wait("!!document.querySelector('.puzzle .spot.lit, .puzzle .choice .btn')").await;
        assert_eq!(tab.js::<String>("location.hash").await, address);
    }
}

/// Everything that is seen of a puzzle.
const SEEN: &str = "[document.title, document.querySelector('.pz').innerText,
    ...[...document.querySelectorAll('.spot')].map(spot => spot.getAttribute('aria-label'))].join('\\n')";

#[tokio::test(flavor = "multi_thread")]
async fn the_daily_puzzle_is_the_same_for_everybody_without_a_network() {
    let mut server = Server::start("puzzles");
    let mut tabs = Vec::new();
    for _ in 0..2 {
        let browser = open().await;
        let tab = Tab::blank(&browser).await;
        on_day(&tab, DAY).await;
        tab.go(&server.address).await;
        // Nothing of puzzles was opened yet: everything is kept once the page has been seen.
        tab.wait("!!navigator.serviceWorker.controller").await;
        tabs.push((browser, tab));
    }
    server.end();
    let mut seen = Vec::new();
    for (_, tab) in &tabs {
        cut(tab).await;
        tab.js::<String>("location.hash = '#/puzzle'").await;
        tab.wait("!!document.querySelector('.puzzle .spot.lit, .puzzle .choice .btn')").await;
        seen.push(tab.js::<String>(SEEN).await);
        tab.reload().await;
        tab.wait("!!document.querySelector('.puzzle .spot.lit, .puzzle .choice .btn')").await;
        seen.push(tab.js::<String>(SEEN).await);
    }
    assert!(seen[0].lines().count() > 9, "{}", seen[0]);
    assert!(seen.iter().all(|one| *one == seen[0]), "{seen:?}");
    // It can be solved, and a wrong move is answered, by the worker that was kept too.
    let puzzle = all().daily(DAY).expect("a puzzle");
    solve(&tabs[0].1, &puzzle).await;
}

/// Takes the network away from a page. What is kept beside it has none either, once its server has ended.
pub async fn cut(tab: &Tab) {
    let none = json!({ "offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
    tab.execute("Network.enable", json!({})).await;
    tab.execute("Network.emulateNetworkConditions", none).await;
}
