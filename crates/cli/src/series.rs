//! Commands that play many games: their common arguments, the playing with a progress bar, and the report.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use agon_archive::{Archive, ArchiveError, now};
use agon_lab::keep::{Done, Keep, KeepError};
use agon_lab::openings::lines_of_book;
use agon_lab::provenance::{Circumstances, Provenance};
use agon_lab::report::Report;
use agon_lab::{Course, EXACT_MEMORY, EXACT_NODES, Finished, InOrder, Kind, Played, Study, Workers};
use agon_rules::Text;
use anyhow::{Context, anyhow, bail};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};

use crate::setup::{Setup, json_line, patience};

/// How many games, from which seed, where to.
#[derive(clap::Args, Clone)]
pub struct Series {
    /// The seed of every deal and every player
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub seed: u64,
    /// Random plies at the start of each game, so that players without chance do not repeat one game; they end no game and
    /// are drawn without replacement
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    pub opening: u32,
    /// Begin games from this book, a record or a position a line; `agon book` makes one
    #[arg(long, value_name = "FILE", conflicts_with = "opening")]
    openings: Option<PathBuf>,
    /// Threads; all cores unless said otherwise. The result does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Save finished games in this file, and resume from it if it exists; more `--games` than then extend it
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Play only this piece of the run, for example `3/16`; `agon merge` puts the pieces together
    #[arg(long, value_name = "K/N", value_parser = piece, requires = "keep")]
    shard: Option<(usize, usize)>,
    /// Seconds that another program (`cmd:…`) may take for a move
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    patience: f64,
    /// Add every game to this archive, with players, result, reason, seed, date and thinking; see `agon archive`
    #[arg(long, value_name = "ARCHIVE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
}

/// In which form a report is printed.
#[derive(clap::Args, Clone)]
pub struct Output {
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// The date that the report carries instead of today's, so that a file can be made again to the byte
    #[arg(long, value_name = "DATE", value_parser = date)]
    date: Option<String>,
    /// The machine that the report carries instead of this one, for the same reason
    #[arg(long, value_name = "TEXT")]
    machine: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Aligned columns for people
    Text,
    /// Comma-separated values, as many rows as the text has
    Csv,
    /// Comma-separated values with a row for every number, for data frames
    Long,
    /// One line of JSON
    Json,
    /// A page with charts, in one file
    Html,
}

fn date(text: &str) -> Result<String, String> {
    let is_date = agon_archive::moment(text).is_some();
    is_date.then(|| text.to_owned()).ok_or_else(|| "write it as `2026-11-18`".to_owned())
}

fn piece(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    parts
        .filter(|&(k, n): &(usize, usize)| (1..=n).contains(&k))
        .ok_or_else(|| "write it as `3/16`, from 1 to 16".to_owned())
}

impl Output {
    /// Prints the report of a study, with where it comes from.
    pub fn print(&self, report: Report, study: &Study, out: &mut impl Write) -> anyhow::Result<()> {
        let report = report.carrying(Provenance::of(study, self.made()));
        match if self.json { Format::Json } else { self.format } {
            Format::Text => {
                write!(out, "{}", report.results())?;
                report.provenance.iter().try_for_each(|provenance| Self::tell(provenance, out))?;
            }
            Format::Csv => write!(out, "{}", report.csv())?,
            Format::Long => write!(out, "{}", report.long_csv())?,
            Format::Html => write!(out, "{}", report.html())?,
            Format::Json => json_line(out, &report.json)?,
        }
        Ok(())
    }

    /// By what, when and where a report is made.
    pub fn made(&self) -> Circumstances {
        let mut made = Circumstances::here(option_env!("AGON_COMMIT"));
        made.date = self.date.clone().unwrap_or(made.date);
        made.machine = self.machine.clone().unwrap_or(made.machine);
        made
    }

    /// Where a report comes from, in lines that stand back at a terminal.
    pub fn tell(provenance: &Provenance, out: &mut impl Write) -> io::Result<()> {
        let dim = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
        provenance.lines().iter().try_for_each(|line| match dim {
            true => writeln!(out, "\x1b[2m{line}\x1b[0m"),
            false => writeln!(out, "{line}"),
        })
    }
}

/// Set by Ctrl-C: what is finished is printed, the rest is left.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// From now on Ctrl-C ends a run early instead of the program.
pub fn heed_interrupts() {
    // A second handler is refused; the first one is as good.
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
}

impl Series {
    /// A study of one game with these options.
    pub fn study(&self, kind: Kind, setup: &Setup, players: Vec<String>, games: u64) -> anyhow::Result<Study> {
        let parts = vec![setup.settings()?];
        let openings = self.openings.as_deref().map(book).transpose()?.unwrap_or_default();
        let (game, seed, opening) = (setup.game.clone(), self.seed, self.opening);
        Ok(Study { kind, game, parts, players, games, seed, opening, openings, quality: 0 })
    }

