//! People who do not know each other: nobody gains by taking back, by resigning, by the other's absence or by choosing
//! among deals.

use std::sync::Arc;
use std::time::Duration;

use agon_rules::Rng;
use agon_server::store::{LocalBus, Memory, Store};
use agon_server::{Change, Decision, Event, Hub, Outside, Room, Settings, make};
use agon_wire::{Act, Code, NewRoom, Ticket};
use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::time::advance;

use super::client::{House, play};

/// A room of people; the maker comes first.
async fn room(house: &House, wish: Value, people: usize) -> Vec<Ticket> {
    let mut tickets = vec![house.create(wish).await];
    while tickets.len() < people {
        tickets.push(house.join(&tickets[0].room).await);
    }
    tickets
}

fn left(view: &Value, seat: usize) -> u64 {
    view["chairs"][seat]["left_ms"].as_u64().expect("a clock")
}

fn stand_in(seat: usize) -> Act {
    Act::Computer { seat, player: "medium".into() }
}

/// Lets the player of a seat make the first move in their list.
async fn moves(house: &House, who: &Ticket) {
    let (_, view) = house.look(who).await;
    let text = view["view"]["choices"][0]["text"].as_str().expect("a move");
    let (status, answer) = house.act(who, &play(view["revision"].as_u64().expect("a number"), text)).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
}

async fn done(house: &House, who: &Ticket, act: Act) -> Value {
    let (status, view) = house.act(who, &act).await;
    assert_eq!(status, StatusCode::OK, "{act:?}: {view}");
    view
}

#[tokio::test(start_paused = true)]
async fn a_takeback_restores_the_clocks_of_that_moment() {
    let house = House::open();
    let clock = json!({"total": {"seconds": 20, "increment": 10}});
    let people = room(&house, json!({"game": "tic-tac-toe", "clock": clock}), 2).await;
    for _ in 0..3 {
        moves(&house, &people[0]).await;
        advance(Duration::from_secs(5)).await;
        moves(&house, &people[1]).await;
        let (_, view) = house.look(&people[0]).await;
        assert_eq!((left(&view, 0), left(&view, 1)), (30_000, 25_000));
        done(&house, &people[0], Act::Takeback).await;
        let view = done(&house, &people[1], Act::Takeback).await;
        assert_eq!((view["view"]["ply"].as_u64(), left(&view, 0), left(&view, 1)), (Some(0), 20_000, 20_000));
    }
    // Later moves keep the times of the moves before them.
    moves(&house, &people[0]).await;
    moves(&house, &people[1]).await;
    moves(&house, &people[0]).await;
    done(&house, &people[0], Act::Takeback).await;
    let view = done(&house, &people[1], Act::Takeback).await;
    assert_eq!((left(&view, 0), left(&view, 1)), (30_000, 30_000));
}

#[tokio::test(start_paused = true)]
async fn a_computer_that_comes_gives_nobody_else_their_time_back() {
    let house = House::open();
    let clock = json!({"total": {"seconds": 200, "increment": 0}});
    let people = room(&house, json!({"game": "tic-tac-toe", "clock": clock}), 2).await;
    advance(Duration::from_secs(70)).await;
    let view = done(&house, &people[0], stand_in(1)).await;
    assert_eq!(left(&view, 0), 130_000);
}

#[tokio::test]
async fn among_three_the_last_who_has_not_resigned_wins() {
    let house = House::open();
    let people = room(&house, json!({"game": "primi-composti", "options": [["players", 3]]}), 3).await;
    let view = done(&house, &people[2], Act::Resign).await;
    assert_eq!((&view["chairs"][2]["resigned"], view.get("winners")), (&json!(true), None));
    assert_eq!(view["chairs"][0].get("resigned"), None);
    let view = done(&house, &people[0], Act::Resign).await;
    assert_eq!((&view["ending"], &view["winners"]), (&json!({"resigned": 0}), &json!([1])));
    assert_eq!(view["chairs"][0]["resigned"], true);
}

