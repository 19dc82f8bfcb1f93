//! A lost connection is seen by the others within three seconds, and a slow one is not taken for lost.

use std::time::{Duration, Instant};

use agon_wire::ToClient;
use serde_json::json;

use super::house::{Heard, House, Raw};

/// So long others may believe that somebody who is gone is still there.
const SEEN: Duration = Duration::from_secs(3);

/// Answers pings for so long, sends a last message, and is never heard of again; how long until the other one saw it.
async fn vanish(house: &House, address: &str, after: Duration) -> Duration {
    let (me, friend) = house.pair(json!({"game": "tic-tac-toe"})).await;
    let mut a = Raw::enter(address, &me.room, me.token.as_deref()).await;
    let mut b = Raw::enter(address, &me.room, friend.token.as_deref()).await;
    a.view(|view| view.chairs[1].here).await;
    let begin = Instant::now();
    while let Ok(heard) = tokio::time::timeout_at((begin + after).into(), b.next()).await {
        assert!(!matches!(heard, Heard::Close(_) | Heard::Gone));
    }
    b.text("{\"type\":\"ping\"}").await;
    let lost = Instant::now();
    a.view(|view| !view.chairs[1].here).await;
    let took = lost.elapsed();
    // The connection was open all the time: nothing told the server that it is lost.
    drop(b);
    took
}

#[tokio::test]
async fn a_player_who_vanishes_is_seen_to_be_away_within_three_seconds() {
    let house = House::open();
    let address = house.listen().await;
    // At any moment between two pings.
    let lost = (0..12).map(|step| vanish(&house, &address, Duration::from_millis(90 * step)));
    let took = futures_util::future::join_all(lost).await;
    assert!(took.iter().all(|took| *took < crate::busy::at_most(SEEN)), "{took:?}");
    assert!(took.iter().all(|took| *took > Duration::from_secs(2)), "nobody is given up rashly: {took:?}");
}

#[tokio::test]
async fn a_player_whose_answers_take_two_seconds_stays() {
    let house = House::open();
    let address = house.listen().await;
    let (me, friend) = house.pair(json!({"game": "tic-tac-toe"})).await;
    let mut a = Raw::enter(&address, &me.room, me.token.as_deref()).await;
    let mut b = Raw::enter(&address, &me.room, friend.token.as_deref()).await;
    a.view(|view| view.chairs[1].here).await;
    let slow = tokio::spawn(async move {
        b.polite = false;
        for _ in 0..4 {
            // Whatever has come meanwhile is answered now: two seconds late.
            tokio::time::sleep(Duration::from_secs(2)).await;
            b.write(&super::house::frame(0x8A, b"")).await;
        }
        b
    });
    // The other one reads all the time, and never sees the slow one away.
    let begin = Instant::now();
    while let Ok(message) = tokio::time::timeout_at((begin + Duration::from_secs(8)).into(), a.message()).await {
        assert!(!matches!(message, ToClient::View(view) if !view.chairs[1].here), "after {:?}", begin.elapsed());
    }
    slow.await.expect("no panic");
}
