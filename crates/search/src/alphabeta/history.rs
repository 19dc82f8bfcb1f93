//! The history heuristic: moves that caused cutoffs anywhere in the tree are tried early everywhere.

use std::hash::Hash;

use agon_rules::Seat;

use crate::hash::fast_hash;

/// The highest score of a move.
pub const MOST: i32 = 1500;
const SLOTS: usize = 1 << 13;

/// A score for every move of each seat, higher the more cutoffs it caused.
pub struct History(Vec<i32>);

impl History {
    /// Nothing was tried yet.
    pub fn new() -> Self {
        History(vec![0; SLOTS])
    }

    /// The score of a move, from 0 to [`MOST`].
    #[inline]
    pub fn of<M: Hash>(&self, seat: Seat, m: &M) -> i32 {
        self.0[slot(seat, m)]
    }

    /// Learns from a cutoff. Deep ones count more, and a high score grows slowly.
    pub fn reward<M: Hash>(&mut self, seat: Seat, m: &M, depth: i32) {
        let bonus = (4 * depth * depth).clamp(0, MOST / 3);
        let score = &mut self.0[slot(seat, m)];
        *score += bonus - *score * bonus / MOST;
    }

    /// Learns from a move that was searched in vain before another one caused a cutoff.
    pub fn punish<M: Hash>(&mut self, seat: Seat, m: &M, depth: i32) {
        let malus = (4 * depth * depth).clamp(0, MOST / 3);
        let score = &mut self.0[slot(seat, m)];
        *score -= *score * malus / MOST;
    }
}

/// Moves that share a slot share their score.
#[inline]
fn slot<M: Hash>(seat: Seat, m: &M) -> usize {
    (fast_hash(seat as u64, m) >> (u64::BITS - SLOTS.ilog2())) as usize
}
