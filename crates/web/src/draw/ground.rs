//! What does not move: boards with their rims, slots, headings, verdicts, and the places of players.

use std::fmt::Write;

use agon_rules::{Ground, Material, PlaceOf, Seat, Text, text};

use super::geom::{N, Rect};
use super::layout::{Anchor, Bench, Frame, Label, Layout, Tile, What};
use super::piece::{outline, seat_sign};
use super::table::{Area, Lane, Table};
use super::words::{clip, safe, width, wrap};

/// How a table is drawn.
#[derive(Clone, Copy)]
pub struct How<'a> {
    /// says a text in the reader's language
    pub tell: &'a dyn Fn(&Text) -> String,
    /// whether boards have coordinates
    pub coordinates: bool,
}

/// The class of a material.
pub fn material(material: Material) -> &'static str {
    match material {
        Material::Paper => "paper",
        Material::Wood => "wood",
        Material::Felt => "felt",
        Material::Slate => "slate",
        Material::Graph => "graph",
    }
}

/// Everything that lies still.
pub fn ground(table: &Table, layout: &Layout, how: &How) -> String {
    let mut out = String::new();
    for frame in &layout.frames {
        match frame.zone.and_then(|zone| table.area(zone)) {
            Some(area) if !frame.cards => squares(&mut out, table, area, frame, layout.narrow, how),
            _ => panel(&mut out, table, frame, layout.narrow),
        }
        verdicts(&mut out, table, frame, layout.narrow, how);
    }
    for bench in &layout.benches {
        if let Some(lane) = table.lanes.get(bench.seat) {
            self::bench(&mut out, table, bench, lane, layout.narrow, how);
        }
    }
    for place in &layout.places {
        let Some(spot) = table.spot(place.site) else { continue };
        let area = table.area(place.site.zone);
        let empty = spot.pieces.is_empty();
        match place.tile {
            Tile::Slot => {
                if area.is_some_and(|area| matches!(area.place, PlaceOf::Under { .. })) {
                    let _ = write!(out, "<rect class=\"d-master\" {} rx=\"15\"/>", place.rect.grown(6.0));
                }
                if empty {
                    let _ = write!(out, "<rect class=\"d-slot\" {} rx=\"11\"/>", place.rect);
                }
                if empty && spot.ground == Ground::Blocked {
                    let (x, y, r) = (place.rect.cx(), place.rect.cy(), place.rect.w * 0.18);
                    let d = format!("M{} {}l{r} {r}m0-{r}l-{r} {r}", N(x - r / 2.0), N(y - r / 2.0), r = N(r));
                    let _ = write!(out, "<path class=\"d-no\" d=\"{d}\"/>");
                }
            }
            Tile::Token => {
                let _ = write!(out, "<rect class=\"d-well\" {} rx=\"10\"/>", place.rect.grown(-2.0));
            }
            Tile::Card if empty => {
                let rect = place.rect.grown(-2.0);
                let on = if layout.benches.is_empty() { "d-used" } else { "d-hollow" };
                let _ = write!(out, "<rect class=\"{on}\" {rect} rx=\"9\"/>");
                let named = area.is_some_and(|area| area.shape != agon_rules::Shape::Pile);
                if named && !spot.name.is_empty() && on == "d-used" {
                    let (x, y) = (rect.cx(), rect.cy() + 5.0);
                    let name = safe(&clip(&spot.name, 14.0, rect.w));
                    let _ = write!(
                        out,
                        "<text class=\"d-usedt\" x=\"{}\" y=\"{}\" font-size=\"14\" text-anchor=\"middle\">{name}</text>",
                        N(x),
                        N(y)
                    );
                }
            }
            Tile::Square | Tile::Card | Tile::Folded => {}
        }
    }
    let on_table = !layout.benches.is_empty();
    for label in &layout.labels {
        self::label(&mut out, table, layout, label, on_table, how);
    }
    out
}

