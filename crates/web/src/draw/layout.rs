//! Where everything lies on a stage of some size, in pixels: boards as large as there is room, hands and trays round them.

use agon_rules::{Arrangement, Material, PlaceOf, Seat, Shape, Site};

use super::geom::Rect;
use super::piece::{CARD, is_card};
use super::round::round;
use super::shelf::{self, Shelf};
use super::table::{Area, Table};

/// A stage with fewer pixels is narrow.
pub const NARROW: f64 = 560.0;
/// A cell that is tapped is at least so large, where there is any room.
pub const TAP: f64 = 44.0;
/// The height of an explanation below a board.
const DOCK: f64 = 70.0;
/// The shape of a slot for a card.
pub const SLOT: f64 = 0.757;

/// Where everything lies.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Layout {
    /// how wide it is
    pub width: f64,
    /// how high it is; more than the stage where there is no other way
    pub height: f64,
    /// the boards
    pub frames: Vec<Frame>,
    /// every cell, in the order of the table
    pub places: Vec<Place>,
    /// what is written beside cells
    pub labels: Vec<Label>,
    /// the players round the table
    pub benches: Vec<Bench>,
    /// where there is room for an explanation
    pub middle: Rect,
    /// whether the stage is narrow
    pub narrow: bool,
}

impl Layout {
    /// Where a cell lies.
    pub fn place(&self, site: Site) -> Option<&Place> {
        self.places.iter().find(|place| place.site == site)
    }

    /// Where a player sits.
    pub fn bench(&self, seat: Seat) -> Option<&Bench> {
        self.benches.iter().find(|bench| bench.seat == seat)
    }
}

/// A board.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    /// which zone of the view it is; a table round which players sit is none
    pub zone: Option<usize>,
    /// with its rim
    pub outer: Rect,
    /// its cells
    pub inner: Rect,
    /// cells side by side
    pub cols: usize,
    /// cells one above another
    pub rows: usize,
    /// the width of the rim: at the sides, and above and below
    pub rim: (f64, f64),
    /// whether cards lie in it, each in a slot of its own
    pub cards: bool,
    /// the room beside every row for what is decided there
    pub verdicts: Vec<Rect>,
}

/// How a cell looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tile {
    /// a square of a board
    Square,
    /// a slot for a card
    Slot,
    /// a place for a card without a slot
    Card,
    /// a place for a piece beside a board
    Token,
    /// a card of a hand that is folded up
    Folded,
}

/// Where a cell lies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// which cell it is
    pub site: Site,
    /// where it is drawn
    pub rect: Rect,
    /// where it is tapped
    pub hit: Rect,
    /// how it looks
    pub tile: Tile,
}

impl Place {
    /// The middle of what lies there, and how large that is where a piece is a hundred.
    pub fn stand(&self) -> (f64, f64, f64) {
        let Rect { w, h, .. } = self.rect;
        match self.tile {
            Tile::Square | Tile::Token => (self.rect.cx(), self.rect.cy(), w.min(h) / 100.0),
            Tile::Slot | Tile::Card | Tile::Folded => {
                let scale = (w / CARD.0).min(h / CARD.1);
                (self.rect.cx(), self.rect.cy() - 3.0 * scale, scale)
            }
        }
    }
}

/// What is written beside cells.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Label {
    /// what it says
    pub what: What,
    /// where it begins, ends or has its middle
    pub x: f64,
    /// its middle line
    pub y: f64,
    /// how large
    pub size: f64,
    /// the room it has
    pub room: f64,
    /// where `x` is
    pub anchor: Anchor,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// the name of a zone
    Zone(usize),
    /// the name of a pile, with how many lie there
    Count(usize),
    /// how many cards a folded hand has
    Hand(usize),
    /// the heading of a column
    Head(usize, usize),
}

/// Where the point of a label is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// at its beginning
    Start,
    /// at its middle
    Middle,
    /// at its end
    End,
}

/// The place of a player at the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Bench {
    /// who sits there
    pub seat: Seat,
    /// all of it
    pub rect: Rect,
    /// name and points
    pub head: Rect,
    /// a hand that is folded up, and where
    pub fan: Option<(usize, Rect)>,
    /// whether it is the near one
    pub own: bool,
    /// whether there is little room
    pub small: bool,
}

/// Lays a table out on a stage.
pub fn layout(table: &Table, width: f64, height: f64) -> Layout {
    // The stage of a small phone on its side is low rather than narrow.
    let low = width > 420.0 && height < 0.9 * width;
    let mut narrow = !low && (width < 480.0 || (width < NARROW && width < height));
    let has_board = table.areas.iter().any(Area::is_grid);
    let lay = |narrow: bool| match () {
        () if has_board => best(table, width, height, narrow),
        () if table.look.arrangement == Arrangement::Table => round(table, width, height, narrow),
        () => rows(table, width, height, narrow),
    };
    let mut out = lay(narrow);
    // Unless that leaves too little room for cards.
    if low && out.frames.iter().any(|frame| frame.outer.right() > width) {
        narrow = true;
        out = lay(narrow);
    }
    (out.width, out.height, out.narrow) = (width, out.height.max(height), narrow);
    out
}

