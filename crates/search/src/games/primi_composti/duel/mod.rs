//! Primi Composti, version 1, for two: a compact form of the game that is searched many times faster.
//!
//! By ruling R13 only the hands, the tops and the difference matter. The cards that can still matter, at most 28, are
//! numbered anew, so that a state fits a word. There are so few states, 228 to 406 million from a deal of twelve cards each,
//! that a [`Sweep`] through all of them is the faster way to solve one; a [`Search`] needs less memory.

mod finish;
mod search;
mod side;
mod sweep;

use agon_rules::bits::Ones;
use agon_rules::games::primi_composti::{self as primi, PrimiComposti, makes, value};

pub use search::Search;
pub use sweep::Sweep;

/// Numbers of cards: 0 for none, twelve cards in each hand, four on the tops, and two for idle cards.
const MOST: usize = 32;

/// The numbers under which an idle prime and an idle composite are played.
const IDLE: [u8; 2] = [29, 30];

/// The cards of a duel and what they make.
#[derive(Clone, Debug)]
pub struct Duel {
    /// by number: the card
    pub cards: [u8; MOST],
    primes: u32,
    /// by seat: its cards, whether in hand or on top
    owned: [u32; 2],
    makes: [[u32; MOST]; MOST],
    /// all triples
    pub triples: Vec<Triple>,
}

/// Three cards, the largest of them the sum or the product of the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Triple {
    cards: u32,
    /// by the number of composites in the pair: the cards made by the other two, if these can be visible together
    made: [u32; 3],
    /// the same for all pairs together
    all: u32,
}

/// A state of a duel: the cards in hand, the visible ones, and the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DuelState {
    /// the cards in both hands without the idle ones; a card never changes its owner
    hand: u32,
    /// primes and composites of seat 0, then of seat 1; 0 for none, or for a card that makes nothing any more
    tops: [u8; 4],
    /// by stack: how many cards in hand for it are idle: they make nothing and are not made
    idle: [u8; 4],
    /// the seat to move
    pub turn: u8,
    /// the plain value of the cards in hand, those of seat 0 less those of seat 1
    worth: i8,
}

impl Duel {
    /// The duel of a state of the real game.
    pub fn of(game: &PrimiComposti, s: &primi::State) -> (Self, DuelState) {
        let mut duel =
            Duel { cards: [0; MOST], primes: 1 << IDLE[0], owned: [0; 2], makes: [[0; MOST]; MOST], triples: vec![] };
        let mut count = 0;
        let mut number = |card: u8, seat: usize| {
            if card == 0 {
                return 0;
            }
            count += 1;
            duel.cards[usize::from(count)] = card;
            duel.primes |= u32::from(value(card) == 2) << count;
            duel.owned[seat] |= 1 << count;
            count
        };
        let mut hand = 0;
        for seat in [0, 1] {
            game.hand(s, seat).for_each(|card| hand |= 1 << number(card, seat));
        }
        let tops = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(seat, kind)| number(s.tops[seat][kind], seat));
        for c in 1..=usize::from(count) {
            for b in 1..c {
                for a in 1..b {
                    duel.add([a, b, c]);
                }
            }
        }
        let sum = |seat| game.hand(s, seat).map(value).sum::<i32>();
        let worth = (sum(0) - sum(1)) as i8;
        (duel, DuelState { hand, tops, idle: [0; 4], turn: s.turn, worth })
    }

    /// Adds three cards as a triple, if they are one.
    fn add(&mut self, [a, b, c]: [usize; 3]) {
        if !makes(self.cards[a], self.cards[b], self.cards[c]) {
            return;
        }
        let mut triple = Triple { cards: 1 << a | 1 << b | 1 << c, made: [0; 3], all: 0 };
        for (a, b, c) in [(a, b, c), (b, c, a), (c, a, b)] {
            // Two cards of one stack are never visible together.
            if self.stack(a) != self.stack(b) {
                let composites = [a, b].into_iter().filter(|&card| self.primes >> card & 1 == 0).count();
                triple.made[composites] |= 1 << c;
                self.makes[a][b] |= 1 << c;
                self.makes[b][a] |= 1 << c;
            }
        }
        triple.all = triple.made[0] | triple.made[1] | triple.made[2];
        self.triples.push(triple);
    }

    /// The stack a card goes to, as in [`DuelState`].
    fn stack(&self, card: usize) -> usize {
        let (second, composite) = (self.owned[1] >> card & 1, !self.primes >> card & 1);
        (2 * second + composite) as usize
    }

    /// The cards that can be played. Idle cards of a kind count as one.
    #[inline]
    pub fn moves(&self, at: &DuelState) -> u32 {
        let seat = usize::from(at.turn);
        let idle = |kind: usize| u32::from(at.idle[2 * seat + kind] > 0) << IDLE[kind];
        at.hand & self.owned[seat] | idle(0) | idle(1)
    }

    /// What the visible pairs add to each card.
    #[inline]
    pub fn made(&self, at: &DuelState) -> Extra {
        self.made_by(at.tops.map(|top| usize::from(top) % MOST))
    }

    /// What the pairs of these tops add to each card.
    #[inline]
    fn made_by(&self, [p, c, q, d]: [usize; 4]) -> Extra {
        let makes = &self.makes;
        Extra::new([makes[p][q], makes[p][c] | makes[p][d] | makes[q][c] | makes[q][d], makes[c][d]])
    }

    /// Cards by what they score: those that score 6, then 5, down to 1.
    #[inline]
    fn by_gain(&self, cards: u32, made: &Extra) -> [u32; 6] {
        let [two, three, four] = made.0;
        let (primes, composites) = (cards & self.primes, cards & !self.primes);
        let (just_two, just_three) = (two & !three, three & !four);
        [
            primes & four,
            primes & just_three | composites & four,
            primes & just_two | composites & just_three,
            composites & just_two,
            primes & !two,
            composites & !two,
        ]
    }

    /// 2 for a prime, 1 for a composite.
    #[inline]
    pub fn value(&self, card: u8) -> i32 {
        1 + (self.primes >> card & 1) as i32
    }

    /// The most that the seat to move can score with one card.
    #[inline]
    pub fn best_gain(&self, at: &DuelState) -> i32 {
        let (made, cards) = (self.made(at), self.moves(at));
        let best = |cards: u32| {
            let extra = made.0.map(|set| i32::from(cards & set != 0));
            i32::from(cards != 0) + 2 * extra[0] + extra[1] + extra[2]
        };
        best(cards).max(best(cards & self.primes) + 1)
    }

    /// Plays a card.
    #[inline]
    pub fn play(&self, at: &mut DuelState, card: u8) {
        let stack = 2 * usize::from(at.turn) + usize::from(self.primes >> card & 1 == 0);
        if card >= IDLE[0] {
            at.idle[stack] -= 1;
            at.tops[stack] = 0;
        } else {
            at.hand &= !(1 << card);
            at.tops[stack] = card;
        }
        at.worth -= if at.turn == 0 { self.value(card) } else { -self.value(card) } as i8;
        at.turn ^= 1;
    }

    /// Settles a state: sets aside cards that can no longer matter. Appends the triples that still count, and returns the
    /// hopes.
    #[inline]
    pub fn settle(&self, at: &mut DuelState, triples: &mut Vec<Triple>, from: usize) -> Hopes {
        let tops = at.tops.into_iter().fold(0_u32, |set, top| set | 1 << top) & !1;
        let there = at.hand | tops;
        let (mut made, mut alive) = ([0; 3], 0);
        for i in from..triples.len() {
            let triple = triples[i];
            if triple.cards & !there == 0 && triple.all & at.hand != 0 {
                alive |= triple.cards;
                (0..3).for_each(|kind| made[kind] |= triple.made[kind]);
                triples.push(triple);
            }
        }
        for top in &mut at.tops {
            *top *= (alive >> *top & 1) as u8;
        }
        for card in Ones(at.hand & !alive) {
            at.idle[self.stack(card)] += 1;
        }
        at.hand &= alive;
        let extra = Extra::new(made);
        let sum = |seat: usize| {
            let count = |set: u32| (at.hand & self.owned[seat] & set).count_ones() as i32;
            2 * count(extra.0[0]) + count(extra.0[1]) + count(extra.0[2])
        };
        Hopes { extra, sums: [sum(0), sum(1)] }
    }
}

