//! Players round a table: each has a place with name, points, stacks and hand.

use agon_rules::{PlaceOf, Seat, Shape};

use super::bench::SLIM;
use super::geom::Rect;
use super::layout::{Anchor, Bench, Frame, Label, Layout, Place, TAP, Tile, What, is_folded, sort};
use super::piece::CARD;
use super::shelf;
use super::table::{Area, Table};

/// What belongs to a player.
struct Lot<'a> {
    seat: Seat,
    hands: Vec<&'a Area>,
    piles: Vec<&'a Area>,
}

impl Lot<'_> {
    /// A hand of somebody else that can be read takes a line.
    fn open(&self) -> Option<&Area> {
        self.hands.iter().copied().find(|area| !area.spots.is_empty() && !is_folded(area))
    }
}

/// Sizes that go together.
struct Sizes {
    pad: f64,
    /// the width of a card of a stack
    card: f64,
    /// the width of a card in the near hand
    hand: f64,
    /// name and points of others, and the near one's
    head: f64,
    own_head: f64,
    /// below a stack of others, and of the near one
    label: f64,
    own_label: f64,
    /// above the cards of a stack
    rise: f64,
    /// where many sit at a small table, only name and points are told of the others
    compact: bool,
    /// where a table is low, what belongs to one of the others lies in one line
    flat: bool,
    /// the room for a name and points there
    name: f64,
    /// what a sum needs, with why it counts
    between: f64,
}

/// A card that lies under the next one shows so much of itself that its number can be read.
const SHOWN: f64 = 0.84;

impl Sizes {
    fn of(narrow: bool, height: f64, scale: f64, compact: bool, flat: bool) -> Self {
        let low = !narrow && height < 460.0;
        let share = if flat { 0.15 } else { 0.115 };
        let full = |most: f64| if narrow { most } else { (1.37 * most).min(share * height.max(540.0)) };
        Sizes {
            pad: if narrow || low { 8.0 } else { 18.0 },
            card: (full(66.0) * scale).max(if compact { 36.0 } else { 44.0 }),
            hand: (full(62.0) * scale).max(44.0),
            head: match (compact, narrow) {
                (true, _) => 32.0,
                (false, true) => 44.0,
                (false, false) => 56.0,
            },
            own_head: match (narrow, low) {
                (true, _) => 56.0,
                (false, true) => 44.0,
                (false, false) => 60.0,
            },
            label: if compact { 4.0 } else { 22.0 },
            own_label: 22.0,
            rise: if compact { 8.0 } else { 10.0 },
            compact,
            flat,
            name: if low { 116.0 } else { 180.0 },
            between: match (narrow, low) {
                (true, _) => 106.0,
                (false, true) => 104.0,
                (false, false) => 134.0,
            },
        }
    }

    fn tall(&self, wide: f64) -> f64 {
        wide * CARD.1 / CARD.0
    }
}

fn lots(table: &Table) -> (Vec<Lot<'_>>, Vec<&Area>) {
    let seats = table.lanes.len().max(1);
    let near = table.near.unwrap_or(0);
    let mut lots: Vec<Lot> =
        (0..seats).map(|at| Lot { seat: (near + at) % seats, hands: Vec::new(), piles: Vec::new() }).collect();
    let mut middle = Vec::new();
    for area in &table.areas {
        let seat = match area.place {
            PlaceOf::Lane(seat) => Some(seat),
            _ => area.owner,
        };
        match seat.and_then(|seat| lots.iter_mut().find(|lot| lot.seat == seat)) {
            Some(lot) if area.shape == Shape::Pile => lot.piles.push(area),
            Some(lot) => lot.hands.push(area),
            None => middle.push(area),
        }
    }
    (lots, middle)
}

/// Lays a table out. Where it does not fit, cards become smaller; where that is not enough, it is higher than the stage.
pub fn round(table: &Table, width: f64, height: f64, narrow: bool) -> Layout {
    let scales = [1.0, 0.92, 0.84, 0.77, 0.7, 0.63, 0.56, 0.49];
    let mut out = Layout::default();
    let tries = scales.iter().flat_map(|&scale| [(scale, false), (scale, true)]);
    'fits: for compact in [false, true] {
        for (scale, flat) in tries.clone().filter(|&(_, flat)| !(flat && narrow)) {
            out = at(table, width, height, narrow, &Sizes::of(narrow, height, scale, compact, flat));
            if out.height <= height {
                break 'fits;
            }
        }
    }
    sort(&mut out, table);
    out
}

