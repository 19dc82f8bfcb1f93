//! What does not move: boards, slots, and the order in which everything round them is drawn.
//!
//! Boards of squares are in `squares.rs`, the places of players in `bench.rs`, what is written beside cells in `labels.rs`.

use std::fmt::Write;

use agon_rules::{Ground, Material, PlaceOf, Text};

use super::bench::bench;
use super::geom::{N, Rect};
use super::labels::{label, verdicts};
use super::layout::{Frame, Layout, Tile};
use super::squares::squares;
use super::table::Table;
use super::words::{clip, safe};

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
    for place in &layout.benches {
        if let Some(lane) = table.lanes.get(place.seat) {
            bench(&mut out, table, place, lane, layout.narrow, how);
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
    for what in &layout.labels {
        label(&mut out, table, layout, what, on_table, how);
    }
    out
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
