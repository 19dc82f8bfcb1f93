//! Rows and columns, written as aligned text or as CSV.

use std::fmt::Write;

/// A table of numbers.
pub struct Sheet {
    /// the names of the columns
    pub columns: Vec<&'static str>,
    /// the rows, as long as there are columns
    pub rows: Vec<Vec<Item>>,
}

/// What a cell holds.
#[derive(Clone, Debug)]
pub enum Item {
    /// a name
    Text(String),
    /// a number of games
    Count(u64),
    /// a share, shown in per cent
    Share(f64),
    /// a number and its decimals
    Number(f64, usize),
    /// not known, or without meaning here
    Missing,
}

impl Item {
    /// As people read it.
    pub fn shown(&self) -> String {
        match self {
            Item::Text(text) => text.clone(),
            Item::Count(count) => count.to_string(),
            // Without games there is no share and no mean.
            Item::Share(number) | Item::Number(number, _) if number.is_nan() => "-".to_owned(),
            Item::Share(share) => format!("{:.2} %", 100.0 * share),
            // No minus sign before a rounded 0.
            Item::Number(number, decimals) => format!("{:.decimals$}", number + 0.0),
            Item::Missing => "-".to_owned(),
        }
    }

    /// As programs read it.
    fn raw(&self) -> String {
        match self {
            Item::Text(text) if text.contains([',', '"', '\n']) => format!("\"{}\"", text.replace('"', "\"\"")),
            Item::Text(text) => text.clone(),
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
        let width = |column: usize| {
            let cells = shown.iter().map(|row| row[column].chars().count());
            cells.chain([self.columns[column].chars().count()]).max().unwrap_or(0)
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
        let mut out = line(&mut self.columns.iter().copied());
        shown.iter().for_each(|row| out += &line(&mut row.iter().map(String::as_str)));
        out
    }

    /// Comma-separated values with full precision; shares between 0 and 1.
    pub fn csv(&self) -> String {
        let head = self.columns.iter().map(|name| name.replace(' ', "_")).collect::<Vec<_>>().join(",");
        let rows = self.rows.iter().map(|row| row.iter().map(Item::raw).collect::<Vec<_>>().join(","));
        std::iter::once(head).chain(rows).map(|line| line + "\n").collect()
    }
}