fn at(table: &Table, width: f64, height: f64, narrow: bool, sizes: &Sizes) -> Layout {
    let mut out = Layout { narrow, ..Layout::default() };
    let (lots, middle) = lots(table);
    let Some((own, others)) = lots.split_first() else { return out };
    let edge = 8.0;
    let mut y = sizes.pad;
    // The others above.
    let most = ((width - 2.0 * sizes.pad)
        / (if narrow && !sizes.compact { 164.0 } else { 2.0 * sizes.card + if sizes.compact { 22.0 } else { 36.0 } }))
    .floor() as usize;
    let cols = others.len().clamp(1, most.max(1));
    let rows = others.len().div_ceil(cols);
    let cols = others.len().div_ceil(rows.max(1)).max(1);
    let tight = narrow || sizes.compact;
    let gap = if tight { 8.0 } else { 20.0 };
    let inside = if tight { 7.0 } else { 14.0 };
    let open = others.iter().any(|lot| lot.open().is_some());
    let wide = (width - 2.0 * sizes.pad - gap * (cols as f64 - 1.0)) / cols as f64;
    // What is left between the name and two stacks.
    let left_over = wide - sizes.name - 2.0 * (sizes.card + 34.0);
    let flat = sizes.flat && left_over > if open { 120.0 } else { 0.0 };
    let strip = match () {
        () if !open => 0.0,
        () if flat => left_over,
        () => 52.0,
    };
    let stack = sizes.rise + sizes.tall(sizes.card) + sizes.label;
    let high = inside + 4.0 + if flat { sizes.head.max(stack) } else { sizes.head + strip + stack };
    for (at, lot) in others.iter().enumerate() {
        let rect =
            Rect::new(sizes.pad + (at % cols) as f64 * (wide + gap), y + (at / cols) as f64 * (high + gap), wide, high);
        other(&mut out, table, lot, rect, sizes, (inside, strip, flat));
    }
    y += rows as f64 * (high + gap) - if rows > 0 { gap } else { 0.0 };
    // The near one below.
    let hand = own.open();
    let cards = hand.map_or(0, |area| area.spots.len());
    // Every card of the near hand can be tapped, and read.
    let step = (width - 8.0 - sizes.hand) / (cards.max(2) - 1) as f64;
    let room = width - 2.0 * sizes.pad - left(own, width - 2.0 * sizes.pad, sizes, narrow) - 24.0;
    let fits = |lines: usize| room / (1.0 + SHOWN * (cards.div_ceil(lines).max(1) - 1) as f64);
    let two = if narrow { cards > 8 || step < TAP } else { fits(1) < TAP.max(0.75 * sizes.hand) };
    let lines = if two { 2 } else { 1 };
    let card = if narrow { sizes.hand } else { sizes.hand.min(fits(lines)).max(TAP) };
    let tall = sizes.tall(card);
    let stacks = sizes.rise + sizes.tall(sizes.card) + sizes.own_label;
    let own_high = if narrow {
        stacks.max(sizes.own_head) + if cards > 0 { lines as f64 * (tall + 6.0) + 10.0 } else { 0.0 }
    } else {
        (sizes.own_head + 8.0 + stacks).max(if lines > 1 { 2.0 * (tall + 6.0) } else { 0.0 })
    };
    let need = y + sizes.between + own_high + sizes.pad + edge;
    out.height = height.max(need);
    let top = out.height - edge - sizes.pad - own_high;
    let rect = Rect::new(sizes.pad, top, width - 2.0 * sizes.pad, own_high);
    near(&mut out, own, rect, sizes, narrow, (card, lines));
    let room = Rect::new(sizes.pad, y, width - 2.0 * sizes.pad, top - y);
    // What is said below a sum must not touch what lies below.
    out.middle = Rect { y: room.y - (124.0 - room.h).clamp(0.0, 12.0), ..room };
    if !middle.is_empty() {
        let tall = sizes.tall(sizes.card).min(room.h - 30.0);
        let share = room.w / middle.len() as f64;
        for (at, area) in middle.iter().enumerate() {
            let here = Rect::new(room.x + share * at as f64, room.y + 6.0, share - 8.0, tall);
            shelf::line(&mut out, table, area, here, tall * CARD.0 / CARD.1);
            let (x, y) = (here.cx(), here.bottom() + 12.0);
            let what = if area.shape == Shape::Pile { What::Count(area.zone) } else { What::Zone(area.zone) };
            out.labels.push(Label { what, x, y, size: 13.0, room: share, anchor: Anchor::Middle });
        }
        out.middle = Rect::new(room.x, room.y + tall + 24.0, room.w, (room.h - tall - 24.0).max(40.0));
    }
    let outer = Rect::new(0.0, 0.0, width, out.height - edge);
    out.frames.push(Frame {
        zone: None,
        outer,
        inner: outer,
        cols: 1,
        rows: 1,
        rim: (0.0, 0.0),
        cards: true,
        verdicts: Vec::new(),
    });
    out
}

