//! Pieces: a shape for every player, cards, numbers, terms and signs. Each is drawn round the middle of a square of a
//! hundred. Colours are classes; the page's styles or a picture fill them in.

use std::fmt::Write;

use agon_rules::{Face, Kind, Piece, Seat, Suit};

use super::geom::{N, rounded};
use super::words::{math, safe};

/// How a piece stands on the table. Thickness means touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stand {
    /// it lies there
    #[default]
    Rest,
    /// it can be taken up
    Ready,
    /// it is held
    Up,
    /// it was lost: only its outline is left
    Gone,
    /// it counts no more
    Dim,
}

/// Which way men look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Facing {
    /// up the screen
    Up,
    /// down the screen
    Down,
}

/// The width of a card where its height is a hundred and eight with its edge and shadow.
pub const CARD: (f64, f64) = (78.0, 108.0);

/// The corners of shapes with a radius of about one, the topmost first. The code of sine and cosine would be loaded by
/// everybody.
const HEXAGON: [(f64, f64); 6] =
    [(0.0, -1.08), (0.935_31, -0.54), (0.935_31, 0.54), (0.0, 1.08), (-0.935_31, 0.54), (-0.935_31, -0.54)];
const DIAMOND: [(f64, f64); 4] = [(0.0, -1.18), (1.18, 0.0), (0.0, 1.18), (-1.18, 0.0)];
const TRIANGLE: [(f64, f64); 3] = [(0.0, -1.28), (1.108_51, 0.64), (-1.108_51, 0.64)];
const OCTAGON: [(f64, f64); 8] = [
    (0.397_99, -0.960_83),
    (0.960_83, -0.397_99),
    (0.960_83, 0.397_99),
    (0.397_99, 0.960_83),
    (-0.397_99, 0.960_83),
    (-0.960_83, 0.397_99),
    (-0.960_83, -0.397_99),
    (-0.397_99, -0.960_83),
];

/// The outline of a seat's pieces with this radius.
pub fn outline(seat: Seat, r: f64) -> String {
    let ring = |corners: &[(f64, f64)], share: f64| {
        let corners: Vec<_> = corners.iter().map(|(x, y)| (x * r, y * r)).collect();
        rounded(&corners, share)
    };
    match seat % 6 {
        0 => format!("M{0} 0A{1} {1} 0 1 1 {2} 0A{1} {1} 0 1 1 {0} 0Z", N(-r), N(r), N(r)),
        1 => {
            let (a, q) = (0.9 * r, 0.3 * r);
            format!(
                "M{0} {1}A{2} {2} 0 0 1 {1} {0}H{3}A{2} {2} 0 0 1 {4} {1}V{3}A{2} {2} 0 0 1 {3} {4}H{1}A{2} {2} 0 0 1 {0} {3}Z",
                N(-a),
                N(q - a),
                N(q),
                N(a - q),
                N(a)
            )
        }
        2 => ring(&HEXAGON, 0.2),
        3 => ring(&DIAMOND, 0.2),
        4 => ring(&TRIANGLE, 0.26),
        _ => ring(&OCTAGON, 0.25),
    }
}

/// Whether a piece is drawn as a card.
pub fn is_card(piece: &Piece) -> bool {
    match piece.kind {
        _ if piece.face == Face::Down => true,
        Kind::Card | Kind::Number => true,
        Kind::Plain => piece.owner.is_none(),
        Kind::Disc | Kind::Man | Kind::King | Kind::Term { .. } | Kind::Sign => false,
    }
}

/// A piece. `facing` is where men of its owner go.
pub fn piece(piece: &Piece, stand: Stand, facing: Facing) -> String {
    let mut out = String::new();
    if is_card(piece) {
        card(&mut out, piece, stand);
    } else if piece.kind == Kind::Sign {
        sign(&mut out, piece.owner.unwrap_or(0), stand);
    } else {
        token(&mut out, piece, stand, facing);
    }
    out
}

