//! What moves are worth, in short: proved values as they are, estimates with `≈`, always for the player to move.

use agon_rules::{Seat, View};

use crate::think::Value;

impl Value {
    /// The value for a seat of two; a share is the mover's already.
    pub fn of(self, seat: Seat) -> f64 {
        let sign = if seat == 1 { -1.0 } else { 1.0 };
        match self {
            Value::Unknown => f64::NAN,
            Value::Proved(value) => sign * f64::from(value),
            Value::Points(value) => sign * value,
            Value::Share(share) => share,
        }
    }

    /// Whether it is certain.
    pub fn is_proved(self) -> bool {
        matches!(self, Value::Proved(_))
    }

    /// In a few letters, for the player to move; `points` says whether the game has points.
    pub fn short(self, seat: Seat, points: bool) -> String {
        let value = self.of(seat);
        match self {
            Value::Unknown => String::new(),
            Value::Proved(_) if points => format!("{value:+}"),
            Value::Proved(_) if value > 0.0 => "win".to_owned(),
            Value::Proved(_) if value < 0.0 => "loss".to_owned(),
            Value::Proved(_) => "draw".to_owned(),
            // Adding nothing makes a positive zero of a negative one, once it is rounded.
            Value::Points(_) => format!("≈{:+.1}", (value * 10.0).round() / 10.0 + 0.0),
            Value::Share(_) => format!("≈{:.0}%", value * 100.0),
        }
    }

    /// In words, for lists and screen readers.
    pub fn words(self, seat: Seat, points: bool) -> String {
        let value = self.of(seat);
        match self {
            Value::Unknown => String::new(),
            Value::Proved(_) if points => format!("{value:+} points, proved"),
            Value::Proved(_) if value > 0.0 => "wins, proved".to_owned(),
            Value::Proved(_) if value < 0.0 => "loses, proved".to_owned(),
            Value::Proved(_) => "draws, proved".to_owned(),
            Value::Points(_) => format!("{:+.2} points, an estimate", (value * 100.0).round() / 100.0 + 0.0),
            Value::Share(_) => format!("wins {:.0} of 100, an estimate", value * 100.0),
        }
    }
}

/// Every move with what it is worth in short, and whether it is one of the best. They come best first.
pub fn ranked(moves: &[(String, Value)], view: &View) -> Vec<(String, String, bool)> {
    let seat = view.turn.unwrap_or(0);
    let points = !view.scores.is_empty();
    let best = moves.first().map(|(_, value)| *value);
    let is_best = |value: Value| {
        best.is_some_and(|best| best.of(seat) == value.of(seat) && best.is_proved() == value.is_proved())
    };
    moves.iter().map(|(text, value)| (text.clone(), value.short(seat, points), is_best(*value))).collect()
}
