//! The report of a game itself: under several options, by players of one or more levels, each against itself.

use agon_rules::{Text, text};
use serde_json::{Value, json};

use super::kinds::{headed, mean, options, proved, written};
use super::standing::{Standing, even};
use super::{Chart, Item, Names, Report, Sheet, Variant};
use crate::quality::{MOMENTS, PARTS, Quality};
use crate::stats::{self, Estimate};
use crate::study::Study;
use crate::tally::{Counts, Tally};

/// More lines than these are no longer told apart.
const LINES: usize = 8;

/// What is known of the quality of a game, each as an estimate.
struct Measures {
    uncertainty: Estimate,
    late: Estimate,
    drama: Estimate,
    comeback: Estimate,
    decisiveness: Estimate,
    choice: Estimate,
    chance: Estimate,
    curve: Vec<f64>,
}

impl Measures {
    /// How many columns tell how open games are; the others tell when they are decided.
    const OPEN: usize = 8;

    fn of(quality: &Quality) -> Self {
        let mean = |counts: &Counts| {
            let Estimate { value, low, high } = stats::mean(counts);
            at_least_nothing(Estimate { value: value / PARTS, low: low / PARTS, high: high / PARTS })
        };
        let share = |count: u64| {
            let share = count as f64 / quality.tried.max(1) as f64;
            stats::share(share, share * (1.0 - share), quality.tried as f64)
        };
        let games = PARTS * quality.games as f64;
        Measures {
            uncertainty: mean(&quality.uncertainty),
            late: mean(&quality.late),
            drama: mean(&quality.drama),
            comeback: mean(&quality.comeback),
            decisiveness: mean(&quality.decisiveness),
            choice: share(quality.changed),
            chance: share(quality.chance),
            curve: quality.curve.iter().map(|sum| *sum as f64 / games).collect(),
        }
    }

    fn columns() -> Vec<Text> {
        let (low, high) = (text!(in "column"; "low"), text!(in "column"; "high"));
        let mut columns = Vec::new();
        for (name, bounded) in [
            (text!(in "column"; "uncertainty"), true),
            (text!(in "column"; "late uncertainty"), false),
            (text!(in "column"; "drama"), true),
            (text!(in "column"; "comeback"), false),
            (text!(in "column"; "decisiveness"), true),
            (text!(in "column"; "choice"), true),
            (text!(in "column"; "chance"), false),
        ] {
            columns.push(name);
            if bounded {
                columns.extend([low.clone(), high.clone()]);
            }
        }
        columns
    }

    fn items(&self) -> Vec<Item> {
        let whole = |e: &Estimate| [e.value, e.low, e.high].map(Item::Share);
        let alone = |e: &Estimate| [Item::Share(e.value)];
        let mut items = Vec::new();
        items.extend(whole(&self.uncertainty));
        items.extend(alone(&self.late));
        items.extend(whole(&self.drama));
        items.extend(alone(&self.comeback));
        items.extend(whole(&self.decisiveness));
        items.extend(whole(&self.choice));
        items.extend(alone(&self.chance));
        items
    }
}

/// A share cannot be less than nothing, although its estimate can, as the drama of a winner who was always a little ahead,
/// or the lower end of its interval.
fn at_least_nothing(Estimate { value, low, high }: Estimate) -> Estimate {
    // Where there is no number, there stays none.
    let clamp = |number: f64| if number < 0.0 { 0.0 } else { number };
    Estimate { value: clamp(value), low: clamp(low), high: clamp(high) }
}

