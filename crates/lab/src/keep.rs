//! Finished blocks kept in a file, line by line: so a run can be interrupted and resumed, extended, or split and merged.
//!
//! The first line is the study; every other line is a block with what was counted, or the study again with more games. A
//! line that was cut short by a crash is ignored, and its block played again.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::run::Block;
use crate::sprt::Test;
use crate::study::Study;
use crate::tally::Tally;

/// A block that is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// the part of the study
    pub part: usize,
    /// which rounds
    pub block: Block,
    /// what was counted: a tally for each seating of a round
    pub tallies: Vec<Tally>,
}

impl Done {
    /// How many games it has.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.games).sum()
    }
}

/// What a file is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Head {
    #[serde(flatten)]
    study: Study,
    /// what a sequential test tests
    #[serde(default, skip_serializing_if = "Option::is_none")]
    test: Option<Test>,
}

/// What can be wrong with a file of blocks.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// It cannot be read or written.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// Its first line is no study.
    #[error("{0} is no file of `--keep` of this version: its first line is not a study")]
    Foreign(PathBuf),
    /// It is of another study.
    #[error("{0} holds another study; give the same arguments as then, or another file")]
    Other(PathBuf),
    /// It has more games than are asked for.
    #[error("{0} is a run of {1} games; ask for as many, or for more to extend it")]
    Fewer(PathBuf, u64),
    /// The same games are in two files.
    #[error("rounds {first} to {end} of seating {group} are there twice; merge each piece once")]
    Twice {
        /// the group of seatings
        group: usize,
        /// the first round
        first: u64,
        /// the round after the last
        end: u64,
    },
}

/// Reads a file: the study and the blocks that are done. Nothing more is read after a line that was cut short.
pub fn read(path: &Path) -> Result<(Study, Vec<Done>), KeepError> {
    let file = File::open(path).map_err(|why| KeepError::Io(path.to_owned(), why))?;
    let (head, done, _) = parse(path, file)?;
    Ok((head.study, done))
}

/// Also says how many bytes are whole lines.
fn parse(path: &Path, file: File) -> Result<(Head, Vec<Done>, u64), KeepError> {
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    let mut next = || -> Result<Option<Vec<u8>>, KeepError> {
        line.clear();
        reader.read_until(b'\n', &mut line).map_err(|why| KeepError::Io(path.to_owned(), why))?;
        Ok(line.ends_with(b"\n").then(|| line.clone()))
    };
    let first = next()?.ok_or_else(|| KeepError::Foreign(path.to_owned()))?;
    let mut head: Head = serde_json::from_slice(&first).map_err(|_| KeepError::Foreign(path.to_owned()))?;
    let (mut done, mut whole) = (Vec::new(), first.len() as u64);
    while let Some(line) = next()? {
        if let Ok(block) = serde_json::from_slice(&line) {
            done.push(block);
        } else if let Ok(extended) = serde_json::from_slice(&line) {
            head = extended;
        } else {
            break;
        }
        whole += line.len() as u64;
    }
    Ok((head, done, whole))
}

/// A file that is being written.
pub struct Keep {
    path: PathBuf,
    file: File,
}

impl Keep {
    /// Opens or begins the file of a study, and returns what is done already. A study with more games than the file was
    /// begun with extends it.
    pub fn open(path: &Path, study: &Study) -> Result<(Self, Vec<Done>), KeepError> {
        Self::open_test(path, study, None)
    }

    /// The same for the games of a sequential test.
    pub fn open_test(path: &Path, study: &Study, test: Option<Test>) -> Result<(Self, Vec<Done>), KeepError> {
        let io = |why| KeepError::Io(path.to_owned(), why);
        let head = Head { study: study.clone(), test };
        let mut done = Vec::new();
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        if fs::metadata(path).map_err(io)?.len() == 0 {
            write_line(&mut file, &head).map_err(io)?;
        } else {
            let (known, blocks, whole) = parse(path, file.try_clone().map_err(io)?)?;
            let games = known.study.games;
            if (Head { study: Study { games: study.games, ..known.study }, ..known }) != head {
                return Err(KeepError::Other(path.to_owned()));
            }
            if games > study.games {
                return Err(KeepError::Fewer(path.to_owned(), games));
            }
            done = blocks;
            file.set_len(whole).map_err(io)?;
            file.seek(SeekFrom::End(0)).map_err(io)?;
            if games < study.games {
                write_line(&mut file, &head).map_err(io)?;
            }
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
    no_overlap(&done)?;
    Ok((study, done))
}

/// Refuses blocks that have a round in common.
pub fn no_overlap(done: &[Done]) -> Result<(), KeepError> {
    let mut spans: Vec<(usize, Block)> = done.iter().map(|done| (done.part, done.block)).collect();
    spans.sort_by_key(|(part, block)| (*part, block.group, block.first));
    let twice = spans.windows(2).find(|two| {
        let [(part, before), (other, after)] = two else { return false };
        (part, before.group) == (other, after.group) && after.first < before.end
    });
    match twice.map(|two| two[1].1) {
        Some(Block { group, first, end }) => Err(KeepError::Twice { group, first, end }),
        None => Ok(()),
    }
}

/// What is done of every group of seatings, by part and group: spans of rounds in ascending order.
pub(crate) fn spans(done: &[Done]) -> HashMap<(usize, usize), Vec<(u64, u64)>> {
    let mut spans: HashMap<_, Vec<(u64, u64)>> = HashMap::new();
    for Done { part, block, .. } in done {
        spans.entry((*part, block.group)).or_default().push((block.first, block.end));
    }
    spans.values_mut().for_each(|spans| spans.sort_unstable());
    spans
}
