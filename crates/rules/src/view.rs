//! What a client draws: the same few shapes for any game.
//!
//! Meanings travel, not colours or pixels; the client decides how they look. A view is made for one viewer
//! and holds nothing they may not see.

use serde::{Deserialize, Serialize};

use crate::{End, Outcome, Seat, Text};

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
    /// what is asked beside the moves that are buttons: `Keep jumping?`; empty where the prompt says it
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub question: Text,
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
    /// what the viewer plays for, in one clause; empty for those who do not play
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub goal: Text,
    /// what every seat is in this game, in a few words; empty where the game says nothing
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<Text>,
    /// by how much and why it was decided, when the rules ended it
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
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
    /// where it lies
    #[serde(default, skip_serializing_if = "is_default")]
    pub place: PlaceOf,
    /// what stands above each column of a grid; none for coordinates
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<Heading>,
    /// what is decided in each row of a grid, from the top; none where nothing is
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verdicts: Vec<Option<Verdict>>,
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
    /// what people call it: `Stop here`; empty where its notation says it
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub label: Text,
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
    /// whose doing or whose gain it is
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// how it is drawn
    #[serde(default, skip_serializing_if = "is_default")]
    pub form: Form,
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

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl View {
    /// The same view said to a player, with names for the others (see [`Text::addressed`]).
    pub fn addressed(mut self, me: Option<Seat>, name: &dyn Fn(Seat) -> Text) -> Self {
        let say = |text: &mut Text| *text = text.addressed(me, name);
        say(&mut self.prompt);
        say(&mut self.goal);
        self.roles.iter_mut().for_each(say);
        for note in &mut self.notes {
            say(&mut note.text);
            if let Form::Equation { result, .. } = &mut note.form {
                say(result);
            }
        }
        for verdict in self.zones.iter_mut().flat_map(|zone| &mut zone.verdicts).flatten() {
            say(&mut verdict.text);
            say(&mut verdict.reason);
        }
        if let Some(end) = &mut self.end {
            say(&mut end.margin);
            say(&mut end.why);
        }
        self
    }
}

impl Choice {
    /// What people call it.
    pub fn name(&self) -> Text {
        if self.label.is_empty() { Text::of_move(&self.text) } else { self.label.clone() }
    }
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

impl Site {
    /// A cell of a zone.
    pub fn new(zone: usize, cell: usize) -> Self {
        Site { zone, cell }
    }
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
