//! Rows and columns, written as aligned text or as CSV.

use std::fmt::Write;

use agon_rules::{English, Language, Text, text};

/// A table of numbers.
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
            Item::Text(text) => text.tell(language),
            Item::Count(count) => count.to_string(),
            // Without games there is no share and no mean.
            Item::Share(number) | Item::Number(number, _) if number.is_nan() => "-".to_owned(),
            Item::Share(share) => decimal(100.0 * share, 2).tell(language) + " %",
            Item::Number(number, decimals) => decimal(*number, *decimals).tell(language),
            Item::Missing => "-".to_owned(),
        }
    }

    /// As programs read it.
    fn raw(&self) -> String {
        match self {
            Item::Text(text) => match text.to_string() {
                text if text.contains([',', '"', '\n']) => format!("\"{}\"", text.replace('"', "\"\"")),
                text => text,
            },
            Item::Count(count) => count.to_string(),
            Item::Share(number) | Item::Number(number, _) if number.is_nan() => String::new(),
            Item::Share(number) | Item::Number(number, _) => number.to_string(),
            Item::Missing => String::new(),
        }
    }
}

impl Sheet {
    /// Aligned columns: names to the left, numbers to the right.
    pub fn text(&self) -> String {
        let shown: Vec<Vec<String>> = self.rows.iter().map(|row| row.iter().map(Item::shown).collect()).collect();
        let head: Vec<String> = self.columns.iter().map(Text::to_string).collect();
        let width = |column: usize| {
            let cells = shown.iter().map(|row| row[column].chars().count());
            cells.chain([head[column].chars().count()]).max().unwrap_or(0)
        };
        let left = |column: usize| self.rows.iter().any(|row| matches!(row[column], Item::Text(_)));
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
        let head = self.columns.iter().map(|name| name.to_string().replace(' ', "_")).collect::<Vec<_>>().join(",");
        let rows = self.rows.iter().map(|row| row.iter().map(Item::raw).collect::<Vec<_>>().join(","));
        std::iter::once(head).chain(rows).map(|line| line + "\n").collect()
    }
}
