//! The table on the page: one drawing in layers, and above them cells that are buttons, for mouse, finger, keys and screen
//! readers alike.

use agon_rules::{Mark, Site, Text};

use crate::device::Device;
use crate::draw::geom::N;
use crate::draw::layout::{Layout, Tile};
use crate::draw::{self, How, Spot, Table, ground, lights, notes};
use crate::focus::{entry, step};
use crate::html;
use crate::html::Html;

/// On cells that are smaller than a finger the first tap aims and the second plays.
const FINGER: f64 = 40.0;

/// The table, and what people are doing with it.
#[derive(Default)]
pub struct Board {
    table: Table,
    layout: Layout,
    /// how much room there is
    room: (f64, f64),
    /// the cell that has the keys
    focus: Option<Site>,
    /// the cell that was aimed at
    aim: Option<Site>,
    /// cells that a note points at
    pointed: Vec<Site>,
    /// how often something was refused: each time it shakes
    refused: usize,
}

impl Board {
    /// Shows a table.
    pub fn show(&mut self, table: Table) {
        if self.table != table {
            self.table = table;
            self.aim = None;
            self.place();
        }
    }

    /// There is so much room for it.
    pub fn fit(&mut self, width: f64, height: f64) {
        if self.room != (width, height) {
            self.room = (width, height);
            self.place();
        }
    }

    fn place(&mut self) {
        let (width, height) = self.room;
        self.layout = if width > 0.0 { draw::layout(&self.table, width, height) } else { Layout::default() };
    }

    /// Where what is drawn ends, and how much room is left below it, in pixels.
    pub fn free(&self) -> (usize, usize) {
        let low = extent(&self.layout).1;
        (low.max(0.0) as usize, (self.room.1 - low).max(0.0) as usize)
    }

    /// How high a stage must be for a board that is as wide as the stage; nothing where the height is what limits it.
    pub fn tall(&self) -> Option<usize> {
        let wide = self.layout.frames.iter().any(|frame| frame.zone.is_some() && frame.outer.w > self.room.0 - 12.0);
        let (high, low) = extent(&self.layout);
        wide.then_some((low - high) as usize + 32)
    }

    /// Somebody points at cells elsewhere.
    pub fn point(&mut self, sites: Vec<Site>) {
        self.pointed = sites;
    }

    /// The keys came to a cell.
    pub fn focus(&mut self, site: Site) {
        self.focus = Some(site);
    }

    /// Something was refused.
    pub fn refuse(&mut self) {
        self.refused += 1;
    }

    /// A cell was tapped: whether that plays. Where a tap plays and the cell is small, it aims first.
    pub fn tap(&mut self, site: Site) -> bool {
        self.focus = Some(site);
        let small =
            self.layout.narrow && self.layout.place(site).is_some_and(|place| place.hit.w.min(place.hit.h) < FINGER);
        let target = self.table.spot(site).is_some_and(|spot| spot.lit && spot.pieces.is_empty());
        if small && target && self.aim != Some(site) {
            self.aim = Some(site);
            return false;
        }
        self.aim = None;
        true
    }

    /// A key was pressed on the table: the cell it taps.
    pub fn key(&mut self, key: &str, device: &dyn Device) -> Option<Site> {
        let arrow = match key {
            "ArrowRight" => (1, 0),
            "ArrowLeft" => (-1, 0),
            "ArrowDown" => (0, 1),
            "ArrowUp" => (0, -1),
            "Enter" | " " => {
                self.aim = None;
                return self.focus;
            }
            _ => return None,
        };
        let to = step(&self.layout, self.focus?, arrow)?;
        self.focus = Some(to);
        device.focus(&["[data-site='", &name(to), "']"].concat());
        None
    }

