//! What is raised in Python: an exception for each kind of thing that can be wrong, with the sentence that the command
//! line gives.

use agon_lab::NoStudy;
use agon_lab::keep::KeepError;
use agon_rules::Error;
use agon_search::NoPlayer;
use agon_search::ask::NoReply;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(agon, AgonError, PyValueError, "Something that Agon does not accept, and what would work.");
create_exception!(agon, GameError, AgonError, "No game has this id.");
create_exception!(
    agon,
    OptionError,
    AgonError,
    "No option of the game, no value of it, or options that exclude each other."
);
create_exception!(agon, PositionError, AgonError, "Text that is no position of the game.");
create_exception!(
    agon,
    MoveError,
    AgonError,
    "A move that cannot be made: illegal, ambiguous, out of turn, or after the end."
);
create_exception!(agon, ActionError, MoveError, "An action number that no move has, or whose move cannot be made.");
create_exception!(agon, ArrayError, AgonError, "An array of the wrong shape or type, or one that cannot be used now.");
create_exception!(agon, RecordError, AgonError, "Text that is no record, or a record that cannot be replayed.");
create_exception!(agon, SeatError, AgonError, "No seat of the game, and no other viewer.");
create_exception!(agon, PlayerError, AgonError, "No computer player of the game, or one that cannot play here.");
create_exception!(agon, SolveError, AgonError, "A position that the solver is not for.");
create_exception!(agon, StudyError, AgonError, "A study that cannot be played, or a file that holds another one.");
create_exception!(agon, NumberError, AgonError, "A number outside of what makes sense here.");
create_exception!(agon, BugError, AgonError, "Agon itself failed. The message says where; please report it.");

/// Why a call fails. Every function of this crate that can fail returns it, and Python sees an exception.
pub struct Wrong(PyErr);

/// What a call comes to.
pub type Result<T, E = Wrong> = std::result::Result<T, E>;

impl From<Wrong> for PyErr {
    fn from(wrong: Wrong) -> Self {
        wrong.0
    }
}

impl From<PyErr> for Wrong {
    fn from(raised: PyErr) -> Self {
        Wrong(raised)
    }
}

impl From<Error> for Wrong {
    fn from(why: Error) -> Self {
        let said = why.to_string();
        Wrong(match why {
            Error::Game { .. } => GameError::new_err(said),
            Error::Option { .. } | Error::Pair { .. } | Error::Twice { .. } => OptionError::new_err(said),
            Error::Value { .. } | Error::Together { .. } => OptionError::new_err(said),
            Error::Position { .. } => PositionError::new_err(said),
            Error::Move { .. } | Error::Ambiguous { .. } => MoveError::new_err(said),
            Error::Over { .. } | Error::Turn { .. } => MoveError::new_err(said),
            Error::Record { .. } | Error::Replay { .. } => RecordError::new_err(said),
            _ => AgonError::new_err(said),
        })
    }
}

impl From<NoPlayer> for Wrong {
    fn from(why: NoPlayer) -> Self {
        Wrong(PlayerError::new_err(why.to_string()))
    }
}

impl From<NoReply> for Wrong {
    fn from(why: NoReply) -> Self {
        match why {
            NoReply::Rules(why) => why.into(),
            NoReply::Player(why) => why.into(),
            NoReply::Over(_) => Wrong(MoveError::new_err(why.to_string())),
            _ => Wrong(SolveError::new_err(why.to_string())),
        }
    }
}

impl From<NoStudy> for Wrong {
    fn from(why: NoStudy) -> Self {
        match why {
            NoStudy::Rules(why) => why.into(),
            NoStudy::Player(why) => why.into(),
            _ => Wrong(StudyError::new_err(why.to_string())),
        }
    }
}

impl From<agon_numbers::Error> for Wrong {
    fn from(why: agon_numbers::Error) -> Self {
        use agon_numbers::Error;
        let said = why.to_string();
        let innermost = |mut why: Error| loop {
            match why {
                Error::Game { why: inner, .. } => why = *inner,
                why => break why,
            }
        };
        match innermost(why) {
            Error::Rules(why) => why.into(),
            Error::Player(why) => why.into(),
            Error::NoAction { .. } | Error::Illegal { .. } | Error::Over { .. } => Wrong(ActionError::new_err(said)),
            Error::NoOutcome { .. } | Error::Unnumbered(_) => Wrong(ActionError::new_err(said)),
            Error::Truncated(_) => Wrong(MoveError::new_err(said)),
            Error::NoSeat { .. } => Wrong(SeatError::new_err(said)),
            Error::Length { .. } => Wrong(ArrayError::new_err(said)),
            Error::NoNumbers(_) => Wrong(GameError::new_err(said)),
            _ => Wrong(AgonError::new_err(said)),
        }
    }
}

impl From<KeepError> for Wrong {
    fn from(why: KeepError) -> Self {
        Wrong(StudyError::new_err(why.to_string()))
    }
}
