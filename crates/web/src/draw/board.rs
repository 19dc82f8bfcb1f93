//! A board with hands and trays round it, as large as there is room.

use agon_rules::PlaceOf;

use super::frame::{card_frame, square_frame};
use super::geom::Rect;
use super::layout::{DOCK, Layout, has_cards, sort};
use super::shelf::{self, Shelf};
use super::table::{Area, Table};

/// The board with hands and trays beside it, or above and below: whichever leaves more room for the board.
pub fn board(table: &Table, width: f64, height: f64, narrow: bool) -> Layout {
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
    let y = if end - top >= DOCK { top } else { (end - DOCK + out_of).min(top).max(0.0) };
    out.middle = Rect::new(8.0, y, width - 16.0, DOCK);
    out.frames.push(frame);
    sort(&mut out, table);
    out
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
