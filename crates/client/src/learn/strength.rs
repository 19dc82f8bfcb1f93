//! How strong somebody is at the puzzles of a game: an estimate by Glicko-2, in which every puzzle is an opponent whose
//! rating follows from its grade.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// The estimate for one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength(Glicko2Rating);

/// The rating of a puzzle of the first grade, and how much one grade is more.
const FIRST: f64 = 1100.0;
const STEP: f64 = 250.0;
/// How sure the rating of a puzzle is: grades are coarse.
const DEVIATION: f64 = 100.0;

impl Default for Strength {
    /// Nothing is known: the second grade comes first, and the estimate moves quickly.
    fn default() -> Self {
        Strength(Glicko2Rating { rating: 1350.0, deviation: 350.0, volatility: 0.06 })
    }
}

impl Strength {
    /// Reads what [`write`](Strength::write) has written; anything else is nothing.
    pub fn read(text: &str) -> Self {
        let numbers: Vec<f64> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [rating, deviation, volatility]
                if (0.0..5000.0).contains(&rating)
                    && (1.0..=350.0).contains(&deviation)
                    && (0.001..1.0).contains(&volatility) =>
            {
                Strength(Glicko2Rating { rating, deviation, volatility })
            }
            _ => Strength::default(),
        }
    }

    /// Somebody for whom puzzles of a grade are right.
    pub fn of_grade(grade: u8) -> Self {
        let rating = FIRST + 120.0 + STEP * f64::from(grade.saturating_sub(1));
        Strength(Glicko2Rating { rating, ..Strength::default().0 })
    }

    /// The estimate as text.
    pub fn write(&self) -> String {
        let Glicko2Rating { rating, deviation, volatility } = self.0;
        format!("{rating:.1} {deviation:.1} {volatility:.6}")
    }

    /// The number for people.
    pub fn rating(&self) -> u32 {
        self.0.rating as u32
    }

    /// Whether too little is known to show it.
    pub fn is_vague(&self) -> bool {
        self.0.deviation > 160.0
    }

    /// A puzzle of a grade was solved at the first try, or not.
    pub fn after(&self, grade: u8, solved: bool) -> Self {
        let rating = FIRST + STEP * f64::from(grade.saturating_sub(1));
        let puzzle = Glicko2Rating { rating, deviation: DEVIATION, volatility: 0.06 };
        let outcome = if solved { Outcomes::WIN } else { Outcomes::LOSS };
        Strength(glicko2_rating_period(&self.0, &[(puzzle, outcome)], &Glicko2Config::new()))
    }

    /// How far a grade is from the one that fits: a puzzle that is solved about two times in three, which is some 120
    /// points below the solver.
    pub(super) fn distance(&self, grade: u8) -> u32 {
        let fits = 1.0 + (self.0.rating - 120.0 - FIRST) / STEP;
        (fits.clamp(1.0, 5.0).round() as i32).abs_diff(i32::from(grade))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_solves_hard_puzzles_gets_harder_ones() {
        let mut strength = Strength::default();
        assert!(strength.is_vague());
        for _ in 0..12 {
            strength = strength.after(4, true);
        }
        assert!(!strength.is_vague() && strength.rating() > 1800, "{strength:?}");
        assert_eq!(strength.distance(5).min(strength.distance(4)), 0);
        for _ in 0..30 {
            strength = strength.after(2, false);
        }
        assert_eq!(strength.distance(1), 0, "{strength:?}");
    }

    #[test]
    fn what_was_kept_is_read_again_and_nonsense_is_nothing() {
        let strength = Strength::default().after(3, true);
        assert_eq!(Strength::read(&strength.write()).write(), strength.write());
        for text in ["", "x", "1 2", "NaN 60 0.06", "1500 0 0.06", "1500 60 -1", "1e99 60 0.06"] {
            assert_eq!(Strength::read(text), Strength::default(), "{text}");
        }
    }
}