fn squares(out: &mut String, table: &Table, area: &Area, frame: &Frame, narrow: bool, how: &How) {
    let (cols, rows) = (frame.cols, frame.rows);
    let unit = frame.inner.w / cols as f64;
    let lip = if narrow { 4.0 } else { 0.08 * unit };
    let round = if frame.rim.0 > 0.0 { 0.26 * unit } else { 0.0 };
    let below = Rect { y: frame.outer.y + lip, ..frame.outer };
    let _ = write!(
        out,
        "<g class=\"d-board\"><rect class=\"d-lip\" {below} rx=\"{0}\"/><rect class=\"d-frame\" {1} rx=\"{0}\"/></g>",
        N(round),
        frame.outer
    );
    let (wide, high) = (cols * 100, rows * 100);
    let _ = write!(
        out,
        "<g transform=\"translate({} {}) scale({:.4})\"><rect class=\"d-cell\" width=\"{wide}\" height=\"{high}\" rx=\"{}\"/>",
        N(frame.inner.x),
        N(frame.inner.y),
        unit / 100.0,
        if frame.rim.0 > 0.0 { 5 } else { 0 }
    );
    // Small boards are ruled by hand; on others every second square is darker.
    let dark = area.spots.iter().any(|spot| spot.ground == Ground::Dark);
    let checkered = cols.max(rows) > 4;
    let alt = |at: usize| {
        if dark { area.spots[at].ground == Ground::Dark } else { checkered && (at % cols + at / cols) % 2 == 1 }
    };
    let square = |at: usize| format!("M{} {}h100v100h-100z", at % cols * 100, at / cols * 100);
    path(out, "d-alt", (0..area.spots.len()).filter(|&at| alt(at)).map(square).collect());
    match table.look.material {
        Material::Wood => grain(out, wide, high),
        Material::Graph => {
            let fine = |count: usize, one: &dyn Fn(usize) -> String| -> String {
                (0..count * 5).filter(|at| at % 5 != 0).map(|at| one(at * 20)).collect()
            };
            let lines = fine(cols, &|x| format!("M{x} 0V{high}")) + &fine(rows, &|y| format!("M0 {y}H{wide}"));
            path(out, "d-fine", lines);
            rule(out, cols, rows);
        }
        Material::Paper | Material::Felt | Material::Slate => rule(out, cols, rows),
    }
    homes(out, area, cols, frame.rim.0 > 0.0);
    out.push_str("</g>");
    if how.coordinates && area.columns.is_empty() {
        coordinates(out, area, frame, unit);
    }
}

fn path(out: &mut String, class: &str, d: String) {
    if !d.is_empty() {
        let _ = write!(out, "<path class=\"{class}\" d=\"{d}\"/>");
    }
}

fn rule(out: &mut String, cols: usize, rows: usize) {
    let (wide, high) = (cols * 100, rows * 100);
    let down: String = (0..=cols).map(|at| format!("M{} 0V{high}", at * 100)).collect();
    let across: String = (0..=rows).map(|at| format!("M0 {}H{wide}", at * 100)).collect();
    path(out, "d-rule", down + &across);
}

/// The grain of wood, the same every time.
fn grain(out: &mut String, wide: usize, high: usize) {
    let mut state: u32 = 2_463_534_242;
    let mut next = |most: usize| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as usize % most.max(1)
    };
    let lines = wide * high / 13_000;
    let mut d = String::new();
    for _ in 0..lines {
        let half = wide / 20 + next(wide / 14);
        let (x, y) = (next(wide - 4 * half) + 4, next(high - 6) + 3);
        let _ = write!(d, "M{x} {y}q{half} {} {} 0t{} 1", next(5) as i32 - 2, 2 * half, 2 * half);
    }
    path(out, "d-grain", d);
}

