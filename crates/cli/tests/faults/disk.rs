//! A disk that is full, and a database that may only be read: moves are refused, the rest works, and it recovers.
//!
//! A limit on how long files of the process may be stands for the full disk: the system refuses to write, as it does
//! then. Nothing must be mounted for it.

use std::fs::{File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use agon_wire::{EarlyEnd, Ticket};
use serde_json::json;

use super::http::{create, health, look, pair, play, request};
use super::process::{Folder, Server, eventually};
use super::tables::{PLAIN, Tables};

/// A server whose files may be limited, and which may not write what nobody may write, even as root. Its log is a file
/// beside its games.
fn start(folder: &Path) -> Server {
    let user = Command::new("id").arg("-u").output().expect("id");
    // Root may write what is read-only, unless it gives that right away.
    let root = user.stdout.trim_ascii() == b"0";
    let give_away = if root { "setpriv --bounding-set=-dac_override --inh-caps=-dac_override" } else { "" };
    let mut command = Command::new("sh");
    command.args(["-c", &format!("trap '' XFSZ; exec {give_away} \"$0\" \"$@\"")]).arg(env!("CARGO_BIN_EXE_agon"));
    command.args(["serve", "--port", "0", "--no-limits", "--data"]).arg(folder);
    let log = File::options().create(true).append(true).open(folder.join("log")).expect("a log");
    Server::run(command.env("RUST_LOG", "warn").stderr(log)).expect("the server starts")
}

/// Lets the server write nothing any more, or everything again.
fn limit(server: &Server, size: &str) {
    let status = Command::new("prlimit").args(["--pid", &server.process.id(), &format!("--fsize={size}:")]).status();
    assert!(status.expect("prlimit is part of util-linux").success());
}

/// Lets the files of the database be written, or only read.
fn allow(folder: &Path, mode: u32) {
    for file in std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()) {
        if file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("rooms")) {
            std::fs::set_permissions(file, Permissions::from_mode(mode)).expect("they are ours");
        }
    }
}

fn history(address: &str, ticket: &Ticket) -> Vec<String> {
    look(address, ticket).expect("the room answers").view.history.into_iter().map(|step| step.text).collect()
}

/// Everything but storing works.
fn only_reads(address: &str, game: &[Ticket; 2], other: &Ticket) {
    for _ in 0..3 {
        assert_eq!(play(address, &game[1], 1, "a1"), (503, "storage".to_owned()));
        assert_eq!(create(address, &json!({"game": "tic-tac-toe"})), None, "no room is made");
        assert_eq!(health(address), 503);
        assert_eq!(history(address, &game[0]), ["b2"], "a room in memory answers");
        assert_eq!(history(address, other), ["c3"], "a room that is not in memory is read");
        assert_eq!(request("GET", &format!("{address}/api/games"), None, "").expect("an answer").0, 200);
    }
    let url = format!("{address}/api/rooms/{}/do", game[1].room);
    let act = r#"{"play":{"revision":1,"text":"a1"}}"#;
    let (_, problem) = request("POST", &url, game[1].token.as_deref(), act).expect("an answer");
    assert!(problem.contains("nothing was saved"), "{problem}");
}

/// A game of which the first move is made.
fn begun(address: &str, text: &str) -> [Ticket; 2] {
    let tickets = pair(address, &json!({"game": "tic-tac-toe"}));
    assert_eq!(play(address, &tickets[0], 0, text).0, 200);
    tickets
}

