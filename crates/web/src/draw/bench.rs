//! The places of players round a table: name, sign, points, and a hand that is folded up.

use std::fmt::Write;

use agon_rules::{Piece, Text, text};

use super::geom::{At, Rect};
use super::ground::How;
use super::labels::line;
use super::layout::{Anchor, Bench};
use super::piece::{Facing, Stand, piece, seat_sign};
use super::table::{Lane, Table};
use super::words::{clip, width};

/// A place that is less wide has no room for large letters.
pub const SLIM: f64 = 190.0;

/// The place of a player.
pub fn bench(out: &mut String, table: &Table, bench: &Bench, lane: &Lane, narrow: bool, how: &How) {
    let (class, rect, round) = match (bench.own, lane.turn) {
        (true, true) => ("d-mine", bench.head, 14),
        (true, false) => ("d-rest", bench.head, 14),
        (false, true) => ("d-box d-turn", bench.rect, if narrow { 13 } else { 18 }),
        (false, false) => ("d-box", bench.rect, if narrow { 13 } else { 18 }),
    };
    let _ = write!(out, "<rect class=\"{class}\" {rect} rx=\"{round}\"/>");
    // Where many sit side by side, everything is as small as on a phone.
    let narrow = narrow || bench.head.w < SLIM;
    let inset = if bench.own { 10.0 } else { 0.0 };
    let tile = match (bench.small, narrow) {
        (true, _) => 22.0,
        (false, true) => 28.0,
        (false, false) => 40.0,
    };
    let (x, middle) = (bench.head.x + inset, bench.head.cy());
    let _ = write!(
        out,
        "<rect class=\"d-card\" {} rx=\"{}\"/>",
        Rect::new(x, middle - tile / 2.0, tile, tile),
        if narrow { 8 } else { 12 }
    );
    let sign = seat_sign(bench.seat);
    let _ = write!(out, "<g {}>{sign}</g>", At(x + tile / 2.0, middle - 0.5, tile / 132.0));
    let score = lane.score.map(|score| score.to_string()).unwrap_or_default();
    let large = match (bench.small, narrow) {
        (true, _) => 17.0,
        (false, true) => 22.0,
        (false, false) => 30.0,
    };
    let (left, right) = (x + tile + if narrow { 7.0 } else { 11.0 }, bench.head.right() - inset);
    line(out, "d-score", (right, middle + large * 0.36), large, Anchor::End, &score);
    let room = right - left - width(&score) * large - 8.0;
    let size = match (bench.small, narrow) {
        (true, _) => 13.5,
        (false, true) => 15.5,
        (false, false) => 17.0,
    };
    let name = clip(&(how.tell)(&lane.name), size, room);
    let sub = match () {
        () if bench.own && lane.turn => Some(text!("Your turn")),
        () if lane.thinking && !bench.small => Some(text!("is thinking")),
        () => None,
    };
    let second = sub.is_some() || bench.fan.is_some();
    line(out, "d-name", (left, middle + if second { -4.0 } else { 6.0 }), size, Anchor::Start, &name);
    let mut from = left;
    if let Some((zone, fan)) = bench.fan {
        fold(out, fan);
        from = fan.right() + 7.0;
        let count = table.area(zone).map_or(0, |area| area.spots.len());
        let mut cards = (how.tell)(&cards(count));
        if width(&cards) * 13.0 > right - from {
            cards = count.to_string();
        }
        let text =
            if lane.thinking && !narrow { format!("{cards} · {}", (how.tell)(&text!("is thinking"))) } else { cards };
        line(out, "d-sub", (from, fan.cy() + 5.0), 13.0, Anchor::Start, &clip(&text, 13.0, right - from));
    } else if let Some(sub) = sub {
        line(out, "d-sub", (from, middle + 16.0), 13.5, Anchor::Start, &clip(&(how.tell)(&sub), 13.5, room));
    }
}

/// A hand of cards that is folded up.
pub fn fold(out: &mut String, fan: Rect) {
    let scale = (fan.w / 140.0).min(fan.h / 124.0);
    let _ = write!(out, "<g {}>", At(fan.cx(), fan.cy(), scale));
    let back = piece(&Piece::down(), Stand::default(), Facing::Up);
    for place in ["translate(-26 11) rotate(-20)", "translate(0 6)", "translate(26 11) rotate(20)"] {
        let _ = write!(out, "<g transform=\"{place}\">{back}</g>");
    }
    out.push_str("</g>");
}

/// How many cards there are.
pub fn cards(count: usize) -> Text {
    text!("{count} card" | "{count} cards", count)
}
