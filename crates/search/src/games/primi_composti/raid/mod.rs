//! Primi Composti, version 2 without `uncover`, for two: a compact form of the game that is searched many times faster.
//!
//! All cards end up on somebody's stacks, so the result is who holds what at the start and the net worth stolen from then
//! on: only thefts count, and a state is the hands and those parts of the stacks that can still come up. Cards that matter
//! are numbered anew: primes from 1 to 15, composites from 17 to 31. A stack is a word of four bits a card, its top in the
//! lowest ones.

mod hopes;
mod search;
mod settle;

use agon_rules::bits::Ones;
use agon_rules::games::primi_composti::{self as primi, PrimiComposti, makes, value};

pub use hopes::Hopes;
pub use search::Search;

/// Numbers of cards. 0 and 16 are no card on a stack, and an idle prime or composite in hand.
const MOST: usize = 32;

/// The numbers of primes.
const PRIMES: u32 = 0xffff;

/// The cards of a raid and what they make.
#[derive(Clone, Debug)]
pub struct Raid {
    /// by number: the card
    pub cards: [u8; MOST],
    /// by seat: the cards in its hand at the start
    owned: [u32; 2],
    makes: [[u32; MOST]; MOST],
    /// all thefts
    thefts: Vec<Theft>,
}

/// A theft that may come: a card in hand, and two others that make it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Theft {
    /// the card in hand, as a set
    maker: u32,
    /// the two others, as a set
    pair: u32,
    /// whose hand it is
    thief: u8,
    /// whether they are a prime and a composite
    mixed: bool,
}

/// A state of a raid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RaidState {
    /// the cards in both hands without the idle ones
    hand: u32,
    /// primes and composites of seat 0, then of seat 1, down to the first card that can never be taken off
    stacks: [u64; 4],
    /// by stack: how many cards in hand for it are idle: they make nothing, are not made and cannot be stolen
    idle: [u8; 4],
    /// the seat to move
    pub turn: u8,
}

