//! Sums: rings round two cards, and a chip that says what they make.

use std::fmt::Write;

use agon_rules::{Note, Seat};

use super::geom::{At, N, Rect};
use super::ground::How;
use super::layout::Layout;
use super::notes::{places, text_at};
use super::piece::seat_sign;
use super::table::Table;
use super::words::{safe, signed, width, wrap};

/// What a chip says.
pub struct Sum<'a> {
    /// the first card, the sign, the second card, what they make
    pub parts: [&'a str; 4],
    /// what it is worth in points
    pub points: Option<i32>,
}

impl Sum<'_> {
    /// How wide its chip is, where numbers are so large and two of them have the sign of their owner.
    fn wide(&self, size: f64, signs: usize) -> f64 {
        let [left, sign, right, result] = self.parts;
        let words = [left, sign, right, "=", result].iter().map(|text| width(text) * size).sum::<f64>();
        let gap = 0.42 * size;
        words + 4.0 * gap + signs as f64 * (0.77 * size + 7.0) + self.pill(size) + 1.44 * size
    }

    /// How wide its points are, with the gap before them.
    fn pill(&self, size: f64) -> f64 {
        self.points.map_or(0.0, |points| width(&signed(points)) * 0.78 * size + 26.0 + 0.42 * size)
    }
}

/// Rings round what is added, and dotted lines to the chip.
pub fn wires(out: &mut String, table: &Table, layout: &Layout, note: &Note, sum: &Sum) {
    let (x, y) = (layout.middle.cx(), layout.middle.cy() - 8.0);
    let size = sum_size(layout);
    let signs = owners(table, note).iter().flatten().count();
    let (half, edge) = (sum.wide(size, signs) / 2.0, 1.03 * size);
    for place in places(layout, &note.sites) {
        let rect = place.rect;
        let _ = write!(out, "<rect class=\"d-src\" {} rx=\"13\"/>", rect.grown(4.0));
        if layout.narrow {
            continue;
        }
        let above = rect.cy() < y;
        let cx = rect.cx();
        // A line does not run over the name of a player.
        let names = layout.benches.iter().map(|bench| bench.head);
        let names = names.filter(|head| head.x < cx && cx < head.right() && y < head.y && head.y < rect.y);
        let start = names.fold(rect.y, |start, head| start.min(head.y));
        let from = if above { rect.bottom() + 26.0 } else { start - 14.0 };
        if (cx - x).abs() < half {
            let to = if above { y - edge } else { y + edge + 40.0 };
            let _ = write!(out, "<path class=\"d-wire\" d=\"M{} {}V{}\"/>", N(cx), N(from), N(to));
            continue;
        }
        let side = (cx - x).signum();
        let to = x + side * (half + 10.0);
        let _ = write!(
            out,
            "<path class=\"d-wire\" d=\"M{0} {1}C{0} {2} {3} {4} {5} {4}\"/>",
            N(cx),
            N(from),
            N((from + 2.0 * y) / 3.0),
            N((cx + 2.0 * to) / 3.0),
            N(y),
            N(to)
        );
    }
}

/// What is added, what that makes and what it is worth; below it, why.
pub fn chip(out: &mut String, table: &Table, layout: &Layout, note: &Note, sum: &Sum, how: &How) {
    let size = sum_size(layout);
    let [left, sign, right, result] = sum.parts;
    let seats = owners(table, note);
    let (icon, gap) = (size * 0.77, size * 0.42);
    let pill = sum.pill(size);
    let wide = sum.wide(size, seats.iter().flatten().count());
    let high = size * 2.05;
    let (cx, cy) = (layout.middle.cx(), layout.middle.cy() - 8.0);
    let rect = Rect::new(cx - wide / 2.0, cy - high / 2.0, wide, high);
    let _ = write!(
        out,
        "<g class=\"d-sum\"><rect class=\"d-cardedge\" {} rx=\"{r}\"/><rect class=\"d-card\" {rect} rx=\"{r}\"/>",
        Rect { y: rect.y + 4.0, ..rect },
        r = N(high / 2.0)
    );
    let mut x = rect.x + size * 0.72;
    let base = cy + size * 0.36;
    let word = |out: &mut String, x: &mut f64, class: &str, text: &str| {
        text_at(out, class, (*x, base), size, "", &safe(text));
        *x += width(text) * size + gap;
    };
    for (at, text) in [(0, left), (1, right)] {
        if let Some(seat) = seats[at] {
            let _ = write!(out, "<g {}>{}</g>", At(x + icon / 2.0, cy, icon / 100.0), seat_sign(seat));
            x += icon + 7.0;
        }
        word(out, &mut x, "d-face", text);
        word(out, &mut x, "d-op", if at == 0 { sign } else { "=" });
    }
    word(out, &mut x, "d-face", result);
    if let Some(points) = sum.points.map(signed) {
        let wide = pill - gap;
        let r = Rect::new(x, cy - size * 0.72, wide, size * 1.44);
        let _ = write!(out, "<rect class=\"d-pts\" {r} rx=\"{}\"/>", N(size * 0.72));
        text_at(out, "d-ptst", (x + wide / 2.0, cy + size * 0.28), size * 0.78, " text-anchor=\"middle\"", &points);
    }
    out.push_str("</g>");
    let why = (how.tell)(&note.text);
    for (row, line) in wrap(&why, 14.5, layout.middle.w - 16.0, 2).iter().enumerate() {
        let y = cy + high / 2.0 + 24.0 + 18.0 * row as f64;
        text_at(out, "d-why", (cx, y), 14.5, " text-anchor=\"middle\"", &safe(line));
    }
}

/// How large the numbers of a sum are.
fn sum_size(layout: &Layout) -> f64 {
    if layout.narrow { 21.0 } else { 26.0 }
}

/// The owners of the two cards that are added.
fn owners(table: &Table, note: &Note) -> [Option<Seat>; 2] {
    let owner = |at: usize| table.area(note.sites.get(at)?.zone)?.owner;
    [owner(0), owner(1)]
}
