//! Puzzles kept in a file, line by line, so that a hunt can be interrupted and resumed.
//!
//! The first line says what is hunted; every other line is a puzzle with the number of its attempt, or how far the hunt
//! has come. A line that was cut short by a crash is ignored, and its attempts are made again: they find the same.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use agon_search::puzzle::{Hunt, Puzzle};
use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

/// After this many attempts it is noted how far the hunt has come.
pub const EVERY: u64 = 50;

/// What is hunted.
#[derive(PartialEq, Serialize, Deserialize)]
struct Quarry {
    puzzles: String,
    options: Vec<(String, String)>,
    seed: u64,
    #[serde(default)]
    most: Option<usize>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    Found(u64, String),
    Next(u64, bool),
}

/// A file that is being written.
pub struct Keep {
    file: File,
}

impl Keep {
    /// Opens or begins a file, and puts what it holds into the hunt.
    pub fn open(
        path: &Path,
        (game, settings, seed): (&str, &[(String, String)], u64),
        hunt: &mut Hunt,
    ) -> anyhow::Result<Self> {
        let name = || path.display().to_string();
        let quarry = Quarry { puzzles: game.to_owned(), options: settings.to_vec(), seed, most: hunt.most };
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).with_context(name)?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(name)?;
        if text.is_empty() {
            let mut keep = Keep { file };
            keep.write(&quarry).with_context(name)?;
            return Ok(keep);
        }
        let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let first = lines.next().unwrap_or_default();
        match serde_json::from_str::<Quarry>(first) {
            Err(_) => bail!("{} is no file of `agon puzzles --keep`: its first line names no puzzles", name()),
            Ok(known) if known != quarry => {
                bail!(
                    "{} holds other puzzles; give the same game, options, seed and `--most` as then, or another file",
                    name()
                )
            }
            Ok(_) => {}
        }
        let mut whole = first.len();
        for line in lines {
            match serde_json::from_str(line) {
                Ok(Line::Found(attempt, puzzle)) => hunt.resume(attempt, puzzle.parse()?)?,
                Ok(Line::Next(next, open)) => hunt.skip(next, open),
                Err(_) => break,
            }
            whole += line.len();
        }
        file.set_len(whole as u64).with_context(name)?;
        file.seek(SeekFrom::End(0)).with_context(name)?;
        Ok(Keep { file })
    }

    /// Adds a puzzle that an attempt has found.
    pub fn add(&mut self, attempt: u64, puzzle: &Puzzle) -> anyhow::Result<()> {
        self.write(&Line::Found(attempt, puzzle.to_string()))
    }

    /// Notes how far the hunt has come.
    pub fn reach(&mut self, hunt: &Hunt) -> anyhow::Result<()> {
        self.write(&Line::Next(hunt.next, hunt.is_open()))
    }

    fn write(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        Ok(self.file.write_all(&line)?)
    }
}
