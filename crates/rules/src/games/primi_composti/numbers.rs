//! Primi Composti as numbers. Cards are counted from the lowest, the 2, which is 0.

use super::{ABOVE, Move, PrimiComposti, State, kind, makes};
use crate::prelude::*;

/// How many cards are dealt.
pub fn deck(game: &PrimiComposti) -> usize {
    game.seats() * usize::from(game.cards)
}

/// Every card; in version 2 with every set of cards it can steal, in ascending order.
pub fn actions(game: &PrimiComposti) -> Vec<Move> {
    let cards = 2..deck(game) as u8 + 2;
    let mut all = Vec::new();
    for card in cards.clone() {
        let mut thefts = vec![[0; 2]];
        if game.version == 2 {
            let others = || cards.clone().filter(|other| *other != card);
            for a in others() {
                for b in others().filter(|b| *b > a && makes(a, *b, card)) {
                    thefts.extend([[0, a], [0, b]]);
                    // The two top cards of one opponent are a prime and a composite, unless one lies below the other.
                    if game.players > 2 || game.uncover || kind(a) != kind(b) {
                        thefts.push([a, b]);
                    }
                }
            }
        }
        thefts.sort_unstable();
        thefts.dedup();
        all.extend(thefts.into_iter().map(|steals| Move { card, steals }));
    }
    all
}

/// The own hand, the top cards and the whole stacks of everybody, points, and how many cards the mover has.
pub fn blocks(game: &PrimiComposti) -> Vec<Block> {
    let (seats, deck) = (game.seats(), deck(game));
    vec![
        Block::new("hand", [deck]),
        Block::new("tops", [seats, deck]),
        Block::new("stacks", [seats, deck]),
        Block::new("points", [seats]),
        Block::new("left", [1]),
        Block::new("turn", [seats]),
        Block::new("seat", [seats]),
    ]
}

pub fn observe(game: &PrimiComposti, s: &State, seat: Seat, out: &mut Numbers) {
    let (seats, deck) = (game.seats(), deck(game));
    let others = || (0..seats).map(|next| (seat + next) % seats);
    // A position may have cards that are not dealt with these options: they have no number and are left out.
    let mark = |row: &mut [f32], card: u8, value: f32| {
        if let Some(place) = row.get_mut(usize::from(card) - 2) {
            *place = value;
        }
    };
    let hand = out.zeros(deck);
    game.hand(s, seat).for_each(|card| mark(hand, card, 1.0));
    for (row, of) in out.zeros(seats * deck).chunks_mut(deck).zip(others()) {
        s.tops[of].into_iter().filter(|top| *top != 0).for_each(|top| mark(row, top, 1.0));
    }
    for (row, of) in out.zeros(seats * deck).chunks_mut(deck).zip(others()) {
        for mut card in s.tops[of] {
            // From the top down: the higher in its stack, the nearer to 1.
            let mut height = deck;
            while card != 0 {
                mark(row, card, height as f32 / deck as f32);
                height = height.saturating_sub(1);
                card = s.at[usize::from(card)] - ABOVE;
            }
        }
    }
    let most = game.highest_score() as f32;
    others().for_each(|of| out.number((s.points[of] as f32 / most).min(1.0)));
    out.number(f32::from(s.size) / f32::from(game.cards));
    out.relative(seats, seat, s.turn.into());
    out.one_hot(seats, Some(seat));
}
