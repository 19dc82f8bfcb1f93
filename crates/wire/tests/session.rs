//! Every branch of the client's session, as a script: what happens, and what is to be done about it.

use agon_rules::{Start, Table, Text, Viewer, games};
use agon_wire::line::{DEAD, QUIET};
use agon_wire::{
    Act, Chair, Clock, Close, Code, EarlyEnd, Effect, Event, Link, Listing, Offers, Presence, Refusal, RoomView,
    Session, Ticket, ToClient, ToServer, Who, write,
};

fn room(version: u64, revision: u64, moves: &[&str]) -> RoomView {
    let mut table: Box<dyn Table> = games::open("tic-tac-toe", &[], Start::Seed(0)).expect("a game");
    for text in moves {
        let seat = table.turn().expect("a turn");
        table.play(seat, text).expect("a legal move");
    }
    let chair =
        Chair { who: Who::Human, name: String::new(), here: true, left_ms: Some(60_000), resigned: false, said: None };
    RoomView {
        room: "K7XM4QPT".to_owned(),
        version,
        revision,
        game: "tic-tac-toe".to_owned(),
        options: Vec::new(),
        clock: Clock::Total { seconds: 60, increment: 0 },
        seat: Some(0),
        chairs: vec![chair.clone(), chair],
        watchers: 0,
        offers: Offers::default(),
        started: true,
        rated: false,
        players: Vec::new(),
        ending: None,
        winners: None,
        listing: Listing::Private,
        next: None,
        record: None,
        view: table.view(Viewer::Seat(0)),
    }
}

fn view(version: u64, revision: u64, moves: &[&str]) -> Event {
    Event::Received(write(&ToClient::View(Box::new(room(version, revision, moves)))))
}

fn done(id: u64) -> Event {
    Event::Received(write(&ToClient::Done { id }))
}

fn refused(id: impl Into<Option<u64>>, code: Code, text: &str) -> Event {
    Event::Received(write(&ToClient::Refused { id: id.into(), refusal: Refusal::new(code, Text::plain(text)) }))
}

fn play(revision: u64, text: &str) -> Event {
    Event::Wish(Act::Play { revision, text: text.to_owned() })
}