/// Whose part of a board is whose: a touch of colour, a stud of their shape in every square, and a line between them.
fn homes(out: &mut String, area: &Area, cols: usize, wide: bool) {
    let home = |at: usize| match area.spots.get(at).map(|spot| spot.ground) {
        Some(Ground::Home(seat)) => Some(seat),
        _ => None,
    };
    for seat in 0..6 {
        let mine: Vec<usize> = (0..area.spots.len()).filter(|&at| home(at) == Some(seat)).collect();
        if mine.is_empty() {
            continue;
        }
        let squares = mine.iter().map(|at| format!("M{} {}h100v100h-100z", at % cols * 100, at / cols * 100)).collect();
        path(out, &format!("d-half s{seat}"), squares);
        let stud = outline(seat, 5.5);
        let _ = write!(out, "<g class=\"d-stud s{seat}\">");
        // Under a piece it would look like a part of it.
        for at in mine.into_iter().filter(|&at| area.spots[at].pieces.is_empty()) {
            let (x, y) = (at % cols * 100 + 50, at / cols * 100 + 50);
            let _ = write!(out, "<path d=\"{stud}\" transform=\"translate({x} {y})\"/>");
        }
        out.push_str("</g>");
    }
    let differ = |one: usize, other: usize| matches!((home(one), home(other)), (Some(a), Some(b)) if a != b);
    let mut lines = String::new();
    let rows = area.spots.len() / cols;
    for row in 0..rows {
        for col in 0..cols {
            let at = row * cols + col;
            let (x, y) = (col * 100, row * 100);
            if row > 0 && differ(at, at - cols) {
                let _ = write!(lines, "M{x} {y}h100");
            }
            if col > 0 && differ(at, at - 1) {
                let _ = write!(lines, "M{x} {y}v100");
            }
        }
    }
    let _ = wide;
    path(out, "d-inlay", lines);
    for (at, spot) in area.spots.iter().enumerate() {
        let (x, y) = (at % cols * 100 + 50, at / cols * 100 + 50);
        match spot.ground {
            Ground::Goal(seat) => {
                let _ = write!(
                    out,
                    "<path class=\"d-goal s{seat}\" d=\"{}\" transform=\"translate({x} {y})\"/>",
                    outline(seat, 36.0)
                );
            }
            Ground::Blocked => {
                let _ = write!(out, "<path class=\"d-no\" d=\"M{} {}l50 50m0-50l-50 50\"/>", x - 25, y - 25);
            }
            Ground::Plain | Ground::Dark | Ground::Home(_) => {}
        }
    }
}

/// The letters and figures of a board's squares, on its rim.
fn coordinates(out: &mut String, area: &Area, frame: &Frame, unit: f64) {
    let parts = |at: usize| -> Option<(&str, &str)> {
        let name = area.spots.get(at)?.name.as_str();
        let cut = name.find(|letter: char| letter.is_ascii_digit())?;
        let (file, rank) = name.split_at(cut);
        (!file.is_empty()).then_some((file, rank))
    };
    let cols = frame.cols;
    let fits = (0..area.spots.len()).all(|at| match (parts(at), parts(at % cols), parts(at / cols * cols)) {
        (Some((file, rank)), Some((column, _)), Some((_, row))) => file == column && rank == row,
        _ => false,
    });
    if !fits {
        return;
    }
    let size = (0.2 * unit).clamp(9.0, 20.0).min(frame.rim.1 * 0.66);
    let mut word = |text: &str, x: f64, y: f64| {
        let _ = write!(
            out,
            "<text class=\"d-coord\" x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\">{}</text>",
            N(x),
            N(y + size * 0.36),
            N(size),
            safe(text)
        );
    };
    for col in 0..cols {
        let Some((file, _)) = parts(col) else { continue };
        word(file, frame.inner.x + (col as f64 + 0.5) * unit, frame.inner.bottom() + frame.rim.1 * 0.52);
    }
    if frame.rim.0 > 0.0 {
        for row in 0..frame.rows {
            let Some((_, rank)) = parts(row * cols) else { continue };
            word(rank, frame.inner.x - frame.rim.0 * 0.5, frame.inner.y + (row as f64 + 0.5) * unit);
        }
    }
}

/// A table on which cards lie.
fn panel(out: &mut String, table: &Table, frame: &Frame, narrow: bool) {
    let round = if narrow { 18 } else { 22 };
    let below = Rect { y: frame.outer.y + 8.0, ..frame.outer };
    let (kind, hue) = (material(table.look.material), table.look.accent);
    let felt = table.look.material == Material::Felt;
    let (open, close) = if felt {
        ("radialGradient cx=\"50%\" cy=\"30%\" r=\"80%\"", "radialGradient")
    } else {
        ("linearGradient x1=\"20%\" y1=\"0\" x2=\"45%\" y2=\"100%\"", "linearGradient")
    };
    let _ = write!(
        out,
        "<defs><{open} id=\"d-{kind}-{hue}\"><stop class=\"d-g0\" offset=\"0\"/><stop class=\"d-g1\" offset=\".45\"/>\
         <stop class=\"d-g2\" offset=\"1\"/></{close}></defs><g class=\"d-board\"><rect class=\"d-under\" {below} rx=\"{round}\"/>\
         <rect class=\"d-panel\" {} rx=\"{round}\" fill=\"url(#d-{kind}-{hue})\"/></g>",
        frame.outer
    );
}

