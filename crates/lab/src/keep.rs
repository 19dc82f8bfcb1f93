//! Finished blocks kept in a file, line by line: so a run can be interrupted and resumed, or split and merged.
//!
//! The first line is the study; every other line is a block with what was counted. A line that was cut short by a crash
//! is ignored, and its block played again.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::run::Block;
use crate::study::Study;
use crate::tally::Tally;

/// A block that is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// the part of the study
    pub part: usize,
    /// which games
    pub block: Block,
    /// what was counted
    pub tally: Tally,
}

/// What can be wrong with a file of blocks.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// It cannot be read or written.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// Its first line is no study.
    #[error("{0} is no file of `--keep`: its first line is not a study")]
    Foreign(PathBuf),
    /// It is of another study.
    #[error("{0} holds another study; give the same arguments as then, or another file")]
    Other(PathBuf),
    /// The same games are in two files.
    #[error("games {first} to {end} of cell {cell} are there twice; merge each piece once")]
    Twice {
        /// the cell
        cell: usize,
        /// the first game
        first: u64,
        /// the game after the last
        end: u64,
    },
}

/// Reads a file: the study and the blocks that are done. Nothing more is read after a line that was cut short.
pub fn read(path: &Path) -> Result<(Study, Vec<Done>), KeepError> {
    let file = File::open(path).map_err(|why| KeepError::Io(path.to_owned(), why))?;
    let (study, done, _) = parse(path, file)?;
    Ok((study, done))
}

/// Also says how many bytes are whole lines.
fn parse(path: &Path, file: File) -> Result<(Study, Vec<Done>, u64), KeepError> {
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    let mut next = || -> Result<Option<Vec<u8>>, KeepError> {
        line.clear();
        reader.read_until(b'\n', &mut line).map_err(|why| KeepError::Io(path.to_owned(), why))?;
        Ok(line.ends_with(b"\n").then(|| line.clone()))
    };
    let first = next()?.ok_or_else(|| KeepError::Foreign(path.to_owned()))?;
    let study = serde_json::from_slice(&first).map_err(|_| KeepError::Foreign(path.to_owned()))?;
    let (mut done, mut whole) = (Vec::new(), first.len() as u64);
    while let Some(line) = next()? {
        let Ok(block) = serde_json::from_slice(&line) else { break };
        done.push(block);
        whole += line.len() as u64;
    }
    Ok((study, done, whole))
}

/// A file that is being written.
pub struct Keep {
    path: PathBuf,
    file: File,
}

impl Keep {
    /// Opens or begins the file of a study, and returns what is done already.
    pub fn open(path: &Path, study: &Study) -> Result<(Self, Vec<Done>), KeepError> {
        let io = |why| KeepError::Io(path.to_owned(), why);
        let mut done = Vec::new();
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        if fs::metadata(path).map_err(io)?.len() > 0 {
            let (known, blocks, whole) = parse(path, file.try_clone().map_err(io)?)?;
            if known != *study {
                return Err(KeepError::Other(path.to_owned()));
            }
            done = blocks;
            file.set_len(whole).map_err(io)?;
            file.seek(SeekFrom::End(0)).map_err(io)?;
        } else {
            write_line(&mut file, study).map_err(io)?;
        }
        Ok((Keep { path: path.to_owned(), file }, done))
    }

    /// Adds a block.
    pub fn add(&mut self, done: &Done) -> Result<(), KeepError> {
        write_line(&mut self.file, done).map_err(|why| KeepError::Io(self.path.clone(), why))
    }
}

fn write_line(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    file.write_all(&line)
}

/// Puts the pieces of one study together.
pub fn merge(paths: &[PathBuf]) -> Result<(Study, Vec<Done>), KeepError> {
    let mut whole: Option<(Study, Vec<Done>)> = None;
    for path in paths {
        let (study, done) = read(path)?;
        match &mut whole {
            None => whole = Some((study, done)),
            Some((known, _)) if *known != study => return Err(KeepError::Other(path.clone())),
            Some((_, all)) => all.extend(done),
        }
    }
    let (study, done) = whole.expect("at least one piece");
    let mut seen = HashMap::new();
    for Done { part, block, .. } in &done {
        if seen.insert((*part, block.cell, block.first), ()).is_some() {
            return Err(KeepError::Twice { cell: block.cell, first: block.first, end: block.end });
        }
    }
    Ok((study, done))
}
