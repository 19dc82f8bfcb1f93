//! Cells and what lies on them: pieces, cards and numbers.

use serde::{Deserialize, Serialize};

use super::is_default;
use crate::Seat;

/// A place for pieces.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Cell {
    /// what notation calls it
    pub name: String,
    /// what lies there, from the bottom up
    pub pieces: Vec<Piece>,
    /// what kind of place it is
    pub ground: Ground,
    /// what is special about it now
    pub mark: Mark,
}

impl Cell {
    /// An empty plain cell.
    pub fn named(name: impl Into<String>) -> Self {
        Cell { name: name.into(), ..Cell::default() }
    }

    /// The same cell with a piece on top.
    pub fn with(mut self, piece: impl Into<Option<Piece>>) -> Self {
        self.pieces.extend(piece.into());
        self
    }

    /// The same cell on this ground.
    pub fn on(self, ground: Ground) -> Self {
        Cell { ground, ..self }
    }

    /// The same cell with this mark.
    pub fn marked(self, mark: Mark) -> Self {
        Cell { mark, ..self }
    }
}

/// What kind of place a cell is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Ground {
    /// nothing special
    #[default]
    Plain,
    /// the darker one of a pattern, without meaning
    Dark,
    /// home of a seat
    Home(Seat),
    /// what a seat strives for
    Goal(Seat),
    /// not to be used now
    Blocked,
}

/// What is special about a cell now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Mark {
    /// nothing
    #[default]
    None,
    /// the piece here is in the middle of its turn
    Live,
    /// part of what won or scored
    Win,
    /// part of what lost or was taken
    Lost,
    /// a suggestion
    Hint,
    /// where the seat that is not to move would win at once
    Danger,
}

/// A piece, card or number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Piece {
    /// what is written on it; empty when it lies face down
    pub text: String,
    /// whose it is
    pub owner: Option<Seat>,
    /// whether it can be read
    pub face: Face,
    /// what sort of thing it is
    #[serde(default, skip_serializing_if = "is_default")]
    pub kind: Kind,
    /// the sign on a card
    #[serde(default, skip_serializing_if = "is_default")]
    pub suit: Suit,
    /// small text below the large one, such as `2³ × 3`
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub caption: String,
}

impl Piece {
    /// A piece that everybody can use.
    pub fn up(text: impl ToString) -> Self {
        Piece {
            text: text.to_string(),
            owner: None,
            face: Face::Up,
            kind: Kind::Plain,
            suit: Suit::None,
            caption: String::new(),
        }
    }

    /// The same piece, of this kind.
    pub fn kind(self, kind: Kind) -> Self {
        Piece { kind, ..self }
    }

    /// The same card with a sign on it.
    pub fn suit(self, suit: Suit) -> Self {
        Piece { suit, ..self }
    }

    /// The same card with a small text on it.
    pub fn caption(self, caption: impl Into<String>) -> Self {
        Piece { caption: caption.into(), ..self }
    }

    /// A piece of a seat.
    pub fn of(seat: Seat, text: impl ToString) -> Self {
        Piece { owner: Some(seat), ..Piece::up(text) }
    }

    /// A piece that lies face down.
    pub fn down() -> Self {
        Piece { face: Face::Down, ..Piece::up("") }
    }
}

/// What sort of thing a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Kind {
    /// unspecified: a player's piece, or a card without an owner
    #[default]
    Plain,
    /// a piece without any writing
    Disc,
    /// a piece that moves towards the far side of its owner
    Man,
    /// a piece that moves anywhere
    King,
    /// a card with a value
    Card,
    /// a number
    Number,
    /// a term of an equation; the higher its degree, the more grooves
    Term {
        /// from 0 to 2
        grooves: u8,
    },
    /// a sign drawn into a cell
    Sign,
}

/// The sign on a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Suit {
    /// none
    #[default]
    None,
    /// so many dots
    Dots(u8),
    /// a diamond, and a frame
    Diamond,
}

/// Which side of a piece is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Face {
    /// the side with the text
    Up,
    /// the back
    Down,
}