fn line(out: &mut String, class: &str, (x, y): (f64, f64), size: f64, anchor: Anchor, text: &str) {
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let _ = write!(
        out,
        "<text class=\"{class}\" x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor}>{}</text>",
        N(x),
        N(y),
        N(size),
        safe(text)
    );
}

/// The sign of a seat with a light edge, so that it stands out on any ground.
pub fn small_sign(out: &mut String, seat: Seat, x: f64, y: f64, size: f64) {
    let _ = write!(
        out,
        "<g class=\"d-sig\" transform=\"translate({} {}) scale({:.3})\">{}</g>",
        N(x),
        N(y),
        size / 100.0,
        seat_sign(seat)
    );
}

fn verdicts(out: &mut String, table: &Table, frame: &Frame, narrow: bool, how: &How) {
    let Some(area) = frame.zone.and_then(|zone| table.area(zone)) else { return };
    for (room, verdict) in frame.verdicts.iter().zip(&area.verdicts) {
        let Some(verdict) = verdict else { continue };
        let mut x = room.x;
        if !narrow {
            let y = room.cy();
            let _ = write!(out, "<path class=\"d-lead\" d=\"M{} {}h16\"/>", N(x - 20.0), N(y));
        }
        if let Some(seat) = verdict.seat {
            let size = if narrow { 20.0 } else { 26.0 };
            small_sign(out, seat, x + size / 2.0, room.cy(), size);
            x += size + if narrow { 7.0 } else { 10.0 };
        }
        let (big, small) = if narrow { (15.0, 12.0) } else { (18.0, 13.8) };
        let wide = room.right() - x;
        let head = wrap(&(how.tell)(&verdict.text), big, wide, 2);
        let most = ((room.h - head.len() as f64 * big * 1.2) / (small * 1.3)).floor().clamp(0.0, 4.0) as usize;
        let why = if room.h < 50.0 { Vec::new() } else { wrap(&(how.tell)(&verdict.reason), small, wide, most) };
        let all = head.len() as f64 * big * 1.2 + why.len() as f64 * small * 1.3;
        let mut y = room.cy() - all / 2.0 + big * 0.95;
        for text in head {
            line(out, "d-vt", (x, y), big, Anchor::Start, &text);
            y += big * 1.2;
        }
        y += small * 0.12;
        for text in why {
            line(out, "d-vw", (x, y), small, Anchor::Start, &text);
            y += small * 1.3;
        }
    }
}

fn bench(out: &mut String, table: &Table, bench: &Bench, lane: &Lane, narrow: bool, how: &How) {
    let (class, rect, round) = match (bench.own, lane.turn) {
        (true, true) => ("d-mine", bench.head, 14.0),
        (true, false) => ("d-rest", bench.head, 14.0),
        (false, true) => ("d-box d-turn", bench.rect, if narrow { 13.0 } else { 18.0 }),
        (false, false) => ("d-box", bench.rect, if narrow { 13.0 } else { 18.0 }),
    };
    let _ = write!(out, "<rect class=\"{class}\" {rect} rx=\"{round}\"/>");
    let inset = if bench.own { 10.0 } else { 0.0 };
    let tile = match (bench.small, narrow) {
        (true, _) => 22.0,
        (false, true) => 28.0,
        (false, false) => 40.0,
    };
    let (x, middle) = (bench.head.x + inset, bench.head.cy());
    let _ = write!(
        out,
        "<rect class=\"d-card\" {} rx=\"{}\"/>",
        Rect::new(x, middle - tile / 2.0, tile, tile),
        if narrow { 8 } else { 12 }
    );
    let sign = seat_sign(bench.seat);
    let _ = write!(
        out,
        "<g transform=\"translate({} {}) scale({:.3})\">{sign}</g>",
        N(x + tile / 2.0),
        N(middle - 0.5),
        tile / 132.0
    );
    let score = lane.score.map(|score| score.to_string()).unwrap_or_default();
    let large = match (bench.small, narrow) {
        (true, _) => 17.0,
        (false, true) => 22.0,
        (false, false) => 30.0,
    };
    let (left, right) = (x + tile + if narrow { 7.0 } else { 11.0 }, bench.head.right() - inset);
    line(out, "d-score", (right, middle + large * 0.36), large, Anchor::End, &score);
    let room = right - left - width(&score) * large - 8.0;
    let size = match (bench.small, narrow) {
        (true, _) => 13.5,
        (false, true) => 15.5,
        (false, false) => 17.0,
    };
    let name = clip(&(how.tell)(&lane.name), size, room);
    let sub = match () {
        () if bench.own && lane.turn => Some(text!("Your turn")),
        () if lane.thinking && !bench.small => Some(text!("is thinking")),
        () => None,
    };
    let second = sub.is_some() || bench.fan.is_some();
    line(out, "d-name", (left, middle + if second { -4.0 } else { 6.0 }), size, Anchor::Start, &name);
    let mut from = left;
    if let Some((zone, fan)) = bench.fan {
        fold(out, fan);
        from = fan.right() + 7.0;
        let count = table.area(zone).map_or(0, |area| area.spots.len());
        let cards = (how.tell)(&cards(count));
        let text =
            if lane.thinking && !narrow { format!("{cards} · {}", (how.tell)(&text!("is thinking"))) } else { cards };
        line(out, "d-sub", (from, fan.cy() + 5.0), 13.0, Anchor::Start, &clip(&text, 13.0, right - from));
    } else if let Some(sub) = sub {
        line(out, "d-sub", (from, middle + 16.0), 13.5, Anchor::Start, &clip(&(how.tell)(&sub), 13.5, room));
    }
}

