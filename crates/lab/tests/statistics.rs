//! The statistics against closed forms, and against synthetic results whose truth is known.

use agon_lab::elo::{Meeting, Ratings};
use agon_lab::sprt::{Test, Verdict};
use agon_lab::stats::{elo, mean, normal, share};
use agon_rules::Rng;

fn unit(rng: &mut Rng) -> f64 {
    (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Wins, ties and losses of so many games with this expected score and share of ties.
fn synthetic(games: u64, score: f64, ties: f64, rng: &mut Rng) -> [u64; 3] {
    let mut results = [0; 3];
    for _ in 0..games {
        let x = unit(rng);
        results[if x < score - ties / 2.0 {
            0
        } else if x < score + ties / 2.0 {
            1
        } else {
            2
        }] += 1;
    }
    results
}

#[test]
fn closed_forms() {
    // Wilson's interval for 8 of 10, from its formula by hand.
    let eight = share(0.8, 0.16, 10.0);
    assert!((eight.low - 0.4902).abs() < 1e-4 && (eight.high - 0.9433).abs() < 1e-4, "{eight:?}");
    let all = share(1.0, 0.0, 100.0);
    assert!((all.low - 0.9630).abs() < 1e-4 && all.high == 1.0, "{all:?}");
    let counts = [(1_i64, 1_u64), (2, 1), (3, 1), (4, 1)];
    let four = mean(counts.iter().map(|(value, count)| (value, count)));
    // The standard deviation of 1 2 3 4 is 1.29099, over the root of 4.
    assert!((four.value - 2.5).abs() < 1e-12 && (four.high - 2.5 - 1.959_964 * 0.645_497).abs() < 1e-5, "{four:?}");
    assert!((elo(0.75) - 190.848_502).abs() < 1e-3 && elo(0.5).abs() < 1e-9);
    for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.959_964, 0.025), (3.0, 0.998_650_1)] {
        assert!((normal(x) - p).abs() < 1e-6, "{x}");
    }
}

#[test]
fn two_players_are_rated_as_the_formula_says() {
    // 75 of 100 in each seat: 190.8 apart and no advantage.
    let even =
        [Meeting { first: 0, second: 1, results: [75, 0, 25] }, Meeting { first: 1, second: 0, results: [25, 0, 75] }];
    let ratings = Ratings::of(2, &even);
    assert!((ratings.elo[0] - ratings.elo[1] - 190.848_502).abs() < 1e-6, "{ratings:?}");
    assert!(ratings.advantage.abs() < 1e-6 && (ratings.elo[0] + ratings.elo[1]).abs() < 1e-9);
    // The first seat wins three of four games whoever sits there: all of it is advantage.
    let seat =
        [Meeting { first: 0, second: 1, results: [75, 0, 25] }, Meeting { first: 1, second: 0, results: [75, 0, 25] }];
    let ratings = Ratings::of(2, &seat);
    assert!((ratings.advantage - 190.848_502).abs() < 1e-6 && ratings.elo[0].abs() < 1e-6, "{ratings:?}");
    assert!((ratings.superiority(0, 1) - 0.5).abs() < 1e-6);
    // Whoever has won everything is rated high, not infinitely high.
    let whole = Ratings::of(2, &[Meeting { first: 0, second: 1, results: [50, 0, 0] }]);
    assert!(whole.elo[0].is_finite() && whole.margin(0).is_finite());
}

#[test]
fn the_true_rating_lies_in_the_interval_about_95_times_of_100() {
    let truth = [-120.0, -30.0, 20.0, 130.0];
    let advantage = 40.0;
    let mut rng = Rng::new(2026);
    let (mut inside, mut asked) = (0, 0);
    for _ in 0..400 {
        let mut meetings = Vec::new();
        for first in 0..4 {
            for second in (0..4).filter(|second| *second != first) {
                let score = expected(truth[first] - truth[second] + advantage);
                meetings.push(Meeting { first, second, results: synthetic(100, score, 0.2, &mut rng) });
            }
        }
        let ratings = Ratings::of(4, &meetings);
        for (player, truth) in truth.iter().enumerate() {
            inside += usize::from((ratings.elo[player] - truth).abs() <= ratings.margin(player));
            asked += 1;
        }
        inside += usize::from((ratings.advantage - advantage).abs() <= ratings.advantage_margin());
        asked += 1;
    }
    let share = f64::from(inside as u32) / f64::from(asked);
    assert!((0.93..=0.97).contains(&share), "{share}");
}

#[test]
fn the_interval_of_a_match_holds_the_true_share_about_95_times_of_100() {
    let mut rng = Rng::new(1);
    for (score, ties) in [(0.5, 0.0), (0.62, 0.3), (0.9, 0.1)] {
        let inside = (0..2000)
            .filter(|_| {
                let [won, tied, lost] = synthetic(200, score, ties, &mut rng);
                let n = (won + tied + lost) as f64;
                let points = (won as f64 + tied as f64 / 2.0) / n;
                let variance = (won as f64 + tied as f64 / 4.0) / n - points * points;
                let interval = share(points, variance, n);
                interval.low <= score && score <= interval.high
            })
            .count();
        // Three standard deviations of 2000 tries are 1.5 per cent.
        assert!((1860..=1940).contains(&inside), "{score} {ties}: {inside} of 2000");
    }
}

#[test]
fn the_sequential_test_errs_no_more_than_it_says() {
    let test = Test { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.1 };
    let mut rng = Rng::new(3);
    let mut errors = |truth: f64, wrong: Verdict| {
        let mut count = 0;
        for _ in 0..400 {
            let mut results = [0; 3];
            loop {
                let more = synthetic(10, expected(truth), 0.25, &mut rng);
                results.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
                let outcomes = [1.0, 0.5, 0.0].into_iter().zip(results.map(|count| count as f64));
                match test.verdict(&outcomes.collect::<Vec<_>>()) {
                    Verdict::Open => {}
                    verdict => {
                        count += usize::from(verdict == wrong);
                        break;
                    }
                }
            }
        }
        count
    };
    // Of 400, three standard deviations above 5 and 10 per cent are 33 and 58.
    let (false_second, false_first) = (errors(0.0, Verdict::Second), errors(40.0, Verdict::First));
    assert!(false_second <= 33, "{false_second} of 400 false alarms");
    assert!(false_first <= 58, "{false_first} of 400 missed");
    // And it is not simply one of them always.
    assert!(false_second > 2 && false_first > 4, "{false_second} {false_first}");
}
