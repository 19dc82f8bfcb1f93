//! Wins by threats alone: each mark of the attacker threatens to complete a row, and leaves a single reply.
//!
//! The defender's replies stop rows and make none, since it attacks in the other half. So these wins depend on one half
//! only, and what is found out about a half is kept by its key.

use super::half::{Half, LEN, Shape};
use crate::control::Control;

/// Nodes of one search.
const BUDGET: u32 = 200;
/// Halves that are kept.
const SLOTS: usize = 1 << 15;

/// What is known of halves with the attacker to move.
pub struct Fours(Vec<(u64, Wins)>);

/// Wins by threats alone.
#[derive(Clone, Copy, Default)]
pub struct Wins {
    /// whether there is one
    pub any: bool,
    /// the squares of which the defender must mark one before; none if no single mark helps
    pub stops: u128,
    /// whether the search ended before it had seen everything
    pub cut: bool,
}

impl Fours {
    pub fn new() -> Self {
        Fours(vec![(0, Wins::default()); SLOTS])
    }

    /// The wins of the attacker if it is to move. No row of it may lack a single square.
    #[inline]
    pub fn find(&mut self, shape: &Shape, half: &Half, control: &mut Control) -> Wins {
        if half.counts[LEN - 2] == 0 {
            return Wins::default();
        }
        let slot = (half.key >> (u64::BITS - SLOTS.ilog2())) as usize;
        if self.0[slot].0 == half.key {
            return self.0[slot].1;
        }
        let mut budget = BUDGET;
        let mut wins = Wins { stops: u128::MAX, ..Wins::default() };
        let mut cells = half.fours(shape);
        while cells != 0 && wins.stops != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            // Each of them narrows the defence.
            if let Some(zone) = threat(shape, half, cell, &mut budget) {
                wins = Wins { any: true, stops: wins.stops & zone, ..wins };
            }
        }
        wins.cut = !wins.any && budget == 0;
        control.nodes += u64::from(BUDGET - budget) / 2;
        self.0[slot] = (half.key, wins);
        wins
    }
}

/// Whether a threat begins a win: the squares it rests on.
fn threat(shape: &Shape, half: &Half, cell: usize, budget: &mut u32) -> Option<u128> {
    if *budget == 0 {
        return None;
    }
    *budget -= 1;
    let mut next = *half;
    next.attack(shape, cell);
    let replies = next.winning_with(shape, cell);
    let zone = replies | 1 << cell;
    if replies & (replies - 1) != 0 {
        // Two of them are enough.
        return Some(zone);
    }
    next.stop(shape, replies.trailing_zeros() as usize);
    let mut cells = next.fours(shape);
    while cells != 0 {
        let cell = cells.trailing_zeros() as usize;
        cells &= cells - 1;
        if let Some(rest) = threat(shape, &next, cell, budget) {
            return Some(zone | rest);
        }
    }
    None
}
