//! Null-window alpha-beta search of a [`Raid`]: is its value at least a number?
//!
//! Values are the net worth that the seat to move steals from now on.

use agon_rules::bits::Ones;

use super::{Hopes, Raid, RaidState, Theft};
use crate::Request;
use crate::games::primi_composti::contest::{Contest, Play};
use crate::hash::fingerprint;
use crate::transposition_table::{Entry, TranspositionTable};

/// A search of one raid. It keeps its transposition table from one search to the next.
pub struct Search<'d, 'a, 'c> {
    /// the raid
    pub raid: &'d Raid,
    /// what to find out, and when to stop
    pub request: Request<'a, 'c>,
    table: TranspositionTable,
    /// a stack: the thefts of the start, then those that still count at each ply
    thefts: Vec<Theft>,
    /// With fewer plies left than this, neither settling a state nor the table is worth its time.
    settled: u32,
    /// With at most this many plies left a state is only estimated.
    horizon: u32,
    /// the horizon of the search before
    before: u32,
}

/// Bytes of the table, at most; a state with fewer plies left needs less.
const TABLE: usize = 1 << 26;

/// On two deals of ten cards 12 took 2.4 s, 10 and 13 about 3 s, with nearly as many nodes; settling is slow.
const SETTLED: u32 = 12;

/// With fewer plies left, move ordering ignores replies.
const FORESEEN: u32 = 4;

/// With fewer plies left, move ordering ignores hopes and what the table knows of the states after a move.
const WEIGHED: u32 = 16;

/// The result of a search: a bound, and the card it comes from.
type Bound = (i32, u8);

impl<'d, 'a, 'c> Search<'d, 'a, 'c> {
    /// A search for a request.
    pub fn new(raid: &'d Raid, request: Request<'a, 'c>) -> Self {
        let plies = raid.owned[0].count_ones() + raid.owned[1].count_ones();
        let table = TranspositionTable::new(request.bytes.min(TABLE >> 24_u32.saturating_sub(plies)));
        Search { raid, request, table, thefts: raid.thefts.clone(), settled: SETTLED, horizon: 0, before: 0 }
    }

    /// The same search with another number of plies from which on states are settled and stored.
    pub fn settled_from(self, plies: u32) -> Self {
        Search { settled: plies, ..self }
    }

    /// Settles a state, then calls `then` with it, its hopes, and the index of its first theft.
    #[inline]
    fn settle<T>(
        &mut self,
        mut at: RaidState,
        (from, before): (usize, &Hopes),
        then: impl FnOnce(&mut Self, RaidState, Hopes, usize) -> T,
    ) -> T {
        let to = self.thefts.len();
        let hopes = self.raid.settle(&mut at, &mut self.thefts, from, before);
        let done = then(self, at, hopes, to);
        self.thefts.truncate(to);
        done
    }

    /// Searches for [`at_least`](Contest::at_least) with the hopes and thefts of the state before.
    fn search(&mut self, at: &RaidState, hopes: &Hopes, plies: u32, from: usize, test: i32) -> i32 {
        if self.request.control.tick() {
            return 0;
        }
        if plies <= 2 {
            return self.raid.last_cards(at, plies);
        }
        if plies < self.settled {
            let (least, most) = at.range(hopes);
            if most < test {
                return most;
            }
            if least >= test {
                return least;
            }
            return self.expand(at, hopes, plies, from, test, None).0;
        }
        self.settle(*at, (from, hopes), |search, at, hopes, from| {
            let (least, most) = at.range(&hopes);
            if most < test || least == most {
                most
            } else if least >= test {
                least
            } else if plies <= search.horizon {
                search.estimate(&at, &hopes)
            } else {
                search.look_up(&at, &hopes, plies, from, test)
            }
        })
    }

    /// What the seat to move may gain on the other, if a quarter of all hopes come true.
    fn estimate(&self, at: &RaidState, hopes: &Hopes) -> i32 {
        let (least, most) = at.range(hopes);
        ((least + most) / 4 + self.raid.best_loot(at) / 2).clamp(least, most)
    }

    /// Searches a state with the transposition table.
    fn look_up(&mut self, at: &RaidState, hopes: &Hopes, plies: u32, from: usize, test: i32) -> i32 {
        let key = at.key(self.horizon);
        let known = self.table.find(key);
        if let Some(bound) = known.and_then(|entry| entry.decides(test)) {
            return bound;
        }
        // A card that looked best to a shallower search is better than none.
        let shallow = || self.table.find(at.key(self.before)).filter(|_| self.before > 0 && plies > self.before);
        let first = known.or_else(shallow).map(|entry| entry.best);
        let (value, best) = self.expand(at, hopes, plies, from, test, first);
        if !self.request.control.stopped() {
            let (lower, upper) = if value >= test { (Some(value), None) } else { (None, Some(value)) };
            self.table.store(key, Entry { lower, upper, depth: (plies - self.horizon) as i16, best, exact: true });
        }
        value
    }

