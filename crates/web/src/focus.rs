//! Where the keys are on the table, and where an arrow leads.

use agon_rules::{Shape, Site};

use crate::draw::Area;

/// Cells of a row that fit side by side on a narrow screen, and on a wide one.
const NARROW: usize = 6;
const WIDE: usize = 12;

/// A direction of an arrow key: columns to the right, rows down.
pub type Arrow = (isize, isize);

impl Area {
    /// How many cells are side by side.
    pub fn cols(&self, narrow: bool) -> usize {
        match self.shape {
            Shape::Grid { cols } => cols.max(1),
            Shape::Row => self.spots.len().clamp(1, if narrow { NARROW } else { WIDE }),
            Shape::Pile => 1,
        }
    }

    /// How many rows there are.
    pub fn rows(&self, narrow: bool) -> usize {
        self.spots.len().div_ceil(self.cols(narrow)).max(1)
    }
}

/// The cell an arrow leads to: the next one of the same area, else one of the area before or after.
pub fn step(areas: &[Area], narrow: bool, from: Site, (right, down): Arrow) -> Option<Site> {
    let here = areas.iter().position(|area| area.spots.iter().any(|spot| spot.site == from))?;
    let area = &areas[here];
    let (cols, rows) = (area.cols(narrow), area.rows(narrow));
    let at = area.spots.iter().position(|spot| spot.site == from)?;
    let (col, row) = ((at % cols).checked_add_signed(right), (at / cols).checked_add_signed(down));
    if let (Some(col), Some(row)) = (col, row)
        && col < cols
        && row < rows
        && let Some(spot) = area.spots.get(row * cols + col)
    {
        return Some(spot.site);
    }
    // To the side the areas follow each other in the order they are drawn; above and below the nearest cell is meant.
    let share = (at % cols) as f64 / cols as f64;
    let next = |area: &Area, first: bool| {
        let cols = area.cols(narrow);
        let row = if first { 0 } else { area.rows(narrow) - 1 };
        let col = ((share * cols as f64) as usize).min(cols - 1);
        area.spots.get(row * cols + col).or(area.spots.last()).map(|spot| spot.site)
    };
    let (before, after) = (&areas[..here], &areas[here + 1..]);
    match (right.signum(), down.signum()) {
        (_, 1) => after.iter().find_map(|area| next(area, true)),
        (_, -1) => before.iter().rev().find_map(|area| next(area, false)),
        (1, _) => after.iter().find_map(|area| area.spots.first()).map(|spot| spot.site),
        (-1, _) => before.iter().rev().find_map(|area| area.spots.last()).map(|spot| spot.site),
        _ => None,
    }
}

/// The cell of an area that the tab key comes to: where the keys were, else one that can be chosen, else the first.
pub fn entry(area: &Area, last: Option<Site>) -> Option<Site> {
    let here = area.spots.iter().find(|spot| Some(spot.site) == last);
    let lit = || area.spots.iter().find(|spot| spot.lit);
    here.or_else(lit).or(area.spots.first()).map(|spot| spot.site)
}
