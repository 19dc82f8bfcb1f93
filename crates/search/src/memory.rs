//! A table of positions already searched, of a fixed size; what is worth less makes room.

/// What is known of a position. Values are seen from the seat to move, beyond what is banked.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    check: u64,
    low: i16,
    high: i16,
    /// how deep it was searched
    pub depth: i16,
    /// the index of the best move in the list of moves
    pub best: u8,
    /// whether no estimate went into it: the bounds hold whatever the depth
    pub solid: bool,
}

impl Entry {
    /// The value is at least this, if a bound is known.
    pub fn low(&self) -> Option<i32> {
        (self.low > i16::MIN).then_some(self.low.into())
    }

    /// The value is at most this, if a bound is known.
    pub fn high(&self) -> Option<i32> {
        (self.high < i16::MAX).then_some(self.high.into())
    }
}

/// What a search has found out about a value: it lies between these.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// at least this
    pub low: Option<i32>,
    /// at most this
    pub high: Option<i32>,
    /// how deep it was searched
    pub depth: i16,
    /// the index of the best move in the list of moves
    pub best: u8,
    /// whether no estimate went into it
    pub solid: bool,
}

/// A table of positions. A slot is a pair: one entry that is only replaced by a deeper one, and one for the newest.
pub struct Memory {
    slots: Vec<Pair>,
}

/// Aligned so that looking at a pair touches one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Pair([Entry; 2]);

const EMPTY: Entry = Entry { check: 0, low: i16::MIN, high: i16::MAX, depth: i16::MIN, best: 0, solid: false };

impl Memory {
    /// A table of at most so many bytes (and at least one slot).
    pub fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<Pair>()).max(1);
        // A power of two not above the budget.
        Memory { slots: vec![Pair([EMPTY; 2]); 1 << slots.ilog2()] }
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.slots.as_slice())
    }

    fn slot(&self, key: u128) -> usize {
        (key >> 64) as usize & (self.slots.len() - 1)
    }

    /// What is known of a position.
    #[inline]
    pub fn find(&self, key: u128) -> Option<Entry> {
        let check = key as u64;
        self.slots[self.slot(key)].0.into_iter().find(|entry| entry.check == check && entry.depth > i16::MIN)
    }

    /// Notes what was found, together with what was known at the same depth.
    #[inline]
    pub fn store(&mut self, key: u128, found: Finding) {
        let (check, at) = (key as u64, self.slot(key));
        let short = |bound: i32| bound.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let mut entry = Entry {
            check,
            low: found.low.map_or(i16::MIN, short),
            high: found.high.map_or(i16::MAX, short),
            depth: found.depth,
            best: found.best,
            solid: found.solid,
        };
        let [deep, new] = &mut self.slots[at].0;
        for known in [&*deep, &*new] {
            let alike = known.depth == entry.depth && known.solid == entry.solid || known.solid && entry.solid;
            if known.check == check && alike {
                entry.low = entry.low.max(known.low);
                entry.high = entry.high.min(known.high);
            }
        }
        let slot = if entry.depth >= deep.depth || deep.check == check { deep } else { new };
        *slot = entry;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_and_the_budget_is_kept() {
        let mut memory = Memory::new(1000);
        assert!(size_of_val(memory.slots.as_slice()) <= 1000);
        let found = Finding { low: Some(-3), high: None, depth: 4, best: 2, solid: true };
        memory.store(7, found);
        memory.store(7, Finding { low: None, high: Some(5), ..found });
        let entry = memory.find(7).expect("it was stored");
        assert_eq!((entry.low(), entry.high(), entry.depth, entry.best), (Some(-3), Some(5), 4, 2));
        assert!(memory.find(8).is_none());
        // A shallow one of the same slot does not push the deep one out.
        let twin = 8 | (memory.slots.len() as u128) << 64;
        memory.store(twin, Finding { depth: 1, ..found });
        assert!(memory.find(7).is_some() && memory.find(twin).is_some());
    }
}
