//! Files that are no archives, and archives that were damaged: every one is answered with an error, and none panics.

use std::fs;

use agon_archive::{Archive, ArchiveError, Filter, Group, imported};

use super::{Failed, Scratch, games};

/// Asks everything there is to ask.
fn ask(archive: &Archive) -> Result<(), ArchiveError> {
    let all = Filter::default();
    archive.check_file()?;
    let ids = archive.find(&all)?;
    archive.each(&ids, &mut |id, game| {
        archive.positions(id)?;
        // What a damaged game says is refused by the rules, or it is a game.
        let mut game = game;
        let _ = game.check();
        Ok(())
    })?;
    archive.count_by(&all, Group::Variant)?;
    archive.count_by(&all, Group::Day)?;
    archive.summaries(&ids)?;
    archive.explore(&Filter { position: Some(1), ..Filter::default() })?;
    archive.count(&Filter { moves: vec!["a1".to_owned()], won: Some("easy".to_owned()), ..Filter::default() })?;
    Ok(())
}

#[test]
fn what_is_no_archive_is_refused_and_left_as_it_is() {
    let file = Scratch::new("foreign");
    assert!(matches!(Archive::open(&file.0), Err(ArchiveError::Missing(_))));
    for text in ["tic-tac-toe~seed=0~a1\n", "x", &"SQLite format 3\0".repeat(100)] {
        fs::write(&file.0, text).expect("written");
        for opened in [Archive::open(&file.0), Archive::append(&file.0)] {
            let why = opened.map(drop).expect_err("no archive");
            assert!(!why.to_string().contains('\n'), "{why}");
        }
        assert_eq!(fs::read_to_string(&file.0).expect("there"), text, "nothing was written into it");
    }
    assert!(Archive::open(&std::env::temp_dir()).is_err() && Archive::append(&std::env::temp_dir()).is_err());
    // A file of SQLite that is somebody else's.
    fs::remove_file(&file.0).expect("gone");
    let other = rusqlite::Connection::open(&file.0).expect("a file");
    other.execute_batch("CREATE TABLE game (id INTEGER); PRAGMA user_version = 1").expect("made");
    drop(other);
    assert!(matches!(Archive::append(&file.0), Err(ArchiveError::Foreign(_))));
}

#[test]
fn an_archive_of_a_newer_version_is_not_touched() {
    let file = Scratch::new("newer");
    drop(Archive::append(&file.0).expect("a new archive"));
    rusqlite::Connection::open(&file.0).expect("a file").execute_batch("PRAGMA user_version = 2").expect("set");
    assert!(matches!(Archive::open(&file.0), Err(ArchiveError::Newer(_))));
    assert!(matches!(Archive::append(&file.0), Err(ArchiveError::Newer(_))));
}

#[test]
fn a_damaged_file_is_an_error_at_worst() {
    let (file, games) = (Scratch::new("damaged"), games());
    Archive::append(&file.0).expect("a new archive").add(&games[..100]).expect("added");
    let whole = fs::read(&file.0).expect("a file");
    let (mut refused, mut tried) = (0, 0);
    let mut check = |bytes: &[u8]| {
        fs::write(&file.0, bytes).expect("written");
        tried += 1;
        refused += u32::from(Archive::open(&file.0).and_then(|archive| ask(&archive)).is_err());
    };
    for cut in (0..whole.len()).step_by(whole.len() / 40) {
        check(&whole[..cut]);
    }
    for at in (0..whole.len()).step_by(whole.len() / 150) {
        let mut bytes = whole.clone();
        let end = (at + 8).min(bytes.len());
        bytes[at..end].fill(0xff);
        check(&bytes);
        bytes[at..end].fill(0);
        check(&bytes);
    }
    assert!(refused > tried / 10, "{refused} of {tried}");
    fs::write(&file.0, &whole).expect("written");
    Archive::open(&file.0).and_then(|archive| ask(&archive)).expect("it was sound");
}

#[test]
fn rows_that_make_no_sense_are_named_by_their_number() {
    let (file, games) = (Scratch::new("rows"), games());
    Archive::append(&file.0).expect("a new archive").add(&games[..20]).expect("added");
    for change in [
        "UPDATE game SET winners = 255 WHERE id = 5",
        "UPDATE game SET winners = -1 WHERE id = 5",
        "UPDATE game SET reason = 99 WHERE id = 5",
        "UPDATE game SET seating = 99 WHERE id = 5",
        "UPDATE game SET seed = NULL WHERE id = 5",
        "UPDATE game SET opening = -5 WHERE id = 5",
        "UPDATE game SET date = 9223372036854775807 WHERE id = 5",
        "UPDATE game SET scores = 'many' WHERE id = 5",
        "UPDATE line SET thinking = 'long' WHERE id = 5",
    ] {
        let copy = Scratch::new("row");
        fs::copy(&file.0, &copy.0).expect("copied");
        rusqlite::Connection::open(&copy.0).expect("a file").execute_batch(change).expect("changed");
        let archive = Archive::open(&copy.0).expect("an archive");
        let why = archive.game(5).expect_err(change).to_string();
        assert!(why.starts_with("game 5 is damaged") || why.starts_with("there is no game 5"), "{change}: {why}");
        assert!(archive.game(6).is_ok(), "{change}");
        let _ = ask(&archive);
    }
    // A row that is gone is not found, and stops nobody.
    rusqlite::Connection::open(&file.0).expect("a file").execute_batch("DELETE FROM line WHERE id = 5").expect("gone");
    let archive = Archive::open(&file.0).expect("an archive");
    assert!(matches!(archive.game(5), Err(ArchiveError::NoGame(5))));
    assert!(archive.count(&Filter { moves: vec![games[5].record.moves[0].clone()], ..Filter::default() }).is_ok());
}

#[test]
fn games_that_are_wrong_are_refused_with_their_line_and_nothing_is_added() {
    let file = Scratch::new("wrong");
    let mut archive = Archive::append(&file.0).expect("a new archive");
    let good = r#"{"game":"tic-tac-toe","players":["a","b"],"result":"1-0","moves":["a1","b1","a2","b2","a3"]}"#;
    for (line, part) in [
        (r#"{"game":"chess","players":["a","b"],"moves":[]}"#, "unknown game `chess`"),
        (r#"{"game":"tic-tac-toe","players":["a","b"],"moves":["z9"]}"#, "illegal move `z9`"),
        (
            r#"{"game":"tic-tac-toe","players":["a","b"],"winners":[7],"moves":["a1"]}"#,
            "[7] are no winners among 2 seats",
        ),
        (r#"{"game":"tic-tac-toe","players":["a\nb","b"],"moves":[]}"#, "no name of a player"),
        (r#"{"game":"tic-tac-toe","players":["a","b"],"moves":[],"date":"yesterday"}"#, "the date `yesterday`"),
        (r#"{"game":"tic-tac-toe","players":["a","b"],"moves":[],"elo":7}"#, "unknown field `elo`"),
        (r#"{"game":"tic-tac-toe""#, "it is no game"),
        ("tic-tac-toe~seed=0~q9", "illegal move `q9`"),
        ("\u{0}\u{1}", "bad record"),
    ] {
        let whole = format!("{good}\n\n{line}\n");
        let add =
            archive.whole(|archive| imported(whole.as_bytes(), &mut |games| archive.add(&games).map_err(Failed::from)));
        let why = add.expect_err(line).0;
        assert!(why.starts_with("line 3: ") && why.contains(part), "{line}: {why}");
        assert_eq!(archive.count(&Filter::default()).expect("counted"), 0, "all or none");
    }
}
