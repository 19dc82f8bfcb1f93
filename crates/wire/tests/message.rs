//! What a server writes is what a client hears, whatever the game.

use agon_rules::{Rng, Start, Text, Viewer, games, text};
use agon_wire::{Chair, Clock, Code, EarlyEnd, Offers, Refusal, RoomView, Ticket, ToClient, Who, hear, json, write};

/// A room with a random game after some moves, with something in every field.
fn room(game: &str, plies: usize, viewer: Viewer) -> RoomView {
    let (mut table, mut rng) = (games::open(game, &[], Start::Seed(5)).expect("a game"), Rng::new(plies as u64));
    for _ in 0..plies {
        let (Some(seat), legal) = (table.turn(), table.legal()) else { break };
        table.play(seat, &legal[rng.below(legal.len())]).expect("a legal move");
    }
    let chair =
        |who| Chair { who, name: "Anna \"A\"".to_owned(), here: false, left_ms: Some(u64::MAX), resigned: false };
    RoomView {
        room: "K7XM4QPT".to_owned(),
        version: u64::MAX,
        revision: 3,
        game: game.to_owned(),
        options: vec![("size".to_owned(), "8".to_owned())],
        clock: Clock::Total { seconds: 60, increment: 2 },
        seat: if let Viewer::Seat(seat) = viewer { Some(seat) } else { None },
        chairs: vec![chair(Who::Human), chair(Who::Open), chair(Who::Computer("expert".to_owned()))],
        watchers: 2,
        offers: Offers { takeback: vec![0], replace: vec![(1, 0)], ..Offers::default() },
        started: true,
        ending: Some(EarlyEnd::Resigned(1)),
        winners: Some(vec![0]),
        next: None,
        record: Some("a~b".to_owned()),
        view: table.view(viewer),
    }
}

#[test]
fn a_client_hears_every_view_as_it_was_sent() {
    for info in games::list() {
        for plies in [0, 1, 2, 7, 30, 400] {
            for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator] {
                let message = ToClient::View(Box::new(room(info.id, plies, viewer)));
                assert_eq!(hear(&write(&message)), Some(message), "{} after {plies}", info.id);
            }
        }
    }
}

#[test]
fn a_client_hears_every_other_message_too() {
    let why = text!("{n} seat is open" | "{n} seats are open", n = 2);
    for message in [
        ToClient::Done { id: u64::MAX },
        ToClient::Refused { id: None, refusal: Refusal::new(Code::Slow, Text::plain("wait")) },
        ToClient::Refused { id: Some(7), refusal: Refusal::new(Code::NoRoom, why) },
        ToClient::Pong,
    ] {
        assert_eq!(hear(&write(&message)), Some(message));
    }
    let ticket = Ticket { room: "K7XM4QPT".to_owned(), seat: None, token: Some("secret".to_owned()) };
    assert_eq!(json::read(&write(&ticket)), Some(ticket));
}

#[test]
fn what_is_no_message_is_not_heard() {
    let view = write(&ToClient::View(Box::new(room("gambit", 3, Viewer::Seat(0)))));
    let nested = "[".repeat(100_000);
    for text in ["", "7", "[]", "{}", r#"{"type":"view"}"#, r#"{"type":"done","id":-1}"#, r#"{"type":3}"#, &nested] {
        assert_eq!(hear(text), None, "{text:.40}");
    }
    assert_eq!(hear(&view[..view.len() - 1]), None);
    assert_eq!(hear(&view.replace("\"ply\":3", "\"ply\":\"3\"")), None);
    // What later servers may add is not read.
    assert!(hear(&view.replace("\"ply\":3", "\"ply\":3,\"later\":[{\"a\":1.5}]")).is_some());
}
