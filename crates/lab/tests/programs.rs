//! Other programs as players: what they are told, and that nothing they do stops anybody else.

use std::time::Duration;

use agon_lab::outside::check::{Verdict, check};
use agon_lab::outside::{Failure, Outside, is_program, label, start, try_out, turn};
use agon_lab::{Course, Kind, Played, Study, Workers, run_by_id};
use agon_rules::{Start, Table, games};

/// The player of the tests, with what it does wrong.
fn program(mode: &str) -> String {
    format!("{mode}=cmd:sh {}/tests/players/player.sh {mode}", env!("CARGO_MANIFEST_DIR"))
}

fn table() -> Box<dyn Table> {
    games::open("tic-tac-toe", &[], Start::Seed(0)).expect("a game")
}

/// Long enough for a busy machine, for programs that do answer.
const LONG: Duration = Duration::from_secs(60);
/// For programs that never answer.
const SHORT: Duration = Duration::from_millis(200);

fn match_of(mode: &str, patience: Duration, games: u64) -> (Course, Vec<Played>) {
    let players = vec![program(mode), "random".to_owned()];
    let (game, parts) = ("gambit".to_owned(), vec![Vec::new()]);
    let (openings, quality) = (Vec::new(), 0);
    let study = Study { kind: Kind::Match, game, parts, players, games, seed: 1, opening: 0, openings, quality };
    let mut course = Course::new(study).expect("a study");
    (course.plans[0].records, course.plans[0].patience) = (true, patience);
    let (plan, mut played) = (course.plans[0].clone(), Vec::new());
    run_by_id(("gambit", &[]), &plan, &plan.blocks(), Workers::all(1), &mut |block, tallies, games| {
        course.add(0, block, &tallies);
        played.extend(games);
        true
    })
    .expect("games");
    (course, played)
}

#[test]
fn a_program_may_have_a_name_of_its_own() {
    assert!(is_program("cmd:x y") && is_program("mine=cmd:x y") && !is_program("mcts:nodes=5") && !is_program("hard"));
    assert_eq!((label("mine=cmd:x y"), label("cmd:x y"), label("mcts:nodes=5")), ("mine", "cmd:x y", "mcts:nodes=5"));
    assert!(Outside::new("mine=cmd: ").is_none() && Outside::new("=cmd:x").is_none() && Outside::new("hard").is_none());
}

