//! Hands, trays and piles beside a board: in lines, columns or overlapping.

use agon_rules::Shape;

use super::geom::Rect;
use super::layout::{Anchor, Label, Layout, Place, SLOT, TAP, Tile, What, has_cards, is_folded};
use super::table::{Area, Table};

/// The height of a tray below a board on a narrow stage: it stays when numbers go, so that the board does not jump.
pub const TRAY: f64 = 122.0;

/// What lies on a shelf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shelf {
    /// cards that can be read, or a pile
    Cards { narrow: bool },
    /// a hand that is folded up
    Folded,
    /// pieces
    Tokens { narrow: bool },
}

impl Shelf {
    /// What an area needs.
    pub fn of(table: &Table, area: &Area, narrow: bool) -> Self {
        match () {
            () if is_folded(area) => Shelf::Folded,
            () if has_cards(table, area) => Shelf::Cards { narrow },
            () => Shelf::Tokens { narrow },
        }
    }

    /// How high it is.
    pub fn high(self) -> f64 {
        match self {
            Shelf::Cards { narrow: true } => 74.0,
            Shelf::Cards { narrow: false } => 96.0,
            Shelf::Folded => 36.0,
            Shelf::Tokens { narrow: true } => 48.0,
            Shelf::Tokens { narrow: false } => 56.0,
        }
    }
}

fn tile(table: &Table, area: &Area) -> Tile {
    match () {
        () if is_folded(area) => Tile::Folded,
        () if has_cards(table, area) => Tile::Card,
        () => Tile::Token,
    }
}

fn label(area: &Area) -> What {
    match area.shape {
        Shape::Pile => What::Count(area.zone),
        _ => What::Zone(area.zone),
    }
}

/// Areas side by side in a line, each with its name before it.
pub fn rows(out: &mut Layout, table: &Table, areas: &[&Area], room: Rect, narrow: bool) {
    if areas.is_empty() || room.h <= 0.0 {
        return;
    }
    let size = if narrow { 12.5 } else { 13.5 };
    let share = room.w / areas.len() as f64;
    for (at, area) in areas.iter().enumerate() {
        let here = Rect::new(room.x + share * at as f64, room.y, share - 8.0, room.h);
        if is_folded(area) {
            let fan = Rect::new(here.x + 4.0, here.cy() - 15.0, 44.0, 30.0);
            fold(out, area, fan);
            let (x, y) = (fan.right() + 8.0, here.cy());
            let room = here.right() - x;
            out.labels.push(Label { what: What::Hand(area.zone), x, y, size, room, anchor: Anchor::Start });
            continue;
        }
        let name = if narrow { 52.0 } else { 72.0 };
        let (x, y) = (here.x + 2.0, here.cy());
        out.labels.push(Label { what: label(area), x, y, size, room: name - 6.0, anchor: Anchor::Start });
        let cells = Rect::new(here.x + name, here.y, here.w - name, here.h);
        let wide = if tile(table, area) == Tile::Token { here.h } else { here.h * SLOT };
        line(out, table, area, cells, wide);
    }
}

/// The cells of an area in one line; where there is no room they overlap, and each is tapped where it can be seen.
pub fn line(out: &mut Layout, table: &Table, area: &Area, room: Rect, wide: f64) {
    let count = area.spots.len();
    if count == 0 {
        return;
    }
    let tile = tile(table, area);
    let step = if count > 1 { ((room.w - wide) / (count as f64 - 1.0)).min(wide + 4.0) } else { wide };
    let all = step * (count as f64 - 1.0) + wide;
    let x = room.x + (room.w - all).max(0.0) / 2.0;
    for (at, spot) in area.spots.iter().enumerate() {
        let rect = Rect::new(x + step * at as f64, room.y, wide, room.h);
        let hit = if at + 1 < count { Rect { w: step.min(wide), ..rect } } else { rect };
        out.places.push(Place { site: spot.site, rect, hit, tile });
    }
}

/// A folded hand: all its cards lie at one place.
pub fn fold(out: &mut Layout, area: &Area, fan: Rect) {
    for spot in &area.spots {
        out.places.push(Place { site: spot.site, rect: fan, hit: fan, tile: Tile::Folded });
    }
}

