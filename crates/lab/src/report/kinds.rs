//! The report of each kind of study.

use agon_rules::games::Info;
use serde_json::{Map, Value, json};

use super::{Chart, Item, Report, Sheet, Variant};
use crate::elo::{Meeting, Ratings};
use crate::stats::{self, Estimate};
use crate::study::Study;
use crate::tally::{Counts, Tally, WHOLE};

/// What a player did in a seat, over some cells.
struct Standing {
    games: u64,
    won: u64,
    tied: u64,
    points: Estimate,
}

impl Standing {
    fn of(seats: &[(usize, &Tally)]) -> Self {
        let sum = |count: fn(&Tally, usize) -> u64| seats.iter().map(|(seat, tally)| count(tally, *seat)).sum::<u64>();
        let (games, won) = (sum(|tally, _| tally.games), sum(|tally, seat| tally.wins[seat]));
        let (tied, shares) = (sum(|tally, _| tally.ties), sum(|tally, seat| tally.shares[seat]));
        let n = games.max(1) as f64;
        let points = shares as f64 / WHOLE as f64 / n;
        // What a tie brings: half a point with two seats, on average less with more.
        let tie = if tied > 0 { (shares as f64 / WHOLE as f64 - won as f64) / tied as f64 } else { 0.0 };
        let variance = (won as f64 + tied as f64 * tie * tie) / n - points * points;
        Standing { games, won, tied, points: stats::share(points, variance, games) }
    }

    /// As a row; a rating means something only where two play.
    fn items(&self, rated: bool) -> Vec<Item> {
        let lost = self.games - self.won - self.tied;
        let counts = [self.games, self.won, self.tied, lost].map(Item::Count);
        let shares = [self.points.value, self.points.low, self.points.high].map(Item::Share);
        let certain = self.points.value <= 0.0 || self.points.value >= 1.0;
        let elo = if certain || !rated { Item::Missing } else { Item::Number(stats::elo(self.points.value), 0) };
        counts.into_iter().chain(shares).chain([elo]).collect()
    }
}

fn options(variant: &Variant) -> Value {
    let options: Map<String, Value> =
        variant.options.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    Value::Object(options)
}

/// A mean rounded to what is measured, or nothing where there is nothing to count.
fn mean(counts: &Counts) -> Estimate {
    stats::mean(counts)
}

fn absolute(counts: &Counts) -> Estimate {
    let mut sizes = Counts::new();
    counts.iter().for_each(|(difference, count)| *sizes.entry(difference.abs()).or_default() += count);
    stats::mean(&sizes)
}

/// A player against another.
pub fn versus(study: &Study, variant: &Variant, cells: &[Tally]) -> Report {
    let [a, b] = [&study.players[0], &study.players[1]];
    let seats: Vec<(usize, &Tally)> = cells.iter().enumerate().collect();
    let mut standings: Vec<(String, Standing)> =
        seats.iter().map(|seat| (format!("player {}", seat.0 + 1), Standing::of(&[*seat]))).collect();
    standings.push(("all".to_owned(), Standing::of(&seats)));
    let row = |(name, standing): &(String, Standing)| {
        [vec![Item::Text(name.clone())], standing.items(cells.len() == 2)].concat()
    };
    let columns = vec!["seat", "games", "won", "tied", "lost", "points", "low", "high", "Elo"];
    let lines: Vec<Value> = standings
        .iter()
        .map(|(name, s)| {
            let Estimate { value, low, high } = s.points;
            json!({"seat": name, "games": s.games, "won": s.won, "tied": s.tied, "lost": s.games - s.won - s.tied,
                "points": value, "points_low": low, "points_high": high})
        })
        .collect();
    let bars = standings.iter().map(|(name, s)| (format!("{a}, {name}"), s.points)).collect();
    let mut charts = vec![Chart::Bars {
        title: format!("share of the points of {a}"),
        bars,
        middle: Some(1.0 / cells.len() as f64),
        percent: true,
    }];
    if variant.points {
        let mut differences = Counts::new();
        for (seat, tally) in &seats {
            for (difference, count) in &tally.differences {
                *differences.entry(if *seat == 0 { *difference } else { -difference }).or_default() += count;
            }
        }
        charts.push(Chart::Histogram {
            title: format!("points of {a} less those of {b}"),
            series: vec![(a.clone(), differences)],
        });
    }
    let lengths = cells.iter().fold(Counts::new(), |mut all, tally| {
        tally.lengths.iter().for_each(|(length, count)| *all.entry(*length).or_default() += count);
        all
    });
    let json = json!({"game": study.game, "options": options(variant), "a": a, "b": b, "games": study.games,
        "seed": study.seed, "opening": study.opening, "seats": lines, "length": mean(&lengths).value});
    Report {
        title: format!("{a} against {b}: {}", named(study, variant)),
        sheet: Sheet { columns, rows: standings.iter().map(row).collect() },
        json,
        charts,
        notes: vec!["low and high bound the share of the points with 95 % confidence".to_owned()],
    }
}