/// One of the others: how far inside all lies, the room for a hand that can be read, and whether it is in one line.
fn other(
    out: &mut Layout,
    table: &Table,
    lot: &Lot,
    rect: Rect,
    sizes: &Sizes,
    (inside, strip, flat): (f64, f64, bool),
) {
    let high = sizes.head - 6.0;
    let head = if flat {
        Rect::new(rect.x + inside, rect.cy() - high / 2.0, sizes.name - inside, high)
    } else {
        Rect::new(rect.x + inside, rect.y + inside / 2.0 + 2.0, rect.w - 2.0 * inside, high)
    };
    let mut fan = None;
    for area in &lot.hands {
        if is_folded(area) {
            // Where there is no room for the fan, cards come from the name.
            let at = if sizes.compact {
                Rect { w: 30.0, ..head }
            } else {
                let left = if head.w < SLIM { 35.0 } else { 50.0 };
                Rect::new(head.x + left, head.bottom() - 25.0, 33.0, 27.0)
            };
            shelf::fold(out, area, at);
            fan = (!sizes.compact).then_some((area.zone, at));
        } else {
            let cells = if flat {
                Rect::new(head.right() + 14.0, rect.cy() - 23.0, (strip - 14.0).max(46.0), 46.0)
            } else {
                Rect::new(head.x, head.bottom() + 4.0, head.w, strip - 6.0)
            };
            // Small cards that can be read rather than large ones that cannot.
            let shown = cells.w / (1.0 + SHOWN * (area.spots.len().max(1) - 1) as f64);
            let wide = (cells.h * CARD.0 / CARD.1).min(shown);
            let high = sizes.tall(wide);
            let cells = Rect::new(cells.x, cells.cy() - high / 2.0, cells.w, high);
            shelf::line(out, table, area, cells, wide);
        }
    }
    let tall = sizes.tall(sizes.card);
    let (room, side) = if flat {
        (Rect::new(rect.x, rect.y + inside + sizes.rise - 2.0, rect.w - 22.0, tall), 1.0)
    } else {
        (Rect::new(rect.x, head.bottom() + 2.0 + strip + sizes.rise, rect.w, tall), 0.5)
    };
    piles(out, lot, room, sizes.card, side, !sizes.compact);
    out.benches.push(Bench { seat: lot.seat, rect, head, fan, own: false, small: sizes.compact });
}

/// The width of the near one's name, below or beside which the stacks are.
fn left(lot: &Lot, wide: f64, sizes: &Sizes, narrow: bool) -> f64 {
    let piles = lot.piles.len() as f64 * (sizes.card + if narrow { 24.0 } else { 14.0 });
    if narrow { (wide - piles - 8.0).max(120.0) } else { 246.0_f64.max(piles).min(wide * 0.4) }
}

