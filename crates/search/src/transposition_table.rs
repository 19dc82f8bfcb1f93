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

impl Entry {
    /// The bound that says whether the value is at least `test`, if one does.
    #[inline]
    pub fn decides(&self, test: i32) -> Option<i32> {
        self.lower.filter(|low| *low >= test).or(self.upper.filter(|high| *high < test))
    }
}

/// A transposition table of a fixed size.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// entries of other generations are empty
    generation: u8,
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
    /// the generation that stored it, and in the lowest bit whether it is exact
    tag: u8,
}

impl Slot {
    fn generation(&self) -> u8 {
        self.tag >> 1
    }

    fn is_exact(&self) -> bool {
        self.tag & 1 == 1
    }
}

const EMPTY: Slot = Slot { check: 0, lower: i16::MIN, upper: i16::MAX, depth: i16::MIN, best: 0, tag: 0 };
/// Generations are counted from 1 to this.
const GENERATIONS: u8 = 127;

impl TranspositionTable {
    /// A table of at most `bytes` bytes, and at least one bucket.
    pub fn new(bytes: usize) -> Self {
        TranspositionTable { buckets: vec![Bucket([EMPTY; 2]); buckets(bytes)], generation: 1 }
    }

    /// Empties the table. Filling it anew would take longer than many a search, so what is there is only outdated.
    pub fn clear(&mut self) {
        if self.generation == GENERATIONS {
            self.buckets.fill(Bucket([EMPTY; 2]));
            self.generation = 0;
        }
        self.generation += 1;
    }

    fn bucket(&self, key: u128) -> usize {
        (key >> 64) as usize & (self.buckets.len() - 1)
    }

    /// What is known of a position.
    #[inline]
    pub fn find(&self, key: u128) -> Option<Entry> {
        let check = key as u64;
        let bucket = self.buckets[self.bucket(key)].0;
        let slot = bucket.into_iter().find(|slot| slot.check == check && slot.generation() == self.generation)?;
        Some(Entry {
            lower: (slot.lower > i16::MIN).then_some(slot.lower.into()),
            upper: (slot.upper < i16::MAX).then_some(slot.upper.into()),
            depth: slot.depth,
            best: slot.best,
            exact: slot.is_exact(),
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
            tag: self.generation << 1 | u8::from(entry.exact),
        };
        let [deepest, newest] = &mut self.buckets[at].0;
        for known in [&*deepest, &*newest] {
            // Of the same generation, and equally exact.
            let alike = known.tag == new.tag && (known.depth == new.depth || new.is_exact());
            if known.check == check && alike {
                new.lower = new.lower.max(known.lower);
                new.upper = new.upper.min(known.upper);
            }
        }
        let outdated = deepest.generation() != self.generation;
        let slot = if outdated || new.depth >= deepest.depth || deepest.check == check { deepest } else { newest };
        *slot = new;
    }
}

/// The buckets of a table of at most `bytes` bytes: a power of two.
fn buckets(bytes: usize) -> usize {
    1 << (bytes / size_of::<Bucket>()).max(1).ilog2()
}

/// One table for many searches, each of which finds it empty.
#[derive(Default)]
pub struct SpareTable(Option<TranspositionTable>);

impl SpareTable {
    /// An empty table of at most `bytes` bytes: the last one again where it has that size.
    pub fn empty(&mut self, bytes: usize) -> &mut TranspositionTable {
        match &mut self.0 {
            Some(table) if table.buckets.len() == buckets(bytes) => table.clear(),
            table => *table = Some(TranspositionTable::new(bytes)),
        }
        self.0.as_mut().expect("there is one now")
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

    #[test]
    fn a_table_that_was_cleared_is_like_a_new_one() {
        let mut spare = SpareTable::default();
        let deep = Entry { lower: Some(1), upper: Some(2), depth: 9, best: 3, exact: true };
        let shallow = Entry { lower: None, upper: Some(5), depth: 1, best: 0, exact: true };
        for round in 0..300 {
            let table = spare.empty(1000);
            assert!(table.find(7).is_none(), "round {round}");
            // Nothing of the earlier entry is kept: neither its bounds, nor its right to stay.
            table.store(7, shallow);
            let found = table.find(7).expect("it was stored");
            assert_eq!((found.lower, found.upper, found.depth), (None, Some(5), 1), "round {round}");
            table.store(7, deep);
        }
        assert_eq!(spare.empty(100).buckets.len(), 2);
    }
}
