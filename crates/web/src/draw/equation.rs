//! The card that explains equations: polynomial, discriminant, and what follows.

use std::fmt::Write;

use agon_rules::{Form, Text, text};

use super::geom::{At, N, Rect};
use super::ground::How;
use super::layout::Layout;
use super::notes::{places, text_at};
use super::table::Table;
use super::words::{clip, math, safe, width, wrap};

/// What the card of an equation says.
pub struct Card<'a> {
    /// the left side of the equation
    pub polynomial: &'a str,
    /// worked out; empty where there is none
    pub discriminant: &'a str,
    /// whether there are real roots
    pub real: bool,
    /// what follows, in the reader's language
    pub result: &'a str,
}

/// The card beside all equations: polynomial, discriminant and what follows. On narrow stages it is docked below.
pub fn equation(out: &mut String, table: &Table, layout: &Layout, card: &Card, at: usize, how: &How) {
    let notes = || table.notes.iter().filter(|note| matches!(note.form, Form::Equation { .. }));
    let cells = notes().flat_map(|note| places(layout, &note.sites)).map(|place| place.rect).reduce(Rect::with);
    let Some(cells) = cells else { return };
    let roots: Text = if card.real { text!("real roots") } else { text!("no real roots") };
    let roots = (how.tell)(&roots);
    let line = format!("{} = 0", card.polynomial);
    // Mathematics is set in another face, which is wider.
    let wider = |text: &str| 1.16 * width(text);
    let badge = width(&roots) * 13.0 + 36.0;
    if layout.narrow {
        let _ = write!(out, "<g class=\"d-eq\">");
        let room = Rect { h: 66.0, ..layout.middle };
        let y = room.y;
        let _ = write!(out, "<rect class=\"d-sheet\" {room} rx=\"14\"/>");
        let (x, right) = (room.x + 14.0, room.right() - 14.0);
        text_at(out, "d-math d-strong", (x, y + 27.0), 19.0, "", &math(&line));
        let space = room.w - 40.0 - wider(&line) * 19.0;
        text_at(
            out,
            "d-strong",
            (right, y + 27.0),
            14.5,
            " text-anchor=\"end\"",
            &safe(&clip(card.result, 14.5, space)),
        );
        text_at(out, "d-math", (x, y + 53.0), 15.0, "", &math(card.discriminant));
        tag(out, card.real, &roots, (x + wider(card.discriminant) * 15.0 + 10.0, y + 36.0), badge);
    } else {
        let wide = (wider(&line) * 24.0).max(wider(card.discriminant) * 17.0 + badge + 14.0).max(220.0) + 34.0;
        let result = wrap(card.result, 16.0, wide - 34.0, 2);
        let high = 88.0 + 26.0 + 21.0 * result.len() as f64;
        // On a low stage it is smaller. Where there is no room beside the lines it stands above or below them, and
        // where there is none at all, on the wider side.
        let scale = if layout.height < 460.0 { 0.66 } else { 1.0 };
        let (size, step) = (wide * scale, (high + 8.0) * scale);
        let all = notes().count() as f64 * step;
        let (before, after) = (cells.x - 26.0 - size, layout.width - size - 4.0);
        let beside = before >= 4.0 || cells.right() + 26.0 <= after;
        let right = cells.right() + 26.0 <= after || before < 4.0 && layout.width - cells.right() > cells.x;
        let x = if right { (cells.right() + 26.0).min(after) } else { before };
        let middle = (cells.cy() - all / 2.0).min(layout.height - all).max(4.0);
        let (x, top) = match () {
            () if beside => (x, middle),
            () if cells.y - 8.0 >= all => (cells.cx() - size / 2.0, cells.y - 4.0 - all),
            () if cells.bottom() + 8.0 + all <= layout.height => (cells.cx() - size / 2.0, cells.bottom() + 12.0),
            () => (x, middle),
        };
        let (x, top) = (x.min(after), top + at as f64 * step);
        let _ = write!(
            out,
            "<g class=\"d-eq\" {}><rect class=\"d-sheet\" {} rx=\"16\"/>",
            At(x.max(4.0), top, scale),
            Rect::new(0.0, 0.0, wide, high)
        );
        if at == 0 && beside {
            let (tip, side) = if right { (-9.0, 10) } else { (wide + 9.0, -10) };
            let middle = ((cells.cy() - top) / scale).min(high - 24.0).max(24.0);
            let _ = write!(out, "<path class=\"d-tail\" d=\"M{} {}l{side} -10v20z\"/>", N(tip), N(middle));
        }
        let (x, y) = (17.0, 0.0);
        text_at(out, "d-math d-strong", (x, y + 40.0), 24.0, "", &math(&line));
        text_at(out, "d-math", (x, y + 72.0), 17.0, "", &math(card.discriminant));
        tag(out, card.real, &roots, (x + wide - 34.0 - badge, y + 54.0), badge);
        let _ = write!(out, "<path class=\"d-line\" d=\"M{} {}h{}\"/>", N(x), N(y + 88.0), N(wide - 34.0));
        for (row, text) in result.iter().enumerate() {
            text_at(out, "d-strong", (x, y + 113.0 + 21.0 * row as f64), 16.0, "", &safe(text));
        }
    }
    out.push_str("</g>");
}

/// Whether there are real roots: a tick or a cross, and the words.
fn tag(out: &mut String, good: bool, words: &str, (x, y): (f64, f64), wide: f64) {
    let class = if good { "d-good" } else { "d-bad" };
    let sign = if good { "m-4.5 .5 3.5 3.5 6.5-7.5" } else { "m-4-4 8 8m0-8-8 8" };
    let _ = write!(
        out,
        "<g class=\"{class}\" transform=\"translate({} {})\"><rect width=\"{}\" height=\"24\" rx=\"12\"/>\
         <path d=\"{sign}\" transform=\"translate(15 12)\"/><text x=\"26\" y=\"16.6\" font-size=\"13\">{}</text></g>",
        N(x),
        N(y),
        N(wide),
        safe(words)
    );
}
