//! Rows and columns: aligned text for people, CSV and JSON under the same keys for programs.

use std::fmt::Write;

use agon_rules::{English, Language, Text, text};
use serde_json::{Map, Value, json};

/// A table of numbers.
#[derive(Clone, Default)]
pub struct Sheet {
    /// the names of the columns
    pub columns: Vec<Text>,
    /// the rows, as long as there are columns
    pub rows: Vec<Vec<Item>>,
}

/// What a cell holds.
#[derive(Clone, Debug)]
pub enum Item {
    /// a name
    Text(Text),
    /// a name that people read in short, and programs in full
    Label(Text, String),
    /// a whole number that people read in words
    Known(i64, Text),
    /// a number of games
    Count(u64),
    /// a share, shown in per cent
    Share(f64),
    /// a number and its decimals
    Number(f64, usize),
    /// not known, or without meaning here
    Missing,
}

/// A number with so many decimals: languages differ in the sign before them.
pub fn decimal(number: f64, decimals: usize) -> Text {
    // No minus sign before a rounded 0.
    let number = format!("{:.decimals$}", number + 0.0);
    match number.split_once('.') {
        Some((whole, decimals)) => text!(in "number"; "{whole}.{decimals}", whole, decimals),
        None => Text::plain(number),
    }
}

impl Item {
    /// As people read it.
    pub fn shown(&self) -> String {
        self.told(&English)
    }

    /// As people read it in their language.
    pub fn told(&self, language: &dyn Language) -> String {
        match self {
            Item::Text(text) | Item::Label(text, _) | Item::Known(_, text) => text.tell(language),
            Item::Count(count) => count.to_string(),
            // Without games there is no share and no mean.
            Item::Share(number) | Item::Number(number, _) if number.is_nan() => "-".to_owned(),
            Item::Share(share) => decimal(100.0 * share, 2).tell(language) + " %",
            Item::Number(number, decimals) => decimal(*number, *decimals).tell(language),
            Item::Missing => "-".to_owned(),
        }
    }

    /// As programs read it: numbers are numbers, shares between 0 and 1.
    pub fn value(&self) -> Value {
        match self {
            Item::Text(text) => json!(text.to_string()),
            Item::Label(_, text) => json!(text),
            Item::Known(number, _) => json!(number),
            Item::Count(count) => json!(count),
            // What is not a number is null in JSON, and no minus sign stands before a 0.
            Item::Share(number) | Item::Number(number, _) => json!(number + 0.0),
            Item::Missing => Value::Null,
        }
    }

    /// The same in a table of comma-separated values.
    fn raw(&self) -> String {
        match self {
            Item::Text(text) => quoted(&text.to_string()),
            Item::Label(_, text) => quoted(text),
            Item::Known(number, _) => number.to_string(),
            Item::Count(count) => count.to_string(),
            Item::Share(number) | Item::Number(number, _) if number.is_nan() => String::new(),
            // No minus sign before a 0.
            Item::Share(number) | Item::Number(number, _) => (number + 0.0).to_string(),
            Item::Missing => String::new(),
        }
    }

    /// Whether it stands at the left of its column, as words do.
    pub fn is_words(&self) -> bool {
        matches!(self, Item::Text(_) | Item::Label(..) | Item::Known(..))
    }
}

/// A text as a table of comma-separated values holds it.
pub fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

impl Sheet {
    /// What programs call the columns, no two alike: their English names, except that the ends of an interval and a margin
    /// are named after the estimate before them.
    pub fn keys(&self) -> Vec<String> {
        let (mut keys, mut estimate): (Vec<String>, String) = (Vec::new(), String::new());
        for column in &self.columns {
            let name = column.to_string().to_lowercase().replace(' ', "_");
            let key = match name.as_str() {
                // Where every row has an estimate of its own, its ends need no other name.
                "low" | "high" if matches!(estimate.as_str(), "" | "value") => name,
                "low" | "high" => format!("{estimate}_{name}"),
                "±" => format!("{estimate}_margin"),
                _ => {
                    estimate.clone_from(&name);
                    name
                }
            };
            let keyed = std::iter::once(key.clone()).chain((2..).map(|at| format!("{key}_{at}")));
            keys.extend(keyed.into_iter().find(|key| !keys.contains(key)));
        }
        keys
    }

    /// The rows by key, for programs.
    pub fn json(&self) -> Value {
        let keys = self.keys();
        let row =
            |row: &Vec<Item>| -> Map<String, Value> { keys.iter().cloned().zip(row.iter().map(Item::value)).collect() };
        self.rows.iter().map(row).collect()
    }

    /// Some of the columns.
    pub fn part(&self, columns: &[usize]) -> Sheet {
        Sheet {
            columns: columns.iter().map(|at| self.columns[*at].clone()).collect(),
            rows: self.rows.iter().map(|row| columns.iter().map(|at| row[*at].clone()).collect()).collect(),
        }
    }

    /// Aligned columns: names to the left, numbers to the right.
    pub fn text(&self) -> String {
        let shown: Vec<Vec<String>> = self.rows.iter().map(|row| row.iter().map(Item::shown).collect()).collect();
        let head: Vec<String> = self.columns.iter().map(Text::to_string).collect();
        let width = |column: usize| {
            let cells = shown.iter().map(|row| row[column].chars().count());
            cells.chain([head[column].chars().count()]).max().unwrap_or(0)
        };
        let left = |column: usize| self.rows.iter().any(|row| row[column].is_words());
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let mut line = String::new();
            for (column, cell) in cells.enumerate() {
                let width = width(column);
                let gap = if column > 0 { "  " } else { "" };
                let _ = if left(column) {
                    write!(line, "{gap}{cell:<width$}")
                } else {
                    write!(line, "{gap}{cell:>width$}")
                };
            }
            line.trim_end().to_owned() + "\n"
        };
        let mut out = line(&mut head.iter().map(String::as_str));
        shown.iter().for_each(|row| out += &line(&mut row.iter().map(String::as_str)));
        out
    }

    /// Comma-separated values with full precision; shares between 0 and 1.
    pub fn csv(&self) -> String {
        let rows = self.rows.iter().map(|row| row.iter().map(Item::raw).collect::<Vec<_>>().join(","));
        std::iter::once(self.keys().join(",")).chain(rows).map(|line| line + "\n").collect()
    }
}