#[test]
fn the_events_hold_what_the_page_says() {
    let mut table = table();
    table.play(0, "b2").expect("legal");
    let told = start(table.as_ref(), 1, 7);
    let said = r#"{"event":"start","protocol":1,"game":"tic-tac-toe","options":{"size":3,"line":3},"seat":1,"seats":2,"seed":7}"#;
    assert_eq!(told, serde_json::from_str::<serde_json::Value>(said).expect("JSON"));
    let legal = table.legal();
    let told = turn(1, "3/1x1/3 1", &legal, &[(0, "b2".to_owned())], &Duration::from_secs(10).into());
    let said = r#"{"event":"turn","seat":1,"ply":1,"position":"3/1x1/3 1","legal":["a1","a2","a3","b1","b3","c1","c2","c3"],"history":[{"seat":0,"move":"b2"}],"clock":{"move_ms":10000}}"#;
    assert_eq!(told, serde_json::from_str::<serde_json::Value>(said).expect("JSON"));
    let page =
        std::fs::read_to_string(format!("{}/../../docs/players.md", env!("CARGO_MANIFEST_DIR"))).expect("a page");
    assert!(page.contains(said) && page.contains(r#""options":{"size":3,"line":3},"seat":1,"seats":2,"seed":7}"#));
}

#[test]
fn a_program_that_cannot_make_a_move_is_found_out_before_the_first_game() {
    let tried = |player: &str, patience| try_out(player, table().as_ref(), 0, patience);
    assert_eq!(tried(&program("good"), LONG), Ok(()));
    assert_eq!(tried("hard", SHORT), Ok(()), "only programs are tried");
    assert!(matches!(tried("cmd:no-such-program-anywhere", LONG), Err(Failure::NotStarted(_))));
    assert_eq!(tried("cmd:false", LONG), Err(Failure::Ended(Some("exit code 1".to_owned()), String::new())));
    let missing = tried("cmd:sh /no/such/script", LONG).expect_err("no script").to_string();
    assert!(missing.starts_with("has ended with exit code ") && missing.contains("it wrote: "), "{missing}");
    assert_eq!(tried(&program("deaf"), SHORT), Err(Failure::Late(SHORT, String::new())));
    for mode in ["endless", "bytes"] {
        let why = tried(&program(mode), LONG).expect_err("garbage");
        assert!(matches!(why, Failure::Illegal(..)), "{mode}: {why}");
        assert!(!why.to_string().contains(char::is_control), "{mode}: {why:?}");
    }
}

#[test]
fn a_mistake_costs_the_game_in_play_and_is_told_with_exit_code_and_stderr() {
    for (mode, patience, why) in [
        ("crash", LONG, "`crash` has ended with exit code 3; it wrote: what happened: | out of ideas at ply "),
        ("garbage", LONG, "`garbage` answered `xyzzy`, which is no legal move"),
        ("silent", LONG, "`silent` answered ``, which is no legal move"),
        ("closed", LONG, "`closed` has ended"),
        ("late", Duration::from_secs(2), "`late` answered nothing within 2.0 s"),
    ] {
        let (course, played) = match_of(mode, patience, 2);
        assert_eq!(course.played(), 2, "{mode}");
        for game in &played {
            let seat = game.players.iter().position(|name| name == mode).expect("it plays");
            assert_eq!((game.reason.as_str(), &game.winners), ("forfeit", &vec![1 - seat]), "{mode}");
            assert!(game.note.starts_with(why), "{mode}: {}", game.note);
            assert!(game.record.moves.len() >= 4, "until then it played on");
        }
    }
    let (course, played) = match_of("noisy", LONG, 2);
    assert!(played.iter().all(|game| game.reason != "forfeit"), "what it writes to stderr does not matter");
    assert!(course.report().text().starts_with("noisy against random"), "by its name");
}

#[test]
fn the_check_of_players_finds_what_is_wrong_and_nothing_else() {
    let run = |mode: &str, patience: Duration, ids: &[&str]| {
        let mut checks = Vec::new();
        let mut player = Outside::new(&program(mode)).expect("a program");
        let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        check(&mut player, &ids, patience, &mut |check| checks.push(check.clone())).expect("games");
        checks
    };
    let good = run("good", LONG, &["tic-tac-toe", "primi-composti"]);
    assert!(good.iter().all(|check| matches!(check.verdict, Verdict::Pass | Verdict::Note)), "{good:?}");
    assert!(good.iter().any(|check| check.what.contains("players=6") && check.what.ends_with("as player 6")));
    assert!(good.iter().any(|check| check.what == "plays the same game again for the same seed"));
    for (mode, patience, what, why) in [
        ("early", LONG, "plays tic-tac-toe size=3 line=3 as player 1", "`hello`"),
        // Its second line is heard before it is asked again, or taken for the next answer: whichever comes first.
        ("chatty", LONG, "plays tic-tac-toe size=3 line=3 as player 1", "`a1`"),
        ("crash", LONG, "plays tic-tac-toe size=3 line=3 as player 1", "has ended with exit code 3; it wrote: "),
        ("garbage", LONG, "plays tic-tac-toe size=3 line=3 as player 1", "answered `xyzzy`"),
        ("deaf", SHORT, "plays tic-tac-toe size=3 line=3 as player 1", "answered nothing within 0.2 s"),
        ("curious", LONG, "ignores events and fields that it does not know", "`what`"),
        ("badly", LONG, "ends when its input ends, with exit code 0", "exit code 7"),
        ("stubborn", LONG, "ends when its input ends, with exit code 0", "it still ran after 2 s"),
        ("oneshot", LONG, "plays the next game after one has ended", "exit code 4"),
    ] {
        let checks = run(mode, patience, &["tic-tac-toe"]);
        let failed: Vec<_> = checks.iter().filter(|check| check.verdict == Verdict::Fail).collect();
        let found = failed.iter().any(|check| check.what == what && check.detail.contains(why));
        assert!(found && failed.len() <= 4, "{mode}: {failed:?}");
    }
}
