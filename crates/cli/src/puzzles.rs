//! `agon puzzles`: finds puzzles, checks a collection, and counts which players solve it.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use agon_rules::{Rng, Start};
use agon_search::ask;
use agon_search::puzzle::{self, Exhausted, Hunt, NoPuzzle, Outcome, Puzzle};
use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, json};

use crate::series::{heed_interrupts, interrupted};
use crate::setup::{GameName, json_line};

mod keep;

use keep::Keep;

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    /// The game; `agon games` lists them
    #[arg(value_name = "GAME", value_parser = GameName, required_unless_present_any = ["check", "levels"])]
    game: Option<String>,
    /// Set an option, for example `--set size=4`; may be given again
    #[arg(long = "set", value_name = "NAME=VALUE", requires = "game")]
    set: Vec<String>,
    /// How many puzzles to find
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    count: u64,
    /// At most this many of each grade, so that easy ones do not crowd out hard ones
    #[arg(long, value_name = "N", requires = "game", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    most: Option<u64>,
    /// The seed of the games that are searched, and of a sample
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    seed: u64,
    /// How many threads; by default one for each core. The result does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Save what is found in this file, and resume from it if it exists
    #[arg(long, value_name = "FILE", requires = "game")]
    keep: Option<PathBuf>,
    /// Print one JSON object a puzzle, for programs
    #[arg(long, requires = "game")]
    json: bool,
    /// Check the puzzles in these files by plain minimax
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["game", "levels"])]
    check: Vec<PathBuf>,
    /// Check only this many puzzles of each file, drawn by `--seed`
    #[arg(long, value_name = "N", requires = "check")]
    sample: Option<usize>,
    /// Count how many of the puzzles in these files each level solves, by grade
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "game")]
    levels: Vec<PathBuf>,
    /// Count with these players instead, for example `hard,mcts:playouts=200`
    #[arg(long, value_name = "A,B", value_delimiter = ',', requires = "levels", default_value = "medium,hard,expert")]
    players: Vec<String>,
}

/// Nodes of plain minimax for one puzzle: ten times what is allowed when one is made.
const PLAIN: u64 = 20_000_000;
/// How often a player plays that counts how hard puzzles are, and `expert`: it thinks longest and leaves least to chance.
const TIMES: u64 = 8;
const EXPERT_TIMES: u64 = 1;
/// Its first seed. Puzzles are graded by players with other seeds, which begin at 0.
const PLAYER_SEED: u64 = 1000;

/// Ends with code 1 when a puzzle is wrong, and with 130 after Ctrl-C.
pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    match &args.game {
        Some(game) => args.find(game, out),
        None if !args.check.is_empty() => args.check(out),
        None => args.levels(out),
    }
}

