//! Small helpers on sets of squares kept as the bits of a number.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// The start squares of all runs of `len` set bits that lie `step` apart.
///
/// ```
/// # use agon_rules::bits::runs;
/// assert_eq!(runs(0b0111_0000_u32, 1, 3), 0b0001_0000);
/// ```
#[inline]
pub fn runs<T>(set: T, step: u32, len: u8) -> T
where
    T: Copy + BitAnd<Output = T> + Shr<u32, Output = T>,
{
    (1..u32::from(len)).fold(set, |starts, i| starts & (set >> (i * step)))
}

/// A direction on a board without fence: the step from square to square, and the squares from which it leaves.
pub type Way<T> = (i32, T);

/// These squares, all moved one step.
///
/// ```
/// # use agon_rules::bits::shift;
/// const RIGHT: u64 = 0x8080_8080_8080_8080;
/// assert_eq!(shift(0b1000_0001, (1, RIGHT)), 0b0000_0010);
/// ```
#[inline]
pub fn shift<T>(set: T, (step, edge): Way<T>) -> T
where
    T: BitAnd<Output = T> + Not<Output = T> + Shl<u32, Output = T> + Shr<u32, Output = T>,
{
    let kept = set & !edge;
    if step > 0 { kept << step.unsigned_abs() } else { kept >> step.unsigned_abs() }
}

/// All bits of all runs of `len` set bits that lie some of `steps` apart.
pub fn rows<T>(set: T, steps: [u32; 4], len: u8) -> T
where
    T: Copy + Default + BitAnd<Output = T> + BitOr<Output = T> + Shr<u32, Output = T> + Shl<u32, Output = T>,
{
    steps.into_iter().fold(T::default(), |rows, step| {
        let starts = runs(set, step, len);
        (0..u32::from(len)).fold(rows, |rows, i| rows | (starts << (i * step)))
    })
}

/// The position of the `n`-th set bit, counted from 0. The set must have more than `n`.
///
/// ```
/// # use agon_rules::bits::nth;
/// assert_eq!(nth(0b1010_0100, 2), 7);
/// ```
#[inline]
pub fn nth(set: u128, n: u32) -> u32 {
    let low = (set as u64).count_ones();
    if n < low { nth_of_word(set as u64, n) } else { 64 + nth_of_word((set >> 64) as u64, n - low) }
}

/// The same for a small set: listing it is faster than counting, which is slow on processors of the oldest kind.
#[inline]
pub fn nth_of_few(set: u16, n: usize) -> u8 {
    let mut list = [0; 16];
    for (slot, at) in list.iter_mut().zip(Ones(set)) {
        *slot = at as u8;
    }
    list[n]
}

#[inline]
fn nth_of_word(mut word: u64, mut n: u32) -> u32 {
    let mut base = 0;
    for width in [32, 16, 8] {
        let low = (word & ((1 << width) - 1)).count_ones();
        if n >= low {
            n -= low;
            base += width;
            word >>= width;
        }
    }
    for _ in 0..n {
        word &= word - 1;
    }
    base + word.trailing_zeros()
}

/// The positions of the set bits, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Ones<T>(pub T);

macro_rules! ones {
    ($($word:ty)*) => {$(
        impl Iterator for Ones<$word> {
            type Item = usize;
            #[inline]
            fn next(&mut self) -> Option<usize> {
                (self.0 != 0).then(|| {
                    let at = self.0.trailing_zeros();
                    self.0 &= self.0 - 1;
                    at as usize
                })
            }
        }
    )*};
}
ones! { u16 u32 u64 u128 }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nth_agrees_with_counting_through() {
        let set = 0xF0F0_1234_8000_0001_0000_FFFF_A5A5_0000_u128;
        for (n, at) in Ones(set).enumerate() {
            assert_eq!(nth(set, n as u32) as usize, at);
        }
    }
}
