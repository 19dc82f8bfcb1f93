//! Statistics of rounds: the same deal and opening in every seating, so that luck that favours a seat cancels out.
//!
//! The games of a round depend on each other, so a round is one observation: the mean share of the measured player over
//! its seatings. Where two play, these are the five results of a pair (a pentanomial model). Rounds that are the same,
//! game by game, are one observation too.

use crate::distinct::Count;
use crate::stats::{Estimate, Z95, elo_of};
use crate::tally::{Tally, WHOLE, shares_of};

/// A player's results, each of which is independent of the others.
#[derive(Clone, Debug)]
pub struct Sample {
    /// how many games make one result
    round: usize,
    /// the seats of the game: a player that is as good as the others has one share of so many
    seats: usize,
    /// results between 0 and 1, and how often each occurred
    results: Vec<(f64, f64)>,
    /// how many of them are different
    different: f64,
}

/// A rating with its 95 % interval. Where a player has won or lost everything there is only one end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// the estimate
    pub value: Option<f64>,
    /// the lower end
    pub low: Option<f64>,
    /// the upper end
    pub high: Option<f64>,
}

impl Sample {
    /// The rounds of groups of `seats` seatings each, given the tally of the first seating of each group. The second value
    /// says whether the measured player of that group is the one that is asked for, or its opponent, where two play.
    pub fn of_rounds(seats: usize, groups: &[(&Tally, bool)]) -> Self {
        let (mut results, mut different) = (Vec::new(), 0.0);
        for (tally, own) in groups {
            for (combination, count) in &tally.rounds {
                let shares: u64 = shares_of(*combination, seats).sum();
                let share = shares as f64 / (WHOLE * seats as u64) as f64;
                results.push((if *own { share } else { 1.0 - share }, *count as f64));
            }
            different += tally.different_rounds.estimate(tally.rounds.values().sum());
        }
        Sample { round: seats, seats, results, different }
    }

    /// The games of one cell, for a seat.
    pub fn of_games(seat: usize, tally: &Tally) -> Self {
        let (seats, won, tied) = (tally.wins.len(), tally.wins[seat] as f64, tally.ties as f64);
        // What a tie brings: half a point with two seats, on average less with more.
        let ties = tally.shares[seat] as f64 / WHOLE as f64 - won;
        let tie = if tied > 0.0 { ties / tied } else { 0.0 };
        let lost = tally.games as f64 - won - tied;
        let different = tally.different.estimate(tally.games);
        Sample { round: 1, seats, results: vec![(1.0, won), (tie, tied), (0.0, lost)], different }
    }

    /// A sample of games or rounds with these results, all of them different.
    pub fn new(round: usize, seats: usize, results: &[(f64, u64)]) -> Self {
        let results: Vec<(f64, f64)> = results.iter().map(|(share, count)| (*share, *count as f64)).collect();
        let different = results.iter().map(|(_, count)| count).sum();
        Sample { round, seats, results, different }
    }

    fn all(&self) -> f64 {
        self.results.iter().map(|(_, count)| count).sum()
    }

    /// How many observations they count for.
    pub fn different(&self) -> f64 {
        self.different
    }

    /// The results with the weight that they have once repeated ones count once.
    pub fn weighed(&self) -> Vec<(f64, f64)> {
        let scale = self.different / self.all().max(1.0);
        self.results.iter().map(|(result, count)| (*result, count * scale)).collect()
    }

    fn mean(&self) -> f64 {
        self.results.iter().map(|(result, count)| result * count).sum::<f64>() / self.all()
    }

    /// How much the results vary.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.results.iter().map(|(result, count)| count * (result - mean).powi(2)).sum::<f64>() / self.all()
    }

    /// The share of the points.
    ///
    /// It is the interval of Agresti and Coull, for results between 0 and 1: a little is added that was won and as much
    /// that was lost, which keeps it sound for few results, for results that are all alike, and near 0 and 1.
    pub fn points(&self) -> Estimate {
        if self.all() == 0.0 {
            return Estimate { value: f64::NAN, low: 0.0, high: 1.0 };
        }
        // For results that are single games this is Wilson's centre: as much as two games won and two lost.
        let added = Z95 * Z95 / self.round as f64 / 2.0;
        let weighed = self.weighed();
        let results = || weighed.iter().copied().chain([(0.0, added), (1.0, added)]);
        let n: f64 = results().map(|(_, count)| count).sum();
        let mean = results().map(|(result, count)| result * count).sum::<f64>() / n;
        let variance = results().map(|(result, count)| count * (result - mean).powi(2)).sum::<f64>() / n;
        let half = Z95 * (variance / n).sqrt();
        Estimate { value: self.mean(), low: (mean - half).max(0.0), high: (mean + half).min(1.0) }
    }

    /// The difference in Elo to the opponents, given the share of the points.
    pub fn elo(&self, points: Estimate) -> Rating {
        let rated = |share: f64| (share > 0.0 && share < 1.0).then(|| elo_of(share, self.seats));
        Rating { value: rated(points.value), low: rated(points.low), high: rated(points.high) }
    }

    /// The difference in normalised Elo: by how many standard deviations of a game's result a player is better than even.
    /// It tells how many games show the difference. Nothing where all results are alike.
    pub fn normalised(&self) -> Option<Estimate> {
        // Of a game: the games of a round do not vary independently.
        let deviation = (self.variance() * self.round as f64).sqrt();
        if self.all() == 0.0 || deviation < 1e-9 {
            return None;
        }
        let unit = 800.0 / std::f64::consts::LN_10;
        let value = unit * (self.mean() - 1.0 / self.seats as f64) / deviation;
        let half = unit * Z95 / (self.different * self.round as f64).sqrt();
        Some(Estimate { value, low: value - half, high: value + half })
    }
}

/// The games of some cells, and how many different ones are among them; nothing where too few repeat to be worth a word.
pub fn repeated<'a>(cells: impl Iterator<Item = &'a Tally> + Clone) -> Option<(u64, Count)> {
    let games: u64 = cells.clone().map(|tally| tally.games).sum();
    let compared = cells.clone().all(|tally| tally.games == 0 || !tally.different.is_empty());
    let about: f64 = cells.clone().map(|tally| tally.different.estimate(tally.games)).sum();
    let count = cells.map(|tally| tally.different.count()).fold(Count::Exactly(0), Count::and);
    (compared && about < 0.9 * games as f64).then_some((games, count))
}
