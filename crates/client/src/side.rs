//! From which side a board is looked at.

use agon_rules::{Cell, Ground, Seat, Shape, View};

/// What tells the sides of a board apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// the ground alone
    Ground,
    /// the ground, or where the pieces stand: reliable at the beginning of a game only
    Pieces,
}

/// Whether a board has sides, and seat 1 sits at the far one: everything of seat 1 lies above everything of seat 0.
pub fn is_above(view: &View, evidence: Evidence) -> bool {
    let Some(zone) = view.zones.iter().find(|zone| matches!(zone.shape, Shape::Grid { .. })) else { return false };
    let Shape::Grid { cols } = zone.shape else { return false };
    let rows = |seat: Seat, owner: &dyn Fn(&Cell) -> Option<Seat>| {
        let own = zone.cells.iter().enumerate().filter(move |(_, cell)| owner(cell) == Some(seat));
        own.map(|(at, _)| at / cols).collect::<Vec<_>>()
    };
    let above = |owner: &dyn Fn(&Cell) -> Option<Seat>| {
        rows(1, owner).iter().max().zip(rows(0, owner).iter().min()).is_some_and(|(low, high)| low < high)
    };
    let home = |cell: &Cell| match cell.ground {
        Ground::Home(seat) | Ground::Goal(seat) => Some(seat),
        _ => None,
    };
    let piece = |cell: &Cell| cell.pieces.last().and_then(|piece| piece.owner);
    above(&home) || evidence == Evidence::Pieces && above(&piece)
}
