//! Hopes of a [`Raid`]: the most that thefts may still bring to a seat, and the least that the other can hold them down to.

use super::settle::Outlook;
use super::{Loot, PRIMES, Raid, RaidState};

/// Hopes: the most that thefts may still bring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hopes {
    /// with each card
    pub loot: Loot,
    /// by seat: with all its cards, one by one
    pub sums: [i32; 2],
    /// by seat: of all that the other one has now
    pub stock: [i32; 2],
    /// by seat: what is left of this if the other one protects what it has
    pub guarded: [i32; 2],
    /// by seat: the cards that it has or may get
    pub(super) own: [u32; 2],
}

impl Hopes {
    /// Before anything is known.
    pub const ALL: Hopes =
        Hopes { loot: Loot([u32::MAX; 3]), sums: [99; 2], stock: [99; 2], guarded: [99; 2], own: [u32::MAX; 2] };

    /// The most that a seat can gain on the other, who plays well.
    #[inline]
    pub fn most(&self, seat: usize) -> i32 {
        self.sums[seat].min(self.guarded[seat])
    }

    /// A seat has played a card that stole this much. Without settling, the hopes afterwards are at most these.
    #[inline]
    pub fn play(&mut self, seat: usize, card: u8, gain: i32) {
        self.sums[seat] -= self.loot.of(card);
        self.stock[seat] -= gain;
        self.guarded[seat] -= gain;
        self.stock[1 - seat] += gain;
        // It may not have been a card that protects.
        self.guarded[1 - seat] = self.stock[1 - seat];
    }
}

impl Raid {
    /// The hopes of a settled state.
    #[inline]
    pub(super) fn hopes(&self, at: &RaidState, outlook: &Outlook, own: [u32; 2], on: [u32; 2]) -> Hopes {
        let Outlook { prime, composite, both, .. } = *outlook;
        let loot = Loot([prime | composite, prime, both]);
        let sums = self.owned.map(|owned| loot.0.into_iter().map(|set| count(set & at.hand & owned)).sum());
        let now = loot_now(self.loot(at), at.hand & self.owned[usize::from(at.turn)]);
        let pairs = [0, 1].map(|seat| self.stock(at, outlook, on, now, seat));
        Hopes { loot, sums, stock: pairs.map(|pair| pair.0), guarded: pairs.map(|pair| pair.1), own }
    }

    /// What a seat can gain of all that the other one has now, and what is left of it if the other one protects it.
    ///
    /// A card steals at most one prime and one composite.
    #[inline]
    fn stock(&self, at: &RaidState, outlook: &Outlook, on: [u32; 2], now: [i32; 2], seat: usize) -> (i32, i32) {
        let Outlook { stolen, held, laid, both_now, .. } = *outlook;
        let (hand, others) = (at.hand & self.owned[seat], at.hand & self.owned[1 - seat]);
        let kinds = [PRIMES, !PRIMES];
        let makers = [0, 1].map(|kind| (held[kind] | laid[kind]) & hand);
        let on_stacks = kinds.map(|kind| count(on[1 - seat] & stolen[seat] & kind));
        let in_hand = kinds.map(|kind| count(others & stolen[seat] & kind));
        let total = |on_stacks: [i32; 2], in_hand: [i32; 2]| {
            let cards = [0, 1].map(|kind| {
                let laid = on_stacks[kind].min(count(laid[kind] & hand));
                let held = in_hand[kind].min(count(held[kind] & hand));
                (laid + held).min(count(makers[kind]))
            });
            2 * cards[0] + cards[1]
        };
        let stock = total(on_stacks, in_hand);

        // 1. Seat 1 plays last. What it keeps to the end nobody can steal.
        let mut kept = in_hand;
        if seat == 0 {
            let kind = usize::from(kept[0] == 0);
            kept[kind] = (kept[kind] - 1).max(0);
        }
        // 2. A card that cannot be stolen protects the whole stack below it. Before it is played the seat to move steals
        // what it can steal now, and before the second one is played any one card of its kind.
        let first = if usize::from(at.turn) == seat { now } else { [0; 2] };
        let safe = [0, 1].map(|kind| others & !stolen[seat] & kinds[kind] != 0 || at.idle[2 * (1 - seat) + kind] > 0);
        let left = |caps: [i32; 2]| total([on_stacks[0].min(caps[0]), on_stacks[1].min(caps[1])], kept);
        let guarded = match safe {
            [false, false] => total(on_stacks, kept),
            [true, false] => left([first[0], 99]),
            [false, true] => left([99, first[1]]),
            [true, true] => left([first[0], first[1] + 1]).min(left([first[0] + 1, first[1]])),
        };
        // 3. One by one, of what the other one has now.
        let any = makers[0] | makers[1];
        let each = count(any) + count(makers[0]) + count(both_now & hand);
        (stock, guarded.min(each))
    }
}

/// How many primes and how many composites a hand can steal at once.
#[inline]
fn loot_now(Loot([any, two, three]): Loot, hand: u32) -> [i32; 2] {
    [i32::from(two & hand != 0), i32::from((any & !two | three) & hand != 0)]
}

#[inline]
fn count(set: u32) -> i32 {
    set.count_ones() as i32
}
