//! The one source of chance: small, fast, and the same on every platform for ever.
//!
//! Dealing must replay alike on every machine and in every version, so the generator (xoshiro256++, seeded by
//! splitmix64) is written down here. It keeps no secrets: an online server draws its seeds from the system.

/// Where chance comes from: a generator ([`Rng`]), or a list of answers that somebody wants to try.
///
/// A game asks for all its chance here, so who answers can also find out what might have been.
pub trait Chance {
    /// A number from 0 to `n` - 1, each equally likely. `n` must not be 0.
    fn below(&mut self, n: usize) -> usize;

    /// Puts the items into a random order, each equally likely.
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// Hands the items out: so many to each of the groups, which stand one after the other at the front. Within a
    /// group the order must not matter to the caller, and neither must what is left.
    ///
    /// This is a shuffle. Who lists what might have been overrides it, so as not to list the same hand in every order.
    fn hand_out<T>(&mut self, items: &mut [T], groups: &[usize]) {
        debug_assert!(groups.iter().sum::<usize>() <= items.len(), "more is handed out than there is");
        self.shuffle(items);
    }
}

impl Chance for Rng {
    #[inline]
    fn below(&mut self, n: usize) -> usize {
        Rng::below(self, n)
    }
}

/// A seeded generator of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng([u64; 4]);

impl Rng {
    /// The generator of a seed.
    ///
    /// ```
    /// # use agon_rules::Rng;
    /// assert_eq!(Rng::new(1).below(1000), Rng::new(1).below(1000));
    /// ```
    pub fn new(seed: u64) -> Self {
        let mut mix = seed;
        Rng(std::array::from_fn(|_| splitmix(&mut mix)))
    }

    /// The generator of the `index`-th of many independent runs of one seed.
    pub fn stream(seed: u64, index: u64) -> Self {
        Self::new(Self::derive(seed, index))
    }

    /// The seed of the `index`-th of many independent runs of one seed.
    pub fn derive(seed: u64, index: u64) -> u64 {
        let mut mix = seed;
        let mut mix = splitmix(&mut mix) ^ index;
        splitmix(&mut mix)
    }

    /// Sixty-four random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.0;
        let out = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        out
    }

    /// A number from 0 to `n` - 1, each equally likely. `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        debug_assert!(n > 0, "nothing to draw from");
        let n = n as u64;
        // Lemire's method: the rare draws that would favour small numbers are drawn again.
        let mut wide = u128::from(self.bits()) * u128::from(n);
        if (wide as u64) < n {
            let unfair = n.wrapping_neg() % n;
            while (wide as u64) < unfair {
                wide = u128::from(self.bits()) * u128::from(n);
            }
        }
        (wide >> 64) as usize
    }
}

fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        // The first outputs of xoshiro256++ for the state that splitmix64 makes of 0, from the authors' C code.
        let mut rng = Rng::new(0);
        assert_eq!(rng.0[0], 0xe220_a839_7b1d_cdaf);
        assert_eq!([rng.bits(), rng.bits()], [0x5317_5d61_490b_23df, 0x61da_6f3d_c380_d507]);
    }

    #[test]
    fn draws_are_fair() {
        let mut rng = Rng::new(7);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.below(6)] += 1;
        }
        // Five standard deviations of a binomial count are about 456.
        assert!(seen.iter().all(|n| n.abs_diff(10_000) < 456), "{seen:?}");
    }
}
