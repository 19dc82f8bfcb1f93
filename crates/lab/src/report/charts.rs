//! Charts as SVG, drawn without scripts.

mod moments;

use std::fmt::Write;

use agon_rules::{English, Language, Text, text};

use super::html::escape;
use super::sheet::decimal;
use crate::stats::Estimate;
use crate::tally::Counts;

/// A picture of some numbers.
pub enum Chart {
    /// A square of shares.
    Heat {
        /// what it shows
        title: Text,
        /// the names of rows and columns
        names: Vec<Text>,
        /// the shares, row by row
        values: Vec<Vec<f64>>,
    },
    /// Estimates with their intervals.
    Bars {
        /// what it shows
        title: Text,
        /// what each is and its estimate
        bars: Vec<(Text, Estimate)>,
        /// where a line is drawn for comparison
        middle: Option<f64>,
        /// whether the numbers are shares
        percent: bool,
    },
    /// How often each number occurred.
    Histogram {
        /// what it shows
        title: Text,
        /// a line each
        series: Vec<(Text, Counts)>,
    },
    /// Shares that change from moment to moment, a line each.
    Lines {
        /// what it shows
        title: Text,
        /// the moments
        columns: Vec<Text>,
        /// what each line is, and its shares
        rows: Vec<(Text, Vec<f64>)>,
    },
    /// The same where there are too many for lines: a row each.
    Grid {
        /// what it shows
        title: Text,
        /// the moments
        columns: Vec<Text>,
        /// what each row is, and its shares
        rows: Vec<(Text, Vec<f64>)>,
    },
}

/// How wide charts are on the page of a report.
const WIDTH: f64 = 760.0;
/// In narrower charts, labels stand above their lines.
const NARROW: f64 = 560.0;
/// About how wide a letter is.
const LETTER: f64 = 7.2;
/// The number of line colours; after that they repeat.
const COLOURS: usize = 6;

impl Chart {
    /// What it shows.
    pub fn title(&self) -> &Text {
        match self {
            Chart::Heat { title, .. }
            | Chart::Bars { title, .. }
            | Chart::Histogram { title, .. }
            | Chart::Lines { title, .. }
            | Chart::Grid { title, .. } => title,
        }
    }

    /// The picture with its title.
    pub fn figure(&self) -> String {
        self.figure_in(WIDTH, &English)
    }

    /// The chart with its title in some language, `width` pixels wide. Colours are left to the style of the page it is
    /// shown in.
    pub fn figure_in(&self, width: f64, language: &dyn Language) -> String {
        let (title, svg) = (escape(&self.title().tell(language)), self.svg(width, "", language));
        format!("<figure><figcaption>{title}</figcaption>\n{svg}</figure>\n")
    }

    /// The picture as a file of its own.
    pub fn file(&self) -> String {
        let title = escape(&self.title().to_string());
        self.svg(WIDTH, &format!("<style>{VARIABLES}{STYLE}</style>\n<title>{title}</title>\n"), &English)
    }

    fn svg(&self, width: f64, head: &str, language: &dyn Language) -> String {
        let (height, label, body) = match self {
            Chart::Heat { names, values, .. } => heat(width, &told(names, language), values, language),
            Chart::Bars { bars, middle, percent, .. } => {
                let names: Vec<String> = told(bars.iter().map(|(name, _)| name), language);
                let estimates = bars.iter().map(|(_, estimate)| *estimate);
                bar_chart(width, &names.into_iter().zip(estimates).collect::<Vec<_>>(), *middle, *percent, language)
            }
            Chart::Histogram { series, .. } => {
                let names = told(series.iter().map(|(name, _)| name), language);
                let counts = series.iter().map(|(_, counts)| counts);
                histogram(width, &names.into_iter().zip(counts).collect::<Vec<_>>())
            }
            Chart::Lines { columns, rows, .. } => moments::lines(width, &told(columns, language), rows, language),
            Chart::Grid { columns, rows, .. } => moments::grid(width, &told(columns, language), rows, language),
        };
        let label = escape(&label.tell(language));
        let space = if head.is_empty() { "" } else { "xmlns=\"http://www.w3.org/2000/svg\" " };
        format!(
            "<svg {space}class=\"chart\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
             aria-label=\"{label}\">\n{head}{body}</svg>\n"
        )
    }
}

