//! A view as a picture: one SVG that needs nothing else, drawn as the table is, in the colours of the light theme.
//!
//! It shows what the view holds: the caller decides for which viewer.

use std::fmt::Write;

use agon_rules::{Arrangement, Look, Picker, Text, View};

use crate::draw::flat::{self, flat};
use crate::draw::geom::{N, Rect};
use crate::draw::piece::seat_sign;
use crate::draw::sight::Sight;
use crate::draw::words::{clip, safe, width, wrap};
use crate::draw::{How, Side, layout, notes, poster};

/// How large the part with the table is.
const WIDE: f64 = 860.0;
const HIGH: f64 = 740.0;
/// Around everything.
const EDGE: f64 = 36.0;

/// What is written above a picture.
pub struct Caption<'a> {
    /// the game
    pub title: &'a str,
    /// what each player is called
    pub names: &'a [String],
    /// how the game looks
    pub look: Look,
}

/// The colour of cards that lie face down.
pub fn back() -> String {
    flat::TOKENS.iter().find(|(name, _)| *name == "back").map(|(_, colour)| flat::hex(*colour)).unwrap_or_default()
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
        lifted: None,
        near: None,
        side: Side::Near,
        names: &names,
        lit: Vec::new(),
    };
    let mut table = sight.table(caption.look);
    table.address(&|text| text.addressed(None, &|seat| names.get(seat).cloned().unwrap_or_else(|| Text::player(seat))));
    let tell = |text: &Text| text.to_string();
    let how = How { tell: &tell, coordinates: true };
    let place = layout(&table, WIDE, HIGH);
    let mut out = String::new();
    let top = head(&mut out, view, caption);
    let body = poster::layers(&table, &place, &how) + &notes::above(&table, &place, &how);
    let _ = write!(out, "<g transform=\"translate(0 {})\">{body}</g>", N(top));
    let mut y = top + place.height + 20.0;
    let prompt = view.prompt.addressed(None, &|seat| names.get(seat).cloned().unwrap_or_else(|| Text::player(seat)));
    for line in wrap(&prompt.to_string(), 24.0, WIDE, 3) {
        y += 26.0;
        let _ = write!(out, "<text class=\"p-ink\" y=\"{}\" font-size=\"24\">{}</text>", N(y), safe(&line));
        y += 6.0;
    }
    let sheet = Rect::new(0.0, 0.0, WIDE + 2.0 * EDGE, y + 2.0 * EDGE);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" \
         font-family=\"Instrument Sans, system-ui, Segoe UI, Roboto, Noto Sans, sans-serif\"><title>{2}</title>\
         <rect class=\"p-room\" width=\"{0}\" height=\"{1}\"/><g transform=\"translate({EDGE} {EDGE})\">\n{out}</g></svg>\n",
        N(sheet.w),
        N(sheet.h),
        safe(caption.title)
    );
    flat(&svg, &caption.look)
}

/// A name that leaves room for others, without what no drawing may hold.
fn clipped(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_control()).take(24).collect()
}

/// The game, and who plays, with their points; how high that is.
fn head(out: &mut String, view: &View, caption: &Caption) -> f64 {
    let size = (WIDE / width(caption.title).max(1.0)).min(40.0);
    let _ = write!(
        out,
        "<text class=\"p-bold\" y=\"{}\" font-size=\"{}\">{}</text>",
        N(size * 0.9),
        N(size),
        safe(caption.title)
    );
    // Round a table they are named at their places.
    if caption.look.arrangement == Arrangement::Table {
        return size + 22.0;
    }
    let (mut x, y) = (0.0, size + 38.0);
    let share = WIDE / caption.names.len().max(1) as f64;
    for (seat, name) in caption.names.iter().enumerate() {
        let points = view.scores.get(seat).map(|points| format!("  {points}")).unwrap_or_default();
        let label = clip(&clipped(name), 24.0, share - 60.0 - width(&points) * 24.0) + &points;
        let _ = write!(
            out,
            "<g transform=\"translate({} {}) scale(.32)\">{}</g><text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"24\">{}</text>",
            N(x + 15.0),
            N(y - 8.0),
            seat_sign(seat),
            if view.turn == Some(seat) { "p-bold" } else { "p-ink" },
            N(x + 42.0),
            N(y),
            safe(&label)
        );
        x += share.min(70.0 + width(&label) * 24.0);
    }
    y + 26.0
}
