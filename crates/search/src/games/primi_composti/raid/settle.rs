//! Settles a state of a [`Raid`]: finds what can still be stolen and by whom, and sets aside what cannot matter any more.
//!
//! A card can be stolen only while the thief holds a card that it makes with another one that may be visible then. What
//! lies below a card that can never be stolen stays where it is: it is dropped. All of this only ever shrinks in play, so
//! a state begins from what was found for the one before.

use agon_rules::bits::Ones;

use super::hopes::Hopes;
use super::{MOST, PRIMES, Raid, RaidState, Theft};

/// How often a state is settled, unless nothing changes before.
const PASSES: usize = 3;

/// What the thefts that still count say.
#[derive(Clone, Copy, Default)]
pub(super) struct Outlook {
    /// by seat: what it may steal
    pub stolen: [u32; 2],
    /// cards that have a part in a theft
    pub alive: u32,
    /// cards in hand that may steal a prime, a composite, both
    pub prime: u32,
    pub composite: u32,
    pub both: u32,
    /// the same, of cards that the other seat has in hand now
    pub held: [u32; 2],
    /// the same, of cards that the other seat has on its stacks now
    pub laid: [u32; 2],
    /// cards in hand that may steal both, of cards that the other seat has now
    pub both_now: u32,
}

/// Where cards are, as far as a theft is concerned.
#[derive(Clone, Copy)]
struct Places {
    /// in hands and on stacks
    there: u32,
    /// by seat
    hands: [u32; 2],
    on: [u32; 2],
    /// by seat: the cards that it has or may get
    own: [u32; 2],
}

impl Outlook {
    /// Adds a theft, if it can still come.
    #[inline]
    fn add(&mut self, theft: &Theft, places: &Places) -> bool {
        let Theft { maker, pair, thief, mixed } = *theft;
        let thief = usize::from(thief & 1);
        if maker & places.hands[thief] == 0 || pair & !places.there != 0 {
            return false;
        }
        let (theirs, mine) = (pair & places.own[1 - thief], pair & places.own[thief]);
        // Two cards of a kind are visible together only on stacks of different seats.
        let loot = if mixed || mine == pair {
            theirs
        } else if mine == 0 {
            0
        } else {
            theirs & !mine
        };
        if loot == 0 {
            return false;
        }
        let by = |set: u32| if set != 0 { maker } else { 0 };
        let (held, laid) = (loot & places.hands[1 - thief], loot & places.on[1 - thief]);
        self.stolen[thief] |= loot;
        self.alive |= pair | maker;
        self.prime |= by(loot & PRIMES);
        self.composite |= by(loot & !PRIMES);
        self.both |= by(u32::from(mixed && loot == pair));
        self.held[0] |= by(held & PRIMES);
        self.held[1] |= by(held & !PRIMES);
        self.laid[0] |= by(laid & PRIMES);
        self.laid[1] |= by(laid & !PRIMES);
        self.both_now |= by(u32::from(mixed && held | laid == pair));
        true
    }
}

impl Raid {
    /// Settles a state whose hopes are at most `before`. Appends the thefts that still count to those from `from` on.
    #[inline]
    pub(super) fn settle(&self, at: &mut RaidState, thefts: &mut Vec<Theft>, from: usize, before: &Hopes) -> Hopes {
        let to = thefts.len();
        let mut outlook = Outlook::default();
        let mut places = self.places(at, before.own);
        for pass in 0..PASSES {
            outlook = Outlook::default();
            if pass == 0 {
                for i in from..to {
                    let theft = thefts[i];
                    if outlook.add(&theft, &places) {
                        thefts.push(theft);
                    }
                }
            } else {
                let mut kept = to;
                for i in to..thefts.len() {
                    let theft = thefts[i];
                    thefts[kept] = theft;
                    kept += usize::from(outlook.add(&theft, &places));
                }
                thefts.truncate(kept);
            }
            for card in Ones(at.hand & !outlook.alive) {
                at.idle[2 * (self.owned[1] >> card & 1) as usize + card / 16] += 1;
            }
            at.hand &= outlook.alive;
            for stack in 0..4 {
                let makers = if stack % 2 == 0 { outlook.prime } else { outlook.composite };
                let makers = (makers & self.owned[1 - stack / 2]).count_ones();
                at.cut(stack, outlook.stolen[1 - stack / 2], outlook.alive, makers);
            }
            let (own, there) = (places.own, places.there);
            places = self.places(at, own);
            for seat in [0, 1] {
                places.own[seat] &= places.hands[seat] | places.on[seat] | outlook.stolen[seat];
            }
            if (places.own, places.there) == (own, there) {
                break;
            }
        }
        self.hopes(at, &outlook, places.own, places.on)
    }

    #[inline]
    fn places(&self, at: &RaidState, own: [u32; 2]) -> Places {
        let on = [at.on(0), at.on(1)];
        Places { there: at.hand | on[0] | on[1], hands: self.owned.map(|owned| at.hand & owned), on, own }
    }
}

impl RaidState {
    /// The cards on the stacks of a seat.
    #[inline]
    fn on(&self, seat: usize) -> u32 {
        let mut set = 0;
        for kind in [0, 1] {
            let mut rest = self.stacks[2 * seat + kind];
            while rest != 0 {
                set |= 1 << ((16 * kind + (rest & 15) as usize) % MOST);
                rest >>= 4;
            }
        }
        set
    }

    /// Drops the cards of a stack that never come up again: those below `makers` others or below one that is not in
    /// `stolen`, and that one too if it makes nothing.
    #[inline]
    fn cut(&mut self, stack: usize, stolen: u32, alive: u32, makers: u32) {
        let (mut rest, mut depth) = (self.stacks[stack], 0);
        while rest != 0 {
            let card = (16 * (stack % 2) + (rest & 15) as usize) % MOST;
            if stolen >> card & 1 == 0 || depth == makers {
                depth += alive >> card & 1;
                break;
            }
            rest >>= 4;
            depth += 1;
        }
        self.stacks[stack] &= (1 << (4 * depth)) - 1;
    }
}