/// A game under several options, played by each player against itself.
pub fn balance(study: &Study, names: &Names, variants: &[Variant], parts: &[Vec<Tally>]) -> Report {
    let several = study.players.len() > 1;
    let mut columns = vec![text!(in "column"; "options")];
    columns.extend(several.then(|| text!(in "column"; "player")));
    columns.extend([
        text!(in "column"; "games"),
        text!(in "column"; "first seat"),
        text!(in "column"; "low"),
        text!(in "column"; "high"),
        text!(in "column"; "drawn"),
        text!(in "column"; "length"),
        text!(in "column"; "branching"),
        text!(in "column"; "lead changes"),
        text!(in "column"; "exact value"),
    ]);
    let split = columns.len();
    if study.quality > 0 {
        columns.extend(Measures::columns());
    }
    let (mut rows, mut list, mut bars, mut measured) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    // A row shows what makes it different; what all have in common is in the title.
    let differs =
        |at: &usize| variants.len() == 1 || variants.iter().any(|v| v.options[*at] != variants[0].options[*at]);
    let varied: Vec<&String> =
        (0..variants[0].options.len()).filter(differs).map(|at| &variants[0].options[at].0).collect();
    let common = written(&variants[0], |option| !varied.contains(&&option.0));
    for (variant, cells) in variants.iter().zip(parts) {
        let text = written(variant, |option| varied.contains(&&option.0));
        let all = Variant { words: None, ..variant.clone() };
        let label = Item::Label(text.clone(), written(&all, |_| true).to_string());
        for (player, tally) in cells.iter().enumerate() {
            let games = tally.games as f64;
            let points = Standing::of(0, tally).points;
            let drawn = tally.ties as f64 / games;
            let length = mean(&tally.lengths);
            let branching = tally.choices as f64 / tally.chosen as f64;
            let leads = tally.leads as f64 / games;
            let lead = if variant.points { Item::Number(leads, 2) } else { Item::Missing };
            let exact = |value: i32| Item::Known(value.into(), proved(variant, value));
            let mut row = vec![label.clone()];
            row.extend(several.then(|| Item::Text(names.players[player].clone())));
            row.push(Item::Count(tally.games));
            row.extend([points.value, points.low, points.high, drawn].map(Item::Share));
            row.extend([Item::Number(length.value, 1), Item::Number(branching, 1), lead]);
            row.push(variant.exact.map_or(Item::Missing, exact));
            let mut told = json!({"options": options(variant), "games": tally.games, "first_seat": points.value,
                "first_seat_95": [points.low, points.high], "drawn": drawn, "decisive": 1.0 - drawn,
                "length": length.value, "length_95": [length.low, length.high], "branching": branching,
                "lead_changes": if variant.points { json!(leads) } else { Value::Null }, "exact": variant.exact});
            let name = match (several, varied.is_empty()) {
                (false, _) => text.clone(),
                (true, true) => names.players[player].clone(),
                (true, false) => {
                    text!("{options}, {player}", options = text.clone(), player = names.players[player].clone())
                }
            };
            if several {
                told["player"] = json!(study.players[player]);
            }
            if study.quality > 0 {
                let measures = Measures::of(&tally.quality);
                row.extend(measures.items());
                told["uncertainty_curve"] = json!(measures.curve);
                measured.push((name.clone(), measures));
            }
            rows.push(row);
            list.push(told);
            bars.push((name, points));
        }
    }
    let title = text!("share of the points of the first seat");
    let mut charts =
        vec![Chart::Bars { title, bars, middle: Some(1.0 / parts[0][0].wins.len() as f64), percent: true }];
    charts.extend(pictures(&measured));
    let mut notes = vec![text!("`first seat` is its share of the points, with its 95 % interval")];
    notes.extend(even(parts[0][0].wins.len()));
    if study.quality > 0 {
        notes.extend(explained(study.quality));
    }
    let game = headed(names, &variants[0], common);
    let title = match several {
        false => text!("{player} against itself: {game}", player = names.players[0].clone(), game),
        true => text!("players against themselves: {game}", game),
    };
    let mut json = json!({"game": study.game, "player": study.players[0], "games": study.games, "seed": study.seed,
        "opening": study.opening, "variants": list});
    if study.quality > 0 {
        json["playouts"] = json!(study.quality);
    }
    // How open games are, and how much hangs on a move, so that no table is too wide.
    let splits = if study.quality > 0 { vec![split, split + Measures::OPEN] } else { Vec::new() };
    Report { title, sheet: Sheet { columns, rows }, json, charts, notes, splits, ..Report::default() }
}

/// What the columns of the quality mean, in short.
fn explained(playouts: u32) -> [Text; 5] {
    [
        text!("estimated by {playouts} random playouts from each position", playouts),
        text!("uncertainty: how likely two playouts are to end differently; late: in the last third of a game"),
        text!("drama: how far the eventual winner was behind, on average; comeback: at its worst moment"),
        text!("decisiveness: the share of a game that is left once the winner is out of reach"),
        text!("choice: how often another move changes the result; chance: how often the same move does"),
    ]
}

/// The quality as pictures.
fn pictures(measured: &[(Text, Measures)]) -> Vec<Chart> {
    if measured.is_empty() {
        return Vec::new();
    }
    let bars = |title: Text, of: fn(&Measures) -> Estimate| Chart::Bars {
        title,
        bars: measured.iter().map(|(name, measures)| (name.clone(), of(measures))).collect(),
        middle: Some(0.0),
        percent: true,
    };
    let title = text!("uncertainty from the start of a game to its end");
    let moments: Vec<Text> = (0..MOMENTS).map(|at| Text::plain(format!("{} %", at * 100 / MOMENTS))).collect();
    let curves: Vec<(Text, Vec<f64>)> =
        measured.iter().map(|(name, measures)| (name.clone(), measures.curve.clone())).collect();
    let curve = match curves.len() > LINES {
        true => Chart::Grid { title, columns: moments, rows: curves },
        false => Chart::Lines { title, columns: moments, rows: curves },
    };
    vec![
        curve,
        bars(text!("drama: how far eventual winners were behind"), |measures| measures.drama),
        bars(text!("decisiveness: what is left of a game once it is decided"), |measures| measures.decisiveness),
        bars(text!("choice: how often another move changes the result"), |measures| measures.choice),
    ]
}
