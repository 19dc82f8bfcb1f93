//! Games that are compared: how many different ones there are, and that repeated ones make nothing more certain.

use agon_lab::distinct::{Count, Distinct, MOST};
use agon_lab::pairs::{Sample, repeated};
use agon_lab::{Course, Kind, Study, Tally};
use agon_rules::Rng;

fn of(prints: impl IntoIterator<Item = u64>) -> Distinct {
    let mut all = Distinct::default();
    prints.into_iter().for_each(|print| all.add(print));
    all
}

/// A study of two players without a deal.
fn duel(game: &str, players: [&str; 2], games: u64, opening: u32) -> Course {
    let mut course = Course::new(Study {
        kind: Kind::Match,
        game: game.to_owned(),
        parts: vec![Vec::new()],
        players: players.map(str::to_owned).to_vec(),
        games,
        seed: 1,
        opening,
        openings: Vec::new(),
        quality: 0,
    })
    .expect("a study");
    course.play(&mut |_| true).expect("games");
    course
}

#[test]
fn few_are_counted_exactly_and_many_are_at_least_so_many() {
    assert_eq!(of([]).count(), Count::Exactly(0));
    assert_eq!(of([5, 3, 5, 5]).count(), Count::Exactly(2));
    let prints = |n: u64| (0..n).map(|at| Rng::derive(9, at));
    let most = MOST as u64;
    assert_eq!(of(prints(most - 1).chain(prints(most - 1))).count(), Count::Exactly(most - 1));
    assert_eq!(of(prints(most)).count(), Count::AtLeast(most));
    assert_eq!(of(prints(100_000)).count(), Count::AtLeast(most));
    assert_eq!(Count::Exactly(2).and(Count::Exactly(3)), Count::Exactly(5));
    assert_eq!(Count::Exactly(2).and(Count::AtLeast(3)), Count::AtLeast(5));
}

#[test]
fn beyond_that_the_number_is_estimated_from_how_often_each_occurred() {
    // 20,000 games of which 4,000 are different, some of them more often than others.
    let mut rng = Rng::new(3);
    let games: Vec<u64> = (0..20_000).map(|_| Rng::derive(7, rng.below(4_000) as u64)).collect();
    let different = games.iter().collect::<std::collections::HashSet<_>>().len() as f64;
    let about = of(games).estimate(20_000);
    // A sample of 512 with a mean of five: a standard deviation is two per cent.
    assert!((about / different - 1.0).abs() < 0.08, "{about} of {different}");
    assert!((of((0..30_000).map(|at| Rng::derive(7, at))).estimate(30_000) - 30_000.0).abs() < 1e-6);
    assert!((of([4, 4, 4]).estimate(3) - 1.0).abs() < 1e-12);
}

#[test]
fn parts_add_up_to_the_whole_in_any_order_and_in_files() {
    let mut rng = Rng::new(5);
    let games: Vec<u64> = (0..9_000).map(|_| Rng::derive(1, rng.below(3_000) as u64)).collect();
    let whole = of(games.iter().copied());
    for size in [1, 100, 2_999] {
        let mut parts: Vec<Distinct> = games.chunks(size).map(|part| of(part.iter().copied())).collect();
        parts.reverse();
        let (mut once, mut settled) = (Distinct::default(), Distinct::default());
        for mut part in parts {
            once.merge(&part);
            part.settle();
            let text = serde_json::to_string(&part).expect("JSON");
            settled.merge(&serde_json::from_str(&text).expect("as it was written"));
        }
        assert_eq!((&once, &settled), (&whole, &whole), "parts of {size}");
        assert_eq!(serde_json::to_string(&once).expect("JSON"), serde_json::to_string(&whole).expect("JSON"));
    }
    for garbage in ["\"5 3\"", "\"x\"", "\"5*0\"", "\"5*\"", "7"] {
        assert!(serde_json::from_str::<Distinct>(garbage).is_err(), "{garbage}");
    }
}

#[test]
fn players_without_chance_play_two_games_however_many_are_played() {
    let course = duel("checkerboard", ["minimax:1", "minimax:1"], 4, 0);
    let plain = course.report();
    assert!(plain.json["different_exact"].as_bool().expect("it is said"));
    // The engines of the game that look ahead without chance: the same game in each seating.
    let course = duel("tic-tac-toe", ["perfect", "alphabeta:depth=2"], 200, 0);
    let report = course.report();
    let notes: Vec<String> = report.notes.iter().map(ToString::to_string).collect();
    let different = report.json["different"].as_u64().expect("a number");
    if different == 2 {
        assert!(notes.iter().any(|note| note.starts_with("200 games, 2 different: ")), "{notes:?}");
    }
    assert!(different <= 200);
    // And so the interval is that of one pair, not of a hundred.
    let [first, _] = course.tallies[0].as_slice() else { panic!("two seatings") };
    let rounds = first.different_rounds.estimate(100);
    let points = Sample::of_rounds(2, &[(first, true)]).points();
    assert!(points.high - points.low > 1.9 / (2.0 * rounds + 4.0).sqrt() / 2.0, "{points:?} of {rounds}");
}

#[test]
fn repeated_results_do_not_narrow_an_interval() {
    let sample = |times: u64| {
        let mut tally = Tally::new(2);
        for _ in 0..times {
            for round in 0..8 {
                // Five pairs are won, two are split, one is lost.
                let shares = [if round < 7 { 60 } else { 0 }, if round < 5 { 60 } else { 0 }];
                tally.add_round(shares.into_iter(), Rng::derive(1, round));
            }
        }
        Sample::of_rounds(2, &[(&tally, true)])
    };
    let (once, often) = (sample(1).points(), sample(1000).points());
    assert!((once.low - often.low).abs() < 1e-9 && (once.high - often.high).abs() < 1e-9, "{once:?} {often:?}");
    let (once, often) = (sample(1).normalised().expect("it varies"), sample(1000).normalised().expect("it varies"));
    assert!((once.low - often.low).abs() < 1e-6, "{once:?} {often:?}");
}

#[test]
fn chance_makes_games_different_and_then_nothing_is_said() {
    let course = duel("gambit", ["random", "random"], 100, 0);
    let report = course.report();
    assert_eq!(repeated(course.tallies[0].iter()), None);
    assert!(!report.notes.iter().any(|note| note.to_string().contains("different")), "{:?}", report.notes);
}

#[test]
fn a_player_against_itself_is_not_even_by_construction() {
    // With the same chance in both seatings every pair would be split.
    let course = duel("gambit", ["random", "random"], 200, 0);
    let [first, second] = course.tallies[0].as_slice() else { panic!("two seatings") };
    let won = first.wins[0] + second.wins[1];
    let lost = first.wins[1] + second.wins[0];
    assert_ne!((first.wins[0], first.wins[1]), (second.wins[0], second.wins[1]), "the same games in both seatings");
    assert_ne!(won, lost);
    let split = first.rounds.iter().filter(|(key, _)| key.rem_euclid(100) + key.div_euclid(100) == 60);
    assert!(split.map(|(_, count)| count).sum::<u64>() < 80, "{:?}", first.rounds);
}
