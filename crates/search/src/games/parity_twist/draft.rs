//! `draft`: the exact value. Both seats see the same, and only chance is ahead of them.
//!
//! Market, drafted number and deck size are open; the order of the deck is hidden from both, so the next card is any of
//! the unseen ones with equal chance. Such a game needs no mixed strategies: the best draft, the mean over the next card,
//! the best cell. With `d` cards in the deck there are `d!` orders, and a value is counted in parts of `1/d!`, in whole
//! numbers: the sum over the next card of the values in parts of `1/(d-1)!`.

use agon_rules::bits::Ones;
use agon_rules::games::parity_twist::{Move, NONE, ParityTwist, State, Variant};
use agon_rules::{Game, Moves, Rng};

use super::Parity;
use super::compact::{Table, cells, compact};
use crate::control::Control;
use crate::{Equilibrium, EquilibriumRequest, Evaluate, Fraction, GameSize, MixedMove, MixedValue};

/// How many orders a deck of so many cards has.
const ORDERS: [i32; 8] = [1, 1, 2, 6, 24, 120, 720, 5040];

/// The exact value of a position, whatever the order of its deck. Both seats see the same, so it may be blanked.
pub fn solve(game: &ParityTwist, state: &State, request: EquilibriumRequest) -> Equilibrium<Move> {
    solve_in(&mut Table::new(request.bytes), game, state, request.control)
}

/// The same with a table that is kept: what follows from a position that was solved takes hardly any time.
pub fn solve_in(table: &mut Table, game: &ParityTwist, state: &State, control: &mut Control) -> Equilibrium<Move> {
    let mut drafts = Drafts { game, table, control };
    let worlds = ORDERS[unseen(state).count_ones() as usize] as usize;
    let Some(values) = drafts.of_moves(state) else {
        let (lower, upper) = crate::solve::trivial_bounds(game, &Parity, state);
        let size = GameSize { worlds, nodes: drafts.table.taken, ..GameSize::default() };
        return Equilibrium::bound(lower, upper, size);
    };
    let size = GameSize { worlds, nodes: drafts.table.taken, ..GameSize::default() };
    let best = best(state.turn, values.iter().map(|(_, value)| *value)).expect("the game is not over");
    let parts = i64::from(ORDERS[unseen(state).count_ones() as usize]);
    // The first of the best moves is played.
    let played = values.iter().position(|(_, value)| *value == best);
    let strategy = values.into_iter().enumerate().map(|(at, (m, value))| {
        let exact = Fraction::new(value.into(), parts);
        let chance = if Some(at) == played { 1.0 } else { 0.0 };
        MixedMove { m, chance, worth: exact.to_f64(), exact: Some(exact) }
    });
    let strategy = strategy.collect();
    let value = Fraction::new(best.into(), parts);
    Equilibrium { value: MixedValue::Exact(value), strategy, seen: Some(value.to_f64()), size }
}

/// Every open market with which a draft can begin, as bits of its numbers, with the value of the start; and how many
/// positions were told apart. None when the control stops it.
pub fn draft_starts(bytes: usize, control: &mut Control) -> Option<(Vec<(u16, Fraction)>, usize)> {
    let game = &ParityTwist { variant: Variant::Draft };
    let table = &mut Table::new(bytes);
    let mut drafts = Drafts { game, table, control };
    let start = game.deal(&mut Rng::new(0));
    let mut found = Vec::new();
    for market in (1..=start.free).filter(|set| set & !start.free == 0 && set.count_ones() == 3) {
        let value = drafts.value(&State { hands: [market, 0], ..start })?;
        found.push((market, Fraction::new(value.into(), ORDERS[7].into())));
    }
    Some((found, drafts.table.taken))
}

/// The exact values of drafts, kept from one position to the next.
pub struct DraftValues(Table);

impl DraftValues {
    /// Values in a table of so many bytes.
    pub fn new(bytes: usize) -> Self {
        DraftValues(Table::new(bytes))
    }

