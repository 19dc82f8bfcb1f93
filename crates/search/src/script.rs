//! Chance by script: a deal or a determinization with given answers, and all of them one after the other.
//!
//! A game asks a [`Chance`] for all its random numbers. A [`Script`] gives listed answers instead, and notes how many
//! there were to choose from each time. So every deal becomes a sequence of draws with equally likely outcomes, and all
//! of them can be listed, with no help from the game.

use std::collections::HashMap;
use std::hash::Hash;

use agon_rules::{Chance, Game, Viewer};

use crate::hash::FastHasher;

/// A [`Chance`] that follows a list of answers. Draws beyond its end are answered with 0 and noted as well.
///
/// ```
/// use agon_search::script::Script;
/// use agon_rules::Chance;
///
/// let mut script = Script::new(vec![2]);
/// assert_eq!((script.below(6), script.below(1), script.below(4)), (2, 0, 0));
/// assert_eq!(script.sizes(), [6, 4]); // to draw from one is no draw
/// assert_eq!(script.open(), Some(4));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Script {
    answers: Vec<usize>,
    sizes: Vec<usize>,
}

/// So many hands are one draw; where there are more, cards are drawn one by one.
const MOST_HANDS: usize = 1_000;

impl Script {
    /// A script with these answers.
    pub fn new(answers: Vec<usize>) -> Self {
        Script { answers, sizes: Vec::new() }
    }

    /// How many outcomes each draw had so far.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// How many outcomes the first draw has that was not answered.
    pub fn open(&self) -> Option<usize> {
        self.sizes.get(self.answers.len()).copied()
    }

    /// The next script in the order of the answers, all draws being answered; none after the last.
    fn next(mut self) -> Option<Self> {
        self.answers.resize(self.sizes.len(), 0);
        while let (Some(answer), Some(size)) = (self.answers.pop(), self.sizes.pop()) {
            if answer + 1 < size {
                self.answers.push(answer + 1);
                self.sizes.clear();
                return Some(self);
            }
        }
        None
    }
}

impl Chance for Script {
    fn below(&mut self, n: usize) -> usize {
        if n == 1 {
            return 0;
        }
        let answer = self.answers.get(self.sizes.len()).copied().unwrap_or(0);
        self.sizes.push(n);
        debug_assert!(answer < n, "an answer of a draw with other outcomes");
        answer.min(n - 1)
    }

    /// A hand is one draw among all hands, where these are not too many: its order is none.
    fn hand_out<T>(&mut self, items: &mut [T], groups: &[usize]) {
        let mut rest = items;
        for &size in groups {
            match hands(rest.len(), size) {
                Some(hands) => {
                    let hand = self.below(hands);
                    take_hand(rest, size, hand);
                }
                None => (0..size).for_each(|i| rest.swap(i, i + self.below(rest.len() - i))),
            }
            rest = &mut rest[size..];
        }
    }
}

/// How many hands of a size there are, if not too many.
fn hands(cards: usize, size: usize) -> Option<usize> {
    let size = size.min(cards - size);
    (0..size).try_fold(1, |hands: usize, i| Some(hands * (cards - i) / (i + 1)).filter(|hands| *hands <= MOST_HANDS))
}

/// Brings one of the hands of a size to the front, the hands being numbered in the order of their cards.
fn take_hand<T>(cards: &mut [T], size: usize, mut hand: usize) {
    let mut card = 0;
    for place in 0..size {
        // How many hands have this card next?
        loop {
            let with = hands(cards.len() - card - 1, size - place - 1).expect("fewer than all hands");
            if hand < with {
                break;
            }
            hand -= with;
            card += 1;
        }
        cards.swap(place, card);
        card += 1;
    }
}

/// How likely something is: so many ways of so many, in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Odds {
    /// in so many ways
    pub ways: u64,
    /// of so many that are equally likely
    pub of: u64,
}

impl Odds {
    /// Certain.
    pub const SURE: Odds = Odds { ways: 1, of: 1 };

    /// As one number.
    pub fn share(self) -> f64 {
        self.ways as f64 / self.of as f64
    }

    /// Both added, unless the numbers grow too large.
    fn plus(self, other: Self) -> Option<Self> {
        let of = (self.of / gcd(self.of, other.of)).checked_mul(other.of)?;
        let ways = self.ways.checked_mul(of / self.of)?.checked_add(other.ways.checked_mul(of / other.of)?)?;
        let common = gcd(ways, of);
        Some(Odds { ways: ways / common, of: of / common })
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Everything that can come of some draws, each once with its odds, in the order of the answers that first lead to it.
/// None when the draws have more than `limit` different answers.
pub fn possibilities<T: Copy + Eq + Hash>(
    limit: usize,
    mut draw: impl FnMut(&mut Script) -> T,
) -> Option<Vec<(T, Odds)>> {
    let mut all: Vec<(T, Odds)> = Vec::new();
    let mut places: HashMap<T, usize, FastHasher> = HashMap::default();
    let (mut next, mut tried) = (Some(Script::default()), 0);
    while let Some(mut script) = next {
        tried += 1;
        if tried > limit {
            return None;
        }
        let found = draw(&mut script);
        let of = script.sizes.iter().try_fold(1_u64, |of, size| of.checked_mul(*size as u64));
        let odds = Odds { ways: 1, of: of? };
        let place = *places.entry(found).or_insert(all.len());
        match all.get_mut(place) {
            None => all.push((found, odds)),
            Some((_, earlier)) => *earlier = earlier.plus(odds)?,
        }
        next = script.next();
    }
    Some(all)
}

/// Every state that a viewer cannot tell from this one, with its odds. None when there are more than `limit` draws to try.
pub fn worlds<G: Game>(game: &G, state: &G::State, viewer: Viewer, limit: usize) -> Option<Vec<(G::State, Odds)>> {
    possibilities(limit, |script| {
        let mut world = *state;
        game.determinize(&mut world, viewer, script);
        world
    })
}
