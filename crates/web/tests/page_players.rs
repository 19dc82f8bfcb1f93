//! Names that a key keeps, and one's games in rooms, on a device without a browser.

use std::rc::Rc;

use crate::fake::Fake;
use agon_web::device::{Device, Heard};
use agon_web::page::App;
use agon_wire::{Clock, Known, Played, Profile, Rated, Score, Stand, Standing, write};

fn standing(room: &str, state: Stand, against: &str) -> Standing {
    Standing {
        room: room.to_owned(),
        state,
        game: "gambit".to_owned(),
        against: vec![against.to_owned()],
        clock: Clock::Move { seconds: 3 * Clock::DAY },
        left_ms: Some(2 * 86_400_000 + 3_600_000),
        ply: 4,
        rated: false,
    }
}

fn profile(name: &str) -> Profile {
    let game = Played {
        room: "K7XM4QPT".to_owned(),
        game: "gambit".to_owned(),
        when: 20_773 * 86_400_000,
        seat: 0,
        other: "ABCDEFGHJKMNPQRS".to_owned(),
        name: "Bob".to_owned(),
        result: Score::Lost,
        rating: 1338,
        change: -162,
    };
    let erased = Played { name: String::new(), result: Score::Won, change: 9, ..game.clone() };
    Profile {
        id: "23456789ABCDEFGH".to_owned(),
        name: name.to_owned(),
        since: 1,
        ratings: vec![Rated { game: "gambit".to_owned(), rating: 1338, deviation: 290, games: 2 }],
        total: 2,
        games: vec![game, erased],
        more: None,
    }
}

fn at(hash: &str) -> (Rc<Fake>, App) {
    let device = Fake::at(hash);
    let app = device.open();
    (device, app)
}

