//! Reports from counts made by hand: for people, for programs, and as a page.

use agon_lab::report::{self, Item, Names, Report, Sheet, Variant};
use agon_lab::{Course, Kind, Study, Tally};
use agon_rules::{English, Rng, Text, Value};

fn study(kind: Kind, players: &[&str]) -> Study {
    Study {
        kind,
        game: "ludo".to_owned(),
        parts: vec![Vec::new()],
        players: players.iter().map(ToString::to_string).collect(),
        games: 10,
        seed: 1,
        opening: 0,
        openings: Vec::new(),
        quality: 0,
    }
}

fn variant(points: bool) -> Variant {
    Variant { options: vec![("size".to_owned(), Value::Number(3))], points, exact: None, words: None }
}

/// Games of two seats: won by the first, tied, won by the second.
fn tally([won, tied, lost]: [u64; 3]) -> Tally {
    let mut tally = Tally::new(2);
    tally.games = won + tied + lost;
    tally.wins = vec![won, lost];
    tally.ties = tied;
    tally.shares = vec![60 * won + 30 * tied, 60 * lost + 30 * tied];
    tally.lengths.insert(7, tally.games);
    tally.choices = 30 * tally.games;
    tally.chosen = 7 * tally.games;
    // No two games are the same.
    (0..tally.games).for_each(|game| tally.different.add(Rng::derive(1, game)));
    tally
}

/// The two seatings of pairs, each given as games won, tied and lost by the first seat; those that the first player won in
/// seat 0 come first, those that it won in seat 1 last.
fn pairs(first: [u64; 3], second: [u64; 3]) -> Vec<Tally> {
    let listed = |counts: [u64; 3]| -> Vec<u64> {
        [60, 30, 0].into_iter().zip(counts).flat_map(|(share, count)| vec![share; count as usize]).collect()
    };
    let mut cells = vec![tally(first), tally(second)];
    for (round, (own, other)) in listed(first).into_iter().zip(listed(second)).enumerate() {
        cells[0].add_round([own, 60 - other].into_iter(), Rng::derive(2, round as u64));
    }
    cells
}

fn report(study: &Study, variants: &[Variant], parts: &[Vec<Tally>]) -> Report {
    report::report(study, &Names::of(study), variants, parts)
}

fn versus() -> Report {
    report(&study(Kind::Match, &["a", "<b>"]), &[variant(false)], &[pairs([8, 0, 2], [2, 0, 8])])
}

#[test]
fn a_match_is_told_by_seat_and_in_all() {
    // Wilson's interval for 8 of 10, that of ten pairs of which six are won and four split, and 400 times the logarithm
    // of 4. Normalised Elo is 347.4 times 0.3 over the deviation: 0.4 of a game, and 0.346 of a game in pairs.
    let text = "\
a against <b>: ludo size=3
seat      games  won  tied  lost   points      low     high  Elo  Elo low  Elo high  nElo
player 1     10    8     0     2  80.00 %  49.02 %  94.33 %  241       -7       488   261
player 2     10    8     0     2  80.00 %  49.02 %  94.33 %  241       -7       488   261
all          20   16     0     4  80.00 %  56.97 %  93.37 %  241       49       459   301
low and high bound the share of the points with 95 % confidence; in the last row a round of all seatings is one result
";
    assert_eq!(versus().text(), text);
}

#[test]
fn a_report_for_programs_has_the_same_numbers() {
    let report = versus();
    assert_eq!(
        report.sheet.csv().lines().next(),
        Some("seat,games,won,tied,lost,points,points_low,points_high,elo,elo_low,elo_high,nelo")
    );
    let all: Vec<String> = report.sheet.csv().lines().nth(3).expect("a row").split(',').map(str::to_owned).collect();
    assert_eq!(&all[..6], ["all", "20", "16", "0", "4", "0.8"]);
    let json = &report.json;
    assert_eq!((&json["game"], &json["a"], &json["options"]["size"]), (&"ludo".into(), &"a".into(), &3.into()));
    assert_eq!((&json["seats"][2]["won"], &json["seats"][2]["points"]), (&16.into(), &0.8.into()));
    assert_eq!(json["length"], 7.0);
    // The rows have the keys of CSV.
    let keys: Vec<String> = report.sheet.keys();
    let row = json["rows"][2].as_object().expect("a row");
    assert!(keys.iter().all(|key| row.contains_key(key)) && row.len() == keys.len(), "{row:?}");
    assert_eq!((&row["won"], &row["points"], &row["seat"]), (&16.into(), &0.8.into(), &"all".into()));
    assert_eq!((&json["kind"], &json["schema"]), (&"match".into(), &2.into()));
}

