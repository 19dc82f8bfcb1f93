//! What the solver says is what it has proved; certificates can be interrupted and checked.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn agon(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_agon")).args(args).output().expect("the binary runs")
}

fn stdout(args: &[&str]) -> String {
    let output = agon(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn refused(args: &[&str], expected: &str) {
    let output = agon(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("agon: {expected}\n"), "{args:?}");
}

/// A folder of the test's own, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("agon-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const MATE: &str = "3X3O/5X2/2X5/8/3X4/1o6/8/1O2O3 0 0,0,0,0 m 4";

#[test]
fn a_win_is_in_as_many_plies_whether_or_not_its_line_is_found_in_time() {
    let mate = ["solve", "infiltration", "--set", "pieces=4", "--position", MATE, "--brief"];
    // The budget ends while the line is put together.
    let short = stdout(&[&mate[..], &["--nodes", "200000"]].concat());
    assert!(short.starts_with("value +1 for player 1 (proved), win in 9\n"), "{short}");
    let json: Value =
        serde_json::from_str(&stdout(&[&mate[..], &["--nodes", "200000", "--json"]].concat())).expect("JSON");
    assert_eq!(json["win_in"], 9);
}

#[test]
fn a_game_that_will_hide_something_is_solved_with_open_cards_only_and_not_played_perfectly() {
    let hidden = ["--set", "variant=hidden-master"];
    let late = ["--position", "1,2,3/4,5,6/7,.,. . 1 -"];
    let solved = stdout(&[&["solve", "parity-twist", "--brief", "--open"][..], &hidden, &late].concat());
    assert!(solved.starts_with("assuming open cards: both seats see everything\nvalue "), "{solved}");
    assert!(solved.contains("for player 1 (proved with open cards only)\n"), "{solved}");
    let why = "`perfect` cannot play here: too much is hidden so early; it plays from five filled cells on, if the Master Key \
               was laid no earlier or the position was set up; try `expert`";
    refused(&[&["best", "parity-twist", "--player", "perfect"][..], &hidden].concat(), why);
    refused(&[&["match", "parity-twist", "perfect", "easy"][..], &hidden].concat(), why);
    // What looks to the end proves nothing there either.
    let best = stdout(&[&["best", "parity-twist", "--player", "alphabeta"][..], &hidden, &late].concat());
    assert!(best.contains("(estimate)") && !best.contains("proved"), "{best}");
    let folder = Folder::new("hidden");
    let output = agon(&[&["solve", "parity-twist", "--certificate", &folder.file("x")][..], &hidden, &late].concat());
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stdout).contains("no certificate: something is hidden, or will be"));
}

#[test]
fn perfect_plays_hidden_variants_where_it_can_be_exact_whatever_came_before() {
    let best = |variant: &str, position: &str| {
        stdout(&["best", "parity-twist", "--player", "perfect", "--set", variant, "--position", position])
    };
    // The last card of the deck is hidden from both alike.
    let draft = best("variant=draft", ".,6,5/8,9,./3,2,. . 0 1,4,10 - 7");
    assert!(draft.starts_with("draft:") && draft.contains("value"), "{draft}");
    // Without a deck the other hand can be worked out.
    assert!(best("variant=lanier", ".,8,5/0,1,2/6,9,. 7 0 3 4 -").contains("(proved)"));
    // Before that it plays an equilibrium, and late enough it does so under a hidden Master Key.
    let lanier = best("variant=lanier", "3,.,./.,.,7/.,.,. 8 1 0,1,2 4,5,6 9");
    assert!(lanier.contains("(estimate)"), "{lanier}");
    assert!(best("variant=hidden-master", "1,2,3/4,5,./7,.,. . 0 -").contains("(estimate)"));
}

