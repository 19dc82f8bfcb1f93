//! The lobby without a server: rooms are posted and taken down, time passes, and the messages are compared.

use agon_wire::{Chair, Clock, LobbyChange, OpenGame, Who};

use super::{Beat, Lobby, Post};

/// An open game as `CODE GAME PEOPLE/SEATS`.
fn game(text: &str) -> OpenGame {
    let mut words = text.split(' ');
    let mut word = || words.next().expect("a word").to_owned();
    let (room, game, seats) = (word(), word(), word());
    let (people, seats) = seats.split_once('/').expect("people and seats");
    let (people, seats): (usize, usize) = (people.parse().expect("people"), seats.parse().expect("seats"));
    let chair = |at| {
        let who = if at < people { Who::Human } else { Who::Open };
        Chair { who, name: String::new(), here: at < people, left_ms: None, resigned: false, said: None }
    };
    OpenGame {
        room,
        game,
        options: Vec::new(),
        clock: Clock::None,
        rated: false,
        chairs: (0..seats).map(chair).collect(),
    }
}

fn post(lobby: &mut Lobby, text: &str, quick: bool, since: u64) {
    let game = game(text);
    lobby.post(&game.room.clone(), Some(Post::new(game, quick, since, super::nowhere())));
}

/// A beat in a few words: `people; +put; -gone; moves`.
fn told(beat: &Beat) -> String {
    let mut words = Vec::new();
    if let Some(LobbyChange { people, put, gone }) = &beat.change {
        words.push(people.to_string());
        words.extend(put.iter().map(|game| format!("+{} {}/{}", game.room, game.taken(), game.chairs.len())));
        words.extend(gone.iter().map(|room| format!("-{room}")));
    }
    words.extend(beat.moves.iter().map(|(room, to)| format!("{room}>{to}")));
    words.join(" ")
}

#[test]
fn changes_between_two_beats_are_told_together_and_once() {
    let mut lobby = Lobby::default();
    assert_eq!(lobby.beat(0), Beat::default(), "an empty lobby says nothing");
    post(&mut lobby, "B red 1/2", false, 10);
    post(&mut lobby, "A red 1/3", false, 20);
    post(&mut lobby, "C red 1/2", false, 30);
    lobby.post("C", None);
    assert_eq!(told(&lobby.beat(200)), "2 +B 1/2 +A 1/3", "those who wait longest are first");
    assert_eq!(told(&lobby.beat(400)), "");
    post(&mut lobby, "A red 2/3", false, 20);
    lobby.post("B", None);
    assert_eq!(told(&lobby.beat(600)), "2 +A 2/3 -B");
    lobby.post("A", None);
    assert_eq!(told(&lobby.beat(800)), "0 -A");
}

#[test]
fn that_people_come_and_go_is_told_now_and_then() {
    let mut lobby = Lobby::default();
    lobby.visit(|visitors| visitors + 1);
    assert_eq!(told(&lobby.beat(2_000)), "1");
    lobby.visit(|visitors| visitors + 1);
    assert_eq!(told(&lobby.beat(2_200)), "");
    assert_eq!(told(&lobby.beat(3_800)), "");
    assert_eq!(told(&lobby.beat(4_000)), "2");
    post(&mut lobby, "A red 1/2", false, 4_100);
    assert_eq!(told(&lobby.beat(4_200)), "3 +A 1/2", "but with everything else at once");
}

#[test]
fn who_comes_sees_what_was_told_last_and_hears_the_rest() {
    let mut lobby = Lobby::default();
    post(&mut lobby, "A red 1/2", false, 0);
    lobby.beat(200);
    post(&mut lobby, "B red 1/2", false, 300);
    let mut seen = lobby.shown();
    assert_eq!(seen.games, [game("A red 1/2")]);
    seen.take(lobby.beat(400).change.expect("a change"));
    assert_eq!(seen, lobby.view());
    lobby.post("A", None);
    seen.take(lobby.beat(600).change.expect("a change"));
    assert_eq!(seen.games, [game("B red 1/2")]);
}

#[test]
fn the_oldest_game_that_fits_comes_first() {
    let mut lobby = Lobby::default();
    post(&mut lobby, "C red 1/2", false, 5);
    post(&mut lobby, "A red 1/2", true, 9);
    post(&mut lobby, "B red 1/3", false, 7);
    // Of two that opened in the same millisecond, the first.
    post(&mut lobby, "H red 1/2", false, 8);
    post(&mut lobby, "G red 1/2", false, 8);
    post(&mut lobby, "H red 1/2", false, 8);
    post(&mut lobby, "D blue 1/2", false, 1);
    let mut clocked = game("E red 1/2");
    clocked.clock = Clock::Move { seconds: 30 };
    lobby.post("E", Some(Post::new(clocked.clone(), false, 0, super::nowhere())));
    let mut varied = game("F red 1/2");
    varied.options = vec![("big-islands".into(), "zero".into())];
    lobby.post("F", Some(Post::new(varied, false, 0, super::nowhere())));
    assert_eq!(lobby.like(&game("? red 0/2")), ["C", "B", "H", "G", "A"]);
    assert_eq!(lobby.like(&clocked), ["E"]);
}

