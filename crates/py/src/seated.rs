//! What lies behind a table of Python: a game with numbers where it has them, and without where it has not.
//!
//! Any position can be typed, also one that no deal leads to, and there a move may have no number. People go on with
//! texts then; only what asks for numbers is refused.

use agon_numbers::{Error, NumberedTable, Rules, table_by_id};
use agon_rules::{Record, Seat, Start, Table, games};

/// A game in play.
pub enum Inner {
    /// by texts and by numbers
    Numbered(Box<dyn NumberedTable>),
    /// by texts only, and why
    Plain(Box<dyn Table>, Error),
}

impl Inner {
    /// Opens a game.
    pub fn open(id: &str, settings: &[(String, String)], start: Start, rules: Rules) -> Result<Self, Error> {
        match table_by_id(id, settings, start.clone(), rules) {
            Ok(table) => Ok(Inner::Numbered(table)),
            Err(why @ (Error::Unnumbered(_) | Error::NoNumbers(_))) => {
                Ok(Inner::Plain(games::open(id, settings, start)?, why))
            }
            Err(why) => Err(why),
        }
    }

    /// The game that a record leads to.
    pub fn follow(record: &Record, rules: Rules) -> Result<Self, Error> {
        let mut inner = Inner::open(&record.game, &record.options, record.start.clone(), rules)?;
        for (at, text) in record.moves.iter().enumerate() {
            let seat = inner.turn().unwrap_or(0);
            inner.play(seat, text).map_err(|why| match why {
                // As at any table.
                Error::Rules(why) => agon_rules::Error::Replay { ply: at + 1, why: Box::new(why) }.into(),
                why => why,
            })?;
        }
        Ok(inner)
    }

    /// The game as people see it.
    pub fn table(&self) -> &dyn Table {
        match self {
            Inner::Numbered(table) => table.table(),
            Inner::Plain(table, _) => table.as_ref(),
        }
    }

    /// The game as programs see it.
    pub fn numbered(&mut self) -> Result<&mut dyn NumberedTable, Error> {
        match self {
            Inner::Numbered(table) => Ok(table.as_mut()),
            Inner::Plain(_, why) => Err(why.clone()),
        }
    }

    /// Who decides; nobody when the game is over or was broken off.
    pub fn turn(&self) -> Option<Seat> {
        match self {
            Inner::Numbered(table) => table.turn(),
            Inner::Plain(table, _) => table.turn(),
        }
    }

    /// Whether the game was broken off.
    pub fn is_truncated(&self) -> bool {
        matches!(self, Inner::Numbered(table) if table.is_truncated())
    }

    /// The texts of the legal moves.
    pub fn legal(&self) -> Vec<String> {
        if self.is_truncated() { Vec::new() } else { self.table().legal() }
    }

    /// Makes a move by its text.
    pub fn play(&mut self, seat: Seat, text: &str) -> Result<(), Error> {
        let why = match self {
            Inner::Plain(table, _) => return Ok(table.play(seat, text)?),
            Inner::Numbered(table) => match table.play(seat, text) {
                Err(why @ Error::Unnumbered(_)) => why,
                played => return played,
            },
        };
        // It leads to where moves have no numbers: on with texts.
        let mut table = self.table().fork(self.table().ply());
        table.play(seat, text)?;
        *self = Inner::Plain(table, why);
        Ok(())
    }

    /// Takes the last move back; false when there is none.
    pub fn undo(&mut self) -> bool {
        match self {
            Inner::Numbered(table) => table.undo(),
            Inner::Plain(table, _) => table.undo(),
        }
    }

    /// Makes the last move again that was taken back; false when there is none.
    pub fn redo(&mut self) -> bool {
        match self {
            Inner::Numbered(table) => table.redo(),
            Inner::Plain(table, _) => table.redo(),
        }
    }

    /// A separate game with the first moves of this one.
    pub fn fork(&self, ply: usize) -> Self {
        match self {
            Inner::Numbered(table) => {
                let mut fork = table.fork();
                while fork.ply() > ply && fork.undo() {}
                Inner::Numbered(fork)
            }
            Inner::Plain(table, why) => Inner::Plain(table.fork(ply), why.clone()),
        }
    }
}
