//! A sequential probability ratio test (SPRT): plays until one of two hypotheses about the strength of a player is likely enough.
//!
//! The hypotheses are differences in Elo. The test compares the likelihood of the results under the likeliest
//! distribution of results with each of the two expected scores (a generalised sequential probability ratio test), and
//! stops when the ratio leaves Wald's bounds for the stated error rates. Results are those of pairs of games with the same
//! opening, of which there are five.

use serde::{Deserialize, Serialize};

/// The two hypotheses and the error rates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// the difference in Elo under the first hypothesis, H0
    pub elo0: f64,
    /// the difference in Elo under the second, H1, which is greater
    pub elo1: f64,
    /// how often H1 may be accepted although H0 is true
    pub alpha: f64,
    /// how often H0 may be accepted although H1 is true
    pub beta: f64,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Neither is likely enough yet.
    Open,
    /// H0 is accepted.
    First,
    /// H1 is accepted.
    Second,
}

impl Test {
    /// The log-likelihood ratio (LLR) of H1 to H0, given results between 0 and 1 and how often each occurred. Every result
    /// that is possible should be among them.
    pub fn ratio(&self, results: &[(f64, f64)]) -> f64 {
        // A kind of result that has not occurred yet may still occur.
        let results: Vec<(f64, f64)> = results.iter().map(|(points, count)| (*points, count.max(1e-3))).collect();
        let [first, second] =
            [self.elo0, self.elo1].map(|elo| likeliest(&results, 1.0 / (1.0 + 10_f64.powf(-elo / 400.0))));
        results.iter().zip(first.iter().zip(second)).map(|((_, count), (p0, p1))| count * (p1 / p0).ln()).sum()
    }

    /// The bounds between which the test continues.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Where the test stands after these results.
    pub fn verdict(&self, results: &[(f64, f64)]) -> Verdict {
        let (ratio, (low, high)) = (self.ratio(results), self.bounds());
        if ratio <= low {
            Verdict::First
        } else if ratio >= high {
            Verdict::Second
        } else {
            Verdict::Open
        }
    }
}

/// The likeliest shares of the results that have this expected score.
fn likeliest(results: &[(f64, f64)], score: f64) -> Vec<f64> {
    let total: f64 = results.iter().map(|(_, count)| count).sum();
    // p = count / total / (1 + t (points - score)), with t such that the expected score is right; t lies between the poles.
    let share = |t: f64| results.iter().map(move |(points, count)| count / total / (1.0 + t * (points - score)));
    let excess = |t: f64| -> f64 { share(t).zip(results).map(|(p, (points, _))| p * (points - score)).sum() };
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        // The excess falls as t grows.
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    share((low + high) / 2.0).collect()
}
