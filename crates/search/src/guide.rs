//! What a search should know of a game besides its rules. Every game has a guide; most things have a default.

use std::hash::{BuildHasherDefault, Hash, Hasher};

use agon_rules::{Game, Path};

use crate::control::Control;
use crate::memory::Memory;
use crate::policy::{Policy, levels};
use crate::solve::{Solution, solve};

/// What a search should know of a game. All values are seen from seat 0, in parts of a point: [`UNIT`](Guide::UNIT)
/// of them make a point, or the whole game where there are no points.
pub trait Guide<G: Game>: Clone + Send + Sync + 'static {
    /// How many parts make a point. What [`eval`](Guide::eval) says of a game without points must stay below it.
    const UNIT: i32 = 1000;

    /// No value is greater: a win, where there are no points.
    const MOST: i32 = i32::MAX / 2;

    /// Whether moves that cut a search short are tried earlier elsewhere; of no use where the order is good already.
    const LEARNS: bool = true;

    /// An estimate of an unfinished state, beyond what is banked.
    fn eval(&self, game: &G, s: &G::State) -> i32;

    /// Points of seat 0 less those of seat 1 that nothing can change any more, in points.
    fn banked(&self, _game: &G, _s: &G::State) -> i32 {
        0
    }

    /// The least and the most that can still be added to what is banked, in points.
    fn range(&self, _game: &G, _s: &G::State) -> Option<(i32, i32)> {
        None
    }

    /// What best play still adds to what is banked, in points, where so little is left that it is found at once.
    fn finish(&self, _game: &G, _s: &G::State) -> Option<i32> {
        None
    }

    /// A fingerprint. States with the same one have the same seat to move and the same value beyond what is banked.
    /// None where so little is left to play that remembering costs more than searching.
    fn key(&self, game: &G, s: &G::State) -> Option<u128> {
        Some(fingerprint(&game.canonical(s)))
    }

    /// How good a move looks before it is tried; the highest first.
    fn order(&self, _game: &G, _s: &G::State, _m: G::Move) -> i32 {
        0
    }

    /// Appends the [`order`](Guide::order) of every move of a list; a guide may know a faster way than one by one.
    fn rank(&self, game: &G, s: &G::State, moves: &[G::Move], scores: &mut Vec<i32>) {
        scores.extend(moves.iter().map(|&m| self.order(game, s, m)));
    }

    /// How much depth a move costs.
    fn cost(&self, _game: &G, _s: &G::State, _m: G::Move) -> i32 {
        1
    }

    /// Solves a position. A guide that knows a shorter way than the usual one may take it.
    fn solve(
        &self,
        game: &G,
        path: &Path<G::State>,
        memory: &mut Memory,
        control: &mut Control,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Solution<G::Move> {
        solve(game, self, path, memory, control, progress)
    }

    /// The computer players of the game by name: the levels first, the weakest first.
    fn players(&self, _game: &G) -> Vec<Policy<G>> {
        levels(self)
    }

    /// Whether exact play from the start is a matter of seconds.
    fn solvable(&self, _game: &G) -> bool {
        false
    }
}

/// The guide that knows nothing: every unfinished state is worth nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<G: Game> Guide<G> for Blind {
    fn eval(&self, _game: &G, _s: &G::State) -> i32 {
        0
    }
}

/// The same for games without points: nothing is better than a win, so a forced one is a proof.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wins;

impl<G: Game> Guide<G> for Wins {
    const MOST: i32 = 1000;

    fn eval(&self, _game: &G, _s: &G::State) -> i32 {
        0
    }
}

/// A fingerprint of 128 bits of anything that can be hashed.
pub fn fingerprint(value: &impl Hash) -> u128 {
    let mut lanes = Lanes::default();
    value.hash(&mut lanes);
    u128::from(mix(lanes.0[0])) << 64 | u128::from(mix(lanes.0[1] ^ lanes.0[0].rotate_left(32)))
}

/// Hashes quickly, the same on every machine: for maps of positions.
pub type Quick = BuildHasherDefault<Lanes>;

/// Two independent hashes side by side.
pub struct Lanes([u64; 2]);

impl Default for Lanes {
    fn default() -> Self {
        Lanes([0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03])
    }
}

impl Hasher for Lanes {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0[0] = fold(self.0[0] ^ word, 0xa076_1d64_78bd_642f);
        self.0[1] = fold(self.0[1].wrapping_add(word), 0xe703_7ed1_a0b4_28db);
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }
    fn write_u16(&mut self, n: u16) {
        self.write_u64(n.into());
    }
    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }
    fn write_u128(&mut self, n: u128) {
        self.write_u64(n as u64);
        self.write_u64((n >> 64) as u64);
    }
    // The same on every machine, whatever the size of a word there.
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
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

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ (z >> 31)
}
