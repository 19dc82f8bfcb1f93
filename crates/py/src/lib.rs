//! Agon for Python: the extension module `agon._agon`, which the package `agon` (folder `python`) shows to people.
//!
//! Everything here is a thin wrapper around the crates below: texts and numbers are checked where they come in, long work
//! is done without the interpreter's lock, and what is refused raises an exception with the sentence that the command
//! line gives. No rule, player or statistic is written here.
//!
//! The comments of what Python sees become its documentation; their examples are run by python/tests.

mod args;
mod arrays;
mod batch;
mod efg;
mod error;
mod exact;
mod game;
mod numbering;
mod opponent;
mod outcome;
mod picture;
mod player;
mod report;
mod seated;
mod study;
mod table;
mod think;
mod tree;

/// Agon in Rust. Import `agon`, not this.
#[pyo3::pymodule]
mod _agon {
    #[pymodule_export]
    use super::arrays::Arrays;
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::efg::{Efg, efg};
    #[pymodule_export]
    use super::error::{
        ActionError, AgonError, ArrayError, BugError, GameError, MoveError, NumberError, OptionError, PlayerError,
        PositionError, RecordError, SeatError, SolveError, StudyError,
    };
    #[pymodule_export]
    use super::exact::{Solution, StrongResult, divide, perft, solve, solve_all};
    #[pymodule_export]
    use super::game::{Game, GameOption, game, games, players};
    #[pymodule_export]
    use super::numbering::{Block, Numbering, Playouts, numbering, playouts};
    #[pymodule_export]
    use super::opponent::Opponent;
    #[pymodule_export]
    use super::outcome::Outcome;
    #[pymodule_export]
    use super::player::{Analysis, Player, Reply, analyse, best, hint, player};
    #[pymodule_export]
    use super::report::{Report, TrialResult, sprt};
    #[pymodule_export]
    use super::study::{Keep, Study, merge};
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::tree::Tree;

    /// The version of Agon.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
