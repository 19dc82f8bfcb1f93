//! Small helpers for position texts and rules pages.

use crate::Text;

/// Splits a position text into exactly `N` fields, one space apart.
pub fn fields<const N: usize>(text: &str) -> Result<[&str; N], Text> {
    let fields: Vec<&str> = text.split(' ').collect();
    fields.try_into().map_err(|is: Vec<&str>| text!("it has {is} fields, not {needed}", is = is.len(), needed = N))
}

/// Reads a seat to move, which must be below `seats`.
pub fn seat(text: &str, seats: usize) -> Result<u8, Text> {
    match text.parse() {
        Ok(seat) if usize::from(seat) < seats => Ok(seat),
        _ => Err(text!("the seat `{text}` is not a number from 0 to {last}", text, last = seats - 1)),
    }
}

/// Whether counts of marks put down in turn can be, when seat 0 began.
pub fn alternating(counts: [u32; 2], turn: u8) -> Result<(), Text> {
    if counts[0] == counts[1] + u32::from(turn) {
        return Ok(());
    }
    let [one, other] = counts;
    Err(text!("with seat {turn} to move the marks of the seats cannot be {one} and {other}", turn, one, other))
}

/// Words joined by commas, or `-` for none.
pub fn joined<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if items.is_empty() { "-".to_owned() } else { items.join(",") }
}

/// Sorts moves by how they are written. The sort of the standard library is faster where there are thousands, and so large
/// that a page loaded over the air is better off without it.
pub fn sort_by_text<T>(items: &mut [T], text: impl Fn(&T) -> &str) {
    let mut gap = items.len() / 2;
    while gap > 0 {
        for end in gap..items.len() {
            let mut at = end;
            while at >= gap && text(&items[at]) < text(&items[at - gap]) {
                items.swap(at, at - gap);
                at -= gap;
            }
        }
        gap /= 2;
    }
}

/// Where the paragraph below the title of a page begins, and where it ends.
const fn paragraph(page: &[u8]) -> (usize, usize) {
    let (mut at, mut begin) = (0, 0);
    while at + 1 < page.len() {
        if page[at] == b'\n' && page[at + 1] == b'\n' {
            if begin > 0 {
                return (begin, at);
            }
            begin = at + 2;
        }
        at += 1;
    }
    (begin, page.len())
}

/// How long the paragraph below the title of a page is.
pub const fn about_len(page: &str) -> usize {
    let (begin, end) = paragraph(page.as_bytes());
    end - begin
}

/// The paragraph below the title of a page in one line. It is copied, so that the page is left out where nobody reads it:
/// over the air a page counts.
pub const fn about<const N: usize>(page: &str) -> [u8; N] {
    let (page, mut line, mut at) = (page.as_bytes(), [b' '; N], 0);
    let (begin, _) = paragraph(page);
    while at < N {
        if page[begin + at] != b'\n' {
            line[at] = page[begin + at];
        }
        at += 1;
    }
    line
}

/// Declares the rules page of a game and what it is about, in its `impl Show`: by the page's file in the folder `pages`
/// of the crate, or by a constant text.
///
/// ```text
/// page!("nim.md");
/// page!(include_str!("nim.md"));
/// ```
#[macro_export]
macro_rules! page {
    ($file:literal) => {
        $crate::page!(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/pages/", $file)));
    };
    ($page:expr) => {
        const RULES: &'static str = $page;
        const ABOUT: &'static str = {
            // A name that no page has: items of a macro are not hygienic.
            const LINE_OF_PAGE: [u8; $crate::text::about_len($page)] = $crate::text::about($page);
            match core::str::from_utf8(&LINE_OF_PAGE) {
                Ok(line) => line,
                Err(_) => panic!("a page is UTF-8"),
            }
        };
    };
}

/// Declares the lessons of a game in its `impl Show`, by their file in the folder `pages/lessons` of the crate.
#[macro_export]
macro_rules! lesson {
    ($file:literal) => {
        const LESSON: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/pages/lessons/", $file));
    };
}