/// Whether cards lie in an area.
pub fn has_cards(table: &Table, area: &Area) -> bool {
    matches!(table.look.material, Material::Felt | Material::Slate)
        || area.spots.iter().flat_map(|spot| &spot.pieces).any(is_card)
}

/// Whether a hand is somebody else's and cannot be read.
pub fn is_folded(area: &Area) -> bool {
    let mut pieces = area.spots.iter().flat_map(|spot| &spot.pieces).peekable();
    area.far
        && area.shape == Shape::Row
        && pieces.peek().is_some()
        && pieces.all(|piece| piece.face == agon_rules::Face::Down)
}

/// What lies round the board.
struct Around<'a> {
    under: Vec<&'a Area>,
    tray: Vec<&'a Area>,
    far: Vec<&'a Area>,
    own: Vec<&'a Area>,
}

impl<'a> Around<'a> {
    fn of(table: &'a Table, main: usize) -> Self {
        let mut around = Around { under: Vec::new(), tray: Vec::new(), far: Vec::new(), own: Vec::new() };
        for area in table.areas.iter().filter(|area| area.zone != main) {
            let seat = match area.place {
                PlaceOf::Lane(seat) => Some(seat),
                _ => area.owner,
            };
            let list = match (area.place, seat) {
                (PlaceOf::Under { .. }, _) => &mut around.under,
                (PlaceOf::Tray, _) | (_, None) => &mut around.tray,
                (_, Some(seat)) if seat == table.near.unwrap_or(0) => &mut around.own,
                _ => &mut around.far,
            };
            list.push(area);
        }
        around
    }
}

/// The board with hands and trays beside it, or above and below: whichever leaves more room for the board.
fn best(table: &Table, width: f64, height: f64, narrow: bool) -> Layout {
    let Some(main) = table.areas.iter().find(|area| area.is_grid()) else { return Layout::default() };
    let around = Around::of(table, main.zone);
    let stacked = arrange(table, main, &around, (width, height), narrow, false);
    if narrow {
        return stacked;
    }
    let beside = arrange(table, main, &around, (width, height), narrow, true);
    let cell = |layout: &Layout| layout.frames.first().map_or(0.0, |frame| frame.inner.w);
    if cell(&beside) >= cell(&stacked) { beside } else { stacked }
}

fn arrange(
    table: &Table,
    main: &Area,
    around: &Around,
    (width, height): (f64, f64),
    narrow: bool,
    beside: bool,
) -> Layout {
    let mut out = Layout { narrow, height, ..Layout::default() };
    let cards = has_cards(table, main);
    let mut room = Rect::new(0.0, 0.0, width, height);
    if cards && narrow {
        room = room.grown(-8.0);
        room.h += 8.0;
    }
    let used = around.tray.iter().all(|area| area.spots.iter().all(|spot| spot.pieces.is_empty()));
    if !around.tray.is_empty() {
        if narrow {
            // At the end of a game an empty tray leaves its room to the board.
            let high = if used { shelf::TRAY / 2.0 } else { shelf::TRAY };
            shelf::flow(&mut out, table, &around.tray, Rect::new(8.0, height - high, width - 16.0, high));
            room.h -= high + 10.0;
        } else {
            let wide = shelf::column(&mut out, table, &around.tray, Rect::new(0.0, 0.0, width, height));
            room.x += wide + 24.0;
            room.w -= wide + 24.0;
        }
    }
    let small = narrow || height < 460.0;
    let strip = |areas: &[&Area]| areas.iter().map(|area| Shelf::of(table, area, small).high()).fold(0.0, f64::max);
    let (above, below) = (strip(&around.far), strip(&around.own));
    let side = if cards { 0.0 } else { 72.0 };
    let tokens = beside && (above > 0.0 || below > 0.0) && side > 0.0;
    if tokens {
        room.w -= 2.0 * side;
        room.x += side;
    } else {
        let gap = |high: f64| if high > 0.0 { high + 8.0 } else { 0.0 };
        room.y += gap(above);
        room.h -= gap(above) + gap(below);
    }
    let frame = if cards {
        card_frame(&mut out, main, &around.under, room, narrow)
    } else {
        square_frame(&mut out, main, room, narrow)
    };
    if tokens {
        let x = frame.outer.right() + 12.0;
        let wide = side - 16.0;
        shelf::stack(&mut out, table, &around.far, Rect::new(x, frame.outer.y, wide, frame.outer.h / 2.0), false);
        let y = frame.outer.cy();
        shelf::stack(&mut out, table, &around.own, Rect::new(x, y, wide, frame.outer.h / 2.0), true);
    } else {
        let (x, wide) = if narrow { (8.0, width - 16.0) } else { (frame.outer.x, frame.outer.w) };
        shelf::rows(&mut out, table, &around.far, Rect::new(x, frame.outer.y - above - 8.0, wide, above), narrow);
        shelf::rows(&mut out, table, &around.own, Rect::new(x, frame.outer.bottom() + 8.0, wide, below), narrow);
    }
    // An explanation stands in the free room below, or over the lower edge of the board.
    let (top, end) = (frame.outer.bottom() + below + 8.0, room.bottom());
    // Where the board is as wide as a narrow stage it may stand out a little, so that it hides no row.
    let out_of = if narrow && frame.outer.w + 1.0 > width { 34.0 } else { 0.0 };
    let y = if end - top >= DOCK { top } else { (end - DOCK + out_of).clamp(0.0, top) };
    out.middle = Rect::new(8.0, y, width - 16.0, DOCK);
    out.frames.push(frame);
    sort(&mut out, table);
    out
}

