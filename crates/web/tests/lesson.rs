//! Lessons on the page: opening, wrong and right answers, a computer opponent, and what is kept of it.

use agon_rules::games;
use agon_web::device::{Heard, Keyed, Load};
use agon_web::page::App;
use agon_web::think::Ask;
use agon_web::words::Language;

use super::fake::Fake;

/// A small lesson: two tasks with an answer each and a game, then a variant.
const TEXT: &str = "\u{c}other\n# Other\n\u{c}tic-tac-toe\n\
# Three & more

## Win at once

Three in a row **win** the game. So do <b>.

A second paragraph.

- moves: a1 b1 a2 b2
- do: Complete your row.
- goal: move a3
- right: That is a row.
- wrong c3: That is no row.

## Anywhere

Any move will do.

- do: Make a move.
- goal: any
- answer a1: b2

## A game

Play it.

- seat: 1
- do: Play to the end.
- goal: play easy

# Larger

## Four

It is larger.

- options: size=4
- do: Make a move.
- goal: any
";

/// The page at an address, with the lessons.
fn open(hash: &str) -> (std::rc::Rc<Fake>, App) {
    let device = Fake::at(hash);
    let mut app = device.open();
    assert!(device.has("load lessons"));
    app.hear(&Heard::Loaded(Load::Lessons, TEXT));
    app.hear(&Heard::Room(400.0, 400.0));
    (device, app)
}

/// The tap on a cell, by its name.
fn tap(app: &App, cell: &str) -> String {
    let html = app.draw().html;
    let (_, rest) = html.split_once(&format!("aria-label='{cell}, ")).unwrap_or_else(|| panic!("{cell} in {html}"));
    let (_, rest) = rest.split_once("data-do='").expect("a cell can be tapped");
    rest.split('\'').next().unwrap_or_default().to_owned()
}

fn count(html: &str, what: &str) -> usize {
    html.matches(what).count()
}

#[test]
fn a_lesson_opens_at_the_first_task_that_is_not_done() {
    for (hash, kept, there) in [
        ("#/learn/tic-tac-toe", "", "1/1"),
        ("#/learn/tic-tac-toe/1/2", "", "1/2"),
        ("#/learn/tic-tac-toe", "1", "1/2"),
        ("#/learn/tic-tac-toe/1", "5", "1/2"),
        ("#/learn/tic-tac-toe", "7", "2/1"),
        ("#/learn/tic-tac-toe", "7,1", "1/1"),
        ("#/learn/tic-tac-toe/1/4", "", "1/4"),
        ("#/learn/tic-tac-toe/2/99", "", "2/1"),
        ("#/learn/tic-tac-toe/0/0", "", "1/1"),
        ("#/learn/tic-tac-toe/99/-1/x?y", "<b>,,", "1/1"),
    ] {
        let device = Fake::at(hash);
        device.store.borrow_mut().insert("lesson.tic-tac-toe".to_owned(), kept.to_owned());
        let mut app = device.open();
        app.hear(&Heard::Loaded(Load::Lessons, TEXT));
        assert_eq!(*device.hash.borrow(), format!("#/learn/tic-tac-toe/{there}"), "{hash} {kept}");
        assert_eq!(app.draw().kind, "lesson");
    }
    for hash in ["#/learn/nonsense", "#/learn/nonsense/99", "#/learn/%3Cb%3E/1"] {
        assert_eq!(Fake::at(hash).open().draw().kind, "lost", "{hash}");
    }
}

