//! Rounds, the same deal and opening in every seating: their statistics, and that runs are broken off, extended and split
//! between them.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_lab::elo::{Bound, Meeting, Ratings};
use agon_lab::keep::{Done, Keep};
use agon_lab::pairs::Sample;
use agon_lab::report::Item;
use agon_lab::sprt::{Test, Verdict};
use agon_lab::{Course, Finished, Kind, Study, Trial, With, Workers};
use agon_rules::Rng;

fn unit(rng: &mut Rng) -> f64 {
    (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

fn study(kind: Kind, game: &str, players: &[&str], games: u64) -> Study {
    Study {
        kind,
        game: game.to_owned(),
        parts: vec![Vec::new()],
        players: players.iter().map(ToString::to_string).collect(),
        games,
        seed: 5,
        opening: 0,
        openings: Vec::new(),
        quality: 0,
    }
}

/// A file that is gone with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("agon-rounds-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A pair of games: an opening favours one seat by some Elo, the same in both games.
fn pair(rng: &mut Rng, elo: f64, openings: f64) -> f64 {
    let bias = if unit(rng) < 0.5 { openings } else { -openings };
    let won = |rng: &mut Rng, ahead: f64| f64::from(u8::from(unit(rng) < 1.0 / (1.0 + 10_f64.powf(-ahead / 400.0))));
    (won(rng, elo + bias) + won(rng, elo - bias)) / 2.0
}

fn expected(elo: f64, openings: f64) -> f64 {
    let one = |ahead: f64| 1.0 / (1.0 + 10_f64.powf(-ahead / 400.0));
    (one(elo + openings) + one(elo - openings)) / 2.0
}

fn sample(pairs: &[f64]) -> Sample {
    let count = |quarters: u32| {
        let share = f64::from(quarters) / 4.0;
        (share, pairs.iter().filter(|result| (**result - share).abs() < 1e-9).count() as u64)
    };
    Sample::new(2, 2, &(0..=4).map(count).collect::<Vec<_>>())
}

#[test]
fn the_interval_of_pairs_holds_the_true_share_about_95_times_of_100() {
    let mut rng = Rng::new(8);
    // Even and uneven players; openings that decide nothing, much, and nearly everything; few pairs and many.
    for (elo, openings, pairs) in [
        (0.0, 0.0, 100),
        (0.0, 300.0, 100),
        (60.0, 800.0, 200),
        (150.0, 0.0, 50),
        (250.0, 200.0, 100),
        (30.0, 100.0, 20),
    ] {
        let truth = expected(elo, openings);
        let inside = (0..2000)
            .filter(|_| {
                let results: Vec<f64> = (0..pairs).map(|_| pair(&mut rng, elo, openings)).collect();
                let interval = sample(&results).points();
                interval.low <= truth && truth <= interval.high
            })
            .count();
        // Three standard deviations of 2000 tries are 1.5 per cent; few values are possible, so that it may be too wide.
        assert!((1860..=1985).contains(&inside), "{elo} {openings} {pairs}: {inside} of 2000");
    }
}

#[test]
fn pairs_say_more_than_games_where_openings_decide() {
    let mut rng = Rng::new(2);
    let results: Vec<f64> = (0..500).map(|_| pair(&mut rng, 40.0, 600.0)).collect();
    let paired = sample(&results).points();
    let won = results.iter().sum::<f64>() / 500.0;
    let plain = agon_lab::stats::share(won, won * (1.0 - won), 1000.0);
    assert!(paired.high - paired.low < 0.5 * (plain.high - plain.low), "{paired:?} {plain:?}");
}

#[test]
fn a_clean_sweep_is_a_bound_that_grows_with_the_games() {
    let swept = |pairs: u64, share: f64| {
        let sample = Sample::new(2, 2, &[(share, pairs)]);
        sample.elo(sample.points())
    };
    let (few, many) = (swept(5, 1.0), swept(500, 1.0));
    assert_eq!((few.value, few.high, many.value, many.high), (None, None, None, None));
    let (few, many) = (few.low.expect("a bound"), many.low.expect("a bound"));
    assert!(few > 50.0 && many > few + 500.0 && many.is_finite(), "{few} {many}");
    let lost = swept(5, 0.0);
    assert_eq!((lost.value, lost.low), (None, None));
    assert!((lost.high.expect("a bound") + few).abs() < 1e-9);
    // One loss more is never a higher bound.
    let nearly = Sample::new(2, 2, &[(1.0, 499), (0.5, 1)]);
    assert!(nearly.elo(nearly.points()).low.expect("a bound") < many);
    // The bound holds: who wins 97 of 100 games sweeps ten pairs about half of the time, and is not rated above.
    let truth = agon_lab::stats::elo(0.97);
    assert!(swept(10, 1.0).low.expect("a bound") < truth);
}

#[test]
fn normalised_elo_tells_how_many_games_show_a_difference() {
    // The same share of the points is more where results vary less: draws, and openings that are played from both sides.
    let games = Sample::new(1, 2, &[(1.0, 55), (0.0, 45)]).normalised().expect("it varies");
    assert!((games.value - 347.436 * 0.05 / 0.497_494).abs() < 0.01, "{games:?}");
    assert!(((games.high - games.low) / 2.0 - 347.436 * 1.959_964 / 10.0).abs() < 0.01, "{games:?}");
    let drawn = Sample::new(1, 2, &[(1.0, 10), (0.5, 90)]).normalised().expect("it varies");
    assert!(drawn.value > 2.0 * games.value);
    assert_eq!(Sample::new(2, 2, &[(0.5, 100)]).normalised(), None);
    // Among three, a third of the points is even.
    let three = Sample::new(3, 3, &[(2.0 / 3.0, 10), (0.0, 10)]);
    assert!(three.normalised().expect("it varies").value.abs() < 1e-9);
    assert!(three.elo(three.points()).value.expect("a rating").abs() < 1e-9);
}

#[test]
fn who_takes_every_point_in_a_tournament_has_a_bound_and_the_others_ratings() {
    let meeting = |first, second, results| Meeting { first, second, results };
    // 0 beats everybody; 1 and 2 are mixed; 3 loses to everybody.
    let mut meetings = vec![meeting(1, 2, [30, 0, 20]), meeting(2, 1, [25, 0, 25])];
    for (strong, weak) in [(0, 1), (0, 2), (0, 3), (1, 3), (2, 3)] {
        meetings.push(meeting(strong, weak, [50, 0, 0]));
        meetings.push(meeting(weak, strong, [0, 0, 50]));
    }
    let ratings = Ratings::of(4, &meetings);
    let (Some(Bound::AtLeast(top)), Some(Bound::AtMost(bottom))) = (ratings.bounds[0], ratings.bounds[3]) else {
        panic!("{:?}", ratings.bounds)
    };
    assert!(top > 500.0 && bottom < -400.0 && top.is_finite(), "{top} {bottom}");
    assert_eq!((ratings.bounds[1], ratings.bounds[2]), (None, None));
    assert!((ratings.elo[1] + ratings.elo[2]).abs() < 1e-6 && ratings.elo[1] > ratings.elo[2], "{ratings:?}");
    // A single point lost, and everything hangs together.
    meetings[2].results = [49, 0, 1];
    let ratings = Ratings::of(3, &meetings[..6]);
    assert!(ratings.bounds.iter().all(Option::is_none), "{:?}", ratings.bounds);
}

#[test]
fn a_run_is_broken_off_only_between_rounds() {
    for seats in [2, 3] {
        let mut asked = study(Kind::Match, "primi-composti", &["asc", "random"], 600);
        asked.parts = vec![vec![("players".to_owned(), seats.to_string())]];
        let whole = {
            let mut course = Course::new(asked.clone()).expect("a study");
            course.run(&[], &|_| true, Workers::all(2), &mut |_| true).expect("games");
            course.report().json
        };
        for looks in [1, 50, 777, 5000] {
            // Stopped in the middle of a game, and so in the middle of a round.
            let left = AtomicU64::new(looks);
            let stop = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err();
            let mut course = Course::new(asked.clone()).expect("a study");
            let mut done: Vec<Done> = Vec::new();
            let mut hear = |finished: Finished| {
                if let Finished::Block(block, ..) = finished {
                    done.push(block.clone());
                }
                true
            };
            course.run(&[], &|_| true, Workers { threads: 1, stop: &stop }, &mut hear).expect("games");
            let games: Vec<u64> = course.tallies[0].iter().map(|tally| tally.games).collect();
            assert!(games.iter().all(|count| *count == games[0]), "{seats} seats, {looks} looks: {games:?}");
            assert_eq!(course.tallies[0][0].rounds.values().sum::<u64>(), games[0]);
            let mut resumed = Course::new(asked.clone()).expect("a study");
            resumed.count(&done);
            resumed.run(&done, &|_| true, Workers::all(3), &mut |_| true).expect("games");
            assert_eq!(resumed.report().json, whole, "{seats} seats, {looks} looks");
        }
    }
}

#[test]
fn more_games_extend_a_kept_run_and_fewer_are_refused() {
    let run = |games: u64, path: Option<&PathBuf>, pieces: (usize, usize)| {
        let asked = Study { opening: 2, ..study(Kind::Tournament, "gambit", &["random", "easy", "minimax:1"], games) };
        let mut course = Course::new(asked).expect("a study");
        let (mut file, done) = match path.map(|path| Keep::open(path, &course.study).expect("a file")) {
            Some((file, done)) => (Some(file), done),
            None => (None, Vec::new()),
        };
        course.count(&done);
        let mut hear = |finished: Finished| {
            if let (Finished::Block(block, ..), Some(file)) = (finished, &mut file) {
                file.add(block).expect("it is written");
            }
            true
        };
        course.run(&done, &|at| at % pieces.1 == pieces.0, Workers::all(2), &mut hear).expect("games");
        course
    };
    let whole = run(150, None, (0, 1)).report();
    let kept = Scratch::new("extended");
    for games in [2, 60, 61, 150] {
        let course = run(games, Some(&kept.0), (0, 1));
        assert_eq!(course.played(), course.games(), "{games}");
    }
    let extended = run(150, Some(&kept.0), (0, 1));
    assert_eq!((extended.report().json, extended.report().text()), (whole.json.clone(), whole.text()));
    let fewer =
        Course::new(Study { opening: 2, ..study(Kind::Tournament, "gambit", &["random", "easy", "minimax:1"], 100) });
    let why = Keep::open(&kept.0, &fewer.expect("a study").study).map(drop).expect_err("fewer").to_string();
    assert!(why.ends_with("is a run of 150 games; ask for as many, or for more to extend it"), "{why}");
    // In pieces too: each is extended, and together they are the whole.
    let pieces = [Scratch::new("piece0"), Scratch::new("piece1"), Scratch::new("piece2")];
    for (at, piece) in pieces.iter().enumerate() {
        run(38, Some(&piece.0), (at, 3));
        run(150, Some(&piece.0), (at, 3));
    }
    let paths: Vec<PathBuf> = pieces.iter().map(|piece| piece.0.clone()).collect();
    let (merged, done) = agon_lab::keep::merge(&paths).expect("pieces");
    let mut course = Course::new(merged).expect("a study");
    course.count(&done);
    assert_eq!((course.played(), course.report().json), (course.games(), whole.json));
}

fn trial(games: u64, threads: usize, keep: Option<&PathBuf>, stop: &(dyn Fn() -> bool + Sync)) -> Trial {
    let test = Test { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05 };
    let with = With {
        patience: agon_lab::play::PATIENCE,
        workers: Workers { threads, stop },
        keep: keep.map(PathBuf::as_path),
    };
    let asked = study(Kind::Match, "primi-composti", &["greedy_desc", "greedy_asc"], games);
    Trial::play(asked, test, with, &mut |_| {}).expect("a test")
}

#[test]
fn a_sequential_test_is_kept_broken_off_and_extended() {
    let go = || false;
    let whole = trial(100_000, 1, None, &go);
    assert_ne!(whole.verdict, Verdict::Open);
    assert!(whole.text().contains("Elo ") && whole.text().contains("normalised Elo"), "{}", whole.text());
    assert_eq!(trial(100_000, 3, None, &go).text(), whole.text());
    let kept = Scratch::new("test");
    // Broken off twice in the middle, with fewer games at first, and on other numbers of threads.
    let short = trial(26, 2, Some(&kept.0), &go);
    assert_eq!((short.verdict, short.results().iter().sum::<u64>()), (Verdict::Open, 26));
    let left = AtomicU64::new(500);
    let stop = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err();
    trial(100_000, 1, Some(&kept.0), &stop);
    let resumed = trial(100_000, 2, Some(&kept.0), &go);
    assert_eq!((resumed.text(), resumed.json()), (whole.text(), whole.json()));
    // Nothing more is played, and another test is another study.
    let size = std::fs::metadata(&kept.0).expect("a file").len();
    assert_eq!(trial(100_000, 1, Some(&kept.0), &go).text(), whole.text());
    assert_eq!(std::fs::metadata(&kept.0).expect("a file").len(), size);
    let other = study(Kind::Match, "primi-composti", &["greedy_desc", "greedy_asc"], 100_000);
    let other = Course::new(other).expect("a study").study;
    assert!(Keep::open(&kept.0, &other).map(drop).expect_err("a test").to_string().contains("another study"));
}

#[test]
fn a_sequential_test_of_one_game_over_and_over_decides_nothing() {
    let test = Test { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05 };
    let with = With { patience: agon_lab::play::PATIENCE, workers: Workers::all(2), keep: None };
    let players = ["alphabeta:depth=4", "alphabeta:depth=1"];
    let trial = Trial::play(study(Kind::Match, "gambit", &players, 100_000), test, with, &mut |_| {}).expect("a test");
    assert_eq!(trial.verdict, Verdict::Open, "{}", trial.text());
    assert_eq!(trial.results().iter().sum::<u64>(), 100, "it does not go on for ever");
    assert!(trial.text().contains("open: the same games again and again decide nothing"), "{}", trial.text());
    assert!(trial.text().contains("100 games, 2 different: use `--opening`"), "{}", trial.text());
}

#[test]
fn the_sequential_test_of_pairs_errs_no_more_than_it_says() {
    let test = Test { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.1 };
    let mut rng = Rng::new(3);
    // With openings that decide most games, 40 Elo are a smaller share; the hypotheses are about the share.
    let mut errors = |truth: f64, wrong: Verdict| {
        let share = expected(truth, 0.0);
        (0..400)
            .filter(|_| {
                let mut counts = [0.0; 5];
                loop {
                    for _ in 0..5 {
                        // Half of the openings are drawn in both games, the others are won by the stronger.
                        let result = if unit(&mut rng) < 0.5 {
                            0.5
                        } else {
                            let won = 2.0 * share - 0.5;
                            f64::from(u8::from(unit(&mut rng) < won)) / 2.0
                                + f64::from(u8::from(unit(&mut rng) < won)) / 2.0
                        };
                        counts[(4.0 * result).round() as usize] += 1.0;
                    }
                    let results: Vec<(f64, f64)> =
                        counts.iter().enumerate().map(|(at, count)| (at as f64 / 4.0, *count)).collect();
                    match test.verdict(&results) {
                        Verdict::Open => {}
                        verdict => break verdict == wrong,
                    }
                }
            })
            .count()
    };
    let (false_second, false_first) = (errors(0.0, Verdict::Second), errors(40.0, Verdict::First));
    assert!(false_second <= 33 && false_first <= 58, "{false_second} {false_first} of 400");
    assert!(false_second > 2 && false_first > 4, "{false_second} {false_first} of 400");
}

#[test]
fn a_table_for_three_has_every_seating_and_says_what_is_even() {
    let mut asked = study(Kind::Table, "primi-composti", &["asc", "greedy_asc"], 30);
    asked.parts = vec![vec![("players".to_owned(), "3".to_owned())]];
    let mut course = Course::new(asked.clone()).expect("a study");
    course.play(&mut |_| true).expect("games");
    let report = course.report();
    assert_eq!(report.sheet.rows.len(), 8);
    let seated: Vec<String> =
        report.sheet.rows.iter().map(|row| row[..3].iter().map(Item::shown).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(seated[..3], ["asc asc asc", "asc asc greedy_asc", "asc greedy_asc asc"]);
    assert_eq!(course.plans[0].cells[2].players, ["asc", "greedy_asc", "asc"]);
    let columns: Vec<String> = report.sheet.columns.iter().map(ToString::to_string).collect();
    assert_eq!(columns.join(","), "player 1,player 2,player 3,games,points 1,points 2,points 3,low,high,tie,length");
    assert!(report.notes.iter().any(|note| *note == "even is 33.33 %: 3 share the points"));
    let cell = &report.json["cells"][1];
    let points: f64 = (0..3).map(|seat| cell["points"][seat].as_f64().expect("a share")).sum();
    assert!((points - 1.0).abs() < 1e-9 && cell["players"][2] == "greedy_asc", "{cell}");
    let match_of_three = Study { kind: Kind::Match, games: 31, ..asked.clone() };
    let mut course = Course::new(match_of_three).expect("a study");
    assert_eq!(course.study.games, 33, "whole rounds");
    course.play(&mut |_| true).expect("games");
    assert!(course.report().notes.iter().any(|note| *note == "even is 33.33 %: 3 share the points"));
    asked.players = (0..30).map(|_| "asc".to_owned()).collect();
    let why = Course::new(asked).map(drop).expect_err("too many").to_string();
    assert_eq!(why, "so many players have 27000 seatings, and at most 10000 are played; name fewer");
}
