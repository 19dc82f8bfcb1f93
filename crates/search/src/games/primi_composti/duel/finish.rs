//! The last plies of a [`Duel`](super::Duel): a plain search in which a state and its bounds stay in registers.

use agon_rules::bits::Ones;

use super::{Duel, DuelState, Extra, IDLE, MOST, Search};

/// What is left of a duel. The seat to move follows from the plies that are left: seat 1 plays last.
#[derive(Clone, Copy)]
pub struct Rest {
    /// by stack a byte for its top, then by stack a byte for the idle cards in hand
    stacks: u64,
    /// the cards in both hands without the idle ones
    hand: u32,
}

impl Rest {
    /// What is left in a state.
    pub fn of(at: &DuelState) -> Self {
        let [a, b, c, d] = at.tops;
        let [e, f, g, h] = at.idle;
        Rest { stacks: u64::from_le_bytes([a, b, c, d, e, f, g, h]), hand: at.hand }
    }

    /// The top of a stack.
    #[inline]
    fn top(self, stack: u32) -> usize {
        (self.stacks >> (8 * stack)) as usize % MOST
    }

    /// Whether the cards in hand for a stack include an idle one.
    #[inline]
    fn idle(self, stack: u32) -> u32 {
        u32::from(self.stacks >> (8 * stack + 32) & 255 > 0)
    }

    /// The cards that a seat can play. Idle cards of a kind count as one.
    #[inline]
    fn moves(self, duel: &Duel, seat: u32) -> u32 {
        let idle = self.idle(2 * seat) << IDLE[0] | self.idle(2 * seat + 1) << IDLE[1];
        self.hand & duel.owned[seat as usize % 2] | idle
    }

    /// What the visible pairs add to each card.
    #[inline]
    fn made(self, duel: &Duel) -> Extra {
        duel.made_by([0, 1, 2, 3].map(|stack| self.top(stack)))
    }

    /// What is left after a seat has played a card.
    #[inline]
    fn play(self, duel: &Duel, seat: u32, card: u8) -> Self {
        let shift = 16 * seat + 8 * (!duel.primes >> card & 1);
        let idle = card >= IDLE[0];
        let top = if idle { 0 } else { u64::from(card) };
        let stacks = self.stacks & !(255 << shift) | top << shift;
        Rest { stacks: stacks - (u64::from(idle) << (shift + 32)), hand: self.hand & !(u32::from(!idle) << card) }
    }

    /// The value with at most two plies left: nobody has a choice.
    #[inline]
    fn last_cards(self, duel: &Duel, plies: u32) -> i32 {
        let card = self.moves(duel, plies % 2).trailing_zeros() as u8;
        let gain = self.made(duel).of(card) + duel.value(card);
        if plies <= 1 { gain } else { gain - self.play(duel, plies % 2, card).last_cards(duel, 1) }
    }
}

impl Search<'_, '_, '_> {
    /// Is the value at least `test`, when it is from `least` to `most`? The cards that score most come first. Hopes for
    /// single cards are those of the state where the finish began.
    pub(super) fn finish(&mut self, at: Rest, plies: u32, (least, most): (i32, i32), test: i32) -> i32 {
        if self.request.control.tick() {
            return 0;
        }
        if plies <= 2 {
            return at.last_cards(self.duel, plies);
        }
        let (duel, seat) = (self.duel, plies % 2);
        let (made, cards) = (at.made(duel), at.moves(duel, seat));
        let scored = least + made.most(cards);
        if scored >= test {
            return scored;
        }
        let mut best = i32::MIN;
        for (cards, gain) in duel.by_gain(cards, &made).into_iter().zip((1..=6).rev()) {
            for card in Ones(cards).map(|card| card as u8) {
                let (value, hope) = (duel.value(card), self.hoped.of(card));
                let bound = most + gain - value - hope;
                if bound < test {
                    best = best.max(bound);
                    continue;
                }
                let after = at.play(duel, seat, card);
                let found = if plies == 3 {
                    after.last_cards(duel, 2)
                } else {
                    self.finish(after, plies - 1, (value + hope - most, value - least), gain - test + 1)
                };
                best = best.max(gain - found);
                if best >= test || self.request.control.stopped() {
                    return best;
                }
            }
        }
        best
    }
}
