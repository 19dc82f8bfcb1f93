//! Lets pieces glide from where they were to where they are, and what was taken fly away.

use std::collections::HashMap;

use crate::motion::motion;
use agon_rules::{Seat, Site, View};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{DomRect, Element, Node};

#[wasm_bindgen]
extern "C" {
    /// Lets an element come from somewhere else; with a scale of 0 it appears, and one that has not moved is turned over.
    /// The page's first script does nothing where motion is not wanted.
    #[wasm_bindgen(js_namespace = agon)]
    fn glide(element: &Element, dx: f64, dy: f64, scale: f64);
    /// Lets a copy of what was taken fly to where its taker keeps it, or fade.
    #[wasm_bindgen(js_namespace = agon)]
    fn fly(element: &Element, seat: i32);
}

/// Where every cell was, before something changes.
pub struct Before {
    view: View,
    places: HashMap<Site, DomRect>,
    /// how the pieces looked
    pieces: Option<Node>,
}

impl Before {
    /// Remembers how the table looks.
    pub fn look(view: View) -> Self {
        let mut places = HashMap::new();
        for (zone, area) in view.zones.iter().enumerate() {
            for cell in 0..area.cells.len() {
                let site = Site::new(zone, cell);
                if let Some(element) = find("data-at", site).or_else(|| find("data-site", site)) {
                    places.insert(site, element.get_bounding_client_rect());
                }
            }
        }
        let pieces = document().query_selector(".d-pieces").ok().flatten();
        Before { view, places, pieces: pieces.and_then(|pieces| pieces.clone_node_with_deep(true).ok()) }
    }

    /// Lets everything that has moved since come from where it was.
    pub fn play(self, after: View) {
        request_animation_frame(move || {
            let motion = motion(&self.view, &after);
            for one in motion.glides {
                let Some(piece) = piece(one.to, one.level) else { continue };
                let from = self
                    .places
                    .get(&one.from)
                    .or_else(|| self.places.iter().find(|(site, _)| site.zone == one.from.zone).map(|(_, rect)| rect));
                let Some(from) = from else { continue };
                let Some(cell) = find("data-site", one.to) else { continue };
                let (here, to) = (piece.get_bounding_client_rect(), cell.get_bounding_client_rect());
                let middle = |rect: &DomRect| (rect.x() + rect.width() / 2.0, rect.y() + rect.height() / 2.0);
                let ((ax, ay), (bx, by)) = (middle(from), middle(if one.from == one.to { &here } else { &to }));
                let still = one.from == one.to;
                let way = if still { (0.0, 0.0) } else { (ax - bx, ay - by) };
                glide(&piece, way.0, way.1, 1.0);
            }
            for (site, level) in motion.came {
                if let Some(piece) = piece(site, level) {
                    glide(&piece, 0.0, 0.0, 0.0);
                }
            }
            for site in motion.gone {
                self.lose(site);
            }
        });
    }

    /// The captured piece flies to the player who took it.
    fn lose(&self, site: Site) {
        let Some(pieces) = self.pieces.as_ref().and_then(|pieces| pieces.dyn_ref::<Element>()) else { return };
        let Some(lost) = pieces.query_selector(&format!("[data-at='{}-{}']", site.zone, site.cell)).ok().flatten()
        else {
            return;
        };
        let owner = self.view.zones[site.zone].cells[site.cell].pieces.last().and_then(|piece| piece.owner);
        let taker: Option<Seat> = match (owner, self.view.turn) {
            (Some(owner), Some(mover)) if owner == mover => (owner < 2).then(|| 1 - owner),
            (Some(_), mover) => mover,
            (None, _) => None,
        };
        fly(&lost, taker.map_or(-1, |seat| seat as i32));
    }
}

fn find(attribute: &str, site: Site) -> Option<Element> {
    document().query_selector(&format!("[{attribute}='{}-{}']", site.zone, site.cell)).ok().flatten()
}

fn piece(site: Site, level: usize) -> Option<Element> {
    let selector = format!("[data-at='{}-{}'] [data-level='{level}']", site.zone, site.cell);
    document().query_selector(&selector).ok().flatten()
}
