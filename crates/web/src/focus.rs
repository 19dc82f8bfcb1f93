//! Where the keys are on the table, and where an arrow leads.

use agon_rules::Site;

use crate::draw::Area;
use crate::draw::geom::Rect;
use crate::draw::layout::{Layout, Place, Tile};

/// A direction of an arrow key: columns to the right, rows down.
pub type Arrow = (isize, isize);

/// The cell an arrow leads to: the nearest one in that direction, of the same area where there is one.
pub fn step(layout: &Layout, from: Site, (right, down): Arrow) -> Option<Site> {
    let here = layout.place(from)?;
    let (dx, dy) = (right as f64, down as f64);
    let ahead = |place: &&Place| {
        let (x, y) = apart(here.hit, place.hit);
        place.tile != Tile::Folded && place.site != from && x * dx + y * dy > 0.5
    };
    // How far it is, where a way aside counts more than the way ahead.
    let far = |place: &Place| {
        let (x, y) = apart(here.hit, place.hit);
        let (on, aside) = (x * dx + y * dy, (x * dy).abs() + (y * dx).abs());
        on + 3.0 * aside
    };
    let straight = |place: &&Place| {
        let (x, y) = apart(here.hit, place.hit);
        (x * dy).abs() + (y * dx).abs() <= x.abs() * dx.abs() + y.abs() * dy.abs()
    };
    let nearest = |places: &mut dyn Iterator<Item = &Place>| {
        places.min_by(|a, b| far(a).total_cmp(&far(b))).map(|place| place.site)
    };
    let own = |place: &&Place| place.site.zone == from.zone;
    let all = || layout.places.iter().filter(ahead);
    nearest(&mut all().filter(own).filter(straight))
        .or_else(|| nearest(&mut all().filter(straight)))
        .or_else(|| nearest(&mut all()))
        .or_else(|| follow(layout, from, right + down))
}

/// From the middle of one to the middle of the other.
fn apart(from: Rect, to: Rect) -> (f64, f64) {
    (to.cx() - from.cx(), to.cy() - from.cy())
}

/// The next area in the order of the table, so that every one can be reached.
fn follow(layout: &Layout, from: Site, way: isize) -> Option<Site> {
    let open: Vec<Site> =
        layout.places.iter().filter(|place| place.tile != Tile::Folded).map(|place| place.site).collect();
    let at = open.iter().position(|site| *site == from)?;
    let other = |site: &&Site| site.zone != from.zone;
    if way > 0 { open[at..].iter().find(other).copied() } else { open[..at].iter().rev().find(other).copied() }
}

/// The cell of an area that the tab key comes to: where the keys were, else one that can be chosen, else the first.
pub fn entry(area: &Area, last: Option<Site>) -> Option<Site> {
    let here = area.spots.iter().find(|spot| Some(spot.site) == last);
    let lit = || area.spots.iter().find(|spot| spot.lit);
    here.or_else(lit).or(area.spots.first()).map(|spot| spot.site)
}