/// What pairs add to cards, as three sets: cards with 2 or more, with 3 or more, and with 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extra([u32; 3]);

impl Extra {
    /// The cards that pairs of two primes make, those of a prime and a composite, and those of two composites.
    #[inline]
    fn new([primes, mixed, composites]: [u32; 3]) -> Self {
        Extra([primes | mixed | composites, primes | mixed, primes])
    }

    /// The most that is added to one of these cards.
    #[inline]
    fn most(&self, cards: u32) -> i32 {
        let [two, three, four] = self.0.map(|set| i32::from(set & cards != 0));
        2 * two + three + four
    }

    /// What is added to a card.
    #[inline]
    pub fn of(&self, card: u8) -> i32 {
        let [two, three, four] = self.0.map(|set| (set >> card & 1) as i32);
        2 * two + three + four
    }
}

/// Hopes: the most that pairs may still add.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hopes {
    /// to each card
    pub extra: Extra,
    /// by seat: to all cards in hand
    pub sums: [i32; 2],
}

impl DuelState {
    /// The lead of the seat to move in the plain value of the cards in hand.
    #[inline]
    pub fn even(&self) -> i32 {
        let worth = i32::from(self.worth);
        if self.turn == 0 { worth } else { -worth }
    }

    /// The least and the most that the seat to move can still gain on the other.
    #[inline]
    pub fn range(&self, hopes: &Hopes) -> (i32, i32) {
        let seat = usize::from(self.turn);
        (self.even() - hopes.sums[1 - seat], self.even() + hopes.sums[seat])
    }

    /// What the seat to move may gain on the other, if a third of all hopes come true.
    pub fn estimate(&self, hopes: &Hopes) -> i32 {
        let seat = usize::from(self.turn);
        self.even() + (hopes.sums[seat] - hopes.sums[1 - seat]) / 3
    }

    /// How many plies are left.
    pub fn plies(&self) -> u32 {
        self.hand.count_ones() + self.idle.into_iter().map(u32::from).sum::<u32>()
    }

    /// The whole state in one word: 24 bits for the hands, 20 for the tops and 16 for idle cards. The seat to move
    /// follows from the sizes of the hands.
    #[inline]
    pub fn word(&self) -> u64 {
        let tops = self.tops.into_iter().fold(0, |word, top| word << 5 | u64::from(top));
        let idle = self.idle.into_iter().fold(tops, |word, count| word << 4 | u64::from(count));
        idle << 24 | u64::from(self.hand >> 1)
    }
}
