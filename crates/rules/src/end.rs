//! By how much and why a game was decided, for people.

use serde::{Deserialize, Serialize};

use crate::{Seat, Text, winners};

/// By how much and why a game was decided.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct End {
    /// the result in figures, winner first: `2 rows to 1`; empty where there are none
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub margin: Text,
    /// why it ended so, in one sentence
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub why: Text,
    /// how the result adds up
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breakdown: Option<Breakdown>,
}

/// How a result adds up: a table with a column for every seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Breakdown {
    /// what a line is: `Row`
    pub heading: Text,
    /// the lines; the last is the total where `total` says so
    pub lines: Vec<Line>,
    /// whether the last line is the sum of the others
    pub total: bool,
}

/// One line of a breakdown.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Line {
    /// which it is
    pub label: Text,
    /// what every seat has there
    pub values: Vec<Text>,
    /// who is ahead there
    pub winner: Option<Seat>,
    /// why, in a few words
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub why: Text,
}

impl End {
    /// The points of every seat as a margin: `5 points to 3`, and to who has lost `3 points to 5`.
    pub fn points(scores: &[i32]) -> Text {
        let Some(&points) = scores.iter().max() else { return Text::default() };
        match *scores {
            [one, other] if one == other => text!("{points} point each" | "{points} points each", points),
            [one, other] => {
                let (loser, low) = (usize::from(other < one), one.min(other));
                Text::about(
                    loser,
                    text!("{points} point to {other}" | "{points} points to {other}", points = low, other = points),
                    text!("{points} point to {other}" | "{points} points to {other}", points, other = low),
                )
            }
            _ => text!("{points} point" | "{points} points", points),
        }
    }
}

impl Breakdown {
    /// The lines, and below them what every seat has in all.
    pub fn adding_up(heading: Text, mut lines: Vec<Line>, scores: &[i32]) -> Self {
        lines.push(Line::of_numbers(text!("Total"), scores));
        Breakdown { heading, lines, total: true }
    }
}

impl Line {
    /// A line of figures, the highest of which is ahead.
    pub fn of_numbers(label: Text, values: &[i32]) -> Self {
        let mut ahead = winners(values);
        let winner = ahead.next().filter(|_| ahead.next().is_none());
        let values = values.iter().map(|value| Text::plain(value.to_string())).collect();
        Line { label, values, winner, why: Text::default() }
    }
}
