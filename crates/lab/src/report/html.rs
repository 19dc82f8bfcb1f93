//! A report as one page that needs nothing else: no script, no font, no network.

use agon_rules::{English, Language, Text};

use super::charts::{self, VARIABLES};
use super::{Chart, Item, Report};

const STYLE: &str = "
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th.name, td.name { text-align: left; } tbody th { font-weight: inherit; }
figure { margin: 2rem 0; } figcaption { font-weight: 600; margin-bottom: .5rem; }
";

/// Text as HTML or SVG holds it, within an element or within quotes; characters that no document may hold are left out.
pub fn escape(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            letter => out.push(letter),
        }
    }
    out
}

/// The whole page.
pub fn page(report: &Report) -> String {
    let title = escape(&report.title.to_string());
    let charts: String = report.charts.iter().map(Chart::figure).collect();
    let chart = charts::STYLE;
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}</title>\n<style>{VARIABLES}{STYLE}{chart}</style>\n<h1>{title}</h1>\n\
         {charts}{}{}</html>\n",
        table(report, &English),
        notes(report, &English)
    )
}

/// The report as a part of another page, which gives it its style; charts are `width` pixels wide.
pub fn part(report: &Report, width: f64, language: &dyn Language) -> String {
    let charts: String = report.charts.iter().map(|chart| chart.figure_in(width, language)).collect();
    let title = escape(&report.title.tell(language));
    format!("<h2>{title}</h2>\n{charts}{}{}", table(report, language), notes(report, language))
}

fn notes(report: &Report, language: &dyn Language) -> String {
    report.notes.iter().map(|note| format!("<p>{}</p>\n", escape(&note.tell(language)))).collect()
}

fn table(report: &Report, language: &dyn Language) -> String {
    let sheet = &report.sheet;
    let name = |column: usize| sheet.rows.iter().any(|row| matches!(row[column], Item::Text(_)));
    let class = |column: usize| if name(column) { " class=\"name\"" } else { "" };
    let cell =
        |tag: &str, column: usize, text: &str| format!("<{tag}{}>{}</{}>", class(column), escape(text), &tag[..2]);
    let head = |(column, text): (usize, &Text)| cell("th scope=\"col\"", column, &text.tell(language));
    let head: String = sheet.columns.iter().enumerate().map(head).collect();
    let row = |row: &Vec<Item>| -> String {
        let tag = |column: usize| if column == 0 { "th scope=\"row\"" } else { "td" };
        let cells: String =
            row.iter().enumerate().map(|(column, item)| cell(tag(column), column, &item.told(language))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = sheet.rows.iter().map(row).collect();
    let label = escape(&report.title.tell(language));
    format!(
        "<div class=\"wide\" role=\"region\" aria-label=\"{label}\" tabindex=\"0\"><table>\n<thead><tr>{head}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}
