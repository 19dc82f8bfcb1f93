//! How strong a player is in one game: Glicko-2, where every game is a rating period of its own.

use agon_wire::{Rated, Score};
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};

/// The rating of a player who does not play becomes less certain with every such period, in milliseconds.
const MONTH: u64 = 30 * 24 * 3600 * 1000;
/// After this many periods the rating gets no less certain.
const MONTHS: u64 = 60;
/// The rating is never surer than this, so that it can always change.
const LEAST: f64 = 45.0;

/// The rating of a player in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Rating {
    rating: f64,
    deviation: f64,
    volatility: f64,
    /// how many games
    games: u64,
    /// when the last one ended, in milliseconds since 1970
    last: u64,
}

impl Default for Rating {
    fn default() -> Self {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Rating { rating, deviation, volatility, games: 0, last: 0 }
    }
}

impl Rating {
    /// The rating in whole points.
    pub(crate) fn points(&self) -> u32 {
        self.rating.round() as u32
    }

    /// What everybody may know of it.
    pub(crate) fn public(&self, game: &str) -> Rated {
        let deviation = self.deviation.round() as u32;
        Rated { game: game.to_owned(), rating: self.points(), deviation, games: self.games }
    }

    /// The rating after a game against another, at a time in milliseconds since 1970.
    pub(crate) fn after(&self, other: &Rating, result: Score, wall: u64) -> Rating {
        let outcome = match result {
            Score::Won => Outcomes::WIN,
            Score::Lost => Outcomes::LOSS,
            Score::Drawn => Outcomes::DRAW,
        };
        let results = [(other.at(wall), outcome)];
        let next = glicko2_rating_period(&self.at(wall), &results, &Glicko2Config::new());
        Rating {
            rating: next.rating.clamp(100.0, 4000.0),
            deviation: next.deviation.clamp(LEAST, 350.0),
            volatility: next.volatility.clamp(0.001, 0.1),
            games: self.games + 1,
            last: wall.max(self.last),
        }
    }

    /// How sure it is at a time: less after months without a game.
    fn at(&self, wall: u64) -> Glicko2Rating {
        let rating = Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility };
        let months = if self.games == 0 { 0 } else { (wall.saturating_sub(self.last) / MONTH).min(MONTHS) };
        (0..months).fold(rating, |rating, _| decay_deviation(&rating))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_rise_as_losers_fall_and_everybody_becomes_surer() {
        let (mut one, mut two) = (Rating::default(), Rating::default());
        let first = one.after(&two, Score::Won, 1);
        // The figures of the paper's formulas for two new players: 1500 and 350 become 1662 and 290.
        assert_eq!((first.points(), first.deviation.round()), (1662, 290.0));
        for game in 0..30 {
            (one, two) = (one.after(&two, Score::Won, game), two.after(&one, Score::Lost, game));
        }
        assert!(one.points() > 1900 && two.points() < 1100, "{one:?} {two:?}");
        assert!(one.deviation < first.deviation && one.public("a game").games == 30);
        let drawn = one.after(&two, Score::Drawn, 40);
        assert!(drawn.rating < one.rating, "the better player loses by a draw");
    }

    #[test]
    fn months_without_a_game_make_a_rating_less_sure_and_nothing_else() {
        let mut rating = Rating::default();
        for game in 0..20 {
            rating = rating.after(&Rating::default(), if game % 2 == 0 { Score::Won } else { Score::Lost }, 0);
        }
        let (soon, late) = (rating.at(MONTH - 1), rating.at(24 * MONTH));
        assert_eq!((soon.rating, soon.deviation), (rating.rating, rating.deviation));
        assert!(late.rating == rating.rating && late.deviation > rating.deviation && late.deviation <= 350.0);
    }
}
