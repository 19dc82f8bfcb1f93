//! What is going on, by more than colour: below the pieces what can be chosen and what has just happened, above them badges.

use std::fmt::Write;

use agon_rules::{Face, Mark, Seat, Site};

use super::geom::{At, N, Rect, Way};
use super::ground::{self, How};
use super::layout::{Layout, Place, TAP, Tile};
use super::notes;
use super::piece::{Facing, Stand, is_card, outline, piece};
use super::table::{Side, Spot, Table};
use super::words::{safe, width};

/// How many pieces of a pile are drawn, and by how much each lies higher than the one below.
const DRAWN: usize = 4;
const LIFT: f64 = 4.0;

/// The sign of danger.
pub const DANGER: &str = "<path class=\"d-warn\" d=\"M0-17 18 14H-18z\"/><path class=\"d-warnl\" d=\"M0-7V3M0 9v.1\"/>";

/// Below the pieces: the last turn, what is held, where it can go, suggestions, and what a note points at.
pub fn lights(table: &Table, layout: &Layout, pointed: &[Site]) -> String {
    let mut out = String::new();
    for place in &layout.places {
        let Some(spot) = table.spot(place.site) else { continue };
        match place.tile {
            Tile::Square => square(&mut out, place, spot),
            Tile::Slot | Tile::Card | Tile::Token => card(&mut out, place, spot),
            Tile::Folded => {}
        }
        if pointed.contains(&place.site) {
            let _ = write!(out, "<rect class=\"d-point\" {} rx=\"10\"/>", place.rect.grown(-2.0));
        }
    }
    for way in &table.trail {
        let (Some(from), Some(to)) = (layout.place(way.from), layout.place(way.to)) else { continue };
        let (ax, ay, scale) = from.stand();
        let (bx, by, _) = to.stand();
        let length = Way::new((ax, ay), (bx, by)).length;
        let end = 38.0 * scale / length.max(1.0);
        let start = 14.0 * scale / length.max(1.0);
        let at = |share: f64| (ax + (bx - ax) * share, ay + (by - ay) * share);
        let ((ax, ay), (bx, by)) = (at(start), at(1.0 - end));
        let _ = write!(out, "<path class=\"d-trail\" d=\"M{} {}L{} {}\"/>", N(ax), N(ay), N(bx), N(by));
    }
    out
}

fn square(out: &mut String, place: &Place, spot: &Spot) {
    let Rect { x, y, w, .. } = place.rect;
    let u = w / 100.0;
    let _ = write!(out, "<g {}>", At(x, y, u));
    let before = out.len();
    if spot.fresh || (spot.mark == Mark::Win && !spot.pieces.is_empty()) {
        out.push_str("<path class=\"d-last\" d=\"M0 0h100v100H0z\"/>");
    }
    if spot.tapped {
        out.push_str("<path class=\"d-sel\" d=\"M3 3h94v94H3z\"/>");
    }
    if spot.mark == Mark::Live && !spot.tapped {
        out.push_str("<rect class=\"d-live\" x=\"5\" y=\"5\" width=\"90\" height=\"90\" rx=\"10\"/>");
    }
    if spot.lit && spot.pieces.is_empty() {
        hole(out, 50.0, 50.0, 17.0);
    }
    if spot.hinted {
        out.push_str("<rect class=\"d-hint\" x=\"4\" y=\"4\" width=\"92\" height=\"92\" rx=\"10\"/>");
    }
    if out.len() == before {
        out.truncate(out.rfind("<g ").unwrap_or(before));
    } else {
        out.push_str("</g>");
    }
}

/// Where a piece may land: a hollow whose lower lip is lit.
fn hole(out: &mut String, x: f64, y: f64, r: f64) {
    let (dx, dy) = (0.82 * r, 0.53 * r);
    let _ = write!(
        out,
        "<circle class=\"d-hole\" cx=\"{}\" cy=\"{}\" r=\"{}\"/><path class=\"d-lit\" d=\"M{} {}a{} {} 0 0 0 {} 0\"/>",
        N(x),
        N(y),
        N(r),
        N(x - dx),
        N(y + dy),
        N(r),
        N(r),
        N(2.0 * dx)
    );
}

