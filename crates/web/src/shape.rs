//! The shapes of pieces, for the page and for pictures alike: one for every seat, so that colour is never the only cue. Each
//! lies in a square of a hundred.

use agon_rules::Seat;

/// The outline of a seat's pieces.
pub fn outline(seat: Seat) -> &'static str {
    const OUTLINES: [&str; 6] = [
        "M50 12a38 38 0 1 1 0 76a38 38 0 1 1 0-76z",
        "M24 14h52a10 10 0 0 1 10 10v52a10 10 0 0 1-10 10H24a10 10 0 0 1-10-10V24a10 10 0 0 1 10-10z",
        "M50 8 88 30v40L50 92 12 70V30z",
        "M50 6 94 50 50 94 6 50z",
        "M50 10 92 84H8z",
        "M32 10h36l22 22v36l-22 22H32L10 68V32z",
    ];
    OUTLINES[seat % OUTLINES.len()]
}

/// The outline of a card that is nobody's.
pub const CARD: &str = "M27 8h46a9 9 0 0 1 9 9v66a9 9 0 0 1-9 9H27a9 9 0 0 1-9-9V17a9 9 0 0 1 9-9z";
/// The outline of what lies face down, and the pattern upon it.
pub const BACK: &str = "M29 10h42a9 9 0 0 1 9 9v62a9 9 0 0 1-9 9H29a9 9 0 0 1-9-9V19a9 9 0 0 1 9-9z";
/// The pattern on a back.
pub const PATTERN: &str = "M32 22h36v56H32zM32 50h36M50 22v56";
/// What tells a home apart without its colour.
pub const HOME: &str = "M20 12h60a8 8 0 0 1 8 8v50a8 8 0 0 1-8 8H20a8 8 0 0 1-8-8V20a8 8 0 0 1 8-8z";
/// What tells a goal apart.
pub const GOAL: &str = "M50 8a42 42 0 1 1 0 84a42 42 0 1 1 0-84z";
/// What tells a place that is not to be used apart.
pub const BLOCKED: &str = "M15 15 85 85M85 15 15 85";

/// How many pieces of a pile are drawn, and by how much each is higher than the one below.
pub const DRAWN: usize = 4;
/// How much higher.
pub const LIFT: usize = 7;

/// The font size of a text with this many letters on a piece.
pub fn size(letters: usize) -> usize {
    match letters {
        0..=1 => 46,
        2 => 38,
        3 => 28,
        4 => 22,
        _ => 16,
    }
}