    /// Every move of a position with its value, whatever the order of its deck. The first position takes half a minute, and
    /// those that follow from it hardly any time.
    pub fn of_moves(&mut self, game: &ParityTwist, state: &State) -> Vec<(Move, Fraction)> {
        let mut control = Control::free();
        let found = Drafts { game, table: &mut self.0, control: &mut control }.of_moves(state);
        let parts = i64::from(ORDERS[unseen(state).count_ones() as usize]);
        found.expect("nothing stops it").into_iter().map(|(m, value)| (m, Fraction::new(value.into(), parts))).collect()
    }
}

/// The numbers in the deck.
fn unseen(s: &State) -> u16 {
    let held = if s.held == NONE { 0 } else { 1 << s.held };
    s.free & !s.hands[0] & !held
}

/// The best of some values for a seat.
fn best(turn: u8, values: impl Iterator<Item = i32>) -> Option<i32> {
    if turn == 0 { values.max() } else { values.min() }
}

struct Drafts<'a, 'b, 'c> {
    game: &'a ParityTwist,
    table: &'a mut Table,
    control: &'b mut Control<'c>,
}

impl Drafts<'_, '_, '_> {
    /// Every move with its value, banked points included, in parts of one by the orders of the deck as it is now. None when
    /// the control stops it.
    fn of_moves(&mut self, s: &State) -> Option<Vec<(Move, i32)>> {
        let orders = ORDERS[unseen(s).count_ones() as usize];
        let banked = Parity.banked(self.game, s) * orders;
        let mut moves = Moves::new();
        let mut found = Vec::new();
        for &m in moves.relist(self.game, s).iter() {
            let value = match m {
                Move::Draft(n) => self.after_draft(s, n)?,
                Move::Place(cell, _) => self.after_place(s, cell)?,
                Move::Give(_) => continue,
            };
            found.push((m, value + banked));
        }
        Some(found)
    }

    /// What best play adds to the banked points where a draft is due, in parts of one by the orders of the deck.
    fn value(&mut self, s: &State) -> Option<i32> {
        if s.empty == 0 {
            return Some(0);
        }
        let key = compact(self.game, s, s.hands[0]);
        if let Some(value) = self.table.find(key) {
            return Some(value);
        }
        let mut values = [0; 3];
        let mut count = 0;
        for n in Ones(s.hands[0]) {
            values[count] = self.after_draft(s, n as u8)?;
            count += 1;
        }
        let value =
            best(s.turn, values[..count].iter().copied()).expect("the market has a number while a cell is empty");
        self.table.keep(key, value);
        Some(value)
    }

    /// The same after a draft: the sum over the next card, if there is one.
    fn after_draft(&mut self, s: &State, n: u8) -> Option<i32> {
        let left = s.hands[0] & !(1 << n);
        let mut drafted = State { held: n, hands: [left, 0], ..*s };
        let deck = unseen(&drafted);
        if deck == 0 {
            return self.placing(&drafted);
        }
        let mut sum = 0;
        for card in Ones(deck) {
            drafted.hands[0] = left | 1 << card;
            sum += self.placing(&drafted)?;
        }
        Some(sum)
    }

    /// The same where the drafted number is to be placed.
    fn placing(&mut self, s: &State) -> Option<i32> {
        if self.control.tick() {
            return None;
        }
        let mut values = [0; 10];
        let mut count = 0;
        for cell in cells(s) {
            values[count] = self.after_place(s, cell)?;
            count += 1;
        }
        best(s.turn, values[..count].iter().copied())
    }

    fn after_place(&mut self, s: &State, cell: u8) -> Option<i32> {
        let mut after = *s;
        self.game.play(&mut after, Move::Place(cell, s.held));
        let gain = Parity.banked(self.game, &after) - Parity.banked(self.game, s);
        Some(gain * ORDERS[unseen(&after).count_ones() as usize] + self.value(&after)?)
    }
}
