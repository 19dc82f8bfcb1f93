//! The screens of rooms and of the lab, and games that are shared and reviewed, on a device without a browser.

use std::rc::Rc;

use crate::fake::Fake;
use agon_client::{Plan, Sitter, Worth};
use agon_rules::{Form, Note, Start, Table, Text, Viewer, games};
use agon_web::device::{Device, Heard, Worker};
use agon_web::html::Html;
use agon_web::page::{Page, open};
use agon_web::route::Route;
use agon_web::shell::Shell;
use agon_web::think::{Answer, Ask, Question, Tell, think};
use agon_web::words::Language;
use agon_wire::{Chair, Clock, Event, Listing, Offers, RoomView, Ticket, ToClient, Who, write};

/// A screen on a device.
pub struct At {
    pub device: Rc<Fake>,
    pub shell: Shell,
    pub page: Box<dyn Page>,
}

impl At {
    pub fn open(hash: &str) -> Self {
        let device = Fake::at("");
        device.keep("seat.K7XM4QPT", "secret");
        let mut shell = Shell::new(Language::En, String::new(), device.clone());
        let page = open(Route::read(hash), &mut shell);
        At { device, shell, page }
    }

    pub fn hear(&mut self, heard: &Heard<'_>) -> Vec<String> {
        self.page.hear(heard, &mut self.shell);
        self.device.done.take()
    }

    pub fn press(&mut self, act: &str) -> Vec<String> {
        self.hear(&Heard::Do(act))
    }

    pub fn receive(&mut self, view: &RoomView) -> Vec<String> {
        self.hear(&Heard::Socket(Event::Received(write(&ToClient::View(Box::new(view.clone()))))))
    }

    /// Lets the workers answer what they were asked.
    pub fn answer(&mut self) {
        for (worker, question) in self.device.asked.take() {
            let mut answers = Vec::new();
            think(&question, &|| 0.0, &mut |answer: Answer| answers.push(answer));
            for answer in &answers {
                self.hear(&Heard::Answer(worker, answer));
            }
        }
    }

    /// The number of the last question to a worker.
    pub fn asked(&self) -> u64 {
        self.device.asked.borrow().last().expect("a question").1.id
    }

    pub fn html(&self) -> String {
        let mut to = Html::new(&self.shell);
        self.page.html(&mut to);
        to.finish()
    }

    pub fn shows(&self, text: &str) -> bool {
        self.html().contains(text)
    }

    /// How many moves are listed.
    pub fn moves(&self) -> usize {
        let html = self.html();
        html.matches("data-ply=").count()
    }
}

const ROOM: &str = "#/room/K7XM-4QPT";

fn table(moves: &[&str]) -> Box<dyn Table> {
    let mut table = games::open("tic-tac-toe", &[], Start::Seed(0)).expect("a game");
    for (at, text) in moves.iter().enumerate() {
        table.play(at % 2, text).expect("legal");
    }
    table
}

/// A room as a seat sees it, after some moves.
pub fn view(moves: &[&str], seat: Option<usize>, other: Who) -> RoomView {
    let version = moves.len() as u64 + 1;
    let chair = |who: Who, name: &str| Chair {
        who,
        name: name.to_owned(),
        here: true,
        left_ms: None,
        resigned: false,
        said: None,
    };
    RoomView {
        room: "K7XM4QPT".to_owned(),
        version,
        revision: version,
        game: "tic-tac-toe".to_owned(),
        options: Vec::new(),
        clock: Clock::None,
        seat,
        started: other != Who::Open,
        chairs: vec![chair(Who::Human, "Ada"), chair(other, "")],
        watchers: 0,
        offers: Offers::default(),
        rated: false,
        players: Vec::new(),
        ending: None,
        winners: None,
        listing: Listing::Private,
        next: None,
        record: None,
        view: table(moves).view(seat.map_or(Viewer::Spectator, Viewer::Seat)),
    }
}

/// A room that is live.
pub fn enter(view: &RoomView) -> At {
    let mut at = At::open(ROOM);
    let done = at.device.done.take();
    assert!(done.contains(&"connect".to_owned()) && done.contains(&"after 250 tick".to_owned()), "{done:?}");
    assert_eq!(at.device.kept("last").as_deref(), Some(ROOM));
    let hello = at.hear(&Heard::Socket(Event::Connected));
    assert!(hello.iter().any(|one| one.starts_with("send ") && one.contains("\"secret\"")), "{hello:?}");
    at.receive(view);
    at
}

