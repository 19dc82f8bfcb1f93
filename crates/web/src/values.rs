//! Moves by what they are worth, for badges on the board.

use agon_client::Worth;
use agon_client::words::{Scale, short_worth};
use agon_rules::View;

use crate::draw::Badge;

/// A move with what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// its notation
    pub text: String,
    /// what is drawn where it goes
    pub badge: Badge,
}

/// Every move with its badge; they come best first.
pub fn ranked(moves: &[(String, Worth)], view: &View) -> Vec<Ranked> {
    let (seat, scale) = (view.turn.unwrap_or(0), Scale::of(view));
    let best = moves.first().map(|(_, worth)| *worth);
    let is_best = |worth: Worth| {
        best.is_some_and(|best| best.of(seat) == worth.of(seat) && best.is_proved() == worth.is_proved())
    };
    let rank = |(text, worth): &(String, Worth)| Ranked {
        text: text.clone(),
        badge: Badge { text: short_worth(*worth, seat, scale), best: is_best(*worth) },
    };
    moves.iter().map(rank).collect()
}