/// A game of three from a seed in which the first player resigns at once and everybody moves at random; the room at its end.
fn resigned_at_once(seed: u64) -> Room {
    let mut rng = Rng::new(seed);
    let options = vec![("players".to_owned(), "3".to_owned()), ("cards".to_owned(), "3".to_owned())];
    let wish: NewRoom = serde_json::from_value(json!({"game": "primi-composti", "options": options})).expect("a room");
    let (made, _) = make(&wish, seed, "key", &|count| (0..count).collect()).expect("a room");
    let mut room = Room::replay("ROOM", &[made], 0).expect("a room");
    let outside = Outside { now: 0, away: vec![None; 3] };
    let happen = |room: &mut Room, change: Change| {
        change.events.iter().for_each(|event| room.apply(event, 0).expect("it was decided here"));
    };
    while !room.started() {
        let (mut joined, _) = room.join("", "another key").expect("a seat");
        if let Some(Event::Dealt { seed: drawn }) = joined.events.last_mut() {
            *drawn = seed;
        }
        happen(&mut room, joined);
    }
    let mut act = Act::Resign;
    let mut seat = 0;
    while !room.is_over() {
        match room.decide(Some(seat), &act, &outside).expect("it can be done") {
            Decision::Happens(change) => happen(&mut room, change),
            other => panic!("{other:?}"),
        }
        let random = |room: &Room, rng: &mut Rng| {
            let legal = room.record().replay().expect("the game so far").legal();
            legal[rng.below(legal.len())].clone()
        };
        while let Some(revision) = room.thinker().map(|thinker| thinker.revision) {
            let text = random(&room, &mut rng);
            let change = room.computer_move(revision, &text, 0).expect("a legal move");
            happen(&mut room, change);
        }
        if let Some(turn) = room.view(None, &outside, 0).view.turn {
            seat = turn;
            act = play(room.revision(), &random(&room, &mut rng));
        }
    }
    room
}

#[test]
fn who_has_resigned_does_not_win_by_the_moves_of_a_computer() {
    let mut won = 0;
    for seed in 0..60 {
        let room = resigned_at_once(seed);
        let rules = room.record().replay().expect("a game").outcome().expect("an end").winners();
        let view = room.view(Some(1), &Outside { now: 0, away: vec![None; 3] }, 0);
        let winners = view.winners.expect("an end");
        assert!(!winners.contains(&0) && winners.is_empty() == rules.is_empty(), "seed {seed}: {winners:?}");
        assert_eq!(view.view.outcome.expect("an end").winners(), winners, "seed {seed}");
        won += usize::from(rules == [0]);
    }
    assert!(won > 5, "the computer has won {won} times only");
}

#[tokio::test]
async fn who_has_resigned_has_no_say() {
    let house = House::open();
    let people = room(&house, json!({"game": "primi-composti", "options": [["players", 3]]}), 3).await;
    done(&house, &people[0], Act::Resign).await;
    for act in [Act::Takeback, Act::Draw, Act::Decline, Act::Return, Act::Rematch, stand_in(1)] {
        assert_eq!(house.refused(&people[0], &act).await, Code::State, "{act:?}");
    }
    assert_eq!(house.look(&people[1]).await.1["offers"], json!({}));
}

#[tokio::test(start_paused = true)]
async fn between_two_people_a_computer_takes_over_after_a_minute() {
    let house = House::open();
    let people = room(&house, json!({"game": "tic-tac-toe"}), 2).await;
    house.look(&people[0]).await;
    advance(Duration::from_secs(59)).await;
    assert_eq!(house.refused(&people[0], &stand_in(1)).await, Code::State);
    assert_eq!(house.look(&people[0]).await.1["offers"], json!({}));
    advance(Duration::from_secs(2)).await;
    done(&house, &people[0], stand_in(1)).await;
    done(&house, &people[1], Act::Return).await;
}

#[tokio::test(start_paused = true)]
async fn among_three_two_who_agree_need_not_wait_a_minute_and_one_alone_must() {
    let house = House::open();
    let people = room(&house, json!({"game": "primi-composti", "options": [["players", 3]]}), 3).await;
    advance(Duration::from_secs(15)).await;
    assert_eq!(house.refused(&people[0], &stand_in(2)).await, Code::State, "nobody else is here");
    house.look(&people[1]).await;
    let view = done(&house, &people[0], stand_in(2)).await;
    assert_eq!(view["offers"]["replace"], json!([[2, 0]]));
    let view = done(&house, &people[1], stand_in(2)).await;
    assert_eq!(view["chairs"][2]["who"], json!({"computer": "medium"}));
}

#[tokio::test(start_paused = true)]
async fn nothing_is_agreed_in_the_name_of_somebody_who_is_away() {
    let house = House::open();
    let people = room(&house, json!({"game": "tic-tac-toe"}), 2).await;
    done(&house, &people[0], play(0, "b2")).await;
    done(&house, &people[1], play(1, "a1")).await;
    done(&house, &people[1], Act::Draw).await;
    advance(Duration::from_secs(90)).await;
    let before = house.look(&people[0]).await.1["view"]["history"].clone();
    done(&house, &people[0], stand_in(1)).await;
    for act in [Act::Takeback, Act::Draw, Act::Rematch] {
        assert_eq!(house.refused(&people[0], &act).await, Code::State, "{act:?}");
    }
    for act in [Act::Takeback, Act::Draw, Act::Decline] {
        assert_eq!(house.refused(&people[1], &act).await, Code::State, "{act:?}: they have not come back yet");
    }
    let view = done(&house, &people[1], Act::Return).await;
    assert_eq!((&view["chairs"][1]["who"], &view["view"]["history"]), (&json!("human"), &before));
    // What they had offered before is not to be agreed to any more.
    let view = done(&house, &people[0], Act::Draw).await;
    assert_eq!((&view["offers"]["draw"], view.get("ending")), (&json!([0]), None));
    // Both are here: they may take back what they like.
    done(&house, &people[0], Act::Takeback).await;
    assert_eq!(done(&house, &people[1], Act::Takeback).await["view"]["ply"], 0);
}