fn sends(id: u64, revision: u64, text: &str) -> Effect {
    Effect::Send(format!(r#"{{"type":"do","id":{id},"do":{{"play":{{"revision":{revision},"text":"{text}"}}}}}}"#))
}

fn tells(out: &[Effect], part: &str) -> bool {
    out.iter().any(|effect| matches!(effect, Effect::Tell(text) if text.to_string().contains(part)))
}

fn is_sent(out: &[Effect]) -> bool {
    out.iter().any(|effect| matches!(effect, Effect::Send(_)))
}

fn new() -> Session {
    Session::new(Ticket { room: "K7XM4QPT".to_owned(), seat: Some(0), token: Some("secret".to_owned()) }, 1)
}

/// A session that is live at time 0 with a view.
fn live() -> Session {
    let mut session = new();
    session.step(0, Event::Tick);
    session.step(0, Event::Connected);
    assert_eq!(session.step(0, view(5, 0, &[])), [Effect::Show]);
    assert_eq!(*session.link(), Link::Live);
    session
}

/// Waits until it connects again, and is let in with this view.
fn back(session: &mut Session, now: u64, event: Event) -> Vec<Effect> {
    assert!(matches!(session.link(), Link::Waiting { until } if *until <= now + 15_000), "{:?}", session.link());
    assert_eq!(session.step(now + 15_000, Event::Tick), [Effect::Connect, Effect::Show]);
    session.step(now + 15_000, Event::Connected);
    session.step(now + 15_000, event)
}

#[test]
fn the_first_tick_connects_and_the_first_message_is_a_hello() {
    let mut session = new();
    assert_eq!(session.step(3, Event::Tick), [Effect::Connect, Effect::Show]);
    assert_eq!(*session.link(), Link::Connecting);
    assert_eq!(session.step(3, Event::Tick), []);
    let hello = r#"{"type":"hello","v":3,"room":"K7XM4QPT","token":"secret"}"#;
    assert_eq!(session.step(4, Event::Connected), [Effect::Send(hello.to_owned())]);
    assert_eq!(session.step(4, Event::Connected), [], "one hello is enough");
    assert!(tells(&session.step(5, Event::Wish(Act::Draw)), "not connected yet"));
    assert_eq!(session.step(5, view(1, 0, &[])), [Effect::Show]);
}

#[test]
fn only_newer_views_are_shown() {
    let mut session = live();
    assert_eq!(session.step(1, view(7, 1, &["b2"])), [Effect::Show]);
    assert_eq!(session.step(2, view(6, 0, &[])), []);
    assert_eq!(session.step(2, view(7, 1, &["b2"])), [Effect::Show], "players come and go without a new version");
    assert_eq!(session.room().map(|room| room.version), Some(7));
    session.step(3, Event::Closed(None));
    assert_eq!(back(&mut session, 3, view(6, 0, &[])), [Effect::Show], "it is live, and shows what it had");
    assert_eq!(session.room().map(|room| room.version), Some(7));
}

#[test]
fn who_comes_and_goes_changes_the_view_it_belongs_to() {
    let told = |version, here: &[bool], left_ms: &[u64]| {
        let (here, left_ms) = (here.to_vec(), left_ms.to_vec());
        Event::Received(write(&ToClient::Presence(Presence { version, here, watchers: 4, left_ms })))
    };
    let shown = |session: &Session| {
        let room = session.room().expect("a view");
        (room.chairs[1].here, room.watchers)
    };
    let mut session = live();
    assert_eq!(session.step(1000, told(5, &[true, false], &[50_000, 60_000])), [Effect::Show]);
    assert_eq!((shown(&session), session.left(0, 3000)), ((false, 4), Some(48_000)), "clocks go on from there");
    for (version, here, left) in
        [(4, &[true; 2][..], &[][..]), (6, &[true; 2], &[]), (5, &[true], &[]), (5, &[true; 2], &[1])]
    {
        assert_eq!(session.step(2000, told(version, here, left)), [], "{version} {here:?} {left:?}");
    }
    assert_eq!(shown(&session), (false, 4));
    assert_eq!(session.step(2000, told(5, &[true, true], &[])), [Effect::Show]);
    assert_eq!((shown(&session), session.left(0, 3000)), ((true, 4), Some(48_000)));
    session.step(3000, Event::Closed(None));
    assert_eq!(session.step(3000, told(5, &[true, false], &[])), [], "that connection is gone");
    assert_eq!(new().step(0, told(5, &[true, false], &[])), []);
}

#[test]
fn an_older_server_is_spoken_to_in_its_own_version() {
    let mut session = new();
    session.step(0, Event::Tick);
    session.step(0, Event::Connected);
    assert_eq!(session.step(1, refused(None, Code::Version, "this server speaks version 2")), [Effect::Close]);
    assert_eq!(session.step(1, Event::Tick), [Effect::Connect, Effect::Show]);
    let hello = r#"{"type":"hello","v":2,"room":"K7XM4QPT","token":"secret"}"#;
    assert_eq!(session.step(2, Event::Connected), [Effect::Send(hello.to_owned())]);
    // One that speaks neither is given up.
    assert!(tells(&session.step(3, refused(None, Code::Version, "version 1")), "another version"));
    assert!(matches!(session.link(), Link::Ended(_)));
}

#[test]
fn a_move_is_sent_once_and_answered() {
    let mut session = live();
    assert_eq!(session.step(1, play(0, "b2")), [sends(1, 0, "b2")]);
    assert!(session.is_waiting());
    assert!(tells(&session.step(2, play(0, "a1")), "not been answered yet"));
    assert_eq!(session.step(3, done(9)), [], "an answer to nothing");
    assert!(session.is_waiting());
    assert_eq!(session.step(3, done(1)), []);
    assert!(!session.is_waiting());
    assert!(
        tells(&session.step(4, play(0, "a1")), "position has changed"),
        "it is stored, though no view shows it yet"
    );
    assert_eq!(session.step(5, view(6, 1, &["b2"])), [Effect::Show]);
    assert_eq!(session.step(5, view(7, 2, &["b2", "a1"])), [Effect::Show]);
    assert_eq!(session.step(6, play(2, "a2")), [sends(2, 2, "a2")]);
    assert_eq!(session.step(7, done(1)), [], "an answer that comes twice");
    assert!(session.is_waiting());
}

#[test]
fn what_is_wanted_next_is_sent_once_the_last_request_is_answered() {
    let wishes = |act: Act| Event::Wish(act);
    let asks = |id: u64, act: Act| Effect::Send(write(&ToServer::Do { id, act }));
    let mut session = live();
    session.step(1, play(0, "b2"));
    assert_eq!(session.step(1, wishes(Act::Resign)), []);
    assert!(tells(&session.step(2, wishes(Act::Draw)), "not been answered yet"), "one is enough");
    assert_eq!(session.step(3, done(1)), [asks(2, Act::Resign)]);
    // A view answers a move, too, and a refusal anything.
    let mut session = live();
    session.step(1, play(0, "b2"));
    assert_eq!(session.step(1, wishes(Act::Draw)), []);
    assert_eq!(session.step(2, view(6, 1, &["b2"])), [Effect::Show, asks(2, Act::Draw)]);
    assert_eq!(session.step(3, wishes(Act::Takeback)), []);
    assert!(session.step(4, refused(2, Code::State, "no")).contains(&asks(3, Act::Takeback)));
    // A click too many is no wish.
    assert!(tells(&session.step(5, wishes(Act::Takeback)), "not been answered yet"));
    // A move that was chosen before the position changed is not played.
    let mut session = live();
    session.step(1, wishes(Act::Draw));
    assert_eq!(session.step(1, play(0, "b2")), []);
    session.step(2, view(7, 2, &["c3", "a1"]));
    assert!(tells(&session.step(3, done(1)), "position has changed") && !session.is_waiting());
    // Without a connection only what can wait does.
    for (act, waits) in [(Act::Resign, true), (Act::Draw, false)] {
        let mut session = live();
        session.step(1, play(0, "b2"));
        session.step(1, wishes(act.clone()));
        assert_eq!(tells(&session.step(2, Event::Closed(None)), "not connected"), !waits);
        assert_eq!(back(&mut session, 2, view(6, 0, &[])), [Effect::Show, sends(1, 0, "b2")]);
        assert_eq!(session.step(20_000, done(1)), if waits { vec![asks(2, act)] } else { Vec::new() });
    }
}

#[test]
fn a_view_that_shows_a_move_has_answered_it() {
    let mut session = live();
    session.step(1, play(0, "b2"));
    session.step(2, view(6, 1, &["c3"]));
    assert!(session.is_waiting(), "another device has moved; the refusal is on its way");
    let mut session = live();
    session.step(1, play(0, "b2"));
    session.step(2, view(6, 1, &["b2"]));
    assert!(!session.is_waiting());
    assert_eq!(session.step(3, done(1)), []);
    assert!(is_sent(&session.step(3, Event::Wish(Act::Draw))));
}

#[test]
fn a_move_on_an_older_view_is_not_sent() {
    let mut session = live();
    session.step(1, view(7, 2, &["b2", "a1"]));
    assert!(tells(&session.step(2, play(0, "a1")), "position has changed"));
    assert!(!session.is_waiting());
}

#[test]
fn refusals_are_told_and_free_the_way() {
    let mut session = live();
    session.step(1, play(0, "b2"));
    let out = session.step(2, refused(1, Code::Stale, "stale"));
    assert!(tells(&out, "`b2` was not played") && out.contains(&Effect::Show));
    session.step(3, play(0, "zz"));
    assert!(tells(&session.step(4, refused(2, Code::Illegal, "illegal move `zz`")), "illegal move `zz`"));
    assert!(tells(&session.step(5, refused(None, Code::Slow, "too many requests")), "too many"));
    assert_eq!(session.step(5, refused(77, Code::Bad, "not ours")), []);
    assert!(!session.is_waiting() && *session.link() == Link::Live);
}

#[test]
fn a_move_that_was_not_answered_is_sent_again_as_it_was() {
    let mut session = live();
    session.step(1, play(0, "b2"));
    assert_eq!(session.step(2, Event::Closed(Some(1006))), [Effect::Show]);
    assert_eq!(session.step(2, Event::Closed(None)), [], "it is closed already");
    let out = back(&mut session, 2, view(6, 0, &[]));
    assert_eq!(out, [Effect::Show, sends(1, 0, "b2")]);
    // The answer of the connection before is as good.
    assert_eq!(session.step(15_003, done(1)), []);
    assert!(!session.is_waiting());
}

#[test]
fn a_move_is_dropped_when_the_game_has_gone_on() {
    let mut session = live();
    session.step(1, play(0, "b2"));
    session.step(2, Event::Closed(None));
    let out = back(&mut session, 2, view(8, 2, &["c3", "a1"]));
    assert!(tells(&out, "`b2` was not played") && !is_sent(&out), "{out:?}");
    assert!(!session.is_waiting());
    // It was made: that is shown, and nothing needs to be said.
    let mut session = live();
    session.step(1, play(0, "b2"));
    session.step(2, Event::Closed(None));
    assert_eq!(back(&mut session, 2, view(8, 1, &["b2"])), [Effect::Show]);
    assert!(!session.is_waiting());
    // The same `revision`, but not our turn: the game was resigned.
    let mut session = live();
    session.step(1, play(0, "b2"));
    session.step(2, Event::Closed(None));
    let over = RoomView { ending: Some(EarlyEnd::Resigned(1)), ..room(9, 0, &[]) };
    let out = back(&mut session, 2, Event::Received(write(&ToClient::View(Box::new(over)))));
    assert!(tells(&out, "was not played") && !is_sent(&out));
}

#[test]
fn a_player_may_think_again_while_the_connection_is_lost() {
    let mut session = live();
    session.step(1, play(0, "b2"));
    session.step(2, Event::Closed(None));
    assert_eq!(session.step(3, play(0, "a1")), []);
    assert_eq!(back(&mut session, 3, view(6, 0, &[])), [Effect::Show, sends(2, 0, "a1")]);
    assert_eq!(session.step(15_004, done(1)), [], "the answer to the first thought");
    assert!(session.is_waiting());
}

#[test]
fn what_may_do_harm_is_not_repeated() {
    let computer = Act::Computer { seat: 1, player: "easy".to_owned() };
    for act in [Act::Takeback, Act::Draw, Act::Decline, Act::Rematch, computer] {
        let mut session = live();
        assert!(is_sent(&session.step(1, Event::Wish(act.clone()))));
        session.step(2, Event::Closed(None));
        let out = back(&mut session, 2, view(6, 0, &[]));
        assert!(tells(&out, "try again") && !is_sent(&out), "{act:?}: {out:?}");
        session.step(20_000, Event::Closed(None));
        assert!(tells(&session.step(20_001, Event::Wish(act)), "not connected"));
    }
    for act in [Act::Resign, Act::Return, Act::Name("Ada".to_owned())] {
        let mut session = live();
        session.step(1, Event::Closed(None));
        assert_eq!(session.step(2, Event::Wish(act.clone())), []);
        assert!(is_sent(&back(&mut session, 2, view(6, 0, &[]))), "{act:?}");
    }
    let mut session = live();
    session.step(1, Event::Wish(Act::Resign));
    session.step(2, Event::Closed(None));
    let over = RoomView { ending: Some(EarlyEnd::Resigned(0)), ..room(9, 0, &[]) };
    assert_eq!(back(&mut session, 2, Event::Received(write(&ToClient::View(Box::new(over))))), [Effect::Show]);
}

#[test]
fn a_silent_server_is_asked_and_then_given_up() {
    let mut session = live();
    assert_eq!(session.step(QUIET - 1, Event::Tick), []);
    assert_eq!(session.step(QUIET, Event::Tick), [Effect::Send(r#"{"type":"ping"}"#.to_owned())]);
    assert_eq!(session.step(QUIET + 1, Event::Tick), []);
    session.step(QUIET + 2, Event::Received(write(&ToClient::Pong)));
    assert_eq!(session.step(DEAD + 1, Event::Tick), [Effect::Send(r#"{"type":"ping"}"#.to_owned())]);
    let out = session.step(QUIET + 2 + DEAD, Event::Tick);
    assert_eq!(out, [Effect::Close, Effect::Show]);
    assert!(matches!(session.link(), Link::Waiting { .. }));
    assert_eq!(session.step(QUIET + 3 + DEAD, view(99, 9, &[])), [], "nothing of a closed connection counts");
}

#[test]
fn a_request_without_an_answer_ends_the_connection() {
    let mut session = live();
    session.step(1, play(0, "b2"));
    for now in [3_000, 6_000, 9_000] {
        session.step(now, Event::Received(write(&ToClient::Pong)));
        assert!(!session.step(now, Event::Tick).contains(&Effect::Close));
    }
    assert_eq!(session.step(DEAD + 1, Event::Tick), [Effect::Close, Effect::Show]);
}

#[test]
fn a_connection_that_is_never_made_is_tried_again() {
    for connected in [false, true] {
        let mut session = new();
        session.step(0, Event::Tick);
        if connected {
            session.step(1, Event::Connected);
        }
        assert_eq!(session.step(DEAD, Event::Tick), [Effect::Close, Effect::Show]);
        assert!(matches!(session.link(), Link::Waiting { .. }));
    }
}

#[test]
fn what_can_never_work_ends_it_with_a_text() {
    for code in [Code::NoRoom, Code::Token] {
        let mut session = new();
        session.step(0, Event::Tick);
        session.step(0, Event::Connected);
        let out = session.step(1, refused(None, code, "refused"));
        let Link::Ended(why) = session.link().clone() else { panic!("{code:?}") };
        assert_eq!(out, [Effect::Close, Effect::Tell(why), Effect::Show]);
        assert_eq!(session.step(99_999, Event::Tick), []);
        assert_eq!(session.step(99_999, Event::Wish(Act::Draw)), []);
    }
    for close in [Close::NoRoom, Close::OtherVersion] {
        let mut session = live();
        session.step(1, play(0, "b2"));
        session.step(2, Event::Closed(Some(close.code())));
        assert!(matches!(session.link(), Link::Ended(_)) && !session.is_waiting());
    }
}

#[test]
fn a_hello_that_comes_too_soon_is_repeated_later() {
    let mut session = new();
    session.step(0, Event::Tick);
    session.step(0, Event::Connected);
    let out = session.step(1, refused(None, Code::Slow, "too many requests; wait"));
    assert_eq!(out, [Effect::Close, Effect::Tell(Text::plain("too many requests; wait")), Effect::Show]);
    assert!(matches!(session.link(), Link::Waiting { .. }));
}

#[test]
fn what_cannot_be_read_is_told() {
    let mut session = live();
    assert!(tells(&session.step(1, Event::Received("{\"type\":\"new\"}".to_owned())), "cannot read"));
    let mut torn = room(9, 0, &[]);
    torn.view.choices[0].taps[0].cell = 99;
    assert!(!torn.is_sound());
    assert!(tells(&session.step(1, Event::Received(write(&ToClient::View(Box::new(torn))))), "cannot read"));
    assert_eq!(session.room().map(|room| room.version), Some(5));
    assert_eq!(*session.link(), Link::Live);
}

#[test]
fn the_clock_runs_for_the_seat_to_move() {
    let session = live();
    assert_eq!(session.left(0, 2_500), Some(57_500));
    assert_eq!(session.left(1, 2_500), Some(60_000));
    assert_eq!(session.left(0, 99_999), Some(0));
    assert_eq!(session.left(7, 0), None);
    let mut session = live();
    let over = RoomView { ending: Some(EarlyEnd::Agreed), ..room(9, 0, &[]) };
    session.step(1, Event::Received(write(&ToClient::View(Box::new(over)))));
    assert_eq!(session.left(0, 9_000), Some(60_000));
}
