//! Charts as SVG, drawn without scripts.

use std::fmt::Write;

use super::html::escape;
use crate::stats::Estimate;
use crate::tally::Counts;

/// A picture of some numbers.
pub enum Chart {
    /// A square of shares.
    Heat {
        /// what it shows
        title: String,
        /// the names of rows and columns
        names: Vec<String>,
        /// the shares, row by row
        values: Vec<Vec<f64>>,
    },
    /// Estimates with their intervals.
    Bars {
        /// what it shows
        title: String,
        /// what each is and its estimate
        bars: Vec<(String, Estimate)>,
        /// where a line is drawn for comparison
        middle: Option<f64>,
        /// whether the numbers are shares
        percent: bool,
    },
    /// How often each number occurred.
    Histogram {
        /// what it shows
        title: String,
        /// a line each
        series: Vec<(String, Counts)>,
    },
}

const WIDTH: f64 = 760.0;

impl Chart {
    /// The picture with its title.
    pub fn figure(&self) -> String {
        let (title, svg) = match self {
            Chart::Heat { title, names, values } => (title, heat(names, values)),
            Chart::Bars { title, bars, middle, percent } => (title, bar_chart(bars, *middle, *percent)),
            Chart::Histogram { title, series } => (title, histogram(series)),
        };
        format!("<figure><figcaption>{}</figcaption>\n{svg}</figure>\n", escape(title))
    }
}

fn svg(height: f64, label: &str, body: &str) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">\n{body}</svg>\n", escape(label))
}

fn heat(names: &[String], values: &[Vec<f64>]) -> String {
    let left = 130.0;
    let size = ((WIDTH - left) / names.len().max(1) as f64).min(100.0);
    let tall = size * 0.6;
    let mut body = String::new();
    for (column, name) in names.iter().enumerate() {
        let x = left + (column as f64 + 0.5) * size;
        let _ = writeln!(body, "<text x=\"{x:.1}\" y=\"20\" text-anchor=\"middle\">{}</text>", escape(name));
    }
    for (row, (name, shares)) in names.iter().zip(values).enumerate() {
        let y = 30.0 + row as f64 * tall;
        let middle = y + tall / 2.0 + 4.0;
        let _ = writeln!(
            body,
            "<text x=\"{:.1}\" y=\"{middle:.1}\" text-anchor=\"end\">{}</text>",
            left - 8.0,
            escape(name)
        );
        for (column, share) in shares.iter().enumerate() {
            let x = left + column as f64 * size;
            // From blue (lost) over grey to orange (won); the number is written as well.
            let hue = if *share < 0.5 { 215 } else { 28 };
            let strength = (share - 0.5).abs() * 2.0;
            let _ = writeln!(
                body,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"hsl({hue} {:.0}% {:.0}%)\"><title>{} \
                 first, {} second: {:.1} %</title></rect><text x=\"{:.1}\" y=\"{middle:.1}\" text-anchor=\"middle\" \
                 class=\"on\">{:.1}</text>",
                size - 2.0,
                tall - 2.0,
                80.0 * strength,
                88.0 - 28.0 * strength,
                escape(name),
                escape(&names[column]),
                100.0 * share,
                x + size / 2.0,
                100.0 * share,
            );
        }
    }
    svg(40.0 + tall * names.len() as f64, "a square of shares; the table has the same numbers", &body)
}

fn bar_chart(bars: &[(String, Estimate)], middle: Option<f64>, percent: bool) -> String {
    let (left, right) = (260.0, 90.0);
    let mut ends: Vec<f64> = bars.iter().flat_map(|(_, e)| [e.low, e.high]).chain(middle).collect();
    ends.retain(|end| end.is_finite());
    let (low, high) = ends.iter().fold((f64::MAX, f64::MIN), |(low, high), end| (low.min(*end), high.max(*end)));
    let span = (high - low).max(1e-9);
    let x = |value: f64| left + (value - low) / span * (WIDTH - left - right);
    let shown = |value: f64| if percent { format!("{:.1} %", 100.0 * value) } else { format!("{value:.0}") };
    let height = 20.0 + 26.0 * bars.len() as f64;
    let mut body = String::new();
    if let Some(middle) = middle {
        let _ = writeln!(
            body,
            "<line x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"4\" y2=\"{1:.1}\" class=\"middle\"/>",
            x(middle),
            height - 4.0
        );
    }
    for (at, (name, e)) in bars.iter().enumerate() {
        let y = 24.0 + 26.0 * at as f64;
        let _ = writeln!(
            body,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text><line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.1}\" \
             y2=\"{y:.1}\" class=\"range\"/><circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\"><title>{}: {} ({} to {})</title>\
             </circle><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            left - 10.0,
            y + 4.0,
            escape(name),
            x(e.low),
            x(e.high),
            x(e.value),
            escape(name),
            shown(e.value),
            shown(e.low),
            shown(e.high),
            x(e.high) + 8.0,
            y + 4.0,
            shown(e.value),
        );
    }
    svg(height, "estimates with their intervals; the table has the same numbers", &body)
}

fn histogram(series: &[(String, Counts)]) -> String {
    let (left, bottom, height) = (40.0, 26.0, 260.0);
    let values = || series.iter().flat_map(|(_, counts)| counts.keys().copied());
    let (low, high) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
    let share = |counts: &Counts, count: u64| count as f64 / counts.values().sum::<u64>().max(1) as f64;
    let tallest = series.iter().flat_map(|(_, counts)| counts.values().map(|count| share(counts, *count)));
    let tallest = tallest.fold(1e-9, f64::max);
    let x = |value: i64| left + (value - low) as f64 / ((high - low).max(1)) as f64 * (WIDTH - left - 20.0);
    let y = |share: f64| height - bottom - share / tallest * (height - bottom - 20.0);
    let mut body = String::new();
    for tick in 0..=8 {
        let value = low + (high - low) * tick / 8;
        let _ = writeln!(
            body,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{value}</text>",
            x(value),
            height - 6.0
        );
    }
    for (at, (name, counts)) in series.iter().enumerate() {
        let points: Vec<String> = (low..=high)
            .map(|value| format!("{:.1},{:.1}", x(value), y(share(counts, counts.get(&value).copied().unwrap_or(0)))))
            .collect();
        let (hue, dash) = (at * 360 / series.len().max(1) + 20, ["", "6 3", "2 3", "9 3 2 3"][at % 4]);
        let _ = writeln!(
            body,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"hsl({hue} 70% 45%)\" stroke-width=\"2\" \
             stroke-dasharray=\"{dash}\"><title>{}</title></polyline><text x=\"{:.1}\" y=\"{:.1}\" \
             style=\"fill:hsl({hue} 70% 45%)\">{}</text>",
            points.join(" "),
            escape(name),
            WIDTH - 150.0,
            16.0 + 16.0 * at as f64,
            escape(name),
        );
    }
    svg(height, "how often each number occurred", &body)
}
