//! Shares that change in the course of a game: as lines, or as rows of cells where there are many.

use std::fmt::Write;

use agon_rules::{Language, Text, text};

use super::{Drawn, Legend, cut, decimal, escape, letters, told};

/// A share as people read it.
fn percent(share: f64, language: &dyn Language) -> String {
    decimal(100.0 * share, 0).tell(language) + " %"
}

fn highest(rows: &[(Text, Vec<f64>)]) -> f64 {
    rows.iter().flat_map(|(_, shares)| shares).copied().filter(|share| share.is_finite()).fold(0.1, f64::max)
}

/// A line for each row, above an axis that begins at nothing.
pub fn lines(width: f64, columns: &[String], rows: &[(Text, Vec<f64>)], language: &dyn Language) -> Drawn {
    let (left, right, bottom, tall) = (52.0, 24.0, 26.0, 230.0);
    let names = told(rows.iter().map(|(name, _)| name), language);
    let legend = Legend::of(width, names.iter());
    let height = legend.height + tall;
    // Up to the next ten per cent.
    let most = (highest(rows) * 10.0).ceil() / 10.0;
    let x = |at: usize| left + at as f64 / (columns.len().max(2) - 1) as f64 * (width - left - right);
    let y = |share: f64| height - bottom - share / most * (tall - bottom - 12.0);
    let mut body = String::new();
    for step in 0..=2 {
        let share = most * f64::from(step) / 2.0;
        let _ = writeln!(
            body,
            "<line x1=\"{left:.1}\" x2=\"{:.1}\" y1=\"{1:.1}\" y2=\"{1:.1}\" class=\"middle\"/><text x=\"{2:.1}\" \
             y=\"{3:.1}\" text-anchor=\"end\">{4}</text>",
            width - right,
            y(share),
            left - 6.0,
            y(share) + 4.0,
            percent(share, language),
        );
    }
    // As many names of moments as there is room for.
    let step = (letters(columns) + 10.0) * columns.len() as f64 / (width - left - right);
    let step = (step.ceil() as usize).max(1);
    for (at, name) in columns.iter().enumerate().step_by(step) {
        let _ = writeln!(
            body,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            x(at),
            height - 6.0,
            escape(name)
        );
    }
    for (at, (name, (_, shares))) in names.iter().zip(rows).enumerate() {
        let points = shares.iter().enumerate().filter(|(_, share)| share.is_finite());
        let points: Vec<String> = points.map(|(at, share)| format!("{:.1},{:.1}", x(at), y(*share))).collect();
        body += &legend.line(at, name, &points);
    }
    (height, text!("shares from the start of a game to its end"), body)
}

/// A row of cells for each, the fuller the higher the share; the number is written too.
pub fn grid(width: f64, columns: &[String], rows: &[(Text, Vec<f64>)], language: &dyn Language) -> Drawn {
    let names = told(rows.iter().map(|(name, _)| name), language);
    let left = (letters(&names) + 12.0).min(width * 0.45);
    let size = (width - left) / columns.len().max(1) as f64;
    let (tall, top, most) = (26.0, 26.0, highest(rows));
    let mut body = String::new();
    for (at, name) in columns.iter().enumerate().filter(|(at, _)| size > 44.0 || at % 3 == 0) {
        let x = left + (at as f64 + 0.5) * size;
        let _ = writeln!(body, "<text x=\"{x:.1}\" y=\"18\" text-anchor=\"middle\">{}</text>", escape(name));
    }
    for (row, (name, (_, shares))) in names.iter().zip(rows).enumerate() {
        let y = top + row as f64 * tall;
        let _ = writeln!(
            body,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\"><title>{}</title>{}</text>",
            left - 8.0,
            y + tall / 2.0 + 4.0,
            escape(name),
            // The whole name is told where a pointer rests.
            escape(&cut(name, left - 12.0)),
        );
        for (at, share) in shares.iter().enumerate().filter(|(_, share)| share.is_finite()) {
            let (x, strength) = (left + at as f64 * size, (share / most).clamp(0.0, 1.0));
            let number = decimal(100.0 * share, 0).tell(language);
            let _ = writeln!(
                body,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"hsl(28 {:.0}% {:.0}%)\"/><text \
                 x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" class=\"on\">{number}</text>",
                size - 1.0,
                tall - 2.0,
                80.0 * strength,
                90.0 - 30.0 * strength,
                x + size / 2.0,
                y + tall / 2.0 + 4.0,
            );
        }
    }
    (top + 8.0 + tall * rows.len() as f64, text!("shares from the start of a game to its end"), body)
}
