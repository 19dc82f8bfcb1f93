//! Explanations on the board: coastlines with their points, rows, equations and sums.

use std::collections::HashMap;
use std::fmt::Write;

use agon_rules::{Form, Mark, Note, Seat, Site, Text, text};

use super::geom::{N, Rect};
use super::ground::How;
use super::layout::{Layout, Place};
use super::table::Table;
use super::words::{clip, math, safe, width, wrap};

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

fn places<'a>(layout: &'a Layout, sites: &'a [Site]) -> impl Iterator<Item = &'a Place> {
    sites.iter().filter_map(|site| layout.place(*site))
}

fn seat_class(seat: Option<Seat>) -> String {
    seat.map_or_else(String::new, |seat| format!(" s{seat}"))
}

/// A coastline round cells that may touch.
fn island(out: &mut String, layout: &Layout, note: &Note) {
    let rects: Vec<Rect> = places(layout, &note.sites).map(|place| place.rect).collect();
    let Some(first) = rects.first() else { return };
    let unit = first.w;
    let cells: Vec<(i32, i32)> = rects
        .iter()
        .map(|rect| (((rect.x - first.x) / unit).round() as i32, ((rect.y - first.y) / unit).round() as i32))
        .collect();
    let _ = write!(
        out,
        "<g class=\"d-isles{}\" transform=\"translate({} {}) scale({:.4})\">",
        seat_class(note.seat),
        N(first.x),
        N(first.y),
        unit / 100.0
    );
    for (class, inset, round) in [("d-isle3", -1.0, 47.0), ("d-isle2", 5.0, 44.0), ("d-isle", 11.0, 39.0)] {
        let path: String = coasts(&cells).iter().map(|coast| smooth(&shrunk(coast, inset), round)).collect();
        let _ = write!(out, "<path class=\"{class}\" d=\"{path}\"/>");
    }
    out.push_str("</g>");
}

/// The edges of a set of cells as closed ways with the land to the right; cells are a hundred wide.
pub fn coasts(cells: &[(i32, i32)]) -> Vec<Vec<(f64, f64)>> {
    let land = |x: i32, y: i32| cells.contains(&(x, y));
    let mut edges: HashMap<(i32, i32), Vec<(i32, i32)>> = HashMap::new();
    let mut starts = Vec::new();
    for &(x, y) in cells {
        let sides = [
            ((x, y), (x + 1, y), (x, y - 1)),
            ((x + 1, y), (x + 1, y + 1), (x + 1, y)),
            ((x + 1, y + 1), (x, y + 1), (x, y + 1)),
            ((x, y + 1), (x, y), (x - 1, y)),
        ];
        for (from, to, (nx, ny)) in sides {
            if !land(nx, ny) {
                edges.entry(from).or_default().push(to);
                starts.push(from);
            }
        }
    }
    let mut ways = Vec::new();
    for start in starts {
        let Some(first) = edges.get_mut(&start).and_then(Vec::pop) else { continue };
        let mut way = vec![start, first];
        let (mut from, mut here) = (start, first);
        while here != start {
            let heading = (here.0 - from.0, here.1 - from.1);
            let Some(nexts) = edges.get_mut(&here) else { break };
            // Where two cells touch at a corner the way turns right, back round its own cell.
            let right = (-heading.1, heading.0);
            let at = nexts.iter().position(|to| (to.0 - here.0, to.1 - here.1) == right).unwrap_or(0);
            if nexts.is_empty() {
                break;
            }
            let to = nexts.swap_remove(at);
            (from, here) = (here, to);
            way.push(to);
        }
        way.pop();
        ways.push(corners(&way));
    }
    ways
}

/// Only where the way turns.
fn corners(way: &[(i32, i32)]) -> Vec<(f64, f64)> {
    let n = way.len();
    let turns = |at: &usize| {
        let (before, here, after) = (way[(at + n - 1) % n], way[*at], way[(at + 1) % n]);
        (here.0 - before.0, here.1 - before.1) != (after.0 - here.0, after.1 - here.1)
    };
    (0..n).filter(turns).map(|at| (f64::from(way[at].0) * 100.0, f64::from(way[at].1) * 100.0)).collect()
}

