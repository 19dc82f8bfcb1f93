//! Lets pieces glide from where they were to where they are.

use std::collections::HashMap;

use crate::motion::motion;
use agon_rules::{Site, View};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{DomRect, Element};

/// How long a piece is on its way, in milliseconds.
const TIME: f64 = 260.0;

#[wasm_bindgen]
extern "C" {
    /// Lets an element come from somewhere else; the page's first script does nothing where motion is not wanted.
    #[wasm_bindgen(js_namespace = agon, js_name = glide)]
    fn glide(element: &Element, dx: f64, dy: f64, scale: f64, time: f64);
}

/// Where every cell was, before something changes.
pub struct Before {
    view: View,
    places: HashMap<Site, DomRect>,
}

impl Before {
    /// Remembers how the table looks.
    pub fn look(view: View) -> Self {
        let mut places = HashMap::new();
        for (zone, area) in view.zones.iter().enumerate() {
            for cell in 0..area.cells.len() {
                let site = Site::new(zone, cell);
                if let Some(element) = find(site) {
                    places.insert(site, element.get_bounding_client_rect());
                }
            }
        }
        Before { view, places }
    }

    /// Lets everything that has moved since come from where it was.
    pub fn play(self, after: View) {
        request_animation_frame(move || {
            let motion = motion(&self.view, &after);
            for one in motion.glides {
                let Some(from) = self.places.get(&one.from) else { continue };
                let Some(piece) = piece(one.to, one.level) else { continue };
                let Some(cell) = find(one.to) else { continue };
                let to = cell.get_bounding_client_rect();
                glide(&piece, from.x() - to.x(), from.y() - to.y(), to.width() / 100.0, TIME);
            }
            for (site, level) in motion.came {
                if let Some(piece) = piece(site, level) {
                    glide(&piece, 0.0, 0.0, 0.0, TIME);
                }
            }
        });
    }
}

fn find(site: Site) -> Option<Element> {
    document().query_selector(&format!("[data-site='{}-{}'] .ground", site.zone, site.cell)).ok().flatten()
}

fn piece(site: Site, level: usize) -> Option<Element> {
    let selector = format!("[data-site='{}-{}'] .piece[data-level='{level}']", site.zone, site.cell);
    document().query_selector(&selector).ok().flatten()
}
