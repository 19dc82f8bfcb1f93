//! Archives: any number of games in one SQLite file, with players, results, reasons, dates and what the moves cost.
//!
//! What is asked of all games stands in narrow rows (`schema`) that are read from one end to the other: a million of
//! them within a fraction of a second. Moves and positions stand beside them and are read only where a [`Filter`] asks.

mod explore;
mod filter;
mod read;
mod schema;
mod transfer;
mod write;

use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode};

pub use explore::{Explored, Tried};
pub use filter::{Filter, NoFilter, Side};
pub use read::{Group, Summary};
pub use transfer::{NoImport, imported};
pub use write::{moment, now};

/// What can be wrong with an archive.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// There is no such file.
    #[error("there is no archive `{}`; `--save` of a match, or `agon archive import`, makes one", .0.display())]
    Missing(PathBuf),
    /// It is something else.
    #[error("`{}` is no archive of games", .0.display())]
    Foreign(PathBuf),
    /// A newer version has made it.
    #[error("`{}` is an archive of a newer version of agon", .0.display())]
    Newer(PathBuf),
    /// It cannot be read or written.
    #[error("`{}`: {why}", .0.display(), why = .1)]
    Failed(PathBuf, String),
    /// Somebody else writes to it.
    #[error("`{}` is being written by another program", .0.display())]
    Busy(PathBuf),
    /// There is no game with this number.
    #[error("there is no game {0}; `agon archive list` shows the numbers")]
    NoGame(u64),
    /// A game in it makes no sense: somebody has changed the file.
    #[error("game {0} is damaged: {1}")]
    Damaged(i64, String),
    /// A filter names what is not there.
    #[error(transparent)]
    Filter(#[from] NoFilter),
}

/// An archive that is open.
pub struct Archive {
    path: PathBuf,
    connection: Connection,
    known: write::Known,
}

impl Archive {
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn failed(&self, why: &rusqlite::Error) -> ArchiveError {
        failed(&self.path, why)
    }
}

/// An error of SQLite in words.
fn failed(path: &Path, why: &rusqlite::Error) -> ArchiveError {
    match why.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => ArchiveError::Foreign(path.to_owned()),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => ArchiveError::Busy(path.to_owned()),
        Some(ErrorCode::DatabaseCorrupt) => ArchiveError::Failed(path.to_owned(), "the file is damaged".to_owned()),
        _ => ArchiveError::Failed(path.to_owned(), why.to_string()),
    }
}
