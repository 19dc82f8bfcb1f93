//! Primi Composti's policies (section 10 of the rules page) and levels.

use std::cmp::Reverse;

use agon_rules::games::primi_composti::{Move, PrimiComposti};
use agon_rules::{Game, Rng, text};

use super::Cards;
use crate::alphabeta::{Rated, best_indices};
use crate::{AlphaBeta, Pick, Policy, Roster, TranspositionTable, Turn, Worth, expert, thinker};

/// Bytes of the transposition table: the searches are short, and a small table is fast.
const TABLE: usize = 1 << 20;

impl Roster<PrimiComposti> for Cards {
    fn players(&self, game: &PrimiComposti) -> Vec<Policy<PrimiComposti>> {
        players(game)
    }
}

/// The policies of the study, and the levels made of them.
fn players(game: &PrimiComposti) -> Vec<Policy<PrimiComposti>> {
    let pair = game.seats() == 2;
    let mut players = if pair {
        vec![
            simple("easy", "as greedy_rand", Tie::Rank, true),
            looks("medium", "as minimax_4", 4),
            looks("hard", "as minimax_5", 5),
            expert(&Cards, 1_000_000),
        ]
    } else {
        vec![
            simple("easy", "as greedy_rand", Tie::Rank, true),
            thinker("medium", "tries out a few possible deals", &Cards, 5_000),
            thinker("hard", "tries out many possible deals", &Cards, 30_000),
            expert(&Cards, 600_000),
        ]
    };
    players.extend([
        simple("asc", "the lowest card", Tie::Low, false),
        simple("desc", "the highest card", Tie::High, false),
        simple("rand", "the first card of a random ranking", Tie::Rank, false),
        simple("greedy_asc", "the lowest of the cards that score most at once", Tie::Low, true),
        simple("greedy_desc", "the highest of the cards that score most at once", Tie::High, true),
        simple("greedy_rand", "the first in a random ranking of the cards that score most at once", Tie::Rank, true),
    ]);
    let far = [("minimax_2", 2), ("minimax_3", 3), ("minimax_4", 4), ("minimax_5", 5), ("minimax_6", 6)];
    players.extend(far.map(|(name, depth)| {
        let what = "looks as many plies ahead as its name says";
        let why = || text!("the other hands are hidden and there is more than one opponent");
        if pair { looks(name, what, depth) } else { Policy::never(name, what, why()) }
    }));
    players
}

/// Which of equal cards.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tie {
    Low,
    High,
    Rank,
}

/// A policy that looks no further than its own card.
fn simple(name: &'static str, what: &'static str, tie: Tie, greedy: bool) -> Policy<PrimiComposti> {
    Policy::own(name, what, move |turn: &mut Turn<PrimiComposti>| {
        let (game, state, seed) = (turn.game, turn.state(), turn.seed);
        let chance = if tie == Tie::Rank { turn.rng.bits() } else { 0 };
        let place = |m: &Move| match tie {
            Tie::Low => Reverse((u64::from(m.card), order(m.steals))),
            Tie::High => Reverse((u64::MAX - u64::from(m.card), u64::MAX - order(m.steals))),
            // One card first, then one of its ways at random.
            Tie::Rank => Reverse((rank(seed, m.card), Rng::derive(chance, order(m.steals)))),
        };
        let best = turn.moves.iter().max_by_key(|m| (if greedy { game.gain(state, **m) } else { 0 }, place(m)));
        Pick::plain(*best.expect("there are moves"))
    })
}

/// The rank of a card in the player's ranking of all cards, which is the same for the whole game. The lowest is first.
fn rank(seed: u64, card: u8) -> u64 {
    Rng::derive(seed, u64::MAX - u64::from(card))
}

/// Stolen sets in numerical order: compared as lists of numbers.
fn order([low, high]: [u8; 2]) -> u64 {
    // A single card stands second, after a 0.
    if low == 0 { u64::from(high) << 8 } else { u64::from(low) << 8 | u64::from(high) }
}

/// Looks exactly `depth` plies ahead. Of equal cards it plays the first in its ranking, of equal ways to play it any.
fn looks(name: &'static str, what: &'static str, depth: i32) -> Policy<PrimiComposti> {
    let mut table = TranspositionTable::new(TABLE);
    Policy::own(name, what, move |turn: &mut Turn<PrimiComposti>| {
        let mut control = turn.control(u64::MAX);
        let mut search = AlphaBeta::new(turn.game, &Cards, turn.path, &mut table).strict();
        let values = search.rate(turn.moves, depth, Rated::BestMoves, &mut control);
        let ties = best_indices(&values, turn.seat());
        let chance = turn.rng.bits();
        let place = |at: &&usize| {
            let m = turn.moves[**at];
            (rank(turn.seed, m.card), Rng::derive(chance, order(m.steals)))
        };
        let at = *ties.iter().min_by_key(place).expect("there are moves");
        Pick { m: turn.moves[at], worth: Worth::Points(values[at].into()), nodes: control.nodes }
    })
}
