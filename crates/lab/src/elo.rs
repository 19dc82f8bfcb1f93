//! Ratings of many players from the games between them, with the advantage of the first seat as a term of its own.
//!
//! The expected score of the first seat is a logistic function of the difference in Elo plus the advantage. Ratings are
//! maximum-likelihood estimates. Intervals come from how much results vary, pair by pair where games are played in pairs,
//! and repeated pairs count once. Who has taken every point from all others is not rated: there is only a bound.

use crate::distinct::Distinct;
use crate::matrix::{invert, product};
use crate::stats::{Z95, normal};
use crate::tally::{Counts, WHOLE, shares_of};

/// The games of two players in one seating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// the player of seat 0
    pub first: usize,
    /// the player of seat 1
    pub second: usize,
    /// games won by seat 0, tied, and won by seat 1
    pub results: [u64; 3],
}

/// The games of two players in pairs: one in each seating, with the same deal and opening.
#[derive(Clone, Copy, Debug)]
pub struct Pairing<'a> {
    /// who has seat 0 in the first game of a pair
    pub a: usize,
    /// its opponent
    pub b: usize,
    /// how often each combination of results of `a` occurred (see [`crate::Tally::rounds`])
    pub rounds: &'a Counts,
    /// the pairs, compared with each other
    pub different: &'a Distinct,
}

/// The ratings of all players; their mean is 0. Where some have taken every point from the others, 0 is the mean of the
/// largest group whose results hang together.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// by player: Elo
    pub elo: Vec<f64>,
    /// by player: where its results do not say how far from the others it is, the bound that they do say
    pub bounds: Vec<Option<Bound>>,
    /// the Elo that sitting first is worth
    pub advantage: f64,
    /// by parameter: variances and covariances, of the players and last of the advantage
    covariance: Vec<Vec<f64>>,
}

/// A bound on a rating, which holds with a confidence of 97.5 %: that of one end of a 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// the rating or more
    AtLeast(f64),
    /// the rating or less
    AtMost(f64),
}

/// Games whose results depend on each other, and how often each combination of results occurred.
struct Term {
    /// who sits first and second in each of these games
    seatings: Vec<(usize, usize)>,
    /// the points of the first seat in each game, and how often
    outcomes: Vec<(Vec<f64>, f64)>,
    /// how many different ones there were
    different: f64,
}

impl Term {
    fn count(&self) -> f64 {
        self.outcomes.iter().map(|(_, count)| count).sum()
    }

    /// The points of the first seat of a game, summed up.
    fn points(&self, game: usize) -> f64 {
        self.outcomes.iter().map(|(points, count)| points[game] * count).sum()
    }
}

impl Meeting {
    fn term(&self) -> Term {
        let outcomes = [1.0, 0.5, 0.0].into_iter().zip(self.results);
        let outcomes: Vec<_> = outcomes.map(|(points, count)| (vec![points], count as f64)).collect();
        let different = self.results.iter().sum::<u64>() as f64;
        Term { seatings: vec![(self.first, self.second)], outcomes, different }
    }
}

impl Pairing<'_> {
    fn term(&self) -> Term {
        let outcome = |(combination, count): (&i64, &u64)| {
            let mut shares = shares_of(*combination, 2).map(|share| share as f64 / WHOLE as f64);
            let [own, after] = [shares.next(), shares.next()].map(Option::unwrap_or_default);
            (vec![own, 1.0 - after], *count as f64)
        };
        let outcomes: Vec<_> = self.rounds.iter().map(outcome).collect();
        let different = self.different.estimate(self.rounds.values().sum());
        Term { seatings: vec![(self.a, self.b), (self.b, self.a)], outcomes, different }
    }
}

/// Elo per unit of the logistic curve.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

impl Ratings {
    /// Rates players by the games between them, each of which is independent of the others.
    pub fn of(players: usize, meetings: &[Meeting]) -> Self {
        Self::fit(players, meetings.iter().map(Meeting::term).collect())
    }

    /// Rates players by pairs of games.
    pub fn of_pairs(players: usize, pairings: &[Pairing]) -> Self {
        Self::fit(players, pairings.iter().map(Pairing::term).collect())
    }