/// A hand of cards that is folded up.
pub fn fold(out: &mut String, fan: Rect) {
    let scale = (fan.w / 140.0).min(fan.h / 124.0);
    let _ = write!(out, "<g transform=\"translate({} {}) scale({scale:.3})\">", N(fan.cx()), N(fan.cy()));
    let back = super::piece::piece(&agon_rules::Piece::down(), Default::default(), super::piece::Facing::Up);
    for place in ["translate(-26 11) rotate(-20)", "translate(0 6)", "translate(26 11) rotate(20)"] {
        let _ = write!(out, "<g transform=\"{place}\">{back}</g>");
    }
    out.push_str("</g>");
}

/// How many cards there are.
fn cards(count: usize) -> Text {
    text!("{count} card" | "{count} cards", count)
}

fn label(out: &mut String, table: &Table, layout: &Layout, label: &Label, on_table: bool, how: &How) {
    let (Label { x, y, size, room, anchor, .. }, tell) = (*label, how.tell);
    match label.what {
        What::Zone(zone) | What::Count(zone) | What::Hand(zone) => {
            let Some(area) = table.area(zone) else { return };
            let mut name = tell(&area.label);
            let count: usize = area.spots.iter().map(|spot| spot.pieces.len()).sum();
            if matches!(label.what, What::Count(_)) && count > 1 {
                let longer = format!("{name} · {count}");
                name = if width(&longer) * size <= room { longer } else { name };
            }
            if matches!(label.what, What::Hand(_)) {
                if let Some(place) = layout.places.iter().find(|place| place.site.zone == zone) {
                    fold(out, place.rect);
                }
                name = tell(&cards(area.spots.len()));
            }
            let under = matches!(area.place, PlaceOf::Under { .. });
            let class = match (under, on_table) {
                (true, _) => "d-vt",
                (false, true) => "d-lab d-on-table",
                (false, false) => "d-lab",
            };
            let lines = wrap(&name, size, room, if under { 2 } else { 1 });
            let mut y = y + size * 0.36 - (lines.len() as f64 - 1.0) * size * 0.6;
            for text in lines {
                line(out, class, (x, y), size, anchor, &clip(&text, size, room));
                y += size * 1.2;
            }
        }
        What::Head(zone, at) => {
            let Some(head) = table.area(zone).and_then(|area| area.columns.get(at)) else { return };
            let name = tell(&head.text);
            let fits = width(&name) * size + 24.0 <= room;
            match head.seat {
                Some(seat) if fits => {
                    let start = x - (width(&name) * size + 24.0) / 2.0;
                    small_sign(out, seat, start + 8.5, y, 17.0);
                    line(out, "d-head", (start + 24.0, y + size * 0.36), size, Anchor::Start, &name);
                }
                Some(seat) => small_sign(out, seat, x, y, 20.0),
                None => {
                    line(out, "d-head", (x, y + size * 0.36), size, Anchor::Middle, &clip(&name, size, room + 10.0));
                }
            }
        }
    }
}
