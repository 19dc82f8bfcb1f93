//! Tokens, room codes and seeds that nobody can guess, from the system's randomness.

use agon_wire::code;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// A random number that cannot be guessed.
pub fn number() -> u64 {
    rand::random()
}

/// A number below a bound, all equally likely.
fn below(bound: u64) -> u64 {
    // Numbers beyond the last whole multiple of the bound would favour small results.
    let fair = u64::MAX - u64::MAX % bound;
    loop {
        let drawn = number();
        if drawn < fair {
            return drawn % bound;
        }
    }
}

/// The code of a new room.
pub fn room_code() -> String {
    (0..code::LENGTH).map(|_| char::from(code::LETTERS[below(code::LETTERS.len() as u64) as usize])).collect()
}

/// The token of a seat: 128 bits.
pub fn token() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// The fingerprint of a token. The server keeps nothing else of it.
pub fn fingerprint(token: &str) -> String {
    Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether two fingerprints are equal, in a time that does not depend on where they differ.
pub fn same(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

/// A random order of this many things.
pub fn order(count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for at in (1..count).rev() {
        order.swap(at, below(at as u64 + 1) as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_use_every_letter_about_equally() {
        let mut counts = std::collections::HashMap::new();
        for c in (0..4000).flat_map(|_| room_code().into_bytes()) {
            *counts.entry(c).or_insert(0_u32) += 1;
        }
        // 32,000 letters of 29 kinds: 1103 of each, give or take 33; seven times that is beyond chance.
        assert_eq!(counts.len(), code::LETTERS.len());
        assert!(counts.values().all(|count| (870..1340).contains(count)), "{counts:?}");
    }

    #[test]
    fn only_the_very_token_has_its_fingerprint() {
        let (a, b) = (token(), token());
        assert!(a.len() == 32 && a != b);
        assert!(same(&fingerprint(&a), &fingerprint(&a)) && !same(&fingerprint(&a), &fingerprint(&b)));
    }
}
