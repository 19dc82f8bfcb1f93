//! What can be wrong with what a program asks, and how it is said.

use agon_rules::{Seat, Text};
use agon_search::NoPlayer;

/// Why there is no answer. The sentences are those that the command line gives, where it has them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The rules do not accept the game, its options, a position or a move.
    #[error(transparent)]
    Rules(#[from] agon_rules::Error),
    /// There is no such player, or it cannot play here.
    #[error(transparent)]
    Player(#[from] NoPlayer),
    /// The game does not list its moves.
    #[error("{0} has no numbers; a game gets them by `Game::actions`, `Game::blocks` and `Game::observe`")]
    NoNumbers(&'static str),
    /// No move has this number.
    #[error("there is no action {action}; actions are numbered from 0 to {last}")]
    NoAction {
        /// what was asked for
        action: i64,
        /// the highest number
        last: usize,
    },
    /// Chance has no such outcome.
    #[error("there is no outcome {outcome}; outcomes are numbered from 0 to {last}")]
    NoOutcome {
        /// what was asked for
        outcome: i64,
        /// the highest number
        last: usize,
    },
    /// The move with this number is not legal now.
    #[error("illegal action {action}; {} is possible", some_of(.legal))]
    Illegal {
        /// what was asked for
        action: i64,
        /// what would work
        legal: Vec<u32>,
    },
    /// The game is over, and why.
    #[error("no action {action}: the game is over ({reason})")]
    Over {
        /// what was asked for
        action: i64,
        /// why it is over
        reason: Text,
    },
    /// The game was broken off.
    #[error("no move is left: the game was broken off after {0} plies")]
    Truncated(usize),
    /// A legal move that is not listed.
    #[error("the move `{0}` has no number: it cannot happen in a game that is dealt with these options")]
    Unnumbered(String),
    /// There is no such seat.
    #[error("there is no seat {seat}; seats are numbered from 0 to {last}")]
    NoSeat {
        /// what was asked for
        seat: Seat,
        /// the highest number
        last: Seat,
    },
    /// A slice of another length than needed.
    #[error("`{what}` has {is} elements; it needs {needed}")]
    Length {
        /// which one
        what: &'static str,
        /// how many it has
        is: usize,
        /// how many it needs
        needed: usize,
    },
    /// What a batch was asked to be does not go together, and why.
    #[error("no such batch: {0}")]
    Batch(String),
    /// Something about one game of a batch.
    #[error("game {game}: {why}")]
    Game {
        /// which one, counted from 0
        game: usize,
        /// what
        why: Box<Error>,
    },
    /// A player of another game or variant.
    #[error("`{0}` was called for another game or variant; call one for the variant of this table")]
    Another(String),
    /// More possibilities than are wanted.
    #[error("there are more than {0} possibilities; ask for a position where less is hidden, or raise the limit")]
    TooMany(usize),
}

impl Error {
    /// The same about one game of a batch.
    pub(crate) fn of_game(self, game: usize) -> Self {
        Error::Game { game, why: Box::new(self) }
    }
}

/// Some numbers in words: `0, 4 or 7`.
fn some_of(numbers: &[u32]) -> String {
    const MANY: usize = 12;
    let words: Vec<String> = numbers.iter().take(MANY).map(u32::to_string).collect();
    let more = numbers.len().saturating_sub(MANY);
    match words.as_slice() {
        [] => "none".to_owned(),
        [one] => one.clone(),
        words if more > 0 => format!("one of {} and {more} more", words.join(", ")),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

/// Whether a slice is as long as it must be.
pub(crate) fn length(what: &'static str, is: usize, needed: usize) -> Result<(), Error> {
    if is == needed { Ok(()) } else { Err(Error::Length { what, is, needed }) }
}

/// Whether there is such a seat.
pub(crate) fn seat(seat: Seat, seats: Seat) -> Result<(), Error> {
    if seat < seats { Ok(()) } else { Err(Error::NoSeat { seat, last: seats - 1 }) }
}
