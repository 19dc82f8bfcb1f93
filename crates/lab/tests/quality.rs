//! The quality of games: what is counted of playouts made by hand, and of games of known quality.

use agon_lab::quality::{Looked, Quality, Sight};
use agon_lab::report::Report;
use agon_lab::{Course, Kind, Study, Workers};

/// A position by its playouts: each of them by its winners, one bit a seat.
fn sight(playouts: &[u8]) -> Sight {
    let mut sight = Sight::default();
    playouts.iter().for_each(|won| sight.add(*won));
    sight
}

fn quality(games: &[Looked]) -> Quality {
    let mut quality = Quality::default();
    games.iter().for_each(|game| quality.add(game));
    quality
}

const FIRST: u8 = 1;
const SECOND: u8 = 2;
const DRAWN: u8 = 3;

#[test]
fn an_outcome_is_uncertain_as_long_as_playouts_end_differently() {
    // Of four playouts, two and two: of the six pairs, four differ. Three and one: three do.
    let open = sight(&[FIRST, FIRST, SECOND, SECOND]);
    let less = sight(&[FIRST, FIRST, FIRST, DRAWN]);
    let sure = sight(&[DRAWN; 4]);
    let counted = quality(&[Looked { sights: vec![open, less, sure], won: DRAWN, others: None }]);
    assert_eq!(counted.uncertainty.keys().copied().collect::<Vec<_>>(), [3889]);
    // The last third is the last position, and a draw has neither drama nor a decision.
    assert_eq!(counted.late.keys().copied().collect::<Vec<_>>(), [0]);
    assert!(counted.drama.is_empty() && counted.decisiveness.is_empty());
    assert_eq!(counted.curve, [6667, 6667, 6667, 6667, 5000, 5000, 5000, 0, 0, 0]);
}

#[test]
fn who_comes_back_from_behind_is_dramatic_and_noise_is_not() {
    // The halves are the even and the odd playouts. Both say that the second leads by all, by half, and not at all.
    let lost = sight(&[SECOND; 8]);
    let behind = sight(&[SECOND, SECOND, SECOND, SECOND, SECOND, SECOND, FIRST, FIRST]);
    let ahead = sight(&[FIRST; 8]);
    let counted = quality(&[Looked { sights: vec![behind.clone(), lost, behind, ahead], won: FIRST, others: None }]);
    assert_eq!(counted.drama.keys().copied().collect::<Vec<_>>(), [5000]);
    assert_eq!(counted.comeback.keys().copied().collect::<Vec<_>>(), [10_000]);
    // One half says that the winner is behind, the other that it is ahead by as much: together they say nothing.
    let noise = sight(&[FIRST, SECOND, FIRST, SECOND]);
    let counted = quality(&[Looked { sights: vec![noise], won: FIRST, others: None }]);
    assert_eq!(counted.drama.keys().copied().collect::<Vec<_>>(), [-5000]);
    let noise = sight(&[SECOND, FIRST, SECOND, FIRST]);
    let counted = quality(&[Looked { sights: vec![noise], won: FIRST, others: None }]);
    assert_eq!(counted.drama.keys().copied().collect::<Vec<_>>(), [-5000]);
}

#[test]
fn a_game_is_decided_once_the_winner_stands_better_than_any_loser_did() {
    let even = || sight(&[FIRST, SECOND, FIRST, SECOND]);
    let good = || sight(&[FIRST, FIRST, FIRST, SECOND]);
    let left = |sights: Vec<Sight>| {
        let counted = quality(&[Looked { sights, won: FIRST, others: None }]);
        counted.decisiveness.keys().copied().collect::<Vec<_>>()
    };
    assert_eq!(left(vec![even(), good(), good(), good()]), [7500]);
    assert_eq!(left(vec![even(), even(), even(), good()]), [2500]);
    // A loser that once stood as well keeps it open to the end.
    assert_eq!(left(vec![sight(&[SECOND, SECOND, SECOND, FIRST]), good()]), [0]);
}

#[test]
fn a_choice_matters_where_another_move_changes_the_result() {
    let game = |others| Looked { sights: vec![sight(&[FIRST, FIRST])], won: FIRST, others };
    let counted =
        quality(&[game(Some([SECOND, FIRST])), game(Some([FIRST, FIRST])), game(Some([DRAWN, DRAWN])), game(None)]);
    assert_eq!((counted.games, counted.tried, counted.changed, counted.chance), (4, 3, 2, 1));
    // Added up in any order it is the same.
    let mut one = quality(&[game(Some([SECOND, FIRST])), game(None)]);
    one.merge(&quality(&[game(Some([DRAWN, DRAWN])), game(Some([FIRST, FIRST]))]));
    assert_eq!(one, counted);
    assert!(Quality::default().is_empty() && !counted.is_empty());
}

