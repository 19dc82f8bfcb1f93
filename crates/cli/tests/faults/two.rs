//! Two processes over one Redis, one of which is killed: its games go on at the other.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use agon_wire::{EarlyEnd, Ticket};
use serde_json::json;

use super::http::{create, join, look, play};
use super::process::{Redis, Server, eventually};
use super::tables::{PLAIN, Tables};

/// A game goes on at the other process within this time.
const SOON: Duration = Duration::from_secs(10);

fn first_choice(address: &str, ticket: &Ticket) -> (u64, String) {
    let view = look(address, ticket).expect("a view");
    (view.revision, view.view.choices.first().expect("it is my turn").text.clone())
}

/// Makes moves until the turn has gone to the computer, which may answer at once.
fn play_turn(address: &str, ticket: &Ticket) {
    let plies = look(address, ticket).expect("a view").view.history.len();
    loop {
        let seen = look(address, ticket).expect("a view");
        let gone = seen.view.history.iter().skip(plies).any(|step| step.seat == 1);
        if gone || seen.view.turn != Some(0) {
            return;
        }
        let text = &seen.view.choices.first().expect("it is the person's turn").text;
        assert_eq!(play(address, ticket, seen.revision, text).0, 200, "this process takes moves at once");
    }
}

/// How many scripts Redis has run: leases and appends.
fn scripts(url: &str) -> u64 {
    let address = url.trim_start_matches("redis://").trim_end_matches('/');
    let mut line = TcpStream::connect(address).expect("Redis is there");
    line.write_all(b"INFO commandstats\r\nQUIT\r\n").expect("it listens");
    let mut text = String::new();
    line.read_to_string(&mut text).expect("it answers");
    let calls = text
        .lines()
        .filter_map(|line| line.strip_prefix("cmdstat_evalsha:calls=")?.split(',').next()?.parse::<u64>().ok());
    calls.sum()
}

#[test]
fn players_of_a_killed_process_play_on_at_the_other() {
    let redis = Redis::start();
    let url = redis.url();
    let mut one = Server::start(&["--redis", &url]);
    let two = Server::start(&["--redis", &url]);
    let tables = Tables::open(4, 5, PLAIN, [&one.address, &two.address]);
    eventually("a game between two processes is over", || tables.over() > 0);
    one.process.kill();
    tables.moved([&two.address; 2]);
    let tally = tables.finish().audit(&two.address);
    println!("one of two processes killed: {tally}");
    assert_eq!((tally.lost, tally.doubled), (0, 0), "{tally}");
    assert!(tally.returns >= 1 && tally.longest < crate::busy::at_most(SOON), "{tally}");
}

#[test]
fn clocks_and_computers_of_a_killed_process_go_on_at_the_other() {
    let redis = Redis::start();
    let url = redis.url();
    let mut one = Server::start(&["--redis", &url]);
    let two = Server::start(&["--redis", &url]);
    let (here, there) = (&one.address, &two.address);
    // The first process answers for the computer, and so drives the room.
    let wish = json!({"game": "gambit", "seats": ["me", {"computer": "easy"}]});
    let alone = create(here, &wish).expect("a room");
    let answers = |address: &str| {
        let history = look(address, &alone).expect("a view").view.history;
        history.iter().filter(|step| step.seat == 1).count()
    };
    play_turn(here, &alone);
    eventually("the computer answers", || {
        answers(here) > 0 && look(here, &alone).expect("a view").view.turn == Some(0)
    });
    // Both know the room with a clock, and the first is the first to look after it.
    let timed = create(here, &json!({"game": "gambit", "clock": {"move": {"seconds": 4}}})).expect("a room");
    join(there, &timed.room).expect("a seat");
    assert!(look(here, &timed).expect("a view").started);
    let begin = Instant::now();
    let before = scripts(&url);
    one.process.kill();
    let known = answers(there);
    play_turn(there, &alone);
    let clock = thread::spawn({
        let (there, timed) = (there.clone(), timed.clone());
        move || {
            eventually("the time is up", || look(&there, &timed).expect("a view").ending.is_some());
            (begin.elapsed(), look(&there, &timed).expect("a view").ending)
        }
    });
    eventually("the computer plays on", || answers(there) > known);
    let computer = begin.elapsed();
    let (clock, ending) = clock.join().expect("the clock is looked after");
    let asked = scripts(&url) - before;
    println!(
        "after a kill: the computer plays on in {computer:.1?}, a clock of 4 s ends in {clock:.1?}, {asked} scripts"
    );
    assert_eq!(ending, Some(EarlyEnd::TimeUp(0)));
    assert!(computer < crate::busy::at_most(SOON) && clock < crate::busy::at_most(SOON), "{computer:?} {clock:?}");
    assert!(asked < 100, "Redis was asked {asked} times while it was waited for");
}

