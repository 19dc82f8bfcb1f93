//! Everything a game at this device needs to begin: the record so far, and who sits where.

use agon_rules::{Error, Record, Start, Text, text};

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// a person at this device
    Human,
    /// a computer player, by level or by the text that configures it
    Computer(String),
}

impl Sitter {
    /// Reads a sitter: `human`, or the name of a computer player.
    pub fn new(word: &str) -> Self {
        if word.eq_ignore_ascii_case("human") { Sitter::Human } else { Sitter::Computer(word.to_owned()) }
    }

    /// The word that [`Sitter::new`] reads.
    pub fn word(&self) -> &str {
        match self {
            Sitter::Human => "human",
            Sitter::Computer(spec) => spec,
        }
    }
}

/// Everything a game needs to begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// the game, its options, where it begins, and moves already made
    pub record: Record,
    /// who sits at each seat; missing ones are a person at seat 0 and the default computer player elsewhere
    pub sitters: Vec<Sitter>,
    /// the seed of the computer players
    pub bot_seed: u64,
}

impl Plan {
    /// The computer player that takes a seat for which none is named. It must be in every game's roster.
    pub const DEFAULT_PLAYER: &'static str = "medium";

    /// A new game.
    pub fn new(game: &str, settings: &[(String, String)], start: Start, sitters: Vec<Sitter>, bot_seed: u64) -> Self {
        let record = Record { game: game.to_owned(), options: settings.to_vec(), start, moves: Vec::new() };
        Plan { record, sitters, bot_seed }
    }
}

/// Why a game cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoGame {
    /// The rules do not accept the record, the game or its options.
    #[error(transparent)]
    Rules(#[from] Error),
    /// There are more players than seats.
    #[error("{named} players are named, but {seats} play; leave some out")]
    Players {
        /// how many are named
        named: usize,
        /// how many play
        seats: usize,
    },
}

impl NoGame {
    /// The message.
    pub fn text(&self) -> Text {
        match *self {
            NoGame::Rules(ref why) => why.text(),
            NoGame::Players { named, seats } => {
                text!("{named} players are named, but {seats} play; leave some out", named, seats)
            }
        }
    }
}