/// The game with the options that were set.
fn named(study: &Study, variant: &Variant) -> String {
    headed(study, variant, &written(variant, |_| true))
}

/// The game, and some of its options in writing.
fn headed(study: &Study, variant: &Variant, options: &str) -> String {
    match (&variant.words, options) {
        (_, "") => study.game.clone(),
        (None, options) => format!("{} {options}", study.game),
        (Some(_), options) => format!("{} ({options})", study.game),
    }
}

/// Some of the options, as they are set.
fn written(variant: &Variant, which: impl Fn(&(String, agon_rules::Value)) -> bool) -> String {
    let options = variant.options.iter().filter(|option| which(option));
    match &variant.words {
        None => options.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" "),
        Some(info) => options.map(|option| in_words(info, option)).collect::<Vec<_>>().join(", "),
    }
}

/// An option as people read it.
fn in_words(info: &Info, (name, value): &(String, agon_rules::Value)) -> String {
    match info.options.iter().find(|option| option.name == *name) {
        Some(option) => format!("{}: {}", info.option_title(option), info.value_name(option, *value)),
        None => format!("{name}: {value}"),
    }
}

/// A proved value; in words it is a result where there are no points.
fn proved(variant: &Variant, value: i32) -> String {
    match (variant.words.is_some() && !variant.points, value.signum()) {
        (false, _) => format!("{value:+} proved"),
        (true, 1) => "first seat wins, proved".to_owned(),
        (true, 0) => "drawn, proved".to_owned(),
        (true, _) => "second seat wins, proved".to_owned(),
    }
}