#[test]
fn a_room_is_entered_played_in_and_survives_a_lost_connection() {
    let mut at = enter(&view(&[], Some(0), Who::Human));
    assert!(at.shows("<p class='state live' role='status'>Connected<span class='code'>K7XM-4QPT</span></p>"));
    at.hear(&Heard::Room(600.0, 600.0));
    let sent = at.press("tap 0-4");
    assert!(sent.iter().any(|one| one.starts_with("send ") && one.contains("b2")), "{sent:?}");
    assert_eq!(at.moves(), 0, "nothing is shown before the server says so");
    let done = at.receive(&view(&["b2"], Some(0), Who::Human));
    assert!(done.iter().any(|one| one.starts_with("sound ")), "{done:?}");
    assert_eq!(at.moves(), 1);
    at.device.now.set(1_000);
    at.hear(&Heard::Socket(Event::Closed(None)));
    assert!(at.shows("Your game is safe; trying again in "), "{}", at.html());
    assert_eq!(at.moves(), 1, "the board stays");
    at.device.now.set(60_000);
    let done = at.hear(&Heard::Time("tick"));
    assert!(done.contains(&"connect".to_owned()) && done.contains(&"after 250 tick".to_owned()), "{done:?}");
}

#[test]
fn what_is_offered_is_agreed_to_and_resigning_asks_first() {
    let mut seen = view(&["b2"], Some(0), Who::Human);
    seen.offers = Offers { takeback: vec![1], draw: vec![0], rematch: Vec::new(), replace: Vec::new() };
    seen.watchers = 2;
    let mut at = enter(&seen);
    assert!(at.shows("2 watching"));
    assert!(at.shows(
        "<li><span>Player 2 offers to take the last move back</span><div class='two'><button data-do='takeback'>Agree</button>\
         <button data-do='decline'>Decline</button></div></li>"
    ));
    assert!(at.shows("you offer a draw</span><div class='two'><button data-do='decline'>Withdraw</button>"));
    let sent = at.press("takeback");
    assert!(sent.iter().any(|one| one.starts_with("send ") && one.contains("takeback")), "{sent:?}");
    let mut at = enter(&seen);
    assert!(at.press("resign").is_empty());
    let sent = at.press("resign yes");
    assert!(sent.iter().any(|one| one.starts_with("send ") && one.contains("resign")), "{sent:?}");
    // Spectators have nothing to agree to.
    let watching = enter(&RoomView { seat: None, ..seen });
    assert!(!watching.shows("<button data-do='decline'>"));
}

