//! The lab as its users meet it: the same bytes on any number of threads, after a break, and in pieces.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use serde_json::Value;

fn agon(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    // Reports carry the date; here it is always the same.
    command.args(args).current_dir(root()).env("SOURCE_DATE_EPOCH", "1763391248").output().expect("the binary runs")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().and_then(Path::parent).expect("the workspace")
}

fn stdout(args: &[&str]) -> String {
    let output = agon(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[args, &["--json"]].concat())).expect("JSON")
}

/// A file of this test, gone when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("agon-lab-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        Scratch(path)
    }

    fn text(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

const TABLE: [&str; 7] =
    ["table", "primi-composti", "--players", "asc,greedy_rand,minimax_2", "--games", "1500", "--json"];

#[test]
fn threads_make_no_difference() {
    let commands: [&[&str]; 4] = [
        &TABLE,
        &["match", "gambit", "easy", "random", "--games", "301"],
        &["tournament", "tic-tac-toe", "--players", "easy,medium,hard", "--games", "100", "--format", "html"],
        &["sprt", "primi-composti", "greedy_asc", "greedy_desc", "--elo0", "-30", "--elo1", "30"],
    ];
    for command in commands {
        let one = stdout(&[command, &["--threads", "1"]].concat());
        assert_eq!(one, stdout(&[command, &["--threads", "3"]].concat()), "{command:?}");
        let other = stdout(&[command, &["--seed", "1"]].concat());
        assert_ne!(one, other, "{command:?}: another seed must be another run");
    }
}

#[test]
fn pieces_make_the_whole_and_a_break_makes_no_difference() {
    let whole = stdout(&TABLE);
    let pieces: Vec<Scratch> = (1..=3).map(|k| Scratch::new(&format!("piece{k}"))).collect();
    for (at, piece) in pieces.iter().enumerate() {
        let shard = format!("{}/3", at + 1);
        stdout(&[&TABLE[..], &["--shard", &shard, "--keep", piece.text()]].concat());
    }
    let files: Vec<&str> = pieces.iter().map(Scratch::text).collect();
    assert_eq!(stdout(&[&["merge"], &files[..], &["--json"]].concat()), whole);
    // A piece too few, and one twice.
    let error = |args: &[&str]| String::from_utf8_lossy(&agon(args).stderr).into_owned();
    assert!(error(&["merge", files[0], files[1]]).contains("games are missing"));
    assert!(error(&["merge", files[0], files[0]]).contains("twice"));

    // A run that was killed in the middle of a line goes on from the last whole one.
    let kept = fs::read_to_string(&pieces[0].0).expect("it is kept");
    let broken = Scratch::new("broken");
    fs::write(&broken.0, &kept[..kept.len() * 2 / 3]).expect("written");
    assert_eq!(stdout(&[&TABLE[..], &["--keep", broken.text()]].concat()), whole);
    // And once it is whole, nothing is played again: a file that claims other numbers is believed.
    let said = fs::read_to_string(&broken.0).expect("it is kept").lines().count();
    assert_eq!(stdout(&[&TABLE[..], &["--keep", broken.text()]].concat()), whole);
    assert_eq!(fs::read_to_string(&broken.0).expect("it is kept").lines().count(), said);
    assert!(error(&[&TABLE[..], &["--seed", "9", "--keep", broken.text()]].concat()).contains("another study"));
}

#[test]
fn a_table_has_the_fields_that_other_programs_read() {
    let table = json(&["table", "primi-composti", "--players", "asc,desc", "--games", "2000"]);
    assert_eq!(table["options"]["cards"], 12);
    let cells = table["cells"].as_array().expect("cells");
    let names: Vec<_> = cells.iter().map(|cell| (cell["first"].as_str(), cell["second"].as_str())).collect();
    let (asc, desc) = (Some("asc"), Some("desc"));
    assert_eq!(names, [(asc, asc), (asc, desc), (desc, asc), (desc, desc)]);
    for cell in cells {
        let number = |name: &str| cell[name].as_f64().expect("a number");
        let sum = number("win_first") + number("tie") + number("win_second");
        assert!((sum - 1.0).abs() < 1e-9 && number("games") == 2000.0);
        // The range of the study's means, with five standard errors of 2000 games.
        assert!((20.0..28.0).contains(&number("score_first")) && (4.0..7.0).contains(&number("abs_diff")));
        let interval = cell["win_first_95"].as_array().expect("an interval");
        assert!(interval[0].as_f64() < cell["win_first"].as_f64() && cell["win_first"].as_f64() < interval[1].as_f64());
    }
    // Without points there are no scores.
    let plain = json(&["table", "tic-tac-toe", "--players", "easy", "--games", "10"]);
    assert!(plain["cells"][0]["score_first"].is_null());
    let csv = stdout(&["table", "tic-tac-toe", "--players", "easy,medium", "--games", "10", "--format", "csv"]);
    assert_eq!(csv.lines().count(), 5);
    assert!(csv.starts_with("first,second,games,win_first,win_first_low,win_first_high,"));
}

#[test]
fn the_page_of_a_report_needs_nothing_else() {
    let page = stdout(&["table", "primi-composti", "--players", "asc,desc", "--games", "50", "--format", "html"]);
    // Every chart is there twice: a phone has one of its own.
    assert!(page.starts_with("<!doctype html>") && page.matches("<svg").count() == 2 * 2);
    assert!(!page.contains("http") && !page.contains("src=") && !page.contains("href="), "a page of its own");
}

/// Splits a command line as a shell does, at spaces outside of quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

#[test]
fn a_report_is_made_again_from_its_own_provenance_to_the_byte() {
    for command in [
        &["table", "primi-composti", "--players", "asc,desc", "--games", "20", "--seed", "3"][..],
        &["tournament", "tic-tac-toe", "--players", "easy,random", "--games", "6", "--opening", "1"],
        &["balance", "tic-tac-toe", "--player", "easy,random", "--vary", "size=4,3", "--games", "4", "--quality", "4"],
    ] {
        // Made another day on another machine.
        let there = ["--date", "2001-02-03", "--machine", "abacus, by hand", "--threads", "1", "--format", "html"];
        let page = stdout(&[command, &there].concat());
        let code = page.split("<dt>this file</dt><dd><code>").nth(1).and_then(|rest| rest.split("</code>").next());
        let again = words(code.expect("the command of the file").strip_prefix("agon ").expect("a command"));
        let again: Vec<&str> = again.iter().map(String::as_str).collect();
        assert_eq!(stdout(&again), page, "{again:?}");
        // The results are the same without any of that, and so is the command in every form.
        let main = |page: &str| page.split_once("<footer>").expect("a footer").0.to_owned();
        assert_eq!(main(&stdout(&[command, &["--format", "html"]].concat())), main(&page));
        let text = stdout(command);
        let told = text.lines().rev().nth(1).expect("the command");
        assert_eq!(json(command)["provenance"]["command"], told);
        let told = words(told.strip_prefix("agon ").expect("a command"));
        assert_eq!(stdout(&told.iter().map(String::as_str).collect::<Vec<_>>()), text);
    }
}

#[test]
fn every_variant_of_a_game_is_compared_on_one_page() {
    let run = |line: &str| {
        let output = agon(&words(line).iter().map(String::as_str).collect::<Vec<_>>());
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"))
    };
    let [page, _] = run("balance gambit --vary all --player random --games 2 --quality 2 --format html");
    let variants = agon_rules::games::info("gambit").expect("a game").options[0].values.clone();
    assert!(variants.len() > 1);
    for variant in variants {
        assert!(page.contains(&format!("big-islands={variant}")), "{variant}");
    }
    // Options that exclude each other are left out, and that is said.
    let [csv, said] = run("balance tic-tac-toe --vary size=3,4 --vary line --player random --games 1 --format csv");
    assert!(said.contains("left out size=3 line=4: "), "{said}");
    assert!(csv.contains("size=4 line=4") && !csv.contains("size=3 line=4"), "{csv}");
}

#[test]
fn every_game_is_saved_as_a_record_that_replays() {
    let saved = Scratch::new("saved");
    let lanier = ["match", "parity-twist", "--set", "variant=lanier", "medium", "easy", "--games", "60"];
    stdout(&[&lanier[..], &["--save", saved.text()]].concat());
    let text = stdout(&["archive", "export", saved.text(), "--format", "record"]);
    assert_eq!(text.lines().count(), 60);
    for line in text.lines() {
        let record: agon_rules::Record = line.parse().expect("a record");
        assert!(record.replay().expect("it replays").outcome().is_some());
    }
}

#[test]
fn another_program_plays_and_whatever_it_does_wrong_costs_it_one_game() {
    let ours = json(&["match", "gambit", "cmd:python3 examples/player.py", "random", "--games", "20"]);
    let all = ours["seats"].as_array().and_then(|seats| seats.last()).expect("all").clone();
    assert_eq!(all["games"], 20);
    assert!(all["won"].as_u64() > Some(4), "captures first is better than nothing: {all}");
    // A game with hidden cards and more than two seats.
    stdout(&["match", "primi-composti", "--set", "players=3", "cmd:python3 examples/player.py", "asc", "--games", "6"]);
    for (wrong, reason) in [
        ("crash", "`crash` has ended with exit code 3; it wrote: what happened: | out of ideas at ply "),
        ("garbage", "`garbage` answered `xyzzy`, which is no legal move"),
    ] {
        let player = format!("{wrong}=cmd:sh crates/lab/tests/players/player.sh {wrong}");
        let text = stdout(&["match", "gambit", &player, "random", "--games", "6"]);
        assert!(text.contains(reason) && text.contains("0.00 %"), "{wrong}: {text}");
    }
}

#[test]
fn an_interrupt_prints_what_is_finished() {
    let file = Scratch::new("interrupted");
    let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["match", "primi-composti", "asc", "desc", "--games", "50000000", "--keep", file.text()])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    // Blocks are kept, so it listens to interrupts; the run itself would take hours.
    let kept = || fs::read_to_string(file.text()).unwrap_or_default().lines().count();
    let begin = std::time::Instant::now();
    while kept() < 3 {
        assert!(begin.elapsed() < std::time::Duration::from_secs(300), "nothing is played");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    let mut text = String::new();
    child.stdout.take().expect("piped").read_to_string(&mut text).expect("UTF-8");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(text.contains("interrupted: this is what was finished") && text.contains("player 2"), "{text}");
}

#[test]
fn questions_that_make_no_sense_are_refused_before_anything_is_played() {
    let refused = |args: &[&str], part: &str| {
        let output = agon(args);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(error.contains(part), "{args:?}: {error}");
    };
    refused(&["match", "gambit", "easy", "deepblue"], "unknown player `deepblue`");
    refused(&["table", "gambit", "--players", "easy,,hard"], "unknown player ``");
    refused(&["tournament", "gambit", "--players", "easy"], "two players at least");
    refused(&["tournament", "primi-composti", "--set", "players=3", "--players", "asc,desc"], "two seats");
    refused(&["match", "primi-composti", "--set", "players=4", "minimax_2", "asc"], "more than one opponent");
    refused(&["balance", "infiltration", "--vary", "forced-capture=yes"], "yes");
    refused(&["balance", "infiltration", "--vary", "forced"], "OPTION=V1,V2");
    refused(&["balance", "tic-tac-toe", "--vary", "line=5"], "line");
    refused(&["balance", "gambit", "--quality", "1"], "1");
    refused(&["balance", "gambit", "--player", "cmd:true", "--quality"], "is a program");
    refused(&["match", "gambit", "easy", "hard", "--date", "someday"], "2026-11-18");
    refused(&["sprt", "gambit", "easy", "hard", "--elo0", "5", "--elo1", "5"], "must be less");
    refused(&["sprt", "gambit", "easy", "hard", "--elo1", "inf"], "-1000 and 1000");
    refused(&["sprt", "gambit", "easy", "hard", "--save", "x"], "takes no `--shard` or `--save`");
    refused(&["match", "gambit", "easy", "hard", "--opening", "2", "--openings", "x"], "--openings");
    refused(&["match", "tic-tac-toe", "easy", "hard", "--openings", "Cargo.toml"], "opening 1 of the book");
    refused(&["balance", "tic-tac-toe", "--vary", "size=3", "--vary", "line=4,5"], "do not go together");
    refused(&["book", "primi-composti", "--set", "players=3"], "two seats");
    refused(&["sprt", "gambit", "easy", "hard", "--format", "html"], "text or JSON");
    refused(&["match", "gambit", "easy", "hard", "--shard", "4/3", "--keep", "x"], "3/16");
    refused(&["match", "gambit", "cmd:", "hard"], "a command must follow");
    refused(&["merge", "Cargo.toml"], "not a study");
}

#[test]
fn repeated_games_lead_to_no_conclusion() {
    // Players that look ahead repeat one game in each seating: two games, however many are played.
    let players = ["alphabeta:depth=3", "alphabeta:depth=1"];
    let text = stdout(&["match", "checkerboard", players[0], players[1], "--games", "60"]);
    assert!(text.contains("60 games, 2 different: "), "{text}");
    let plain = json(&["match", "checkerboard", players[0], players[1], "--games", "60"]);
    let all = plain["seats"].as_array().and_then(|seats| seats.last()).expect("all").clone();
    let bounds = |all: &Value| [&all["points_low"], &all["points_high"]].map(|end| end.as_f64().expect("a share"));
    let [low, high] = bounds(&all);
    assert!(low < 0.5 && high > 0.5, "two games show nothing: {all}");
    // The levels too: whatever repeats does not count.
    let levels = json(&["match", "checkerboard", "medium", "easy", "--games", "60"]);
    let [different, games] = ["different", "games"].map(|name| levels[name].as_u64().expect("a number"));
    let text = stdout(&["match", "checkerboard", "medium", "easy", "--games", "60"]);
    assert_eq!(text.contains("different: "), different * 10 < games * 9, "{different} of {games}: {text}");
    // With an opening they are all different, and then something is shown.
    let opened = json(&["match", "checkerboard", players[0], players[1], "--games", "60", "--opening", "2"]);
    assert!(opened["different"].as_u64() > Some(40), "{opened}");
    let all = opened["seats"].as_array().and_then(|seats| seats.last()).expect("all").clone();
    let [low, high] = bounds(&all);
    assert!(high - low < 0.4, "{all}");
}

#[test]
fn an_opening_as_long_as_the_game_leaves_the_last_move_to_the_players() {
    let text = stdout(&["match", "tic-tac-toe", "perfect", "random", "--games", "400", "--opening", "9"]);
    assert!(text.contains("after 9 plies every game is over: openings have 8 plies"), "{text}");
    let saved = Scratch::new("nine");
    stdout(&["match", "tic-tac-toe", "hard", "easy", "--games", "40", "--opening", "9", "--save", saved.text()]);
    let games = stdout(&["archive", "export", saved.text(), "--format", "record"]);
    assert!(games.lines().count() == 40 && games.lines().all(|game| game.split('~').count() == 13), "{games}");
}

#[test]
fn a_clean_sweep_is_a_bound() {
    let args = ["match", "tic-tac-toe", "--set", "size=5", "--set", "line=3", "hard", "random", "--games", "20"];
    let text = stdout(&args);
    let all = json(&args)["seats"].as_array().and_then(|seats| seats.last()).expect("all").clone();
    assert_eq!(all["lost"], 0, "{all}");
    assert!(all["elo"].is_null() && all["elo_95"][0].as_f64() > Some(100.0) && all["elo_95"][1].is_null(), "{all}");
    assert!(text.contains("hard has won every game: at least +") && !text.contains("inf"), "{text}");
}

#[test]
fn a_book_is_made_and_played() {
    let (book, again) = (Scratch::new("book"), Scratch::new("book.json"));
    let text = stdout(&["book", "tic-tac-toe", "--count", "10", "--plies", "2", "--seed", "4"]);
    assert_eq!(text.lines().count(), 10);
    assert!(text.lines().all(|line| line.ends_with("\teven, proved")), "{text}");
    assert_eq!(stdout(&["book", "tic-tac-toe", "--count", "10", "--plies", "2", "--seed", "4"]), text);
    fs::write(&book.0, &text).expect("written");
    fs::write(&again.0, stdout(&["book", "tic-tac-toe", "--count", "10", "--plies", "2", "--seed", "4", "--json"]))
        .expect("written");
    let played = |book: &Scratch| {
        stdout(&["match", "tic-tac-toe", "perfect", "perfect", "--games", "20", "--openings", book.text()])
    };
    assert!(played(&book).contains("50.00 %"), "even openings and exact play: {}", played(&book));
    assert_eq!(played(&book), played(&again));
    let none = agon(&["book", "tic-tac-toe", "--set", "size=4", "--set", "line=3", "--plies", "1"]);
    assert_eq!(none.status.code(), Some(3), "the first player wins them all");
    assert!(String::from_utf8_lossy(&none.stderr).contains("0 of 16 openings are even enough; 100 were asked for"));
}

#[test]
fn a_run_is_extended_and_a_test_is_kept() {
    let (kept, test) = (Scratch::new("extended"), Scratch::new("test"));
    let run = ["match", "gambit", "easy", "random", "--opening", "1", "--games"];
    stdout(&[&run[..], &["30", "--keep", kept.text()]].concat());
    let extended = stdout(&[&run[..], &["100", "--keep", kept.text(), "--threads", "3"]].concat());
    assert_eq!(extended, stdout(&[&run[..], &["100"]].concat()));
    let fewer = agon(&[&run[..], &["50", "--keep", kept.text()]].concat());
    assert!(String::from_utf8_lossy(&fewer.stderr).contains("is a run of 100 games; ask for as many, or for more"));
    let sprt = ["sprt", "primi-composti", "greedy_desc", "greedy_asc", "--elo1", "60"];
    let whole = stdout(&sprt);
    assert!(whole.contains("\nElo ") && whole.contains("; normalised Elo "), "{whole}");
    assert_eq!(agon(&[&sprt[..], &["--games", "10", "--keep", test.text()]].concat()).status.code(), Some(3));
    assert_eq!(stdout(&[&sprt[..], &["--keep", test.text()]].concat()), whole);
}

#[test]
fn options_that_do_not_go_together_are_left_out_and_named() {
    let args =
        ["balance", "tic-tac-toe", "--vary", "size=3,4", "--vary", "line=3,4", "--player", "easy", "--games", "4"];
    let output = agon(&args);
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("left out size=3 line=4: these options of tic-tac-toe do not go together"), "{said}");
    assert_eq!(json(&args)["variants"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_ladder_says_how_far_levels_are_apart_and_is_made_again_from_its_own_line() {
    let printed = stdout(&["ladder", "gambit", "--players", "random,easy,medium", "--games", "20", "--margin", "1000"]);
    let lines: Vec<&str> = printed.lines().collect();
    let [easy, medium, command, made] = lines[..] else { panic!("{printed}") };
    assert!(easy.starts_with("easy against random") && easy.contains(" Elo"), "{printed}");
    assert!(medium.starts_with("medium against easy") && made.starts_with("agon "), "{printed}");
    let again: Vec<String> = words(command.strip_prefix("agon ").expect("a command"));
    assert_eq!(stdout(&again.iter().map(String::as_str).collect::<Vec<_>>()), printed);
    let few = agon(&["ladder", "gambit", "--players", "random,easy", "--games", "2", "--margin", "1"]);
    assert_eq!(few.status.code(), Some(3), "too few games for so much precision");
}

#[test]
fn a_ladder_goes_into_a_table_in_place_of_what_it_had_of_the_same_players() {
    let table = Scratch::new("ladders.tsv");
    let play = |game: &str, games: &str| {
        stdout(&[
            "ladder",
            game,
            "--players",
            "random,easy",
            "--games",
            games,
            "--margin",
            "1000",
            "--into",
            table.text(),
        ])
    };
    play("tic-tac-toe", "20");
    play("gambit", "20");
    play("gambit", "40");
    let kept = fs::read_to_string(table.text()).expect("the table");
    let lines: Vec<Vec<&str>> = kept.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), 3, "{kept}");
    assert_eq!(lines[0][..5], ["game", "options", "player", "below", "games"]);
    assert_eq!(lines[1][..4], ["gambit", "big-islands=score", "easy", "random"]);
    assert_eq!(lines[2][..4], ["tic-tac-toe", "size=3 line=3", "easy", "random"]);
    assert_eq!((lines[1][8], lines[1][9], lines[1][10]), ("2", "0", "2025-11-17"));
    // A file that is no such table is refused before the games, and stays as it is.
    fs::write(table.text(), "game\nno step\n").expect("a file");
    let refused = agon(&["ladder", "gambit", "--into", table.text()]);
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("`no step`"));
    assert_eq!(fs::read_to_string(table.text()).expect("the file"), "game\nno step\n");
}
