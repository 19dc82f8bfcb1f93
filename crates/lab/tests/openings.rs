//! Openings: they end no game, are drawn without replacement, and come from books.

use std::collections::HashSet;

use agon_lab::openings::lines_of_book;
use agon_lab::{Course, Kind, Played, Study, book};
use agon_rules::{Record, Start, Viewer, games};

fn study(game: &str, games: u64, opening: u32, openings: &[&str]) -> Study {
    Study {
        kind: Kind::Match,
        game: game.to_owned(),
        parts: vec![Vec::new()],
        players: vec!["random".to_owned(), "easy".to_owned()],
        games,
        seed: 11,
        opening,
        openings: openings.iter().map(ToString::to_string).collect(),
        quality: 0,
    }
}

fn played(study: Study) -> (Course, Vec<Played>) {
    let mut course = Course::new(study).expect("a study");
    let mut all = Vec::new();
    course
        .play_with_games(u64::MAX, &mut |_, _, games| {
            all.extend(games);
            true
        })
        .expect("games");
    (course, all)
}

/// The position in which the players took over.
fn taken_over(game: &Played) -> String {
    let moves = game.record.moves[..game.opening as usize].to_vec();
    let table = Record { moves, ..game.record.clone() }.replay().expect("it replays");
    assert!(table.outcome().is_none(), "an opening ended {}", game.record);
    table.position(Viewer::Referee)
}

fn notes(course: &Course) -> Vec<String> {
    course.report().notes.iter().map(ToString::to_string).collect()
}

#[test]
fn an_opening_never_ends_a_game_and_says_so_where_it_would() {
    let (course, all) = played(study("tic-tac-toe", 40, 9, &[]));
    assert!(all.iter().all(|game| game.opening == 8 && game.record.moves.len() == 9), "eight plies end no game");
    all.iter().for_each(|game| drop(taken_over(game)));
    let notes = notes(&course);
    let told = "after 9 plies every game is over: openings have 8 plies, the most that end none";
    assert!(notes.iter().any(|note| note == told), "{notes:?}");
    assert_eq!(course.tallies[0][0].chosen, 20, "somebody has chosen the last move");
    // Games with a deal, and games that go on for long.
    for (game, opening) in [("primi-composti", 60), ("gambit", 12), ("quadratic-war", 300), ("infiltration", 30)] {
        let (_, all) = played(study(game, 6, opening, &[]));
        all.iter().for_each(|game| drop(taken_over(game)));
    }
}

#[test]
fn openings_are_drawn_without_replacement_and_the_same_in_both_seatings() {
    // After two plies there are 72 positions.
    let (course, all) = played(study("tic-tac-toe", 144, 2, &[]));
    let positions: Vec<String> = all.iter().map(taken_over).collect();
    assert!(positions.chunks(2).all(|pair| pair[0] == pair[1]), "the seatings of a pair begin alike");
    assert_eq!(positions.iter().collect::<HashSet<_>>().len(), 72);
    assert!(notes(&course).iter().all(|note| !note.contains("repeat")), "{:?}", notes(&course));
    let (course, all) = played(study("tic-tac-toe", 20, 1, &[]));
    assert_eq!(all.iter().map(taken_over).collect::<HashSet<_>>().len(), 9);
    let told = "there are 9 different openings for 10 games in each seating: they repeat";
    assert!(notes(&course).iter().any(|note| note == told), "{:?}", notes(&course));
    // Too many to be listed: none is drawn twice either.
    let (_, all) = played(study("checkerboard", 600, 4, &[]));
    assert_eq!(all.iter().map(taken_over).collect::<HashSet<_>>().len(), 300);
}

#[test]
fn the_openings_of_a_run_are_those_of_a_longer_one() {
    for (game, opening) in [("tic-tac-toe", 3), ("checkerboard", 5)] {
        let begun =
            |games| -> Vec<String> { played(study(game, games, opening, &[])).1.iter().map(taken_over).collect() };
        let (mut short, mut long) = (begun(20), begun(60));
        short.sort();
        long.sort();
        assert!(short.iter().all(|position| long.contains(position)), "{game}");
    }
}