fn card(out: &mut String, place: &Place, spot: &Spot) {
    let rect = place.rect;
    let ring = |out: &mut String, class: &str, by: f64| {
        let _ = write!(out, "<rect class=\"{class}\" {} rx=\"{}\"/>", rect.grown(by), N(11.0 + by.max(-4.0)));
    };
    let empty = spot.pieces.is_empty();
    if spot.fresh {
        ring(out, if place.tile == Tile::Token { "d-lastring d-off" } else { "d-lastring" }, 5.0);
    }
    if spot.tapped {
        ring(out, "d-selring", 0.0);
    }
    if spot.lit && empty {
        ring(out, "d-open", -1.5);
        hole(out, rect.cx(), rect.cy(), rect.w * 0.13);
    }
    if spot.hinted {
        ring(out, "d-hint", 3.0);
    }
}

/// Which way men of a seat go on the screen.
fn facing(seat: Option<Seat>, side: Side) -> Facing {
    match (seat.is_none_or(|seat| seat % 2 == 0), side) {
        (true, Side::Near) | (false, Side::Far) => Facing::Up,
        _ => Facing::Down,
    }
}

/// The pieces; those that have moved, and the one that is held, lie above all others.
pub fn pieces(table: &Table, layout: &Layout) -> String {
    let (mut out, mut above) = (String::new(), String::new());
    for ghost in &table.ghosts {
        let marked = table.spot(ghost.site).is_some_and(|spot| spot.mark == Mark::Lost && spot.pieces.is_empty());
        if let (true, Some(place)) = (marked, layout.place(ghost.site)) {
            let (x, y, scale) = place.stand();
            let drawn = piece(&ghost.piece, Stand::Gone, facing(ghost.piece.owner, table.side));
            let _ = write!(out, "<g class=\"d-ghost\" {}>{drawn}</g>", At(x, y, scale));
        }
    }
    for place in layout.places.iter().filter(|place| place.tile != Tile::Folded) {
        let Some(spot) = table.spot(place.site) else { continue };
        if spot.pieces.is_empty() {
            continue;
        }
        let layer = if spot.tapped || spot.fresh && place.tile == Tile::Square { &mut above } else { &mut out };
        let (x, y, scale) = place.stand();
        let Site { zone, cell } = place.site;
        let _ = write!(layer, "<g data-at=\"{zone}-{cell}\" {}>", At(x, y, scale));
        let first = spot.pieces.len().saturating_sub(DRAWN);
        let cards = spot.pieces.iter().any(is_card);
        for (level, one) in spot.pieces.iter().enumerate().skip(first) {
            let top = level + 1 == spot.pieces.len();
            // Of pieces that are alike the number is told.
            if !cards && !top {
                continue;
            }
            let stand = match spot.mark {
                _ if !top => Stand::Rest,
                _ if spot.tapped => Stand::Up,
                Mark::Lost if cards || place.tile != Tile::Square => Stand::Dim,
                _ if spot.lit => Stand::Ready,
                Mark::Live => Stand::Ready,
                _ => Stand::Rest,
            };
            let lift = (level - first) as f64 * if cards { LIFT } else { 0.0 };
            let drawn = piece(one, stand, facing(one.owner, table.side));
            let _ = write!(layer, "<g class=\"d-mv\" data-level=\"{level}\"");
            if lift > 0.0 {
                let _ = write!(layer, " transform=\"translate(0 -{})\"", N(lift));
            }
            let _ = write!(layer, ">{drawn}</g>");
        }
        layer.push_str("</g>");
    }
    out + &above
}

