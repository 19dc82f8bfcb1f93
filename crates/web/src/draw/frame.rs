//! The board itself: squares with a rim, or slots for cards with headings and verdicts.

use agon_rules::PlaceOf;

use super::geom::Rect;
use super::layout::{Anchor, DOCK, Frame, Label, Layout, Place, SLOT, TAP, Tile, What};
use super::table::Area;

/// A board of squares with its rim; on narrow stages it runs to the edges, and the rims at its sides fall away.
pub fn square_frame(out: &mut Layout, main: &Area, room: Rect, narrow: bool) -> Frame {
    let cols = main.grid_cols();
    let rows = main.spots.len().div_ceil(cols).max(1);
    let (c, r) = (cols as f64, rows as f64);
    let (unit, rim) = if narrow {
        let rim = 17.0;
        ((room.w / c).min((room.h - 2.0 * rim - 4.0) / r), (0.0, rim))
    } else {
        let unit = (room.w / (c + 0.68)).min(room.h / (r + 0.76));
        (unit, (0.34 * unit, 0.34 * unit))
    };
    let unit = unit.max(8.0);
    let lip = if narrow { 4.0 } else { 0.08 * unit };
    let (wide, high) = (c * unit + 2.0 * rim.0, r * unit + 2.0 * rim.1 + lip);
    let free = (room.h - high).max(0.0);
    // Where there is little room below, all of it is for explanations.
    let above = if narrow && free < 2.0 * DOCK { (free - DOCK - 8.0).max(0.0) / 2.0 } else { free / 2.0 };
    // On a phone the free room is below, where the last turn is told.
    let above = if narrow { above.min(44.0) } else { above };
    let outer = Rect::new(room.cx() - wide / 2.0, room.y + above, wide, high - lip);
    let inner = Rect::new(outer.x + rim.0, outer.y + rim.1, c * unit, r * unit);
    for (at, spot) in main.spots.iter().enumerate() {
        let rect = Rect::new(inner.x + (at % cols) as f64 * unit, inner.y + (at / cols) as f64 * unit, unit, unit);
        out.places.push(Place { site: spot.site, rect, hit: rect, tile: Tile::Square });
    }
    Frame { zone: Some(main.zone), outer, inner, cols, rows, rim, cards: false, verdicts: Vec::new() }
}

/// A board of slots for cards, with headings above, verdicts beside and what belongs under it.
pub fn card_frame(out: &mut Layout, main: &Area, under: &[&Area], room: Rect, narrow: bool) -> Frame {
    let cols = main.grid_cols();
    let rows = main.spots.len().div_ceil(cols).max(1);
    let tight = room.h < 460.0;
    let gap = match () {
        () if narrow => 10.0,
        () if tight => 7.0,
        () => 14.0,
    };
    let (pad_x, pad_top, pad_end) = match () {
        () if narrow => (12.0, 10.0, 16.0),
        () if tight => (20.0, 6.0, 10.0),
        () => (30.0, 16.0, 22.0),
    };
    let head = if main.columns.is_empty() { 0.0 } else { 26.0 + gap / 2.0 };
    // What lies under the board may have headings of its own.
    let between = if under.iter().any(|area| !area.columns.is_empty()) { gap / 2.0 + 20.0 } else { gap };
    let lines = rows as f64 + under.iter().filter(|area| !area.spots.is_empty()).count().min(1) as f64;
    let (lead, verdict) = match (main.verdicts.is_empty(), narrow) {
        (true, _) => (0.0, 0.0),
        (false, true) => (10.0, (room.w * 0.34).clamp(104.0, 150.0)),
        (false, false) => (26.0, 214.0_f64.min(room.w * 0.32)),
    };
    // A column that is nobody's stands a little apart.
    let apart = |at: usize| at > 0 && main.columns.get(at).is_some_and(|head| head.seat.is_none());
    let extra = (0..cols).filter(|&at| apart(at) && !apart(at.saturating_sub(1))).count() as f64 * gap;
    let edge = 8.0;
    let gaps = gap * (lines - 1.0) + between - gap;
    let by_height = (room.h - pad_top - pad_end - head - edge - gaps) / lines;
    let by_width = (room.w - 2.0 * pad_x - extra - gap * (cols as f64 - 1.0) - lead - verdict) / cols as f64 / SLOT;
    let high = by_height.min(by_width).clamp(24.0, 190.0);
    let wide = (high * SLOT).max(if by_width * SLOT >= TAP { TAP } else { 0.0 });
    let inner_w = cols as f64 * wide + (cols as f64 - 1.0) * gap + extra;
    let mut outer =
        Rect::new(0.0, 0.0, inner_w + 2.0 * pad_x + lead + verdict, pad_top + head + lines * high + gaps + pad_end);
    if narrow {
        outer.w = room.w;
    }
    outer.x = room.cx() - outer.w / 2.0;
    outer.y = room.y + (room.h - outer.h - edge).max(0.0) / 2.0;
    let inner = Rect::new(outer.x + pad_x, outer.y + pad_top + head, inner_w, rows as f64 * (high + gap) - gap);
    let column = |at: usize| {
        let shift = if (1..=at).any(apart) { gap } else { 0.0 };
        inner.x + at as f64 * (wide + gap) + shift
    };
    for (at, spot) in main.spots.iter().enumerate() {
        let rect = Rect::new(column(at % cols), inner.y + (at / cols) as f64 * (high + gap), wide, high);
        out.places.push(Place { site: spot.site, rect, hit: rect, tile: Tile::Slot });
    }
    for at in 0..main.columns.len().min(cols) {
        out.labels.push(Label {
            what: What::Head(main.zone, at),
            x: column(at) + wide / 2.0,
            y: outer.y + pad_top + 13.0,
            size: if narrow { 13.5 } else { 15.0 },
            room: wide + gap - 4.0,
            anchor: Anchor::Middle,
        });
    }
    let y = inner.bottom() + between;
    let mut first = outer.right();
    for area in under {
        let PlaceOf::Under { column: last } = area.place else { continue };
        let count = area.spots.len();
        for (at, spot) in area.spots.iter().enumerate() {
            let col = (last.min(cols - 1) + at + 1).saturating_sub(count);
            let rect = Rect::new(column(col), y, wide, high);
            first = first.min(rect.x);
            out.places.push(Place { site: spot.site, rect, hit: rect, tile: Tile::Slot });
            if at < area.columns.len() {
                let (x, size) = (rect.cx(), if narrow { 12.0 } else { 13.5 });
                let what = What::Head(area.zone, at);
                out.labels.push(Label { what, x, y: y - 12.0, size, room: wide + gap - 8.0, anchor: Anchor::Middle });
            }
        }
        let before = first - outer.x > 80.0;
        out.labels.push(Label {
            what: What::Zone(area.zone),
            x: if before { first - 14.0 } else { column(cols - 1) + wide + 14.0 },
            y: y + high / 2.0,
            size: if narrow { 15.0 } else { 17.0 },
            room: if before { first - outer.x - 24.0 } else { outer.right() - column(cols - 1) - wide - 24.0 },
            anchor: if before { Anchor::End } else { Anchor::Start },
        });
    }
    let verdicts = if main.verdicts.is_empty() {
        Vec::new()
    } else {
        let x = column(cols - 1) + wide + lead;
        let room = outer.right() - x - 10.0;
        (0..rows).map(|row| Rect::new(x, inner.y + row as f64 * (high + gap), room, high)).collect()
    };
    Frame { zone: Some(main.zone), outer, inner, cols, rows, rim: (0.0, 0.0), cards: true, verdicts }
}