#[tokio::test(start_paused = true)]
async fn a_rematch_needs_the_player_whom_a_computer_has_replaced() {
    let house = House::open();
    let people = room(&house, json!({"game": "tic-tac-toe"}), 2).await;
    advance(Duration::from_secs(90)).await;
    done(&house, &people[0], stand_in(1)).await;
    done(&house, &people[0], Act::Resign).await;
    let view = done(&house, &people[0], Act::Rematch).await;
    assert_eq!((&view["offers"]["rematch"], view.get("next")), (&json!([0]), None));
    let view = done(&house, &people[1], Act::Rematch).await;
    assert!(view["next"].is_string(), "{view}");
}

#[tokio::test]
async fn hands_are_dealt_when_everybody_sits() {
    let house = House::open();
    let wish = json!({"game": "primi-composti", "options": [["players", 3]]});
    let me = house.create(wish).await;
    let own = |view: &Value| view["view"]["zones"].to_string();
    let spectator = Ticket { room: me.room.clone(), seat: None, token: None };
    let before = own(&house.look(&me).await.1);
    assert_eq!(before, own(&house.look(&spectator).await.1), "there is nothing to look at yet");
    house.join(&me.room).await;
    assert_eq!(before, own(&house.look(&me).await.1));
    house.join(&me.room).await;
    assert_ne!(own(&house.look(&me).await.1), own(&house.look(&spectator).await.1), "now I have my cards");
}

#[test]
fn names_do_not_fill_a_room() {
    let wish: NewRoom = serde_json::from_value(json!({"game": "tic-tac-toe"})).expect("a room");
    let (made, _) = make(&wish, 1, "key", &|count| (0..count).collect()).expect("a room");
    let mut room = Room::replay("ROOM", &[made], 0).expect("a room");
    let (joined, _) = room.join("", "another key").expect("a seat");
    joined.events.iter().for_each(|event| room.apply(event, 0).expect("it was decided here"));
    let outside = Outside { now: 0, away: vec![None; 2] };
    let mut refused = 0;
    for name in 0..25_000 {
        match room.decide(Some(0), &Act::Name(name.to_string()), &outside) {
            Ok(Decision::Happens(change)) => {
                change.events.iter().for_each(|event| room.apply(event, 0).expect("it was decided here"));
            }
            other => refused += usize::from(other.is_err()),
        }
    }
    assert!(refused > 20_000 && room.decide(Some(0), &Act::Draw, &outside).is_ok(), "{refused} were refused");
    assert!(room.decide(Some(1), &Act::Name("Ann".into()), &outside).is_ok(), "the other player may have a name");
}

#[tokio::test]
async fn a_deal_is_not_known_before_the_last_seat_is_taken() {
    let (store, wish) = (Arc::new(Memory::new()), json!({"game": "primi-composti", "options": [["players", 3]]}));
    let hub = Hub::new(store.clone(), Arc::new(LocalBus::new()), Settings::default());
    let me = hub.create(&serde_json::from_value(wish).expect("a room")).await.expect("a room");
    hub.join(&me.room, "", None).await.expect("a seat");
    let computer = Act::Computer { seat: 2, player: "easy".into() };
    hub.act(&me.room, me.token.clone(), computer).await.expect("a computer");
    let events = store.tail(&me.room, 0).await.expect("a store").expect("a room");
    let events: Vec<Event> = events.iter().map(|text| Event::read(text).expect("an event")).collect();
    let [Event::Made { seed: made, .. }, _, Event::Computer { .. }, Event::Dealt { seed: dealt }] = &events[..] else {
        panic!("{events:?}")
    };
    assert!(made != dealt && *dealt != 0);
    let room = Room::replay(&me.room, &events, 0).expect("a room");
    assert!(room.record().to_string().contains(&format!("seed={dealt}")));
    // A room of before has no such event, and its first deal holds.
    let room = Room::replay(&me.room, &events[..3], 0).expect("a room");
    assert!(room.started() && room.record().to_string().contains(&format!("seed={made}")));
}
