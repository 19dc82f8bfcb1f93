//! Where reports come from: the command that repeats them, and the same keys in every form.

use agon_lab::provenance::{Circumstances, Provenance, command, day, vary};
use agon_lab::report::Report;
use agon_lab::sprt::Test;
use agon_lab::{Course, Kind, Study, Trial, With, Workers};
use agon_rules::{English, games};

fn study(kind: Kind, game: &str, players: &[&str]) -> Study {
    Study {
        kind,
        game: game.to_owned(),
        parts: vec![Vec::new()],
        players: players.iter().map(ToString::to_string).collect(),
        games: 4,
        seed: 7,
        opening: 0,
        openings: Vec::new(),
        quality: 0,
    }
}

fn made() -> Circumstances {
    Circumstances::new(Some("abc123"), day(1_763_391_248), "a machine, with a comma".to_owned())
}

fn report(study: Study) -> Report {
    let mut course = Course::new(study).expect("a study");
    course.play(&mut |_| true).expect("games");
    let provenance = Provenance::of(&course.study, made());
    course.report().carrying(provenance)
}

fn told(study: Study) -> String {
    command(&Course::new(study).expect("a study").study).expect("a command")
}

fn pairs(options: &[(&str, &str)]) -> Vec<(String, String)> {
    options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn the_command_names_everything_that_a_result_depends_on() {
    let set = "--set size=3 --set line=3";
    assert_eq!(
        told(study(Kind::Match, "tic-tac-toe", &["hard", "mcts:playouts=5,nodes=9"])),
        format!("agon match tic-tac-toe hard mcts:playouts=5,nodes=9 {set} --games 4 --seed 7")
    );
    let opened = Study { opening: 2, ..study(Kind::Table, "tic-tac-toe", &["hard", "easy"]) };
    assert_eq!(
        told(opened),
        format!("agon table tic-tac-toe --players hard,easy {set} --games 4 --seed 7 --opening 2")
    );
    // What a shell would take apart stands in quotes.
    let program = study(Kind::Match, "tic-tac-toe", &["me=cmd:it's mine", "random"]);
    assert_eq!(
        command(&program).as_deref(),
        Some("agon match tic-tac-toe 'me=cmd:it'\\''s mine' random --games 4 --seed 7")
    );
    let measured = Study { quality: 20, ..study(Kind::Balance, "tic-tac-toe", &["easy", "hard"]) };
    assert_eq!(
        told(measured),
        format!("agon balance tic-tac-toe --player easy,hard {set} --games 4 --seed 7 --quality 20")
    );
}

#[test]
fn variants_are_named_by_what_varies_in_the_order_that_makes_them() {
    let parts = |options: &[&[(&str, &str)]]| -> Study {
        let parts = options.iter().map(|part| pairs(part)).collect();
        Study { parts, ..study(Kind::Balance, "tic-tac-toe", &["easy"]) }
    };
    let four: &[&[(&str, &str)]] = &[
        &[("size", "4"), ("line", "3")],
        &[("size", "5"), ("line", "3")],
        &[("size", "4"), ("line", "4")],
        &[("size", "5"), ("line", "4")],
    ];
    let line = told(parts(four));
    assert!(line.contains(" --vary line=3,4 --vary size=4,5 "), "{line}");
    // Three of four combinations are none that lists make, unless the fourth is no variant.
    assert_eq!(command(&Course::new(parts(&four[..3])).expect("a study").study), None);
    let line = told(parts(&[
        &[("size", "3"), ("line", "3")],
        &[("size", "4"), ("line", "3")],
        &[("size", "4"), ("line", "4")],
    ]));
    assert!(line.contains(" --vary size=3,4 --vary line=3,4 "), "{line}");
    let varied = [("size".to_owned(), vec!["3".to_owned(), "4".to_owned()]), ("line".to_owned(), vec!["4".to_owned()])];
    assert_eq!(vary("tic-tac-toe", &[Vec::new()], &varied), [pairs(&[("size", "4"), ("line", "4")])]);
}

#[test]
fn every_form_carries_where_it_comes_from() {
    let report = report(study(Kind::Match, "tic-tac-toe", &["easy", "random"]));
    let command = "agon match tic-tac-toe easy random --set size=3 --set line=3 --games 4 --seed 7";
    let made = format!("agon {} (abc123), 2025-11-17, a machine, with a comma", env!("CARGO_PKG_VERSION"));
    assert!(report.text().ends_with(&format!("\n{command}\n{made}\n")), "{}", report.text());
    assert!(report.text().starts_with(&report.results()) && !report.results().contains("abc123"));
    let json = &report.json["provenance"];
    for (key, value) in [("command", command), ("commit", "abc123"), ("date", "2025-11-17"), ("game", "tic-tac-toe")] {
        assert_eq!(json[key], value);
    }
    assert_eq!((&json["seed"], &json["options"]["size"]), (&7.into(), &3.into()));
    // Games won, tied and lost, points, and two ratings where there can be any.
    for (csv, rows) in [(report.csv(), 3..=3), (report.long_csv(), 3 * 5..=3 * 7)] {
        let lines: Vec<&str> = csv.lines().collect();
        assert!(rows.contains(&(lines.len() - 1)), "{csv}");
        for key in json.as_object().expect("keys").keys() {
            assert_eq!(lines[0].split(',').filter(|column| column == key).count(), 1, "{key} in {}", lines[0]);
        }
        assert!(lines[1].contains(command) && lines[1].contains("\"a machine, with a comma\""), "{}", lines[1]);
    }
    let (results, rest) = report.html().split_once("</main>").map(|(a, b)| (a.to_owned(), b.to_owned())).expect("main");
    assert!(rest.contains(command) && rest.contains("abc123") && !results.contains("abc123"));
    assert!(rest.contains("--format html --date 2025-11-17 --machine 'a machine, with a comma'"), "{rest}");
    let part = report.part(400.0, &English);
    assert!(part.contains(command) && part.contains("abc123"), "{part}");
}

#[test]
fn the_long_form_has_a_row_for_every_number_under_the_same_columns() {
    let heads = [
        (Kind::Match, vec!["easy", "random"]),
        (Kind::Table, vec!["easy", "random"]),
        (Kind::Tournament, vec!["easy", "random"]),
        (Kind::Balance, vec!["easy", "random"]),
    ]
    .map(|(kind, players)| {
        let report = report(study(kind, "tic-tac-toe", &players));
        let long = report.long_csv();
        assert!(long.lines().skip(1).all(|line| line.split(',').nth(6) != Some("low")), "{long}");
        long.lines().next().expect("a head").to_owned()
    });
    assert!(heads.iter().all(|head| *head == heads[0]), "{heads:?}");
    assert!(heads[0].starts_with("kind,game,options,player,opponent,seat,measure,value,low,high,command,seed,"));
    let table = report(study(Kind::Table, "tic-tac-toe", &["easy", "random"]));
    let line = table.long.csv().lines().find(|line| line.contains("random,easy,1,win_first,")).map(str::to_owned);
    let line: Vec<String> = line.expect("a cell").split(',').map(str::to_owned).collect();
    assert_eq!(line[..3], ["table", "tic-tac-toe", "size=3 line=3"]);
    let bounds: Vec<f64> = line[7..].iter().map(|number| number.parse().expect("a number")).collect();
    assert!(bounds[1] <= bounds[0] && bounds[0] <= bounds[2], "{line:?}");
}

#[test]
fn a_test_is_repeated_by_its_command() {
    let test = Test { elo0: 0.0, elo1: 400.0, alpha: 0.05, beta: 0.1 };
    let asked = Study { games: 20, ..study(Kind::Match, "tic-tac-toe", &["hard", "random"]) };
    let with = With { patience: agon_lab::play::PATIENCE, workers: Workers::all(1), keep: None };
    let trial = Trial::play(asked, test, with, &mut |_| {}).expect("a test");
    let provenance = Provenance::of_trial(&trial, made());
    let command = "agon sprt tic-tac-toe hard random --set size=3 --set line=3 --elo0 0 --elo1 400 --alpha 0.05 --beta \
                   0.1 --games 20 --seed 7";
    assert_eq!(provenance.command.as_deref(), Some(command));
}

#[test]
fn a_book_is_named_by_what_is_in_it() {
    let with = |book: &[&str]| {
        let openings = book.iter().map(ToString::to_string).collect();
        let asked = Study { openings, ..study(Kind::Match, "tic-tac-toe", &["hard", "random"]) };
        Provenance::of(&asked, made()).command.expect("a command")
    };
    let one = with(&["a1 b2", "b2 a1"]);
    assert!(one.contains(" --openings book-2-") && one.ends_with(".txt"), "{one}");
    assert_ne!(one, with(&["a1 b2", "b2 c3"]));
    assert!(!with(&[]).contains("--openings"));
}

#[test]
fn every_variant_of_every_game_can_be_varied_and_named() {
    for info in games::list() {
        let choices: Vec<(String, Vec<String>)> = info
            .options
            .iter()
            .map(|option| (option.name.clone(), option.values.iter().map(ToString::to_string).collect()))
            .collect();
        let parts = vary(info.id, &[Vec::new()], &choices);
        let study = Study { parts, ..study(Kind::Balance, info.id, &["random"]) };
        let study = Course::new(study).expect("a study").study;
        assert!(command(&study).is_some(), "{}", info.id);
    }
}
