//! Where everything lies on a stage of some size, in pixels: the parts of a layout, and which arrangement a table gets.
//!
//! A board and what lies round it is in `board.rs` and `frame.rs`, players round a table in `round.rs`, hands and trays in
//! `shelf.rs`.

use agon_rules::{Arrangement, Material, Seat, Shape, Site};

use super::board::board;
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
pub(super) const DOCK: f64 = 70.0;
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
        () if has_board => board(table, width, height, narrow),
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
    let mut rest = std::mem::take(&mut out.places);
    for spot in table.areas.iter().flat_map(|area| &area.spots) {
        out.places.extend(rest.extract_if(.., |place| place.site == spot.site));
    }
}
