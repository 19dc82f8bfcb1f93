//! A game from outside, as a user of the libraries has it: the example's binary, its output and its exit codes.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn nim(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nim"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the example runs");
    child.stdin.take().expect("it is piped").write_all(input.as_bytes()).expect("it listens");
    child.wait_with_output().expect("it ends")
}

fn stdout(args: &[&str]) -> String {
    typed(args, "")
}

fn typed(args: &[&str], input: &str) -> String {
    let output = nim(args, input);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && error.is_empty(), "{args:?}: {error}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(args)).expect("JSON")
}

#[test]
fn it_is_listed_after_the_others_with_its_options_page_and_players() {
    let games = json(&["games", "--json"]);
    let games = games.as_array().expect("an array");
    assert_eq!(games.len(), agon_rules::games::built_in().count() + 1);
    let nim = games.last().expect("the last game");
    assert_eq!((&nim["id"], &nim["name"]), (&"nim".into(), &"Nim".into()));
    assert_eq!(nim["about"], "Take any number of stones from one pile; the one who takes the last stone wins.");
    assert_eq!(nim["options"].as_array().expect("options").len(), 3);
    assert!(stdout(&["rules", "nim"]).starts_with("# Nim\n"));
    assert!(stdout(&["players", "nim"]).contains("\nexpert "));
}

#[test]
fn it_is_played_to_the_end_in_the_terminal() {
    let game = ["play", "nim", "--plain", "--set", "piles=2", "--set", "stones=2", "--players", "human,human"];
    let text = typed(&game, "a0\nb1\nb0\n");
    assert!(text.contains("Player 1 wins: last stone"), "{text}");
    // A computer that proves its moves wins what can be won.
    let game = ["play", "nim", "--plain", "--set", "piles=2", "--set", "stones=2", "--players", "human,perfect"];
    let text = typed(&game, "a1\na0\n");
    assert!(text.contains("player 2 (perfect) plays b0") && text.contains("Perfect wins: last stone"), "{text}");
}

#[test]
fn its_values_are_those_of_the_theory() {
    for (set, position, value) in [
        ("misere=false", "5,5,5 0", 1),
        ("misere=false", "1,2,3 0", -1),
        ("misere=false", "1,2,3 1", 1),
        ("misere=false", "4,4,0 0", -1),
        ("misere=false", "1,4,5 0", -1),
        ("misere=false", "2,4,5 0", 1),
        ("misere=true", "1,0,0 0", -1),
        ("misere=true", "1,1,0 0", 1),
        ("misere=true", "1,1,1 0", -1),
        ("misere=true", "2,2,0 0", -1),
        ("misere=true", "5,5,5 1", -1),
    ] {
        let solved = json(&["solve", "nim", "--json", "--set", set, "--position", position]);
        assert_eq!((&solved["value"], &solved["proved"]), (&value.into(), &true.into()), "{set} {position}");
    }
    assert!(stdout(&["solve", "nim", "--all"]).starts_with("value +1 for player 1 (proved)"));
}

#[test]
fn its_lines_are_counted_and_its_games_are_told() {
    // Four moves; two replies to a whole pile, three to a single stone.
    let small = ["--set", "piles=2", "--set", "stones=2"];
    assert_eq!(stdout(&[&["perft", "nim", "--depth", "1"][..], &small].concat()), "depth 1 leaves 4\n");
    assert_eq!(stdout(&[&["perft", "nim", "--depth", "2"][..], &small].concat()), "depth 2 leaves 10\n");
    let told = stdout(&[&["trace", "nim", "--seed", "7"][..], &small].concat());
    let last: Value = serde_json::from_str(told.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&last["event"], &last["result"]["reason"]), (&"end".into(), &"last-stone".into()));
    assert!(stdout(&["moves", "nim", "a0"]).contains("position: 0,5,5 1"));
    assert!(stdout(&["best", "nim", "--player", "perfect"]).starts_with("a0, value +1 for player 1 (proved)"));
}

#[test]
fn its_players_are_measured() {
    let played = json(&["match", "nim", "expert", "easy", "--games", "40", "--seed", "1", "--json"]);
    assert_eq!((&played["game"], &played["games"]), (&"nim".into(), &40.into()), "{played}");
    let csv = stdout(&["table", "nim", "--players", "easy,medium", "--games", "10", "--format", "csv"]);
    assert!(csv.starts_with("first,second,games,win_first,") && csv.lines().count() == 5, "{csv}");
    let test = json(&["sprt", "nim", "hard", "easy", "--elo1", "200", "--games", "2000", "--json"]);
    assert_eq!(test["accepted"], 200.0, "{test}");
}

#[test]
fn what_is_wrong_is_said_in_the_usual_words() {
    for (args, error) in [
        (
            &["moves", "nim", "--set", "pile=3"][..],
            "unknown option `pile` of nim; did you mean `piles`? (it has `piles`, `stones` or `misere`)",
        ),
        (
            &["moves", "nim", "--set", "stones=9"],
            "bad value `9` of option `stones`; it takes `1`, `2`, `3`, `4`, `5`, `6` or `7`",
        ),
        (&["moves", "nim", "--position", "9,5,5 0"], "bad position `9,5,5 0`: a pile has more than 5 stones"),
        (
            &["best", "nim", "--player", "perfect", "--position", "0,0,0 0"],
            "no move is left: the game is over (last stone)",
        ),
    ] {
        let output = nim(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("agon: {error}\n"), "{args:?}");
    }
    let unknown = nim(&["moves", "nin"], "");
    assert!(String::from_utf8_lossy(&unknown.stderr).starts_with("agon: unknown game `nin`; did you mean `nim`?"));
}
