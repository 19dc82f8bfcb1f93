//! Parity Twist as numbers.

use super::Variant::{Draft, HiddenMaster, KeyLock, Lanier, Peltola};
use super::{MASTER, Move, ParityTwist, State, UNKNOWN, number};
use crate::prelude::*;

/// Every number in every cell, then what the variant has besides.
pub fn actions(game: &ParityTwist) -> Vec<Move> {
    let (low, high) = game.range();
    let cells = 0..game.total() as u8;
    let mut all: Vec<Move> = cells.flat_map(|cell| (low..=high).map(move |n| Move::Place(cell, n))).collect();
    match game.variant {
        Draft => all.extend((low..=high).map(Move::Draft)),
        Peltola => all.extend((low..=high).map(Move::Give)),
        _ => {}
    }
    all
}

/// How many numbers there are.
fn count(game: &ParityTwist) -> usize {
    let (low, high) = game.range();
    usize::from(high - low) + 1
}

pub fn blocks(game: &ParityTwist) -> Vec<Block> {
    let numbers = |name| Block::new(name, [count(game)]);
    let mut all = vec![Block::new("cells", [game.total(), count(game)])];
    match game.variant {
        KeyLock => all.push(Block::new("lock", [3])),
        HiddenMaster => all.extend([Block::new("hidden", [1]), Block::new("knows", [2])]),
        Draft => all.extend([numbers("market"), numbers("held")]),
        Peltola => all.push(numbers("held")),
        Lanier => all.push(numbers("hand")),
        _ => {}
    }
    all.extend([Block::new("turn", [2]), Block::new("seat", [2])]);
    all
}

pub fn observe(game: &ParityTwist, s: &State, seat: Seat, out: &mut Numbers) {
    let (low, count) = (game.range().0, count(game));
    let index = |n: u8| number(n).map(|n| usize::from(n - low));
    let cells = out.zeros(game.total() * count);
    for (cell, n) in s.cells[..game.total()].iter().enumerate() {
        if let Some(n) = index(*n) {
            cells[cell * count + n] = 1.0;
        }
    }
    let held = |out: &mut Numbers| out.one_hot(count, index(s.held));
    let numbers = |out: &mut Numbers, set: u16| out.bits(u32::from(set) >> low, count);
    match game.variant {
        KeyLock => out.one_hot(3, usize::from(s.lock).checked_sub(1)),
        HiddenMaster => {
            out.flag(s.cells[MASTER] == UNKNOWN);
            [seat, 1 - seat].into_iter().for_each(|of| out.flag(s.knows >> of & 1 == 1));
        }
        Draft => {
            numbers(out, s.hands[0]);
            held(out);
        }
        Peltola => held(out),
        Lanier => numbers(out, s.hands[seat]),
        _ => {}
    }
    out.relative(2, seat, s.turn.into());
    out.one_hot(2, Some(seat));
}
