//! `agon puzzles` finds the same on any number of threads, and when it is interrupted and resumed.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

fn puzzles(count: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(["puzzles", "tic-tac-toe", "--set", "size=4", "--set", "line=4", "--seed", "7", "--count", count]);
    command.args(more);
    command
}

fn stdout(mut command: Command) -> String {
    let output = command.output().expect("the binary runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let one = stdout(puzzles("4", &["--threads", "1"]));
    assert_eq!(one.lines().count(), 4);
    for threads in ["2", "3"] {
        assert_eq!(stdout(puzzles("4", &["--threads", threads])), one, "{threads} threads");
    }
}

#[test]
fn a_hunt_that_was_killed_and_resumed_finds_what_an_uninterrupted_one_does() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("puzzles-{}", std::process::id()));
    let name = file.to_str().expect("UTF-8");
    let keep = ["--threads", "1", "--keep", name];
    let whole = stdout(puzzles("6", &["--threads", "1"]));
    // Killed as soon as it has found two.
    let mut child = puzzles("1000", &keep).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs");
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    assert_eq!(lines.take(2).count(), 2);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    // What was kept is cut short as well, as a crash may leave it.
    let kept = fs::read(&file).expect("it was kept");
    assert_eq!(stdout(puzzles("6", &keep)), whole);
    for cut in [kept.len() - 1, kept.len() * 2 / 3] {
        fs::write(&file, &kept[..cut]).expect("it can be written");
        assert_eq!(stdout(puzzles("6", &keep)), whole, "cut after {cut} bytes");
    }
    fs::remove_file(&file).expect("it is there");
}

#[test]
fn at_most_so_many_are_of_one_grade() {
    let found = stdout(puzzles("4", &["--most", "2"]));
    let first = found.lines().filter(|line| line.starts_with("1 ")).count();
    assert_eq!((first, found.lines().count()), (2, 4), "{found}");
}
