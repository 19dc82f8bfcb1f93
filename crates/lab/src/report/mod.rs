//! What was measured, for people and for programs: aligned text, CSV, JSON, and a page with charts.

mod charts;
mod html;
mod kinds;
mod seatings;
mod sheet;
mod standing;

use std::collections::BTreeMap;

use agon_rules::games::Info;
use agon_rules::{Language, Text, text};
use serde_json::Value;

pub use charts::Chart;
pub use html::escape;
pub use sheet::{Item, Sheet};

use crate::distinct::Count;
use crate::outside::label;
use crate::pairs::repeated;
use crate::study::{Kind, Study};
use crate::tally::Tally;

/// A study and what came out of it, in every form.
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
        Kind::Balance => kinds::balance(study, names, variants, parts),
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

    /// The report as aligned text.
    pub fn text(&self) -> String {
        let notes: String = self.notes.iter().map(|note| format!("{note}\n")).collect();
        format!("{}\n{}{notes}", self.title, self.sheet.text())
    }
}