#[test]
fn perfect_play_is_refused_at_once_where_it_is_out_of_reach() {
    let why = "`perfect` cannot play here: this start is too large to be solved; try `expert`";
    for game in ["infiltration", "quadratic-war", "checkerboard"] {
        refused(&["match", game, "perfect", "easy"], why);
    }
    refused(&["match", "primi-composti", "perfect", "easy", "--set", "version=2"], why);
    let deal = ["best", "primi-composti", "--set", "cards=11", "--seed", "1", "--player", "perfect"];
    assert!(stdout(&deal).ends_with("(proved)\n"));
    let moment = "`perfect` cannot play here: it ran out of its budget before the proof was there; try `expert`";
    refused(&["best", "infiltration", "--player", "perfect"], moment);
    // Near the end it plays all the same.
    let won = "8/8/xxx5/4x3/8/8/7o/8 0 0,0,0,0 m 0";
    let best = stdout(&["best", "infiltration", "--position", won, "--player", "perfect"]);
    assert_eq!(best, "e5-d6, value +1 for player 1 (proved)\n");
    // Only what can play is listed where three sit down.
    let three = stdout(&["players", "primi-composti", "--set", "players=3"]);
    assert!(three.contains("engines: `random`, and `mcts` with") && !three.contains("perfect"), "{three}");
    assert!(stdout(&["players", "gambit"]).ends_with("and `perfect`\n"));
}

#[test]
fn what_is_not_proved_is_said_in_words() {
    let output = agon(&["solve", "parity-twist", "--brief", "--nodes", "1000"]);
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.starts_with("value not known: nothing was proved within the limits, not even a bound\n"), "{said}");
    assert!(!said.contains('?'), "{said}");
    let output = agon(&["solve", "tic-tac-toe", "--set", "size=5", "--set", "line=4", "--brief", "--nodes", "50"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.starts_with("value between +0 and +1 for player 1 (bound)\n"), "{said}");
}

#[test]
fn a_certificate_that_was_interrupted_is_the_same_in_the_end() {
    let folder = Folder::new("certificates");
    let solve = |file: &str, more: &[&str]| {
        agon(&[&["solve", "gambit", "--brief", "--json", "--certificate", file][..], more].concat())
    };
    let (whole, cut) = (folder.file("whole.cert"), folder.file("cut.cert"));
    let output = solve(&whole, &[]);
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(output.status.code(), Some(0), "{json}");
    let bytes = std::fs::read(&whole).expect("a certificate");
    assert_eq!(json["certificate"]["bytes"], bytes.len());
    // Once by too few nodes, then to the end.
    let output = solve(&cut, &["--nodes", NODES]);
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(output.status.code(), Some(3), "{json}");
    assert_eq!(json["no_certificate"], "the limit (`--seconds`, `--nodes`) was reached");
    let part = format!("{cut}.part");
    let begun = std::fs::metadata(&part).expect("what there is of it").len();
    assert!(begun > 100 && begun < bytes.len() as u64, "{begun}");
    assert!(!std::path::Path::new(&cut).exists());
    assert_eq!(solve(&cut, &[]).status.code(), Some(0));
    assert_eq!(std::fs::read(&cut).expect("a certificate"), bytes, "not the same after an interruption");
    assert!(!std::path::Path::new(&part).exists());
    // The beginning of one proof is not mistaken for that of another.
    std::fs::copy(&whole, folder.file("other.cert.part")).expect("a copy");
    let other = ["solve", "tic-tac-toe", "--brief", "--certificate", &folder.file("other.cert")];
    refused(
        &other,
        &format!(
            "`{}` is the beginning of another certificate; remove it, or name another file",
            folder.file("other.cert.part")
        ),
    );

    let told = stdout(&["verify", &whole]);
    assert!(told.contains(": value +0 for player 1, checked by the rules alone\n"), "{told}");
    assert!(told.contains("  gambit big-islands=score, from 8/XXXXXXXX/OOOOOOOO/8 0 -\n"), "{told}");
    let mut bad = bytes;
    bad[60] ^= 4;
    std::fs::write(&cut, &bad).expect("a file");
    let output = agon(&["verify", &cut, &whole]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let why = "this is no whole certificate: its digest is not that of its content, so it was damaged or changed";
    assert!(told.starts_with(&format!("{cut}: {why}\n{whole}: value +0 ")), "{told}");
}

/// Enough to solve Gambit and to save the beginning of its certificate, and not enough for all of it.
const NODES: &str = "60000";

#[test]
fn a_forced_win_has_a_certificate_too() {
    let folder = Folder::new("mates");
    let file = folder.file("mate.cert");
    let solve = ["solve", "infiltration", "--set", "pieces=4", "--position", MATE, "--brief", "--certificate", &file];
    assert!(stdout(&solve).contains("certificate "));
    let told = stdout(&["verify", &file]);
    assert!(told.contains("player 1 reaches at least +1: ") && told.contains(", lines of at most 9 plies\n"), "{told}");
    assert!(told.contains("player 2 allows at most +1: no result is worse\n"), "{told}");
}
