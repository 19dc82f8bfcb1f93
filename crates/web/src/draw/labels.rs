//! What is written on the table: the names of zones, headings of columns, and what is decided in rows.

use std::fmt::Write;

use agon_rules::{PlaceOf, Seat};

use super::bench::{cards, fold};
use super::geom::{At, N};
use super::ground::How;
use super::layout::{Anchor, Frame, Label, Layout, What};
use super::piece::seat_sign;
use super::table::{Area, Table};
use super::words::{clip, safe, width, wrap};

/// A label beside cells.
pub fn label(out: &mut String, table: &Table, layout: &Layout, label: &Label, on_table: bool, how: &How) {
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
            let why =
                if under { rulings(area, layout, lines.len() as f64 * size * 1.2, room, how) } else { Vec::new() };
            let small = WHY_SIZE * 1.3;
            let mut y = y + size * 0.36 - ((lines.len() as f64 - 1.0) * size * 1.2 + why.len() as f64 * small) / 2.0;
            for text in lines {
                line(out, class, (x, y), size, anchor, &clip(&text, size, room));
                y += size * 1.2;
            }
            for text in why {
                line(out, "d-vw", (x, y), WHY_SIZE, anchor, &text);
                y += small;
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

/// The size of what stands below a name.
const WHY_SIZE: f64 = 13.8;

/// What the cells of a row decide, in lines, where all of it has room beside them.
fn rulings(area: &Area, layout: &Layout, head: f64, room: f64, how: &How) -> Vec<String> {
    // Two short lines read better than one and a half.
    let room = room.min(15.5 * WHY_SIZE);
    let high = layout.places.iter().find(|place| place.site.zone == area.zone).map_or(0.0, |place| place.rect.h);
    let most = ((high - head) / (WHY_SIZE * 1.3)).floor().max(0.0) as usize;
    let reasons = area.verdicts.iter().flatten().map(|verdict| (how.tell)(&verdict.reason));
    let lines: Vec<String> = reasons.flat_map(|reason| wrap(&reason, WHY_SIZE, room, usize::MAX)).collect();
    let fits = |line: &String| width(line) * WHY_SIZE <= room;
    if lines.len() <= most && lines.iter().all(fits) { lines } else { Vec::new() }
}

/// What is decided in each row, beside it.
pub fn verdicts(out: &mut String, table: &Table, frame: &Frame, narrow: bool, how: &How) {
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

/// A line of text.
pub fn line(out: &mut String, class: &str, (x, y): (f64, f64), size: f64, anchor: Anchor, text: &str) {
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
fn small_sign(out: &mut String, seat: Seat, x: f64, y: f64, size: f64) {
    let _ = write!(out, "<g class=\"d-sig\" {}>{}</g>", At(x, y, size / 100.0), seat_sign(seat));
}
