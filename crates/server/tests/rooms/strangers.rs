//! People who do not know each other: nobody gains by taking back, by resigning, by the other's absence or by choosing
//! among deals.

use std::time::Duration;

use agon_wire::{Act, Code, Ticket};
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
