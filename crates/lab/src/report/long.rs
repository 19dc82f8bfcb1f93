//! A report in long form, for data frames: one row for every number that was measured, under the same columns for every
//! kind of study, so that reports can be put below one another.

use agon_rules::Text;

use super::{Item, Sheet};
use crate::provenance::written;
use crate::study::{Kind, Study};

/// The columns.
const COLUMNS: [&str; 10] =
    ["kind", "game", "options", "player", "opponent", "seat", "measure", "value", "low", "high"];

/// The rows of a report, one for each of their numbers.
pub fn long(study: &Study, sheet: &Sheet) -> Sheet {
    let keys = sheet.keys();
    let mut rows = Vec::new();
    for row in &sheet.rows {
        let names = subject(study, &keys, row);
        for (at, (key, item)) in keys.iter().zip(row).enumerate() {
            let of = |end: &str| keys.iter().position(|other| *other == format!("{key}_{end}")).map(|at| &row[at]);
            let is_end = ["_low", "_high", "_margin"].iter().any(|end| {
                key.strip_suffix(end).is_some_and(|estimate| keys[..at].iter().any(|other| other == estimate))
            });
            let Some(value) = number(item).filter(|_| !is_end) else { continue };
            let margin = of("margin").and_then(number);
            let low = of("low").and_then(number).or_else(|| Some(value - margin?));
            let high = of("high").and_then(number).or_else(|| Some(value + margin?));
            let [low, high] = [low, high].map(|end| end.map_or(Item::Missing, |end| Item::Number(end, 6)));
            let value = match item {
                Item::Count(count) => Item::Count(*count),
                Item::Known(number, text) => Item::Known(*number, text.clone()),
                _ => Item::Number(value, 6),
            };
            let name = |text: &String| match text.is_empty() {
                true => Item::Missing,
                false => Item::Text(Text::plain(text)),
            };
            let mut line: Vec<Item> = names.iter().map(name).collect();
            line.extend([name(key), value, low, high]);
            rows.push(line);
        }
    }
    Sheet { columns: COLUMNS.map(Text::plain).into(), rows }
}

/// What a row is about: kind, game, options, player, opponent and seat.
fn subject(study: &Study, keys: &[String], row: &[Item]) -> [String; 6] {
    let told = |key: &str| {
        let item = keys.iter().position(|known| known == key).map(|at| &row[at]);
        match item {
            Some(Item::Text(text)) => text.to_string(),
            Some(Item::Label(_, text)) => text.clone(),
            _ => String::new(),
        }
    };
    let player = |at: usize| study.players.get(at).cloned().unwrap_or_default();
    let options = study.parts.first().map(|part| written(part)).unwrap_or_default();
    // The first seat is counted as 1 for people, and all seats together are none.
    let (kind, options, player, opponent, seat) = match study.kind {
        Kind::Match => {
            let seat = told("seat").strip_prefix("player ").map(str::to_owned).unwrap_or_default();
            ("match", options, player(0), player(1), seat)
        }
        Kind::Table => ("table", options, told("first"), told("second"), "1".to_owned()),
        Kind::Tournament => ("tournament", options, told("player"), String::new(), String::new()),
        Kind::Balance => {
            let name = Some(told("player")).filter(|name| !name.is_empty()).unwrap_or_else(|| player(0));
            ("balance", told("options"), name.clone(), name, String::new())
        }
    };
    [kind.to_owned(), study.game.clone(), options, player, opponent, seat]
}

fn number(item: &Item) -> Option<f64> {
    match item {
        Item::Count(count) => Some(*count as f64),
        Item::Known(number, _) => Some(*number as f64),
        Item::Share(number) | Item::Number(number, _) => Some(*number).filter(|number| !number.is_nan()),
        Item::Text(_) | Item::Label(..) | Item::Missing => None,
    }
}
