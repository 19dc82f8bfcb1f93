//! The lobby on a device without a browser, and what strangers meet in a room.

use std::rc::Rc;

use agon_web::device::{Device, Heard};
use agon_web::page::App;
use agon_wire::{Chair, Clock, Event, LobbyChange, LobbyView, OpenGame, ToClient, Who, write};

use crate::fake::Fake;

fn game(room: &str, game: &str, name: &str) -> OpenGame {
    let chair = |who: Who, name: &str| {
        let here = who != Who::Open;
        Chair { who, name: name.to_owned(), here, left_ms: None, resigned: false, said: None }
    };
    OpenGame {
        rated: false,
        room: room.to_owned(),
        game: game.to_owned(),
        options: vec![("big-islands".to_owned(), "zero".to_owned())],
        clock: Clock::Total { seconds: 300, increment: 5 },
        chairs: vec![chair(Who::Human, name), chair(Who::Open, "")],
    }
}

/// A lobby that is live, with these games.
fn enter(games: Vec<OpenGame>) -> (Rc<Fake>, App) {
    let device = Fake::at("#/online");
    let mut app = device.open();
    assert!(device.has("connect") && device.has("after 500 tick"), "{:?}", device.done);
    app.hear(&Heard::Socket(Event::Connected));
    assert!(device.has("send {\"type\":\"lobby\",\"v\":3}"));
    tell(&mut app, &ToClient::Lobby(LobbyView { people: 23, games }));
    (device, app)
}

fn tell(app: &mut App, message: &ToClient) -> String {
    app.hear(&Heard::Socket(Event::Received(write(message)))).html
}

#[test]
fn open_games_come_and_go() {
    let (_, mut app) = enter(Vec::new());
    let html = app.draw().html;
    assert!(html.contains("No open games. Offer one, or play a computer.") && html.contains("23 people are here now."));
    let put = vec![game("K7XM4QPT", "gambit", "<Ada>"), game("ABCDEFGH", "no-such-game", "")];
    let html = tell(&mut app, &ToClient::LobbyChange(LobbyChange { people: 1, put, gone: Vec::new() }));
    for part in ["<b>Gambit</b>", "&lt;Ada&gt;", "5 min + 5 s", "1 of 2", "data-do='join K7XM4QPT'", "1 person is here"]
    {
        assert!(html.contains(part), "{part}: {html}");
    }
    assert!(!html.contains("ABCDEFGH") && !html.contains("No open games"), "a game that is not known is not shown");
    let change = LobbyChange { people: 1, put: vec![game("K7XM4QPT", "gambit", "")], gone: Vec::new() };
    assert!(tell(&mut app, &ToClient::LobbyChange(change)).contains("Guest"));
    let gone = LobbyChange { people: 0, put: Vec::new(), gone: vec!["K7XM4QPT".to_owned()] };
    assert!(!tell(&mut app, &ToClient::LobbyChange(gone)).contains("K7XM4QPT"));
}

#[test]
fn a_game_is_joined_once_and_the_faster_one_gets_the_seat() {
    let (device, mut app) = enter(vec![game("K7XM4QPT", "gambit", "Ada")]);
    app.hear(&Heard::Set("your-name", " Bob "));
    let html = app.hear(&Heard::Do("join K7XM4QPT")).html;
    app.hear(&Heard::Do("join K7XM4QPT"));
    app.hear(&Heard::Do("quick"));
    let asked = device.done.borrow().iter().filter(|one| one.starts_with("request ")).count();
    assert!(
        asked == 1 && device.has("request api/rooms/K7XM4QPT/join new-secret {\"name\":\"Bob\"}"),
        "{:?}",
        device.done
    );
    assert!(html.contains("disabled>Join"), "{html}");
    let html = app.hear(&Heard::Reply(409, "{\"detail\":\"full\"}")).html;
    assert!(html.contains("role='alert'>Somebody else was faster."), "{html}");
    app.hear(&Heard::Do("join K7XM4QPT"));
    app.hear(&Heard::Reply(200, "{\"room\":\"K7XM4QPT\",\"seat\":1,\"token\":\"mine\"}"));
    assert!(device.has("go #/room/K7XM-4QPT") && device.kept("seat.K7XM4QPT").as_deref() == Some("mine"));
}

#[test]
fn a_quick_match_remembers_game_and_clock() {
    let (device, mut app) = enter(Vec::new());
    app.hear(&Heard::Set("game", "gambit"));
    app.hear(&Heard::Set("clock", "total:300:5"));
    app.hear(&Heard::Do("quick"));
    let asked = device.last("request ").unwrap_or_default();
    assert!(asked.starts_with("request api/lobby/quick  {\"game\":\"gambit\""), "{asked}");
    assert!(asked.contains("\"total\":{\"seconds\":300,\"increment\":5}"), "{asked}");
    app.hear(&Heard::Reply(200, "{\"room\":\"K7XM4QPT\",\"seat\":0,\"token\":\"mine\"}"));
    assert!(device.has("go #/room/K7XM-4QPT"));
    let html = device.travel(&mut app, "#/online").html;
    assert!(html.contains("value='gambit' checked") && html.contains("value='total:300:5' selected"), "{html}");
    assert!(html.contains("#/new/gambit?_who=me,online&amp;_clock=total:300:5&amp;_lobby=on"), "{html}");
    app.hear(&Heard::Do("private"));
    assert!(device.last("request ").is_some_and(|one| one.starts_with("request api/rooms  ")));
}

#[test]
fn what_hinders_is_said_and_any_code_is_taken_along() {
    let (device, mut app) = enter(Vec::new());
    let html = app.hear(&Heard::Socket(Event::Closed(None))).html;
    assert!(html.contains("Can’t reach the server. Trying again in") || html.contains("Connecting"), "{html}");
    device.now.set(60_000);
    app.hear(&Heard::Time("tick"));
    assert_eq!(device.done.borrow().iter().filter(|one| *one == "connect").count(), 2, "it connects by itself");
    device.offline.set(true);
    assert!(app.hear(&Heard::Network).html.contains("Offline. Everything but online play works."));
    app.hear(&Heard::Do("quick"));
    assert_eq!(device.last("request "), None);
    device.server.set(false);
    assert!(app.hear(&Heard::Network).html.contains("has no server"));
    app.hear(&Heard::Send("join", " k7xm 4qpt?<b> "));
    assert!(device.has("go #/room/k7xm%204qpt%3F%3Cb%3E"));
}

#[test]
fn a_game_is_offered_from_its_form() {
    let device = Fake::at("#/new/gambit?_who=me,online&_lobby=on");
    let mut app = device.open();
    assert!(app.draw().html.contains("You against Somebody online"));
    app.hear(&Heard::Do("start"));
    assert!(device.last("request ").is_some_and(|one| one.starts_with("request api/lobby ")), "{:?}", device.done);
    app.hear(&Heard::Reply(429, "{\"detail\":\"slow\"}"));
    app.hear(&Heard::Set("lobby", "off"));
    assert_eq!(*device.hash.borrow(), "#/new/gambit?_who=me,online");
    app.hear(&Heard::Do("start"));
    assert!(device.last("request ").is_some_and(|one| one.starts_with("request api/rooms ")), "{:?}", device.done);
}