#[test]
fn people_who_asked_for_the_same_at_once_are_put_together() {
    let mut lobby = Lobby::default();
    for (at, room) in ["A", "B", "C", "D", "E"].into_iter().enumerate() {
        post(&mut lobby, &format!("{room} red 1/2"), true, at as u64);
    }
    post(&mut lobby, "X blue 1/2", true, 0);
    assert_eq!(lobby.beat(200).moves, [("E".into(), "A".into()), ("D".into(), "B".into())], "and one goes on waiting");
    // Who offered a game stays in it.
    let mut lobby = Lobby::default();
    post(&mut lobby, "B red 1/2", false, 0);
    post(&mut lobby, "C red 1/2", false, 0);
    assert_eq!(lobby.beat(200).moves, []);
    post(&mut lobby, "A red 1/2", true, 9);
    assert_eq!(lobby.beat(400).moves, [("A".into(), "B".into())]);
    // A table for three is filled by two.
    let mut lobby = Lobby::default();
    for room in ["A", "B", "C"] {
        post(&mut lobby, &format!("{room} red 1/3"), true, 0);
    }
    assert_eq!(lobby.beat(200).moves, [("C".into(), "A".into()), ("B".into(), "A".into())]);
    post(&mut lobby, "A red 2/3", true, 0);
    lobby.post("B", None);
    assert_eq!(lobby.beat(400).moves, [("C".into(), "A".into())]);
}

#[test]
fn processes_share_one_lobby_and_move_only_their_own_players() {
    let (mut one, mut other) = (Lobby::default(), Lobby::default());
    post(&mut one, "B red 1/2", true, 100);
    post(&mut other, "A red 1/2", true, 5_100);
    let (first, second) = (one.beat(200), other.beat(5_200));
    assert_eq!((told(&first), told(&second)), ("1 +B 1/2".into(), "1 +A 1/2".into()));
    one.hear(2, &second.report.expect("a report"), 300);
    other.hear(1, &first.report.expect("a report"), 5_300);
    assert_eq!(told(&one.beat(400)), "2 +A 1/2 B>A");
    assert_eq!(told(&other.beat(5_400)), "2 +B 1/2");
    assert_eq!(one.like(&game("? red 0/2")), ["B", "A"], "B is the older one by either clock");
    assert_eq!(other.like(&game("? red 0/2")), ["A", "B"], "what is on its way for a moment counts as younger");
    // Nobody says anything that is known, but not for long.
    assert_eq!(one.beat(600).report, None);
    assert!(one.beat(2_200).report.is_some());
    // What cannot be read is no report.
    one.hear(2, "{", 2_300);
    assert_eq!(one.view().games.len(), 2);
    // A process that has fallen silent is gone, and so are its games.
    assert_eq!(told(&one.beat(6_200)), "B>A", "a move that failed is tried again");
    assert_eq!(told(&one.beat(6_300)), "1 -A");
}

#[test]
fn a_process_without_games_says_so_once_and_then_nothing() {
    let mut lobby = Lobby::default();
    post(&mut lobby, "A red 1/2", false, 0);
    assert!(lobby.beat(200).report.is_some());
    lobby.post("A", None);
    assert_eq!(lobby.beat(400).report.as_deref(), Some(r#"{"people":0,"posts":[]}"#));
    assert_eq!(lobby.beat(90_000).report, None);
}

#[test]
fn one_address_does_not_fill_the_lobby() {
    let mut lobby = Lobby::default();
    lobby.limit(3);
    let rooms = |lobby: &Lobby| lobby.view().games.into_iter().map(|game| game.room).collect::<Vec<_>>();
    let say = |lobby: &mut Lobby, room: &str, since: u64, last: u8| {
        let post = Post::new(game(&format!("{room} red 1/2")), false, since, [192, 0, 2, last].into());
        lobby.post(room, Some(post));
    };
    for (at, room) in ["A", "B", "C", "D", "E"].into_iter().enumerate() {
        say(&mut lobby, room, at as u64, 1);
    }
    say(&mut lobby, "X", 9, 2);
    assert_eq!(rooms(&lobby), ["A", "B", "C", "X"], "a stranger is seen");
    assert_eq!(told(&lobby.beat(200)), "6 +A 1/2 +B 1/2 +C 1/2 +X 1/2");
    // Other processes are told the same.
    let mut other = Lobby::default();
    let report = lobby.beat(10_000).report.expect("a report");
    other.hear(1, &report, 10_000);
    assert_eq!(rooms(&other).len(), 4);
    // What waits comes in when there is room.
    lobby.post("B", None);
    assert_eq!(rooms(&lobby), ["A", "C", "D", "X"]);
}
