//! Archives as their users meet them: what `--save` writes, filtered, shown, explored, exported and imported.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use serde_json::Value;

fn agon(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    // A date that is always the same, so that whole outputs can be compared.
    command.args(args).env("SOURCE_DATE_EPOCH", "1763391248").stdin(Stdio::null());
    command.output().expect("the binary runs")
}

fn stdout(args: &[&str]) -> String {
    let output = agon(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn error(args: &[&str]) -> String {
    let output = agon(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.lines().count(), 1, "{args:?}: {text}");
    text
}

/// A folder of a test, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("agon-archives-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn what_the_lab_saves_is_the_same_on_any_number_of_threads_and_in_both_formats() {
    let folder = Folder::new("threads");
    let save = |name: &str, threads: &str| {
        let file = folder.file(name);
        let players = "greedy_rand,minimax_2,mcts:playouts=20";
        stdout(&[
            "table",
            "primi-composti",
            "--players",
            players,
            "--games",
            "12",
            "--threads",
            threads,
            "--save",
            &file,
        ]);
        file
    };
    let (one, three) = (save("one", "1"), save("three", "3"));
    // The command that played a game says where it was saved, and on how many threads.
    let text = |file: &str, format: &str| {
        let text = stdout(&["archive", "export", file, "--format", format]);
        text.replace(file, "FILE").replace("--threads 1", "--threads N").replace("--threads 3", "--threads N")
    };
    for format in ["text", "json"] {
        let whole = text(&one, format);
        assert!(whole == text(&three, format), "{format}");
        let (exported, again) = (folder.file("exported"), folder.file(&format!("again-{format}")));
        fs::write(&exported, stdout(&["archive", "export", &one, "--format", format])).expect("written");
        assert!(stdout(&["archive", "import", &again, &exported]).starts_with("108 games were added"));
        assert!(
            stdout(&["archive", "export", &again, "--format", format]) == fs::read_to_string(&exported).expect("there")
        );
        assert_eq!(stdout(&["archive", "check", &again]), "108 games, all as the rules have it\n");
    }
    let game: Value =
        serde_json::from_str(stdout(&["archive", "show", &one, "40", "--as", "json"]).trim()).expect("JSON");
    assert_eq!((&game["date"], &game["options"]["cards"]), (&"2025-11-17T14:54:08Z".into(), &12.into()));
    assert_eq!(game["thinking"].as_array().map(Vec::len), game["moves"].as_array().map(Vec::len));
    assert!(
        game["thinking"].as_array().is_some_and(|list| list.iter().any(|one| one["nodes"].as_u64() > Some(0))),
        "{game}"
    );
    assert!(game["source"].as_str().is_some_and(|text| text.starts_with("agon table primi-composti --players ")));
    assert!(game["scores"].is_array() && game["reason"] == "hands-empty" || game["reason"].is_string());
    // Two archives become one.
    let both = folder.file("both");
    assert!(stdout(&["archive", "import", &both, &one, &three]).starts_with("216 games were added"));
    assert_eq!(stdout(&["archive", "count", &both]), "216\n");
}

#[test]
fn games_are_counted_listed_shown_and_opened() {
    let folder = Folder::new("shown");
    let file = folder.file("games.db");
    stdout(&["match", "tic-tac-toe", "hard", "easy", "--games", "30", "--save", &file]);
    stdout(&["match", "tic-tac-toe", "--set", "size=4", "easy", "random", "--games", "6", "--save", &file]);
    let count =
        |args: &[&str]| stdout(&[&["archive", "count", &file], args].concat()).trim().parse::<u64>().expect("a number");
    assert_eq!((count(&[]), count(&["--player", "hard"]), count(&["--set", "size=4"])), (36, 30, 6));
    let parts = ["--won", "--lost"].map(|flag| count(&[flag, "hard"]));
    assert_eq!(parts[0] + parts[1] + count(&["--player", "hard", "--winner", "draw"]), 30);
    assert!(parts[0] > 20, "{parts:?}");
    assert_eq!(count(&["--seat", "1=hard"]) + count(&["--seat", "2=hard"]), 30);
    assert_eq!(count(&["--length", "..6"]) + count(&["--length", "7.."]), 36);
    assert_eq!((count(&["--since", "2025-11-17"]), count(&["--until", "2025-11-17"])), (36, 0));
    assert_eq!(count(&["--game", "tic-tac-toe", "--position", "3/3/3 0"]), 30);
    let by = stdout(&["archive", "count", &file, "--by", "players", "--player", "hard"]);
    assert_eq!(by, "15  easy – hard\n15  hard – easy\n");
    let first: Value =
        serde_json::from_str(stdout(&["archive", "list", &file, "--limit", "1", "--json"]).trim()).expect("JSON");
    assert_eq!((&first["id"], &first["players"][0], &first["options"]["size"]), (&1.into(), &"hard".into(), &3.into()));
    let listed = stdout(&["archive", "list", &file, "--limit", "3", "--skip", "3"]);
    assert!(
        listed.starts_with("4  tic-tac-toe  easy – hard")
            && listed.ends_with("games 4 to 6 of 36; `--skip 6` goes on\n"),
        "{listed}"
    );

    // One game in every form.
    let show = |form: &str, more: &[&str]| stdout(&[&["archive", "show", &file, "2", "--as", form], more].concat());
    let record: agon_rules::Record = show("record", &[]).trim().parse().expect("a record");
    assert!(record.replay().expect("it replays").outcome().is_some());
    assert_eq!(show("boards", &[]).matches("\nply ").count(), record.moves.len());
    let link = show("link", &["--page", "https://play.example.org/"]);
    assert_eq!(link.trim(), format!("https://play.example.org/#/watch/{record}?players=easy,hard"));
    let saved = folder.file("game.agon");
    show("file", &["--to", &saved, "--ply", "3"]);
    let played = stdout(&["play", "--load", &saved, "--plain"]);
    assert!(played.contains("record: ") && played.trim_end().ends_with(&record.moves[..3].join("~")), "{played}");
    let opened = stdout(&["archive", "play", &file, "2", "--ply", "2", "--plain"]);
    assert!(opened.trim_end().ends_with(&record.moves[..2].join("~")), "{opened}");
    assert!(error(&["archive", "show", &file, "2", "--ply", "99"]).contains("there is no position after 99"));
    assert!(error(&["archive", "show", &file, "99"]).contains("there is no game 99"));
}

#[test]
fn the_explorer_tells_how_often_what_came_of_it_and_what_is_proved() {
    let folder = Folder::new("explorer");
    let file = folder.file("games.db");
    stdout(&["match", "tic-tac-toe", "easy", "random", "--games", "80", "--save", &file]);
    let explore = |args: &[&str]| -> Value {
        serde_json::from_str(&stdout(&[&["archive", "explore", &file, "tic-tac-toe", "--json"], args].concat()))
            .expect("JSON")
    };
    let start = explore(&[]);
    assert_eq!((&start["all"]["games"], start["moves"].as_array().map(Vec::len)), (&80.into(), Some(9)));
    let sum: u64 = start["moves"].as_array().expect("moves").iter().filter_map(|one| one["games"].as_u64()).sum();
    assert_eq!(sum, 80);
    assert!(start["moves"].as_array().expect("moves").iter().all(|one| one["proved"] == true && one["value"] == 0.0));
    // Games that came to a position in another order of moves are counted too.
    let (one, other) = (explore(&["a1", "b2", "c3"]), explore(&["c3", "b2", "a1"]));
    assert_eq!(one, other);
    let lost = explore(&["a1", "b1", "b2"]);
    assert_eq!(lost["moves"].as_array().expect("moves").iter().filter(|one| one["value"] == 1.0).count(), 6, "{lost}");
    let text = stdout(&["archive", "explore", &file, "tic-tac-toe", "--won", "easy"]);
    assert!(text.starts_with("3/3/3 0\nmove") && text.contains("+0 proved") && text.contains("\nall "), "{text}");
    let none =
        stdout(&["archive", "explore", &file, "tic-tac-toe", "--nodes", "0", "--opening", "a1 a2 a3 b1 b2", "a1"]);
    assert!(none.contains("no game came here") || none.contains("all"), "{none}");
    assert!(error(&["archive", "explore", &file, "gambit"]).contains("no game has the id `gambit`"));
    assert!(error(&["archive", "explore", &file, "tic-tac-toe", "z9"]).contains("illegal move `z9`"));
}

#[test]
fn bad_arguments_and_files_are_answered_with_what_would_work() {
    let folder = Folder::new("bad");
    let file = folder.file("games.db");
    stdout(&["match", "gambit", "easy", "random", "--games", "4", "--save", &file]);
    let count = |args: &[&str]| error(&[&["archive", "count", &file], args].concat());
    assert!(count(&["--winner", "3x"]).contains("`1` for player 1"));
    assert!(count(&["--seat", "hard"]).contains("`1=hard`"));
    assert!(count(&["--seat", "0=hard"]).contains("`1=hard`"));
    assert!(count(&["--length", "9..3"]).contains("nothing is that long"));
    assert!(count(&["--length", "short"]).contains("`20..40`"));
    assert!(count(&["--since", "yesterday"]).contains("`2026-11-17`"));
    assert!(count(&["--position", "x"]).contains("--game"));
    assert!(count(&["--game", "gambit", "--position", "x"]).contains("bad position `x`"));
    assert!(count(&["--player", "nobody"]).contains("there is `easy`, `random`"));
    // Text is no archive, and stays as it is.
    let text = folder.file("text");
    fs::write(&text, "gambit~seed=0\n").expect("written");
    assert!(error(&["archive", "count", &text]).contains("is no archive of games"));
    assert!(
        error(&["match", "gambit", "easy", "random", "--games", "2", "--save", &text])
            .contains("is no archive of games")
    );
    assert_eq!(fs::read_to_string(&text).expect("there"), "gambit~seed=0\n");
    // Records alone can be imported; a damaged line is named, and nothing is added.
    assert!(stdout(&["archive", "import", &file, &text]).starts_with("1 games were added"));
    fs::write(&text, "gambit~seed=0~d2xd4\ngambit~seed=0~stop\n").expect("written");
    assert!(error(&["archive", "import", &file, &text]).contains("line 2: bad record, at move 1: illegal move `stop`"));
    assert_eq!(stdout(&["archive", "count", &file]), "5\n");
    // A file that was cut is an error, not a crash.
    let bytes = fs::read(&file).expect("an archive");
    for share in [1, 3, 5, 7] {
        fs::write(&text, &bytes[..bytes.len() * share / 8]).expect("written");
        for command in ["count", "list", "check", "export"] {
            let output = agon(&["archive", command, &text]);
            assert!(matches!(output.status.code(), Some(0..=2)), "{command}: {output:?}");
        }
    }
    assert!(!Path::new(&folder.file("absent")).exists());
    assert!(error(&["archive", "list", &folder.file("absent")]).contains("there is no archive"));
}
