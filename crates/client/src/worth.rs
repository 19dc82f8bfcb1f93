//! What a move is worth, as plain data, and how much of that is certain: an estimate never looks like a proof.

use agon_rules::Seat;
use serde::{Deserialize, Serialize};

/// What a move is worth.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Worth {
    /// not known
    Unknown,
    /// proved: points of seat 0 minus those of seat 1
    Proved(i32),
    /// an estimate in points, seen from seat 0
    Points(f64),
    /// an estimate of the share of games that the mover wins
    Share(f64),
}

impl Worth {
    /// The value for a seat of two; a share is the mover's already.
    pub fn of(self, seat: Seat) -> f64 {
        let sign = if seat == 1 { -1.0 } else { 1.0 };
        match self {
            Worth::Unknown => f64::NAN,
            Worth::Proved(value) => sign * f64::from(value),
            Worth::Points(value) => sign * value,
            Worth::Share(share) => share,
        }
    }

    /// Whether it is certain.
    pub fn is_proved(self) -> bool {
        matches!(self, Worth::Proved(_))
    }
}

#[cfg(feature = "search")]
impl From<agon_search::Worth> for Worth {
    fn from(worth: agon_search::Worth) -> Self {
        match worth {
            agon_search::Worth::Unknown => Worth::Unknown,
            agon_search::Worth::Proved(value) => Worth::Proved(value),
            agon_search::Worth::Points(value) => Worth::Points(value),
            agon_search::Worth::Share(value) => Worth::Share(value),
        }
    }
}
