//! On which side of a number the value of a [`Duel`] lies: alpha-beta with an empty window.
//!
//! Values are seen from the seat to move and leave out the points there are already.

use agon_rules::bits::Ones;

use super::duel::{Duel, Hopes, Place, Triple};
use crate::{Control, Finding, Memory};

/// A search of one duel. It keeps its table from one question to the next.
pub struct Search<'a, 'b> {
    /// what is searched
    pub duel: &'a Duel,
    /// when to stop
    pub control: &'a mut Control<'b>,
    memory: Memory,
    /// those of the start, then those that still count at each place on the way to where the search stands
    triples: Vec<Triple>,
    /// With fewer plies left than this, looking what still matters and what is known takes longer than searching.
    settled: u32,
    /// With at most so many plies left a place is only estimated.
    horizon: u32,
}

/// With 64 MB a deal of eleven cards took a quarter fewer nodes and as much time: the near cache is smaller.
const TABLE: usize = 1 << 22;

/// The table of a search that only guesses.
const GUESSES: usize = 1 << 20;

/// On three deals of ten cards 10 and 11 were the fastest; from 5 on it took half as long again or more.
const SETTLED: u32 = 10;

/// From twelve cards each half a million nodes; the guess was one off the value in seven of nine deals, at most three.
const HORIZON: u32 = 14;

/// With fewer plies left, answers are not looked at to put moves in order.
const FORESEEN: u32 = 9;

/// With fewer plies left, neither are hopes.
const WEIGHED: u32 = 13;

/// What the search of a place has come to: a bound, and the card it is due to.
type Bound = (i32, u8);

impl<'a, 'b> Search<'a, 'b> {
    /// A search with a table of at most so many bytes.
    pub fn new(duel: &'a Duel, bytes: usize, control: &'a mut Control<'b>) -> Self {
        let triples = duel.triples.clone();
        Search { duel, control, memory: Memory::new(bytes.min(TABLE)), triples, settled: SETTLED, horizon: 0 }
    }

    /// A search of the same duel that does not go to the end: its values are guesses.
    pub fn shallow(&mut self) -> Search<'_, 'b> {
        Search { horizon: HORIZON, ..Search::new(self.duel, GUESSES, self.control) }
    }

    /// The same with another number of plies from which on places are settled and remembered.
    pub fn settled_from(self, plies: u32) -> Self {
        Search { settled: plies, ..self }
    }

    /// The least and the most a place can be worth before anything is searched.
    pub fn range(&mut self, at: &Place) -> (i32, i32) {
        self.settle(*at, 0, |_, at, hopes, _| at.range(&hopes))
    }

    /// Whether a place is worth at least `test`: then a lower bound that says so, otherwise an upper bound below it.
    ///
    /// Meaningless when the control has stopped it.
    pub fn ask(&mut self, at: &Place, test: i32) -> i32 {
        self.settle(*at, 0, |search, at, hopes, from| search.search(&at, &hopes, at.plies(), from, test))
    }

    /// Does something at a place with what still matters there: the place, its hopes, and where its triples begin.
    #[inline]
    fn settle<T>(&mut self, mut at: Place, from: usize, then: impl FnOnce(&mut Self, Place, Hopes, usize) -> T) -> T {
        let to = self.triples.len();
        let hopes = self.duel.settle(&mut at, &mut self.triples, from);
        let done = then(self, at, hopes, to);
        self.triples.truncate(to);
        done
    }

    /// Answers [`ask`](Self::ask), given the hopes and the triples of the place before.
    fn search(&mut self, at: &Place, hopes: &Hopes, plies: u32, from: usize, test: i32) -> i32 {
        if self.control.tick() || plies == 0 {
            return 0;
        }
        if plies < self.settled {
            return self.expand(at, hopes, plies, from, test, 0).0;
        }
        self.settle(*at, from, |search, at, hopes, from| {
            let (least, most) = at.range(&hopes);
            if most < test || least == most {
                most
            } else if least >= test {
                least
            } else if plies <= search.horizon {
                at.estimate(&hopes)
            } else {
                search.recall(&at, &hopes, plies, from, test)
            }
        })
    }

    /// Looks into the table first, and remembers there what is found.
    fn recall(&mut self, at: &Place, hopes: &Hopes, plies: u32, from: usize, test: i32) -> i32 {
        let key = key(at);
        let known = self.memory.find(key);
        if let Some(low) = known.and_then(|entry| entry.low()).filter(|low| *low >= test) {
            return low;
        }
        if let Some(high) = known.and_then(|entry| entry.high()).filter(|high| *high < test) {
            return high;
        }
        let first = known.map_or(0, |entry| entry.best);
        let (value, best) = self.expand(at, hopes, plies, from, test, first);
        if !self.control.stopped() {
            let (low, high) = if value >= test { (Some(value), None) } else { (None, Some(value)) };
            self.memory.store(key, Finding { low, high, depth: plies as i16, best, solid: true });
        }
        value
    }

    /// Tries the cards, beginning with `first`, until one reaches the number that is asked for.
    fn expand(&mut self, at: &Place, hopes: &Hopes, plies: u32, from: usize, test: i32, first: u8) -> Bound {
        let (duel, seat) = (self.duel, usize::from(at.turn));
        let (made, (least, most)) = (duel.made(at), at.range(hopes));
        let mut best = (i32::MIN, 0);

        // 1. Cards that decide by what they add at once, and cards that give up too much of what was hoped for.
        let mut ranked = [(0, 0); 16];
        let mut count = 0;
        for card in Ones(duel.moves(at)).map(|card| card as u8) {
            let extra = made.of(card);
            if least + extra >= test {
                return (least + extra, card);
            }
            let bound = most + extra - hopes.extra.of(card);
            if bound < test {
                best = best.max((bound, card));
                continue;
            }
            let rank = if card == first { i32::MAX } else { self.rank(at, card, extra, plies, from) };
            ranked[count] = (rank, card);
            count += 1;
        }

        // 2. The others, the best-looking first. Sorting them all would be in vain: mostly the first is enough.
        for tried in 0..count {
            let top = (tried..count).max_by_key(|i| ranked[*i]).unwrap_or(tried);
            ranked.swap(tried, top);
            let card = ranked[tried].1;
            let gain = made.of(card) + duel.value(card);
            let (mut after, mut less) = (*at, *hopes);
            duel.play(&mut after, card);
            less.sums[seat] -= hopes.extra.of(card);
            let value = gain - self.search(&after, &less, plies - 1, from, gain - test + 1);
            if self.control.stopped() {
                return (0, 0);
            }
            best = best.max((value, card));
            if value >= test {
                break;
            }
        }
        best
    }

    /// How good a card looks: what it scores, what the best answer scores, and what is left to hope for.
    #[inline]
    fn rank(&mut self, at: &Place, card: u8, extra: i32, plies: u32, from: usize) -> i32 {
        let (duel, seat) = (self.duel, usize::from(at.turn));
        let gain = extra + duel.value(card);
        if plies < FORESEEN {
            return gain;
        }
        let mut after = *at;
        duel.play(&mut after, card);
        let rank = 8 * gain - 4 * duel.best_gain(&after);
        if plies < WEIGHED {
            return rank;
        }
        rank + self.settle(after, from, |_, _, hopes, _| hopes.sums[seat] - hopes.sums[1 - seat])
    }
}

/// The word itself tells places apart: none is ever taken for another.
#[inline]
fn key(at: &Place) -> u128 {
    let word = at.word();
    let mixed = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd1b5_4a32_d192_ed03);
    u128::from(mixed ^ mixed >> 32) << 64 | u128::from(word)
}