fn asked(game: &str, players: &[&str], games: u64, quality: u32) -> Study {
    Study {
        kind: Kind::Balance,
        game: game.to_owned(),
        parts: vec![Vec::new()],
        players: players.iter().map(ToString::to_string).collect(),
        games,
        seed: 3,
        opening: 0,
        openings: Vec::new(),
        quality,
    }
}

fn played(study: &Study, threads: usize) -> Course {
    let mut course = Course::new(study.clone()).expect("a study");
    course.run(&[], &|_| true, Workers::all(threads), &mut |_| true).expect("games");
    course
}

fn cell(report: &Report, row: usize, key: &str) -> f64 {
    report.json["rows"][row][key].as_f64().unwrap_or_else(|| panic!("{key}: {}", report.json["rows"][row]))
}

#[test]
fn quality_is_the_same_on_any_number_of_threads_and_changes_nothing_else() {
    let study = asked("gambit", &["easy"], 30, 6);
    let one = played(&study, 1);
    assert_eq!(one.tallies, played(&study, 3).tallies);
    let mut without = one.tallies[0][0].clone();
    without.quality = Quality::default();
    assert_eq!(without, played(&Study { quality: 0, ..study }, 2).tallies[0][0]);
    assert_eq!(one.tallies[0][0].quality.games, 30);
}

#[test]
fn perfect_play_has_no_chance_in_it_and_random_play_is_all_chance() {
    let report = played(&asked("tic-tac-toe", &["perfect", "random"], 200, 10), 2).report();
    assert_eq!(cell(&report, 0, "chance"), 0.0);
    // Perfect players draw, so nobody has come back and nothing was decided.
    assert_eq!(cell(&report, 0, "drawn"), 1.0);
    assert!(report.json["rows"][0]["drama"].is_null());
    // A random move instead of a perfect one loses sometimes.
    let choice = cell(&report, 0, "choice");
    assert!((0.05..0.95).contains(&choice), "{choice}");
    // Between random players another move changes about as much as chance does.
    let (choice, chance) = (cell(&report, 1, "choice"), cell(&report, 1, "chance"));
    assert!(chance > 0.2 && (choice - chance).abs() < 0.2, "{choice} {chance}");
    // Random games of tic-tac-toe are uncertain, and less so towards their end.
    assert!(cell(&report, 1, "uncertainty") > cell(&report, 1, "late_uncertainty"));
    assert!((0.2..0.7).contains(&cell(&report, 1, "uncertainty")));
}

#[test]
fn quality_is_told_for_each_level_with_pictures_and_only_where_it_is_asked_for() {
    let report = played(&asked("tic-tac-toe", &["easy", "hard"], 20, 4), 2).report();
    assert_eq!(report.title, "players against themselves: tic-tac-toe");
    let text = report.results();
    let heads: Vec<&str> = text.lines().filter(|line| line.starts_with("options")).collect();
    assert_eq!(heads.len(), 3, "{text}");
    assert!(heads.iter().all(|head| head.starts_with("options        player")), "{text}");
    assert!(
        heads[1].contains("uncertainty") && heads[1].ends_with("comeback") && !heads[0].contains("drama"),
        "{text}"
    );
    assert!(heads[2].contains("decisiveness") && heads[2].ends_with("chance"), "{text}");
    assert_eq!(report.charts.len(), 5);
    assert_eq!(report.json["variants"][1]["uncertainty_curve"].as_array().map(Vec::len), Some(10));
    let plain = played(&asked("tic-tac-toe", &["easy"], 4, 0), 1).report();
    assert_eq!((plain.charts.len(), plain.tables().len()), (1, 1));
    assert!(!plain.results().contains("uncertainty") && plain.json["rows"][0].get("drama").is_none());
    // The first row of a level is what that level alone would show: all begin with the same deals.
    let alone = played(&asked("tic-tac-toe", &["hard"], 20, 0), 1).report();
    assert_eq!(cell(&alone, 0, "first_seat"), cell(&report, 1, "first_seat"));
}

#[test]
fn every_game_can_be_looked_at_again() {
    for info in agon_rules::games::list() {
        let report = played(&asked(info.id, &["random"], 2, 2), 2).report();
        let sure = cell(&report, 0, "uncertainty");
        assert!((0.0..=1.0).contains(&sure), "{}: {sure}", info.id);
    }
    let study =
        Study { parts: vec![vec![("players".to_owned(), "4".to_owned())]], ..asked("primi-composti", &["easy"], 5, 4) };
    let report = played(&study, 1).report();
    assert!(cell(&report, 0, "uncertainty") > 0.0);
}

#[test]
fn programs_are_refused_before_the_first_game() {
    let study = asked("gambit", &["me=cmd:true"], 2, 2);
    let why = Course::new(study).err().expect("a refusal").to_string();
    assert_eq!(
        why,
        "`me` is a program, which is not asked twice; measure the quality of a game with Agon's own players"
    );
}
