//! A report as one page that needs nothing else: no script, no font, no network.

use super::{Chart, Item, Report};

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1c1c1c; --paper: #fdfcfa; --line: #c9c4bb; --mark: #b4540a; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececec; --paper: #16181b; --line: #43474d; --mark: #f0a35e; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th.name, td.name { text-align: left; }
figure { margin: 2rem 0; } figcaption { font-weight: 600; margin-bottom: .5rem; }
svg { width: 100%; height: auto; } svg text { font: 13px system-ui, sans-serif; fill: var(--ink); }
svg .on { fill: #1c1c1c; } svg circle { fill: var(--mark); }
svg .range { stroke: var(--ink); stroke-width: 3; } svg .middle { stroke: var(--line); stroke-dasharray: 4 4; }
";

/// Text fit for a page.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The whole page.
pub fn page(report: &Report) -> String {
    let title = escape(&report.title);
    let charts: String = report.charts.iter().map(Chart::figure).collect();
    let notes: String = report.notes.iter().map(|note| format!("<p>{}</p>\n", escape(note))).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n{charts}<div \
         class=\"wide\" tabindex=\"0\">{}</div>\n{notes}</html>\n",
        table(report)
    )
}

fn table(report: &Report) -> String {
    let sheet = &report.sheet;
    let name = |column: usize| sheet.rows.iter().any(|row| matches!(row[column], Item::Text(_)));
    let class = |column: usize| if name(column) { " class=\"name\"" } else { "" };
    let cell = |tag: &str, column: usize, text: &str| format!("<{tag}{}>{}</{tag}>", class(column), escape(text));
    let head: String = sheet.columns.iter().enumerate().map(|(column, text)| cell("th", column, text)).collect();
    let row = |row: &Vec<Item>| -> String {
        let cells: String = row.iter().enumerate().map(|(column, item)| cell("td", column, &item.shown())).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = sheet.rows.iter().map(row).collect();
    format!("<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>")
}
