//! Fast hashes, the same on every machine: fingerprints of positions, and a cheaper hash of moves.

use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A fingerprint of 128 bits: the key of a position in the transposition table.
#[inline]
pub fn fingerprint(value: &impl Hash) -> u128 {
    let mut lanes = Lanes::default();
    value.hash(&mut lanes);
    u128::from(mix(lanes.0[0])) << 64 | u128::from(mix(lanes.0[1] ^ lanes.0[0].rotate_left(32)))
}

/// Builds a fast hasher for maps of positions, the same on every machine.
pub type FastHasher = BuildHasherDefault<Lanes>;

/// Two independent 64-bit hashes side by side.
pub struct Lanes([u64; 2]);

impl Default for Lanes {
    fn default() -> Self {
        Lanes([0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03])
    }
}

impl Hasher for Lanes {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|word| self.write_u64(u64::from_le_bytes(*word)));
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0[0] = fold(self.0[0] ^ word, 0xa076_1d64_78bd_642f);
        self.0[1] = fold(self.0[1].wrapping_add(word), 0xe703_7ed1_a0b4_28db);
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }
    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.write_u64(n.into());
    }
    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }
    #[inline]
    fn write_u128(&mut self, n: u128) {
        self.write_u64(n as u64);
        self.write_u64((n >> 64) as u64);
    }
    // The same on 32-bit and 64-bit machines.
    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
    #[inline]
    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }

    fn finish(&self) -> u64 {
        mix(self.0[0])
    }
}

/// Multiplies to twice the width and folds the halves together.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let wide = u128::from(a ^ b.rotate_left(17)) * u128::from(b);
    (wide as u64) ^ ((wide >> 64) as u64)
}

#[inline]
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ (z >> 31)
}

/// A fast hash of a move. Its highest bits are the best mixed.
///
/// Moves are a few small numbers, and only speed depends on the quality of this hash.
#[inline]
pub fn fast_hash(seed: u64, value: &impl Hash) -> u64 {
    let mut hasher = MoveHasher(seed);
    value.hash(&mut hasher);
    hasher.0
}

/// A cheaper hash still: one product for the whole value. Its highest bits are the best mixed.
#[inline]
pub fn cheap_hash(value: &impl Hash) -> u64 {
    let mut hasher = Rolling(0);
    value.hash(&mut hasher);
    hasher.finish()
}

struct Rolling(u64);

impl Hasher for Rolling {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64((*byte).into()));
    }
    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }
    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.0 = self.0.rotate_left(7) ^ n;
    }
    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
    #[inline]
    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }
    #[inline]
    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

struct MoveHasher(u64);

impl MoveHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for MoveHasher {
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
    // The same on 32-bit and 64-bit machines.
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