/// The near one: name and points, stacks, and the hand with cards of some width in so many lines.
fn near(out: &mut Layout, lot: &Lot, rect: Rect, sizes: &Sizes, narrow: bool, (card, lines): (f64, usize)) {
    let left = left(lot, rect.w, sizes, narrow);
    let stacks = sizes.rise + sizes.tall(sizes.card) + sizes.own_label;
    let (head, stack) = if narrow {
        let head_y = rect.y + (stacks - sizes.own_head) / 2.0;
        (
            Rect::new(rect.x, head_y.max(rect.y), left, sizes.own_head),
            Rect::new(rect.x + left + 8.0, rect.y + sizes.rise, rect.w - left - 16.0, sizes.tall(sizes.card)),
        )
    } else {
        let y = rect.y + sizes.own_head + 8.0 + sizes.rise;
        (Rect::new(rect.x, rect.y, left, sizes.own_head), Rect::new(rect.x, y, left, sizes.tall(sizes.card)))
    };
    piles(out, lot, stack, sizes.card, if narrow { 1.0 } else { 0.0 }, true);
    let mut fan = None;
    for area in &lot.hands {
        if is_folded(area) {
            let at = Rect::new(head.x + 52.0, head.bottom() - 28.0, 33.0, 27.0);
            shelf::fold(out, area, at);
            fan = Some((area.zone, at));
            continue;
        }
        let tall = sizes.tall(card);
        let room = if narrow {
            Rect::new(rect.x - 4.0, rect.bottom() - lines as f64 * (tall + 6.0) + 6.0, rect.w + 8.0, tall)
        } else {
            let x = rect.x + left + 24.0;
            let y = if lines > 1 { 2.0 * tall + 6.0 } else { tall + sizes.own_label };
            Rect::new(x, rect.bottom() - y, rect.right() - x, tall)
        };
        hand(out, area, room, card, lines);
    }
    out.benches.push(Bench { seat: lot.seat, rect, head, fan, own: true, small: false });
}

/// The near hand: in one line, overlapping where there is no room, or in two.
fn hand(out: &mut Layout, area: &Area, room: Rect, wide: f64, lines: usize) {
    let count = area.spots.len();
    let per = count.div_ceil(lines.max(1)).max(1);
    for (at, spot) in area.spots.iter().enumerate() {
        let (col, row) = (at % per, at / per);
        let here = per.min(count - row * per);
        let step = if here > 1 { ((room.w - wide) / (here as f64 - 1.0)).min((wide - 4.0).max(TAP)) } else { wide };
        let all = step * (here as f64 - 1.0) + wide;
        let x = room.x + (room.w - all).max(0.0) / 2.0 + step * col as f64;
        let rect = Rect::new(x, room.y + row as f64 * (room.h + 6.0), wide, room.h);
        let hit = if col + 1 < here { Rect { w: step.min(wide), ..rect } } else { rect };
        out.places.push(Place { site: spot.site, rect, hit, tile: Tile::Card });
    }
}

/// Stacks side by side, each with its name and how many lie there. `side` is 0 at the left, 1 at the right.
fn piles(out: &mut Layout, lot: &Lot, room: Rect, wide: f64, side: f64, named: bool) {
    let count = lot.piles.len() as f64;
    let gap = (room.w - count * wide) / (count + 1.0).max(1.0);
    let gap = gap.clamp(6.0, 30.0);
    let all = count * wide + (count - 1.0).max(0.0) * gap;
    let x = room.x + (room.w - all).max(0.0) * side;
    let x = if side == 0.0 { x + 10.0 } else { x };
    for (at, area) in lot.piles.iter().enumerate() {
        let rect = Rect::new(x + at as f64 * (wide + gap), room.y, wide, room.h);
        for spot in &area.spots {
            out.places.push(Place { site: spot.site, rect, hit: rect, tile: Tile::Card });
        }
        let (x, y) = (rect.cx(), rect.bottom() + 11.0);
        // Names of small piles may reach a little over them.
        let (room, size) = if wide < 56.0 { (wide + gap + 12.0, 11.0) } else { (wide + gap + 2.0, 12.0) };
        if named {
            out.labels.push(Label { what: What::Count(area.zone), x, y, size, room, anchor: Anchor::Middle });
        }
    }
}