#[test]
fn a_book_has_records_and_positions_and_each_is_played_once_before_any_twice() {
    let table = games::open("tic-tac-toe", &[], Start::Seed(0)).expect("a game");
    let mut other = games::open("tic-tac-toe", &[], Start::Seed(0)).expect("a game");
    for text in ["b2", "a1"] {
        other.play(other.turn().expect("it goes on"), text).expect("a move");
    }
    let (record, position) = (other.record().to_string(), table.position(Viewer::Referee));
    let (course, all) = played(study("tic-tac-toe", 4, 0, &[&record, &position]));
    let begun: HashSet<String> = all.iter().map(taken_over).collect();
    assert_eq!(begun, [other.position(Viewer::Referee), position.clone()].into());
    assert!(notes(&course).is_empty() || notes(&course).iter().all(|note| !note.contains("repeat")));
    let (course, _) = played(study("tic-tac-toe", 40, 0, &[&record, &position]));
    let told = "there are 2 different openings for 20 games in each seating: they repeat";
    assert!(notes(&course).iter().any(|note| note == told), "{:?}", notes(&course));
}

#[test]
fn a_book_that_cannot_be_played_is_refused_with_the_line() {
    let why = |opening: &str| {
        let asked = study("tic-tac-toe", 4, 0, &[opening]);
        Course::new(asked).map(drop).expect_err("no study").to_string()
    };
    let over = "tic-tac-toe~size=3~line=3~seed=0~a1~b1~a2~b2~a3";
    assert!(why(over).ends_with("cannot be played: the game is over there"), "{}", why(over));
    assert!(why("gambit~big-islands=score~seed=0").contains("it is a game of gambit, not of tic-tac-toe"));
    assert!(why("tic-tac-toe~size=4~line=3~seed=0").contains("it is of size=4"));
    assert!(why("tic-tac-toe~size=3~line=3~seed=0~z9").contains("z9"));
    assert!(why("hello").contains("opening 1 of the book, `hello`"));
}

#[test]
fn a_file_may_have_remarks_and_json() {
    let text =
        "# a book\n\ntic-tac-toe~seed=0~a1\teven, proved\n{\"record\":\"tic-tac-toe~seed=0~b2\",\"proved\":true}\n";
    assert_eq!(lines_of_book(text), Ok(vec!["tic-tac-toe~seed=0~a1".to_owned(), "tic-tac-toe~seed=0~b2".to_owned()]));
    assert!(lines_of_book("# nothing\n").expect_err("no opening").contains("agon book"));
    assert!(lines_of_book("{\"x\":1}\n").expect_err("no opening").contains("line 1"));
}

fn made(game: &str, settings: &[(&str, &str)], count: usize, plies: u32) -> (Vec<book::Entry>, book::Found) {
    let settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let asked = book::Book {
        count,
        plies,
        seed: 3,
        within: 0,
        margin: 0.1,
        nodes: 100_000,
        memory: 1 << 20,
        playouts: 500,
        stop: &|| false,
    };
    let mut entries = Vec::new();
    let found = book::make(game, &settings, asked, &mut |entry| entries.push(entry)).expect("a book");
    (entries, found)
}

#[test]
fn a_book_has_even_openings_that_are_all_different() {
    let (entries, found) = made("tic-tac-toe", &[], 1000, 2);
    assert_eq!((found.kept, found.tried), (entries.len(), 72), "there are no more than that");
    assert!(entries.iter().all(|entry| entry.even == book::Even::Proved(0)));
    let positions: HashSet<&String> = entries.iter().map(|entry| &entry.position).collect();
    assert_eq!(positions.len(), entries.len());
    // A corner is answered in the middle, the middle in a corner, an edge in four ways.
    assert_eq!(entries.len(), 4 + 4 + 4 * 4);
    // They are what a study reads.
    let lines: Vec<String> = entries.iter().map(book::Entry::line).collect();
    let read = lines_of_book(&lines.join("\n")).expect("a book");
    let read: Vec<&str> = read.iter().map(String::as_str).collect();
    let (_, all) = played(study("tic-tac-toe", 2 * read.len() as u64, 0, &read));
    assert_eq!(all.iter().map(taken_over).collect::<HashSet<_>>().len(), entries.len());
    // Hidden cards: by search, since a proof with open cards proves nothing.
    let (entries, _) = made("primi-composti", &[], 3, 2);
    assert!(
        entries.iter().all(|entry| matches!(entry.even, book::Even::Searched(share) if (share - 0.5).abs() <= 0.1))
    );
    assert!(entries.iter().all(|entry| entry.record.replay().is_ok_and(|table| table.outcome().is_none())));
}
