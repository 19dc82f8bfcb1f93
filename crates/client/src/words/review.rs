//! What a review has found, in words.

use agon_rules::{Text, text};

use super::{Scale, percent, tenths};
use crate::review::{Decided, Ply};
use crate::worth::Worth;

/// What a move gave away, and what was best: `Move 2: b1 gave away the draw (proved); best was b2`. `at` is how many moves
/// had been made before.
pub fn turning_point(ply: &Ply, at: usize, scale: Scale) -> Text {
    let (best, value) = ply.best.as_ref().map_or(("", Worth::Unknown), |(text, value)| (text.as_str(), *value));
    let proved = value.is_proved() && ply.made.is_some_and(Worth::is_proved);
    let sure = if proved { text!("proved") } else { text!(in "review"; "an estimate") };
    let (made, best) = (Text::of_move(&ply.text), Text::of_move(best));
    // Of a result that is known whole, both sides are told.
    let result = |worth: Worth| scale.result(worth.of(ply.seat) as i32);
    if let Some((from, to)) = result(value).zip(ply.made.and_then(result)).filter(|_| proved) {
        return text!(in "review"; "Move {ply}: {made} turns {from} into {to} ({sure}); best was {best}",
            ply = at + 1, made, from, to, sure, best);
    }
    let lost = ply.loss().unwrap_or_default();
    let loss = match value {
        Worth::Proved(_) if proved && scale == Scale::Points => {
            text!(in "review"; "a point" | "{points} points", points = lost as u32)
        }
        Worth::Proved(_) if proved && value.of(ply.seat) > 0.0 => text!(in "review"; "the win"),
        Worth::Proved(_) if proved => text!(in "review"; "the draw"),
        Worth::Share(_) => text!(in "review"; "{games} games of 100", games = percent(lost)),
        _ => text!(in "review"; "about {points} points", points = tenths(lost)),
    };
    text!(in "review"; "Move {ply}: {made} gave away {loss} ({sure}); best was {best}",
        ply = at + 1, made, loss, sure, best)
}

/// When a game was decided, and how sure that is.
pub fn decided(decided: Decided) -> (Text, Text) {
    let when = match decided.ply {
        0 => text!("Decided from the start."),
        ply => text!("Decided at move {ply}.", ply),
    };
    (when, if decided.proved { text!("proved") } else { text!("estimated") })
}

/// What is said of a review that found nothing.
pub fn no_turning_point() -> Text {
    text!(in "review"; "No move gave anything away that was found.")
}

/// Why a game cannot be reviewed.
pub fn no_review() -> Text {
    text!(in "review"; "Something is hidden in this game: it can be reviewed when it is over.")
}
