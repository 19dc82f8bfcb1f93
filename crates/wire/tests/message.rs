//! What a server writes is what a client hears, whatever the game.

use agon_rules::{Rng, Start, Text, Viewer, games, text};
use agon_wire::{
    Act, Chair, Clock, Code, EarlyEnd, Known, Listing, LobbyChange, LobbyView, NewRoom, Offers, OpenGame, Phrase,
    Place, Presence, Quick, Refusal, RoomView, Ticket, ToClient, ToServer, Who, hear, json, read, say, write,
};

/// A room with a random game after some moves, with something in every field.
fn room(game: &str, plies: usize, viewer: Viewer) -> RoomView {
    let (mut table, mut rng) = (games::open(game, &[], Start::Seed(5)).expect("a game"), Rng::new(plies as u64));
    for _ in 0..plies {
        let (Some(seat), legal) = (table.turn(), table.legal()) else { break };
        table.play(seat, &legal[rng.below(legal.len())]).expect("a legal move");
    }
    let chair = |who| Chair {
        who,
        name: "Anna \"A\"".to_owned(),
        here: false,
        left_ms: Some(u64::MAX),
        resigned: false,
        said: None,
    };
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
        rated: false,
        players: Vec::new(),
        ending: Some(EarlyEnd::Resigned(1)),
        winners: Some(vec![0]),
        listing: Listing::Private,
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
        ToClient::Presence(Presence { version: 7, here: vec![true, false], watchers: 3, left_ms: vec![1, u64::MAX] }),
        ToClient::Presence(Presence { version: 0, here: vec![], watchers: 0, left_ms: vec![] }),
    ] {
        assert_eq!(hear(&write(&message)), Some(message));
    }
    for code in [
        "malformed",
        "version",
        "no_room",
        "full",
        "token",
        "not_seated",
        "stale",
        "turn",
        "illegal",
        "state",
        "slow",
        "storage",
        "bad",
    ] {
        let text = format!(r#"{{"type":"refused","code":"{code}","text":"no"}}"#);
        assert_eq!(hear(&text), serde_json::from_str(&text).ok(), "{code}");
        assert!(hear(&text).is_some(), "{code}");
    }
    let ticket = Ticket { room: "K7XM4QPT".to_owned(), seat: None, token: Some("secret".to_owned()) };
    assert_eq!(json::read(&write(&ticket)), Some(ticket));
}

#[test]
fn a_client_hears_the_lobby_and_all_that_can_be_said_of_a_room() {
    let clocks = [Clock::None, Clock::Move { seconds: 5 }, Clock::Total { seconds: 60, increment: 2 }];
    let endings = [EarlyEnd::Resigned(1), EarlyEnd::TimeUp(0), EarlyEnd::Agreed, EarlyEnd::RulesChanged];
    let listings = [Listing::Private, Listing::Offered, Listing::Quick];
    for (n, (phrase, _)) in Phrase::ALL.into_iter().enumerate() {
        let mut view = room("gambit", 3, Viewer::Seat(0));
        view.chairs[0].said = Some(phrase);
        view.chairs[1].resigned = true;
        let change = [None, Some(-7), Some(12)][n % 3];
        view.players = vec![Known { seat: 1, id: "abc".to_owned(), rating: 1500, deviation: 350, change }];
        (view.rated, view.clock, view.listing) = (true, clocks[n % 3], listings[n % 3]);
        view.ending = Some(endings[n % 4].clone());
        let open = OpenGame {
            room: "K7XM4QPT".to_owned(),
            game: "gambit".to_owned(),
            options: view.options.clone(),
            clock: view.clock,
            rated: n % 2 == 0,
            chairs: view.chairs.clone(),
        };
        for message in [
            ToClient::View(Box::new(view)),
            ToClient::Lobby(LobbyView { people: n, games: vec![open.clone(), open.clone()] }),
            ToClient::LobbyChange(LobbyChange { people: n, put: vec![open], gone: vec!["K7XM4QPT".to_owned()] }),
            ToClient::LobbyChange(LobbyChange::default()),
        ] {
            assert_eq!(hear(&write(&message)), Some(message));
        }
    }
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

#[test]
fn what_a_client_says_is_what_serde_would_write() {
    let odd = "a \"quote\", a \\, a \n and a \u{1} in é 🎲".to_owned();
    let acts = [
        Act::Play { revision: u64::MAX, text: odd.clone() },
        Act::Resign,
        Act::Takeback,
        Act::Draw,
        Act::Decline,
        Act::Rematch,
        Act::Computer { seat: 1, player: "expert".to_owned() },
        Act::Return,
        Act::Name(odd.clone()),
        Act::Withdraw,
        Act::Report { seat: 5 },
    ];
    let phrases = Phrase::ALL.map(|(phrase, _)| Act::Say(phrase));
    let acts = acts.into_iter().chain(phrases).map(|act| ToServer::Do { id: 7, act });
    let hello = |token| ToServer::Hello { v: 3, room: "K7XM4QPT".to_owned(), token };
    for message in acts.chain([hello(None), hello(Some(odd.clone())), ToServer::Lobby { v: 3 }, ToServer::Ping]) {
        assert_eq!(read(&say(&message)), Ok(message));
    }
    let clocks = [Clock::None, Clock::Move { seconds: 5 }, Clock::Total { seconds: 60, increment: 2 }];
    for clock in clocks {
        let options = vec![("size".to_owned(), odd.clone()), ("line".to_owned(), "4".to_owned())];
        let seats = vec![Place::Me, Place::Open, Place::Computer(odd.clone())];
        for new in [
            NewRoom { game: odd.clone(), clock, ..NewRoom::default() },
            NewRoom {
                options: options.clone(),
                seats,
                shuffle: true,
                clock,
                rated: true,
                key: Some(odd.clone()),
                ..NewRoom::default()
            },
        ] {
            assert_eq!(serde_json::from_str::<NewRoom>(&say(&new)).expect("a room"), new);
        }
        for (rated, key) in [(false, None), (true, Some(odd.clone()))] {
            let (game, options, name) = ("gambit".to_owned(), options.clone(), odd.clone());
            let quick = Quick { game, options, clock, name, rated, key };
            assert_eq!(serde_json::from_str::<Quick>(&say(&quick)).expect("a wish"), quick);
        }
    }
}
