//! What lies on the table: areas of cells, with what explains them. It knows no game.
//!
//! How a view becomes a table is in `sight.rs`.

use agon_rules::{Form, Ground, Look, Mark, Note, Piece, PlaceOf, Seat, Shape, Site, Text, Verdict};

/// Everything that is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// how the game presents itself
    pub look: Look,
    /// everything that lies on the table, far side first
    pub areas: Vec<Area>,
    /// what happened and why
    pub notes: Vec<Note>,
    /// which way the pieces went in the last turn, all of it
    pub trail: Vec<Trail>,
    /// pieces that left the table in the last turn
    pub ghosts: Vec<Ghost>,
    /// the players, for games whose players sit round the table
    pub lanes: Vec<Lane>,
    /// whose side of the table is near
    pub near: Option<Seat>,
    /// from which side boards are drawn
    pub side: Side,
    /// whether notes are drawn on the board
    pub explain: bool,
}

impl Default for Table {
    /// An empty table.
    fn default() -> Self {
        Table {
            look: Look::PLAIN,
            areas: Vec::new(),
            notes: Vec::new(),
            trail: Vec::new(),
            ghosts: Vec::new(),
            lanes: Vec::new(),
            near: None,
            side: Side::Near,
            explain: true,
        }
    }
}

impl Table {
    /// Says everything that is about players to those who look.
    pub fn address(&mut self, say: &dyn Fn(&Text) -> Text) {
        for note in &mut self.notes {
            note.text = say(&note.text);
            if let Form::Equation { result, .. } = &mut note.form {
                *result = say(result);
            }
        }
        for area in &mut self.areas {
            for head in &mut area.columns {
                head.text = say(&head.text);
            }
            for verdict in area.verdicts.iter_mut().flatten() {
                verdict.text = say(&verdict.text);
                verdict.reason = say(&verdict.reason);
            }
        }
    }

    /// Marks what the move in the making takes.
    pub fn threaten(&mut self, victims: &[Site]) {
        for spot in self.areas.iter_mut().flat_map(|area| &mut area.spots) {
            spot.victim = victims.contains(&spot.site);
        }
    }

    /// Every cell.
    pub fn spots(&self) -> impl Iterator<Item = &Spot> {
        self.areas.iter().flat_map(|area| &area.spots)
    }

    /// The cell at a site.
    pub fn spot(&self, site: Site) -> Option<&Spot> {
        self.spots().find(|spot| spot.site == site)
    }

    /// The area of a zone.
    pub fn area(&self, zone: usize) -> Option<&Area> {
        self.areas.iter().find(|area| area.zone == zone)
    }
}

/// A board, hand, stack or pile as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// which zone of the view it is
    pub zone: usize,
    /// what people call it, with its owner where that is not plain
    pub title: Text,
    /// what people call it where its owner is plain
    pub label: Text,
    /// whose it is
    pub owner: Option<Seat>,
    /// how its cells lie
    pub shape: Shape,
    /// where it lies
    pub place: PlaceOf,
    /// what stands above its columns, as they are drawn
    pub columns: Vec<Head>,
    /// what is decided in its rows, as they are drawn
    pub verdicts: Vec<Option<Verdict>>,
    /// a hand or pile of somebody else, which may be smaller
    pub far: bool,
    /// the cells in the order they are drawn
    pub spots: Vec<Spot>,
}

impl Area {
    /// Whether it is a board.
    pub fn is_grid(&self) -> bool {
        matches!(self.shape, Shape::Grid { .. })
    }

    /// How many cells of a board are side by side.
    pub fn grid_cols(&self) -> usize {
        match self.shape {
            Shape::Grid { cols } => cols.max(1),
            Shape::Row | Shape::Pile => self.spots.len().max(1),
        }
    }
}

/// What stands above a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// a word or a name
    pub text: Text,
    /// whose column it is
    pub seat: Option<Seat>,
}

/// A cell as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// which cell of the view it is
    pub site: Site,
    /// what notation calls it
    pub name: String,
    /// what lies there, from the bottom up
    pub pieces: Vec<Piece>,
    /// what kind of place it is
    pub ground: Ground,
    /// what is special about it now
    pub mark: Mark,
    /// a tap here leads to a move
    pub lit: bool,
    /// it was tapped for the move in the making
    pub tapped: bool,
    /// the last turn changed it
    pub fresh: bool,
    /// a suggestion leads here
    pub hinted: bool,
    /// the move in the making takes what lies here
    pub victim: bool,
    /// what a screen reader says, in parts
    pub label: Vec<Text>,
    /// what a move here is worth
    pub badge: Option<Badge>,
}

/// What a move is worth, in short.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Badge {
    /// the value
    pub text: Text,
    /// whether no move is better
    pub best: bool,
}

/// The way of a piece on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trail {
    /// where it was
    pub from: Site,
    /// where it went
    pub to: Site,
}

/// A piece that was there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ghost {
    /// where it was
    pub site: Site,
    /// what it was
    pub piece: Piece,
}

/// A player at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lane {
    /// what the player is called
    pub name: Text,
    /// points, where there are any
    pub score: Option<i32>,
    /// whether it is the player's turn
    pub turn: bool,
    /// whether the player is a computer that thinks
    pub thinking: bool,
}

/// From which side a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// as the view has it
    Near,
    /// turned round
    Far,
}
