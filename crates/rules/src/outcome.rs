//! How a game ended by its rules, and who has won.

use serde::{Deserialize, Serialize};

use crate::Seat;

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

    /// One sentence for people.
    pub(crate) fn sentence(&self) -> String {
        let name = |seat: &Seat| format!("player {}", seat + 1);
        let reason = self.reason.replace('-', " ");
        match (&self.winner, &self.winners) {
            (Some(seat), _) => format!("{} wins: {reason}", name(seat)),
            (None, Some(seats)) => {
                format!("shared by {}: {reason}", seats.iter().map(name).collect::<Vec<_>>().join(" and "))
            }
            (None, None) => format!("a draw: {reason}"),
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