/// The colours of a chart where no page gives them.
pub const VARIABLES: &str = "
:root { color-scheme: light dark; --ink: #1c1c1c; --paper: #fdfcfa; --line: #c9c4bb; --mark: #b4540a; --seat0: #2f5fa7;
  --seat1: #b4472d; --seat2: #3a7d44; --seat3: #7a3fa0; --seat4: #8a6d1f; --seat5: #27727a; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececec; --paper: #16181b; --line: #43474d; --mark: #f0a35e;
  --seat0: #7fa8ea; --seat1: #f0906f; --seat2: #79c285; --seat3: #c79be6; --seat4: #d8b95c; --seat5: #6cc4cd; } }
";

/// How a chart looks.
pub const STYLE: &str = "
.chart { width: 100%; height: auto; background: var(--paper); }
.chart text { font: 13px system-ui, sans-serif; fill: var(--ink); } .chart .on { fill: #1c1c1c; }
.chart circle { fill: var(--mark); } .chart .range { stroke: var(--ink); stroke-width: 3; }
.chart .middle { stroke: var(--line); stroke-dasharray: 4 4; } .chart polyline { fill: none; stroke-width: 2; }
.chart .c0 { stroke: var(--seat0); } .chart .c1 { stroke: var(--seat1); } .chart .c2 { stroke: var(--seat2); }
.chart .c3 { stroke: var(--seat3); } .chart .c4 { stroke: var(--seat4); } .chart .c5 { stroke: var(--seat5); }
";

/// The height of a picture, what a screen reader says of it, and its elements.
type Drawn = (f64, Text, String);

fn told<'a>(names: impl IntoIterator<Item = &'a Text>, language: &dyn Language) -> Vec<String> {
    names.into_iter().map(|name| name.tell(language)).collect()
}

/// A name that fits into so many pixels.
fn cut(name: &str, width: f64) -> String {
    let room = (width / LETTER) as usize;
    match name.chars().count() > room {
        true => name.chars().take(room.saturating_sub(1)).chain(['…']).collect(),
        false => name.to_owned(),
    }
}

fn letters(names: impl IntoIterator<Item = impl AsRef<str>>) -> f64 {
    names.into_iter().map(|name| name.as_ref().chars().count()).max().unwrap_or(0) as f64 * LETTER
}

fn heat(width: f64, names: &[String], values: &[Vec<f64>], language: &dyn Language) -> Drawn {
    let longest = letters(names);
    let left = (longest + 12.0).min(width / 3.0);
    let size = ((width - left) / names.len().max(1) as f64).min(100.0);
    let tall = (size * 0.6).max(30.0);
    // Names that are wider than their column stand on end.
    let upright = longest > size;
    let top = if upright { longest + 12.0 } else { 30.0 };
    let mut body = String::new();
    for (column, name) in names.iter().enumerate() {
        let x = left + (column as f64 + 0.5) * size;
        let place = match upright {
            true => format!("transform=\"translate({:.1} {:.1}) rotate(-90)\"", x + 4.0, top - 6.0),
            false => format!("x=\"{x:.1}\" y=\"20\" text-anchor=\"middle\""),
        };
        let _ = writeln!(body, "<text {place}>{}</text>", escape(name));
    }
    for (row, (name, shares)) in names.iter().zip(values).enumerate() {
        let y = top + row as f64 * tall;
        let middle = y + tall / 2.0 + 4.0;
        let _ = writeln!(
            body,
            "<text x=\"{:.1}\" y=\"{middle:.1}\" text-anchor=\"end\">{}</text>",
            left - 8.0,
            escape(name)
        );
        // Cells without games have no colour.
        for (column, share) in shares.iter().enumerate().filter(|(_, share)| share.is_finite()) {
            let x = left + column as f64 * size;
            // From blue (lost) through grey to orange (won); the number is written too.
            let hue = if *share < 0.5 { 215 } else { 28 };
            let strength = (share - 0.5).abs() * 2.0;
            let percent = |decimals| decimal(100.0 * share, decimals);
            let (first, second) = (name, &names[column]);
            let tip = text!("{first} first, {second} second: {share} %", first, second, share = percent(1));
            let _ = writeln!(
                body,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"hsl({hue} {:.0}% {:.0}%)\">\
                 <title>{}</title></rect><text x=\"{:.1}\" y=\"{middle:.1}\" text-anchor=\"middle\" class=\"on\">{}</text>",
                size - 2.0,
                tall - 2.0,
                80.0 * strength,
                88.0 - 28.0 * strength,
                escape(&tip.tell(language)),
                x + size / 2.0,
                percent(usize::from(size > 40.0)).tell(language),
            );
        }
    }
    (top + 10.0 + tall * names.len() as f64, text!("a square of shares; the table has the same numbers"), body)
}

fn bar_chart(
    width: f64,
    bars: &[(String, Estimate)],
    middle: Option<f64>,
    percent: bool,
    language: &dyn Language,
) -> Drawn {
    let longest = letters(bars.iter().map(|(name, _)| name));
    let narrow = width < NARROW || longest > width / 2.0;
    let beside = (longest + 20.0).clamp(80.0, width / 2.0);
    let (left, right) = if narrow { (12.0, 70.0) } else { (beside, 90.0) };
    let step = if narrow { 44.0 } else { 26.0 };
    let mut ends: Vec<f64> = bars.iter().flat_map(|(_, e)| [e.low, e.high]).chain(middle).collect();
    ends.retain(|end| end.is_finite());
    let (low, high) = ends.iter().fold((f64::MAX, f64::MIN), |(low, high), end| (low.min(*end), high.max(*end)));
    let span = (high - low).max(1e-9);
    let x = |value: f64| left + (value - low) / span * (width - left - right);
    let shown = |value: f64| match percent {
        true => decimal(100.0 * value, 1).tell(language) + " %",
        false => decimal(value, 0).tell(language),
    };
    let height = 20.0 + step * bars.len() as f64;
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
        let y = if narrow { 40.0 } else { 24.0 } + step * at as f64;
        let place = match narrow {
            true => format!("x=\"4\" y=\"{:.1}\"", y - 14.0),
            false => format!("x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\"", left - 10.0, y + 4.0),
        };
        let _ = writeln!(
            body,
            "<text {place}>{0}</text><line x1=\"{1:.1}\" x2=\"{2:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" class=\"range\"/>",
            escape(&cut(name, width)),
            x(e.low),
            x(e.high),
        );
        // An interval without games has no middle.
        if e.value.is_finite() {
            let (value, low, high) = (shown(e.value), shown(e.low), shown(e.high));
            let tip = text!("{name}: {value} ({low} to {high})", name, value, low, high);
            let _ = writeln!(
                body,
                "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\"><title>{}</title></circle><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x(e.value),
                escape(&tip.tell(language)),
                x(e.high) + 8.0,
                y + 4.0,
                shown(e.value),
            );
        }
    }
    (height, text!("estimates with their intervals; the table has the same numbers"), body)
}

