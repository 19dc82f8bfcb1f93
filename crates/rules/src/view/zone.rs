//! Zones: boards, hands, stacks and piles, where they lie, and what stands beside their cells.

use serde::{Deserialize, Serialize};

use super::{Cell, Piece, is_default};
use crate::{Seat, Text};

/// A board, hand, stack or pile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Zone {
    /// what people call it
    pub title: Text,
    /// whose it is
    pub owner: Option<Seat>,
    /// how its cells lie
    pub shape: Shape,
    /// the cells, row by row from the top left
    pub cells: Vec<Cell>,
    /// where it lies
    #[serde(default, skip_serializing_if = "is_default")]
    pub place: PlaceOf,
    /// what stands above each column of a grid; none for coordinates
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<Heading>,
    /// what is decided in each row of a grid, from the top, or by each cell of a row; none where nothing is
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verdicts: Vec<Option<Verdict>>,
}

impl Zone {
    /// A zone of nobody's.
    pub fn new(title: Text, shape: Shape, cells: Vec<Cell>) -> Self {
        Zone { title, owner: None, shape, cells, place: PlaceOf::Centre, columns: Vec::new(), verdicts: Vec::new() }
    }

    /// Pieces side by side, one a cell that is named after its text.
    pub fn row(title: Text, pieces: impl IntoIterator<Item = Piece>) -> Self {
        let cells = pieces.into_iter().map(|piece| Cell::named(piece.text.clone()).with(piece));
        Zone::new(title, Shape::Row, cells.collect())
    }

    /// Pieces one upon another, from the bottom up.
    pub fn pile(title: Text, pieces: impl IntoIterator<Item = Piece>) -> Self {
        let cell = Cell { pieces: pieces.into_iter().collect(), ..Cell::named(title.to_string()) };
        Zone::new(title, Shape::Pile, vec![cell])
    }

    /// The same zone somewhere else.
    pub fn at(self, place: PlaceOf) -> Self {
        Zone { place, ..self }
    }

    /// The same zone, owned.
    pub fn of(self, seat: Seat) -> Self {
        Zone { owner: Some(seat), ..self }
    }
}

/// How the cells of a zone lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Shape {
    /// in rows of this many
    Grid {
        /// cells in a row
        cols: usize,
    },
    /// side by side
    Row,
    /// one cell whose pieces lie one upon another
    Pile,
}

/// Where a zone lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum PlaceOf {
    /// in the middle, or with its owner where it is a hand, stack or pile of somebody's
    #[default]
    Centre,
    /// below the first grid and of the size of its cells, the last cell under this column of it
    Under {
        /// counted from 0
        column: usize,
    },
    /// beside the board: what there is to choose from
    Tray,
    /// at the place of a seat
    Lane(Seat),
}

/// What stands above a column.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Heading {
    /// a word; empty where the name of a player stands there
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub text: Text,
    /// whose column it is
    pub seat: Option<Seat>,
}

/// What is decided in a row of a grid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Verdict {
    /// what holds: `Low wins`
    pub text: Text,
    /// why, in a few words: `5 and 7 are both odd`
    pub reason: Text,
    /// who has the row, once that is certain
    pub seat: Option<Seat>,
}
