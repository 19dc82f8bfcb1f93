//! What can be wrong with a puzzle.

/// What is wrong with a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The rules do not accept it.
    #[error(transparent)]
    Rules(#[from] agon_rules::Error),
    /// It has no solution, or the solution ends with a move of the other seat.
    #[error("the solution does not end with a move of the solver")]
    End,
    /// There is too little to choose from.
    #[error("it has only {0} legal moves; at least three are needed")]
    Choices(usize),
    /// Something is hidden from a seat, or can be later.
    #[error("something is hidden, or can be later")]
    Hidden,
    /// There were too many quiet plies before it.
    #[error("it begins after {0} quiet plies, so that a draw is near")]
    Quiet(u16),
    /// The value is another one.
    #[error("its value is said to be {said} and is {found}")]
    Value {
        /// what the puzzle says
        said: i32,
        /// what it is
        found: i32,
    },
    /// A move of the solver is not the only best one.
    #[error("`{text}`, move {ply} of the solution, is not the only best move")]
    NotOnly {
        /// which move of the solution, counted from 1
        ply: usize,
        /// the move
        text: String,
    },
    /// An answer of the other seat is not its best.
    #[error("`{text}`, move {ply} of the solution, is not a best answer")]
    Answer {
        /// which move of the solution, counted from 1
        ply: usize,
        /// the move
        text: String,
    },
    /// It takes longer than allowed.
    #[error("it takes more than {0} positions")]
    Beyond(u64),
}