/// Every player in the first seat against every other.
pub fn table(study: &Study, variant: &Variant, cells: &[Tally]) -> Report {
    let n = study.players.len();
    let mut columns = vec!["first", "second", "games", "win first", "low", "high", "tie", "win second"];
    if variant.points {
        columns.extend(["score first", "score second", "abs diff"]);
    }
    columns.push("length");
    let (mut rows, mut list, mut heat) = (Vec::new(), Vec::new(), vec![vec![0.0; n]; n]);
    for (at, tally) in cells.iter().enumerate() {
        let (first, second) = (&study.players[at / n], &study.players[at % n]);
        let games = tally.games as f64;
        let (won, tied) = (tally.wins[0] as f64 / games, tally.ties as f64 / games);
        let lost = (tally.games - tally.wins[0] - tally.ties) as f64 / games;
        let interval = stats::share(won, won * (1.0 - won), tally.games);
        let (scores, difference) = ([mean(&tally.scores[0]), mean(&tally.scores[1])], absolute(&tally.differences));
        let length = mean(&tally.lengths);
        heat[at / n][at % n] = tally.share(0);
        let mut row = vec![Item::Text(first.clone()), Item::Text(second.clone()), Item::Count(tally.games)];
        row.extend([won, interval.low, interval.high, tied, lost].map(Item::Share));
        if variant.points {
            row.extend([scores[0].value, scores[1].value, difference.value].map(|value| Item::Number(value, 2)));
        }
        row.push(Item::Number(length.value, 1));
        rows.push(row);
        let score = |estimate: f64| if variant.points { json!(estimate) } else { Value::Null };
        let ends = |estimate: Estimate| if variant.points { json!([estimate.low, estimate.high]) } else { Value::Null };
        list.push(json!({"first": first, "second": second, "games": tally.games, "win_first": won, "tie": tied,
            "win_second": lost, "score_first": score(scores[0].value), "score_second": score(scores[1].value),
            "abs_diff": score(difference.value), "win_first_95": [interval.low, interval.high],
            "score_first_95": ends(scores[0]), "score_second_95": ends(scores[1]), "abs_diff_95": ends(difference),
            "length": length.value, "length_95": [length.low, length.high]}));
    }
    let mut charts = vec![Chart::Heat {
        title: "share of the points of the first seat (rows) against the second (columns)".to_owned(),
        names: study.players.clone(),
        values: heat,
    }];
    if variant.points {
        let scores = |player: usize| {
            let mut all = Counts::new();
            for (at, tally) in cells.iter().enumerate() {
                for seat in 0..2 {
                    if [at / n, at % n][seat] == player {
                        tally.scores[seat].iter().for_each(|(score, count)| *all.entry(*score).or_default() += count);
                    }
                }
            }
            all
        };
        let series = (0..n).map(|player| (study.players[player].clone(), scores(player))).collect();
        charts.push(Chart::Histogram { title: "final scores of each player, in both seats".to_owned(), series });
    }
    let json = json!({"game": study.game, "options": options(variant), "games": study.games, "seed": study.seed,
        "opening": study.opening, "cells": list});
    Report {
        title: format!("every player first and second: {}", named(study, variant)),
        sheet: Sheet { columns, rows },
        json,
        charts,
        notes: vec!["low and high bound the share won by the first seat with 95 % confidence".to_owned()],
    }
}

/// Everybody against everybody.
pub fn tournament(study: &Study, variant: &Variant, cells: &[Tally]) -> Report {
    let n = study.players.len();
    let mut meetings = Vec::new();
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    let mut of: Vec<Vec<(usize, &Tally)>> = vec![Vec::new(); n];
    for ((a, b), seatings) in pairs.zip(cells.chunks(2)) {
        for (seat, tally) in seatings.iter().enumerate() {
            let (first, second) = if seat == 0 { (a, b) } else { (b, a) };
            meetings.push(Meeting { first, second, results: [tally.wins[0], tally.ties, tally.wins[1]] });
            of[first].push((0, tally));
            of[second].push((1, tally));
        }
    }
    let ratings = Ratings::of(n, &meetings);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| ratings.elo[b].total_cmp(&ratings.elo[a]));
    let standings: Vec<Standing> = of.iter().map(|seats| Standing::of(seats)).collect();
    let better = |place: usize| order.get(place + 1).map(|&next| ratings.superiority(order[place], next));
    let row = |(place, &player): (usize, &usize)| {
        let s = &standings[player];
        vec![
            Item::Text(study.players[player].clone()),
            Item::Number(ratings.elo[player], 1),
            Item::Number(ratings.margin(player), 1),
            Item::Count(s.games),
            Item::Count(s.won),
            Item::Count(s.tied),
            Item::Count(s.games - s.won - s.tied),
            Item::Share(s.points.value),
            better(place).map_or(Item::Missing, Item::Share),
        ]
    };
    let columns = vec!["player", "Elo", "±", "games", "won", "tied", "lost", "points", "better than next"];
    let list: Vec<Value> = order
        .iter()
        .enumerate()
        .map(|(place, &player)| {
            let s = &standings[player];
            json!({"player": study.players[player], "elo": ratings.elo[player], "margin_95": ratings.margin(player),
                "games": s.games, "won": s.won, "tied": s.tied, "points": s.points.value, "better_than_next": better(place)})
        })
        .collect();
    let bar = |&player: &usize| {
        let (value, margin) = (ratings.elo[player], ratings.margin(player));
        (study.players[player].clone(), Estimate { value, low: value - margin, high: value + margin })
    };
    let advantage = (ratings.advantage, ratings.advantage_margin());
    Report {
        title: format!("everybody against everybody: {}", named(study, variant)),
        sheet: Sheet { columns, rows: order.iter().enumerate().map(row).collect() },
        json: json!({"game": study.game, "options": options(variant), "games": study.games, "seed": study.seed,
            "opening": study.opening, "players": list, "first_seat_elo": advantage.0, "first_seat_margin_95": advantage.1}),
        charts: vec![Chart::Bars {
            title: "Elo with 95 % intervals".to_owned(),
            bars: order.iter().map(bar).collect(),
            middle: Some(0.0),
            percent: false,
        }],
        notes: vec![
            format!("sitting first is worth {:.1} ± {:.1} Elo", advantage.0 + 0.0, advantage.1),
            "± is a 95 % interval; `better than next` is the likelihood of superiority over the next player".to_owned(),
        ],
    }
}