/// A board of squares with its rim; on narrow stages it runs to the edges, and the rims at its sides fall away.
fn square_frame(out: &mut Layout, main: &Area, room: Rect, narrow: bool) -> Frame {
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
    let outer = Rect::new(room.cx() - wide / 2.0, room.y + above, wide, high - lip);
    let inner = Rect::new(outer.x + rim.0, outer.y + rim.1, c * unit, r * unit);
    for (at, spot) in main.spots.iter().enumerate() {
        let rect = Rect::new(inner.x + (at % cols) as f64 * unit, inner.y + (at / cols) as f64 * unit, unit, unit);
        out.places.push(Place { site: spot.site, rect, hit: rect, tile: Tile::Square });
    }
    Frame { zone: Some(main.zone), outer, inner, cols, rows, rim, cards: false, verdicts: Vec::new() }
}

/// A board of slots for cards, with headings above, verdicts beside and what belongs under it.
fn card_frame(out: &mut Layout, main: &Area, under: &[&Area], room: Rect, narrow: bool) -> Frame {
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
    let by_height = (room.h - pad_top - pad_end - head - edge - gap * (lines - 1.0)) / lines;
    let by_width = (room.w - 2.0 * pad_x - extra - gap * (cols as f64 - 1.0) - lead - verdict) / cols as f64 / SLOT;
    let high = by_height.min(by_width).clamp(24.0, 190.0);
    let wide = (high * SLOT).max(if by_width * SLOT >= TAP { TAP } else { 0.0 });
    let inner_w = cols as f64 * wide + (cols as f64 - 1.0) * gap + extra;
    let mut outer = Rect::new(
        0.0,
        0.0,
        inner_w + 2.0 * pad_x + lead + verdict,
        pad_top + head + lines * high + (lines - 1.0) * gap + pad_end,
    );
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
    let y = inner.bottom() + gap;
    let mut first = outer.right();
    for area in under {
        let PlaceOf::Under { column: last } = area.place else { continue };
        let count = area.spots.len();
        for (at, spot) in area.spots.iter().enumerate() {
            let col = (last.min(cols - 1) + at + 1).saturating_sub(count);
            let rect = Rect::new(column(col), y, wide, high);
            first = first.min(rect.x);
            out.places.push(Place { site: spot.site, rect, hit: rect, tile: Tile::Slot });
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

/// Areas without a board: one below another.
fn rows(table: &Table, width: f64, height: f64, narrow: bool) -> Layout {
    let mut out = Layout { narrow, height, ..Layout::default() };
    let mut y = 8.0;
    for area in &table.areas {
        let high = Shelf::of(table, area, narrow).high();
        shelf::rows(&mut out, table, &[area], Rect::new(8.0, y, width - 16.0, high), narrow);
        y += high + 12.0;
    }
    out.height = y;
    out.middle = Rect::new(8.0, height / 2.0, width - 16.0, DOCK);
    sort(&mut out, table);
    out
}

/// Cells in the order of the table, so that keys and screen readers follow it.
pub(crate) fn sort(out: &mut Layout, table: &Table) {
    let order = |site: Site| table.areas.iter().position(|area| area.zone == site.zone);
    let at = |site: Site| {
        let area = order(site).map(|at| &table.areas[at])?;
        area.spots.iter().position(|spot| spot.site == site)
    };
    out.places.sort_by_key(|place| (order(place.site), at(place.site)));
}
