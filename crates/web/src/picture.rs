//! A view as a picture: one SVG that needs nothing else, with its own colours, in the shapes of the page.
//!
//! It shows what the view holds: the caller decides for which viewer.

use std::fmt::Write;

use agon_lab::report::escape;
use agon_rules::{Face, Ground, Look, Mark, Picker, Piece, Seat, Shape, Text, View};

use crate::draw::table::Sight;
use crate::draw::{Area, Side, Spot};
use crate::shape;

const PAPER: &str = "#f6f1e7";
const INK: &str = "#23211c";
const SOFT: &str = "#5f5a4e";
const SEATS: [&str; 6] = ["#2f5fa7", "#b4472d", "#3a7d44", "#7a3fa0", "#8a6d1f", "#27727a"];
const EDGES: [&str; 6] = ["#1c3964", "#6c2b1b", "#234b29", "#492660", "#534113", "#174449"];
/// Grounds with a touch of a seat's colour.
const HOMES: [&str; 6] = ["#c0c3c2", "#ddbea7", "#c2c9ac", "#d1bcc0", "#d4c6a4", "#bec7b8"];

/// Around everything, and between the lines.
const EDGE: usize = 40;
const GAP: usize = 24;
/// A picture is never narrower, so that there is room for words.
const NARROWEST: usize = 640;
/// Cells of hands and stacks are so large, where those of boards are a hundred.
const SMALL: usize = 64;
/// The room a letter takes, generously: of sentences, of names, of what is written above cells.
const LETTER: usize = 15;
const BOLD: usize = 18;
const TINY: usize = 13;

/// What is written above a picture.
pub struct Caption<'a> {
    /// the game
    pub title: &'a str,
    /// what each player is called
    pub names: &'a [String],
}

/// Draws a view; where the one before the last move is known, what changed is marked.
pub fn picture(view: &View, before: Option<&View>, caption: &Caption) -> String {
    let names: Vec<Text> = caption.names.iter().map(|name| Text::plain(clipped(name))).collect();
    let sight = Sight {
        view,
        past: before.map_or(&[], std::slice::from_ref),
        picker: &Picker::default(),
        hint: None,
        ranked: &[],
        near: None,
        side: Side::Near,
        names: &names,
        lit: Vec::new(),
        lifted: None,
    };
    let areas = sight.table(Look::PLAIN).areas;
    let boards = areas.iter().filter(|area| is_board(area)).map(|area| area.grid_cols() * 100);
    let width = boards.max().unwrap_or(0).max(NARROWEST);
    let mut sheet = Sheet { out: String::new(), width, x: 0, y: 0, line: 0 };
    sheet.head(view, caption);
    for area in &areas {
        sheet.area(area);
    }
    sheet.break_line();
    for line in wrap(&view.prompt.to_string(), width / LETTER) {
        sheet.text(28, INK, "", &line);
    }
    let (wide, high) = (width + 2 * EDGE, sheet.y + 2 * EDGE);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\" \
         font-family=\"system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif\">\
         <title>{}</title><rect width=\"{wide}\" height=\"{high}\" fill=\"{PAPER}\"/>\
         <g transform=\"translate({EDGE} {EDGE})\">\n{}</g></svg>\n",
        escape(caption.title),
        sheet.out
    )
}

fn is_board(area: &Area) -> bool {
    matches!(area.shape, Shape::Grid { .. })
}

/// A name that leaves room for others.
fn clipped(name: &str) -> String {
    name.chars().take(24).collect()
}

/// Lines of at most `most` letters, broken at spaces.
fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn of<'a>(colours: &[&'a str; 6], seat: Seat) -> &'a str {
    colours[seat % colours.len()]
}

/// What is drawn so far, and where the next thing goes: side by side as long as it fits, then below.
struct Sheet {
    out: String,
    width: usize,
    x: usize,
    y: usize,
    /// how high the line is that is being filled
    line: usize,
}

impl Sheet {
    fn add(&mut self, text: std::fmt::Arguments) {
        self.out.write_fmt(text).expect("a string takes everything");
    }

    /// A place for something, on this line or the next.
    fn place(&mut self, wide: usize, high: usize) -> (usize, usize) {
        if self.x > 0 && self.x + wide > self.width {
            self.break_line();
        }
        let place = (self.x, self.y);
        self.x += wide + GAP;
        self.line = self.line.max(high);
        place
    }

    fn break_line(&mut self) {
        if self.line > 0 {
            self.y += self.line + GAP;
        }
        (self.x, self.line) = (0, 0);
    }

    /// A line of words.
    fn text(&mut self, size: usize, colour: &str, more: &str, text: &str) {
        let y = self.y + size;
        self.add(format_args!(
            "<text y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{more}>{}</text>\n",
            escape(text)
        ));
        self.y += size * 4 / 3;
    }