/// A game under several options, played by one player against itself.
pub fn balance(study: &Study, variants: &[Variant], parts: &[Vec<Tally>]) -> Report {
    let columns = vec![
        "options",
        "games",
        "first seat",
        "low",
        "high",
        "drawn",
        "length",
        "branching",
        "lead changes",
        "exact value",
    ];
    let (mut rows, mut list, mut bars) = (Vec::new(), Vec::new(), Vec::new());
    // A row shows what makes it different; what all have in common is in the title.
    let differs =
        |at: &usize| variants.len() == 1 || variants.iter().any(|v| v.options[*at] != variants[0].options[*at]);
    let varied: Vec<&String> =
        (0..variants[0].options.len()).filter(differs).map(|at| &variants[0].options[at].0).collect();
    let common = written(&variants[0], |option| !varied.contains(&&option.0));
    for (variant, cells) in variants.iter().zip(parts) {
        let tally = &cells[0];
        let games = tally.games as f64;
        let points = Standing::of(&[(0, tally)]).points;
        let drawn = tally.ties as f64 / games;
        let length = mean(&tally.lengths);
        let branching = tally.choices as f64 / tally.chosen as f64;
        let leads = tally.leads as f64 / games;
        let text = written(variant, |option| varied.contains(&&option.0));
        let lead = if variant.points { Item::Number(leads, 2) } else { Item::Missing };
        let exact = variant.exact.map_or(Item::Missing, |value| Item::Text(proved(variant, value)));
        let mut row = vec![Item::Text(text.clone()), Item::Count(tally.games)];
        row.extend([points.value, points.low, points.high, drawn].map(Item::Share));
        row.extend([Item::Number(length.value, 1), Item::Number(branching, 1), lead, exact]);
        rows.push(row);
        list.push(json!({"options": options(variant), "games": tally.games, "first_seat": points.value,
            "first_seat_95": [points.low, points.high], "drawn": drawn, "decisive": 1.0 - drawn,
            "length": length.value, "length_95": [length.low, length.high], "branching": branching,
            "lead_changes": if variant.points { json!(leads) } else { Value::Null }, "exact": variant.exact}));
        bars.push((text, points));
    }
    Report {
        title: format!("{} against itself: {}", study.players[0], headed(study, &variants[0], &common)),
        sheet: Sheet { columns, rows },
        json: json!({"game": study.game, "player": study.players[0], "games": study.games, "seed": study.seed,
            "opening": study.opening, "variants": list}),
        charts: vec![Chart::Bars {
            title: "share of the points of the first seat".to_owned(),
            bars,
            middle: Some(0.5),
            percent: true,
        }],
        notes: vec!["`first seat` is its share of the points, with its 95 % interval".to_owned()],
    }
}
