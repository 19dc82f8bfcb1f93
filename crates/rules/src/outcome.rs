//! How a game ended by its rules, and who has won.

use serde::{Deserialize, Serialize};

use crate::{Seat, Text};

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Outcome {
    /// who alone has won
    pub winner: Option<Seat>,
    /// all who have won, in games that can seat more than two
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<Seat>>,
    /// the points of every seat, in games with points
    pub scores: Option<Vec<i32>>,
    /// why it ended
    pub reason: String,
}

impl Outcome {
    /// Everybody who has won; nobody in a draw.
    pub fn winners(&self) -> Vec<Seat> {
        self.winners.clone().unwrap_or_else(|| self.winner.into_iter().collect())
    }

    /// Why it ended, in words.
    pub fn why(&self) -> Text {
        Text::term("end", self.reason.replace('-', " "))
    }

    /// One sentence for people.
    pub fn sentence(&self) -> Text {
        let reason = self.why();
        match (self.winner, &self.winners) {
            (Some(seat), _) => text!("player {seat} wins: {reason}", seat = seat + 1, reason),
            (None, Some(seats)) => {
                let player = |seat: &Seat| text!("player {seat}", seat = seat + 1);
                let players = seats.iter().map(player).reduce(|one, other| text!("{one} and {other}", one, other));
                text!("shared by {players}: {reason}", players = players.unwrap_or_else(|| text!("nobody")), reason)
            }
            (None, None) => text!("a draw: {reason}", reason),
        }
    }
}

/// The seats with the highest score: the winners of a game that is over.
///
/// ```
/// assert_eq!(agon_rules::winners(&[3, 7, 7]).collect::<Vec<_>>(), [1, 2]);
/// ```
pub fn winners(scores: &[i32]) -> impl Iterator<Item = Seat> {
    let best = scores.iter().max().copied();
    scores.iter().enumerate().filter(move |(_, score)| Some(**score) == best).map(|(seat, _)| seat)
}
