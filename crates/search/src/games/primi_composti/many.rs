//! Primi Composti for three and more: ISMCTS in which everybody takes what scores most at once, and points count.
//!
//! The tree holds only the decisions of the searching seat: the hands of the others are guessed anew each iteration, and
//! what they would play is better guessed too than searched. The end of a game counts by the lead in points, which says
//! more about a move than who has won.

use agon_rules::games::primi_composti::{Move, PrimiComposti, State, makes, value};
use agon_rules::{Game, Moves, Rng};

use crate::ismcts::{Rollout, TreeLimits, search_tree};
use crate::{Pick, Turn, Worth};

/// One card more than the highest.
const CARDS: usize = 74;
/// A lead of this many points is worth half of what can be won above even.
const HALF: f32 = 4.0;
/// Nodes of the tree.
const NODES: usize = 1 << 20;

/// Everybody takes what scores most at once, any of the best.
pub struct Greedy {
    game: PrimiComposti,
    /// by two cards: the cards that they make
    made: Vec<u128>,
    moves: Moves<Move>,
}

impl Greedy {
    /// Greedy play of a game.
    pub fn new(game: &PrimiComposti) -> Self {
        let mut made = vec![0; CARDS * CARDS];
        for a in 2..CARDS {
            for b in 2..CARDS {
                let cards = (2..CARDS).filter(|&c| c != a && c != b && makes(a as u8, b as u8, c as u8));
                made[a * CARDS + b] = cards.fold(0, |set, c| set | 1 << c);
            }
        }
        Greedy { game: *game, made, moves: Moves::new() }
    }

    /// A move that scores most at once; none when the game is over.
    fn take_most(&mut self, s: &State, rng: &mut Rng) -> Option<Move> {
        if s.size == 0 {
            return None;
        }
        if self.game.version == 1 {
            return Some(Move { card: self.best_card(s, rng), steals: [0; 2] });
        }
        self.moves.relist(&self.game, s);
        let most = self.moves.iter().map(|m| self.game.gain(s, *m)).max()?;
        let best = self.moves.iter().filter(|m| self.game.gain(s, **m) == most);
        let count = best.clone().count();
        best.copied().nth(rng.below(count))
    }

    /// One of the cards that score most in version 1.
    fn best_card(&self, s: &State, rng: &mut Rng) -> u8 {
        let hand = self.game.hand_set(s, s.turn.into());
        // By the worth of a pair: the cards of the hand that such a pair makes.
        let mut made = [0_u128; 5];
        let tops = &s.tops.as_flattened()[..2 * self.game.seats()];
        for (i, &a) in tops.iter().enumerate().filter(|(_, top)| **top != 0) {
            for &b in tops[..i].iter().filter(|top| **top != 0) {
                made[(value(a) + value(b)) as usize] |= self.made[usize::from(a) * CARDS + usize::from(b)];
            }
        }
        let mut best = [0_u128; 7];
        let mut left = hand;
        for worth in [4, 3, 2] {
            let cards = made[worth] & left;
            left &= !cards;
            split(cards, worth, &mut best);
        }
        split(left, 0, &mut best);
        let set = best.into_iter().rev().find(|set| *set != 0).expect("the hand has a card");
        nth(set, rng.below(set.count_ones() as usize))
    }
}

/// Puts cards that score `worth` besides their own value where they belong by what they score.
fn split(cards: u128, worth: usize, by_score: &mut [u128; 7]) {
    let primes = cards & PRIMES;
    by_score[worth + 2] |= primes;
    by_score[worth + 1] |= cards & !primes;
}

/// The primes among the cards.
const PRIMES: u128 = {
    let (mut primes, mut n) = (0, 2);
    while n < CARDS {
        let mut divisor = 2;
        while n % divisor != 0 {
            divisor += 1;
        }
        if divisor == n {
            primes |= 1 << n;
        }
        n += 1;
    }
    primes
};

/// The card with this index in a set.
fn nth(mut set: u128, index: usize) -> u8 {
    (0..index).for_each(|_| set &= set - 1);
    set.trailing_zeros() as u8
}

impl Rollout<PrimiComposti> for Greedy {
    const MODELS_OTHERS: bool = true;

    fn play_out(&mut self, mut state: State, rng: &mut Rng) -> State {
        while let Some(m) = self.take_most(&state, rng) {
            self.game.play(&mut state, m);
        }
        state
    }

    fn answer(&mut self, state: &State, rng: &mut Rng) -> Option<Move> {
        self.take_most(state, rng)
    }

    fn reward(&self, game: &PrimiComposti, end: &State, rewards: &mut [f32]) {
        for (seat, reward) in rewards.iter_mut().enumerate() {
            let others = (0..game.seats()).filter(|other| *other != seat);
            let best = others.map(|other| end.points[other]).max().unwrap_or(0);
            let lead = (end.points[seat] - best) as f32;
            *reward = 0.5 + 0.5 * lead / (lead.abs() + HALF);
        }
    }
}

/// The move that does best in this many games against greedy players, each with another deal of what is hidden.
pub fn foresee(turn: &mut Turn<PrimiComposti>, greedy: &mut Greedy, iterations: u64) -> Pick<Move> {
    let mut control = turn.control(u64::MAX);
    let mut best = (turn.moves[0], 0.5);
    if turn.moves.len() > 1 {
        let limits = TreeLimits { iterations, nodes: NODES };
        search_tree((turn.game, greedy), turn.state(), limits, &mut turn.rng, &mut control, |_, tried| {
            let most = tried.iter().max_by_key(|tried| tried.visits);
            best = most.map_or(best, |most| (most.m, most.share));
        });
    }
    Pick { m: best.0, worth: Worth::Share(best.1), nodes: control.nodes }
}

#[cfg(test)]
mod tests {
    use agon_rules::{Match, Start, Table};

    use super::*;

    #[test]
    fn greedy_takes_what_scores_most_in_both_versions() {
        for (version, players) in [(1, 2), (1, 3), (1, 6), (2, 3), (2, 5)] {
            let game = PrimiComposti { version, players, ..PrimiComposti::default() };
            let mut greedy = Greedy::new(&game);
            for deal in 0..8 {
                let mut table = Match::new(game, Start::Seed(deal)).expect("a deal");
                let mut rng = Rng::new(deal);
                while let Some(m) = greedy.take_most(table.path().state(), &mut rng) {
                    let (state, moves) = (*table.path().state(), table.choices());
                    let most = moves.iter().map(|m| game.gain(&state, *m)).max();
                    assert!(moves.contains(&m) && Some(game.gain(&state, m)) == most, "{m:?}");
                    table.advance(table.choices().draw(&mut rng).expect("not over"));
                }
                assert!(table.turn().is_none());
            }
        }
    }
}