impl Args {
    fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, Into::into), Into::into)
    }

    /// Finds puzzles and prints each as soon as it is certain.
    fn find(&self, game: &str, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let settings: Vec<(String, String)> =
            self.set.iter().map(|text| agon_rules::pair(text)).collect::<Result<_, _>>()?;
        let mut hunt = Hunt::at_most(self.most.map(|most| most as usize));
        let mut keep = match &self.keep {
            None => None,
            Some(path) => Some(Keep::open(path, (game, &settings, self.seed), &mut hunt)?),
        };
        let count = self.count as usize;
        hunt.found.iter().take(count).try_for_each(|puzzle| self.print(puzzle, out))?;
        heed_interrupts();
        let bar = bar(self.count);
        bar.set_position(hunt.found.len() as u64);
        bar.reset_eta();
        let threads = self.threads();
        let next = AtomicU64::new(hunt.next);
        let ended = AtomicBool::new(hunt.found.len() >= count);
        let over = || interrupted() || ended.load(Ordering::Relaxed);
        let (sender, results) = mpsc::channel();
        let found: anyhow::Result<()> = thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, next, settings, over) = (sender.clone(), &next, &settings, &over);
                scope.spawn(move || {
                    while !over() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let outcome = puzzle::attempt((game, settings), (self.seed, number), over);
                        // An attempt that was stopped may have missed what it would have found.
                        if over() || sender.send((number, outcome)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let taken = self.take(&mut hunt, keep.as_mut(), &results, &bar, out);
            ended.store(true, Ordering::Relaxed);
            taken
        });
        bar.finish_and_clear();
        found?;
        keep.as_mut().map_or(Ok(()), |keep| keep.reach(&hunt))?;
        if hunt.found.len() >= count {
            return Ok(ExitCode::SUCCESS);
        }
        if interrupted() {
            return Ok(ExitCode::from(130));
        }
        let options =
            if self.set.is_empty() { "its usual options".to_owned() } else { format!("`{}`", self.set.join(" ")) };
        match hunt.exhausted() {
            Some(Exhausted::Hidden) => bail!(
                "there are no puzzles of `{game}` with {options}: in {} games something stayed hidden to the end; set options under which everything is seen, as `agon games` lists them",
                hunt.next
            ),
            _ => bail!(
                "only {} of {count} puzzles of `{game}` with {options} were found in {} games; ask for fewer, or set options for longer games",
                hunt.found.len(),
                hunt.next
            ),
        }
    }

    /// Takes the results in the order of the attempts, whichever is finished first, until there are enough.
    fn take(
        &self,
        hunt: &mut Hunt,
        mut keep: Option<&mut Keep>,
        results: &mpsc::Receiver<(u64, Result<Outcome, NoPuzzle>)>,
        bar: &ProgressBar,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let mut early = BTreeMap::new();
        while (hunt.found.len() as u64) < self.count && hunt.exhausted().is_none() && !interrupted() {
            let Ok((number, outcome)) = results.recv() else { break };
            early.insert(number, outcome);
            while let Some(outcome) = early.remove(&hunt.next) {
                let outcome = outcome?;
                let number = hunt.next;
                let new = hunt.take(outcome)?;
                if let Some(puzzle) = new {
                    keep.as_mut().map_or(Ok(()), |keep| keep.add(number, puzzle))?;
                    self.print(puzzle, out)?;
                    out.flush()?;
                    bar.inc(1);
                }
                bar.set_message(format!("{} games", hunt.next));
                if hunt.next.is_multiple_of(keep::EVERY) {
                    keep.as_mut().map_or(Ok(()), |keep| keep.reach(hunt))?;
                }
                if hunt.found.len() as u64 >= self.count || hunt.exhausted().is_some() {
                    break;
                }
            }
        }
        Ok(())
    }

    fn print(&self, puzzle: &Puzzle, out: &mut impl Write) -> anyhow::Result<()> {
        if !self.json {
            return Ok(writeln!(out, "{puzzle}")?);
        }
        let Puzzle { grade, value, nodes, record } = puzzle;
        let table = agon_rules::Record { moves: Vec::new(), ..record.clone() }.replay()?;
        let options: Map<String, serde_json::Value> =
            table.options().into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
        let Start::Position(position) = &record.start else { bail!("a puzzle begins with a position") };
        let line = json!({
            "game": record.game, "options": options, "position": position, "solution": record.moves,
            "value": value, "grade": grade, "nodes": nodes,
        });
        json_line(out, &line)
    }

    /// Checks files, and that no two puzzles of a file are alike.
    fn check(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        heed_interrupts();
        let mut wrong = 0;
        for path in &self.check {
            let puzzles = read(path)?;
            let all = puzzles.len();
            let alike = alike(&puzzles)?;
            let chosen = self.sampled(puzzles);
            let bar = bar(chosen.len() as u64);
            let faults = self.share(&chosen, &bar, |puzzle| puzzle::check(puzzle, PLAIN));
            bar.finish_and_clear();
            let mut nodes = 0;
            let mut bad = 0;
            for (puzzle, result) in &faults {
                match result {
                    Ok(checked) => nodes += checked.nodes,
                    Err(fault) => {
                        bad += 1;
                        writeln!(out, "{}: {fault}: {puzzle}", path.display())?;
                    }
                }
            }
            for (one, other) in &alike {
                writeln!(out, "{}: lines {one} and {other} are alike", path.display())?;
            }
            let good = faults.len() - bad;
            writeln!(
                out,
                "{}: {good} of {} checked are right ({all} puzzles, {} alike, {nodes} positions)",
                path.display(),
                faults.len(),
                alike.len()
            )?;
            wrong += bad + alike.len();
            if interrupted() {
                return Ok(ExitCode::from(130));
            }
        }
        Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn sampled(&self, mut puzzles: Vec<Puzzle>) -> Vec<Puzzle> {
        let Some(sample) = self.sample else { return puzzles };
        let mut rng = Rng::new(self.seed);
        let drawn = (0..sample.min(puzzles.len())).map(|_| puzzles.swap_remove(rng.below(puzzles.len())));
        drawn.collect()
    }

    /// Prints how many puzzles of each game and grade players solve, then the same of easy and of hard grades.
    fn levels(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        heed_interrupts();
        let mut counts: BTreeMap<(String, u8), (usize, Vec<f64>)> = BTreeMap::new();
        for path in &self.levels {
            let puzzles = read(path)?;
            for puzzle in &puzzles {
                let check = |player: &String| ask::check(&puzzle.record.game, &puzzle.record.options, player);
                self.players.iter().try_for_each(check)?;
            }
            let bar = bar(puzzles.len() as u64);
            let solved = self.share(&puzzles, &bar, |puzzle| {
                let start = agon_rules::Record { moves: Vec::new(), ..puzzle.record.clone() };
                let share = |player: &String| {
                    let solves = |seed: &u64| {
                        let reply = ask::reply(&start, player, *seed, &|_| interrupted());
                        reply.is_ok_and(|reply| Some(&reply.text) == puzzle.record.moves.first())
                    };
                    let times = if player == "expert" { EXPERT_TIMES } else { TIMES };
                    (PLAYER_SEED..PLAYER_SEED + times).filter(solves).count() as f64 / times as f64
                };
                self.players.iter().map(share).collect::<Vec<f64>>()
            });
            bar.finish_and_clear();
            if interrupted() {
                return Ok(ExitCode::from(130));
            }
            for (puzzle, solved) in solved {
                let none = || (0, vec![0.0; solved.len()]);
                let (all, shares) = counts.entry((puzzle.record.game.clone(), puzzle.grade)).or_insert_with(none);
                *all += 1;
                shares.iter_mut().zip(solved).for_each(|(count, solved)| *count += solved);
            }
        }
        self.table(out, counts.iter().map(|((game, grade), counted)| ((game.clone(), grade.to_string()), counted)))?;
        // Few puzzles are of the last grades: what the grade is worth is seen best in two heaps.
        let mut heaps: BTreeMap<(String, String), (usize, Vec<f64>)> = BTreeMap::new();
        for ((game, grade), (all, shares)) in &counts {
            let heap = if *grade <= 2 { "1-2" } else { "3-5" }.to_owned();
            let (count, sum) = heaps.entry((game.clone(), heap)).or_insert_with(|| (0, vec![0.0; shares.len()]));
            *count += all;
            sum.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
        }
        writeln!(out)?;
        self.table(out, heaps.iter().map(|(row, counted)| (row.clone(), counted)))?;
        Ok(ExitCode::SUCCESS)
    }

    /// Prints the share that every player solves, a line a game and grade.
    fn table<'c>(
        &self,
        out: &mut impl Write,
        rows: impl Iterator<Item = ((String, String), &'c (usize, Vec<f64>))>,
    ) -> anyhow::Result<()> {
        let cell = |(player, text): (&String, String)| format!(" {text:>0$}", player.len().max(7));
        let heads: String = self.players.iter().map(|player| cell((player, player.clone()))).collect();
        writeln!(out, "{:<16} {:>5} {:>7}{heads}", "game", "grade", "puzzles")?;
        for ((game, grade), (all, shares)) in rows {
            let shares = shares.iter().map(|solved| format!("{:.0} %", 100.0 * solved / *all as f64));
            let shares: String = self.players.iter().zip(shares).map(cell).collect();
            writeln!(out, "{game:<16} {grade:>5} {all:>7}{shares}")?;
        }
        Ok(())
    }

    /// Does something with every puzzle on all threads, and returns the results in order.
    fn share<'p, T: Send>(
        &self,
        puzzles: &'p [Puzzle],
        bar: &ProgressBar,
        work: impl Fn(&Puzzle) -> T + Sync,
    ) -> Vec<(&'p Puzzle, T)> {
        let next = AtomicU64::new(0);
        let results = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..self.threads() {
                scope.spawn(|| {
                    while !interrupted()
                        && let at = next.fetch_add(1, Ordering::Relaxed) as usize
                        && let Some(puzzle) = puzzles.get(at)
                    {
                        let result = work(puzzle);
                        results.lock().expect("nobody panics with it").push((at, result));
                        bar.inc(1);
                    }
                });
            }
        });
        let mut results = results.into_inner().expect("nobody panics with it");
        results.sort_by_key(|(at, _)| *at);
        results.into_iter().map(|(at, result)| (&puzzles[at], result)).collect()
    }
}

/// The puzzles of a file, one a line.
fn read(path: &Path) -> anyhow::Result<Vec<Puzzle>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let puzzle = |(at, line): (usize, &str)| {
        line.parse::<Puzzle>().with_context(|| format!("{}, line {}", path.display(), at + 1))
    };
    text.lines().enumerate().map(puzzle).collect()
}

/// The lines of every two puzzles that are alike.
fn alike(puzzles: &[Puzzle]) -> anyhow::Result<Vec<(usize, usize)>> {
    let sketches: Vec<_> = puzzles.iter().map(|puzzle| puzzle::sketch(&puzzle.record)).collect::<Result<_, _>>()?;
    let pairs = (0..sketches.len()).flat_map(|one| (one + 1..sketches.len()).map(move |other| (one, other)));
    Ok(pairs
        .filter(|&(one, other)| sketches[one].is_like(&sketches[other]))
        .map(|(one, other)| (one + 1, other + 1))
        .collect())
}

fn bar(puzzles: u64) -> ProgressBar {
    let style = "{bar:30} {pos} of {len} puzzles, {eta} left {msg}";
    ProgressBar::new(puzzles).with_style(ProgressStyle::with_template(style).expect("a template"))
}
