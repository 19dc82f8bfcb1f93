//! The codes with which commands end, as docs/command-line.md has them.

use std::net::TcpListener;
use std::process::{Command, Stdio};

const AGON: &str = env!("CARGO_BIN_EXE_agon");

fn code(args: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(AGON).args(args).stdin(Stdio::null()).output().expect("the binary runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.lines().count() <= 1, "{args:?}: {error}");
    (output.status.code(), error)
}

fn ends(wanted: i32, lines: &[&[&str]]) {
    for args in lines {
        let (code, error) = code(args);
        assert_eq!(code, Some(wanted), "{args:?}: {error}");
        assert_eq!(error.is_empty(), wanted == 0 || wanted == 3, "{args:?}: {error}");
    }
}

/// An address at which nobody listens.
fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    format!("http://{}", listener.local_addr().expect("an address"))
}

#[test]
fn what_was_done_ends_with_zero() {
    ends(0, &[&["games"], &["--help"], &["--version"], &["moves", "gambit"], &["help", "moves"], &["moves", "--help"]]);
}

#[test]
fn what_failed_through_no_fault_of_the_words_ends_with_one() {
    let (server, missing) = (nobody(), "no/such/file");
    ends(
        1,
        &[
            &["play", "--load", missing],
            &["merge", missing],
            &["puzzles", "--check", missing],
            &["match", "gambit", "easy", "easy", "--games", "2", "--keep", missing],
            &["match", "gambit", "easy", "easy", "--games", "2", "--save", missing],
            &["play", "gambit", "--online", "new", "--server", &server],
            &["play", "--online", "K7XM-4QPT", "--server", &server],
            &["play", "--online", "games", "--server", &server],
            &["name", "Ada", "--server", &server],
            &["load", "--server", &server, "--rooms", "1", "--seconds", "1"],
            &["admin", "--socket", missing, "list"],
            &["admin", "list", "--data", "no/such"],
        ],
    );
}

#[test]
fn what_makes_no_sense_ends_with_two() {
    ends(
        2,
        &[
            &["nosuch"],
            &["moves"],
            &["moves", "nosuch"],
            &["moves", "gambit", "--set", "x=1"],
            &["moves", "gambit", "--position", "x"],
            &["moves", "gambit", "a1"],
            &["best", "gambit", "--player", "nosuch"],
            &["perft", "gambit", "--depth", "x"],
            &["play", "--load", "gambit~x"],
            &["play", "--online", "new"],
            &["play", "--online", "x", "--server", "ftp://x"],
            &["puzzle", "gambit", "--grade", "9"],
            &["serve", "--port", "x"],
            &["serve", "--web", "no/such"],
            &["load", "--rate", "0"],
            &["load", "--rate", "1e-300"],
            &["bench", "--seconds", "-1"],
            &["completions", "tcsh"],
        ],
    );
    // Without a command there is help, on stderr.
    let output = Command::new(AGON).output().expect("the binary runs");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
}

#[test]
fn what_stays_undecided_ends_with_three() {
    ends(
        3,
        &[
            &["solve", "parity-twist", "--nodes", "10"],
            &["solve", "parity-twist", "--seconds", "0", "--brief"],
            &["sprt", "gambit", "random", "random", "--games", "10"],
        ],
    );
}