#[test]
fn a_full_disk_refuses_moves_and_recovers_without_a_restart() {
    let folder = Folder::new();
    // Of this room the server that is short of disk has nothing in memory.
    let other = begun(&start(folder.path()).address, "c3");
    let server = start(folder.path());
    let address = &server.address;
    let game = begun(address, "b2");
    let tables = Tables::open(4, 7, PLAIN, [address; 2]);
    eventually("a game is over", || tables.over() > 0);
    // The time is up only when the disk is full already, on a busy machine too.
    let timed = pair(address, &json!({"game": "tic-tac-toe", "clock": {"move": {"seconds": 5}}}));
    limit(&server, "0");
    only_reads(address, &game, &other[0]);
    // A clock that has run out cannot say so yet.
    let left = || look(address, &timed[0]).expect("a view").chairs[0].left_ms;
    eventually("the time is up", || left() == Some(0));
    assert_eq!(look(address, &timed[0]).expect("a view").ending, None);
    limit(&server, "unlimited");
    let took = eventually("moves are made again", || play(address, &game[1], 1, "a1").0 == 200);
    eventually("the clock says so", || look(address, &timed[1]).expect("a view").ending == Some(EarlyEnd::TimeUp(0)));
    eventually("it says that it is well", || health(address) == 200);
    assert_eq!(play(address, &other[1], 1, "a1").0, 200);
    let evening = tables.finish();
    drop(server);
    let server = start(folder.path());
    let tally = evening.audit(&server.address);
    println!("disk full: back after {took:.1?}; {tally}");
    assert_eq!((tally.lost, tally.doubled), (0, 0), "{tally}");
    assert!(tally.storage > 0 && took < crate::busy::at_most(Duration::from_secs(5)), "{took:?} {tally}");
    assert_eq!(history(&server.address, &game[0]), ["b2", "a1"]);
    assert_eq!(history(&server.address, &other[0]), ["c3", "a1"]);
}

#[test]
fn a_full_disk_is_read_even_by_a_server_that_has_only_written() {
    let folder = Folder::new();
    let other = begun(&start(folder.path()).address, "c3");
    let server = start(folder.path());
    let address = &server.address;
    create(address, &json!({"game": "tic-tac-toe"})).expect("a room");
    limit(&server, "0");
    assert_eq!(create(address, &json!({"game": "tic-tac-toe"})), None, "no room is made");
    // Whatever the failure has closed is opened anew, though nothing can be written.
    for _ in 0..4 {
        assert_eq!(request("GET", &format!("{address}/api/rooms/2222-2222"), None, "").expect("an answer").0, 404);
    }
    assert_eq!(health(address), 503);
    assert_eq!(history(address, &other[0]), ["c3"]);
}

#[test]
fn a_database_that_became_read_only_refuses_moves_and_recovers_without_a_restart() {
    let folder = Folder::new();
    let other = begun(&start(folder.path()).address, "c3");
    let server = start(folder.path());
    let address = &server.address;
    let game = begun(address, "b2");
    let timed = pair(address, &json!({"game": "tic-tac-toe", "clock": {"move": {"seconds": 1}}}));
    // As when a system makes a disk read-only because writing to it has failed: files that are open stay so until then.
    limit(&server, "0");
    assert_eq!(play(address, &game[1], 1, "a1"), (503, "storage".to_owned()));
    allow(folder.path(), 0o444);
    limit(&server, "unlimited");
    only_reads(address, &game, &other[0]);
    eventually("the time is up", || look(address, &timed[0]).expect("a view").chairs[0].left_ms == Some(0));
    let lines = || std::fs::read_to_string(folder.path().join("log")).expect("a log").lines().count();
    let before = lines();
    eventually("a while passes", {
        let begin = std::time::Instant::now();
        move || begin.elapsed() > Duration::from_secs(1)
    });
    let written = lines() - before;
    assert!(written < 20, "{written} lines of log in a second while nobody asks for anything");
    allow(folder.path(), 0o644);
    let took = eventually("moves are made again", || play(address, &game[1], 1, "a1").0 == 200);
    eventually("the clock says so", || look(address, &timed[1]).expect("a view").ending == Some(EarlyEnd::TimeUp(0)));
    drop(server);
    let server = start(folder.path());
    println!("read-only: back after {took:.1?}, {written} lines of log in a second");
    assert_eq!(history(&server.address, &game[0]), ["b2", "a1"]);
    assert_eq!(play(&server.address, &other[1], 1, "a1").0, 200);
}

#[test]
fn a_server_started_on_a_read_only_database_recovers_without_a_restart() {
    let folder = Folder::new();
    let (game, other) = {
        let server = start(folder.path());
        (begun(&server.address, "b2"), begun(&server.address, "c3"))
    };
    allow(folder.path(), 0o444);
    let server = start(folder.path());
    let address = &server.address;
    only_reads(address, &game, &other[0]);
    allow(folder.path(), 0o644);
    eventually("moves are made", || play(address, &game[1], 1, "a1").0 == 200);
    assert_eq!(history(address, &game[0]), ["b2", "a1"]);
    assert_eq!(play(address, &other[1], 1, "a1").0, 200);
}
