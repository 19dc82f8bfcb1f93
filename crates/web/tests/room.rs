//! The screen of a game in a room, against views as a server sends them.

use agon_rules::{Seat, Start, Table, Viewer, games};
use agon_web::desk::Input;
use agon_web::room::{Effect, Kind, Room, State, answer};
use agon_wire::{Act, Chair, Clock, Close, Ending, Event, Offers, RoomView, Ticket, ToClient, ToServer, Who, write};

/// A room with two people, as a seat sees it.
fn view(table: &dyn Table, seat: Option<Seat>, version: u64) -> RoomView {
    let chair = |name: &str| Chair { who: Who::Human, name: name.to_owned(), here: true, left_ms: Some(90_500) };
    RoomView {
        room: "K7XM4QPT".to_owned(),
        version,
        revision: version,
        game: "tic-tac-toe".to_owned(),
        options: Vec::new(),
        clock: Clock::Total { seconds: 90, increment: 0 },
        seat,
        chairs: vec![chair("Ada"), chair("")],
        watchers: 0,
        offers: Offers::default(),
        started: true,
        ending: None,
        winners: None,
        next: None,
        record: None,
        view: table.view(seat.map_or(Viewer::Spectator, Viewer::Seat)),
    }
}

fn table() -> Box<dyn Table> {
    games::open("tic-tac-toe", &[], Start::Seed(0)).expect("a game")
}

fn send(room: &mut Room, view: &RoomView) -> Vec<Effect> {
    room.hear(20, Event::Received(write(&ToClient::View(Box::new(view.clone())))))
}

/// A room that is live.
fn enter(view: &RoomView) -> Room {
    let ticket = Ticket { room: view.room.clone(), seat: view.seat, token: Some("secret".to_owned()) };
    let mut room = Room::new(ticket, 7);
    assert_eq!(room.hear(0, Event::Tick), [Effect::Connect]);
    let hello = room.hear(10, Event::Connected);
    assert!(matches!(&hello[..], [Effect::Send(text)] if text.contains("secret")), "{hello:?}");
    assert_eq!(room.lobby(10).state, State::Connecting);
    send(&mut room, view);
    room
}

fn sent(effects: &[Effect]) -> Vec<Act> {
    let texts = effects.iter().filter_map(|effect| if let Effect::Send(text) = effect { Some(text) } else { None });
    let acts = texts.filter_map(|text| match serde_json::from_str(text) {
        Ok(ToServer::Do { act, .. }) => Some(act),
        _ => None,
    });
    acts.collect()
}

#[test]
fn a_tap_is_a_wish_and_the_board_waits_for_the_server() {
    let mut table = table();
    let mut room = enter(&view(&*table, Some(0), 0));
    assert_eq!(room.lobby(20).state, State::Live);
    let screen = room.screen(20);
    assert_eq!(screen.names, ["you", "player 2"]);
    assert_eq!(screen.clocks, [Some("1:31".to_owned()), Some("1:31".to_owned())]);
    // The clock runs for the seat to move.
    assert_eq!(room.screen(5_020).clocks, [Some("1:26".to_owned()), Some("1:31".to_owned())]);
    let centre = screen.areas[0].spots[4].site;
    let effects = room.take(30, Input::Tap(centre));
    assert_eq!(sent(&effects), [Act::Play { revision: 0, text: "b2".to_owned() }]);
    assert_eq!(room.lobby(30).state, State::Sending);
    assert!(room.screen(30).history.is_empty(), "nothing is shown before the server says so");
    table.play(0, "b2").expect("legal");
    let effects = send(&mut room, &view(&*table, Some(0), 1));
    assert!(effects.contains(&Effect::Moved));
    assert!(matches!(&effects[..], [Effect::Say(said), ..] if said.contains("you: b2")), "{effects:?}");
    let effects = room.take(40, Input::Tap(centre));
    assert!(sent(&effects).is_empty());
    assert!(room.screen(40).message.expect("a refusal").text.contains("turn of player 2"));
}

#[test]
fn whoever_watches_cannot_move_and_is_offered_a_free_seat() {
    let table = table();
    let mut seen = view(&*table, None, 0);
    seen.chairs[1].who = Who::Open;
    seen.started = false;
    let mut room = enter(&seen);
    let lobby = room.lobby(20);
    assert_eq!((lobby.seated, lobby.started, lobby.open.as_slice()), (false, false, &[1][..]));
    assert_eq!(room.screen(20).names, ["Ada", "(open)"]);
    assert!(room.screen(20).areas[0].spots.iter().all(|spot| !spot.lit));
    let site = room.screen(20).areas[0].spots[0].site;
    assert!(sent(&room.take(30, Input::Tap(site))).is_empty());
    assert!(room.screen(30).message.expect("a refusal").text.contains("watch"));
}

