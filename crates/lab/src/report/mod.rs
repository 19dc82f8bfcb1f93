//! What was measured, for people and for programs: aligned text, CSV, JSON, and a page with charts. All of them carry
//! where they come from.

mod balance;
mod charts;
mod html;
mod kinds;
mod long;
mod seatings;
mod sheet;
mod standing;

use std::collections::BTreeMap;

use agon_rules::games::Info;
use agon_rules::{Language, Text, text};
use serde_json::{Value, json};

pub use charts::Chart;
pub use html::escape;
pub use sheet::{Item, Sheet};

use crate::distinct::Count;
use crate::outside::label;
use crate::pairs::repeated;
use crate::provenance::Provenance;
use crate::study::{Kind, Study};
use crate::tally::Tally;

/// The number of the keys in JSON and CSV: it grows when one changes its meaning or goes.
pub const SCHEMA: u32 = 2;

/// A study and what came out of it, in every form.
#[derive(Default)]
pub struct Report {
    /// the question, as a title
    pub title: Text,
    /// the numbers
    pub sheet: Sheet,
    /// the same for programs
    pub json: Value,
    /// the same as charts
    pub charts: Vec<Chart>,
    /// remarks that help to read it
    pub notes: Vec<Text>,
    /// the columns with which people begin to read another table, below the first
    pub splits: Vec<usize>,
    /// the same as a row for every number, for data frames
    pub long: Sheet,
    /// where it comes from
    pub provenance: Option<Provenance>,
}

/// What the game and the players are called in a report.
pub struct Names {
    /// the game
    pub game: Text,
    /// the players, in the order of the study
    pub players: Vec<Text>,
}

impl Names {
    /// As commands and files call them.
    pub fn of(study: &Study) -> Self {
        Names {
            game: Text::plain(&study.game),
            players: study.players.iter().map(|name| Text::plain(label(name))).collect(),
        }
    }
}

/// What a game and its options bring to a report.
#[derive(Clone)]
pub struct Variant {
    /// the options by name, with their types
    pub options: Vec<(String, agon_rules::Value)>,
    /// whether there are points
    pub points: bool,
    /// the exact value of the start, where it is known
    pub exact: Option<i32>,
    /// what people call the game and its options, in a report that is told in words
    pub words: Option<Info>,
}

/// Puts together what was counted: for every part its cells, in the order of the plan.
pub fn report(study: &Study, names: &Names, variants: &[Variant], parts: &[Vec<Tally>]) -> Report {
    let mut report = match study.kind {
        Kind::Match => kinds::versus(study, names, &variants[0], &parts[0]),
        Kind::Table if parts[0][0].wins.len() > 2 => seatings::table(study, names, &variants[0], &parts[0]),
        Kind::Table => kinds::table(study, names, &variants[0], &parts[0]),
        Kind::Tournament => kinds::tournament(study, names, &variants[0], &parts[0]),
        Kind::Balance => balance::balance(study, names, variants, parts),
    };
    let mut forfeits = BTreeMap::new();
    for (why, count) in parts.iter().flatten().flat_map(|tally| &tally.forfeits) {
        *forfeits.entry(why).or_insert(0) += count;
    }
    let forfeit = |(why, count): (&String, u64)| text!("{count} lost by default: {why}", count, why);
    report.notes.extend(forfeits.into_iter().map(forfeit));
    let different = parts.iter().flatten().map(|tally| tally.different.count()).fold(Count::Exactly(0), Count::and);
    report.json["different"] = different.number().into();
    report.json["different_exact"] = matches!(different, Count::Exactly(_)).into();
    report.notes.extend(repeated(parts.iter().flatten()).map(|(games, different)| match different {
        Count::Exactly(different) => text!(
            "{games} games, {different} different: intervals count the different ones; for more, use `--opening` or `--openings`",
            games,
            different
        ),
        Count::AtLeast(different) => text!(
            "{games} games, at least {different} different: intervals count the different ones; for more, use `--opening` or `--openings`",
            games,
            different
        ),
    }));
    report.json["schema"] = json!(SCHEMA);
    report.json["kind"] = json!(study.kind);
    report.json["rows"] = report.sheet.json();
    report.long = long::long(study, &report.sheet);
    report
}

impl Report {
    /// The report as a page that needs nothing else.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// The report as a part of another page in some language, with charts `width` pixels wide. It has no style of its own.
    pub fn part(&self, width: f64, language: &dyn Language) -> String {
        html::part(self, width, language)
    }

    /// The report with where it comes from, in all its forms.
    pub fn carrying(mut self, provenance: Provenance) -> Self {
        self.json["provenance"] = provenance.json();
        self.provenance = Some(provenance);
        self
    }

    /// The report as aligned text, with where it comes from.
    pub fn text(&self) -> String {
        let lines = self.provenance.iter().flat_map(Provenance::lines);
        lines.fold(self.results(), |text, line| text + &line + "\n")
    }

    /// What came out, as aligned text: the same for ever by the same version.
    pub fn results(&self) -> String {
        let tables: String = self.tables().iter().map(Sheet::text).collect();
        let notes: String = self.notes.iter().map(|note| format!("{note}\n")).collect();
        format!("{}\n{tables}{notes}", self.title)
    }

    /// The tables that people read: the rows, or their columns in parts, with the names in all of them.
    pub fn tables(&self) -> Vec<Sheet> {
        let name = |at: &usize| *at < 2 && self.sheet.rows.iter().any(|row| row[*at].is_words());
        let ends = self.splits.iter().copied().chain([self.sheet.columns.len()]);
        let begins = std::iter::once(0).chain(self.splits.iter().copied());
        let part = |(begin, end): (usize, usize)| {
            let names = (0..begin).filter(name);
            self.sheet.part(&names.chain(begin..end).collect::<Vec<_>>())
        };
        begins.zip(ends).map(part).collect()
    }

    /// The rows as comma-separated values, with where they come from in the last columns.
    pub fn csv(&self) -> String {
        self.marked(&self.sheet).csv()
    }

    /// The same with a row for every number.
    pub fn long_csv(&self) -> String {
        self.marked(&self.long).csv()
    }

    /// A table with where it comes from in the last columns, except what has a column already.
    pub fn marked(&self, sheet: &Sheet) -> Sheet {
        let (mut sheet, keys) = (sheet.clone(), sheet.keys());
        for (key, value) in self.provenance.iter().flat_map(Provenance::pairs) {
            if keys.iter().any(|known| known == key) {
                continue;
            }
            let item = match &value {
                Value::String(text) => Item::Text(Text::plain(text)),
                Value::Number(number) => number.as_u64().map_or(Item::Missing, Item::Count),
                _ => Item::Missing,
            };
            sheet.columns.push(Text::plain(key));
            sheet.rows.iter_mut().for_each(|row| row.push(item.clone()));
        }
        sheet
    }
}