fn token(out: &mut String, piece: &Piece, stand: Stand, facing: Facing) {
    let seat = piece.owner.unwrap_or(5);
    let (edge, cast, lift) = match stand {
        Stand::Rest | Stand::Dim => (5, 8, 0),
        Stand::Ready => (9, 12, 0),
        Stand::Up => (16, 28, -11),
        Stand::Gone => (3, 6, 0),
    };
    let r = match piece.kind {
        Kind::Term { grooves: 2.. } => 42.0,
        Kind::Term { grooves: 1 } => 39.0,
        Kind::Term { grooves: 0 } => 35.0,
        _ => 37.0,
    };
    let gone = if stand == Stand::Gone { " d-gone" } else { "" };
    let dim = if stand == Stand::Dim { " d-dim" } else { "" };
    let shape = outline(seat, r);
    let _ = write!(
        out,
        "<g class=\"s{seat}{gone}{dim}\" transform=\"translate(0 {})\"><path class=\"d-cast\" d=\"{}\" transform=\"translate(0 {cast})\"/>\
         <path class=\"d-ed\" d=\"{shape}\" transform=\"translate(0 {edge})\"/>",
        lift - 2,
        outline(seat, r + 1.5)
    );
    let king = piece.kind == Kind::King;
    if king {
        // One upon the other.
        let _ = write!(
            out,
            "<path class=\"d-hi\" d=\"{shape}\" transform=\"translate(0 -1)\"/><g transform=\"translate(0 -8)\">\
             <path class=\"d-ed\" d=\"{shape}\" transform=\"translate(0 7)\"/>"
        );
    }
    let _ = write!(out, "<path class=\"d-fa\" d=\"{shape}\"/><path class=\"d-hi\" d=\"{}\"/>", outline(seat, r - 2.0));
    let grooves: &[f64] = match piece.kind {
        Kind::Term { grooves: 2.. } => &[0.86, 0.955],
        Kind::Term { grooves: 1 } => &[0.9],
        Kind::Term { grooves: 0 } => &[],
        _ if piece.text.is_empty() || matches!(piece.kind, Kind::Disc | Kind::Man | Kind::King) => &[0.7],
        _ => &[0.9],
    };
    for groove in grooves {
        let _ = write!(out, "<path class=\"d-gr\" d=\"{}\"/>", outline(seat, r * groove));
    }
    match piece.kind {
        Kind::Disc => {}
        Kind::Man => {
            let way = if facing == Facing::Up { "M-11 5 0 -6 11 5" } else { "M-11 -5 0 6 11 -5" };
            let _ = write!(out, "<path class=\"d-sy\" d=\"{way}\"/>");
        }
        Kind::King => out.push_str("<path class=\"d-syf\" d=\"M-18 11-21-9-9.5-1 0-15 9.5-1 21-9 18 11Z\"/>"),
        Kind::Term { .. } | Kind::Plain | Kind::Card | Kind::Number | Kind::Sign => {
            let letters = piece.text.chars().count();
            let size = match (piece.kind, letters) {
                (_, 0) => 0,
                (Kind::Term { grooves: 0 }, 1..=2) => 36,
                (Kind::Term { .. }, ..=3) => 32,
                (Kind::Term { .. }, _) => 29,
                (_, 1) => 40,
                (_, 2) => 34,
                (_, 3) => 26,
                _ => 20,
            };
            if size > 0 {
                let text = if matches!(piece.kind, Kind::Term { .. }) { math(&piece.text) } else { safe(&piece.text) };
                let _ = write!(
                    out,
                    "<text class=\"d-on\" y=\"{}\" font-size=\"{size}\" text-anchor=\"middle\">{text}</text>",
                    N(f64::from(size) * 0.355)
                );
            }
        }
    }
    if king {
        out.push_str("</g>");
    }
    out.push_str("</g>");
}

/// A sign drawn into a cell by hand.
fn sign(out: &mut String, seat: Seat, stand: Stand) {
    let path = match seat {
        0 => "M-24-25C-8-8 10 12 25 24M24-25C8-6-10 10-25 25".to_owned(),
        1 => "M4-26C-18-30-28-12-26 4C-24 22-8 29 8 26C24 22 30 4 24-12C20-20 10-27-2-26".to_owned(),
        seat => outline(seat, 24.0),
    };
    let dim = if matches!(stand, Stand::Dim | Stand::Gone) { " d-dim" } else { "" };
    let _ = write!(out, "<path class=\"s{seat} d-sign{dim}\" d=\"{path}\"/>");
}

