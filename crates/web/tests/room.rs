//! The screen of a game in a room, against views as a server sends them.

use agon_client::{Connection, Proposal};
use agon_rules::{Seat, Start, Table, Text, Viewer, games};
use agon_web::desk::Input;
use agon_web::room::{Effect, Room, Stage, answer};
use agon_web::screen::Screen;
use agon_wire::{
    Act, Chair, Clock, Close, EarlyEnd, Event, Listing, Offers, RoomView, Ticket, ToClient, ToServer, Who, write,
};

/// A room with two people, as a seat sees it.
fn view(table: &dyn Table, seat: Option<Seat>, version: u64) -> RoomView {
    let chair = |name: &str| Chair {
        who: Who::Human,
        name: name.to_owned(),
        here: true,
        left_ms: Some(90_500),
        resigned: false,
        said: None,
    };
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
        rated: false,
        players: Vec::new(),
        ending: None,
        winners: None,
        listing: Listing::Private,
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
    assert!(room.hear(0, Event::Tick).contains(&Effect::Socket(agon_wire::Effect::Connect)));
    let hello = room.hear(10, Event::Connected);
    assert!(
        matches!(&hello[..], [Effect::Socket(agon_wire::Effect::Send(text))] if text.contains("secret")),
        "{hello:?}"
    );
    assert_eq!(room.lobby(10).connection, Connection::Connecting);
    send(&mut room, view);
    room
}

fn names(screen: &Screen) -> Vec<String> {
    screen.plates.iter().map(|player| player.name.to_string()).collect()
}

fn clocks(screen: &Screen) -> Vec<String> {
    screen.plates.iter().filter_map(|player| player.clock.clone()).collect()
}

fn sent(effects: &[Effect]) -> Vec<Act> {
    let texts = effects.iter().filter_map(|effect| match effect {
        Effect::Socket(agon_wire::Effect::Send(text)) => Some(text),
        _ => None,
    });
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
    assert_eq!(room.lobby(20).connection, Connection::Live);
    let screen = room.screen(20);
    assert_eq!(names(&screen), ["You", "Player 2"]);
    assert_eq!(clocks(&screen), ["1:31", "1:31"]);
    // The clock runs for the seat to move.
    assert_eq!(clocks(&room.screen(5_020)), ["1:26", "1:31"]);
    assert_eq!(room.clocks(5_020), [Some("1:26".to_owned()), Some("1:31".to_owned())]);
    let centre = screen.table.areas[0].spots[4].site;
    let effects = room.take(30, Input::Tap(centre));
    assert_eq!(sent(&effects), [Act::Play { revision: 0, text: "b2".to_owned() }]);
    assert_eq!(room.lobby(30).connection, Connection::Sending);
    assert!(room.screen(30).history.steps.is_empty(), "nothing is shown before the server says so");
    table.play(0, "b2").expect("legal");
    let effects = send(&mut room, &view(&*table, Some(0), 1));
    assert!(effects.contains(&Effect::Moved));
    let said = effects.iter().find_map(|effect| if let Effect::Say(said) = effect { Some(said) } else { None });
    assert!(said.expect("it is said").iter().any(|sentence| *sentence == "You: b2"), "{effects:?}");
    let effects = room.take(40, Input::Tap(centre));
    assert!(sent(&effects).is_empty());
    assert!(room.screen(40).message.expect("a refusal").text == "it is Player 2's turn");
}