#[test]
fn a_page_needs_nothing_else_and_names_cannot_break_it() {
    let report = versus();
    for text in [report.html(), report.part(400.0, &English)] {
        assert!(text.contains("a against &lt;b&gt;: ludo size=3") && !text.contains("<b>"), "{text}");
        assert!(text.contains("<svg") && text.contains("80.00 %"), "{text}");
        assert!(!text.contains("src=") && !text.contains("href=") && !text.contains("http"), "{text}");
    }
    assert!(report.html().starts_with("<!doctype html>") && report.html().ends_with("</html>\n"));
    // The script that sorts is the page's own; another page has to bring one.
    assert!(report.html().contains("<script>") && !report.part(400.0, &English).contains("<script"));
}

#[test]
fn ties_count_half_and_who_won_everything_has_no_rating() {
    let cells = pairs([4, 2, 4], [0, 0, 10]);
    let sheet = report(&study(Kind::Match, &["a", "b"]), &[variant(false)], &[cells]).sheet;
    let shown: Vec<Vec<String>> = sheet.rows.iter().map(|row| row.iter().map(Item::shown).collect()).collect();
    assert_eq!(shown[0][..6], ["player 1", "10", "4", "2", "4", "50.00 %"]);
    assert_eq!((shown[0][8].as_str(), shown[1][5].as_str(), shown[1][8].as_str()), ("0", "100.00 %", "-"));
}

#[test]
fn a_table_has_a_row_for_each_pair_and_scores_only_where_there_are_points() {
    let cells = || vec![tally([5, 0, 5]), tally([10, 0, 0]), tally([0, 0, 10]), tally([3, 4, 3])];
    let players = study(Kind::Table, &["a", "b"]);
    let plain = report(&players, &[variant(false)], &[cells()]);
    let names = |report: &Report| report.sheet.columns.iter().map(Text::to_string).collect::<Vec<_>>().join(",");
    assert_eq!(names(&plain), "first,second,games,win first,low,high,tie,win second,length");
    let pairs: Vec<String> = plain
        .sheet
        .rows
        .iter()
        .map(|row| format!("{} {} {}", row[0].shown(), row[1].shown(), row[3].shown()))
        .collect();
    assert_eq!(pairs, ["a a 50.00 %", "a b 100.00 %", "b a 0.00 %", "b b 30.00 %"]);
    assert!(plain.json["cells"][0]["score_first"].is_null());
    let mut scored = cells();
    for tally in &mut scored {
        tally.scores = vec![[(4, 5), (6, 5)].into(), [(1, 10)].into()];
        tally.differences = [(3, 5), (-5, 5)].into();
    }
    let scored = report(&players, &[variant(true)], &[scored]);
    assert_eq!(
        names(&scored),
        "first,second,games,win first,low,high,tie,win second,score first,score second,abs diff,length"
    );
    let row = &scored.json["cells"][0];
    assert_eq!((&row["score_first"], &row["score_second"], &row["abs_diff"]), (&5.0.into(), &1.0.into(), &4.0.into()));
}

#[test]
fn a_tournament_is_ordered_by_rating() {
    // c beats b, b beats a; whoever sits first has nothing from it.
    let cells = [pairs([2, 0, 8], [8, 0, 2]), pairs([2, 0, 8], [8, 0, 2]), pairs([2, 0, 8], [8, 0, 2])].concat();
    let report = report(&study(Kind::Tournament, &["a", "b", "c"]), &[variant(false)], &[cells]);
    let names: Vec<String> = report.sheet.rows.iter().map(|row| row[0].shown()).collect();
    assert_eq!(names, ["c", "b", "a"]);
    assert!(report.notes[0].to_string().starts_with("sitting first is worth 0.0 ± "), "{:?}", report.notes);
    let elo: Vec<f64> = (0..3).map(|at| report.json["players"][at]["elo"].as_f64().expect("a number")).collect();
    assert!(elo[0] > elo[1] && elo[1] > elo[2] && elo.iter().sum::<f64>().abs() < 1e-6, "{elo:?}");
}

