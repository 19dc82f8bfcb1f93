//! The transposition table: what is known of positions already searched, in a fixed number of bytes.
//!
//! Each bucket holds two entries. One is replaced only by a deeper search, the other by any newer one.

/// What is known of a position: bounds on its value, from the view of the seat to move and without the banked points.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// the value is at least this, if a lower bound is known
    pub lower: Option<i32>,
    /// the value is at most this, if an upper bound is known
    pub upper: Option<i32>,
    /// the depth of the search
    pub depth: i16,
    /// the index of the best move in the list of moves
    pub best: u8,
    /// whether the bounds are exact: no estimate went into them, so they hold at any depth
    pub exact: bool,
}

/// A transposition table of a fixed size.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
}

/// Aligned so that a look-up touches one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Bucket([Slot; 2]);

/// An entry as it is stored.
#[derive(Clone, Copy, Debug)]
struct Slot {
    check: u64,
    lower: i16,
    upper: i16,
    depth: i16,
    best: u8,
    exact: bool,
}

const EMPTY: Slot = Slot { check: 0, lower: i16::MIN, upper: i16::MAX, depth: i16::MIN, best: 0, exact: false };

impl TranspositionTable {
    /// A table of at most `bytes` bytes, and at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        // A power of two within the budget.
        TranspositionTable { buckets: vec![Bucket([EMPTY; 2]); 1 << buckets.ilog2()] }
    }

    fn bucket(&self, key: u128) -> usize {
        (key >> 64) as usize & (self.buckets.len() - 1)
    }

    /// What is known of a position.
    #[inline]
    pub fn find(&self, key: u128) -> Option<Entry> {
        let check = key as u64;
        let bucket = self.buckets[self.bucket(key)].0;
        let slot = bucket.into_iter().find(|slot| slot.check == check && slot.depth > i16::MIN)?;
        Some(Entry {
            lower: (slot.lower > i16::MIN).then_some(slot.lower.into()),
            upper: (slot.upper < i16::MAX).then_some(slot.upper.into()),
            depth: slot.depth,
            best: slot.best,
            exact: slot.exact,
        })
    }

    /// Stores an entry, merged with the bounds already known at the same depth.
    #[inline]
    pub fn store(&mut self, key: u128, entry: Entry) {
        let (check, at) = (key as u64, self.bucket(key));
        let short = |bound: i32| bound.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let mut new = Slot {
            check,
            lower: entry.lower.map_or(i16::MIN, short),
            upper: entry.upper.map_or(i16::MAX, short),
            depth: entry.depth,
            best: entry.best,
            exact: entry.exact,
        };
        let [deepest, newest] = &mut self.buckets[at].0;
        for known in [&*deepest, &*newest] {
            let comparable = known.depth == new.depth && known.exact == new.exact || known.exact && new.exact;
            if known.check == check && comparable {
                new.lower = new.lower.max(known.lower);
                new.upper = new.upper.min(known.upper);
            }
        }
        let slot = if new.depth >= deepest.depth || deepest.check == check { deepest } else { newest };
        *slot = new;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_and_the_budget_is_kept() {
        let mut table = TranspositionTable::new(1000);
        assert!(size_of_val(table.buckets.as_slice()) <= 1000);
        let entry = Entry { lower: Some(-3), upper: None, depth: 4, best: 2, exact: true };
        table.store(7, entry);
        table.store(7, Entry { lower: None, upper: Some(5), ..entry });
        let found = table.find(7).expect("it was stored");
        assert_eq!((found.lower, found.upper, found.depth, found.best), (Some(-3), Some(5), 4, 2));
        assert!(table.find(8).is_none());
        // A shallow entry of the same bucket does not push the deep one out.
        let twin = 8 | (table.buckets.len() as u128) << 64;
        table.store(twin, Entry { depth: 1, ..entry });
        assert!(table.find(7).is_some() && table.find(twin).is_some());
    }
}
