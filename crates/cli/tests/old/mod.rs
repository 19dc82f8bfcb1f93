//! Games that an earlier version wrote still open: records, saved games, positions and links to the page.
//!
//! The files beside this one were written by the binary before the house was put in order, and are never written again.
//! `records.txt` has a record, the position it leads to and the result; `positions.txt` a game, its options, a position,
//! the seat to move and its legal moves; `links.txt` addresses of the page. The `.agon` files are saved games.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use agon_rules::{Record, Start, Viewer, games};
use agon_web::route::Route;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old")
}

/// The fields of every line of a file.
fn rows(name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(folder().join(name)).expect("a file");
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn old_records_lead_to_the_same_position_and_result() {
    for row in rows("records.txt") {
        let [text, position, result] = &row[..] else { panic!("{row:?}") };
        let record: Record = text.parse().expect("a record");
        assert_eq!(&record.to_string(), text);
        let table = record.replay().unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(&table.position(Viewer::Referee), position, "{text}");
        let result: serde_json::Value = serde_json::from_str(result).expect("JSON");
        assert_eq!(serde_json::to_value(table.outcome()).expect("JSON"), result, "{text}");
    }
}

#[test]
fn old_positions_have_the_same_moves() {
    for row in rows("positions.txt") {
        let [game, options, position, seat, legal] = &row[..] else { panic!("{row:?}") };
        let options: Vec<(String, String)> = options
            .split(' ')
            .map(|option| option.split_once('=').expect("an option"))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let table = games::open(game, &options, Start::Position(position.clone()));
        let table = table.unwrap_or_else(|why| panic!("{game} {position}: {why}"));
        assert_eq!(&table.position(Viewer::Referee), position);
        assert_eq!(table.turn().map(|seat| seat.to_string()).as_ref(), Some(seat), "{game} {position}");
        assert_eq!(&table.legal().join(" "), legal, "{game} {position}");
    }
}

#[test]
fn old_links_open_their_game() {
    for row in rows("links.txt") {
        let route = Route::read(&row[0]);
        assert!(matches!(route, Route::Game(_)), "{}: {route:?}", row[0]);
        // A link without players has people at every seat.
        if row[0].contains("players=") {
            // What was called luck is written as what it is.
            assert_eq!(route.write(), row[0].replace("&luck=", "&bot-seed="));
        }
    }
}

#[test]
fn old_saved_games_are_loaded_and_saved_the_same() {
    for name in ["human-human", "human-random", "lanier", "from-position"] {
        let old = folder().join(format!("{name}.agon"));
        let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("old-{name}-{}.agon", std::process::id()));
        let mut agon = Command::new(env!("CARGO_BIN_EXE_agon"))
            .args([Path::new("play"), Path::new("--load"), &old])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let lines = format!("save {}\nquit\n", new.display());
        agon.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it reads");
        let output = agon.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stdout));
        let saved = fs::read_to_string(&new).unwrap_or_else(|why| panic!("{name} was not saved: {why}"));
        let _ = fs::remove_file(&new);
        // The first line is a remark for people.
        let game = |text: &str| text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
        let before = game(&fs::read_to_string(&old).expect("a file")).replace("luck=", "bot-seed=");
        assert_eq!(game(&saved), before, "{name}");
    }
}