    fn fit(players: usize, mut terms: Vec<Term>) -> Self {
        terms.retain(|term| term.count() > 0.0);
        let groups = groups(players, &terms);
        // Parameters are the ratings but the first, which is pinned at 0, and the advantage.
        let size = players;
        let row = |(first, second): (usize, usize)| -> Vec<(usize, f64)> {
            let place = |player: usize, sign: f64| (player > 0).then(|| (player - 1, sign));
            place(first, 1.0).into_iter().chain(place(second, -1.0)).chain([(size - 1, 1.0)]).collect()
        };
        let value = |at: &[f64], row: &[(usize, f64)]| logistic(row.iter().map(|(i, sign)| sign * at[*i]).sum());
        let games: Vec<Fitted> = terms.iter().flat_map(|term| fitted(term, &groups)).collect();
        let mut at = vec![0.0; size];
        let mut inverse = vec![vec![0.0; size]; size];
        for _ in 0..50 {
            let (mut slope, mut bend) = (vec![0.0; size], vec![vec![0.0; size]; size]);
            for game in &games {
                let row = row(game.seating);
                let expected = value(&at, &row);
                for (i, a) in &row {
                    slope[*i] += a * game.count * (game.points - expected);
                    for (j, b) in &row {
                        bend[*i][*j] += a * b * game.count * expected * (1.0 - expected);
                    }
                }
            }
            // A parameter that no game depends on keeps its value.
            (0..size).for_each(|i| bend[i][i] += 1e-9);
            inverse = invert(bend);
            let step: Vec<f64> = inverse.iter().map(|row| row.iter().zip(&slope).map(|(a, b)| a * b).sum()).collect();
            let largest = step.iter().fold(0.0_f64, |most, step| most.max(step.abs()));
            at.iter_mut().zip(&step).for_each(|(at, step)| *at += step.clamp(-2.0, 2.0));
            if largest < 1e-12 {
                break;
            }
        }
        // How much the slope really varies: games of a pair together, and repeated ones as one.
        let mut spread = vec![vec![0.0; size]; size];
        for term in &terms {
            let rows: Vec<_> = term.seatings.iter().map(|seating| row(*seating)).collect();
            let expected: Vec<f64> = rows.iter().map(|row| value(&at, row)).collect();
            let repeats = term.count() / term.different.max(1.0);
            let mut add = |slopes: &[f64], weight: f64| {
                (0..size).for_each(|i| (0..size).for_each(|j| spread[i][j] += weight * slopes[i] * slopes[j]));
            };
            for (points, count) in &term.outcomes {
                let mut slopes = vec![0.0; size];
                for ((row, points), expected) in rows.iter().zip(points).zip(&expected) {
                    row.iter().for_each(|(i, sign)| slopes[*i] += sign * (points - expected));
                }
                add(&slopes, count * repeats);
            }
            // Few results may be alike by chance: one more that varies as the model says.
            for (row, expected) in rows.iter().zip(&expected) {
                let mut slopes = vec![0.0; size];
                row.iter().for_each(|(i, sign)| slopes[*i] = *sign);
                add(&slopes, expected * (1.0 - expected) * repeats * repeats);
            }
        }
        let pinned = product(&product(&inverse, &spread), &inverse);
        let mut ratings = centred(&at, &pinned);
        ratings.bound(&terms, &groups);
        ratings
    }

    /// Finds bounds for those whose distance to the largest group is open, and puts that group at 0.
    fn bound(&mut self, terms: &[Term], groups: &[usize]) {
        let count = groups.iter().max().map_or(0, |most| most + 1);
        if count < 2 {
            return;
        }
        let members = |group: usize| (0..groups.len()).filter(move |player| groups[*player] == group);
        // Groups are numbered from the strongest; of equally large ones the strongest is taken.
        let main = (0..count).rev().max_by_key(|group| members(*group).count()).unwrap_or(0);
        let middle = members(main).map(|player| self.elo[player]).sum::<f64>() / members(main).count() as f64;
        self.elo.iter_mut().for_each(|elo| *elo -= middle);
        for group in (0..count).filter(|group| *group != main) {
            // The games against those from whom it took everything, or who took everything from it.
            let mut games: Vec<(f64, f64)> = Vec::new();
            for term in terms {
                let weight = term.different / term.seatings.len() as f64;
                for (first, second) in &term.seatings {
                    let advantage = self.advantage;
                    let (own, other, seat) = match (groups[*first] == group, groups[*second] == group) {
                        (true, false) => (*first, *second, advantage),
                        (false, true) => (*second, *first, -advantage),
                        _ => continue,
                    };
                    let ahead = (self.elo[own] - self.elo[other] + seat) / SCALE;
                    match (group < main, groups[other] > group) {
                        (true, true) => games.push((ahead, weight)),
                        (false, false) => games.push((-ahead, weight)),
                        _ => {}
                    }
                }
            }
            let likely = |shift: f64| games.iter().map(|(ahead, n)| n * logistic(ahead + shift).ln()).sum::<f64>();
            let (mut low, mut high) = (-60.0, 60.0);
            for _ in 0..100 {
                let middle = (low + high) / 2.0;
                if likely(middle) < 0.025_f64.ln() { low = middle } else { high = middle }
            }
            for player in members(group).collect::<Vec<_>>() {
                let elo = self.elo[player];
                let above = Bound::AtLeast(elo + SCALE * low);
                self.bounds[player] = Some(if group < main { above } else { Bound::AtMost(elo - SCALE * low) });
            }
        }
    }

