//! Notes: what happened and why, in a sentence, with the cells it is about and how it is drawn.

use serde::{Deserialize, Serialize};

use super::{Mark, Site, is_default};
use crate::{Seat, Text};

/// A remark that explains something, and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Note {
    /// one sentence
    pub text: Text,
    /// the cells it is about
    pub sites: Vec<Site>,
    /// what it makes of these cells
    pub mark: Mark,
    /// whose doing or whose gain it is
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// how it is drawn
    #[serde(default, skip_serializing_if = "is_default")]
    pub form: Form,
}

impl Note {
    /// A remark about some cells.
    pub fn new(text: Text, sites: Vec<Site>) -> Self {
        Note { text, sites, mark: Mark::None, seat: None, form: Form::Cells }
    }

    /// The same remark about what a seat did or got.
    pub fn of(self, seat: Seat) -> Self {
        Note { seat: Some(seat), ..self }
    }

    /// The same remark, drawn like this.
    pub fn drawn(self, form: Form) -> Self {
        Note { form, ..self }
    }

    /// A remark about the cells that have won.
    pub fn win(text: Text, sites: impl IntoIterator<Item = Site>) -> Self {
        Note { mark: Mark::Win, ..Note::new(text, sites.into_iter().collect()) }
    }

    /// A remark about the cells from which something was taken.
    pub fn loss(text: Text, sites: impl IntoIterator<Item = Site>) -> Self {
        Note { mark: Mark::Lost, ..Note::new(text, sites.into_iter().collect()) }
    }
}

/// How a note is drawn on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Form {
    /// its cells are marked
    #[default]
    Cells,
    /// a capsule round its cells, which lie in a line
    Row,
    /// a coastline round its cells, with a flag that says what they are worth
    Outline {
        /// the points of the island
        points: i32,
    },
    /// two of its cells make a third number
    Sum {
        /// the first card
        left: String,
        /// `+`, `−`, `×` or `÷`
        sign: String,
        /// the second card
        right: String,
        /// what they make
        result: String,
        /// what it is worth; nothing where it is worth something else than points
        points: Option<i32>,
    },
    /// its cells, in a line, are an equation
    Equation {
        /// the polynomial: `2x² + 3x + 1`
        polynomial: String,
        /// the discriminant, worked out: `Δ = 3² − 4·2·1 = 1`; empty where there is none
        discriminant: String,
        /// whether it has real roots
        real: bool,
        /// what follows: `Red loses 2 pieces`
        result: Text,
    },
}
