//! Null-window alpha-beta search of a [`Duel`]: is its value at least a number?
//!
//! Values are seen from the seat to move, without the points scored so far.

use agon_rules::bits::Ones;

use super::finish::Rest;
use super::{Duel, DuelState, Extra, Hopes, IDLE, Triple};
use crate::Request;
use crate::games::primi_composti::contest::{Contest, Play};
use crate::transposition_table::{Entry, TranspositionTable};

/// A search of one duel. It keeps its transposition table from one search to the next.
pub struct Search<'d, 'a, 'c> {
    /// the duel
    pub duel: &'d Duel,
    /// what to find out, and when to stop
    pub request: Request<'a, 'c>,
    table: TranspositionTable,
    /// a stack: the triples of the start, then those that still count at each ply
    triples: Vec<Triple>,
    /// in a [`finish`](Self::finish): the hopes for each card when it began
    pub(super) hoped: Extra,
    /// With fewer plies left than this, neither settling a state nor the table is worth its time.
    settled: u32,
    /// With at most this many plies left a state is only estimated.
    horizon: u32,
    /// the horizon of the search before
    before: u32,
}

/// Bytes of the table. With 64 MB a deal of eleven cards took a quarter fewer nodes, but as much time: the table no
/// longer fits the cache.
const TABLE: usize = 1 << 22;

/// On three deals of ten cards 10 and 11 were the fastest; from 5 on it took half as long again or more. What is left then
/// is searched in registers (`finish.rs`), which made 11 the faster one.
const SETTLED: u32 = 11;

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
        Search { duel, request, table, triples, hoped: Extra::new([0; 3]), settled: SETTLED, horizon: 0, before: 0 }
    }

    /// The same search with another number of plies from which on states are settled and stored.
    pub fn settled_from(self, plies: u32) -> Self {
        Search { settled: plies, ..self }
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

    /// Searches for [`at_least`](Contest::at_least) with the hopes and triples of the state before.
    fn search(&mut self, at: &DuelState, hopes: &Hopes, plies: u32, from: usize, test: i32) -> i32 {
        if plies < self.settled.max(3) {
            self.hoped = hopes.extra;
            return self.finish(Rest::of(at), plies, at.range(hopes), test);
        }
        if self.request.control.tick() {
            return 0;
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
        let known = self.table.find(key(at, self.horizon));
        if let Some(bound) = known.and_then(|entry| entry.decides(test)) {
            return bound;
        }
        // A card that looked best to a shallower search is better than none.
        let deep = self.before > 0 && plies > self.before;
        let shallow = || if deep { self.table.find(key(at, self.before)) } else { None };
        let first = known.or_else(shallow).map_or(0, |entry| entry.best);
        let (value, best) = self.expand(at, hopes, plies, from, test, first);
        if !self.request.control.stopped() {
            let (lower, upper) = if value >= test { (Some(value), None) } else { (None, Some(value)) };
            let entry = Entry { lower, upper, depth: (plies - self.horizon) as i16, best, exact: true };
            self.table.store(key(at, self.horizon), entry);
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
            match self.rank(at, (card, extra), plies, from, test) {
                Ok(rank) => {
                    ranked[count] = (if card == first { i32::MAX } else { rank }, card);
                    count += 1;
                }
                Err(bound) if bound >= test => return (bound, card),
                Err(bound) => best = best.max((bound, card)),
            }
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

    /// How good a card looks: what it scores, what the best reply scores, and what hope is left. An error is a bound that
    /// makes a search needless.
    #[inline]
    fn rank(
        &mut self,
        at: &DuelState,
        (card, extra): (u8, i32),
        plies: u32,
        from: usize,
        test: i32,
    ) -> Result<i32, i32> {
        let (duel, seat) = (self.duel, usize::from(at.turn));
        let gain = extra + duel.value(card);
        if plies < FORESEEN {
            return Ok(gain);
        }
        let mut after = *at;
        duel.play(&mut after, card);
        let rank = 8 * gain - 4 * duel.best_gain(&after);
        if plies < WEIGHED {
            return Ok(rank);
        }
        // States at the horizon are not in the table.
        let stored = plies > self.horizon + 1;
        self.settle(after, from, |search, after, hopes, _| {
            let (least, most) = after.range(&hopes);
            if gain - most >= test {
                return Err(gain - most);
            }
            if gain - least < test {
                return Err(gain - least);
            }
            let known = if stored { search.table.find(key(&after, search.horizon)) } else { None };
            match known.and_then(|entry| entry.decides(gain - test + 1)) {
                Some(bound) => Err(gain - bound),
                None => Ok(rank + hopes.sums[seat] - hopes.sums[1 - seat]),
            }
        })
    }
}

impl Contest for Search<'_, '_, '_> {
    type State = DuelState;

    /// With twelve cards each a shallow search takes half a million nodes. Its estimate was off by one in seven of nine
    /// deals, and never by more than three.
    const HORIZONS: &'static [u32] = &[14];

    fn plays(&mut self, at: &DuelState) -> Vec<Play<DuelState>> {
        let duel = self.duel;
        let made = duel.made(at);
        let play = |card: usize| {
            let (card, mut after) = (card as u8, *at);
            duel.play(&mut after, card);
            Play { card, gain: made.of(card) + duel.value(card), after }
        };
        let mut plays: Vec<Play<DuelState>> = Ones(duel.moves(at)).map(play).collect();
        plays.sort_by_key(|play| duel.best_gain(&play.after) - 2 * play.gain);
        plays
    }

    fn plies(&self, at: &DuelState) -> u32 {
        at.plies()
    }

    fn range(&mut self, at: &DuelState) -> (i32, i32) {
        self.settle(*at, 0, |_, at, hopes, _| at.range(&hopes))
    }

    fn at_least(&mut self, at: &DuelState, test: i32) -> i32 {
        self.settle(*at, 0, |search, at, hopes, from| search.search(&at, &hopes, at.plies(), from, test))
    }

    fn best_known(&mut self, at: &DuelState) -> u32 {
        let duel = self.duel;
        self.settle(*at, 0, |search, settled, _, _| {
            let best = search.table.find(key(&settled, 0)).map_or(0, |entry| entry.best);
            // An idle card stands for all that are idle now.
            match IDLE.into_iter().position(|idle| idle == best) {
                Some(kind) => {
                    let kind = if kind == 0 { duel.primes } else { !duel.primes };
                    duel.moves(at) & !settled.hand & kind
                }
                None => 1 << best & !1,
            }
        })
    }

    fn estimate_from(&mut self, plies: u32) {
        self.before = self.horizon;
        self.horizon = plies;
    }

    fn stopped(&self) -> bool {
        self.request.control.stopped()
    }

    fn nodes(&self) -> u64 {
        self.request.control.nodes
    }

    fn report(&mut self, done: usize, all: usize) {
        self.request.report(done, all);
    }
}

/// The key of a state in a search with a horizon. It contains the whole state, so that there are no collisions.
#[inline]
fn key(at: &DuelState, horizon: u32) -> u128 {
    let word = at.word() | u64::from(horizon > 0) << 63;
    let mixed = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd1b5_4a32_d192_ed03);
    u128::from(mixed ^ mixed >> 32) << 64 | u128::from(word)
}
