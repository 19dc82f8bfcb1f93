//! All that one seat of a [`Duel`] can come to hold, numbered.

use agon_rules::bits::Ones;

use super::{Duel, DuelState};

/// What a seat can come to hold. Cards in hand at the start are numbered by bits.
pub(super) struct Side {
    /// by bit: the number of the card in the duel
    pub cards: Vec<u8>,
    /// the bits of primes, and those of composites
    kinds: [u32; 2],
    /// the tops at the start, a prime and a composite, as numbers of the duel
    tops: [u8; 2],
    /// by hand: the index of its first holding, among those after as many cards
    first: Vec<usize>,
    /// by the number of cards played: how many holdings there are
    pub sizes: Vec<usize>,
}

/// A hand, and the tops of both stacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Holding {
    /// a set of bits
    pub hand: u32,
    /// bits, or [`START`]
    pub tops: [usize; 2],
}

/// The top of a stack on which nothing was played since the start.
const START: usize = 31;

impl Side {
    /// The side of a seat.
    pub fn of(duel: &Duel, start: &DuelState, seat: usize) -> Self {
        let cards: Vec<u8> = Ones(start.hand & duel.owned[seat]).map(|card| card as u8).collect();
        let primes = cards.iter().zip(0..).fold(0, |set, (card, bit)| set | (duel.primes >> card & 1) << bit);
        let kinds = [primes, !primes & ((1 << cards.len()) - 1)];
        let tops = [start.tops[2 * seat], start.tops[2 * seat + 1]];
        let (sizes, first) = (vec![0; cards.len() + 1], Vec::with_capacity(1 << cards.len()));
        let mut side = Side { cards, kinds, tops, first, sizes };
        for hand in 0..1 << side.cards.len() {
            let size = &mut side.sizes[side.cards.len() - u32::count_ones(hand) as usize];
            side.first.push(*size);
            let choices = side.kinds.map(|kind| (kind & !hand).count_ones().max(1) as usize);
            *size += choices[0] * choices[1];
        }
        side
    }

    /// All holdings after so many cards, in the order of their indices.
    pub fn holdings(&self, played: usize) -> Vec<Holding> {
        let left = (self.cards.len() - played) as u32;
        let mut all = Vec::with_capacity(self.sizes[played]);
        for hand in (0..1 << self.cards.len()).filter(|hand: &u32| hand.count_ones() == left) {
            let [primes, composites] = self.kinds.map(|kind| match kind & !hand {
                0 => 1_u32 << START,
                played => played,
            });
            for prime in Ones(primes) {
                all.extend(Ones(composites).map(|composite| Holding { hand, tops: [prime, composite] }));
            }
        }
        all
    }

    /// The index of a holding among those after as many cards.
    pub fn index(&self, holding: Holding) -> usize {
        let Holding { hand, tops } = holding;
        let rank = |kind: usize| (self.kinds[kind] & !hand & ((1 << tops[kind]) - 1)).count_ones() as usize;
        let composites = (self.kinds[1] & !hand).count_ones().max(1) as usize;
        self.first[hand as usize] + rank(0) * composites + rank(1)
    }

    /// What it holds after it has played a card.
    pub fn play(&self, holding: Holding, bit: usize) -> Holding {
        let Holding { hand, mut tops } = holding;
        tops[(self.kinds[1] >> bit & 1) as usize] = bit;
        Holding { hand: hand & !(1 << bit), tops }
    }

    /// What a seat holds in a later state.
    pub fn holding(&self, at: &DuelState, seat: usize) -> Holding {
        let bit = |top: u8| self.cards.iter().position(|card| *card == top).unwrap_or(START);
        let hand = self.cards.iter().zip(0..).fold(0, |set, (card, bit)| set | (at.hand >> card & 1) << bit);
        Holding { hand, tops: [bit(at.tops[2 * seat]), bit(at.tops[2 * seat + 1])] }
    }

    /// The tops of a holding as numbers of the duel.
    pub fn tops(&self, holding: Holding) -> [u8; 2] {
        [0, 1].map(|kind| match holding.tops[kind] {
            START => self.tops[kind],
            bit => self.cards[bit],
        })
    }
}
