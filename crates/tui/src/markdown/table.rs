//! A table of Markdown for a terminal: in columns that are as wide as they must be, or where there is no room for that as
//! a list, one entry a row.

use super::{INDENT, Line, Look, fold, plain};

/// What is between two columns.
const GAP: usize = 2;

/// A table: its rows, the first of them its head.
#[derive(Default)]
pub struct Table {
    rows: Vec<Vec<Line>>,
    row: Vec<Line>,
}

impl Table {
    /// Takes the next cell of a row.
    pub fn cell(&mut self, cell: Line) {
        self.row.push(cell);
    }

    /// Ends a row.
    pub fn end_row(&mut self) {
        self.rows.push(std::mem::take(&mut self.row));
    }

    /// The table in lines of at most `width` columns.
    pub fn set(mut self, width: usize) -> Vec<Line> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        for row in &mut self.rows {
            row.resize(columns, Line::new());
        }
        for (_, look) in self.rows.iter_mut().take(1).flatten().flatten() {
            *look = Look::Strong;
        }
        match self.widths(columns, width) {
            Some(widths) => self.in_columns(&widths),
            None => self.into_list(width),
        }
    }

    /// How wide the columns are; none where words would have to be broken.
    fn widths(&self, columns: usize, width: usize) -> Option<Vec<usize>> {
        let of = |column: usize, measure: &dyn Fn(&Line) -> usize| {
            self.rows.iter().map(|row| measure(&row[column])).max().unwrap_or(0)
        };
        let widest: Vec<usize> = (0..columns).map(|column| of(column, &|cell: &Line| cell.len())).collect();
        let least: Vec<usize> = (0..columns).map(|column| of(column, &longest_word)).collect();
        let mut room = width.checked_sub(GAP * columns.saturating_sub(1))?;
        if least.iter().sum::<usize>() > room {
            return None;
        }
        // Narrow columns take what they need; the others share what is left.
        let mut widths: Vec<Option<usize>> = vec![None; columns];
        loop {
            let open: Vec<usize> = (0..columns).filter(|&column| widths[column].is_none()).collect();
            if open.is_empty() {
                break;
            }
            let share = room / open.len();
            let narrow = open.iter().find(|&&column| widest[column] <= share);
            let Some(&fits) = narrow.or_else(|| open.iter().find(|&&column| least[column] >= share)) else {
                for (at, &column) in open.iter().enumerate() {
                    // What is left over by dividing goes to the first ones.
                    widths[column] = Some(share + usize::from(at < room % open.len()));
                }
                break;
            };
            let taken = widest[fits].min(share.max(least[fits]));
            widths[fits] = Some(taken);
            room = room.checked_sub(taken)?;
        }
        widths.into_iter().zip(least).map(|(width, least)| width.filter(|width| *width >= least)).collect()
    }

    /// Cells side by side, each broken into lines where it must be.
    fn in_columns(self, widths: &[usize]) -> Vec<Line> {
        let folded: Vec<Vec<Vec<Line>>> = self
            .rows
            .iter()
            .map(|row| row.iter().zip(widths).map(|(cell, &width)| fold(cell, width)).collect())
            .collect();
        // Where cells take several lines, only an empty line says where a row ends.
        let is_parted = folded.iter().skip(1).flatten().any(|cell| cell.len() > 1);
        let mut lines = Vec::new();
        for (at, row) in folded.iter().enumerate() {
            if at > 1 && is_parted {
                lines.push(Line::new());
            }
            let high = row.iter().map(Vec::len).max().unwrap_or(0);
            for y in 0..high {
                let mut line = Line::new();
                for (cell, &width) in row.iter().zip(widths) {
                    let mut part = cell.get(y).cloned().unwrap_or_default();
                    part.resize(width + GAP, (' ', Look::Plain));
                    line.extend(part);
                }
                lines.push(trimmed(line));
            }
            if at == 0 {
                let rules: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
                lines.push(plain(&rules.join(&" ".repeat(GAP)), Look::Faint));
            }
        }
        lines
    }

    /// An entry for each row: its cells below each other, each by the name of its column.
    fn into_list(self, width: usize) -> Vec<Line> {
        let mut rows = self.rows.into_iter();
        let head = rows.next().unwrap_or_default();
        let mut lines = Vec::new();
        for row in rows {
            for (at, cell) in row.into_iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
                let (before, hang) = if at == 0 { ("• ", INDENT) } else { ("  ", 2 * INDENT) };
                let name = head.get(at).filter(|name| !name.is_empty());
                let mut letters: Line = name.cloned().unwrap_or_default();
                if !letters.is_empty() {
                    letters.extend(plain(": ", Look::Plain));
                }
                letters.extend(cell);
                for (y, line) in fold(&letters, width.saturating_sub(hang).max(1)).into_iter().enumerate() {
                    let before = if y == 0 { before.to_owned() } else { " ".repeat(hang) };
                    lines.push(plain(&before, Look::Plain).into_iter().chain(line).collect());
                }
            }
        }
        lines
    }
}

/// The longest part of a cell that cannot be broken.
fn longest_word(cell: &Line) -> usize {
    cell.split(|(letter, _)| letter.is_whitespace()).map(<[_]>::len).max().unwrap_or(0)
}

fn trimmed(mut line: Line) -> Line {
    while line.last().is_some_and(|(letter, _)| *letter == ' ') {
        line.pop();
    }
    line
}