    /// Plays a study, or a piece of it, and prints the report.
    pub fn conduct(&self, study: Study, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let asked = study.games;
        let mut course = Course::new(study)?;
        if course.study.games != asked {
            let games = course.study.games;
            eprintln!("agon: {asked} games are not whole rounds of all seatings; {games} are played");
        }
        let patience = self.patience()?;
        for plan in &mut course.plans {
            (plan.records, plan.patience) = (self.save.is_some(), patience);
        }
        let mut save = self.save.as_deref().map(Saved::open).transpose()?;
        let (mut keep, done) = match &self.keep {
            None => (None, Vec::new()),
            Some(path) => {
                let (keep, done) = Keep::open(path, &course.study)?;
                (Some(keep), done)
            }
        };
        course.count(&done);
        heed_interrupts();
        let bar = bar(course.games());
        bar.set_position(done.iter().map(Done::games).sum());
        bar.reset_eta();
        let mut failed = Ok(());
        let mine = |at: usize| self.shard.is_none_or(|(k, n)| at % n == k - 1);
        let workers = Workers { threads: self.threads(), stop: &interrupted };
        course.run(&done, &mine, workers, &mut |finished| {
            failed = match finished {
                Finished::Part => save.as_mut().map_or(Ok(()), Saved::part_is_over),
                Finished::Block(done, at, games) => {
                    bar.inc(done.games());
                    let saved = save.as_mut().map_or(Ok(()), |save| save.add(at, games));
                    saved.and_then(|()| Ok(keep.as_mut().map_or(Ok(()), |keep| keep.add(done))?))
                }
            };
            failed.is_ok()
        })?;
        failed?;
        bar.finish_and_clear();
        if let (Some((k, n)), Some(path)) = (self.shard, &self.keep) {
            let games = course.played();
            writeln!(
                out,
                "piece {k} of {n}: {games} games are in {}; put all pieces together with `agon merge`",
                path.display()
            )?;
            return Ok(ExitCode::SUCCESS);
        }
        course.prove(EXACT_NODES, EXACT_MEMORY, &interrupted)?;
        let mut report = course.report();
        if interrupted() {
            report.notes.insert(0, Text::plain("interrupted: this is what was finished"));
        }
        self.output.print(report, &course.study, out)?;
        Ok(if interrupted() { ExitCode::from(130) } else { ExitCode::SUCCESS })
    }

    /// How long another program may take for a move.
    pub fn patience(&self) -> anyhow::Result<Duration> {
        patience(self.patience)
    }

    /// Refuses what makes sense only for a run of a fixed length.
    pub fn is_open_ended(&self) -> anyhow::Result<()> {
        let fixed = self.save.is_some() || self.shard.is_some();
        if fixed || matches!(self.output.format, Format::Csv | Format::Long | Format::Html) {
            bail!("a test that ends when it is clear takes no `--shard` or `--save`, and prints text or JSON only");
        }
        Ok(())
    }

    /// The file for finished games.
    pub fn keep(&self) -> Option<&Path> {
        self.keep.as_deref()
    }

    /// Whether the result is for a program.
    pub fn wants_json(&self) -> bool {
        self.output.json || self.output.format == Format::Json
    }

    /// How many threads to use.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, Into::into), Into::into)
    }
}

/// Puts pieces together and prints the report of the whole.
pub fn merge(files: &[PathBuf], output: &Output, out: &mut impl Write) -> anyhow::Result<()> {
    let (study, done) = agon_lab::keep::merge(files)?;
    let mut course = Course::new(study)?;
    let expected = course.games();
    let games: u64 = done.iter().map(Done::games).sum();
    if games != expected {
        let names: Vec<_> = files.iter().map(|path| Path::display(path).to_string()).collect();
        bail!("{} of {expected} games are missing from {}", expected.saturating_sub(games), names.join(", "));
    }
    course.count(&done);
    course.prove(EXACT_NODES, EXACT_MEMORY, &interrupted)?;
    output.print(course.report(), &course.study, out)
}

/// The openings of a book.
fn book(path: &Path) -> anyhow::Result<Vec<String>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("the book {}", path.display()))?;
    lines_of_book(&text).map_err(|why| anyhow!("the book {}: {why}", path.display()))
}

fn bar(games: u64) -> ProgressBar {
    let style = "{bar:30} {pos} of {len} games, {per_sec}, {eta} left";
    ProgressBar::new(games).with_style(ProgressStyle::with_template(style).expect("a template"))
}

/// Adds games to an archive in their order, whichever finishes first.
struct Saved {
    archive: Archive,
    date: String,
    source: String,
    order: InOrder<Played>,
}

/// Why a game was not saved.
#[derive(Debug, thiserror::Error)]
enum NotSaved {
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error(transparent)]
    Keep(#[from] KeepError),
}

impl Saved {
    fn open(path: &Path) -> anyhow::Result<Self> {
        let source = std::env::args().map(|word| if word.contains(' ') { format!("'{word}'") } else { word });
        let source = source.skip(1).fold("agon".to_owned(), |line, word| line + " " + &word);
        Ok(Saved { archive: Archive::append(path)?, date: now(), source, order: InOrder::default() })
    }

    fn add(&mut self, at: usize, games: Vec<Played>) -> Result<(), NotSaved> {
        let ready = self.order.add(at, games);
        self.write(ready)
    }

    /// What was finished behind a gap is written too.
    fn part_is_over(&mut self) -> Result<(), NotSaved> {
        let rest = self.order.rest();
        self.write(rest)
    }

    fn write(&mut self, mut games: Vec<Played>) -> Result<(), NotSaved> {
        for game in &mut games {
            (game.date, game.source) = (self.date.clone(), self.source.clone());
        }
        Ok(self.archive.add(&games)?)
    }
}
