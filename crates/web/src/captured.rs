//! Which pieces have left the table since the beginning.

use agon_rules::{Face, Kind, Piece, Seat, Shape, View};

/// What each seat has lost of the pieces that it had on a board at the beginning; nothing is said of one that had none, or
/// to whose hand they return.
///
/// A piece that has become another one is still there: no seat has lost more than it has fewer.
pub fn captured(start: &View, now: &View, seats: usize) -> Vec<Option<Vec<Piece>>> {
    let returns = |seat| start.zones.iter().any(|zone| zone.owner == Some(seat) && zone.shape == Shape::Row);
    let had = |seat| Some(boards(start, seat)).filter(|had| !had.is_empty() && !returns(seat));
    (0..seats).map(|seat| had(seat).map(|had| lost(&had, &all(now, seat)))).collect()
}

fn lost(had: &[&Piece], has: &[&Piece]) -> Vec<Piece> {
    let mut rest: Vec<&str> = has.iter().map(|piece| piece.text.as_str()).collect();
    let gone = had.iter().filter(|piece| match rest.iter().position(|text| *text == piece.text) {
        Some(at) => {
            rest.swap_remove(at);
            false
        }
        None => true,
    });
    gone.map(|piece| (*piece).clone()).take(had.len().saturating_sub(has.len())).collect()
}

fn boards(view: &View, seat: Seat) -> Vec<&Piece> {
    let boards = view.zones.iter().filter(|zone| matches!(zone.shape, Shape::Grid { .. }));
    let pieces = boards.flat_map(|zone| &zone.cells).flat_map(|cell| &cell.pieces);
    // What is written stays.
    pieces.filter(|piece| is_of(piece, seat) && piece.kind != Kind::Sign).collect()
}

fn all(view: &View, seat: Seat) -> Vec<&Piece> {
    view.zones.iter().flat_map(|zone| &zone.cells).flat_map(|cell| &cell.pieces).filter(|p| is_of(p, seat)).collect()
}

fn is_of(piece: &Piece, seat: Seat) -> bool {
    piece.owner == Some(seat) && piece.face == Face::Up
}
