//! A sequential probability ratio test (SPRT): plays until one of two hypotheses about the strength of a player is likely enough.
//!
//! The hypotheses are differences in Elo. The test compares the likelihood of the results under the likeliest
//! distribution of wins, ties and losses with each of the two expected scores (a generalised sequential probability ratio
//! test), and stops when the ratio leaves Wald's bounds for the stated error rates.

/// The two hypotheses and the error rates.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// The log-likelihood ratio (LLR) of H1 to H0, given wins, ties and losses.
    pub fn ratio(&self, results: [u64; 3]) -> f64 {
        // A kind of result that has not occurred yet may still occur.
        let counts = results.map(|count| (count as f64).max(1e-3));
        let [first, second] =
            [self.elo0, self.elo1].map(|elo| likeliest(counts, 1.0 / (1.0 + 10_f64.powf(-elo / 400.0))));
        (0..3).map(|i| counts[i] * (second[i] / first[i]).ln()).sum()
    }

    /// The bounds between which the test continues.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Where the test stands after these results.
    pub fn verdict(&self, results: [u64; 3]) -> Verdict {
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

/// The likeliest shares of wins, ties and losses that have this expected score.
fn likeliest(counts: [f64; 3], score: f64) -> [f64; 3] {
    let total: f64 = counts.iter().sum();
    let points = [1.0, 0.5, 0.0];
    // p = count / total / (1 + t (point - score)), with t such that the expected score is right; t lies between the poles.
    let share = |t: f64| -> [f64; 3] { std::array::from_fn(|i| counts[i] / total / (1.0 + t * (points[i] - score))) };
    let excess = |t: f64| -> f64 { share(t).iter().zip(points).map(|(p, point)| p * (point - score)).sum() };
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
    share((low + high) / 2.0)
}
