//! What a client draws: the same few shapes for any game.
//!
//! Meanings travel, not colours or pixels; the client decides how they look. A view is made for one viewer
//! and holds nothing they may not see.

use serde::{Deserialize, Serialize};

use crate::{Outcome, Seat, Text};

/// A game as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// how many moves have been made
    pub ply: usize,
    /// the boards, hands, stacks and piles
    pub zones: Vec<Zone>,
    /// the legal moves, only for the seat that decides
    pub choices: Vec<Choice>,
    /// the moves made so far
    pub history: Vec<Step>,
    /// what is asked of the seat to move, or how the game ended
    pub prompt: Text,
    /// who decides; nobody when the game is over
    pub turn: Option<Seat>,
    /// points so far, where the game has points
    pub scores: Vec<i32>,
    /// what happened and why
    pub notes: Vec<Note>,
    /// the position as text, with what is hidden left out
    pub position: String,
    /// how the game ended
    pub outcome: Option<Outcome>,
}

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

/// A cell of the view: which zone, which cell of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Site {
    /// index into [`View::zones`]
    pub zone: usize,
    /// index into [`Zone::cells`]
    pub cell: usize,
}

/// A legal move and the taps that make it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Choice {
    /// its notation
    pub text: String,
    /// the sites to tap; without any it is a button
    pub taps: Vec<Site>,
}

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Step {
    /// who made it
    pub seat: Seat,
    /// its notation, with what is hidden left out
    pub text: String,
}

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
}

impl Zone {
    /// A zone of nobody's.
    pub fn new(title: Text, shape: Shape, cells: Vec<Cell>) -> Self {
        Zone { title, owner: None, shape, cells }
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

    /// The same zone, owned.
    pub fn of(self, seat: Seat) -> Self {
        Zone { owner: Some(seat), ..self }
    }
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

impl Piece {
    /// A piece that everybody can use.
    pub fn up(text: impl ToString) -> Self {
        Piece { text: text.to_string(), owner: None, face: Face::Up }
    }

    /// A piece of a seat.
    pub fn of(seat: Seat, text: impl ToString) -> Self {
        Piece { owner: Some(seat), ..Piece::up(text) }
    }

    /// A piece that lies face down.
    pub fn down() -> Self {
        Piece { text: String::new(), owner: None, face: Face::Down }
    }
}

impl Site {
    /// A cell of a zone.
    pub fn new(zone: usize, cell: usize) -> Self {
        Site { zone, cell }
    }
}

impl Note {
    /// A remark about some cells.
    pub fn new(text: Text, sites: Vec<Site>) -> Self {
        Note { text, sites, mark: Mark::None }
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