#[test]
fn a_balance_names_what_differs_and_what_is_proved() {
    let parts = [3, 4].map(|size| Variant {
        options: vec![("size".to_owned(), Value::Number(size)), ("line".to_owned(), Value::Number(3))],
        points: false,
        exact: (size == 4).then_some(1),
        words: None,
    });
    let tallies = vec![vec![tally([5, 2, 3])], vec![tally([9, 0, 1])]];
    let report = report(&study(Kind::Balance, &["hard"]), &parts, &tallies);
    assert_eq!(report.title, "hard against itself: ludo line=3");
    let ends: Vec<String> =
        report.sheet.rows.iter().map(|row| format!("{} {}", row[0].shown(), row[9].shown())).collect();
    assert_eq!(ends, ["size=3 -", "size=4 +1 proved"]);
    assert_eq!(report.json["variants"][0]["branching"].as_f64(), Some(30.0 / 7.0));
}

#[test]
fn a_report_for_people_has_the_names_they_know() {
    let course = |kind: Kind, players: &[&str], parts: &[&str]| {
        let options = |size: &&str| vec![("size".to_owned(), (*size).to_owned()), ("line".to_owned(), "3".to_owned())];
        let parts = parts.iter().map(options).collect();
        let study = Study { game: "tic-tac-toe".to_owned(), parts, games: 2, ..study(kind, players) };
        let mut course = Course::new(study).expect("a study");
        course.play(&mut |_| true).expect("games");
        course
    };
    let named = |name: &str| Text::plain(name.to_uppercase());
    let duel = course(Kind::Match, &["random", "easy"], &["3"]);
    assert_eq!(duel.report().title, "random against easy: tic-tac-toe size=3 line=3");
    let told = duel.report_in_words(&named);
    assert_eq!(told.title, "RANDOM against EASY: Tic-Tac-Toe (Board: 3 × 3, Row that wins: 3 in a row)");
    let mut fair = course(Kind::Balance, &["random"], &["3", "4"]);
    fair.prove(1_000_000, 16_000_000, &|| false).expect("values");
    let rows = |report: &Report| -> Vec<String> {
        report.sheet.rows.iter().map(|row| format!("{}, {}", row[0].shown(), row[9].shown())).collect()
    };
    assert_eq!(rows(&fair.report()), ["size=3, +0 proved", "size=4, +1 proved"]);
    let told = fair.report_in_words(&named);
    assert_eq!(rows(&told), ["Board: 3 × 3, drawn, proved", "Board: 4 × 4, first seat wins, proved"]);
    // Programs read every option, and a proved value as a number.
    let csv = fair.report().sheet.csv();
    let second: Vec<&str> = csv.lines().nth(2).expect("a row").split(',').collect();
    assert_eq!((second[0], second[9]), ("size=4 line=3", "1"));
}

#[test]
fn cells_are_written_for_people_and_for_programs() {
    let sheet = Sheet {
        columns: vec![Text::plain("name"), Text::plain("a number")],
        rows: vec![
            vec![Item::Text(Text::plain("a, \"b\"")), Item::Number(-0.0, 1)],
            vec![Item::Text(Text::plain("ü")), Item::Share(f64::NAN)],
            vec![Item::Text(Text::plain("c")), Item::Missing],
            vec![Item::Text(Text::plain("d")), Item::Share(0.125)],
        ],
    };
    assert_eq!(
        sheet.text(),
        "name    a number\na, \"b\"       0.0\nü              -\nc              -\nd        12.50 %\n"
    );
    assert_eq!(sheet.csv(), "name,a_number\n\"a, \"\"b\"\"\",0\nü,\nc,\nd,0.125\n");
}