/// Above the pieces: what would be taken, badges, counts and values of moves.
pub fn badges(table: &Table, layout: &Layout, how: &How) -> String {
    let mut out = String::new();
    for place in &layout.places {
        let Some(spot) = table.spot(place.site) else { continue };
        if place.tile == Tile::Folded {
            continue;
        }
        let Rect { x, y, w, h } = place.rect;
        let u = w.min(h) / 100.0;
        let _ = write!(out, "<g {}>", At(x, y, u));
        let before = out.len();
        // The same corner on squares and cards.
        let (right, high) = (w / u, h / u);
        if spot.victim {
            let _ = write!(
                out,
                "<path class=\"d-take\" d=\"M5 26V5H26M5 {0}V{b}H26M{a} 26V5H{1}M{a} {0}V{b}H{1}\"/>",
                N(high - 26.0),
                N(right - 26.0),
                a = N(right - 5.0),
                b = N(high - 5.0)
            );
        }
        let corner = right - 20.0;
        if spot.mark == Mark::Win && spot.pieces.last().is_some_and(|top| top.face == Face::Up) {
            win(&mut out, table, place, spot, (right, high));
        }
        if spot.mark == Mark::Danger && table.explain && !spot.hinted {
            let _ = write!(out, "<g transform=\"translate({} 18) scale(.8)\">{DANGER}</g>", N(corner + 2.0));
        }
        if spot.hinted {
            let _ = write!(
                out,
                "<g transform=\"translate({} 20)\"><circle class=\"d-bulb\" r=\"16\"/><path class=\"d-bulbl\" d=\"M-2.4 4.4h4.8M-1.6 \
                 6.8h3.2M0-7.2a4.8 4.8 0 0 0-2.9 8.6c.6.5.9 1 .9 1.8h4c0-.7.3-1.3.9-1.8A4.8 4.8 0 0 0 0-7.2Z\"/></g>",
                N(corner)
            );
        }
        if spot.pieces.len() > 1 && !spot.pieces.iter().any(is_card) {
            let _ = write!(
                out,
                "<g transform=\"translate({} 82)\"><circle class=\"d-num\" r=\"17\"/><text class=\"d-numt\" y=\"7\" font-size=\"20\" \
                 text-anchor=\"middle\">{}</text></g>",
                N(corner + 2.0),
                spot.pieces.len()
            );
        }
        if let Some(badge) = &spot.badge {
            let text = (how.tell)(&badge.text);
            let best = if badge.best { " d-best" } else { "" };
            let wide = width(&text) * 24.0 + 22.0;
            let _ = write!(
                out,
                "<g class=\"d-worth{best}\" transform=\"translate({} {})\"><rect x=\"{}\" y=\"-17\" width=\"{}\" height=\"34\" rx=\"17\"/>\
                 <text y=\"8.5\" font-size=\"24\" text-anchor=\"middle\">{}</text></g>",
                N(right / 2.0),
                N(if spot.pieces.is_empty() { high / 2.0 } else { 16.0 }),
                N(-wide / 2.0),
                N(wide),
                safe(&text)
            );
        }
        if out.len() == before {
            out.truncate(out.rfind("<g ").unwrap_or(before));
        } else {
            out.push_str("</g>");
        }
    }
    out
}

/// What won: a ring, and a tick in the winner's shape.
fn win(out: &mut String, table: &Table, place: &Place, spot: &Spot, (right, high): (f64, f64)) {
    if place.tile != Tile::Square {
        let _ = write!(
            out,
            "<rect class=\"d-won\" x=\"-3\" y=\"-4\" width=\"{}\" height=\"{}\" rx=\"13\"/>",
            N(right + 6.0),
            N(high + 4.0)
        );
    }
    let noted = table.notes.iter().filter(|note| note.mark == Mark::Win && note.sites.contains(&spot.site));
    let owner = spot.pieces.last().and_then(|top| top.owner);
    let column = || {
        let area = table.area(spot.site.zone)?;
        let at = area.spots.iter().position(|other| other.site == spot.site)?;
        area.columns.get(at % area.grid_cols())?.seat
    };
    let Some(seat) = owner.or_else(column).or_else(|| noted.filter_map(|note| note.seat).next()) else { return };
    let _ = write!(
        out,
        "<g class=\"s{seat} d-tick\" transform=\"translate({} 16)\"><path class=\"d-card\" d=\"{}\"/><path class=\"d-fa\" d=\"{}\"/>\
         <path class=\"d-tickl\" d=\"m-5.5 .5 4 4 7-8\"/></g>",
        N(right - 16.0),
        outline(seat, 17.0),
        outline(seat, 13.0)
    );
}

/// What lies round a cell that was aimed at, as large as a finger, above that finger.
pub fn loupe(table: &Table, layout: &Layout, how: &How, site: Site) -> String {
    let Some(Place { rect, .. }) = layout.place(site) else { return String::new() };
    let size = 3.0 * TAP;
    let x = (rect.cx() - size / 2.0).min(layout.width - size - 4.0).max(4.0);
    // It may stand out of the board; where there is no room above, it stands below.
    let y = if rect.y > 0.6 * size { rect.y - size - 14.0 } else { rect.bottom() + 14.0 };
    let (lens, seen) = (Rect::new(x, y, size, size), rect.grown(rect.w));
    let inside = ground::ground(table, layout, how)
        + &lights(table, layout, &[site])
        + &notes::below(table, layout)
        // These pieces are not the ones that move.
        + &pieces(table, layout).replace("data-at", "data-in");
    format!(
        "<rect class=\"d-well\" {lens}/><svg {lens} viewBox=\"{} {} {} {}\">{inside}</svg>\
         <rect class=\"d-lens\" {lens} rx=\"4\"/>",
        N(seen.x),
        N(seen.y),
        N(seen.w),
        N(seen.h)
    )
}