fn histogram(width: f64, series: &[(String, &Counts)]) -> Drawn {
    let (left, bottom, tall) = (20.0, 26.0, 230.0);
    let legend = Legend::of(width, series.iter().map(|(name, _)| name));
    let height = legend.height + tall;
    let values = || series.iter().flat_map(|(_, counts)| counts.keys().copied());
    let (low, high) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
    let share = |counts: &Counts, count: u64| count as f64 / counts.values().sum::<u64>().max(1) as f64;
    let tallest = series.iter().flat_map(|(_, counts)| counts.values().map(|count| share(counts, *count)));
    let tallest = tallest.fold(1e-9, f64::max);
    let x = |value: i64| left + (value - low) as f64 / ((high - low).max(1)) as f64 * (width - left - 20.0);
    let y = |share: f64| height - bottom - share / tallest * (tall - bottom);
    let mut body = String::new();
    // Whole numbers only, as many as there is room for, none of them twice.
    let steps = (high - low).clamp(1, if width < NARROW { 5 } else { 8 });
    for tick in 0..=steps {
        let value = low + (high - low) * tick / steps;
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
        body += &legend.line(at, name, &points);
    }
    (height, text!("how often each number occurred"), body)
}

/// Where the names of lines stand: above them, so that they never cross.
struct Legend {
    column: f64,
    columns: usize,
    height: f64,
}

impl Legend {
    fn of<'a>(width: f64, names: impl ExactSizeIterator<Item = &'a String>) -> Self {
        let count = names.len();
        let column = letters(names) + 56.0;
        let columns = ((width / column) as usize).clamp(1, count.max(1));
        Legend { column, columns, height: 20.0 * count.div_ceil(columns) as f64 + 10.0 }
    }

    /// A line and its name.
    fn line(&self, at: usize, name: &str, points: &[String]) -> String {
        let (colour, dash) = (at % COLOURS, ["", "6 3", "2 3", "9 3 2 3"][at % 4]);
        let (key, line) = ((at % self.columns) as f64 * self.column, 16.0 + 20.0 * (at / self.columns) as f64);
        format!(
            "<polyline points=\"{}\" class=\"c{colour}\" stroke-dasharray=\"{dash}\"><title>{}</title></polyline><polyline \
             points=\"{:.1},{line:.1} {:.1},{line:.1}\" class=\"c{colour}\" stroke-dasharray=\"{dash}\"/><text x=\"{:.1}\" \
             y=\"{:.1}\">{}</text>\n",
            points.join(" "),
            escape(name),
            key + 4.0,
            key + 32.0,
            key + 38.0,
            line + 4.0,
            escape(name),
        )
    }
}