    /// Searches the cards, `first` before all others, until one reaches `test`.
    fn expand(
        &mut self,
        at: &RaidState,
        hopes: &Hopes,
        plies: u32,
        from: usize,
        test: i32,
        first: Option<u8>,
    ) -> Bound {
        let (raid, seat) = (self.raid, usize::from(at.turn));
        let loot = raid.loot(at);
        let mut best = (i32::MIN, 0);

        // 1. Cards that reach the test by what they steal at once, and cards that give up too much hope to reach it.
        let mut ranked = [(0, 0); 16];
        let mut count = 0;
        for card in Ones(raid.moves(at)).map(|card| card as u8) {
            let gain = loot.of(card);
            let least = (gain - hopes.sums[1 - seat]).max(-hopes.stock[1 - seat]);
            if least >= test {
                return (least, card);
            }
            let most = (hopes.sums[seat] - hopes.loot.of(card) + gain).min(hopes.most(seat));
            if most < test {
                best = best.max((most, card));
                continue;
            }
            match self.rank(at, hopes, (card, gain), plies, from, test) {
                Ok(rank) => {
                    ranked[count] = (if first == Some(card) { i32::MAX } else { rank }, card);
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
            let gain = loot.of(card);
            let (mut after, mut less) = (*at, *hopes);
            raid.play(&mut after, card, gain);
            less.play(seat, card, gain);
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

    /// How good a card looks: what it steals, what the best reply steals, and what hope is left. An error is a bound that
    /// makes a search needless.
    #[inline]
    fn rank(
        &mut self,
        at: &RaidState,
        hopes: &Hopes,
        (card, gain): (u8, i32),
        plies: u32,
        from: usize,
        test: i32,
    ) -> Result<i32, i32> {
        let (raid, seat) = (self.raid, usize::from(at.turn));
        if plies < FORESEEN {
            return Ok(gain);
        }
        let mut after = *at;
        raid.play(&mut after, card, gain);
        let rank = 8 * gain - 3 * raid.best_loot(&after);
        if plies < WEIGHED {
            return Ok(rank);
        }
        // States at the horizon are not in the table.
        let stored = plies > self.horizon + 1;
        self.settle(after, (from, hopes), |search, after, hopes, _| {
            let (least, most) = after.range(&hopes);
            if gain - most >= test {
                return Err(gain - most);
            }
            if gain - least < test {
                return Err(gain - least);
            }
            let known = if stored { search.table.find(after.key(search.horizon)) } else { None };
            match known.and_then(|entry| entry.decides(gain - test + 1)) {
                Some(bound) => Err(gain - bound),
                None => Ok(rank + hopes.most(seat) - hopes.most(1 - seat)),
            }
        })
    }
}

impl RaidState {
    /// The least and the most that the seat to move can still gain on the other.
    #[inline]
    fn range(&self, hopes: &Hopes) -> (i32, i32) {
        let seat = usize::from(self.turn);
        (-hopes.most(1 - seat), hopes.most(seat))
    }

    /// The key of a state in a search with a horizon. The seat to move follows from the sizes of the hands.
    #[inline]
    fn key(&self, horizon: u32) -> u128 {
        let idle = self.idle.into_iter().fold(0, |word, count| word << 4 | u64::from(count));
        let [a, b, c, d] = self.stacks;
        fingerprint(&(u64::from(horizon) << 48 | idle << 32 | u64::from(self.hand), a, b, c, d))
    }
}

impl Contest for Search<'_, '_, '_> {
    type State = RaidState;

    // Not tuned.
    const HORIZONS: &'static [u32] = &[16, 12];

    fn plays(&mut self, at: &RaidState) -> Vec<Play<RaidState>> {
        let (raid, loot) = (self.raid, self.raid.loot(at));
        let mut plays: Vec<Play<RaidState>> = Ones(raid.moves(at))
            .map(|card| {
                let (card, mut after) = (card as u8, *at);
                let gain = loot.of(card);
                raid.play(&mut after, card, gain);
                Play { card, gain, after }
            })
            .collect();
        plays.sort_by_key(|play| raid.best_loot(&play.after) - 2 * play.gain);
        plays
    }

    fn plies(&self, at: &RaidState) -> u32 {
        at.plies()
    }

    fn range(&mut self, at: &RaidState) -> (i32, i32) {
        self.settle(*at, (0, &Hopes::ALL), |_, at, hopes, _| at.range(&hopes))
    }

    fn at_least(&mut self, at: &RaidState, test: i32) -> i32 {
        self.settle(*at, (0, &Hopes::ALL), |search, at, hopes, from| search.search(&at, &hopes, at.plies(), from, test))
    }

    fn best_known(&mut self, at: &RaidState) -> u32 {
        let all = self.raid.moves(at);
        self.settle(*at, (0, &Hopes::ALL), |search, settled, _, _| {
            let Some(entry) = search.table.find(settled.key(0)) else { return 0 };
            // An idle card stands for all that are idle now.
            let kind = if entry.best < 16 { super::PRIMES } else { !super::PRIMES };
            if entry.best & 15 == 0 { all & !settled.hand & kind } else { 1 << entry.best }
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
