//! What a player made of its games, as a row: counts, share of the points, Elo and normalised Elo.

use agon_rules::{Text, text};

use super::Item;
use super::sheet::decimal;
use crate::pairs::{Rating, Sample};
use crate::stats::{self, Estimate};
use crate::tally::Tally;

/// What a player did in a seat, over some cells.
pub(super) struct Standing {
    pub games: u64,
    pub won: u64,
    pub tied: u64,
    pub points: Estimate,
    pub elo: Rating,
    pub normalised: Option<Estimate>,
}

impl Standing {
    /// In one seat, where every game is for itself.
    pub fn of(seat: usize, tally: &Tally) -> Self {
        let sample = Sample::of_games(seat, tally);
        // Repeated games do not make it more certain.
        let points = stats::share(tally.share(seat), sample.variance(), sample.different());
        Standing::with(&[(seat, tally)], &sample, points)
    }

    /// Over all seats, round by round: the first seating of every group, and whether the player is the measured one there.
    pub fn over(seats: &[(usize, &Tally)], groups: &[(&Tally, bool)]) -> Self {
        let sample = Sample::of_rounds(seats[0].1.wins.len(), groups);
        let points = sample.points();
        Standing::with(seats, &sample, points)
    }

    fn with(seats: &[(usize, &Tally)], sample: &Sample, points: Estimate) -> Self {
        let sum = |count: fn(&Tally, usize) -> u64| seats.iter().map(|(seat, tally)| count(tally, *seat)).sum::<u64>();
        let (games, won) = (sum(|tally, _| tally.games), sum(|tally, seat| tally.wins[seat]));
        let tied = sum(|tally, _| tally.ties);
        Standing { games, won, tied, points, elo: sample.elo(points), normalised: sample.normalised() }
    }

    /// As a row.
    pub fn items(&self) -> Vec<Item> {
        let lost = self.games - self.won - self.tied;
        let counts = [self.games, self.won, self.tied, lost].map(Item::Count);
        let shares = [self.points.value, self.points.low, self.points.high].map(Item::Share);
        let normalised = self.normalised.map(|rating| rating.value);
        let ratings = [self.elo.value, self.elo.low, self.elo.high, normalised].map(rated);
        counts.into_iter().chain(shares).chain(ratings).collect()
    }
}

/// A rating; there is none where everything was won or lost.
fn rated(elo: Option<f64>) -> Item {
    elo.map_or(Item::Missing, |elo| Item::Number(elo, 0))
}

/// A number with its sign, as a rating is spoken of.
pub(super) fn signed(elo: f64) -> String {
    format!("{elo:+.0}")
}

/// The columns of ratings.
pub(super) fn ratings() -> Vec<Text> {
    let (low, high) = (text!(in "column"; "Elo low"), text!(in "column"; "Elo high"));
    vec![Text::plain("Elo"), low, high, text!(in "column"; "nElo")]
}

/// What an even share is, where that is not one half.
pub(super) fn even(seats: usize) -> Option<Text> {
    let share = decimal(100.0 / seats as f64, 2);
    (seats > 2).then(|| text!("even is {share} %: {seats} share the points", share, seats))
}

/// The bound on the rating of a player who has won or lost everything.
pub(super) fn swept(player: &Text, elo: Option<Rating>) -> Option<Text> {
    let player = player.clone();
    match elo? {
        Rating { value: None, low: Some(low), .. } => {
            Some(text!("{player} has won every game: at least {elo} Elo", player, elo = signed(low)))
        }
        Rating { value: None, high: Some(high), .. } => {
            Some(text!("{player} has lost every game: at most {elo} Elo", player, elo = signed(high)))
        }
        _ => None,
    }
}