#[test]
fn a_process_paused_past_its_lease_writes_nothing_stale() {
    let redis = Redis::start();
    let url = redis.url();
    let one = Server::start(&["--redis", &url, "--bots", "2"]);
    let two = Server::start(&["--redis", &url, "--bots", "2"]);
    let (here, there) = (&one.address, &two.address);
    let cells = ["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2", "a3", "b3", "c3", "d3", "e3"];
    let five = json!([["size", "5"], ["line", "5"]]);
    // One room with a clock that the first process looks after, and that runs out while it sleeps.
    let timed = create(here, &json!({"game": "tic-tac-toe", "options": five, "clock": {"move": {"seconds": 5}}}));
    let timed = timed.expect("a room");
    let friend = join(there, &timed.room).expect("a seat");
    assert!(look(here, &timed).expect("a view").started);
    assert_eq!(play(here, &timed, 0, cells[0]).0, 200);
    // One in which a computer thinks there at this very moment, for a second and a half.
    let wish = json!({"game": "tic-tac-toe", "options": five, "seats": ["me", {"computer": "mcts:time=1500ms"}]});
    let alone = create(here, &wish).expect("a room");
    assert_eq!(play(here, &alone, 0, "c3").0, 200);
    one.process.signal("-STOP");
    assert_eq!(look(there, &alone).expect("a view").revision, 1, "the computer has not answered yet");
    // Somebody still asks the one that sleeps, with what will be long past when it wakes.
    let asleep = thread::spawn({
        let (here, friend) = (here.clone(), friend.clone());
        move || play(&here, &friend, 1, "e5")
    });
    let begin = Instant::now();
    let mut made = 1;
    let mut taken_over = None;
    // Two moves a turn of the clock, until the first one's lease and its clock have both run out.
    while taken_over.is_none() || begin.elapsed() < Duration::from_secs(7) {
        let who = if made % 2 == 0 { &timed } else { &friend };
        assert_eq!(play(there, who, made as u64, cells[made]).0, 200, "move {made} at the other process");
        made += 1;
        eventually("a second passes, or the computer answers", || {
            let answered = look(there, &alone).expect("a view").revision >= 2;
            taken_over = taken_over.or_else(|| answered.then(|| begin.elapsed()));
            begin.elapsed() > Duration::from_secs(made as u64)
        });
        assert!(made < 12, "nobody takes the computer over");
    }
    let (revision, text) = first_choice(there, &alone);
    assert_eq!((revision, play(there, &alone, 2, &text).0), (2, 200));
    one.process.signal("-CONT");
    println!("a paused process is stood in for in {:.1?}", taken_over.expect("it was"));
    assert_eq!(asleep.join().expect("it is answered"), (409, "stale".to_owned()));
    let both = |ticket: &Ticket| [here, there].map(|address| look(address, ticket).expect("a view"));
    eventually("the computer answers once more", || both(&alone).iter().all(|view| view.revision == 4));
    // The game goes on at both, and both know the same.
    for _ in 0..2 {
        let (who, address) = if made % 2 == 0 { (&timed, here) } else { (&friend, there) };
        assert_eq!(play(address, who, made as u64, cells[made]).0, 200, "move {made}");
        made += 1;
    }
    // Word from one to the other takes a moment.
    eventually("both know every move", || both(&timed).iter().all(|view| view.view.ply == made));
    for view in &both(&timed) {
        let texts: Vec<_> = view.view.history.iter().map(|step| step.text.as_str()).collect();
        assert_eq!((texts, &view.ending), (cells[..made].to_vec(), &None));
    }
    let [first, second] = both(&alone);
    assert_eq!(first.view.history, second.view.history);
    let seats: Vec<_> = first.view.history.iter().map(|step| step.seat).collect();
    assert_eq!(seats, [0, 1, 0, 1]);
}