/// The same way, further inside by so much.
fn shrunk(way: &[(f64, f64)], by: f64) -> Vec<(f64, f64)> {
    let n = way.len();
    let inward = |(ax, ay): (f64, f64), (bx, by): (f64, f64)| {
        (-(by - ay).signum() * ((by - ay) != 0.0) as u8 as f64, (bx - ax).signum() * ((bx - ax) != 0.0) as u8 as f64)
    };
    let moved = |at: usize| {
        let (before, here, after) = (way[(at + n - 1) % n], way[at], way[(at + 1) % n]);
        let ((ax, ay), (bx, b)) = (inward(before, here), inward(here, after));
        (here.0 + (ax + bx) * by, here.1 + (ay + b) * by)
    };
    (0..n).map(moved).collect()
}

/// A closed way with round corners.
fn smooth(way: &[(f64, f64)], radius: f64) -> String {
    let n = way.len();
    let mut path = String::new();
    for at in 0..n {
        let (before, (x, y), after) = (way[(at + n - 1) % n], way[at], way[(at + 1) % n]);
        let towards = |(px, py): (f64, f64)| {
            let length = (px - x).hypot(py - y).max(1.0);
            let share = radius.min(length / 2.0) / length;
            (x + (px - x) * share, y + (py - y) * share)
        };
        let (from, to) = (towards(before), towards(after));
        let letter = if at == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{} {}Q{} {} {} {}", N(from.0), N(from.1), N(x), N(y), N(to.0), N(to.1));
    }
    path + "Z"
}

/// What an island is worth, at its upper right corner.
fn flag(out: &mut String, layout: &Layout, note: &Note, points: i32) {
    let corner = |place: &&Place| (place.rect.y.round() as i64, -place.rect.x.round() as i64);
    let Some(place) = places(layout, &note.sites).min_by_key(corner) else { return };
    let unit = place.rect.w;
    let text = signed(points);
    let wide = width(&text) * 21.0 + 18.0;
    // A flag stays readable where cells are small.
    let scale = (unit / 100.0).max(0.62);
    let _ = write!(
        out,
        "<g class=\"d-flag{}\" transform=\"translate({} {}) scale({scale:.4})\"><rect x=\"{}\" y=\"-15\" width=\"{}\" height=\"30\" rx=\"15\"/>\
         <text y=\"7.5\" font-size=\"21\" text-anchor=\"middle\">{text}</text></g>",
        seat_class(note.seat),
        N((place.rect.x + 0.84 * unit).min(layout.width - wide * scale / 2.0 - 2.0)),
        N(place.rect.y + 0.14 * unit),
        N(-wide / 2.0),
        N(wide)
    );
}

/// A capsule round cells that lie in a line.
fn capsule(out: &mut String, layout: &Layout, note: &Note, good: bool) {
    let mut all: Vec<&Place> = places(layout, &note.sites).collect();
    all.sort_by(|a, b| (a.rect.x, a.rect.y).partial_cmp(&(b.rect.x, b.rect.y)).expect("numbers"));
    let (Some(first), Some(last)) = (all.first(), all.last()) else { return };
    let (ax, ay, bx, by) = (first.rect.cx(), first.rect.cy(), last.rect.cx(), last.rect.cy());
    let (length, angle) = ((bx - ax).hypot(by - ay), (by - ay).atan2(bx - ax).to_degrees());
    let half = first.rect.w.min(first.rect.h) * 0.49;
    let rect = Rect::new(-half, -half, length + 2.0 * half, 2.0 * half);
    let class = if good { "d-cap1" } else { "d-cap1 d-capbad" };
    let _ = write!(
        out,
        "<g class=\"d-capsule\" transform=\"translate({} {}) rotate({})\"><rect class=\"d-cap0\" {rect} rx=\"{half:.1}\"/>\
         <rect class=\"{class}\" {rect} rx=\"{half:.1}\"/></g>",
        N(ax),
        N(ay),
        N(angle)
    );
}

/// What the card of an equation says.
struct Card<'a> {
    polynomial: &'a str,
    discriminant: &'a str,
    real: bool,
    result: &'a str,
}

