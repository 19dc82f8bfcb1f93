//! How strong somebody is at the puzzles of a game: an estimate by Glicko-2, in which every puzzle is an opponent whose
//! rating follows from its grade.
//!
//! It is kept in whole numbers, so that the page can read and show it without any code for fractions; its worker works out
//! the next one.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// The estimate for one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// in points
    rating: u32,
    /// in points
    deviation: u32,
    /// in millionths
    volatility: u32,
}

/// The rating of a puzzle of the first grade, and how much one grade is more.
const FIRST: u32 = 1100;
const STEP: u32 = 250;
/// How far a puzzle that is solved about two times in three is below the solver.
const BELOW: u32 = 120;
/// How sure the rating of a puzzle is: grades are coarse.
const DEVIATION: u32 = 100;

impl Default for Strength {
    /// Nothing is known: the second grade comes first, and the estimate moves quickly.
    fn default() -> Self {
        Strength { rating: 1350, deviation: 350, volatility: 60_000 }
    }
}

impl Strength {
    /// Reads what [`write`](Strength::write) has written; anything else is nothing.
    pub fn read(text: &str) -> Self {
        let numbers: Vec<u32> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [rating @ ..5000, deviation @ 1..=350, volatility @ 1000..1_000_000] => {
                Strength { rating, deviation, volatility }
            }
            _ => Strength::default(),
        }
    }

    /// Somebody for whom puzzles of a grade are right.
    pub fn of_grade(grade: u8) -> Self {
        Strength { rating: of(grade) + BELOW, ..Strength::default() }
    }

    /// The estimate as text.
    pub fn write(&self) -> String {
        [self.rating, self.deviation, self.volatility].map(|number| number.to_string()).join(" ")
    }

    /// The number for people.
    pub fn rating(&self) -> u32 {
        self.rating
    }

    /// Whether too little is known to show it.
    pub fn is_vague(&self) -> bool {
        self.deviation > 160
    }

    /// A puzzle of a grade was solved at the first try, or not.
    pub fn after(&self, grade: u8, solved: bool) -> Self {
        let glicko = |rating: u32, deviation: u32, volatility: u32| Glicko2Rating {
            rating: rating.into(),
            deviation: deviation.into(),
            volatility: f64::from(volatility) / 1e6,
        };
        let outcome = if solved { Outcomes::WIN } else { Outcomes::LOSS };
        let puzzle = glicko(of(grade), DEVIATION, 60_000);
        let own = glicko(self.rating, self.deviation, self.volatility);
        let next = glicko2_rating_period(&own, &[(puzzle, outcome)], &Glicko2Config::new());
        Strength {
            rating: next.rating.clamp(0.0, 4999.0).round() as u32,
            deviation: next.deviation.clamp(1.0, 350.0).round() as u32,
            volatility: ((next.volatility * 1e6).round() as u32).clamp(1000, 999_999),
        }
    }

    /// How far a grade is from the one that fits.
    pub(super) fn distance(&self, grade: u8) -> u32 {
        let fits = (self.rating.saturating_sub(BELOW + FIRST) + STEP / 2) / STEP;
        fits.min(4).abs_diff(u32::from(grade.saturating_sub(1)))
    }
}

/// The rating of puzzles of a grade.
fn of(grade: u8) -> u32 {
    FIRST + STEP * u32::from(grade.saturating_sub(1))
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
        assert_eq!(Strength::read(&strength.write()), strength);
        for text in ["", "x", "1 2", "NaN 60 60000", "1500 0 60000", "1500 60 -1", "99999 60 60000", "1500 60 60000 1"]
        {
            assert_eq!(Strength::read(text), Strength::default(), "{text}");
        }
    }
}