/// A card: large text, a sign or a small text below.
fn card(out: &mut String, piece: &Piece, stand: Stand) {
    let wide = if piece.kind == Kind::Number { 74 } else { 72 };
    let x = -wide / 2;
    let thick = if stand == Stand::Ready { 5 } else { 4 };
    let state = match stand {
        Stand::Up => " d-held",
        Stand::Dim | Stand::Gone => " d-dim",
        Stand::Rest | Stand::Ready => "",
    };
    let (lift, fall) = if stand == Stand::Up { ("translate(2 -9) rotate(4)", 6) } else { ("", 0) };
    let cast = thick + 4 + fall;
    let down = piece.face == Face::Down;
    let (body, below) = if down { ("d-back", "d-backedge") } else { ("d-card", "d-cardedge") };
    let _ = write!(out, "<g class=\"d-c{state}\"");
    if !lift.is_empty() {
        let _ = write!(out, " transform=\"{lift}\"");
    }
    let _ = write!(
        out,
        "><rect class=\"d-cast\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"98\" rx=\"9\"/>\
         <rect class=\"{below}\" x=\"{x}\" y=\"{}\" width=\"{wide}\" height=\"98\" rx=\"9\"/>\
         <rect class=\"{body}\" x=\"{x}\" y=\"-49\" width=\"{wide}\" height=\"98\" rx=\"9\"/>",
        x - 1,
        cast - 49,
        wide + 2,
        thick - 49
    );
    if down {
        out.push_str(
            "<g class=\"d-mo\"><rect x=\"-30\" y=\"-43\" width=\"60\" height=\"86\" rx=\"5\"/><circle cx=\"-6\" r=\"13\"/>\
             <rect x=\"-6\" y=\"-12\" width=\"24\" height=\"24\" rx=\"7\"/></g>",
        );
    } else {
        face(out, piece, x, wide);
    }
    out.push_str("</g>");
}

fn face(out: &mut String, piece: &Piece, x: i32, wide: i32) {
    let noble = piece.suit == Suit::Diamond;
    if noble {
        let _ = write!(
            out,
            "<rect class=\"d-gilt\" x=\"{}\" y=\"-44\" width=\"{}\" height=\"88\" rx=\"5\"/>",
            x + 5,
            wide - 10
        );
    }
    let letters = piece.text.chars().count();
    let alone = piece.suit == Suit::None && piece.caption.is_empty();
    let size = match (piece.kind, letters) {
        (Kind::Number, ..=1) => 52,
        (Kind::Number, 2) => 46,
        (_, ..=2) => 42,
        (_, 3) => 32,
        (_, 4) => 25,
        _ => 17,
    };
    let y = f64::from(size) * if alone { 0.36 } else { 0.27 };
    let _ = write!(
        out,
        "<text class=\"d-face\" y=\"{}\" font-size=\"{size}\" text-anchor=\"middle\">{}</text>",
        N(y),
        safe(&piece.text)
    );
    let mut dot = |x: f64, y: f64, r: f64| {
        let _ = write!(out, "<circle class=\"d-pip\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>", N(x), N(y), N(r));
    };
    match piece.suit {
        Suit::None => {}
        Suit::Dots(4) if piece.caption.is_empty() => {
            for (dx, dy) in [(-5.0, 28.0), (-5.0, 38.0), (5.0, 28.0), (5.0, 38.0)] {
                dot(dx, dy, 3.6);
            }
        }
        Suit::Dots(_) if !piece.caption.is_empty() => {}
        Suit::Dots(dots) => {
            let dots = f64::from(dots.min(5));
            for at in 0..dots as usize {
                dot(14.0 * (at as f64 - (dots - 1.0) / 2.0), 34.0, 4.5);
            }
        }
        Suit::Diamond => {
            let y = if piece.caption.is_empty() { 26 } else { -38 };
            let _ = write!(out, "<path class=\"d-giltf\" d=\"M0 {y}l7 7-7 7-7-7Z\"/>");
        }
    }
    if !piece.caption.is_empty() {
        let size = if piece.caption.chars().count() > 9 { "11.5" } else { "14" };
        let _ = write!(
            out,
            "<text class=\"d-cap\" y=\"38\" font-size=\"{size}\" text-anchor=\"middle\">{}</text>",
            math(&piece.caption)
        );
    }
}

/// The sign of a seat, for plates, headings and lists: its shape in a square of a hundred round the middle.
pub fn seat_sign(seat: Seat) -> String {
    let shape = outline(seat, 40.0);
    format!(
        "<g class=\"s{seat}\"><path class=\"d-ed\" d=\"{shape}\" transform=\"translate(0 3)\"/><path class=\"d-fa\" d=\"{shape}\"/>\
         <path class=\"d-av\" d=\"{}\"/></g>",
        outline(seat, 29.0)
    )
}
