//! A game as text: game, options, seed or start position, and moves; everything else is derived.
//!
//! The text is one word that needs no escaping in the query or fragment of a link: `gambit~big-islands=score~seed=0~d2xd4~d3xd1`. Fields
//! are separated by `~`; within them a space is written `_`, `+` is `*` and `<` is `!`.

use std::fmt;
use std::str::FromStr;

use crate::error::quote;
use crate::{Error, Table, Text, games};

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// the deal of a seed
    Seed(u64),
    /// a position text
    Position(String),
}

/// A whole game, enough to replay it anywhere. It includes what is hidden: show it only when the game is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// the id of the game
    pub game: String,
    /// every option by name and value
    pub options: Vec<(String, String)>,
    /// where it began
    pub start: Start,
    /// the notation of every move
    pub moves: Vec<String>,
}

impl Record {
    /// The table this record leads to.
    pub fn replay(&self) -> Result<Box<dyn Table>, Error> {
        let mut table = games::open(&self.game, &self.options, self.start.clone())?;
        self.follow(table.as_mut())?;
        Ok(table)
    }

    /// Makes the moves of this record at a table where it begins.
    pub fn follow(&self, table: &mut dyn Table) -> Result<(), Error> {
        for (i, text) in self.moves.iter().enumerate() {
            // After the end any seat is told so.
            let seat = table.turn().unwrap_or(0);
            table.play(seat, text).map_err(|why| Error::Replay { ply: i + 1, why: Box::new(why) })?;
        }
        Ok(())
    }
}

const SWAPS: [(char, char); 3] = [(' ', '_'), ('+', '*'), ('<', '!')];

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.options.iter().map(|(name, value)| format!("{name}={value}"));
        let start = match &self.start {
            Start::Seed(seed) => format!("seed={seed}"),
            Start::Position(text) => format!("at={text}"),
        };
        let fields = std::iter::once(self.game.clone()).chain(options).chain([start]).chain(self.moves.clone());
        let text = fields.collect::<Vec<_>>().join("~");
        let swap = |c| SWAPS.iter().find(|(plain, _)| *plain == c).map_or(c, |(_, safe)| *safe);
        f.write_str(&text.chars().map(swap).collect::<String>())
    }
}

impl FromStr for Record {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let bad = |why: Text| Error::Record { text: quote(text), why };
        let back = |c| SWAPS.iter().find(|(_, safe)| *safe == c).map_or(c, |(plain, _)| *plain);
        let plain: String = text.trim().chars().map(back).collect();
        let mut fields = plain.split('~');
        let game = fields.next().filter(|id| !id.is_empty()).ok_or_else(|| bad(text!("it names no game")))?.to_owned();
        let mut options = Vec::new();
        let start = loop {
            let field = fields.next().ok_or_else(|| bad(text!("after the options it needs `seed=…` or `at=…`")))?;
            match field.split_once('=') {
                Some(("seed", seed)) => match seed.parse() {
                    Ok(seed) => break Start::Seed(seed),
                    Err(_) => return Err(bad(text!("the seed must be a whole number below 2^64"))),
                },
                Some(("at", position)) => break Start::Position(position.to_owned()),
                Some((name, value)) => options.push((name.to_owned(), value.to_owned())),
                None => return Err(bad(text!("an option is written `name=value`"))),
            }
        };
        Ok(Record { game, options, start, moves: fields.map(str::to_owned).collect() })
    }
}
