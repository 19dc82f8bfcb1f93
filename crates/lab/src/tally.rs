//! What is counted of many games: whole numbers only, so that the order of adding up does not matter.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::distinct::Distinct;
use crate::play::Finished;
use crate::quality::Quality;

/// How often each number occurred.
pub type Counts = BTreeMap<i64, u64>;

/// A share of a won game is counted in sixtieths, which up to six winners divide.
pub const WHOLE: u64 = 60;

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// how many games
    pub games: u64,
    /// by seat: games won alone
    pub wins: Vec<u64>,
    /// games with more than one winner: ties and draws
    pub ties: u64,
    /// by seat: shares of won games, in sixtieths
    pub shares: Vec<u64>,
    /// by seat: how often each final score occurred
    pub scores: Vec<Counts>,
    /// how often each difference of the first two seats' scores occurred
    pub differences: Counts,
    /// how often each number of plies occurred
    pub lengths: Counts,
    /// legal moves, summed over the plies that were chosen
    pub choices: u64,
    /// how many plies were chosen
    pub chosen: u64,
    /// how often the lead in points changed
    pub leads: u64,
    /// games that a player forfeited, with the reason
    pub forfeits: BTreeMap<String, u64>,
    /// the games, compared with each other
    pub different: Distinct,
    /// in the first seating of a round: how often each combination of results of the measured player occurred, as
    /// `combination` writes them; empty where a round is one game
    pub rounds: Counts,
    /// in the first seating of a round: the rounds, compared with each other
    pub different_rounds: Distinct,
    /// what was counted of the quality of the game, where the study asks for it
    #[serde(default, skip_serializing_if = "Quality::is_empty")]
    pub quality: Quality,
}

/// The shares of a player in all seatings of a round as one number: two digits for each seating, in sixtieths, the first
/// seating last.
pub fn combination(shares: impl DoubleEndedIterator<Item = u64>) -> i64 {
    shares.rev().fold(0, |all, share| 100 * all + share as i64)
}

/// The shares that a combination of so many seatings holds.
pub fn shares_of(combination: i64, seatings: usize) -> impl Iterator<Item = u64> {
    (0..seatings).scan(combination, |rest, _| {
        let share = *rest % 100;
        *rest /= 100;
        Some(share as u64)
    })
}

impl Tally {
    /// An empty tally for this number of seats.
    pub fn new(seats: usize) -> Self {
        Tally { wins: vec![0; seats], shares: vec![0; seats], scores: vec![Counts::new(); seats], ..Tally::default() }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &Finished) {
        let seats = self.wins.len();
        let winners = game.won[..seats].iter().filter(|won| **won).count();
        self.games += 1;
        self.different.add(game.fingerprint);
        self.ties += u64::from(winners > 1);
        for seat in 0..seats {
            self.wins[seat] += u64::from(game.won[seat] && winners == 1);
            self.shares[seat] += game.share(seat);
        }
        // A game that was not played to the end says nothing about scores and lengths.
        if let Some(why) = &game.forfeit {
            *self.forfeits.entry(why.clone()).or_default() += 1;
            return;
        }
        for seat in 0..seats {
            *self.scores[seat].entry(game.scores[seat].into()).or_default() += 1;
        }
        *self.differences.entry((game.scores[0] - game.scores[1]).into()).or_default() += 1;
        *self.lengths.entry(game.plies.into()).or_default() += 1;
        self.choices += game.choices;
        self.chosen += u64::from(game.chosen);
        self.leads += u64::from(game.leads);
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Tally) {
        let add = |into: &mut Counts, from: &Counts| {
            from.iter().for_each(|(value, count)| *into.entry(*value).or_default() += count);
        };
        self.games += other.games;
        self.ties += other.ties;
        self.wins.iter_mut().zip(&other.wins).for_each(|(into, from)| *into += from);
        self.shares.iter_mut().zip(&other.shares).for_each(|(into, from)| *into += from);
        self.scores.iter_mut().zip(&other.scores).for_each(|(into, from)| add(into, from));
        add(&mut self.differences, &other.differences);
        add(&mut self.lengths, &other.lengths);
        self.choices += other.choices;
        self.chosen += other.chosen;
        self.leads += other.leads;
        for (why, count) in &other.forfeits {
            *self.forfeits.entry(why.clone()).or_default() += count;
        }
        self.different.merge(&other.different);
        add(&mut self.rounds, &other.rounds);
        self.different_rounds.merge(&other.different_rounds);
        self.quality.merge(&other.quality);
    }

    /// Counts a round: the share of the measured player in each seating, and a fingerprint of all its games.
    pub fn add_round(&mut self, shares: impl DoubleEndedIterator<Item = u64>, fingerprint: u64) {
        *self.rounds.entry(combination(shares)).or_default() += 1;
        self.different_rounds.add(fingerprint);
    }

    /// Puts what was added in order, so that it takes little room.
    pub fn settle(&mut self) {
        self.different.settle();
        self.different_rounds.settle();
    }

    /// The share of the games that a seat won, ties shared; not a number where there is none.
    pub fn share(&self, seat: usize) -> f64 {
        self.shares[seat] as f64 / (WHOLE * self.games) as f64
    }
}