/// The card beside all equations: polynomial, discriminant and what follows. On narrow stages it is docked below.
fn equation(out: &mut String, table: &Table, layout: &Layout, card: &Card, at: usize, how: &How) {
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
        let middle = (cells.cy() - all / 2.0).clamp(4.0, (layout.height - all).max(4.0));
        let (x, top) = match () {
            () if beside => (x, middle),
            () if cells.y - 8.0 >= all => (cells.cx() - size / 2.0, cells.y - 4.0 - all),
            () if cells.bottom() + 8.0 + all <= layout.height => (cells.cx() - size / 2.0, cells.bottom() + 12.0),
            () => (x, middle),
        };
        let (x, top) = (x.min(after), top + at as f64 * step);
        let _ = write!(
            out,
            "<g class=\"d-eq\" transform=\"translate({} {}) scale({scale})\"><rect class=\"d-sheet\" {} rx=\"16\"/>",
            N(x.max(4.0)),
            N(top),
            Rect::new(0.0, 0.0, wide, high)
        );
        if at == 0 && beside {
            let (tip, side) = if right { (-9.0, 10.0) } else { (wide + 9.0, -10.0) };
            let middle = ((cells.cy() - top) / scale).clamp(24.0, high - 24.0);
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

fn text_at(out: &mut String, class: &str, (x, y): (f64, f64), size: f64, more: &str, inner: &str) {
    let _ = write!(
        out,
        "<text class=\"{class}\" x=\"{}\" y=\"{}\" font-size=\"{}\"{more}>{inner}</text>",
        N(x),
        N(y),
        N(size)
    );
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

/// What a chip says.
struct Sum<'a> {
    parts: [&'a str; 4],
    points: Option<i32>,
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

fn signed(points: i32) -> String {
    format!("{points:+}").replace('-', "−")
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

/// Rings round what is added, and dotted lines to the chip.
fn wires(out: &mut String, table: &Table, layout: &Layout, note: &Note, sum: &Sum) {
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
        let from = if above { rect.bottom() + 26.0 } else { rect.y - 14.0 };
        let cx = rect.cx();
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

fn chip(out: &mut String, table: &Table, layout: &Layout, note: &Note, sum: &Sum, how: &How) {
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
        "<g class=\"d-sum\"><rect class=\"d-cardedge\" {} rx=\"{r:.1}\"/><rect class=\"d-card\" {rect} rx=\"{r:.1}\"/>",
        Rect { y: rect.y + 4.0, ..rect },
        r = high / 2.0
    );
    let mut x = rect.x + size * 0.72;
    let base = cy + size * 0.36;
    let word = |out: &mut String, x: &mut f64, class: &str, text: &str| {
        text_at(out, class, (*x, base), size, "", &safe(text));
        *x += width(text) * size + gap;
    };
    for (at, text) in [(0, left), (1, right)] {
        if let Some(seat) = seats[at] {
            let _ = write!(
                out,
                "<g transform=\"translate({} {}) scale({:.3})\">{}</g>",
                N(x + icon / 2.0),
                N(cy),
                icon / 100.0,
                super::piece::seat_sign(seat)
            );
            x += icon + 7.0;
        }
        word(out, &mut x, "d-face", text);
        word(out, &mut x, "d-op", if at == 0 { sign } else { "=" });
    }
    word(out, &mut x, "d-face", result);
    if let Some(points) = sum.points.map(signed) {
        let wide = pill - gap;
        let r = Rect::new(x, cy - size * 0.72, wide, size * 1.44);
        let _ = write!(out, "<rect class=\"d-pts\" {r} rx=\"{:.1}\"/>", size * 0.72);
        text_at(out, "d-ptst", (x + wide / 2.0, cy + size * 0.28), size * 0.78, " text-anchor=\"middle\"", &points);
    }
    out.push_str("</g>");
    let why = (how.tell)(&note.text);
    for (row, line) in wrap(&why, 14.5, layout.middle.w - 16.0, 2).iter().enumerate() {
        let y = cy + high / 2.0 + 24.0 + 18.0 * row as f64;
        text_at(out, "d-why", (cx, y), 14.5, " text-anchor=\"middle\"", &safe(line));
    }
}
