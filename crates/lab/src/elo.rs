//! Ratings of many players from the games between them, with the advantage of the first seat as a term of its own.
//!
//! The expected score of the first seat is a logistic function of the difference in Elo plus the advantage. Ratings are
//! maximum-likelihood estimates. Intervals take into account that draws vary less than wins and losses.

use crate::stats::{Z95, normal};

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

/// The ratings of all players; their mean is 0.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// by player: Elo
    pub elo: Vec<f64>,
    /// the Elo that sitting first is worth
    pub advantage: f64,
    /// by parameter: variances and covariances, of the players and last of the advantage
    covariance: Vec<Vec<f64>>,
}

/// Elo per unit of the logistic curve.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

impl Ratings {
    /// The ratings of `players` players.
    pub fn of(players: usize, meetings: &[Meeting]) -> Self {
        let games: Vec<Sample> = meetings.iter().flat_map(samples).collect();
        // The first player is pinned to 0 while the others are found; then all are moved so that the mean is 0.
        let size = players;
        let row = |sample: &Sample| -> Vec<(usize, f64)> {
            let place = |player: usize, sign: f64| (player > 0).then(|| (player - 1, sign));
            place(sample.first, 1.0).into_iter().chain(place(sample.second, -1.0)).chain([(size - 1, 1.0)]).collect()
        };
        let mut at = vec![0.0; size];
        let mut inverse = vec![vec![0.0; size]; size];
        for _ in 0..50 {
            let (mut slope, mut bend) = (vec![0.0; size], vec![vec![0.0; size]; size]);
            for sample in &games {
                let row = row(sample);
                let expected = logistic(row.iter().map(|(i, sign)| sign * at[*i]).sum());
                for (i, a) in &row {
                    slope[*i] += a * sample.games * (sample.points - expected);
                    for (j, b) in &row {
                        bend[*i][*j] += a * b * sample.games * expected * (1.0 - expected);
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
        // How much the slope really varies, draws counted as they are.
        let mut spread = vec![vec![0.0; size]; size];
        for sample in &games {
            let row = row(sample);
            let expected = logistic(row.iter().map(|(i, sign)| sign * at[*i]).sum());
            let variance = sample.games * (expected * (1.0 - expected) - sample.ties / 4.0).max(1e-4);
            for (i, a) in &row {
                row.iter().for_each(|(j, b)| spread[*i][*j] += a * b * variance);
            }
        }
        let pinned = product(&product(&inverse, &spread), &inverse);
        centred(&at, &pinned)
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

struct Sample {
    first: usize,
    second: usize,
    games: f64,
    /// the first seat's share of the points
    points: f64,
    /// the share of ties
    ties: f64,
}

/// A meeting as a sample. Where one side won everything, half a game is taken for tied: no rating is infinite.
fn samples(meeting: &Meeting) -> Option<Sample> {
    let [won, tied, lost] = meeting.results.map(|count| count as f64);
    let games = won + tied + lost;
    if games == 0.0 {
        return None;
    }
    let one_sided = tied == 0.0 && (won == 0.0 || lost == 0.0);
    let tied = if one_sided { 0.5 } else { tied };
    let won = if one_sided && won > 0.0 { won - 0.5 } else { won };
    let (points, ties) = ((won + tied / 2.0) / games, tied / games);
    Some(Sample { first: meeting.first, second: meeting.second, games, points, ties })
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
    Ratings { elo: values[..players].to_vec(), advantage: values[players], covariance }
}

fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let columns = b.first().map_or(0, Vec::len);
    let entry = |row: &Vec<f64>, column: usize| row.iter().zip(b).map(|(x, other)| x * other[column]).sum();
    a.iter().map(|row| (0..columns).map(|column| entry(row, column)).collect()).collect()
}

/// The inverse of a small matrix, by elimination with the largest pivot first.
fn invert(mut a: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = a.len();
    let mut inverse: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let pivot = (column..n).max_by(|&i, &j| a[i][column].abs().total_cmp(&a[j][column].abs())).unwrap_or(column);
        a.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = a[column][column];
        a[column].iter_mut().chain(inverse[column].iter_mut()).for_each(|x| *x /= scale);
        for row in (0..n).filter(|&row| row != column) {
            let factor = a[row][column];
            for k in 0..n {
                let (x, y) = (a[column][k], inverse[column][k]);
                a[row][k] -= factor * x;
                inverse[row][k] -= factor * y;
            }
        }
    }
    inverse
}