    /// The half width of the 95 % interval of a player's rating.
    pub fn margin(&self, player: usize) -> f64 {
        Z95 * self.covariance[player][player].max(0.0).sqrt()
    }

    /// The half width of the 95 % interval of the advantage of sitting first.
    pub fn advantage_margin(&self) -> f64 {
        let last = self.elo.len();
        Z95 * self.covariance[last][last].max(0.0).sqrt()
    }

    /// The likelihood that one player is stronger than another.
    pub fn superiority(&self, player: usize, other: usize) -> f64 {
        let c = &self.covariance;
        let variance = c[player][player] + c[other][other] - 2.0 * c[player][other];
        normal((self.elo[player] - self.elo[other]) / variance.max(1e-12).sqrt())
    }
}

/// The games of one seating, as the ratings are fitted to them.
struct Fitted {
    seating: (usize, usize),
    count: f64,
    /// the first seat's share of the points
    points: f64,
}

/// The games of a term. Between groups one side has won everything: half a game is taken for tied, so that a rating can be
/// found at all.
fn fitted(term: &Term, groups: &[usize]) -> Vec<Fitted> {
    let count = term.count();
    let game = |(at, &(first, second)): (usize, &(usize, usize))| {
        let mut points = term.points(at) / count;
        if groups[first] != groups[second] {
            points = points.clamp(0.25 / count, 1.0 - 0.25 / count);
        }
        Fitted { seating: (first, second), count, points }
    };
    term.seatings.iter().enumerate().map(game).collect()
}

/// Groups of players whose results hang together: each has taken something from each, be it by way of others. They are
/// numbered from the one that has lost nothing to any other.
fn groups(players: usize, terms: &[Term]) -> Vec<usize> {
    let mut reaches = vec![vec![false; players]; players];
    (0..players).for_each(|player| reaches[player][player] = true);
    for term in terms {
        for (game, &(first, second)) in term.seatings.iter().enumerate() {
            reaches[first][second] |= term.points(game) > 0.0;
            reaches[second][first] |= term.points(game) < term.count();
        }
    }
    for by in 0..players {
        for from in 0..players {
            for to in 0..players {
                reaches[from][to] |= reaches[from][by] && reaches[by][to];
            }
        }
    }
    let beaten = |player: usize| (0..players).filter(|other| reaches[player][*other]).count();
    let mut order: Vec<usize> = (0..players).collect();
    order.sort_by_key(|player| std::cmp::Reverse(beaten(*player)));
    let (mut groups, mut next) = (vec![usize::MAX; players], 0);
    for player in order {
        if groups[player] == usize::MAX {
            (0..players).filter(|other| reaches[player][*other] && reaches[*other][player]).for_each(|other| {
                groups[other] = next;
            });
            next += 1;
        }
    }
    groups
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// From ratings with the first player at 0 to ratings with mean 0, in Elo.
fn centred(at: &[f64], pinned: &[Vec<f64>]) -> Ratings {
    let players = at.len();
    let n = players as f64;
    // Each new parameter as a sum of the pinned ones.
    let weights: Vec<Vec<f64>> = (0..=players)
        .map(|to| {
            let weight = |from: usize| match (to == players, from == players - 1) {
                (true, last) => f64::from(u8::from(last)),
                (false, true) => 0.0,
                (false, false) => f64::from(u8::from(to == from + 1)) - 1.0 / n,
            };
            (0..players).map(weight).collect()
        })
        .collect();
    let value = |row: &Vec<f64>| SCALE * row.iter().zip(at).map(|(a, b)| a * b).sum::<f64>();
    let values: Vec<f64> = weights.iter().map(value).collect();
    let transposed: Vec<Vec<f64>> = (0..players).map(|from| weights.iter().map(|row| row[from]).collect()).collect();
    let mut covariance = product(&product(&weights, pinned), &transposed);
    covariance.iter_mut().flatten().for_each(|entry| *entry *= SCALE * SCALE);
    let (elo, bounds) = (values[..players].to_vec(), vec![None; players]);
    Ratings { elo, bounds, advantage: values[players], covariance }
}
