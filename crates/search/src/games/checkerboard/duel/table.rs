//! What was found of positions, by key.

use super::search::{Square, WON};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy)]
pub struct Entry {
    value: i16,
    pub depth: i16,
    pub best: Square,
    pub bound: Bound,
    /// whether it is proved
    pub sure: bool,
}

impl Entry {
    /// What was found at a ply: a win counts from there.
    pub fn of(value: i32, bound: Bound, sure: bool, depth: i32, best: Square, ply: usize) -> Self {
        let ply = ply as i32;
        let value = if value > WON {
            value + ply
        } else if value < -WON {
            value - ply
        } else {
            value
        };
        Entry { value: value as i16, depth: depth as i16, best, bound, sure }
    }

    /// The value as it is seen from a ply.
    pub fn value_at(&self, ply: usize) -> i32 {
        let (value, ply) = (i32::from(self.value), ply as i32);
        if value > WON {
            value - ply
        } else if value < -WON {
            value + ply
        } else {
            value
        }
    }
}

/// Slots, a power of two.
const SLOTS: usize = 1 << 19;

pub struct Table(Vec<(u64, Option<Entry>)>);

impl Table {
    pub fn new() -> Self {
        Table(vec![(0, None); SLOTS])
    }

    fn slot(key: u64) -> usize {
        (key >> (u64::BITS - SLOTS.ilog2())) as usize & !1
    }

    pub fn find(&self, key: u64) -> Option<Entry> {
        let at = Table::slot(key);
        let found = self.0[at..at + 2].iter().find(|slot| slot.0 == key)?;
        found.1
    }

    /// The first slot of a pair is for what was searched deepest, the second for what came last.
    pub fn store(&mut self, key: u64, entry: Entry) {
        let at = Table::slot(key);
        let deeper = |slot: &(u64, Option<Entry>)| slot.1.is_some_and(|old| slot.0 != key && old.depth > entry.depth);
        let at = if deeper(&self.0[at]) { at + 1 } else { at };
        self.0[at] = (key, Some(entry));
    }
}
