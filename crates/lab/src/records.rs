//! What finishes in any order, in the order of the games; and a file of records, one line a game.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::keep::KeepError;
use crate::played::Played;

/// Puts what finishes early back until its turn.
pub struct InOrder<T> {
    next: usize,
    early: BTreeMap<usize, Vec<T>>,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        InOrder { next: 0, early: BTreeMap::new() }
    }
}

impl<T> InOrder<T> {
    /// Takes what has this place; returns what has its turn now.
    pub fn add(&mut self, at: usize, items: Vec<T>) -> Vec<T> {
        let mut ready = Vec::new();
        self.early.insert(at, items);
        while let Some(items) = self.early.remove(&self.next) {
            ready.extend(items);
            self.next += 1;
        }
        ready
    }

    /// What is left behind a gap; after that it begins anew.
    pub fn rest(&mut self) -> Vec<T> {
        self.next = 0;
        std::mem::take(&mut self.early).into_values().flatten().collect()
    }
}

/// A file that records are appended to.
pub struct Records {
    path: PathBuf,
    file: BufWriter<File>,
    order: InOrder<Played>,
}

impl Records {
    /// Opens or begins a file.
    pub fn open(path: &Path) -> Result<Self, KeepError> {
        let file = File::options().append(true).create(true).open(path);
        let file = file.map_err(|why| KeepError::Io(path.to_owned(), why))?;
        Ok(Records { path: path.to_owned(), file: BufWriter::new(file), order: InOrder::default() })
    }

    /// Adds the games of a block, which is in this place among those that are played.
    pub fn add(&mut self, at: usize, games: Vec<Played>) -> Result<(), KeepError> {
        let ready = self.order.add(at, games);
        self.write(&ready)
    }

    /// Ends a part of a study: what was finished behind a gap is written too.
    pub fn part_is_over(&mut self) -> Result<(), KeepError> {
        let rest = self.order.rest();
        self.write(&rest)
    }

    fn write(&mut self, games: &[Played]) -> Result<(), KeepError> {
        let written: io::Result<()> = games.iter().try_for_each(|game| writeln!(self.file, "{}", game.record));
        written.and_then(|()| self.file.flush()).map_err(|why| KeepError::Io(self.path.clone(), why))
    }
}
