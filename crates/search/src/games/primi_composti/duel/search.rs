//! Null-window alpha-beta search of a [`Duel`]: is its value at least a number?
//!
//! Values are seen from the seat to move, without the points scored so far.

use agon_rules::bits::Ones;

use super::{Duel, DuelState, Hopes, Triple};
use crate::transposition_table::{Entry, TranspositionTable};
use crate::{Request, Want};

/// A search of one duel. It keeps its transposition table from one search to the next.
pub struct Search<'d, 'a, 'c> {
    /// the duel
    pub duel: &'d Duel,
    /// what to find out, and when to stop
    pub request: Request<'a, 'c>,
    table: TranspositionTable,
    /// a stack: the triples of the start, then those that still count at each ply
    triples: Vec<Triple>,
    /// With fewer plies left than this, neither settling a state nor the table is worth its time.
    settled: u32,
    /// With at most this many plies left a state is only estimated.
    horizon: u32,
}

/// Bytes of the table. With 64 MB a deal of eleven cards took a quarter fewer nodes, but as much time: the table no
/// longer fits the cache.
const TABLE: usize = 1 << 22;

/// Bytes of the table of a shallow search.
const SHALLOW_TABLE: usize = 1 << 20;

/// On three deals of ten cards 10 and 11 were the fastest; from 5 on it took half as long again or more.
const SETTLED: u32 = 10;

/// With twelve cards each a shallow search takes half a million nodes. Its estimate was off by one in seven of nine
/// deals, and never by more than three.
const HORIZON: u32 = 14;

/// With fewer plies left, move ordering ignores replies.
const FORESEEN: u32 = 9;

/// With fewer plies left, move ordering ignores hopes.
const WEIGHED: u32 = 13;

/// The result of a search: a bound, and the card it comes from.
type Bound = (i32, u8);

impl<'d, 'a, 'c> Search<'d, 'a, 'c> {
    /// A search for a request.
    pub fn new(duel: &'d Duel, request: Request<'a, 'c>) -> Self {
        let (triples, table) = (duel.triples.clone(), TranspositionTable::new(request.bytes.min(TABLE)));
        Search { duel, request, table, triples, settled: SETTLED, horizon: 0 }
    }

    /// A shallow search of the same duel, whose values are estimates.
    pub fn shallow(&mut self) -> Search<'d, '_, 'c> {
        let request = Request::new(Want::Value, SHALLOW_TABLE, self.request.control);
        Search { horizon: HORIZON, ..Search::new(self.duel, request) }
    }

    /// The same search with another number of plies from which on states are settled and stored.
    pub fn settled_from(self, plies: u32) -> Self {
        Search { settled: plies, ..self }
    }

    /// Bounds on the value of a state without a search.
    pub fn range(&mut self, at: &DuelState) -> (i32, i32) {
        self.settle(*at, 0, |_, at, hopes, _| at.range(&hopes))
    }

    /// Whether a state is worth at least `test`: a lower bound of at least `test`, or an upper bound below it.
    ///
    /// Meaningless when the control has stopped it.
    pub fn at_least(&mut self, at: &DuelState, test: i32) -> i32 {
        self.settle(*at, 0, |search, at, hopes, from| search.search(&at, &hopes, at.plies(), from, test))
    }

    /// Settles a state, then calls `then` with it, its hopes, and the index of its first triple.
    #[inline]
    fn settle<T>(
        &mut self,
        mut at: DuelState,
        from: usize,
        then: impl FnOnce(&mut Self, DuelState, Hopes, usize) -> T,
    ) -> T {
        let to = self.triples.len();
        let hopes = self.duel.settle(&mut at, &mut self.triples, from);
        let done = then(self, at, hopes, to);
        self.triples.truncate(to);
        done
    }

    /// Searches for [`at_least`](Self::at_least) with the hopes and triples of the state before.
    fn search(&mut self, at: &DuelState, hopes: &Hopes, plies: u32, from: usize, test: i32) -> i32 {
        if self.request.control.tick() || plies == 0 {
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
                search.look_up(&at, &hopes, plies, from, test)
            }
        })
    }

    /// Searches a state with the transposition table.
    fn look_up(&mut self, at: &DuelState, hopes: &Hopes, plies: u32, from: usize, test: i32) -> i32 {
        let key = key(at);
        let known = self.table.find(key);
        if let Some(low) = known.and_then(|entry| entry.lower).filter(|low| *low >= test) {
            return low;
        }
        if let Some(high) = known.and_then(|entry| entry.upper).filter(|high| *high < test) {
            return high;
        }
        let first = known.map_or(0, |entry| entry.best);
        let (value, best) = self.expand(at, hopes, plies, from, test, first);
        if !self.request.control.stopped() {
            let (lower, upper) = if value >= test { (Some(value), None) } else { (None, Some(value)) };
            self.table.store(key, Entry { lower, upper, depth: plies as i16, best, exact: true });
        }
        value
    }

    /// Searches the cards, `first` before all others, until one reaches `test`.
    fn expand(&mut self, at: &DuelState, hopes: &Hopes, plies: u32, from: usize, test: i32, first: u8) -> Bound {
        let (duel, seat) = (self.duel, usize::from(at.turn));
        let (made, (least, most)) = (duel.made(at), at.range(hopes));
        let mut best = (i32::MIN, 0);

        // 1. Cards that reach the test by what they score at once, and cards that give up too much hope to reach it.
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

        // 2. The others, the best-looking first. Sorting all of them is a waste: mostly the first one is enough.
        for tried in 0..count {
            let top = (tried..count).max_by_key(|i| ranked[*i]).unwrap_or(tried);
            ranked.swap(tried, top);
            let card = ranked[tried].1;
            let gain = made.of(card) + duel.value(card);
            let (mut after, mut less) = (*at, *hopes);
            duel.play(&mut after, card);
            less.sums[seat] -= hopes.extra.of(card);
            let value = gain - self.search(&after, &less, plies - 1, from, gain - test + 1);
            if self.request.control.stopped() {
                return (0, 0);
            }
            best = best.max((value, card));
            if value >= test {
                break;
            }
        }
        best
    }

    /// How good a card looks: what it scores, what the best reply scores, and what hope is left.
    #[inline]
    fn rank(&mut self, at: &DuelState, card: u8, extra: i32, plies: u32, from: usize) -> i32 {
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

/// The key of a state. It contains the whole state, so that there are no collisions.
#[inline]
fn key(at: &DuelState) -> u128 {
    let word = at.word();
    let mixed = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd1b5_4a32_d192_ed03);
    u128::from(mixed ^ mixed >> 32) << 64 | u128::from(word)
}
