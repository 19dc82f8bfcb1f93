//! The transposition table: what is known of positions already searched, in at most a fixed number of bytes.
//!
//! Each bucket holds two entries. The first is replaced only by a search that is as deep, and then moves to the second
//! place; the second is replaced by any newer one. The table begins small and doubles as it fills: a short search stays in
//! the cache of the processor, and touches no memory that it does not need.

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

/// A transposition table of a limited size.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    size: Size,
    /// slots that were empty when something was stored in them
    used: usize,
}

/// How many buckets there are at first and at most, as powers of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Size {
    least: u32,
    most: u32,
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
    /// in the lowest bit whether it is exact, then the bits of the key that say where it goes when the table doubles
    tag: u8,
}

/// How often a table can double: so many bits of a key fit into a tag.
const DOUBLINGS: u32 = 7;
/// A table begins with this many buckets (as a power of two, 32 KiB) unless it could not double often enough then.
const LEAST: u32 = 10;

impl Slot {
    fn is_exact(&self) -> bool {
        self.tag & 1 == 1
    }

    fn is_empty(&self) -> bool {
        self.depth == EMPTY.depth
    }
}

const EMPTY: Slot = Slot { check: 0, lower: i16::MIN, upper: i16::MAX, depth: i16::MIN, best: 0, tag: 0 };

impl Size {
    /// At most `bytes` bytes, and at least one bucket.
    fn of(bytes: usize) -> Self {
        let most = (bytes / size_of::<Bucket>()).max(1).ilog2();
        Size { least: most.saturating_sub(DOUBLINGS).max(LEAST.min(most)), most }
    }
}

impl TranspositionTable {
    /// A table of at most `bytes` bytes, and at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let size = Size::of(bytes);
        // Memory that is never written costs nothing.
        let mut table = TranspositionTable { buckets: Vec::with_capacity(1 << size.most), size, used: 0 };
        table.clear();
        table
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.used = 0;
        self.buckets.clear();
        self.buckets.resize(1 << self.size.least, Bucket([EMPTY; 2]));
    }

    fn bucket(&self, key: u128) -> usize {
        (key >> 64) as usize & (self.buckets.len() - 1)
    }

    /// What is known of a position.
    #[inline]
    pub fn find(&self, key: u128) -> Option<Entry> {
        let check = key as u64;
        let bucket = &self.buckets[self.bucket(key)].0;
        let slot = bucket.iter().find(|slot| slot.check == check)?;
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
        let place = (key >> (64 + self.size.least)) as u8;
        let mut new = Slot {
            check,
            lower: entry.lower.map_or(i16::MIN, short),
            upper: entry.upper.map_or(i16::MAX, short),
            depth: entry.depth,
            best: entry.best,
            tag: place << 1 | u8::from(entry.exact),
        };
        let [deepest, newest] = &mut self.buckets[at].0;
        for known in [&*deepest, &*newest] {
            let alike = known.tag == new.tag && (known.depth == new.depth || new.is_exact());
            if known.check == check && alike {
                new.lower = new.lower.max(known.lower);
                new.upper = new.upper.min(known.upper);
            }
        }
        let fills = deepest.is_empty() || (newest.is_empty() && deepest.check != check);
        if deepest.check == check || deepest.is_empty() {
            *deepest = new;
        } else if new.depth >= deepest.depth {
            *newest = std::mem::replace(deepest, new);
        } else {
            *newest = new;
        }
        if fills {
            self.used += 1;
            // With an entry for every other bucket few are lost yet: one in twenty.
            if self.used > self.buckets.len() / 2 && self.buckets.len() < 1 << self.size.most {
                self.double();
            }
        }
    }

    /// Doubles the table: every entry stays where it is, or goes as far up as the table was long.
    #[cold]
    fn double(&mut self) {
        let len = self.buckets.len();
        let bit = 1 + len.ilog2() - self.size.least;
        self.buckets.resize(2 * len, Bucket([EMPTY; 2]));
        let (low, high) = self.buckets.split_at_mut(len);
        for (Bucket(low), Bucket(high)) in low.iter_mut().zip(high) {
            for (stays, goes) in low.iter_mut().zip(high) {
                if stays.tag >> bit & 1 == 1 {
                    *goes = std::mem::replace(stays, EMPTY);
                }
            }
        }
    }
}

/// One table for many searches, each of which finds it empty.
#[derive(Default)]
pub struct SpareTable(Option<TranspositionTable>);

impl SpareTable {
    /// An empty table of at most `bytes` bytes: the last one again where it has that size.
    pub fn empty(&mut self, bytes: usize) -> &mut TranspositionTable {
        match &mut self.0 {
            Some(table) if table.size == Size::of(bytes) => table.clear(),
            table => *table = Some(TranspositionTable::new(bytes)),
        }
        self.0.as_mut().expect("there is one now")
    }
}

#[cfg(test)]
mod tests {
    use agon_rules::Rng;

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
        // A shallow entry of the same bucket does not push the deep one out, and a deeper one neither.
        let twin = 8 | (table.buckets.len() as u128) << 64;
        table.store(twin, Entry { depth: 1, ..entry });
        assert!(table.find(7).is_some() && table.find(twin).is_some());
        let deeper = 9 | (table.buckets.len() as u128) << 64;
        table.store(deeper, Entry { depth: 5, ..entry });
        assert!(table.find(7).is_some() && table.find(deeper).is_some() && table.find(twin).is_none());
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

    #[test]
    fn a_table_that_doubles_loses_little_and_finds_nothing_else() {
        const BYTES: usize = 1 << 22;
        let key = |seed: u64| {
            let mut rng = Rng::new(seed);
            u128::from(rng.bits()) << 64 | u128::from(rng.bits())
        };
        let mut table = TranspositionTable::new(BYTES);
        let first = table.buckets.len();
        let all = 40_000;
        for seed in 0..all {
            let (depth, best) = (seed as i16 % 9, seed as u8);
            table.store(key(seed), Entry { lower: Some(seed as i32 % 999), upper: None, depth, best, exact: false });
        }
        assert!(table.buckets.len() >= 64 * first && size_of_val(table.buckets.as_slice()) <= BYTES);
        let mut lost = 0;
        for seed in 0..all {
            match table.find(key(seed)) {
                Some(found) => assert_eq!((found.lower, found.best), (Some(seed as i32 % 999), seed as u8)),
                None => lost += 1,
            }
            assert!(table.find(key(all + seed)).is_none());
        }
        assert!(lost < all / 12, "{lost} of {all} are lost");
    }
}
