//! Redis paused and started again in the middle of games: moves are refused or wait, and everything goes on by itself.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::http::{create, health, look, pair, play};
use super::process::{Redis, Server, eventually};
use super::tables::{PLAIN, Tables};

/// A server gives up on Redis within this time, on an idle machine.
const LIMIT: Duration = Duration::from_secs(8);

#[test]
fn while_redis_is_paused_moves_are_refused_or_wait_and_then_games_go_on() {
    let redis = Redis::start();
    let server = Server::start(&["--redis", &redis.url()]);
    let address = &server.address;
    let [me, friend] = pair(address, &json!({"game": "tic-tac-toe"}));
    assert_eq!(play(address, &me, 0, "b2").0, 200);
    let tables = Tables::open(4, 6, PLAIN, [address; 2]);
    eventually("a game is over", || tables.over() > 0);
    redis.process.signal("-STOP");
    let begin = Instant::now();
    let others = thread::spawn({
        let address = address.clone();
        move || {
            let healthy = health(&address);
            (healthy, create(&address, &json!({"game": "tic-tac-toe"})), begin.elapsed())
        }
    });
    let refused = play(address, &friend, 1, "a1");
    let took = begin.elapsed();
    // What is in memory is shown all the same.
    assert_eq!(look(address, &me).expect("a view").revision, 1);
    let (healthy, made, last) = others.join().expect("all are answered");
    redis.process.signal("-CONT");
    assert_eq!(refused, (503, "storage".to_owned()));
    assert_eq!((healthy, made), (503, None));
    assert!(last < crate::busy::at_most(LIMIT) && took < crate::busy::at_most(LIMIT), "{last:?} {took:?}");
    // Another move for the same turn: at most one of the two is made, and the record tells which.
    eventually("the player can move", || match play(address, &friend, 1, "c3") {
        (200, _) => true,
        (409, code) => code == "stale",
        (status, code) => {
            assert_eq!((status, &*code), (503, "storage"));
            false
        }
    });
    let view = look(address, &me).expect("a view");
    assert!(view.revision == 2 && ["a1", "c3"].contains(&&*view.view.history[1].text), "{:?}", view.view.history);
    assert_eq!(play(address, &me, 2, "a2").0, 200, "the game goes on");
    let tally = tables.finish().audit(address);
    println!("Redis paused: a move was refused after {took:.1?}; {tally}");
    assert_eq!((tally.lost, tally.doubled), (0, 0), "{tally}");
    assert!(tally.longest > Duration::from_secs(2), "nobody noticed: {tally}");
    assert_eq!(tally.returns, 0, "whoever waits for the store is not let go as dead: {tally}");
}

#[test]
fn while_redis_is_away_moves_are_refused_and_then_games_go_on() {
    let mut redis = Redis::start();
    let server = Server::start(&["--redis", &redis.url()]);
    let address = &server.address;
    let [me, friend] = pair(address, &json!({"game": "tic-tac-toe"}));
    // The computer's turn comes while Redis is away.
    let alone = create(address, &json!({"game": "tic-tac-toe", "seats": ["me", {"computer": "mcts:time=500ms"}]}));
    let alone = alone.expect("a room");
    assert_eq!(play(address, &me, 0, "b2").0, 200);
    assert_eq!(play(address, &alone, 0, "b2").0, 200);
    redis.process.kill();
    let begin = Instant::now();
    assert_eq!(play(address, &friend, 1, "a1"), (503, "storage".to_owned()));
    let took = begin.elapsed();
    assert_eq!(health(address), 503);
    assert_eq!(look(address, &me).expect("a view").revision, 1);
    // The computer has thought of its move by now, and could not make it.
    eventually("a second passes", || begin.elapsed() > Duration::from_secs(1));
    assert_eq!(look(address, &alone).expect("a view").revision, 1);
    redis.start_again();
    let begin = Instant::now();
    eventually("the player can move", || play(address, &friend, 1, "a1").0 == 200);
    let back = begin.elapsed();
    eventually("the computer can move", || look(address, &alone).expect("a view").revision == 2);
    println!("Redis away: refused after {took:.1?}, back after {back:.1?}, the computer after {:.1?}", begin.elapsed());
    assert!(
        took < crate::busy::at_most(LIMIT) && begin.elapsed() < crate::busy::at_most(LIMIT),
        "{took:?} {:?}",
        begin.elapsed()
    );
    assert_eq!(play(address, &me, 2, "a2").0, 200);
    eventually("it says that it is well", || health(address) == 200);
    let texts: Vec<_> = look(address, &me).expect("a view").view.history.into_iter().map(|step| step.text).collect();
    assert_eq!(texts, ["b2", "a1", "a2"]);
}
