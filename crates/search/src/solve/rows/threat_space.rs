//! Threat-space search: wins by a sequence of threats, each of which leaves the opponent a single reply.

use super::lines::{only, square_of};
use super::proof::{Goal, NOWHERE, ProofSearch};
use crate::control::Control;

impl ProofSearch<'_> {
    /// Whether the attacker, if it were to move, could win by threats alone. Adds to `set` the squares that can matter
    /// to that win: a defence must play on one of them.
    pub fn wins_by_threats(
        &mut self,
        goal: Goal,
        budget: &mut u32,
        set: &mut [u128; 2],
        control: &mut Control,
    ) -> bool {
        let attacker = goal.attacker;
        let (far, other) = (self.position.far(attacker), 1 - attacker);
        let shared = goal.race && self.position.shared();
        if self.position.winning[attacker] != 0 {
            set[far] |= self.position.winning[attacker];
            return true;
        }
        if *budget == 0 || control.tick() {
            return false;
        }
        *budget -= 1;
        let mut squares = self.position.threats(attacker);
        if goal.race && self.position.winning[other] != 0 {
            // Only a threat that also stops the opponent's row will do.
            squares &= if shared { self.position.winning[other] } else { 0 };
        }
        while squares != 0 {
            let cell = squares.trailing_zeros();
            squares &= squares - 1;
            let square = square_of(far, cell);
            self.position.mark(attacker, square);
            let threats = self.position.winning[attacker];
            let open = threats != 0 && !(goal.race && self.position.winning[other] != 0);
            let mut reply = NOWHERE;
            let won = open
                && match only(threats) {
                    None => true,
                    Some(cell) => {
                        reply = square_of(far, cell);
                        self.position.mark(other, reply);
                        let won = self.wins_by_threats(goal, budget, set, control);
                        self.position.unmark(other, reply);
                        won
                    }
                };
            self.position.unmark(attacker, square);
            if won {
                set[far] |= threats | 1 << cell;
                // On a shared board the reply may become part of a row of the opponent.
                if shared && reply != NOWHERE {
                    set[far] |= self.position.around(other, reply);
                }
                return true;
            }
        }
        false
    }
}
