//! Statistics: estimates with their intervals.

/// The standard normal value that leaves out five per cent on both sides together.
pub const Z95: f64 = 1.959_963_984_540_054;

/// An estimate and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// the estimate
    pub value: f64,
    /// the lower end
    pub low: f64,
    /// the upper end
    pub high: f64,
}

/// A share of games (Wilson's interval, which is sound near 0 and 1 too). `variance` is that of one game's result; for a
/// plain yes or no it is p (1 - p), with draws it is less. Games that are repeated count once, so that their number may be
/// an estimate.
pub fn share(mean: f64, variance: f64, games: f64) -> Estimate {
    if games <= 0.0 {
        return Estimate { value: f64::NAN, low: 0.0, high: 1.0 };
    }
    let n = games;
    // Draws count like a larger sample of plain wins and losses.
    let plain = mean * (1.0 - mean);
    let n = if variance > 0.0 && plain > variance { n * plain / variance } else { n };
    let z = Z95 * Z95 / n;
    let centre = (mean + z / 2.0) / (1.0 + z);
    let half = Z95 / (1.0 + z) * (plain / n + z / (4.0 * n)).sqrt();
    Estimate { value: mean, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// A mean of many values, given how often each occurred.
pub fn mean<'a>(counts: impl IntoIterator<Item = (&'a i64, &'a u64)>) -> Estimate {
    let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for (value, count) in counts {
        let (value, count) = (*value as f64, *count as f64);
        n += count;
        sum += value * count;
        squares += value * value * count;
    }
    if n == 0.0 {
        return Estimate { value: f64::NAN, low: f64::NAN, high: f64::NAN };
    }
    let mean = sum / n;
    let variance = if n > 1.0 { ((squares - sum * mean) / (n - 1.0)).max(0.0) } else { 0.0 };
    let half = Z95 * (variance / n).sqrt();
    Estimate { value: mean, low: mean - half, high: mean + half }
}

/// The difference in Elo that an expected share of the points stands for.
pub fn elo(share: f64) -> f64 {
    elo_of(share, 2)
}

/// The same for one player against equal opponents in all other seats: each wins with a chance in proportion to its
/// strength (Luce's choice axiom), so that an even share is one of so many seats.
pub fn elo_of(share: f64, seats: usize) -> f64 {
    -400.0 * ((1.0 / share - 1.0) / (seats - 1) as f64).log10()
}

/// The standard normal distribution: how likely a value is to be below x.
pub fn normal(x: f64) -> f64 {
    // Numerical recipes' rational approximation of the complementary error function; its error is below 1.2e-7.
    let z = (x / std::f64::consts::SQRT_2).abs();
    let t = 1.0 / (1.0 + 0.5 * z);
    let terms = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let series = terms.iter().rev().fold(0.0, |sum, term| sum * t + term);
    let tail = t * (-z * z + series).exp() / 2.0;
    if x > 0.0 { 1.0 - tail } else { tail }
}