/// Trays in a column at the left, in two files or more; says how wide it is.
pub fn column(out: &mut Layout, table: &Table, areas: &[&Area], room: Rect) -> f64 {
    const GAP: f64 = 8.0;
    const HEAD: f64 = 24.0;
    let heads = areas.len() as f64 * (HEAD + GAP);
    let fit = |files: usize| {
        let lines: usize = areas.iter().map(|area| area.spots.len().max(1).div_ceil(files)).sum();
        (room.h - heads) / lines.max(1) as f64 - GAP
    };
    let files = (2..=4).find(|&files| fit(files) >= 52.0).unwrap_or(4);
    let high = fit(files).clamp(40.0, 88.0);
    let wide = (high * 0.75).max(TAP + 2.0);
    let all = files as f64 * (wide + GAP) + 2.0 - GAP;
    let lines: usize = areas.iter().map(|area| area.spots.len().div_ceil(files)).sum();
    let mut y = room.y + (room.h - heads - lines as f64 * (high + GAP)).max(0.0) / 2.0;
    for area in areas {
        let label = Label {
            what: label(area),
            x: room.x + all / 2.0,
            y: y + HEAD / 2.0,
            size: 13.0,
            room: all,
            anchor: Anchor::Middle,
        };
        if !area.spots.is_empty() {
            out.labels.push(label);
            y += HEAD;
        }
        let tile = tile(table, area);
        let files = files.min(area.spots.len().max(1));
        let x = room.x + (all - files as f64 * (wide + GAP) + GAP) / 2.0;
        for (at, spot) in area.spots.iter().enumerate() {
            let rect =
                Rect::new(x + (at % files) as f64 * (wide + GAP), y + (at / files) as f64 * (high + GAP), wide, high);
            out.places.push(Place { site: spot.site, rect, hit: rect, tile });
        }
        y += area.spots.len().div_ceil(files) as f64 * (high + GAP) + GAP;
    }
    all
}

/// Trays below a board, in one line or two.
pub fn flow(out: &mut Layout, table: &Table, areas: &[&Area], room: Rect) {
    const GAP: f64 = 5.0;
    let areas: Vec<&&Area> = areas.iter().filter(|area| !area.spots.is_empty()).collect();
    let count: usize = areas.iter().map(|area| area.spots.len()).sum();
    if count == 0 {
        return;
    }
    let head = if areas.len() > 1 { 15.0 } else { 0.0 };
    let apart = if areas.len() > 1 { 14.0 } else { 0.0 };
    let split = apart * (areas.len() - 1) as f64;
    let width = |lines: usize| (room.w - split + GAP) / count.div_ceil(lines) as f64 - GAP;
    let lines = (1..=3).find(|&lines| width(lines) >= TAP).unwrap_or(3);
    let high = ((room.h - head - 8.0) / lines as f64 - GAP).min(80.0);
    let wide = width(lines).min(high * 0.78).max(TAP.min(width(lines)));
    let per = count.div_ceil(lines);
    let all = per as f64 * (wide + GAP) - GAP + split;
    let left = room.x + (room.w - all).max(0.0) / 2.0;
    let top = room.y + (room.h - head - lines as f64 * (high + GAP) + GAP).max(0.0) / 2.0;
    let (mut x, mut y, mut at) = (left, top + head, 0);
    for area in areas {
        let tile = tile(table, area);
        let named = x;
        for spot in &area.spots {
            if at == per {
                (x, at) = (left, 0);
                y += high + GAP;
            }
            let rect = Rect::new(x, y, wide, high);
            out.places.push(Place { site: spot.site, rect, hit: rect, tile });
            x += wide + GAP;
            at += 1;
        }
        if head > 0.0 {
            let room = (x - named).max(60.0);
            out.labels.push(Label {
                what: label(area),
                x: named,
                y: top + 5.0,
                size: 12.5,
                room,
                anchor: Anchor::Start,
            });
        }
        x += apart;
    }
}

/// Hands in a column beside a board: at its top, or at its end.
pub fn stack(out: &mut Layout, table: &Table, areas: &[&Area], room: Rect, end: bool) {
    const HEAD: f64 = 22.0;
    let lines: usize = areas.iter().map(|area| area.spots.len()).sum();
    if lines == 0 {
        return;
    }
    let heads = areas.len() as f64 * HEAD;
    let size = room.w.min((room.h - heads) / lines as f64 - 4.0);
    let high = heads + lines as f64 * (size + 4.0);
    let mut y = if end { room.bottom() - high } else { room.y };
    for area in areas {
        let x = room.cx();
        out.labels.push(Label {
            what: label(area),
            x,
            y: y + HEAD / 2.0,
            size: 12.5,
            room: room.w + 14.0,
            anchor: Anchor::Middle,
        });
        y += HEAD;
        let tile = tile(table, area);
        for spot in &area.spots {
            let rect = Rect::new(room.cx() - size / 2.0, y, size, size);
            out.places.push(Place { site: spot.site, rect, hit: rect, tile });
            y += size + 4.0;
        }
    }
}
