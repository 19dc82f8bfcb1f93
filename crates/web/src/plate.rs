//! The plates beside the board: who plays, for what, with which score, and what is to be done now.

use agon_lab::report::escape;
use agon_rules::{Piece, Seat, Text};

use crate::draw::lights::DANGER;
use crate::draw::piece::{Facing, Stand};
use crate::draw::{self, seat_sign};

/// What a plate shows of a player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plate {
    /// which seat
    pub seat: Seat,
    /// what the player is called
    pub name: Text,
    /// goal or role, or what the player is doing
    pub sub: Text,
    /// whether it is the player's turn
    pub turn: bool,
    /// whether a computer thinks about its move
    pub thinking: bool,
    /// whether somebody else would win at once
    pub danger: bool,
    /// points, where there are any
    pub score: Option<i32>,
    /// time left, where there is a clock
    pub clock: Option<String>,
    /// what the player has taken; nothing where nothing can be taken
    pub took: Option<Vec<Piece>>,
    /// what the player has said
    pub said: Option<Text>,
    /// what the player is to do, on their turn
    pub ask: Option<Ask>,
}

/// What a plate says to the player whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    /// the sentence
    pub text: Text,
    /// whether something was refused
    pub refused: bool,
}

/// At most this many pieces stand in a tray; the rest is a number.
const MOST: usize = 5;

/// The sign of a seat.
pub fn avatar(seat: Seat) -> String {
    format!("<svg class=\"av\" viewBox=\"-50 -50 100 100\" aria-hidden=\"true\">{}</svg>", seat_sign(seat))
}

/// A plate as HTML.
pub fn html(plate: &Plate, own: bool, tell: &dyn Fn(&Text) -> String) -> String {
    let mut out = format!(
        "<section class=\"plate {}{}{}\" data-seat=\"{}\"{}>{}<div><b>{}</b><div class=\"sub\">{}</div>{}</div><div class=\"val\">",
        if own { "own" } else { "opp" },
        if plate.turn { " turn" } else { "" },
        if plate.thinking { " thinking" } else { "" },
        plate.seat,
        if plate.turn { " aria-current=\"true\"" } else { "" },
        avatar(plate.seat),
        escape(&tell(&plate.name)),
        escape(&tell(&plate.sub)),
        plate.said.as_ref().map(|said| format!("<p class=\"bubble\">{}</p>", escape(&tell(said)))).unwrap_or_default(),
    );
    if plate.danger {
        let label = escape(&tell(&agon_rules::text!("In danger")));
        out += &format!(
            "<svg class=\"warn\" viewBox=\"-22 -22 44 44\" role=\"img\" aria-label=\"{label}\">{DANGER}</svg>"
        );
    }
    if let Some(clock) = &plate.clock {
        out += &format!("<span class=\"clock\" role=\"timer\">{}</span>", escape(clock));
    }
    if let Some(score) = plate.score {
        out += &format!("<output class=\"score\">{score}</output>");
    }
    out += "</div>";
    out += &tray(plate, tell);
    if let Some(ask) = &plate.ask {
        let class = if ask.refused { "ask refused" } else { "ask" };
        out += &format!("<div class=\"{class}\">{}</div>", escape(&tell(&ask.text)));
    }
    out + "</section>"
}

/// What the player has taken. It has its room from the beginning, so that nothing moves with the first capture, and pieces
/// that are taken know where to fly.
fn tray(plate: &Plate, tell: &dyn Fn(&Text) -> String) -> String {
    let Some(took) = &plate.took else {
        return format!("<div class=\"tray none\" data-tray=\"{}\"></div>", plate.seat);
    };
    let label = match took.len() {
        0 => agon_rules::text!("Nothing taken yet"),
        count => agon_rules::text!("Took {count}", count),
    };
    let pieces: String = took.iter().rev().take(MOST).map(small).collect();
    let more = match took.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("<span>+{more}</span>"),
    };
    let label = escape(&tell(&label));
    format!("<div class=\"tray took\" data-tray=\"{}\">{label} {pieces}{more}</div>", plate.seat)
}

/// A piece in small.
fn small(piece: &Piece) -> String {
    let drawn = draw::piece::piece(piece, Stand::Rest, Facing::Up);
    let text = escape(&piece.text);
    format!("<svg class=\"pc\" viewBox=\"-50 -50 100 108\" role=\"img\" aria-label=\"{text}\">{drawn}</svg>")
}
