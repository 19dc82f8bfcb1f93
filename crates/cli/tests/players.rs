//! Other programs as players, in every command that has players: a checker in Python, and the examples of the page.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().and_then(Path::parent).expect("the workspace")
}

fn agon(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(args).current_dir(root()).stdin(Stdio::null()).output().expect("the binary runs")
}

fn stdout(args: &[&str]) -> String {
    let output = agon(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn error(args: &[&str]) -> String {
    let output = agon(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Checks everything that it is told, and ends with a complaint where that is not as the page says.
const CHECKER: &str = "checker=cmd:python3 crates/cli/tests/players/history.py";
/// The player of the lab's tests, which does what its argument says wrong.
const BAD: &str = "cmd:sh crates/lab/tests/players/player.sh";

#[test]
fn a_program_is_told_what_the_page_says_in_every_game() {
    for game in ["gambit", "primi-composti", "parity-twist", "infiltration"] {
        let text = stdout(&["match", game, CHECKER, "random", "--games", "6", "--opening", "1"]);
        assert!(text.starts_with("checker against random: ") && !text.contains("lost by default"), "{text}");
    }
    let three = ["--set", "players=3", "--set", "version=2"];
    let text = stdout(&[&["match", "primi-composti", CHECKER, "random", "--games", "6"], &three[..]].concat());
    assert!(!text.contains("lost by default"), "{text}");
    let table: Value = serde_json::from_str(&stdout(&[
        "tournament",
        "gambit",
        "--players",
        &format!("{CHECKER},easy,second={}", &CHECKER["checker=".len()..]),
        "--games",
        "4",
        "--json",
    ]))
    .expect("JSON");
    assert!(table.to_string().contains("second") && !table.to_string().contains("lost by default"), "{table}");
}

#[test]
fn the_examples_of_the_page_keep_to_it() {
    for program in ["python3 examples/player.py", "sh examples/player.sh", "node examples/player.mjs"] {
        // A machine without the language has nothing to check.
        let language = program.split(' ').next().expect("a word");
        if Command::new(language).args(["-c", ""]).output().is_err() && language == "node" {
            continue;
        }
        let output = agon(&["check-player", program, "--json"]);
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!((output.status.code(), &report["passed"]), (Some(0), &true.into()), "{program}: {report}");
        assert!(report["checks"].as_array().is_some_and(|checks| checks.len() > 100), "every game and option");
    }
    let output = agon(&["check-player", &format!("{BAD} badly"), "--game", "tic-tac-toe"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("\nFAIL  ends when its input ends, with exit code 0: it ended with exit code 7\n"), "{text}");
    assert!(text.ends_with(" checks, 1 failed\n") && text.starts_with("PASS  it can be started\n"), "{text}");
    assert!(error(&["check-player", ""]).contains("is no command"));
    assert!(error(&["check-player", "true", "--game", "chess"]).contains("unknown game `chess`"));
    assert!(error(&["check-player", "true", "--patience", "-1"]).contains("bad number of seconds"));
    let output = agon(&["check-player", "no-such-program-anywhere"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("FAIL  it can be started: cannot be started: "));
}

#[test]
fn a_program_that_cannot_play_is_an_error_before_the_first_game() {
    for (program, why) in [
        ("cmd:no-such-program-anywhere", "cannot be started"),
        ("mine=cmd:false", "`mine` has ended with exit code 1"),
        ("cmd:yes", "answered `y`, which is no legal move"),
        ("cmd:python3 no-such-script.py", "no-such-script.py"),
    ] {
        for command in [
            &["match", "gambit", program, "random", "--games", "6"][..],
            &["sprt", "gambit", program, "random"],
            &["tournament", "gambit", "--players", &format!("easy,{program}"), "--games", "2"],
            &["play", "gambit", "--players", &format!("human,{program}"), "--plain"],
            &["best", "gambit", "--player", program],
        ] {
            assert!(error(command).contains(why), "{command:?}: {}", error(command));
        }
    }
    assert!(
        error(&["match", "gambit", "cmd:sleep 600", "random", "--patience", "0.2"])
            .contains("answered nothing within 0.2 s")
    );
}

#[test]
fn a_program_moves_in_best_play_and_trace() {
    let best: Value = serde_json::from_str(&stdout(&["best", "gambit", "--player", CHECKER, "--json"])).expect("JSON");
    assert_eq!((&best["player"], &best["value"]), (&"checker".into(), &Value::Null));
    assert!(stdout(&["moves", "gambit", best["move"].as_str().expect("a move")]).contains("seat: 1"));
    assert!(
        error(&["best", "tic-tac-toe", "--player", CHECKER, "--position", "xxx/oo1/3 1"]).contains("the game is over")
    );
    // Two programs against each other: the game is played to its end, and the record says so.
    let both = format!("{CHECKER},sh=cmd:sh examples/player.sh");
    let played = stdout(&["play", "tic-tac-toe", "--players", &both, "--seed", "3", "--plain"]);
    assert!(played.contains("player 1 is checker, player 2 is sh"), "{played}");
    let record = played.lines().find_map(|line| line.strip_prefix("record: ")).expect("a record");
    let record: agon_rules::Record = record.parse().expect("a record");
    assert!(record.replay().expect("it replays").outcome().is_some(), "{played}");
    // One that fails in the middle is told, and somebody else moves.
    let crash = format!("{CHECKER},crash={BAD} crash");
    let played = stdout(&["play", "tic-tac-toe", "--players", &crash, "--seed", "3", "--plain"]);
    assert!(played.contains("out of ideas") && played.contains("`expert` moves instead"), "{played}");
    // The games of `trace` are those of a match with the same seed.
    let trace = stdout(&["trace", "gambit", "--players", "easy,minimax:1", "--games", "3", "--seed", "5"]);
    let moves = |text: &str| -> Vec<String> {
        let events = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        events.filter_map(|event| event["move"].as_str().map(str::to_owned)).collect()
    };
    let file = std::env::temp_dir().join(format!("agon-players-{}", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let path = file.to_str().expect("a plain path");
    stdout(&["match", "gambit", "easy", "minimax:1", "--games", "6", "--seed", "5", "--save", path]);
    let saved = stdout(&["archive", "export", path, "--json", "--seat", "1=easy"]);
    let saved: Vec<String> = saved
        .lines()
        .flat_map(|line| {
            serde_json::from_str::<Value>(line).expect("JSON")["moves"].as_array().cloned().unwrap_or_default()
        })
        .filter_map(|text| text.as_str().map(str::to_owned))
        .collect();
    assert_eq!(moves(&trace), saved);
    std::fs::remove_file(&file).expect("it was there");
    let told = stdout(&["trace", "tic-tac-toe", "--players", "random,easy", "--position", "xox/xoo/ox1 0"]);
    assert_eq!(told, stdout(&["trace", "tic-tac-toe", "--position", "xox/xoo/ox1 0"]), "the format is the same");
    assert!(error(&["trace", "gambit", "--players", "easy"]).contains("1 players are named, and 2 play"));
    assert!(error(&["trace", "gambit", "--players", &format!("easy,{BAD} garbage")]).contains("answered `xyzzy`"));
}

/// A process that is ended with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn programs_play_each_other_in_a_room_and_one_that_fails_resigns() {
    let data = std::env::temp_dir().join(format!("agon-program-room-{}", std::process::id()));
    let mut server = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["serve", "--port", "0", "--no-limits", "--data"])
        .arg(&data)
        .env("RUST_LOG", "warn")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    let _server = Process(server);
    let address = line.trim().strip_prefix("agon serves at ").expect("an address").to_owned();
    let client = |who: &str, args: &[&str]| {
        let state = data.join(who);
        std::fs::create_dir_all(&state).expect("a folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
        command.args(args).current_dir(root()).env("XDG_STATE_HOME", &state).env("HOME", &state);
        command.env("AGON_SERVER", &address).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Process(command.spawn().expect("the binary runs"))
    };
    let end = |process: &mut Process| {
        let mut text = [String::new(), String::new()];
        std::io::Read::read_to_string(&mut process.0.stdout.take().expect("piped"), &mut text[0]).expect("UTF-8");
        std::io::Read::read_to_string(&mut process.0.stderr.take().expect("piped"), &mut text[1]).expect("UTF-8");
        (process.0.wait().expect("it ends").code(), text.concat())
    };
    for (guest, fails) in [("sh=cmd:sh examples/player.sh".to_owned(), false), (format!("crash={BAD} crash"), true)] {
        let mut host =
            client("host", &["play", "tic-tac-toe", "--online", "new", "--clock", "5m+3s", "--player", CHECKER]);
        let mut lines = BufReader::new(host.0.stdout.take().expect("piped")).lines().map_while(Result::ok);
        let head = lines.next().expect("a room");
        let code = head.split(' ').nth(1).expect("a code").trim_end_matches(':').to_owned();
        assert!(head.contains("`checker` is player 1"), "{head}");
        let mut other = client("guest", &["play", "--online", &code, "--player", &guest]);
        let (status, said) = end(&mut other);
        let rest: Vec<String> = lines.collect();
        let record = rest.iter().find_map(|line| line.strip_prefix("record: ")).expect("a record");
        let record: agon_rules::Record = record.parse().expect("a record");
        let over = record.replay().expect("it replays").outcome().is_some();
        if fails && !over {
            assert_eq!(status, Some(2), "{said}");
            assert!(said.contains("`crash` has ended with exit code 3") && said.contains("it has resigned"), "{said}");
        } else {
            assert!(over && status == Some(0), "{said}");
        }
        assert_eq!(host.0.wait().expect("it ends").code(), Some(0), "{rest:?}");
    }
    // The server takes no commands: a program is no player of its own.
    let asked =
        client("host", &["play", "tic-tac-toe", "--online", "new", "--players", "me,cmd:touch /tmp/agon-never"]);
    let (status, said) = end(&mut { asked });
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("unknown player"), "{said}");
    assert!(!Path::new("/tmp/agon-never").exists());
    let (status, said) = end(&mut client("host", &["play", "--online", "new", "--player", "hard"]));
    assert!(status == Some(2) && said.contains("`hard` is no program"), "{said}");
    let _ = std::fs::remove_dir_all(data);
}

#[test]
fn a_file_from_somebody_else_starts_no_program() {
    let file = std::env::temp_dir().join(format!("agon-program-file-{}.agon", std::process::id()));
    std::fs::write(&file, "players=human,cmd:touch /tmp/agon-never\ntic-tac-toe~seed=0~b2\n").expect("written");
    let why = error(&["play", "--load", file.to_str().expect("a plain path"), "--plain"]);
    assert!(why.contains("unknown player `cmd:touch /tmp/agon-never`"), "{why}");
    assert!(!Path::new("/tmp/agon-never").exists());
    // What is named on the command line may take the seat.
    let done = stdout(&[
        "play",
        "--load",
        file.to_str().expect("a plain path"),
        "--players",
        &format!("human,{CHECKER}"),
        "--plain",
    ]);
    assert!(done.contains("player 2 (checker) plays "), "{done}");
    std::fs::remove_file(file).expect("it was there");
}
