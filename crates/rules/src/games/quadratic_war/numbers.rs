//! Quadratic War as numbers.

use super::{FILES, GRID, Move, NEXT, OFF, RANKS, SQUARES, State};
use crate::prelude::*;

/// A quadratic piece goes up to three squares in all directions; no other goes further or elsewhere.
pub fn actions() -> Vec<Move> {
    let mut all = Vec::new();
    for from in GRID.from_a1() {
        for next in &NEXT {
            let line = std::iter::successors(Some(next[from]), |square| next.get(usize::from(*square)).copied());
            let line = line.take_while(|square| *square != OFF).take(3);
            all.extend(line.map(|to| Move::Go(from as u8, to)));
        }
    }
    all.push(Move::Pass);
    all
}

/// By seat, then degree: the coefficients on the board.
pub fn blocks() -> Vec<Block> {
    let terms = ["own", "other"].map(|name| Block::new(name, [3, RANKS, FILES]).signed());
    terms.into_iter().chain([Block::new("turn", [2]), Block::new("seat", [2])]).collect()
}

pub fn observe(s: &State, seat: Seat, out: &mut Numbers) {
    for of in [seat, 1 - seat] {
        let planes = out.zeros(3 * SQUARES);
        for square in Ones(s.pieces[of]) {
            let term = s.board[square];
            planes[term.degree() * SQUARES + square] = term.coefficient() as f32 / 9.0;
        }
    }
    out.relative(2, seat, s.turn.into());
    out.one_hot(2, Some(seat));
}