#[test]
fn a_free_seat_is_taken_and_a_lost_reply_loses_no_seat() {
    let mut at = enter(&view(&[], None, Who::Open));
    at.device.forget("seat.K7XM4QPT");
    at.hear(&Heard::Set("your-name", " Ada "));
    at.device.offline.set(true);
    assert!(at.press("join").is_empty() && at.shows("Offline."));
    at.device.offline.set(false);
    let asked = r#"request api/rooms/K7XM4QPT/join new-secret {"name":"Ada"}"#;
    assert_eq!(at.press("join"), [asked]);
    assert!(at.shows("data-do='join' disabled"));
    at.hear(&Heard::Reply(0, ""));
    assert!(at.shows("Can’t reach the server."));
    assert_eq!(at.press("join"), [asked], "the same secret");
    at.hear(&Heard::Reply(409, r#"{"detail":"no free seat"}"#));
    assert!(at.shows("no free seat"));
    at.press("join");
    let ticket = Ticket { room: "K7XM4QPT".to_owned(), seat: Some(1), token: None };
    let done = at.hear(&Heard::Reply(200, &write(&ticket)));
    assert_eq!(done, ["disconnect", "connect"]);
    assert_eq!(at.device.kept("seat.K7XM4QPT").as_deref(), Some("new-secret"));
    assert_eq!(at.device.kept("joining.K7XM4QPT"), None);
}

#[test]
fn others_are_invited_by_code_and_link_or_a_computer_sits_down() {
    let mut at = enter(&view(&[], Some(0), Who::Open));
    at.answer();
    assert!(at.shows("<p class='big'>K7XM-4QPT</p>") && at.shows("Waiting for a friend"));
    assert_eq!(at.press("send link"), ["pass_on https://agon.test/#/room/K7XM-4QPT"]);
    assert!(at.shows("shape-rendering"), "the code for cameras");
    assert!(at.shows("A computer for Player 2:</span>") && at.shows("<button data-do='computer 1 easy'>Easy</button>"));
    let sent = at.press("computer 1 easy");
    assert!(sent.iter().any(|one| one.starts_with("send ") && one.contains("easy")), "{sent:?}");
    assert_eq!(at.press("copy link"), ["copy https://agon.test/#/room/K7XM-4QPT"]);
    at.hear(&Heard::Copied(true));
    assert!(at.shows("data-do='copy link'>Copied.</button>"));
    assert_eq!(at.press("copy seat"), ["copy https://agon.test/#/room/K7XM-4QPT?key=secret"]);
    at.hear(&Heard::Copied(false));
    assert!(at.shows("readonly data-focus") && at.shows("?key=secret"), "it is copied by hand");
}

#[test]
fn a_computers_move_waits_until_the_one_before_was_seen() {
    let computer = || Who::Computer("easy".to_owned());
    let mut at = enter(&view(&[], Some(0), computer()));
    at.hear(&Heard::Room(600.0, 600.0));
    at.device.now.set(5_000);
    at.receive(&view(&["b2"], Some(0), computer()));
    assert_eq!(at.moves(), 1, "one's own move is shown at once");
    at.device.now.set(5_100);
    let done = at.receive(&view(&["b2", "a1"], Some(0), computer()));
    assert_eq!((at.moves(), done), (1, vec!["after 700 held".to_owned()]));
    at.device.now.set(5_350);
    at.hear(&Heard::Time("tick"));
    assert_eq!(at.moves(), 1);
    at.device.now.set(5_800);
    let done = at.hear(&Heard::Time("held"));
    assert_eq!(at.moves(), 2);
    assert!(done.iter().any(|one| one.starts_with("sound ")), "{done:?}");
    // Who taps has seen enough; the tap itself was meant for what was shown.
    at.receive(&view(&["b2", "a1", "c3"], Some(0), computer()));
    at.device.now.set(5_900);
    at.receive(&view(&["b2", "a1", "c3", "a2"], Some(0), computer()));
    assert_eq!(at.moves(), 3);
    let done = at.press("tap 0-1");
    assert_eq!(at.moves(), 4);
    assert!(!done.iter().any(|one| one.starts_with("send ")), "{done:?}");
    // For tests, and for people who want no pause.
    at.device.keep("pace", "0");
    at.receive(&view(&["b2", "a1", "c3", "a2", "b3"], Some(0), computer()));
    at.receive(&view(&["b2", "a1", "c3", "a2", "b3", "c2"], Some(0), computer()));
    assert_eq!(at.moves(), 6);
}

#[test]
fn a_sum_and_an_equation_are_held_before_a_computer_goes_on() {
    let mut held = Vec::new();
    for info in games::list() {
        let poster = info.look.poster;
        let options: Vec<_> = poster.options.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        let start = match poster.position {
            "" => Start::Seed(1),
            position => Start::Position(position.to_owned()),
        };
        let table = games::open(info.id, &options, start.clone()).expect("a poster");
        let easy = vec![Sitter::Computer("easy".to_owned()); table.seats()];
        let mut plan = Plan::new(info.id, &options, start, easy, 1);
        plan.record.moves = poster.moves.iter().map(ToString::to_string).collect();
        let table = plan.record.replay().expect("a poster");
        let Some(turn) = table.turn() else { continue };
        let worked = |note: &Note| matches!(note.form, Form::Sum { .. } | Form::Equation { .. });
        let explained = table.view(Viewer::Seat(turn)).notes.iter().any(worked);
        let mut at = At::open(&Route::Game(Box::new(plan)).write());
        at.device.done.take();
        let (worker, question) = at.device.asked.take().remove(0);
        let text = table.legal().remove(0);
        let tell = Tell::Move { text, worth: Worth::Unknown, why: Text::default() };
        let answer = Answer { id: question.id, tell };
        let wait = if explained { 2_020 } else { 800 };
        assert_eq!(at.hear(&Heard::Answer(worker, &answer)), [format!("after {wait} held")], "{}", info.id);
        // A timer of before does not shorten it.
        at.device.now.set(wait - 20);
        assert_eq!(at.hear(&Heard::Time("held")), ["after 20 held"], "{}", info.id);
        let moves = at.moves();
        at.press("tap 0-0");
        assert_eq!(at.moves(), moves + 1, "{}: a tap is enough", info.id);
        held.extend(explained.then_some(info.id));
    }
    assert!(held.len() > 1, "{held:?}");
}

#[test]
fn a_button_asks_what_the_game_asks() {
    let at = At::open("#/game/gambit~at=1O6/4XXXX/O5OO/3X4_0_-~h2xf4?players=human,human");
    assert!(at.shows("<b>Keep jumping?</b> <span>Jump again with f4, or stop.</span>"), "{}", at.html());
    assert!(at.shows("data-do='play stop'>Stop here</button>"));
}

#[test]
fn a_danger_is_on_the_board_and_on_the_plate() {
    let mut at = At::open("#/game/tic-tac-toe~seed=0~a1~b2~a2?players=human,human");
    at.hear(&Heard::Room(600.0, 600.0));
    let html = at.html();
    assert!(html.contains("aria-label='a3, empty, danger, can be chosen'"), "{html}");
    assert_eq!(html.matches("aria-label=\"In danger\"").count(), 1);
    let own = html.split("data-seat=\"1\"").nth(1).expect("a plate").split("</section>").next().expect("its end");
    assert!(own.contains("In danger"), "{own}");
    assert!(html.contains("Player 1 threatens to win at a3."));
    // Who wants no explanations on the board gets none.
    assert_eq!(html.matches("d-warnl").count(), 2);
    at.shell.settings.explanations = false;
    at.hear(&Heard::Settings);
    assert_eq!(at.html().matches("d-warnl").count(), 1);
}

#[test]
fn a_room_that_is_over_leads_on() {
    let moves = ["b2", "a1", "a2", "b1", "c2"];
    let mut seen = view(&moves, Some(0), Who::Human);
    seen.record = Some(table(&moves).record().to_string());
    let mut at = enter(&seen);
    assert!(at.shows("data-do='rematch'") && at.shows("href='#/game/tic-tac-toe"));
    assert!(at.shows(" starts</small></span></button>"), "who begins the rematch is said before");
    seen.next = Some("AAAABBBB".to_owned());
    seen.version += 1;
    assert!(at.receive(&seen).contains(&"go #/room/AAAA-BBBB".to_owned()));
    assert_eq!(at.device.kept("seat.AAAABBBB").as_deref(), Some("secret"));
    assert!(at.shows("href='#/room/AAAA-BBBB'>Go to the rematch"));
}

#[test]
fn the_lab_runs_what_its_address_says() {
    let link = "#/lab/tic-tac-toe?_players=random,easy&_games=4";
    let mut at = At::open(link);
    assert!(at.device.done.take().contains(&format!("replace {link}")));
    assert!(at.shows("<option value='easy' selected>Easy</option>"), "before the worker has answered");
    at.answer();
    assert!(at.shows("<option value='hard'>Hard</option>"));
    assert_eq!(at.hear(&Heard::Set("lab.seed", "5")), [format!("replace {link}&_seed=5")]);
    at.hear(&Heard::Set("lab.games", "-1"));
    assert!(at.shows("data-set='lab.games' value='4'"), "what is no number changes nothing");
    assert_eq!(at.hear(&Heard::Set("lab.game", "another")), ["go #/lab/another"]);
    at.press("run");
    assert!(at.shows("data-do='cancel'") && at.shows("<fieldset disabled>"));
    at.answer();
    assert!(at.shows("<progress max='16' value='16'></progress><span>16 / 16 games played</span>"), "{}", at.html());
    assert_eq!(at.shell.said, "16 / 16 games played");
    assert!(at.shows("title='tic-tac-toe-table.csv' data-do='save 0'>CSV</button>"));
    assert!(at.press("save 0")[0].starts_with("save tic-tac-toe-table.csv text/csv "));
    at.press("save 99");
}

#[test]
fn a_run_is_cancelled_and_an_unknown_player_is_named() {
    let mut at = At::open("#/lab/tic-tac-toe?_players=nobody");
    at.device.asked.take();
    at.press("run");
    let id = at.asked();
    assert_eq!(at.press("cancel"), ["stop Reviewer"]);
    assert!(at.shows("data-do='run'"));
    // What was on its way comes too late.
    let late = Answer { id, tell: Tell::Failed(Text::plain("late")) };
    at.hear(&Heard::Answer(Worker::Reviewer, &late));
    assert!(!at.shows("late"));
    at.device.asked.take();
    at.press("run");
    at.answer();
    assert!(at.html().split("class='refusal'").nth(1).expect("a refusal").contains("nobody"));
}

#[test]
fn a_game_is_shared_in_every_form() {
    let mut at = At::open("#/game/tic-tac-toe~seed=0~b2");
    assert!(at.shows("<dialog class='share' id='share'"));
    at.device.done.take();
    assert_eq!(at.press("share"), ["modal #share"]);
    assert!(at.shows("data-do='share SaveFile' disabled"));
    at.answer();
    assert!(!at.shows("data-do='share SaveFile' disabled"));
    let link = "https://agon.test/#/watch/tic-tac-toe~";
    assert!(at.press("share CopyLink")[0].starts_with(&["copy ", link].concat()));
    at.hear(&Heard::Copied(true));
    assert!(at.shows("<p role='status'>Copied.</p>"));
    assert!(at.press("share SendLink")[0].starts_with(&["pass_on ", link].concat()));
    assert!(at.press("share SaveFile")[0].starts_with("save tic-tac-toe-1.agon text/plain "));
    assert!(at.press("share SaveSvg")[0].starts_with("save tic-tac-toe-1.svg image/svg+xml "));
    assert!(at.press("share SavePng")[0].starts_with("save_dots tic-tac-toe-1.png 1200 "));
    at.press("share CopyText");
    at.hear(&Heard::Copied(false));
    let html = at.html();
    let field = html.split("<textarea").nth(1).and_then(|rest| rest.split("</textarea>").next()).expect("a field");
    assert!(field.contains("data-focus") && field.contains("&#10;1. b2"), "{field}");
}

#[test]
fn a_game_is_reviewed_stopped_and_forgotten_with_its_moves() {
    let mut at = At::open("#/game/tic-tac-toe~size=3~line=3~seed=0~a1~b1~b2~c3~a2~c2~a3");
    at.device.asked.take();
    assert!(at.shows("data-do='review'>Stop · 0 of 7</button>"), "a game that is over is looked at again by itself");
    assert_eq!(at.press("review"), ["stop Reviewer"]);
    assert!(at.shows("data-do='review'>Review the whole game</button>"));
    at.device.asked.take();
    at.press("review");
    at.answer();
    assert!(at.shows("data-do='review'>Review the whole game</button>"));
    assert!(at.shows("Move 2: b1 gave away the draw") && at.shows("data-do=\"ply 1\""));
    assert!(at.shows("Decided at move 2."));
    at.press("try 1");
    assert!(!at.shows("class=\"graph\""), "the line was of another game");
}

#[test]
fn a_file_is_opened_or_said_to_be_none() {
    let mut at = At::open("#/");
    at.device.asked.take();
    at.hear(&Heard::File("nonsense"));
    at.answer();
    assert!(at.shows("This file cannot be opened: "));
    at.hear(&Heard::File("https://agon.test/#/watch/tic-tac-toe~seed=0~b2"));
    assert!(matches!(&at.device.asked.borrow()[0], (Worker::Clerk, Question { ask: Ask::Open { .. }, .. })));
    let (worker, question) = at.device.asked.take().remove(0);
    let mut answers = Vec::new();
    think(&question, &|| 0.0, &mut |answer: Answer| answers.push(answer));
    let done = at.hear(&Heard::Answer(worker, &answers[0]));
    assert!(done[0].starts_with("go #/watch/tic-tac-toe~"), "{done:?}");
    assert!(!at.shows("This file cannot be opened: "));
}