#[test]
fn a_task_says_what_it_is_about() {
    let (_, app) = open("#/learn/tic-tac-toe");
    let drawing = app.draw();
    let html = &drawing.html;
    assert!(drawing.title.starts_with("Win at once · "), "{}", drawing.title);
    for part in [
        ">Three &amp; more</span><h1>Win at once</h1>",
        "<p>Three in a row <b>win</b> the game. So do &lt;b&gt;.</p><p>A second paragraph.</p>",
        "<b>Your turn</b> Complete your row.</span>",
        ">1 of 3</span>",
        "<i class='cur'></i><i class=''></i><i class=''></i>",
        "<a class='btn big next' href='#/learn/tic-tac-toe/1/2'>Next</a>",
        "aria-live='polite'>Win at once. Three in a row win the game.",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
    assert!(!html.contains(">Back<") && !html.contains("data-key='told'"), "{html}");
}

#[test]
fn a_wrong_move_stays_with_its_reason_until_the_next_tap() {
    let (device, mut app) = open("#/learn/tic-tac-toe/1/1");
    let (wrong, right) = (tap(&app, "c3"), tap(&app, "a3"));
    let html = app.hear(&Heard::Do(&wrong)).html;
    assert!(html.contains("<b>Not yet.</b> That is no row.</span>"), "{html}");
    assert!(
        html.contains("aria-live='polite'>You: c3. You threaten to win at a3. Not yet. That is no row.</p>"),
        "{html}"
    );
    assert_eq!(count(&html, "class='spot lit"), 0, "nothing can be moved in it");
    assert!(!html.contains("data-focus") && device.store.borrow().is_empty());
    // Trying again, or tapping on.
    let html = app.hear(&Heard::Do("again")).html;
    assert!(!html.contains("Not yet") && count(&html, "class='spot lit") == 5, "{html}");
    let html = app.hear(&Heard::Do(&tap(&app, "b3"))).html;
    assert!(html.contains("<b>Not yet.</b> </span>"), "no words are no reason: {html}");
    // What was tapped is tried at once, and a cell that is taken only takes the move back.
    let html = app.hear(&Heard::Do(&tap(&app, "a1"))).html;
    assert!(!html.contains("Not yet") && html.contains("Complete your row."), "{html}");
    app.hear(&Heard::Do(&wrong));
    let html = app.hear(&Heard::Do(&right)).html;
    assert!(html.contains("<b>That’s it.</b> That is a row.</span>"), "{html}");
    assert!(html.contains("<a class='btn big next main' data-focus href='#/learn/tic-tac-toe/1/2'>"), "{html}");
    assert_eq!(device.store.borrow()["lesson.tic-tac-toe"], "1");
    // What is done stays done.
    assert!(app.hear(&Heard::Do(&wrong)).html.contains("That’s it."));
}

#[test]
fn a_tap_that_leads_nowhere_says_why() {
    let (_, mut app) = open("#/learn/tic-tac-toe/1/1");
    let html = app.hear(&Heard::Do(&tap(&app, "a1"))).html;
    assert!(html.contains("no move goes on at a1") && html.contains("data-shake='1'"), "{html}");
    let html = app.hear(&Heard::Key("Escape", Keyed::Elsewhere)).html;
    assert!(html.contains("Complete your row."), "{html}");
}

#[test]
fn keys_move_on_the_board() {
    let (device, mut app) = open("#/learn/tic-tac-toe/1/1");
    let site = tap(&app, "b3").replace("tap ", "");
    app.hear(&Heard::Focus(&site));
    app.hear(&Heard::Key("ArrowLeft", Keyed::Table));
    assert!(device.last("focus ").is_some(), "{:?}", device.done);
    let html = app.hear(&Heard::Key("Enter", Keyed::Table)).html;
    assert!(html.contains("That’s it."), "{html}");
}

#[test]
fn the_opponent_answers_as_it_is_written() {
    let (_, mut app) = open("#/learn/tic-tac-toe/1/2");
    let html = app.hear(&Heard::Do(&tap(&app, "a1"))).html;
    assert!(html.contains("aria-label='b2, o of Rival") && html.contains("Rival: b2. "), "{html}");
    assert!(html.contains("That’s it.") && html.contains(">Back<"), "{html}");
}

#[test]
fn a_computer_is_played_to_the_end() {
    let (device, mut app) = open("#/learn/tic-tac-toe/1/3");
    device.store.borrow_mut().insert("pace".to_owned(), "600".to_owned());
    assert!(app.draw().html.contains("Waiting for Easy"), "{}", app.draw().html);
    let asked = device.asked.borrow().last().cloned();
    assert!(matches!(asked, Some((_, ref one)) if matches!(&one.ask, Ask::Move { player, .. } if player == "easy")));
    // Its move waits until what came before was seen; who taps has seen enough.
    let html = device.answer(&mut app).html;
    assert!(html.contains("Waiting for Easy") && device.has("after 600 held"), "{html}");
    let html = app.hear(&Heard::Time("held")).html;
    assert!(html.contains("<b>Your turn</b>"), "{html}");
    for _ in 0..9 {
        let html = app.draw().html;
        if html.contains("That’s it.") {
            assert!(html.contains("class='endcard sheet'"), "{html}");
            assert_eq!(device.store.borrow()["lesson.tic-tac-toe"], "4");
            return;
        }
        let (_, lit) = html.split_once("class='spot lit").unwrap_or_else(|| panic!("a move in {html}"));
        let act = lit.split_once("data-do='").and_then(|(_, act)| act.split('\'').next()).expect("a tap").to_owned();
        app.hear(&Heard::Do(&act));
        device.answer(&mut app);
        app.hear(&Heard::Time("held"));
    }
    panic!("it never ends: {}", app.draw().html);
}

#[test]
fn after_the_last_task_a_game_can_be_played() {
    let (device, mut app) = open("#/learn/tic-tac-toe/1/4");
    let html = app.draw().html;
    assert!(html.contains("<h1>You can play Three &amp; more now</h1>"), "{html}");
    assert!(html.contains("href='#/new/tic-tac-toe'") && html.contains("href='#/learn/tic-tac-toe/2/1'>"), "{html}");
    // The last chapter has no next one, and a variant is played as such. The text is there already.
    device.done.borrow_mut().clear();
    let html = device.travel(&mut app, "#/learn/tic-tac-toe/2/2").html;
    assert!(html.contains("href='#/new/tic-tac-toe?size=4'") && !html.contains("Next chapter"), "{html}");
    assert_eq!(device.last("load "), None);
}

#[test]
fn all_lessons_say_what_is_done() {
    let (device, mut app) = open("#/learn");
    let html = app.draw().html;
    assert_eq!(count(&html, "class='gcard'"), 1, "a game without lessons has no card: {html}");
    assert!(html.contains(">0 of 4<") && html.contains(">Begin<") && html.contains(">Larger</a>"), "{html}");
    assert!(html.contains("<a href='#/learn' aria-current='page'>"), "{html}");
    device.store.borrow_mut().insert("lesson.tic-tac-toe".to_owned(), "5,1".to_owned());
    let html = device.travel(&mut app, "#/learn").html;
    assert!(html.contains(">3 of 4<") && html.contains(">Continue<"), "{html}");
}

#[test]
fn a_lesson_that_cannot_be_loaded_says_what_to_do() {
    for hash in ["#/learn", "#/learn/tic-tac-toe/1/2"] {
        let device = Fake::at(hash);
        let mut app = device.open();
        assert!(app.draw().html.contains("class='nope none'"), "nothing is wrong yet");
        let html = app.hear(&Heard::Loaded(Load::Lessons, "")).html;
        assert!(html.contains("class='nope'") && html.contains("cannot be loaded"), "{html}");
        device.done.borrow_mut().clear();
        app.hear(&Heard::Do("load"));
        assert!(device.has("load lessons"));
        let html = app.hear(&Heard::Loaded(Load::Lessons, TEXT)).html;
        assert!(!html.contains("class='nope'"), "{html}");
    }
    // Nor is there one for every game, or one that reads.
    for text in ["\u{c}other\n# Other\n", "\u{c}tic-tac-toe\n", "\u{c}tic-tac-toe\n- do: nothing\n"] {
        let mut app = Fake::at("#/learn/tic-tac-toe").open();
        let html = app.hear(&Heard::Loaded(Load::Lessons, text)).html;
        assert!(html.contains("class='nope'") && html.contains("href='#/rules/tic-tac-toe'"), "{html}");
    }
}

#[test]
fn lessons_are_in_the_language_of_the_page_or_in_english() {
    let device = Fake::at("#/learn/tic-tac-toe");
    let mut app = device.open_in(Language::It, "");
    assert!(device.has("load lessons-it") && !device.has("load lessons"));
    app.hear(&Heard::Loaded(Load::LessonsIt, ""));
    assert!(device.has("load lessons"));
    assert!(app.hear(&Heard::Loaded(Load::Lessons, TEXT)).html.contains("<h1>Win at once</h1>"));
}

#[test]
fn ways_lead_to_lessons() {
    let device = Fake::at("#/");
    let mut app = device.open();
    let html = app.draw().html;
    assert!(html.contains("Learn in 3 minutes") && count(&html, "href='#/learn'") == 2, "{html}");
    for info in games::list() {
        let html = device.travel(&mut app, &format!("#/new/{}", info.id)).html;
        assert!(html.contains(&format!("href='#/learn/{}'", info.id)));
    }
    // Who has lost to a computer may want to learn; nobody else is told to.
    for (players, offered) in [("easy,human", true), ("human,easy", false), ("human,human", false)] {
        let html = device.travel(&mut app, &format!("#/game/tic-tac-toe~seed=3~a1~b1~a2~b2~a3?players={players}")).html;
        assert_eq!(html.contains("Learn this game"), offered, "{players}");
    }
}
