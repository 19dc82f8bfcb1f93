//! The report of each kind of study between players; that of a game itself is in the file `balance.rs`.

use agon_rules::games::Info;
use agon_rules::{Text, text};
use serde_json::{Map, Value, json};

use super::sheet::decimal;
use super::standing::{Standing, even, ratings, signed, swept};
use super::{Chart, Item, Names, Report, Sheet, Variant};
use crate::elo::{Bound, Pairing, Ratings};
use crate::stats::{self, Estimate};
use crate::study::Study;
use crate::tally::{Counts, Tally};

pub(super) fn options(variant: &Variant) -> Value {
    let options: Map<String, Value> =
        variant.options.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    Value::Object(options)
}

/// A mean rounded to what is measured, or nothing where there is nothing to count.
pub(super) fn mean(counts: &Counts) -> Estimate {
    stats::mean(counts)
}

fn absolute(counts: &Counts) -> Estimate {
    let mut sizes = Counts::new();
    counts.iter().for_each(|(difference, count)| *sizes.entry(difference.abs()).or_default() += count);
    stats::mean(&sizes)
}

/// A player against another.
pub fn versus(study: &Study, names: &Names, variant: &Variant, cells: &[Tally]) -> Report {
    let (a, b) = (|| names.players[0].clone(), || names.players[1].clone());
    let seats: Vec<(usize, &Tally)> = cells.iter().enumerate().collect();
    let mut standings: Vec<(Text, Standing)> = seats
        .iter()
        .map(|(seat, tally)| (text!("player {seat}", seat = seat + 1), Standing::of(*seat, tally)))
        .collect();
    standings.push((text!("all"), Standing::over(&seats, &[(&cells[0], true)])));
    let row = |(name, standing): &(Text, Standing)| [vec![Item::Text(name.clone())], standing.items()].concat();
    let columns = [vec![text!(in "column"; "seat")], counted(), share(), ratings()].concat();
    let mut notes = vec![text!(
        "low and high bound the share of the points with 95 % confidence; in the last row a round of all seatings is one result"
    )];
    notes.extend(even(cells.len()));
    notes.extend(swept(&a(), standings.last().map(|(_, all)| all.elo)));
    let lines: Vec<Value> = standings
        .iter()
        .map(|(name, s)| {
            let Estimate { value, low, high } = s.points;
            json!({"seat": name.to_string(), "games": s.games, "won": s.won, "tied": s.tied, "lost": s.games - s.won - s.tied,
                "points": value, "points_low": low, "points_high": high, "elo": s.elo.value,
                "elo_95": [s.elo.low, s.elo.high], "nelo": s.normalised.map(|nelo| nelo.value),
                "nelo_95": s.normalised.map(|nelo| [nelo.low, nelo.high])})
        })
        .collect();
    let bar = |(seat, s): &(Text, Standing)| (text!("{player}, {seat}", player = a(), seat = seat.clone()), s.points);
    let bars = standings.iter().map(bar).collect();
    let mut charts = vec![Chart::Bars {
        title: text!("share of the points of {player}", player = a()),
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
            title: text!("points of {one} less those of {other}", one = a(), other = b()),
            series: vec![(a(), differences)],
        });
    }
    let lengths = cells.iter().fold(Counts::new(), |mut all, tally| {
        tally.lengths.iter().for_each(|(length, count)| *all.entry(*length).or_default() += count);
        all
    });
    let json = json!({"game": study.game, "options": options(variant), "a": study.players[0], "b": study.players[1], "games": study.games,
        "seed": study.seed, "opening": study.opening, "seats": lines, "length": mean(&lengths).value});
    Report {
        title: text!("{one} against {other}: {game}", one = a(), other = b(), game = named(names, variant)),
        sheet: Sheet { columns, rows: standings.iter().map(row).collect() },
        json,
        charts,
        notes,
        ..Report::default()
    }
}

/// The columns of [`Standing::items`]: the games, and the share of the points.
fn counted() -> Vec<Text> {
    vec![text!(in "column"; "games"), text!(in "column"; "won"), text!(in "column"; "tied"), text!(in "column"; "lost")]
}

fn share() -> Vec<Text> {
    vec![text!(in "column"; "points"), text!(in "column"; "low"), text!(in "column"; "high")]
}

/// The game with the options that were set.
pub(super) fn named(names: &Names, variant: &Variant) -> Text {
    headed(names, variant, written(variant, |_| true))
}