    /// The table as it is drawn.
    pub fn html(&self, to: &mut Html<'_>) {
        let (table, layout, shell) = (&self.table, &self.layout, to.shell);
        let tell = |text: &Text| shell.tell(text);
        let how = How { tell: &tell, coordinates: true };
        // Where a table does not fit, it scrolls.
        let tall = if layout.height > self.room.1 + 1.0 { " d-tall" } else { "" };
        html!(to, "<div class='d-stage" [tall] "' id='table' data-shake='" {self.refused} "'><svg class='drawn "
            {ground::material(table.look.material)} "' viewBox='0 0 " [N(layout.width).to_string()] " " [N(layout.height).to_string()]
            "' height='" [N(layout.height).to_string()] "'><g aria-hidden='true'>");
        let mut sites = self.pointed.clone();
        sites.extend(self.aim);
        to.whole("g", "", &ground::ground(table, layout, &how));
        to.whole("g", "", &lights::lights(table, layout, &sites));
        to.whole("g", "", &notes::below(table, layout));
        to.whole("g", "class='d-pieces'", &lights::pieces(table, layout));
        let above =
            notes::rings(table, layout) + &lights::badges(table, layout, &how) + &notes::above(table, layout, &how);
        to.whole("g", "", &above);
        if let Some(site) = self.aim {
            to.whole("g", "class='d-loupe'", &lights::loupe(table, layout, &how, site));
        }
        html!(to, "</g>");
        let mut zones: Vec<usize> = layout.places.iter().map(|place| place.site.zone).collect();
        zones.dedup();
        for zone in zones {
            self.zone(to, zone);
        }
        html!(to, "<g class='d-fly' aria-hidden='true' data-whole></g></svg></div>");
    }

    /// The cells of a zone, as buttons.
    fn zone(&self, to: &mut Html<'_>, zone: usize) {
        let area = self.table.area(zone);
        let open = area.and_then(|area| entry(area, self.focus));
        let mut shown =
            self.layout.places.iter().filter(|place| place.site.zone == zone && place.tile != Tile::Folded).peekable();
        let role = if shown.peek().is_none() { "img" } else { "group" };
        html!(to, "<g role='" [role] "' data-key='zone" {zone} "' aria-label='" {area.map(|area| &area.title)} "'>");
        for place in shown {
            if let Some(spot) = self.table.spot(place.site) {
                cell(to, spot, open == Some(place.site));
                let hit = place.hit;
                for (name, value) in
                    [("<rect x='", hit.x), ("' y='", hit.y), ("' width='", hit.w), ("' height='", hit.h)]
                {
                    html!(to, [name][N(value).to_string()]);
                }
                html!(to, "' rx='8'/></g>");
            }
        }
        html!(to, "</g>");
    }
}

/// Where what is drawn begins and ends, from the top down.
fn extent(layout: &Layout) -> (f64, f64) {
    let frames = layout.frames.iter().map(|frame| frame.outer);
    let all = frames.chain(layout.places.iter().map(|place| place.rect));
    let (high, low) =
        all.fold((f64::MAX, 0.0), |(high, low): (f64, f64), rect| (high.min(rect.y), low.max(rect.bottom())));
    (high.min(low), low)
}

/// The beginning of a cell.
fn cell(to: &mut Html<'_>, spot: &Spot, open: bool) {
    let site = name(spot.site);
    html!(to, "<g class='spot");
    let states = [
        (spot.lit, " lit"),
        (spot.tapped, " tapped"),
        (spot.fresh, " fresh"),
        (spot.hinted, " hint"),
        (!spot.pieces.is_empty(), " full"),
        (spot.mark == Mark::Win, " win"),
    ];
    for (is, class) in states {
        to.raw(if is { class } else { "" });
    }
    html!(to, "' role='button' tabindex='" [if open { "0" } else { "-1" }] "' aria-label='" {to.shell.join(&spot.label, ", ")}
        "' aria-disabled='" [if spot.lit || spot.tapped { "false" } else { "true" }]
        "' data-site='" [site] "' data-do='tap " [site] "'>");
}

/// A cell as elements are called after it.
fn name(site: Site) -> String {
    [site.zone.to_string().as_str(), "-", &site.cell.to_string()].concat()
}