    /// The game, and who plays, with their points.
    fn head(&mut self, view: &View, caption: &Caption) {
        let size = (self.width * 3 / 2 / caption.title.chars().count().max(1)).min(44);
        self.text(size, INK, " font-weight=\"700\"", caption.title);
        self.y += GAP / 2;
        for (seat, name) in caption.names.iter().enumerate() {
            let points = view.scores.get(seat).map(|points| format!("  {points}")).unwrap_or_default();
            let mut name = clipped(name);
            name += &points;
            let weight = if view.turn == Some(seat) { "700" } else { "400" };
            let (x, y) = self.place(44 + name.chars().count() * BOLD, 32);
            let (fill, shape) = (of(&SEATS, seat), shape::outline(seat));
            self.add(format_args!("<path transform=\"translate({x} {y}) scale(.32)\" fill=\"{fill}\" d=\"{shape}\"/>"));
            let (x, y, name) = (x + 44, y + 26, escape(&name));
            self.add(format_args!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"28\" font-weight=\"{weight}\" fill=\"{INK}\">{name}</text>\n"
            ));
        }
        self.break_line();
    }

    fn area(&mut self, area: &Area) {
        let board = is_board(area);
        let size = if board { 100 } else { SMALL };
        let most = if board { usize::MAX } else { self.width / SMALL };
        let cols = area.grid_cols().min(most).max(1);
        let rows = area.spots.len().div_ceil(cols).max(1);
        let title = area.title.to_string();
        let words = if board { 0 } else { 34 };
        let wide = (cols * size).max(if board { 0 } else { title.chars().count() * TINY });
        let (x, y) = self.place(wide, rows * size + words);
        // Boards stand in the middle.
        let x = if board { x + (self.width - wide) / 2 } else { x };
        if !board {
            let (y, title) = (y + 22, escape(&title));
            self.add(format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"22\" fill=\"{SOFT}\">{title}</text>"));
        }
        let scale = if board { "1" } else { ".64" };
        let y = y + words;
        self.add(format_args!("<g transform=\"translate({x} {y}) scale({scale})\">\n"));
        for (at, spot) in area.spots.iter().enumerate() {
            let (x, y) = ((at % cols) * 100, (at / cols) * 100);
            self.add(format_args!("<g transform=\"translate({x} {y})\">"));
            self.spot(spot, board);
            self.add(format_args!("</g>\n"));
        }
        self.add(format_args!("</g>\n"));
        if board {
            self.break_line();
        }
    }

    fn spot(&mut self, spot: &Spot, named: bool) {
        let (fill, sign) = match spot.ground {
            Ground::Plain => ("#e9dfc9", ""),
            Ground::Dark => ("#d3c29c", ""),
            Ground::Home(seat) => (of(&HOMES, seat), shape::HOME),
            Ground::Goal(seat) => (of(&HOMES, seat), shape::GOAL),
            Ground::Blocked => ("#c5bdaa", shape::BLOCKED),
        };
        self.add(format_args!(
            "<rect x=\"1\" y=\"1\" width=\"98\" height=\"98\" rx=\"10\" fill=\"{fill}\" stroke=\"#cfc6b3\"/>"
        ));
        if !sign.is_empty() {
            self.add(format_args!(
                "<path d=\"{sign}\" fill=\"none\" stroke=\"{INK}\" stroke-opacity=\".35\" \
                 stroke-width=\"2\" stroke-dasharray=\"6 6\"/>"
            ));
        }
        let first = spot.pieces.len().saturating_sub(shape::DRAWN);
        for (level, piece) in spot.pieces.iter().skip(first).enumerate() {
            let lift = level * shape::LIFT;
            self.add(format_args!("<g transform=\"translate(0 -{lift})\">"));
            self.piece(piece);
            self.add(format_args!("</g>"));
        }
        if spot.pieces.len() > 1 {
            let count = spot.pieces.len();
            self.add(format_args!(
                "<circle cx=\"82\" cy=\"82\" r=\"15\" fill=\"{INK}\"/><text x=\"82\" y=\"88\" font-size=\"17\" \
                 font-weight=\"700\" text-anchor=\"middle\" fill=\"{PAPER}\">{count}</text>"
            ));
        }
        if named {
            let name = escape(&spot.name);
            self.add(format_args!(
                "<text x=\"7\" y=\"94\" font-size=\"15\" fill=\"{INK}\" fill-opacity=\".55\">{name}</text>"
            ));
        }
        let ring = match spot.mark {
            Mark::Win => "#1f6f54\" stroke-width=\"8",
            Mark::Lost => "#a8322a\" stroke-width=\"6\" stroke-dasharray=\"10 8",
            Mark::Live | Mark::Hint => "#7a3fa0\" stroke-width=\"6",
            Mark::None if spot.fresh => "#c9962e\" stroke-width=\"6",
            Mark::None => return,
        };
        self.add(format_args!(
            "<rect x=\"3\" y=\"3\" width=\"94\" height=\"94\" rx=\"9\" fill=\"none\" stroke=\"{ring}\"/>"
        ));
    }

    fn piece(&mut self, piece: &Piece) {
        if piece.face == Face::Down {
            let (back, pattern) = (shape::BACK, shape::PATTERN);
            self.add(format_args!(
                "<path d=\"{back}\" fill=\"#23395b\" stroke=\"#7d7460\" stroke-width=\"2\"/>\
                 <path d=\"{pattern}\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".6\" stroke-width=\"2\"/>"
            ));
            return;
        }
        let (outline, fill, edge, ink) = match piece.owner {
            None => (shape::CARD, "#fffdf8", "#7d7460", INK),
            Some(seat) => (shape::outline(seat), of(&SEATS, seat), of(&EDGES, seat), "#fff"),
        };
        let size = shape::size(piece.text.chars().count());
        let (y, text) = (50 + size / 3, escape(&piece.text));
        self.add(format_args!(
            "<path d=\"{outline}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"3\"/><text x=\"50\" y=\"{y}\" \
             font-size=\"{size}\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{ink}\">{text}</text>"
        ));
    }
}
