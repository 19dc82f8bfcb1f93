//! A table of positions already searched, of a fixed size; what is worth less makes room.

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// it is this
    Exact,
    /// it is this or more
    Low,
    /// it is this or less
    High,
}

/// What is known of a position. Values are seen from the seat to move, beyond what is banked.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    check: u64,
    /// the value, or a bound of it
    pub value: i32,
    /// how deep it was searched
    pub depth: i16,
    /// the index of the best move in the list of moves
    pub best: u8,
    bits: u8,
}

impl Entry {
    /// What the value says.
    pub fn bound(&self) -> Bound {
        match self.bits & 3 {
            0 => Bound::Exact,
            1 => Bound::Low,
            _ => Bound::High,
        }
    }

    /// Whether no estimate went into it: the value holds whatever the depth.
    pub fn solid(&self) -> bool {
        self.bits & 4 != 0
    }
}

/// A table of positions. A slot is a pair: one entry that is only replaced by a deeper one, and one for the newest.
pub struct Memory {
    slots: Vec<[Entry; 2]>,
}

const EMPTY: Entry = Entry { check: 0, value: 0, depth: i16::MIN, best: 0, bits: 0 };

impl Memory {
    /// A table of at most so many bytes (and at least one slot).
    pub fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<[Entry; 2]>()).max(1);
        // A power of two not above the budget.
        Memory { slots: vec![[EMPTY; 2]; 1 << slots.ilog2()] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill([EMPTY; 2]);
    }

    fn slot(&self, key: u128) -> usize {
        (key >> 64) as usize & (self.slots.len() - 1)
    }

    /// What is known of a position.
    #[inline]
    pub fn find(&self, key: u128) -> Option<Entry> {
        let check = key as u64;
        self.slots[self.slot(key)].into_iter().find(|entry| entry.check == check && entry.depth > i16::MIN)
    }

    /// Notes what was found.
    #[inline]
    pub fn store(&mut self, key: u128, value: i32, bound: Bound, depth: i16, best: u8, solid: bool) {
        let kind = match bound {
            Bound::Exact => 0,
            Bound::Low => 1,
            Bound::High => 2,
        };
        let entry = Entry { check: key as u64, value, depth, best, bits: kind | u8::from(solid) << 2 };
        let at = self.slot(key);
        let [deep, new] = &mut self.slots[at];
        if depth >= deep.depth || deep.check == entry.check { *deep = entry } else { *new = entry }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_and_the_budget_is_kept() {
        let mut memory = Memory::new(1000);
        assert!(size_of_val(memory.slots.as_slice()) <= 1000);
        memory.store(7, -3, Bound::Low, 4, 2, true);
        let entry = memory.find(7).expect("it was stored");
        assert_eq!((entry.value, entry.bound(), entry.depth, entry.best, entry.solid()), (-3, Bound::Low, 4, 2, true));
        assert!(memory.find(8).is_none());
        // A shallow one of the same slot does not push the deep one out.
        let twin = 7 | (memory.slots.len() as u128) << 64;
        memory.store(twin + 1, 1, Bound::Exact, 1, 0, false);
        assert!(memory.find(7).is_some() && memory.find(twin + 1).is_some());
    }
}
