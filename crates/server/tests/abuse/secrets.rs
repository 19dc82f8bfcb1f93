//! Non-interference: of two rooms that differ only in what a viewer must not see, that viewer is told the same, byte by
//! byte, whatever anybody sends. And no token is kept anywhere.

use std::collections::HashMap;

use agon_rules::{Rng, Seat, Start, Viewer, games};
use agon_server::{Decision, Event, Outside, Room, make};
use agon_wire::{Act, NewRoom, ToServer, read, write};

use super::noise::message;

/// How many messages both rooms of the pairs of a game read.
const MESSAGES: usize = 20_000;
/// How many a pair takes before the next one comes.
const EVENING: usize = 80;

/// A game with something to hide, and the first moves that hide it in either room.
struct Case {
    game: &'static str,
    options: &'static [(&'static str, &'static str)],
    secret_moves: [&'static [&'static str]; 2],
}

const CASES: [Case; 5] = [
    Case { game: "primi-composti", options: &[("players", "3"), ("cards", "5")], secret_moves: [&[], &[]] },
    Case {
        game: "primi-composti",
        options: &[("players", "4"), ("cards", "3"), ("version", "2"), ("uncover", "true")],
        secret_moves: [&[], &[]],
    },
    Case { game: "parity-twist", options: &[("variant", "lanier")], secret_moves: [&[], &[]] },
    Case { game: "parity-twist", options: &[("variant", "draft")], secret_moves: [&[], &[]] },
    Case { game: "parity-twist", options: &[("variant", "hidden-master")], secret_moves: [&["m=3"], &["m=8"]] },
];

fn options(case: &Case) -> Vec<(String, String)> {
    case.options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn outside(now: u64, away: u64, seats: usize) -> Outside {
    Outside { now, away: (0..seats).map(|seat| (away >> seat & 1 == 1).then_some(away)).collect() }
}

/// A room of people from a seed, with the moves that hide something.
fn room(case: &Case, seed: u64, moves: &[&str]) -> Room {
    let wish = NewRoom {
        game: case.game.to_owned(),
        options: options(case),
        seats: vec![],
        shuffle: false,
        clock: agon_wire::Clock::None,
        name: String::new(),
        rated: false,
        key: None,
    };
    let (made, _) = make(&wish, seed, "key", &|count| (0..count).collect()).expect("a room");
    let mut room = Room::replay("ABCDEFGH", &[made], 0).expect("it can be replayed");
    while let Ok((joined, seat)) = room.join("", "another key") {
        room.apply(&joined.events[0], 0).expect("seat is open");
        assert!(seat < 6);
    }
    for (seat, text) in moves.iter().enumerate() {
        let moved = Event::Moved { seat, text: (*text).to_owned(), left: vec![] };
        room.apply(&moved, 0).expect("a legal move");
    }
    room
}

fn shown(room: &Room, viewer: Option<Seat>, outside: &Outside) -> String {
    write(&room.view(viewer, outside, 0))
}

/// Pairs of seeds whose rooms look alike to a viewer and are not.
fn twins(case: &Case, viewer: Option<Seat>, count: usize) -> Vec<(u64, u64)> {
    if !case.secret_moves[0].is_empty() {
        return (0..count as u64).map(|seed| (seed, seed)).collect();
    }
    let (mut known, mut pairs) = (HashMap::new(), Vec::new());
    for seed in 0..60_000 {
        let table = games::open(case.game, &options(case), Start::Seed(seed)).expect("a game");
        let seen = table.position(viewer.map_or(Viewer::Spectator, Viewer::Seat));
        let whole = table.position(Viewer::Referee);
        if let Some((twin, other)) = known.insert(seen, (seed, whole.clone()))
            && other != whole
        {
            pairs.push((twin, seed));
        }
        if pairs.len() == count {
            break;
        }
    }
    assert_eq!(pairs.len(), count, "not enough twins of {} for {viewer:?}", case.game);
    pairs
}

/// Sends both rooms the same noise; says how many messages were the same to the viewer, and how many moves were made.
fn evening(case: &Case, viewer: Option<Seat>, seeds: (u64, u64), rng: &mut Rng) -> (usize, usize) {
    let [first, second] = case.secret_moves;
    let (mut a, mut b) = (room(case, seeds.0, first), room(case, seeds.1, second));
    let seats = a.seats().len();
    let mut moves = 0;
    for now in 0..EVENING {
        let who = Some(rng.below(seats + 1)).filter(|seat| *seat < seats);
        let outside = outside(now as u64, rng.bits() & rng.bits() & rng.bits(), seats);
        let either = if rng.below(2) == 0 { &a } else { &b };
        let view = either.view(who, &outside, 0);
        let texts: Vec<String> = view.view.choices.iter().map(|choice| choice.text.clone()).collect();
        let text = message(rng, view.revision, &texts);
        let answers = (read(&text), read(&text));
        let (Ok(ToServer::Do { act, .. }), Ok(_)) = answers else { continue };
        // The rules let an attempt at the hidden number fail for all to see: that is the game.
        if matches!(&act, Act::Play { text, .. } if case.secret_moves.concat().iter().any(|secret| secret[1..] == text[text.find('=').unwrap_or(0)..]))
        {
            continue;
        }
        let decided = (a.decide(who, &act, &outside), b.decide(who, &act, &outside));
        let is_play = matches!(act, Act::Play { .. });
        if who == viewer || who.is_none() || !is_play {
            assert_eq!(decided.0, decided.1, "{viewer:?} is answered differently: {who:?} {text}");
        }
        // Another seat can play what it has in both rooms only.
        let (Ok(decision), Ok(same)) = decided else { continue };
        if decision != same {
            continue;
        }
        let events = match decision {
            Decision::Already => continue,
            Decision::Happens(change) => change.events,
            Decision::Rematch(_) => vec![Event::Next { room: "HGFEDCBA".to_owned() }],
        };
        for event in &events {
            moves += usize::from(matches!(event, Event::Moved { .. }));
            a.apply(event, now as u64).expect("it was decided");
            b.apply(event, now as u64).expect("it was decided");
        }
        // At the end all is open, and a card that is drawn is seen: there the secrets differ no more in secret.
        let position = |room: &Room| room.view(viewer, &outside, 0).view.position;
        if a.is_over() || b.is_over() || position(&a) != position(&b) {
            let drawn = case.game == "parity-twist";
            assert!(a.is_over() || drawn, "{viewer:?} sees another position after {text}");
            return (now, moves);
        }
        for viewer in [viewer, None] {
            assert_eq!(
                shown(&a, viewer, &outside),
                shown(&b, viewer, &outside),
                "{viewer:?} sees a difference after {text}"
            );
        }
    }
    (EVENING, moves)
}

#[test]
fn rooms_that_differ_in_secrets_only_tell_a_viewer_the_same() {
    let mut rng = Rng::new(1);
    for case in &CASES {
        let seats = games::open(case.game, &options(case), Start::Seed(0)).expect("a game").seats();
        let (mut messages, mut moves) = (0, 0);
        // Where a move hides something its maker sees it.
        let first = case.secret_moves[0].len();
        for viewer in (first..seats).map(Some).chain([None]) {
            let share = MESSAGES / (seats + 1 - first);
            let pairs = twins(case, viewer, 40);
            let begin = messages;
            for pair in pairs.into_iter().cycle() {
                let (seen, made) = evening(case, viewer, pair, &mut rng);
                messages += seen + 1;
                moves += made;
                if messages - begin >= share {
                    break;
                }
            }
        }
        assert!(messages >= MESSAGES - 4 && moves > 200, "{}: {messages} messages, {moves} moves", case.game);
    }
}
