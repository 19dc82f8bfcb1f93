//! A hash of moves that is quick before it is good: they are a few small numbers, and nothing depends on it but speed.

use std::hash::{Hash, Hasher};

/// A hash whose highest bits are the best ones.
#[inline]
pub fn quick_hash(seed: u64, value: &impl Hash) -> u64 {
    let mut hasher = Quick(seed);
    value.hash(&mut hasher);
    hasher.0
}

struct Quick(u64);

impl Quick {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.add((*byte).into()));
    }
    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.add(n.into());
    }
    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }
    // The same on every machine, whatever the size of a word there.
    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }
    #[inline]
    fn write_isize(&mut self, n: isize) {
        self.add(n as u64);
    }
    fn finish(&self) -> u64 {
        self.0
    }
}