#[test]
fn ones_games_are_listed_with_a_mark_where_it_is_ones_turn() {
    for hash in ["#/", "#/online"] {
        let device = Fake::at(hash);
        device.keep("rooms", "K7XM4QPT 23456789 ABCDEFGH");
        for room in ["K7XM4QPT", "23456789", "ABCDEFGH"] {
            device.keep(&format!("seat.{room}"), &format!("secret-{room}"));
        }
        let mut app = device.open();
        let asked = device.last("request api/seats").expect("a request");
        assert!(asked.contains(r#"{"room":"K7XM4QPT","token":"secret-K7XM4QPT"}"#), "{asked}");
        assert!(!app.draw().html.contains("Your games"), "nothing is known yet");
        let told = [
            standing("23456789", Stand::Theirs, "Bob"),
            standing("K7XM4QPT", Stand::Yours, "Ada"),
            standing("ABCDEFGH", Stand::Gone, ""),
        ];
        let html = app.hear(&Heard::Reply(200, &write(&told))).html;
        let mine = html.find("#/room/K7XM-4QPT").expect("the game");
        assert!(html[mine..].contains("Gambit</b> · Ada") && html[mine..].contains("Your turn · 2 d 1 h"), "{html}");
        assert!(html.find("#/room/2345-6789").is_some_and(|theirs| theirs > mine), "one's turn comes first");
        assert_eq!(device.kept("rooms").as_deref(), Some("K7XM4QPT 23456789"), "what is gone is forgotten");
        assert!(device.has("after 30000 mine"));
        app.hear(&Heard::Time("mine"));
        assert!(!device.last("request api/seats").expect("a request").contains("ABCDEFGH"));
    }
    let (device, _) = at("#/");
    assert_eq!(device.last("request"), None, "who has no games asks for none");
}

#[test]
fn seats_that_were_taken_on_another_device_are_opened_by_the_key() {
    let device = Fake::at("#/online");
    device.keep("key", "the-key");
    let mut app = device.open();
    assert!(device.last("request api/seats").is_some_and(|asked| asked.contains(r#""key":"the-key""#)));
    app.hear(&Heard::Reply(200, &write(&[standing("K7XM4QPT", Stand::Yours, "Ada")])));
    assert_eq!(device.kept("seat.K7XM4QPT").as_deref(), Some("the-key"));
}

#[test]
fn a_rated_room_is_made_with_a_key() {
    let (device, mut app) = at("#/new/gambit?_who=me,online");
    assert!(app.draw().html.contains("data-set='rated'"));
    app.hear(&Heard::Set("clock", "move:259200"));
    let html = app.hear(&Heard::Set("rated", "on")).html;
    assert!(html.contains("3 days for each move"), "{html}");
    app.hear(&Heard::Do("start"));
    let asked = device.last("request api/rooms").expect("a request");
    assert!(asked.contains(r#""rated":true,"key":"new-secret""#) && asked.contains("259200"), "{asked}");
    assert_eq!(device.kept("key").as_deref(), Some("new-secret"));
    let (_, app) = at("#/new/gambit?_who=me,medium");
    assert!(!app.draw().html.contains("data-set='rated'"), "against a computer nothing counts");
}

#[test]
fn a_name_is_kept_taken_along_and_erased() {
    let (device, mut app) = at("#/player");
    assert!(app.draw().html.contains("Keep my name") && !app.draw().html.contains("Erase everything"));
    app.hear(&Heard::Send("name", " Ada "));
    assert_eq!(device.last("request").as_deref(), Some(r#"request api/me new-secret {"name":"Ada"}"#));
    let html = app.hear(&Heard::Reply(200, &write(&profile("Ada")))).html;
    assert!(html.contains("<h1 class='second'>Ada</h1>") && html.contains("1338?"), "{html}");
    assert!(html.contains("#/player/ABCDEFGHJKMNPQRS'>Bob</a>") && html.contains("lost −162"), "{html}");
    assert!(html.contains("somebody who has left") && html.contains("won +9") && html.contains("1 day ago"), "{html}");
    app.hear(&Heard::Do("copy key"));
    assert_eq!(device.last("copy").as_deref(), Some("copy https://agon.test/#/key/new-secret"));
    app.hear(&Heard::Do("show key"));
    let html = device.answer(&mut app).html;
    assert!(html.contains("class='qr'"), "{html}");
    app.hear(&Heard::Do("notices"));
    assert!(device.has("notices new-secret en"));
    assert!(app.draw().html.contains("Waiting for the browser."));
    for (status, said) in [
        (0, "This browser cannot show notices here."),
        (1, "This server sends no notices."),
        (2, "The browser does not allow notices."),
        (3, "push service does not answer"),
        (204, "This device will tell you."),
    ] {
        app.hear(&Heard::Do("notices"));
        let html = app.hear(&Heard::Reply(status, "")).html;
        assert!(html.contains(said), "{status}: {html}");
    }
    app.hear(&Heard::Do("data"));
    app.hear(&Heard::Reply(200, "{\"all\":1}"));
    assert!(device.has("save agon-data.json application/json {\"all\":1}"));
    app.hear(&Heard::Do("erase"));
    assert_eq!(device.last("request").as_deref(), Some("request api/me new-secret "), "nothing yet");
    app.hear(&Heard::Do("erase all"));
    assert_eq!(device.last("request").as_deref(), Some("request api/me/erase new-secret {}"));
    let html = app.hear(&Heard::Reply(204, "")).html;
    assert!(html.contains("Nothing is kept of you any more.") && device.kept("key").is_none(), "{html}");
}

#[test]
fn the_page_of_another_player_shows_results_only() {
    let (device, mut app) = at("#/player/23456789ABCDEFGH");
    assert!(device.has("request api/players/23456789ABCDEFGH  "));
    let drawing = app.hear(&Heard::Reply(200, &write(&profile("<Ada>"))));
    assert!(drawing.html.contains("&lt;Ada&gt;") && drawing.title == "<Ada> · Agon", "{}", drawing.title);
    assert!(!drawing.html.contains("Erase everything") && !drawing.html.contains("Keep my name"));
    let (_, mut app) = at("#/player/23456789ABCDEFGH");
    let none = r#"{"type":"about:blank","title":"","status":404,"detail":"there is no such player","code":"no_room"}"#;
    assert!(app.hear(&Heard::Reply(404, none)).html.contains("there is no such player"));
}

#[test]
fn a_key_from_a_link_is_taken_only_when_the_person_says_so() {
    let device = Fake::at("#/key/another-key");
    device.keep("key", "my-key");
    let mut app = device.open();
    assert!(device.has("replace #/player"), "the secret does not stay in the address");
    assert!(device.has("request api/me another-key "));
    let html = app.hear(&Heard::Reply(200, &write(&profile("Eve")))).html;
    assert!(html.contains("Eve") && html.contains("This device has another name now."), "{html}");
    assert_eq!(device.kept("key").as_deref(), Some("my-key"));
    app.hear(&Heard::Do("take"));
    assert_eq!(device.kept("key").as_deref(), Some("another-key"));
    assert!(device.has("go #/online"));
}

#[test]
fn a_known_player_has_a_rating_with_a_question_mark_while_it_says_little() {
    let known = Known { seat: 0, id: "X".to_owned(), rating: 1500, deviation: 350, change: None };
    assert_eq!((known.shown(), Known { deviation: 90, ..known }.shown()), ("1500?".to_owned(), "1500".to_owned()));
}

#[test]
fn who_has_no_key_is_told_what_one_is_for_and_where_to_play() {
    let (device, mut app) = at("#/player");
    let html = app.draw().html;
    assert!(html.contains("this device makes a key") && html.contains("href='#/online'"), "{html}");
    device.keep("key", "the-key");
    let (device, _) = (device.clone(), app.hear(&Heard::Do("nothing")));
    let mut app = device.open();
    let html = app.hear(&Heard::Reply(200, &write(&profile("Ada")))).html;
    assert!(!html.contains("this device makes a key"), "{html}");
}
