//! The command line as a user or another program meets it: the real binary, its output and its exit codes.

use std::io::Read;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn agon(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_agon")).args(args).output().expect("the binary runs")
}

fn stdout(args: &[&str]) -> String {
    let output = agon(args);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {error}");
    assert_eq!(error, "", "{args:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn lines(args: &[&str]) -> Vec<Value> {
    stdout(args).lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// Bad input ends with code 2, nothing on stdout, and one line on stderr.
fn refused(args: &[&str], expected: &str) {
    let output = agon(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{args:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("agon: {expected}\n"), "{args:?}");
}

fn listed() -> Vec<Value> {
    serde_json::from_str(&stdout(&["games", "--json"])).expect("a JSON array")
}

#[test]
fn a_misspelt_game_is_answered_with_the_nearest_name() {
    let ids: Vec<String> = listed().iter().map(|game| format!("`{}`", game["id"].as_str().expect("an id"))).collect();
    let (last, init) = ids.split_last().expect("some games");
    let known = format!("there is {} or {last}", init.join(", "));
    let expected = format!("unknown game `tictactoe`; did you mean `tic-tac-toe`? ({known})");
    for command in ["rules", "moves", "trace"] {
        refused(&[command, "tictactoe"], &expected);
    }
    refused(&["perft", "tictactoe", "--depth", "1"], &expected);
}

#[test]
fn bad_options_are_answered_with_what_would_work() {
    refused(
        &["moves", "tic-tac-toe", "--set", "sise=4"],
        "unknown option `sise` of tic-tac-toe; did you mean `size`? (it has `size` or `line`)",
    );
    refused(&["moves", "tic-tac-toe", "--set", "size=6"], "bad value `6` of option `size`; it takes `3`, `4` or `5`");
    refused(&["moves", "tic-tac-toe", "--set", "size"], "bad option `size`; write it as `name=value`");
    refused(
        &["moves", "tic-tac-toe", "--set", "line=4"],
        "these options of tic-tac-toe do not go together: line=4 is longer than size=3",
    );
    refused(
        &["moves", "primi-composti", "--set", "uncover=true"],
        "these options of primi-composti do not go together: uncover=true needs version=2",
    );
    refused(
        &["moves", "tic-tac-toe", "--set", "size=4", "--set", "size=4"],
        "option `size` is given twice; once is enough",
    );
}

#[test]
fn bad_positions_are_answered_with_a_reason() {
    for (game, position, why) in [
        ("gambit", "3/3/3 0", "it needs 3 fields with one space between them, as in `8/XXXXXXXX/OOOOOOOO/8 0 -`"),
        ("tic-tac-toe", "3/3 0", "the board must have 3 ranks separated by `/`"),
        ("tic-tac-toe", "3/1x1/3 0", "with seat 0 to move the marks of the seats cannot be 1 and 0"),
        ("tic-tac-toe", "3/12/3 0", "rank 2 has more than 3 squares"),
        ("tic-tac-toe", "03/3/3 0", "it is written `3/3/3 0`"),
        ("gambit", "8/8/8/8 0 c3", "the runner on c3 is not a piece of seat 0 that can jump"),
        ("quadratic-war", "8/8/8/8/8/8/8/8/8 0 101", "the quiet count `101` is not a number from 0 to 100"),
        ("parity-twist", ".,.,./.,.,./.,.,. ? 1 0", "`?` is no number of this variant"),
        ("primi-composti", "2,2/3,4 -:-/-:- 0 0,0", "2 is there twice"),
    ] {
        refused(&["moves", game, "--position", position], &format!("bad position `{position}`: {why}"));
        refused(&["trace", game, "--games", "0", "--position", position], &format!("bad position `{position}`: {why}"));
    }
}

#[test]
fn bad_moves_are_answered_with_possible_ones() {
    refused(
        &["moves", "tic-tac-toe", "b2", "b2"],
        "illegal move `b2`; `a1`, `a2`, `a3`, `b1`, `b3`, `c1`, `c2` or `c3` is possible",
    );
    let choice = ["--set", "version=2", "--set", "players=3", "--position", "2,10/4,8/6,9 5:-/3:-/7:- 0 -"];
    let with = |text| [&["moves", "primi-composti"][..], &choice, &[text]].concat();
    refused(&with("2"), "ambiguous move `2`; `2<3` or `2<7` is possible");
    refused(&with("9"), "illegal move `9`; `10`, `2<3` or `2<7` is possible");
    refused(
        &["moves", "gambit", "--position", "O4O2/8/8/8 1 -", "stop"],
        "no move `stop`: the game is over (no moves)",
    );
    refused(
        &["moves", "parity-twist", "z1=5"],
        "illegal move `z1=5`; `a1=5`, `b1=5`, `k1=5`, `m=5`, `a1=1` or `a1=2` is possible, and 94 more",
    );
}

#[test]
fn zero_and_huge_numbers_are_answered_sensibly() {
    assert_eq!(stdout(&["trace", "gambit", "--games", "0"]), "");
    assert_eq!(stdout(&["perft", "gambit", "--depth", "0"]), "depth 0 leaves 1\n");
    let late = "1O3O2/4XX1X/6O1/3X4 0 f4";
    assert_eq!(
        stdout(&["perft", "gambit", "--depth", "4294967295", "--position", late]),
        "depth 4294967295 leaves 14\n"
    );
    refused(
        &["trace", "gambit", "--games", "-1"],
        "bad value `-1` of `--games`; it takes a whole number, such as `1`; see `agon trace --help`",
    );
    refused(
        &["trace", "gambit", "--seed", "18446744073709551616"],
        "bad value `18446744073709551616` of `--seed`; the number is too large; see `agon trace --help`",
    );
    refused(
        &["perft", "gambit", "--depth", "4294967296"],
        "bad value `4294967296` of `--depth`; it takes a whole number from 0 to 4294967295; see `agon perft --help`",
    );
    for seconds in ["-1", "nan", "1e300"] {
        assert_eq!(agon(&["bench", "--seconds", seconds]).status.code(), Some(2), "{seconds}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["trace", "gambit", "--games", "1000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut first = [0; 100];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("some output");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_wrong_command_line_is_answered_in_one_line() {
    refused(&["foo"], "there is no command `foo`; see `agon --help`");
    refused(
        &["moves", "gambit", "--sett", "x"],
        "`agon moves` has no option `--sett`; did you mean `--set`?; see `agon moves --help`",
    );
    refused(
        &["best", "gambit", "--player", "mcts:time=5"],
        "bad player `mcts:time=5`: `time=5` needs a unit: `time=5s` or `time=5ms`",
    );
    let long = "9".repeat(100_000);
    let output = agon(&["trace", "gambit", "--games", &long]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stderr.len() < 3000);
}

/// Where writing fails the code says so, and nothing panics.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_with_code_one_and_a_closed_stderr_changes_nothing() {
    let full = || Stdio::from(std::fs::File::create("/dev/full").expect("Linux has it"));
    let run = |args: &[&str], out: Stdio, err: Stdio| {
        let command = Command::new(env!("CARGO_BIN_EXE_agon")).args(args).stdout(out).stderr(err).status();
        command.expect("the binary runs").code()
    };
    assert_eq!(run(&["trace", "gambit", "--games", "100"], full(), Stdio::null()), Some(1));
    assert_eq!(run(&["rules", "gambit"], full(), Stdio::null()), Some(1));
    assert_eq!(run(&["moves", "nosuch"], Stdio::null(), full()), Some(2));
}

#[test]
fn a_trace_is_start_plies_and_end() {
    let trace = lines(&["trace", "tic-tac-toe", "--set", "size=4", "--games", "3", "--seed", "5"]);
    assert_eq!(
        trace[0],
        json!({"event": "start", "game": "tic-tac-toe", "options": {"size": 4, "line": 3}, "position": "4/4/4/4 0"})
    );
    let first = stdout(&["trace", "tic-tac-toe", "--seed", "5"]);
    assert!(first.starts_with(
        r#"{"event":"start","game":"tic-tac-toe","options":{"size":3,"line":3},"position":"3/3/3 0"}
{"event":"ply","ply":0,"seat":0,"position":"3/3/3 0","legal":["a1","a2","a3","b1","b2","b3","c1","c2","c3"],"move":""#
    ));
    assert_eq!(trace.iter().filter(|line| line["event"] == "end").count(), 3);
    let mut ply = 0;
    for line in &trace {
        match line["event"].as_str() {
            Some("start") => ply = 0,
            Some("ply") => {
                assert_eq!((&line["ply"], &line["seat"]), (&json!(ply), &json!(ply % 2)));
                assert!(line["legal"].as_array().is_some_and(|legal| legal.contains(&line["move"])));
                ply += 1;
            }
            _ => {
                let keys: Vec<_> = line["result"].as_object().expect("an object").keys().collect();
                assert_eq!(keys, ["winner", "scores", "reason"]);
            }
        }
    }
    let shared = lines(&["trace", "primi-composti", "--set", "players=3"]);
    assert!(shared.last().is_some_and(|end| end["result"]["winners"].is_array()));
}

#[test]
fn a_trace_repeats_for_its_seed_and_differs_for_another() {
    let trace =
        |seed: &str| stdout(&["trace", "parity-twist", "--set", "variant=lanier", "--games", "5", "--seed", seed]);
    assert_eq!(trace("1"), trace("1"));
    assert_ne!(trace("1"), trace("2"));
}

#[test]
fn moves_print_position_seat_legal_and_result() {
    assert_eq!(
        stdout(&["moves", "tic-tac-toe", "--json", "--position", "xx1/oo1/3 0", "c3"]),
        "{\"position\":\"xxx/oo1/3 1\",\"seat\":null,\"legal\":[],\
         \"result\":{\"winner\":0,\"scores\":null,\"reason\":\"line\"}}\n"
    );
    let open = lines(&["moves", "gambit", "--json", "--position", "6OO/XXX2X2/OOO2O2/3XX3 1 e1"]);
    assert_eq!(
        open[0],
        json!({"position": "6OO/XXX2X2/OOO2O2/3XX3 1 e1", "seat": 1, "legal": ["e1xg3", "stop"], "result": null})
    );
}

#[test]
fn perft_ends_each_line_with_a_count() {
    assert_eq!(stdout(&["perft", "gambit", "--depth", "6"]), "depth 6 leaves 280932\n");
    let divided = stdout(&["perft", "tic-tac-toe", "--depth", "3", "--divide"]);
    assert_eq!(divided.lines().count(), 10);
    assert!(divided.starts_with("a1 56\na2 56\n") && divided.ends_with("depth 3 leaves 504\n"));
    let deal = "2,5,7,11/4,9,12,13/3,6,8,10 -:-/-:-/-:- 0 -";
    let options = ["--set", "version=2", "--set", "players=3", "--set", "cards=4"];
    let args = [&["perft", "primi-composti", "--depth", "6", "--scores", "--position", deal][..], &options].concat();
    assert_eq!(stdout(&args), "scores 6000 3696 6274\ndepth 6 leaves 1773\n");
    assert_eq!(
        lines(&[&args[..], &["--json"]].concat()),
        [json!({"depth": 6, "leaves": 1773, "scores": [6000, 3696, 6274]})]
    );
    let divided = lines(&["perft", "tic-tac-toe", "--depth", "2", "--divide", "--json"]).remove(0);
    assert_eq!((&divided["leaves"], &divided["divide"]["b2"]), (&json!(72), &json!(8)));
    assert_eq!(lines(&["perft", "gambit", "--depth", "1", "--json"]), [json!({"depth": 1, "leaves": 20})]);
}

#[test]
fn solve_prints_the_value_of_every_move_and_what_it_did_not_prove() {
    let deal = "2,3,4,5,11,13/6,7,8,9,10,12 -:-/-:- 0 0,0";
    let solved = lines(&["solve", "primi-composti", "--json", "--position", deal]).remove(0);
    assert_eq!(solved["moves"], json!({"11": 1, "13": 2, "2": 1, "3": 1, "4": -1, "5": 1}));
    assert_eq!((&solved["value"], &solved["winner"], &solved["proved"]), (&json!(2), &json!(0), &json!(true)));
    assert_eq!(solved["line"].as_array().map(Vec::len), Some(12));
    // Too small a budget: what is proved is a bound, and the code says so.
    let output = agon(&["solve", "parity-twist", "--json", "--nodes", "1000"]);
    assert_eq!(output.status.code(), Some(3));
    let bound: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&bound["value"], &bound["proved"]), (&json!(null), &json!(false)));
    // What is hidden from the seats is said to be open where that is asked for.
    let hidden =
        ["solve", "parity-twist", "--set", "variant=hidden-master", "--json", "--position", "1,2,3/4,5,./7,.,. . 0 -"];
    let open = lines(&[&hidden[..], &["--open"]].concat()).remove(0);
    assert_eq!(open["assumes"], json!("open cards: both seats see everything"));
    // Without a deck both seats can work out what the other holds.
    let late = ".,8,5/0,1,2/6,9,. 7 0 3 4 -";
    let known = lines(&["solve", "parity-twist", "--set", "variant=lanier", "--json", "--position", late]).remove(0);
    assert_eq!((&known["assumes"], &known["proved"]), (&json!(null), &json!(true)));
    refused(
        &["solve", "primi-composti", "--set", "players=3"],
        "only games of two seats can be solved, and this one has 3",
    );
}

#[test]
fn solve_finds_equilibria_where_something_is_hidden_and_says_how_good_they_are() {
    let solve = |variant: &str, position: &str, more: &[&str]| {
        let args = ["solve", "parity-twist", "--json", "--set", variant, "--position", position];
        let output = agon(&[&args[..], more].concat());
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        (output.status.code(), report)
    };
    let sum = |report: &Value| -> f64 {
        report["strategy"].as_object().expect("a strategy").values().filter_map(Value::as_f64).sum()
    };
    // The order of the deck is all that is hidden: exact, as a fraction.
    let (code, draft) = solve("variant=draft", ".,6,5/8,9,./.,2,. . 1 1,3,10 - 4,7", &[]);
    assert_eq!((code, &draft["proved"], &draft["exploitability"]), (Some(0), &json!(true), &json!(0.0)));
    assert!(draft["exact"].is_string() && draft["bound"].is_null() && draft["worlds"] == 2, "{draft}");
    assert_eq!((draft["moves"].as_object().map(serde_json::Map::len), sum(&draft)), (Some(3), 1.0));
    // A number under the Master Key: strategies, with what they lose at most.
    let (code, hidden) = solve("variant=hidden-master", "1,10,./4,5,./7,.,. . 1 -", &[]);
    let loss = hidden["exploitability"].as_f64().expect("found");
    assert_eq!((code, &hidden["proved"], &hidden["winner"]), (Some(0), &json!(false), &json!(null)));
    assert!((0.0..=0.01).contains(&loss) && (sum(&hidden) - 1.0).abs() < 1e-6, "{hidden}");
    let (low, high) = (hidden["bound"][0].as_f64().expect("a bound"), hidden["bound"][1].as_f64().expect("a bound"));
    let value = hidden["value"].as_f64().expect("found");
    assert!((high - low - loss).abs() < 1e-9 && (value - (low + high) / 2.0).abs() < 1e-9, "{hidden}");
    // Hands, and too little memory for them.
    let start = ".,.,./.,.,./.,.,. . 0 0,4,7 1,5,8 9,2,6,3";
    let (code, large) = solve("variant=lanier", start, &[]);
    assert_eq!((code, &large["value"], &large["proved"]), (Some(3), &json!(null), &json!(false)));
    assert!(large["bound"] == json!([-3.0, 3.0]) && large["needs"].as_u64() > Some(64), "{large}");
    let said = agon(&["solve", "parity-twist", "--set", "variant=lanier", "--position", start]);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(
        said.starts_with("value between -3 and +3 for player 1 (bound); too large for 64 MB, `--memory "),
        "{said}"
    );
    let text = ["solve", "parity-twist", "--set", "variant=hidden-master", "--position", "1,10,./4,5,./7,.,. . 1 -"];
    let said = stdout(&text);
    assert!(said.contains("exploitable by at most 0.0") && said.contains("(equilibrium, not proved)\n"), "{said}");
    refused(
        &[&text[..], &["--within", "0"]].concat(),
        "bad value `0` of `--within`; it takes a number of points from 0.000001 to 100, such as `0.01`; see `agon solve --help`",
    );
}

#[test]
fn best_names_the_move_of_a_player_and_refuses_unknown_ones() {
    let won = ["best", "tic-tac-toe", "--json", "--position", "xx1/oo1/3 0", "--player"];
    for player in ["perfect", "minimax:1", "alphabeta:depth=2", "mcts:playouts=500"] {
        let best = lines(&[&won[..], &[player]].concat()).remove(0);
        assert_eq!((&best["move"], &best["player"], &best["seat"]), (&json!("c3"), &json!(player), &json!(0)));
    }
    let output = agon(&["best", "gambit", "--player", "deepblue"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.starts_with("agon: unknown player `deepblue`; there is `easy`, `medium`, "), "{error}");
    refused(
        &["best", "primi-composti", "--set", "players=4", "--player", "perfect"],
        "`perfect` cannot play here: it is for two seats; try `expert` or `mcts`",
    );
    refused(
        &["best", "primi-composti", "--set", "players=3", "--player", "minimax_4"],
        "`minimax_4` cannot play here: the other hands are hidden and there is more than one opponent",
    );
    let listed = stdout(&["players", "gambit"]);
    assert!(["easy", "hard", "expert", "records", "perfect"].iter().all(|name| listed.contains(name)), "{listed}");
    let measured = stdout(&["players", "parity-twist", "--set", "variant=classic"]);
    let medium = measured.lines().find(|line| line.starts_with("medium")).expect("a level");
    assert!(medium.contains("; scores ") && medium.contains(" % against easy ("), "{measured}");
    refused(
        &["best", "gambit", "--position", "O4O2/8/8/8 1 -", "--player", "random"],
        "no move is left: the game is over (no moves)",
    );
}

#[test]
fn games_are_listed_for_people_and_programs() {
    let games = listed();
    assert!(games.len() >= 7);
    let infiltration = games.iter().find(|game| game["id"] == "infiltration").expect("a game");
    assert_eq!(infiltration["options"][0]["values"][0], json!(4));
    assert_eq!(infiltration["options"][1]["default"], json!(true));
    let text = stdout(&["games"]);
    for game in &games {
        assert!(text.contains(game["id"].as_str().expect("an id")));
        assert!(game["about"].as_str().is_some_and(|about| about.len() > 40));
        assert!(stdout(&["rules", game["id"].as_str().expect("an id")]).starts_with("# "));
    }
}

#[test]
fn rules_are_markdown_in_a_pipe_and_text_when_asked_for() {
    let markdown = stdout(&["rules", "gambit"]);
    assert!(markdown.starts_with("# ") && markdown.contains("|---|"), "as it was written");
    assert_eq!(markdown, stdout(&["rules", "gambit", "--format", "markdown"]));
    let text = stdout(&["rules", "gambit", "--format", "text"]);
    assert!(!text.contains("|---|") && !text.contains('#') && !text.contains('\u{1b}'), "{text}");
    assert!(text.contains("    4  ·  ·  · 'O' ·  ·  ·  ·\n"), "pictures are drawn:\n{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn people_count_players_from_one_and_programs_seats_from_zero() {
    let won = ["--position", "xx1/oo1/3 0"];
    let best = [&["best", "tic-tac-toe", "--player", "perfect"][..], &won].concat();
    assert_eq!(stdout(&best), "c3, value +1 for player 1 (proved)\n");
    let solved = stdout(&[&["solve", "tic-tac-toe"][..], &won].concat());
    assert!(solved.starts_with("value +1 for player 1 (proved)\n"), "{solved}");
    assert_eq!(lines(&[&best[..], &["--json"]].concat())[0]["seat"], json!(0));
}

#[test]
fn bench_prints_signatures_that_are_the_same_everywhere() {
    let report: Value = serde_json::from_str(&stdout(&["bench", "--seconds", "0", "--json"])).expect("JSON");
    let rows = report["rows"].as_array().expect("rows");
    for (game, options, signature) in SIGNATURES {
        let row = rows.iter().find(|row| row["game"] == *game && row["options"] == *options).expect("a row");
        assert_eq!(
            row["signature"],
            json!(signature),
            "{game} {options}: the rules or the search changed, say so in the commit"
        );
    }
    let total: u64 = rows.iter().filter_map(|row| row["signature"].as_u64()).sum();
    assert_eq!(report["signature"], json!(total));
    assert!(stdout(&["bench", "--seconds", "0"]).ends_with(&format!("signature {total}\n")));
}

const SIGNATURES: &[(&str, &str, u64)] = &[
    ("tic-tac-toe", "", 258094),
    ("tic-tac-toe", "size=5", 312504),
    ("checkerboard", "", 301517),
    ("checkerboard", "size=6", 107173),
    ("checkerboard", "size=12", 95476),
    ("infiltration", "", 128529),
    ("infiltration", "pieces=4", 124583),
    ("infiltration", "pieces=16", 124898),
    ("parity-twist", "", 21827),
    ("parity-twist", "variant=delfs", 271011),
    ("parity-twist", "variant=whiteacre", 42862),
    ("parity-twist", "variant=hodgkins", 29024),
    ("parity-twist", "variant=dual-master", 44480),
    ("parity-twist", "variant=key-lock", 21970),
    ("parity-twist", "variant=draft", 85039),
    ("parity-twist", "variant=hidden-master", 36685),
    ("parity-twist", "variant=total-score", 33186),
    ("parity-twist", "variant=sandkuhler", 19439),
    ("parity-twist", "variant=peltola", 390394),
    ("parity-twist", "variant=lanier", 36713),
    ("primi-composti", "", 226819),
    ("primi-composti", "version=2", 231988),
    ("gambit", "", 302425),
    ("gambit", "big-islands=zero", 302425),
    ("quadratic-war", "", 142985),
    ("quadratic-war", "dead-draw=revised", 142985),
    ("quadratic-war", "dead-draw=exact", 142568),
];
