//! The rules page of a game to read: first what matters, each point with a picture, then everything. Made in the worker.
//!
//! Pictures are named in the page itself, in comments that nobody sees: a position, and moves from there. They are drawn as
//! the table is drawn, so they cannot become outdated, and a test plays them all.

pub use agon_client::picture::point;
use agon_client::picture::{PICTURE, Picture};
use agon_rules::games::{self, Info};
use agon_rules::{Catalogue, Text, View, Viewer};
use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd};

use crate::draw::ground::material;
use crate::draw::poster::still;

/// What divides pages in one file: this sign, the id of the game in a line, then the page.
pub const BREAK: char = '\u{c}';

/// How wide pictures are drawn.
const WIDTH: f64 = 860.0;

/// The page of a game in a file of several.
pub fn find<'a>(all: &'a str, game: &str) -> Option<&'a str> {
    all.split(BREAK).filter_map(|page| page.split_once('\n')).find(|(id, _)| *id == game).map(|(_, page)| page)
}

/// A page in two parts: the points of its first list, and everything else.
pub fn parts(page: &str) -> (Vec<&str>, String) {
    let mut points = Vec::new();
    let mut rest = String::new();
    let mut within = false;
    let mut over = false;
    for line in page.lines() {
        if !over && line.starts_with("## ") {
            // The short part is the first one, where it is a list with pictures.
            over = within;
            within = !within && page.contains(PICTURE) && points.is_empty();
            if within {
                continue;
            }
        }
        match line.strip_prefix("- ").filter(|_| within && !over) {
            Some(point) => points.push(point),
            None if within && !over => {}
            None => {
                rest.push_str(line);
                rest.push('\n');
            }
        }
    }
    (points, rest)
}

/// A picture as it is drawn in the page.
fn svg(picture: &Picture<'_>, info: &Info, tell: &dyn Fn(&Text) -> String) -> Option<String> {
    let table = picture.table(info.id).ok()?;
    let past: Vec<View> =
        table.ply().checked_sub(1).and_then(|ply| table.view_at(ply, Viewer::Referee)).into_iter().collect();
    Some(still(&table.view(Viewer::Referee), &past, info.look, WIDTH, tell))
}

/// The page of a game as HTML: in its own language if `page` is one, else in English. The words in pictures are of the
/// catalogue.
pub fn html(game: &str, page: &str, catalogue: &Catalogue) -> Result<String, Text> {
    let info = games::info(game).map_err(|why| why.text())?;
    let page = if page.is_empty() { games::rules(game).map_err(|why| why.text())? } else { page };
    let (points, rest) = parts(page);
    let mut out = String::from("<ol class=\"inshort\">");
    for line in points {
        let (words, picture) = point(line);
        let drawn = picture.and_then(|picture| svg(&picture, &info, &|text| text.tell(catalogue)));
        out.push_str("<li>");
        if let Some(svg) = drawn {
            // The words say what it shows.
            out.push_str(&format!(
                "<span class=\"art {}\" aria-hidden=\"true\">{svg}</span>",
                material(info.look.material)
            ));
        }
        out.push_str(&markdown(words));
        out.push_str("</li>");
    }
    out.push_str("</ol><div class=\"everything\">");
    // The screen has the title already.
    out.push_str(&markdown(rest.split_once('\n').filter(|_| rest.starts_with("# ")).map_or(&*rest, |(_, rest)| rest)));
    out.push_str("</div>");
    Ok(out)
}

/// A page as HTML. The pages are ours: nothing in them comes from players.
fn markdown(page: &str) -> String {
    let mut out = String::new();
    let parser = pulldown_cmark::Parser::new_ext(page, pulldown_cmark::Options::ENABLE_TABLES);
    // Titles of the page lie below that of the screen.
    let parser = parser.map(|event| match event {
        Event::Start(Tag::Heading { level, id, classes, attrs }) => {
            Event::Start(Tag::Heading { level: below(level), id, classes, attrs })
        }
        Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(below(level))),
        event => event,
    });
    pulldown_cmark::html::push_html(&mut out, parser);
    // What may be wider than the screen can be scrolled by keys too.
    out.replace("<table>", "<table tabindex=\"0\">").replace("<pre>", "<pre tabindex=\"0\">")
}

fn below(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 => HeadingLevel::H2,
        HeadingLevel::H2 => HeadingLevel::H2,
        _ => HeadingLevel::H3,
    }
}