/// The game, and some of its options in writing.
pub(super) fn headed(names: &Names, variant: &Variant, options: Text) -> Text {
    let game = names.game.clone();
    match &variant.words {
        _ if options.is_empty() => game,
        None => Text::plain(format!("{game} {options}")),
        Some(_) => text!("{game} ({options})", game, options),
    }
}

/// Some of the options, as they are set.
pub(super) fn written(variant: &Variant, which: impl Fn(&(String, agon_rules::Value)) -> bool) -> Text {
    let options = variant.options.iter().filter(|option| which(option));
    options.fold(Text::default(), |all, (name, value)| match &variant.words {
        None if all.is_empty() => Text::plain(format!("{name}={value}")),
        None => Text::plain(format!("{all} {name}={value}")),
        Some(info) if all.is_empty() => in_words(info, name, *value),
        Some(info) => text!("{all}, {option}", all, option = in_words(info, name, *value)),
    })
}

/// An option as people read it.
fn in_words(info: &Info, name: &str, value: agon_rules::Value) -> Text {
    match info.options.iter().find(|option| option.name == name) {
        Some(option) => {
            text!("{option}: {value}", option = info.option_title(option), value = info.value_name(option, value))
        }
        None => Text::plain(format!("{name}: {value}")),
    }
}

/// A proved value; in words it is a result where there are no points.
pub(super) fn proved(variant: &Variant, value: i32) -> Text {
    match (variant.words.is_some() && !variant.points, value.signum()) {
        (false, _) => text!("{value} proved", value = format!("{value:+}")),
        (true, 1) => text!("first seat wins, proved"),
        (true, 0) => text!("drawn, proved"),
        (true, _) => text!("second seat wins, proved"),
    }
}

/// Every player in the first seat against every other.
pub fn table(study: &Study, names: &Names, variant: &Variant, cells: &[Tally]) -> Report {
    let n = study.players.len();
    let mut columns = vec![
        text!(in "column"; "first"),
        text!(in "column"; "second"),
        text!(in "column"; "games"),
        text!(in "column"; "win first"),
        text!(in "column"; "low"),
        text!(in "column"; "high"),
        text!(in "column"; "tie"),
        text!(in "column"; "win second"),
    ];
    if variant.points {
        columns.extend([
            text!(in "column"; "score first"),
            text!(in "column"; "score second"),
            text!(in "column"; "abs diff"),
        ]);
    }
    columns.push(text!(in "column"; "length"));
    let (mut rows, mut list, mut heat) = (Vec::new(), Vec::new(), vec![vec![0.0; n]; n]);
    for (at, tally) in cells.iter().enumerate() {
        let (first, second) = (&study.players[at / n], &study.players[at % n]);
        let games = tally.games as f64;
        let (won, tied) = (tally.wins[0] as f64 / games, tally.ties as f64 / games);
        let lost = (tally.games - tally.wins[0] - tally.ties) as f64 / games;
        let interval = stats::share(won, won * (1.0 - won), tally.different.estimate(tally.games));
        let (scores, difference) = ([mean(&tally.scores[0]), mean(&tally.scores[1])], absolute(&tally.differences));
        let length = mean(&tally.lengths);
        heat[at / n][at % n] = tally.share(0);
        let name = |player: usize| Item::Text(names.players[player].clone());
        let mut row = vec![name(at / n), name(at % n), Item::Count(tally.games)];
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
        title: text!("share of the points of the first seat (rows) against the second (columns)"),
        names: names.players.clone(),
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
        let series = (0..n).map(|player| (names.players[player].clone(), scores(player))).collect();
        charts.push(Chart::Histogram { title: text!("final scores of each player, in both seats"), series });
    }
    let json = json!({"game": study.game, "options": options(variant), "games": study.games, "seed": study.seed,
        "opening": study.opening, "cells": list});
    Report {
        title: text!("every player first and second: {game}", game = named(names, variant)),
        sheet: Sheet { columns, rows },
        json,
        charts,
        notes: vec![text!("low and high bound the share won by the first seat with 95 % confidence")],
        ..Report::default()
    }
}

