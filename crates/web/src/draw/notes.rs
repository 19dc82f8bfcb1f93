//! Explanations on the board: which of them are drawn, and in which layer.
//!
//! Islands are in `island.rs`, equations in `equation.rs`, sums in `sum.rs`; a row is a capsule and is here.

use std::fmt::Write;

use agon_rules::{Form, Mark, Note, Seat, Site};

use super::equation::{Card, equation};
use super::geom::{N, Rect, Way};
use super::ground::How;
use super::island::{flag, island};
use super::layout::{Layout, Place};
use super::sum::{Sum, chip, wires};
use super::table::Table;

/// Below the pieces: coastlines, and what leads to a sum.
pub fn below(table: &Table, layout: &Layout) -> String {
    let mut out = String::new();
    if !table.explain {
        return out;
    }
    for note in &table.notes {
        match note.form {
            Form::Outline { .. } => island(&mut out, layout, note),
            Form::Sum { ref left, ref sign, ref right, ref result, points } => {
                wires(&mut out, table, layout, note, &Sum { parts: [left, sign, right, result], points });
            }
            Form::Cells | Form::Row | Form::Equation { .. } => {}
        }
    }
    out
}

/// Above the pieces: capsules and flags.
pub fn rings(table: &Table, layout: &Layout) -> String {
    let mut out = String::new();
    if !table.explain {
        return out;
    }
    for note in &table.notes {
        match &note.form {
            Form::Outline { points } => flag(&mut out, layout, note, *points),
            Form::Row => capsule(&mut out, layout, note, note.mark != Mark::Lost),
            Form::Equation { real, .. } => capsule(&mut out, layout, note, *real),
            Form::Cells | Form::Sum { .. } => {}
        }
    }
    out
}

/// Above everything: the cards and chips that say why.
pub fn above(table: &Table, layout: &Layout, how: &How) -> String {
    let mut out = String::new();
    if !table.explain {
        return out;
    }
    // A card must not hide where the next move goes.
    let busy = table.spots().any(|spot| spot.tapped);
    let (mut cards, mut summed) = (0, false);
    for note in &table.notes {
        match &note.form {
            Form::Cells | Form::Row | Form::Outline { .. } => {}
            Form::Equation { polynomial, discriminant, real, result } => {
                // Below the board there is room for one.
                if !busy && (cards == 0 || !layout.narrow) {
                    let card = Card { polynomial, discriminant, real: *real, result: &(how.tell)(result) };
                    equation(&mut out, table, layout, &card, cards, how);
                    cards += 1;
                }
            }
            Form::Sum { .. } if summed => {}
            Form::Sum { left, sign, right, result, points } => {
                let sum = Sum { parts: [left, sign, right, result], points: *points };
                chip(&mut out, table, layout, note, &sum, how);
                summed = true;
            }
        }
    }
    out
}

/// A capsule round cells that lie in a line.
fn capsule(out: &mut String, layout: &Layout, note: &Note, good: bool) {
    let by_column = |a: &&Place, b: &&Place| a.rect.x.total_cmp(&b.rect.x).then(a.rect.y.total_cmp(&b.rect.y));
    let all = || places(layout, &note.sites);
    let (Some(first), Some(last)) = (all().min_by(by_column), all().max_by(by_column)) else { return };
    let (ax, ay, bx, by) = (first.rect.cx(), first.rect.cy(), last.rect.cx(), last.rect.cy());
    let way = Way::new((ax, ay), (bx, by));
    let half = first.rect.w.min(first.rect.h) * 0.49;
    let rect = Rect::new(-half, -half, way.length + 2.0 * half, 2.0 * half);
    let class = if good { "d-cap1" } else { "d-cap1 d-capbad" };
    let _ = write!(
        out,
        "<g class=\"d-capsule\" {way}><rect class=\"d-cap0\" {rect} rx=\"{half}\"/>\
         <rect class=\"{class}\" {rect} rx=\"{half}\"/></g>",
        half = N(half)
    );
}

/// Where the cells of a note lie.
pub(super) fn places<'a>(layout: &'a Layout, sites: &'a [Site]) -> impl Iterator<Item = &'a Place> {
    sites.iter().filter_map(|site| layout.place(*site))
}

/// The class of a note that is about somebody.
pub(super) fn seat_class(seat: Option<Seat>) -> String {
    seat.map_or_else(String::new, |seat| format!(" s{seat}"))
}

/// A text whose inside is written already.
pub(super) fn text_at(out: &mut String, class: &str, (x, y): (f64, f64), size: f64, more: &str, inner: &str) {
    let _ = write!(
        out,
        "<text class=\"{class}\" x=\"{}\" y=\"{}\" font-size=\"{}\"{more}>{inner}</text>",
        N(x),
        N(y),
        N(size)
    );
}
