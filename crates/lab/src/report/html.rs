//! A report as one page that needs nothing else: no font, no network, and a script only to sort the tables.

use agon_rules::{English, Language, Text};

use super::charts::{self, VARIABLES};
use super::{Chart, Item, Report, Sheet};
use crate::provenance::Provenance;

const STYLE: &str = "
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 72rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; }
.wide { overflow-x: auto; margin: 1.5rem 0; }
table { border-collapse: separate; border-spacing: 0; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .5rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th.name, td.name { text-align: left; } tbody th { font-weight: inherit; }
th:first-child { position: sticky; left: 0; background: var(--paper); }
th button { font: inherit; color: inherit; background: none; border: 0; padding: .3rem 0; cursor: pointer;
  text-decoration: underline dotted; text-underline-offset: .25em; }
th[aria-sort=ascending] button::after { content: ' \\25b4'; } th[aria-sort=descending] button::after { content: ' \\25be'; }
button:focus-visible, .wide:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
figure { margin: 2rem 0; max-width: 48rem; } figcaption { font-weight: 600; margin-bottom: .5rem; }
.narrow { display: none; }
footer { border-top: 1px solid var(--line); margin-top: 2rem; font-size: .9rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; min-width: 0; } code { font-family: ui-monospace, monospace; }
.told { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 40rem) {
  body { margin: 1rem auto; } .broad { display: none; } .narrow { display: block; }
  .wide th:first-child { white-space: normal; min-width: 6rem; max-width: 10rem; overflow-wrap: break-word; }
  dl { display: block; } dd { margin-bottom: .5rem; }
}
@media print { th button { text-decoration: none; } .wide { overflow: visible; } }
";

/// Makes buttons of the headings, which sort the rows: numbers from the highest first, what is missing last.
const SCRIPT: &str = "
for (const table of document.querySelectorAll('table')) {
  const told = document.createElement('p'), heads = [...table.querySelectorAll('thead th')];
  told.className = 'told';
  told.setAttribute('role', 'status');
  table.parentNode.after(told);
  heads.forEach((head, at) => {
    const button = document.createElement('button'), value = row => row.cells[at].dataset.value;
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.onclick = () => {
      const rows = [...table.tBodies[0].rows], was = head.getAttribute('aria-sort');
      const number = rows.every(row => value(row) === '' || !isNaN(value(row)));
      const up = was ? was === 'descending' : !number;
      rows.sort((a, b) => {
        const [x, y] = [value(a), value(b)];
        if (x === '' || y === '') return (x === '') - (y === '');
        return (number ? x - y : x.localeCompare(y, undefined, { numeric: true })) * (up ? 1 : -1);
      });
      heads.forEach(other => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      table.tBodies[0].append(...rows);
      told.textContent = `sorted by ${button.textContent}, ${up ? 'ascending' : 'descending'}`;
    };
  });
}
";

/// The width of charts on a phone.
const NARROW: f64 = 360.0;

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

/// The whole page. What came out is in `main`, where it comes from in `footer`.
pub fn page(report: &Report) -> String {
    let title = escape(&report.title.to_string());
    // Letters in a picture shrink with it: a phone has one of its own.
    let both = |chart: &Chart| {
        let (broad, narrow) = (chart.figure(), chart.figure_in(NARROW, &English));
        format!("<div class=\"broad\">{broad}</div><div class=\"narrow\">{narrow}</div>\n")
    };
    let charts: String = report.charts.iter().map(both).collect();
    let chart = charts::STYLE;
    let made = report.provenance.as_ref().map(footer).unwrap_or_default();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>{VARIABLES}{STYLE}{chart}</style>\n\
         <main>\n<h1>{title}</h1>\n{}{}{charts}</main>\n{made}<script>{SCRIPT}</script>\n</html>\n",
        tables(report, &English),
        notes(report, &English)
    )
}

/// Where a page comes from.
fn footer(provenance: &Provenance) -> String {
    let pair = |(key, value): (&str, String)| format!("<dt>{key}</dt><dd>{value}</dd>\n");
    let code = |text: String| format!("<code>{}</code>", escape(&text));
    let told = provenance.pairs().into_iter().filter(|(_, value)| !value.is_null()).map(|(key, value)| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        (key, if key == "command" { code(text) } else { escape(&text) })
    });
    let file = provenance.command_of_file("html").map(|command| ("this file", code(command)));
    let pairs: String = told.chain(file).map(pair).collect();
    format!("<footer>\n<h2>Provenance</h2>\n<dl>\n{pairs}</dl>\n</footer>\n")
}

/// The report as a part of another page, which gives it its style; charts are `width` pixels wide.
pub fn part(report: &Report, width: f64, language: &dyn Language) -> String {
    let charts: String = report.charts.iter().map(|chart| chart.figure_in(width, language)).collect();
    let title = escape(&report.title.tell(language));
    let lines = report.provenance.iter().flat_map(Provenance::lines);
    let made: String = lines.map(|line| format!("<p><small><code>{}</code></small></p>\n", escape(&line))).collect();
    format!("<h2>{title}</h2>\n{charts}{}{}{made}", tables(report, language), notes(report, language))
}

fn notes(report: &Report, language: &dyn Language) -> String {
    report.notes.iter().map(|note| format!("<p>{}</p>\n", escape(&note.tell(language)))).collect()
}

fn tables(report: &Report, language: &dyn Language) -> String {
    let label = escape(&report.title.tell(language));
    report.tables().iter().map(|sheet| table(sheet, &label, language)).collect()
}

fn table(sheet: &Sheet, label: &str, language: &dyn Language) -> String {
    let class = |column: usize| match sheet.rows.iter().any(|row| row[column].is_words()) {
        true => " class=\"name\"",
        false => "",
    };
    let cell = |tag: &str, rest: &str, column: usize, text: &str| {
        // On a phone the options break before their values.
        format!("<{tag}{rest}{}>{}</{tag}>", class(column), escape(text).replace('=', "=<wbr>"))
    };
    let keys = sheet.keys();
    let head = |(column, text): (usize, &Text)| {
        let key = format!(" scope=\"col\" data-key=\"{}\"", escape(&keys[column]));
        cell("th", &key, column, &text.tell(language))
    };
    let head: String = sheet.columns.iter().enumerate().map(head).collect();
    let row = |row: &Vec<Item>| -> String {
        let cells = row.iter().enumerate().map(|(column, item)| {
            let (tag, scope) = if column == 0 { ("th", " scope=\"row\"") } else { ("td", "") };
            let value = match item {
                Item::Text(_) | Item::Label(..) => item.told(language),
                item => item.value().as_f64().map(|number| number.to_string()).unwrap_or_default(),
            };
            let rest = format!("{scope} data-value=\"{}\"", escape(&value));
            cell(tag, &rest, column, &item.told(language))
        });
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let rows: String = sheet.rows.iter().map(row).collect();
    format!(
        "<div class=\"wide\" role=\"region\" aria-label=\"{label}\" tabindex=\"0\"><table>\n<thead><tr>{head}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}
