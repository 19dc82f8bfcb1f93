//! A whole lesson, by mouse on a desk and by keys on a phone: every task is wrong first where it can be, then right.

use std::fs;

use agon_client::Venue;
use agon_client::learn::{Exercise, Lesson, Task};
use agon_rules::{Choice, Rng};

use super::chromium::{Server, Tab, open};
use super::play::{Hand, choose, press};
use super::{Ways, to, walk};

/// A game with a lesson.
const GAME: &str = "gambit";

fn lesson() -> Lesson {
    let path = format!("{}/../../docs/rules/lessons/{GAME}.md", env!("CARGO_MANIFEST_DIR"));
    Lesson::read(GAME, &fs::read_to_string(path).expect("a lesson")).expect("a lesson that reads")
}

/// The address of a task where a button is the right answer, or a wrong one.
pub fn answered(right: bool) -> String {
    for (task, at) in lesson().chapters[0].tasks.iter().zip(1..) {
        let choices = Exercise::open(task).expect("a task").local().view().choices;
        let mut buttons = choices.iter().filter(|choice| choice.taps.is_empty());
        if buttons
            .next()
            .is_some_and(|button| task.opponent().is_none() && task.accepted().contains(&button.text) == right)
        {
            return format!("#/learn/{GAME}/1/{at}");
        }
    }
    panic!("no task of {GAME} has such a button");
}

/// The address of what comes after the last task.
pub fn over() -> String {
    format!("#/learn/{GAME}/1/{}", lesson().chapters[0].tasks.len() + 1)
}

/// Makes a move on the board, or by its button.
pub async fn make(tab: &Tab, hand: Hand, choice: &Choice) {
    if choice.taps.is_empty() {
        let button = format!(".choice [data-do='play {}']", choice.text);
        if hand == Hand::Mouse {
            return tab.click(&button).await;
        }
        to(tab, &format!("document.activeElement.matches(\"{button}\")")).await;
        return tab.press("Enter").await;
    }
    for site in &choice.taps {
        let site = format!("{}-{}", site.zone, site.cell);
        // The only piece that can go is picked already.
        if tab.js::<bool>(&format!("document.querySelector(\"[data-site='{site}']\").matches('.tapped')")).await {
            continue;
        }
        if hand == Hand::Mouse {
            tab.click(&format!("[data-site='{site}']")).await;
        } else {
            to(tab, "document.activeElement.dataset.site !== undefined").await;
            walk(tab, &site).await;
            tab.press("Enter").await;
        }
    }
}

/// Plays against the computer, by chance, until that is over.
async fn play(tab: &Tab, hand: Hand) {
    let mut rng = Rng::new(1);
    for _ in 0..200 {
        tab.wait("!!document.querySelector('.okay, .spot.lit, .choice .btn')").await;
        let ways: Ways = tab.js(super::WAYS).await;
        let ended: bool = tab.js("!!document.querySelector('.okay')").await;
        match ways.lit.len() + ways.buttons {
            _ if ended => return,
            0 => {}
            all => match rng.below(all) {
                at if at < ways.lit.len() => choose(tab, hand, &ways, at, &mut rng).await,
                at => press(tab, hand, at - ways.lit.len()).await,
            },
        }
    }
    panic!("no end");
}

async fn solve(tab: &Tab, hand: Hand, task: &Task) {
    let local = Exercise::open(task).expect("a task");
    let choices = local.local().view().choices;
    tab.wait(&format!("document.querySelector('.lesson:has(.spot) h1')?.innerText === {:?}", task.title)).await;
    if task.opponent().is_some() {
        return play(tab, hand).await;
    }
    let accepted = |choice: &&Choice| task.accepted().is_empty() || task.accepted().contains(&choice.text);
    if let Some(wrong) = choices.iter().find(|choice| !accepted(choice)) {
        make(tab, hand, wrong).await;
        tab.wait("!!document.querySelector('.nope [data-do=again]') && !document.querySelector('.spot.lit')").await;
        assert!(tab.js::<bool>("document.querySelector('.said').innerText.includes('Not yet')").await);
        if hand == Hand::Mouse {
            tab.click(".nope .btn").await;
        } else {
            to(tab, "document.activeElement.matches('.nope .btn')").await;
            tab.press("Enter").await;
        }
        tab.wait("!document.querySelector('.nope')").await;
    }
    make(tab, hand, choices.iter().find(accepted).expect("a right move")).await;
    tab.wait("!!document.querySelector('.okay')").await;
}

async fn learn(size: (i64, i64), hand: Hand) {
    let server = Server::shared();
    let browser = open().await;
    let tab = Tab::open(&browser, &server.address).await;
    tab.size(size.0, size.1).await;
    let lesson = lesson();
    tab.js::<String>(&format!("location.hash = '#/learn/{GAME}'")).await;
    let tasks = &lesson.chapters[0].tasks;
    for task in tasks {
        solve(&tab, hand, task).await;
        // The way on has the keys, and is not covered by anything.
        tab.wait("document.activeElement.matches('.next.main')").await;
        match hand {
            Hand::Mouse => tab.click(".next").await,
            _ => tab.press("Enter").await,
        }
    }
    tab.wait("document.querySelector('main h1').innerText.includes('You can play')").await;
    let sets = (1_u64 << tasks.len()) - 1;
    assert_eq!(tab.js::<String>(&format!("localStorage.getItem('agon.lesson.{GAME}')")).await, sets.to_string());
    tab.js::<String>("location.hash = '#/learn'").await;
    let done = format!("{} of ", tasks.len());
    tab.wait(&format!("document.querySelector(\"[href='#/learn/{GAME}']\")?.innerText.includes('{done}')")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_is_played_by_mouse_on_a_desk() {
    learn((1280, 800), Hand::Mouse).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_is_played_by_keys_on_a_phone() {
    learn((390, 844), Hand::Keys).await;
}
