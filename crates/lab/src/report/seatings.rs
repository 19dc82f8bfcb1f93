//! A table of a game for three or more: every seating of the players, and what each seat made of it.

use agon_rules::{Text, text};
use serde_json::{Value, json};

use super::kinds::{mean, named, options};
use super::standing::even;
use super::{Chart, Item, Names, Report, Sheet, Variant};
use crate::pairs::Sample;
use crate::study::{Study, seating};
use crate::tally::{Counts, Tally, WHOLE};

/// Every seating with a row of its own.
pub fn table(study: &Study, names: &Names, variant: &Variant, cells: &[Tally]) -> Report {
    let (n, seats) = (study.players.len(), cells[0].wins.len());
    let seat = |seat: usize| text!("player {seat}", seat = seat + 1);
    let mut columns: Vec<Text> = (0..seats).map(seat).collect();
    columns.push(text!(in "column"; "games"));
    columns.extend((1..=seats).map(|seat| text!(in "column"; "points {seat}", seat)));
    columns.extend([
        text!(in "column"; "low"),
        text!(in "column"; "high"),
        text!(in "column"; "tie"),
        text!(in "column"; "length"),
    ]);
    let (mut rows, mut list) = (Vec::new(), Vec::new());
    for (at, tally) in cells.iter().enumerate() {
        let players: Vec<usize> = seating(at, n, seats).collect();
        let shares: Vec<f64> = (0..seats).map(|seat| tally.share(seat)).collect();
        let first = Sample::of_games(0, tally).points();
        let (tied, length) = (tally.ties as f64 / tally.games as f64, mean(&tally.lengths));
        let mut row: Vec<Item> = players.iter().map(|player| Item::Text(names.players[*player].clone())).collect();
        row.push(Item::Count(tally.games));
        row.extend(shares.iter().copied().chain([first.low, first.high, tied]).map(Item::Share));
        row.push(Item::Number(length.value, 1));
        rows.push(row);
        let seated: Vec<&String> = players.iter().map(|player| &study.players[*player]).collect();
        let scores: Vec<f64> = tally.scores.iter().map(|scores| mean(scores).value).collect();
        let scores = if variant.points { json!(scores) } else { Value::Null };
        list.push(json!({"players": seated, "games": tally.games, "points": shares, "wins": tally.wins,
            "tie": tied, "points_first_95": [first.low, first.high], "scores": scores, "length": length.value,
            "length_95": [length.low, length.high]}));
    }
    // Over all seatings every player has every seat equally often.
    let bar = |player: usize| {
        let (mut counts, mut games) = (0, Vec::new());
        for (at, tally) in cells.iter().enumerate() {
            for (seat, _) in seating(at, n, seats).enumerate().filter(|(_, other)| *other == player) {
                counts += tally.games;
                games.push((tally.shares[seat] as f64 / (WHOLE * tally.games.max(1)) as f64, tally.games));
            }
        }
        let value = games.iter().map(|(share, games)| share * *games as f64).sum::<f64>() / counts.max(1) as f64;
        let half = crate::stats::Z95 * (value * (1.0 - value) / counts.max(1) as f64).sqrt();
        let estimate = crate::stats::Estimate { value, low: value - half, high: value + half };
        (names.players[player].clone(), estimate)
    };
    let mut charts = vec![Chart::Bars {
        title: text!("share of the points of each player, over all seatings"),
        bars: (0..n).map(bar).collect(),
        middle: Some(1.0 / seats as f64),
        percent: true,
    }];
    if variant.points {
        let scores = |player: usize| {
            let mut all = Counts::new();
            for (at, tally) in cells.iter().enumerate() {
                for (seat, _) in seating(at, n, seats).enumerate().filter(|(_, other)| *other == player) {
                    tally.scores[seat].iter().for_each(|(score, count)| *all.entry(*score).or_default() += count);
                }
            }
            all
        };
        let series = (0..n).map(|player| (names.players[player].clone(), scores(player))).collect();
        charts.push(Chart::Histogram { title: text!("final scores of each player, in all seats"), series });
    }
    let json = json!({"game": study.game, "options": options(variant), "games": study.games, "seed": study.seed,
        "opening": study.opening, "seats": seats, "cells": list});
    let mut notes = vec![text!("low and high bound the share of the points of player 1 with 95 % confidence")];
    notes.extend(even(seats));
    Report {
        title: text!("every player in every seat: {game}", game = named(names, variant)),
        sheet: Sheet { columns, rows },
        json,
        charts,
        notes,
        ..Report::default()
    }
}