impl Raid {
    /// The raid of a state of the real game. None with `uncover`, or where too many cards matter, which no deal has.
    pub fn of(game: &PrimiComposti, s: &primi::State) -> Option<(Self, RaidState)> {
        if game.uncover {
            return None;
        }
        let mut raid = Raid { cards: [0; MOST], owned: [0; 2], makes: [[0; MOST]; MOST], thefts: vec![] };
        let mut counts = [0; 2];
        let mut number = |card: u8| {
            let kind = usize::from(value(card) == 1);
            counts[kind] += 1;
            let number = 16 * kind + counts[kind];
            *raid.cards[..16 * kind + 16].get_mut(number)? = card;
            Some(number)
        };
        let mut owned = [0; 2];
        for seat in [0, 1] {
            for card in game.hand(s, seat) {
                owned[seat] |= 1 << number(card)?;
            }
        }
        let mut at = RaidState { hand: owned[0] | owned[1], stacks: [0; 4], idle: [0; 4], turn: s.turn };
        let all: Vec<u8> = (0..s.at.len() as u8).filter(|card| s.at[usize::from(*card)] != 0).collect();
        for (stack, (seat, kind)) in [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().enumerate() {
            let mut shift = 0;
            for card in game.stack(s, seat, kind).into_iter().rev() {
                let matters = |seat| {
                    let mut hand = game.hand(s, seat);
                    hand.any(|c| all.iter().any(|&b| b != card && b != c && makes(card, b, c)))
                };
                if matters(1 - seat) || matters(seat) {
                    at.stacks[stack] |= (number(card)? as u64 & 15) << shift;
                    shift += 4;
                }
                if !matters(1 - seat) {
                    break;
                }
            }
        }
        raid.owned = owned;
        raid.link();
        Some((raid, at))
    }

    /// Finds out which cards make which, and what can be stolen.
    fn link(&mut self) {
        let numbers: Vec<usize> = (1..MOST).filter(|number| self.cards[*number] != 0).collect();
        for &a in &numbers {
            for &b in &numbers {
                for &c in &numbers {
                    let differ = a != b && a != c && b != c;
                    if differ && makes(self.cards[a], self.cards[b], self.cards[c]) {
                        self.makes[a][b] |= 1 << c;
                    }
                }
                for maker in Ones(self.makes[a][b] & (self.owned[0] | self.owned[1])).filter(|_| a < b) {
                    let thief = (self.owned[1] >> maker & 1) as u8;
                    self.thefts.push(Theft {
                        maker: 1 << maker,
                        pair: 1 << a | 1 << b,
                        thief,
                        mixed: a < 16 && b > 16,
                    });
                }
            }
        }
        // Alike ones together: the tests of `settle` are then easy to foresee.
        self.thefts.sort_by_key(|theft| (theft.thief, theft.mixed));
    }

    /// The cards that can be played. Idle cards of a kind count as one.
    #[inline]
    pub fn moves(&self, at: &RaidState) -> u32 {
        let seat = usize::from(at.turn);
        at.hand & self.owned[seat] | u32::from(at.idle[2 * seat] > 0) | u32::from(at.idle[2 * seat + 1] > 0) << 16
    }

    /// What the seat to move steals with each card.
    #[inline]
    pub fn loot(&self, at: &RaidState) -> Loot {
        let top = |stack: usize| (at.stacks[stack] & 15) as usize;
        let (own, other) = (2 * usize::from(at.turn), 2 - 2 * usize::from(at.turn));
        let (p, c) = (top(own), 16 + top(own + 1));
        let (theirs, d) = (&self.makes[top(other)], 16 + top(other + 1));
        let three = theirs[d];
        let two = three | theirs[p] | theirs[c];
        Loot([two | self.makes[d][p] | self.makes[d][c], two, three])
    }

    /// The most that the seat to move can steal with one card.
    #[inline]
    pub fn best_loot(&self, at: &RaidState) -> i32 {
        let (loot, cards) = (self.loot(at), self.moves(at));
        loot.0.into_iter().map(|set| i32::from(set & cards != 0)).sum()
    }

    /// The value of a state with at most two plies left: nobody has a choice.
    #[inline]
    pub fn last_cards(&self, at: &RaidState, plies: u32) -> i32 {
        let loot = self.best_loot(at);
        if plies <= 1 {
            return loot;
        }
        let mut after = *at;
        self.play(&mut after, self.moves(at).trailing_zeros() as u8, loot);
        loot - self.best_loot(&after)
    }

    /// Plays a card that steals this much.
    #[inline]
    pub fn play(&self, at: &mut RaidState, card: u8, loot: i32) {
        let (own, other) = (2 * usize::from(at.turn), 2 - 2 * usize::from(at.turn));
        // The worth tells the cards: 2 for the prime, 1 for the composite, 3 for both.
        for kind in [0, 1] {
            if loot & (2 - kind as i32) != 0 {
                at.stacks[own + kind] = at.stacks[own + kind] << 4 | at.stacks[other + kind] & 15;
                at.stacks[other + kind] >>= 4;
            }
        }
        let stack = own + usize::from(card >> 4);
        if card & 15 == 0 {
            // Nothing below an idle card ever comes up again.
            at.idle[stack] -= 1;
            at.stacks[stack] = 0;
        } else {
            at.hand &= !(1 << card);
            at.stacks[stack] = at.stacks[stack] << 4 | u64::from(card & 15);
        }
        at.turn ^= 1;
    }
}

/// What cards steal, as three sets: those that steal 1 or more, 2 or more, and 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Loot([u32; 3]);

impl Loot {
    /// What a card steals.
    #[inline]
    pub fn of(&self, card: u8) -> i32 {
        self.0.into_iter().map(|set| (set >> card & 1) as i32).sum()
    }
}

impl RaidState {
    /// How many plies are left.
    pub fn plies(&self) -> u32 {
        self.hand.count_ones() + self.idle.into_iter().map(u32::from).sum::<u32>()
    }
}
