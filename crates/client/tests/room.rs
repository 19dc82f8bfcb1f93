//! A game in a room, against views as a server sends them.

use agon_client::{Effect, Hindrance, Intent, Name, Online, Refusal, Venue};
use agon_rules::{Seat, Start, Table, Viewer, games};
use agon_wire::{
    Act, Chair, Clock, EarlyEnd, Event, Listing, Offers, RoomView, Ticket, ToClient, ToServer, Who, write,
};

fn room(table: &dyn Table, seat: Option<Seat>, version: u64) -> RoomView {
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
        game: table.id().to_owned(),
        options: table.options().into_iter().map(|(name, value)| (name, value.to_string())).collect(),
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

fn send(online: &mut Online, room: &RoomView) -> Vec<Effect> {
    online.hear(20, Event::Received(write(&ToClient::View(Box::new(room.clone())))))
}

fn enter(room: &RoomView) -> Online {
    let ticket = Ticket { room: room.room.clone(), seat: room.seat, token: Some("secret".to_owned()) };
    let mut online = Online::new(ticket, 7, None);
    assert_eq!((online.seats(), online.hindrance()), (0, Some(Hindrance::NotStarted)), "nothing has come yet");
    online.hear(0, Event::Tick);
    online.hear(10, Event::Connected);
    assert!(send(&mut online, room).contains(&Effect::Changed { from: 0 }));
    online
}

#[test]
fn a_move_is_a_wish_until_the_server_shows_it() {
    let mut table = games::open("tic-tac-toe", &[], Start::Seed(0)).expect("a game");
    let mut online = enter(&room(&*table, Some(0), 0));
    let effects = online.act(30, Intent::Play("b2".into())).expect("it is my turn");
    let [Effect::Socket(agon_wire::Effect::Send(text))] = &effects[..] else { panic!("{effects:?}") };
    let sent = serde_json::from_str(text).expect("a message");
    assert!(matches!(sent, ToServer::Do { act: Act::Play { revision: 0, text }, .. } if text == "b2"));
    assert_eq!(online.ply(), 0);
    table.play(0, "b2").expect("legal");
    assert!(send(&mut online, &room(&*table, Some(0), 1)).contains(&Effect::Changed { from: 0 }));
    assert_eq!((online.ply(), online.hindrance()), (1, Some(Hindrance::TurnOf(1))));
    let refused = online.act(40, Intent::Play("a1".into()));
    assert_eq!(refused, Err(Refusal::Hindered(Hindrance::TurnOf(1))));
}

#[test]
fn who_has_resigned_keeps_their_name_cannot_return_and_has_not_won() {
    let mut table = games::open("tic-tac-toe", &[], Start::Seed(0)).expect("a game");
    let mut now = room(&*table, Some(0), 0);
    (now.chairs[0].who, now.chairs[0].resigned) = (Who::Computer("medium".to_owned()), true);
    let chairs = now.chairs.clone();
    assert!(!enter(&now).is_replaced(), "there is no seat to take back");
    for (seat, text) in [(0, "a1"), (1, "a2"), (0, "b1"), (1, "b2"), (0, "c1")] {
        table.play(seat, text).expect("legal");
    }
    let online = enter(&RoomView { chairs, winners: Some(vec![1]), ..room(&*table, Some(1), 5) });
    assert!(online.has_resigned(0) && !online.has_resigned(1));
    assert_eq!(online.name(0), Name::Called("Ada".to_owned()));
    assert_eq!(online.ending().expect("an end").winners, [1]);
}

#[test]
fn earlier_plies_are_known_where_nothing_is_left_to_chance_and_follow_a_takeback() {
    let mut table = games::open("gambit", &[], Start::Seed(3)).expect("a game");
    table.play(0, "d2xd4").expect("legal");
    table.play(1, "c3xc1").expect("legal");
    let mut online = enter(&room(&*table, Some(1), 2));
    for ply in 0..2 {
        assert_eq!(online.view_at(ply), table.view_at(ply, Viewer::Seat(1)), "{ply}");
    }
    table.undo();
    send(&mut online, &room(&*table, Some(1), 3));
    let other = table.legal().into_iter().find(|text| text != "c3xc1").expect("another move");
    table.play(1, &other).expect("legal");
    send(&mut online, &room(&*table, Some(1), 4));
    assert_eq!(online.view_at(1), table.view_at(1, Viewer::Seat(1)));
    assert_eq!(online.history()[1].text, other);
    assert_eq!(online.record(), None, "no help while the game goes on");
    assert!(!online.may_rate(0));
}

#[test]
fn what_is_hidden_is_known_only_as_far_as_it_was_seen() {
    let options = [("players".to_owned(), "2".to_owned())];
    let mut table = games::open("primi-composti", &options, Start::Seed(5)).expect("a game");
    let text = table.legal()[0].clone();
    table.play(0, &text).expect("legal");
    let online = enter(&room(&*table, Some(1), 1));
    assert_eq!((online.view_at(0), online.view_at(1).is_some()), (None, true));
}

#[test]
fn endings_name_the_winner_for_every_member() {
    let table = games::open("tic-tac-toe", &[], Start::Seed(0)).expect("a game");
    let ended = |seat: Option<Seat>, ending: EarlyEnd, winners: Vec<Seat>| {
        let mut view = room(&*table, seat, 2);
        (view.ending, view.winners) = (Some(ending), Some(winners));
        let online = enter(&view);
        assert_eq!((online.turn(), online.hindrance()), (None, Some(Hindrance::Over)));
        online.prompt().to_string()
    };
    assert_eq!(ended(Some(0), EarlyEnd::Resigned(1), vec![0]), "Player 2 resigned: you win");
    assert_eq!(ended(Some(1), EarlyEnd::Resigned(1), vec![0]), "you resigned: Ada wins");
    assert_eq!(ended(None, EarlyEnd::TimeUp(0), vec![1]), "Ada ran out of time: Player 2 wins");
    assert_eq!(ended(None, EarlyEnd::Agreed, vec![]), "a draw by agreement");
}

#[test]
fn members_are_called_by_what_they_are() {
    let table = games::open("tic-tac-toe", &[], Start::Seed(0)).expect("a game");
    let mut view = room(&*table, None, 0);
    assert_eq!(enter(&view).names(), [Name::Called("Ada".into()), Name::Player(1)]);
    view.chairs[1].who = Who::Open;
    view.started = false;
    let mut online = enter(&view);
    assert_eq!((online.name(1), online.open_seats()), (Name::Open, vec![1]));
    assert_eq!(online.act(30, Intent::Resign), Err(Refusal::Watching));
    view.chairs[0].here = false;
    view.version = 1;
    send(&mut online, &view);
    assert!(online.is_away(0) && !online.is_away(1));
}
