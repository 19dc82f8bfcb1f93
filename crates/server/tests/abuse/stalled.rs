//! Spectators that never read: they are dropped in time, and players do not notice them.

use std::time::{Duration, Instant};

use agon_wire::{Act, ToClient, ToServer, write};
use serde_json::json;
use tokio::net::TcpSocket;

use super::house::{House, Raw, hello};

/// A client that accepts nothing is gone within this time.
const GONE: Duration = Duration::from_secs(10);

/// Lets one player do something and waits until the other sees it; how long that took.
async fn exchange(from: &mut Raw, to: &mut Raw, id: u64) -> Duration {
    let begin = Instant::now();
    let name = id.to_string();
    from.text(&write(&ToServer::Do { id, act: Act::Name(name.clone()) })).await;
    to.view(|view| view.chairs[0].name == name).await;
    let took = begin.elapsed();
    assert_eq!(from.reply().await, ToClient::Done { id });
    took
}

fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times[(times.len() - 1) * percent / 100]
}

#[tokio::test]
async fn spectators_that_never_read_are_dropped_and_slow_nobody_down() {
    let count = std::env::var("AGON_STALLED").ok().and_then(|text| text.parse().ok()).unwrap_or(50);
    let house = House::open();
    let address = house.listen().await;
    // A game whose views are long, so that what is not read is soon not taken.
    let (me, friend) = house.pair(json!({"game": "primi-composti"})).await;
    let mut a = Raw::enter(&address, &me.room, me.token.as_deref()).await;
    let mut b = Raw::enter(&address, &me.room, friend.token.as_deref()).await;
    let mut id = 0;
    let mut alone = Vec::new();
    for _ in 0..100 {
        id += 1;
        alone.push(exchange(&mut a, &mut b, id).await);
    }
    let mut stalled = Vec::new();
    for _ in 0..count {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(1024).expect("a small buffer");
        let stream = socket.connect(address.parse().expect("an address")).await.expect("a connection");
        let mut raw = Raw::over(stream, &address, "").await.expect("a socket");
        raw.text(&hello(&me.room, None)).await;
        stalled.push(raw);
    }
    let begin = Instant::now();
    b.view(|view| view.watchers > 0).await;
    let mut beside = Vec::new();
    let (mut most, mut gone) = (0, None);
    while gone.is_none() || beside.len() < 100 {
        id += 1;
        beside.push(exchange(&mut a, &mut b, id).await);
        let watchers = house.look(&me.room).await.watchers;
        most = most.max(watchers);
        if watchers == 0 && most > 0 && gone.is_none() {
            gone = Some(begin.elapsed());
        }
        assert!(
            begin.elapsed() < crate::busy::at_most(GONE) || gone.is_some(),
            "{watchers} of {count} still count as watching"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (p50, p99) = (percentile(&mut beside, 50), percentile(&mut beside, 99));
    let before = (percentile(&mut alone, 50), percentile(&mut alone, 99));
    println!("{count} stalled ({most} at once): all gone after {gone:?}; p50 {p50:?}, p99 {p99:?}; before {before:?}");
    assert!(most * 10 >= count * 9, "only {most} of {count} were there at once");
    assert!(p50 < crate::busy::at_most(Duration::from_millis(100)), "views come promptly: {p50:?}");
    assert!(
        beside.iter().all(|time| *time < crate::busy::at_most(Duration::from_secs(1))),
        "no view waits: {:?}",
        beside.iter().max()
    );
    drop(stalled);
}