#[test]
fn offers_and_absent_players_and_endings_are_told() {
    let mut table = table();
    table.play(0, "b2").expect("legal");
    let mut seen = view(&*table, Some(0), 1);
    seen.offers = Offers { takeback: vec![1], draw: vec![0], rematch: Vec::new(), replace: vec![(1, 0)] };
    seen.chairs[1].here = false;
    let mut room = enter(&seen);
    let lobby = room.lobby(20);
    let offers: Vec<(Kind, bool)> = lobby.offers.iter().map(|offer| (offer.kind, offer.mine)).collect();
    assert_eq!(offers, [(Kind::Takeback, false), (Kind::Draw, true), (Kind::Replace(1), true)]);
    assert_eq!(lobby.away, [(1, "player 2".to_owned())]);
    assert_eq!(room.screen(20).away, [1]);
    assert_eq!(sent(&room.wish(30, Act::Decline)), [Act::Decline]);
    let ending = |ending: Ending, winners: Vec<Seat>| RoomView {
        ending: Some(ending),
        winners: Some(winners),
        version: 2,
        revision: 2,
        ..view(&*table, Some(0), 1)
    };
    for (seen, prompt) in [
        (ending(Ending::Resigned(1), vec![0]), "player 2 resigned. you win"),
        (ending(Ending::TimeUp(0), vec![1]), "you: the time is up. player 2 wins"),
        (ending(Ending::Agreed, vec![]), "a draw, by agreement"),
    ] {
        let mut room = enter(&view(&*table, Some(0), 1));
        send(&mut room, &seen);
        assert_eq!(room.screen(40).prompt, prompt);
        assert!(room.screen(40).over && room.lobby(40).over);
    }
}

#[test]
fn earlier_positions_are_looked_at_while_the_game_goes_on() {
    let mut table = table();
    table.play(0, "b2").expect("legal");
    table.play(1, "a1").expect("legal");
    let mut room = enter(&view(&*table, Some(0), 2));
    room.take(30, Input::Look(1));
    assert_eq!((room.screen(30).at, room.screen(30).history.len()), (1, 2));
    assert!(!room.screen(30).can_branch, "there is no other way in a room");
    let site = room.screen(30).areas[0].spots[0].site;
    assert!(sent(&room.take(30, Input::Tap(site))).is_empty(), "the past is only looked at");
    table.play(0, "c3").expect("legal");
    send(&mut room, &view(&*table, Some(0), 3));
    assert_eq!((room.screen(40).at, room.screen(40).history.len()), (1, 3));
    room.take(40, Input::Look(usize::MAX));
    assert_eq!(room.screen(40).at, 3);
}

#[test]
fn a_rematch_is_gone_to_once_and_only_by_players() {
    let table = table();
    for (seat, wanted) in [(Some(0), 1), (None, 0)] {
        let mut seen = view(&*table, seat, 1);
        let mut room = enter(&seen);
        (seen.next, seen.version) = (Some("AAAABBBB".to_owned()), 2);
        let mut effects = send(&mut room, &seen);
        seen.version = 3;
        effects.extend(send(&mut room, &seen));
        let count = effects.iter().filter(|effect| matches!(effect, Effect::Next(_))).count();
        assert_eq!(count, wanted);
    }
}

#[test]
fn a_lost_connection_is_shown_with_the_time_of_the_next_try() {
    let table = table();
    let mut room = enter(&view(&*table, Some(0), 0));
    room.hear(1_000, Event::Closed(None));
    assert!(matches!(room.lobby(1_000).state, State::Waiting(_)));
    assert_eq!(room.screen(1_000).areas.len(), 1, "the board stays");
    room.hear(1_000, Event::Closed(Some(Close::NoRoom.code())));
    let mut room = enter(&view(&*table, Some(0), 0));
    room.hear(1_000, Event::Closed(Some(Close::NoRoom.code())));
    assert!(matches!(room.lobby(1_000).state, State::Ended(why) if why.contains("no such room")));
}

#[test]
fn answers_of_servers_are_told_from_those_of_anything_else() {
    assert_eq!(answer::<u32>(200, "7"), Ok(7));
    assert_eq!(answer::<u32>(409, r#"{"detail":"no free seat","code":"full"}"#), Err("no free seat".to_owned()));
    for (status, text) in [(200, "<html>"), (404, "<html>"), (502, ""), (0, "x")] {
        assert!(answer::<u32>(status, text).expect_err("no answer").contains("no server"), "{status} {text}");
    }
}