/// Everybody against everybody.
pub fn tournament(study: &Study, names: &Names, variant: &Variant, cells: &[Tally]) -> Report {
    let n = study.players.len();
    let mut pairings = Vec::new();
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    let mut of: Vec<Vec<(usize, &Tally)>> = vec![Vec::new(); n];
    let mut groups: Vec<Vec<(&Tally, bool)>> = vec![Vec::new(); n];
    for ((a, b), seatings) in pairs.zip(cells.chunks(2)) {
        pairings.push(Pairing { a, b, rounds: &seatings[0].rounds, different: &seatings[0].different_rounds });
        groups[a].push((&seatings[0], true));
        groups[b].push((&seatings[0], false));
        for (seat, tally) in seatings.iter().enumerate() {
            let (first, second) = if seat == 0 { (a, b) } else { (b, a) };
            of[first].push((0, tally));
            of[second].push((1, tally));
        }
    }
    let ratings = Ratings::of_pairs(n, &pairings);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| ratings.elo[b].total_cmp(&ratings.elo[a]));
    let standings: Vec<Standing> = of.iter().zip(&groups).map(|(seats, of)| Standing::over(seats, of)).collect();
    let better = |place: usize| order.get(place + 1).map(|&next| ratings.superiority(order[place], next));
    // A bound is no estimate: it is said in words.
    let elo = |player: usize| ratings.bounds[player].is_none().then_some(ratings.elo[player]);
    let margin = |player: usize| ratings.bounds[player].is_none().then(|| ratings.margin(player));
    let normalised = |player: usize| standings[player].normalised.map(|nelo| nelo.value);
    let shown = |rating: Option<f64>| rating.map_or(Item::Missing, |rating| Item::Number(rating, 1));
    let row = |(place, &player): (usize, &usize)| {
        let s = &standings[player];
        vec![
            Item::Text(names.players[player].clone()),
            shown(elo(player)),
            shown(margin(player)),
            shown(normalised(player)),
            Item::Count(s.games),
            Item::Count(s.won),
            Item::Count(s.tied),
            Item::Count(s.games - s.won - s.tied),
            Item::Share(s.points.value),
            better(place).map_or(Item::Missing, Item::Share),
        ]
    };
    let columns = [
        vec![text!(in "column"; "player"), Text::plain("Elo"), Text::plain("±"), text!(in "column"; "nElo")],
        counted(),
        vec![text!(in "column"; "points"), text!(in "column"; "better than next")],
    ]
    .concat();
    let list: Vec<Value> = order
        .iter()
        .enumerate()
        .map(|(place, &player)| {
            let s = &standings[player];
            let (least, most) = match ratings.bounds[player] {
                Some(Bound::AtLeast(elo)) => (Some(elo), None),
                Some(Bound::AtMost(elo)) => (None, Some(elo)),
                None => (None, None),
            };
            json!({"player": study.players[player], "elo": elo(player), "margin_95": margin(player),
                "elo_at_least": least, "elo_at_most": most, "nelo": normalised(player), "games": s.games, "won": s.won, "tied": s.tied, "points": s.points.value, "better_than_next": better(place)})
        })
        .collect();
    let bar = |&player: &usize| {
        let (value, margin) = (ratings.elo[player], ratings.margin(player));
        (names.players[player].clone(), Estimate { value, low: value - margin, high: value + margin })
    };
    let bound = |&player: &usize| {
        let player_name = names.players[player].clone();
        Some(match ratings.bounds[player]? {
            Bound::AtLeast(elo) => text!(
                "{player} has won every game against those below: at least {elo} Elo",
                player = player_name,
                elo = signed(elo)
            ),
            Bound::AtMost(elo) => text!(
                "{player} has lost every game against those above: at most {elo} Elo",
                player = player_name,
                elo = signed(elo)
            ),
        })
    };
    let bounds: Vec<Text> = order.iter().filter_map(bound).collect();
    let advantage = (ratings.advantage, ratings.advantage_margin());
    Report {
        title: text!("everybody against everybody: {game}", game = named(names, variant)),
        sheet: Sheet { columns, rows: order.iter().enumerate().map(row).collect() },
        json: json!({"game": study.game, "options": options(variant), "games": study.games, "seed": study.seed,
            "opening": study.opening, "players": list, "first_seat_elo": advantage.0, "first_seat_margin_95": advantage.1}),
        charts: vec![Chart::Bars {
            title: text!("Elo with 95 % intervals"),
            bars: order.iter().filter(|player| elo(**player).is_some()).map(bar).collect(),
            middle: Some(0.0),
            percent: false,
        }],
        notes: [
            bounds,
            vec![
                text!(
                    "sitting first is worth {elo} ± {margin} Elo",
                    elo = decimal(advantage.0, 1),
                    margin = decimal(advantage.1, 1)
                ),
                text!("± is a 95 % interval; `better than next` is the likelihood of superiority over the next player"),
            ],
        ]
        .concat(),
        ..Report::default()
    }
}