#[test]
fn whoever_watches_cannot_move_and_is_offered_a_free_seat() {
    let table = table();
    let mut seen = view(&*table, None, 0);
    seen.chairs[1].who = Who::Open;
    seen.started = false;
    let mut room = enter(&seen);
    let lobby = room.lobby(20);
    assert_eq!((lobby.seat, lobby.stage, lobby.open.as_slice()), (None, Stage::Waiting, &[1][..]));
    assert_eq!(names(&room.screen(20)), ["Ada", "Open seat"]);
    assert!(room.screen(20).table.areas[0].spots.iter().all(|spot| !spot.lit));
    let site = room.screen(20).table.areas[0].spots[0].site;
    assert!(sent(&room.take(30, Input::Tap(site))).is_empty());
    assert!(room.screen(30).message.expect("a refusal").text.to_string().contains("watching"));
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
    let offers: Vec<(Proposal, Seat)> = lobby.offers.iter().map(|(offer, _)| (offer.proposal, offer.by)).collect();
    assert_eq!(offers, [(Proposal::Takeback, 1), (Proposal::Draw, 0), (Proposal::Replace(1), 0)]);
    assert_eq!(lobby.offers[0].1, "Player 2 offers to take the last move back");
    assert_eq!(lobby.offers[1].1, "you offer a draw");
    assert!(lobby.away.len() == 1 && lobby.away[0].1 == "Player 2");
    assert!(room.screen(20).plates[1].sub == "Away");
    assert_eq!(sent(&room.ask(30, Act::Decline)), [Act::Decline]);
    let ending = |ending: EarlyEnd, winners: Vec<Seat>| RoomView {
        ending: Some(ending),
        winners: Some(winners),
        version: 2,
        revision: 2,
        ..view(&*table, Some(0), 1)
    };
    for (seen, prompt) in [
        (ending(EarlyEnd::Resigned(1), vec![0]), "Player 2 resigned: you win"),
        (ending(EarlyEnd::TimeUp(0), vec![1]), "you ran out of time: Player 2 wins"),
        (ending(EarlyEnd::Agreed, vec![]), "a draw by agreement"),
    ] {
        let mut room = enter(&view(&*table, Some(0), 1));
        send(&mut room, &seen);
        assert_eq!(room.screen(40).prompt, prompt);
        assert!(room.screen(40).tools.over && room.lobby(40).stage == Stage::Over);
    }
}

#[test]
fn earlier_positions_are_looked_at_while_the_game_goes_on() {
    let mut table = table();
    table.play(0, "b2").expect("legal");
    table.play(1, "a1").expect("legal");
    let mut room = enter(&view(&*table, Some(0), 2));
    room.take(30, Input::Look(1));
    assert_eq!((room.screen(30).history.at, room.screen(30).history.steps.len()), (1, 2));
    assert!(!room.screen(30).tools.branch, "there is no other way in a room");
    let site = room.screen(30).table.areas[0].spots[0].site;
    assert!(sent(&room.take(30, Input::Tap(site))).is_empty(), "the past is only looked at");
    table.play(0, "c3").expect("legal");
    send(&mut room, &view(&*table, Some(0), 3));
    assert_eq!((room.screen(40).history.at, room.screen(40).history.steps.len()), (1, 3));
    room.take(40, Input::Look(usize::MAX));
    assert_eq!(room.screen(40).history.at, 3);
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
    assert!(matches!(room.lobby(1_000).connection, Connection::Waiting(_)));
    assert_eq!(room.screen(1_000).table.areas.len(), 1, "the board stays");
    room.hear(1_000, Event::Closed(Some(Close::NoRoom.code())));
    let mut room = enter(&view(&*table, Some(0), 0));
    room.hear(1_000, Event::Closed(Some(Close::NoRoom.code())));
    assert!(matches!(room.lobby(1_000).connection, Connection::Ended(why) if why.to_string().contains("no such room")));
}

#[test]
fn answers_of_servers_are_told_from_those_of_anything_else() {
    assert_eq!(answer::<u32>(200, "7"), Ok(7));
    assert_eq!(answer::<u32>(409, r#"{"detail":"no free seat","code":"full"}"#), Err(Text::plain("no free seat")));
    for (status, text) in [(200, "<html>"), (404, "<html>"), (502, ""), (0, "x")] {
        assert!(
            answer::<u32>(status, text).expect_err("no answer").to_string().contains("no server"),
            "{status} {text}"
        );
    }
}
