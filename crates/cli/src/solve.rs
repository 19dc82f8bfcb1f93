//! `agon solve`: the exact value of a position, of every legal move in it, and best play.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use agon_rules::{Match, Seat, Show, Viewer};
use agon_search::{Control, GameValue, Guide, Request, Solution, StrongSolution, Want, eval, strong_solution};
use anyhow::bail;
use indicatif::ProgressBar;
use serde::Serialize;
use serde_json::{Map, json};

use crate::setup::{Place, json_line};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// Megabytes for the table of positions
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=65536))]
    memory: u64,
    /// Give up after so many seconds, and print what is proved
    #[arg(long, value_name = "S", default_value_t = 600.0, allow_negative_numbers = true)]
    seconds: f64,
    /// Give up after so many nodes, and print what is proved
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    nodes: u64,
    /// Only the value and best play, not the value of every move: much sooner in large games
    #[arg(long, conflicts_with = "all")]
    brief: bool,
    /// Solve every position that can be reached, and count them by value
    #[arg(long)]
    all: bool,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

/// What was found, as JSON and as text.
#[derive(Serialize)]
struct Report {
    value: Option<i32>,
    winner: Option<Seat>,
    line: Vec<String>,
    moves: Map<String, serde_json::Value>,
    nodes: u64,
    proved: bool,
    /// the plies of the shortest forced win, where play could go in circles
    #[serde(skip_serializing_if = "Option::is_none")]
    win_in: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<(Option<i32>, Option<i32>)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assumes: Option<&'static str>,
    #[serde(skip)]
    seconds: f64,
}

/// Ends with code 3 when the budget was too small to prove the value.
pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    if args.all {
        return eval::with(&args.place.setup.game, &args.place.setup.settings()?, All { args, out })?;
    }
    let report = eval::with(&args.place.setup.game, &args.place.setup.settings()?, Solve(args))??;
    if args.json {
        json_line(out, &report)?;
    } else {
        write_text(&report, out)?;
    }
    Ok(if report.proved { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

fn write_text(report: &Report, out: &mut impl Write) -> anyhow::Result<()> {
    if let Some(assumes) = report.assumes {
        writeln!(out, "assuming {assumes}")?;
    }
    match (report.value, report.bound) {
        (Some(value), _) => {
            let soon = report.win_in.map_or_else(String::new, |plies| format!(", win in {plies}"));
            writeln!(out, "value {value:+} for seat 0 (proved){soon}")?;
        }
        (None, Some((low, high))) => {
            let end = |bound: Option<i32>| bound.map_or_else(|| "?".to_owned(), |value| format!("{value:+}"));
            writeln!(out, "value between {} and {} for seat 0 (bound)", end(low), end(high))?;
        }
        (None, None) => {}
    }
    for (text, value) in &report.moves {
        writeln!(out, "  {text} {value}")?;
    }
    if !report.line.is_empty() {
        writeln!(out, "line {}", report.line.join(" "))?;
    }
    Ok(writeln!(out, "{} nodes, {:.2} s", report.nodes, report.seconds)?)
}

impl Args {
    fn time(&self) -> anyhow::Result<Duration> {
        Duration::try_from_secs_f64(self.seconds)
            .map_err(|why| anyhow::anyhow!("bad number of seconds `{}`: {why}", self.seconds))
    }

    fn bytes(&self) -> usize {
        self.memory as usize * 1_000_000
    }
}

/// Solves all that can be reached.
struct All<'a, W> {
    args: &'a Args,
    out: &'a mut W,
}

impl<W: Write> eval::Guided for All<'_, W> {
    type Out = anyhow::Result<ExitCode>;

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        let All { args, out } = self;
        let table = args.place.reach(game)?;
        let game = table.game();
        if game.seats() != 2 || G::LOOPS {
            bail!("`--all` is for games of two seats whose positions cannot come back");
        }
        let (begin, time) = (Instant::now(), args.time()?);
        let late = || begin.elapsed() >= time;
        let mut control = Control::new(args.nodes, &late);
        let bar = ProgressBar::new_spinner().with_message("solving every position");
        bar.enable_steady_tick(Duration::from_millis(100));
        let found = strong_solution(game, &guide, table.path().state(), args.bytes(), &mut control);
        bar.finish_and_clear();
        let (positions, seconds) = (control.nodes, begin.elapsed().as_secs_f64());
        let Some(StrongSolution { value, tally }) = found else {
            writeln!(out, "not solved: more than {positions} positions, beyond the budget ({seconds:.2} s)")?;
            return Ok(ExitCode::from(3));
        };
        if args.json {
            let tally: Map<String, serde_json::Value> =
                tally.into_iter().map(|(value, count)| (value.to_string(), json!(count))).collect();
            json_line(out, &json!({"value": value, "positions": positions, "tally": tally, "proved": true}))?;
            return Ok(ExitCode::SUCCESS);
        }
        writeln!(out, "value {value:+} for seat 0 (proved), and of all {positions} positions that can be reached")?;
        writeln!(out, "{:>8} {:>12}", "still +", "positions")?;
        for (value, count) in tally {
            writeln!(out, "{value:>+8} {count:>12}")?;
        }
        writeln!(out, "{seconds:.2} s")?;
        Ok(ExitCode::SUCCESS)
    }
}

struct Solve<'a>(&'a Args);

impl eval::Guided for Solve<'_> {
    type Out = anyhow::Result<Report>;

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        let Solve(args) = self;
        let table = args.place.reach(game)?;
        let game = table.game();
        if game.seats() != 2 {
            bail!("only games of two seats can be solved, and this one has {}", game.seats());
        }
        let (begin, time) = (Instant::now(), args.time()?);
        let late = || begin.elapsed() >= time;
        let mut control = Control::new(args.nodes, &late);
        let want = if args.brief { Want::Value } else { Want::EveryMove };
        let bar = ProgressBar::new(table.choices().len() as u64);
        let mut progress = |done: usize, _: usize| bar.set_position(done as u64);
        let request = Request::new(want, args.bytes(), &mut control).with_progress(&mut progress);
        let solution = guide.solve(game, table.path(), request);
        bar.finish_and_clear();
        Ok(report(&table, solution, begin.elapsed().as_secs_f64()))
    }
}

fn report<G: Show>(table: &Match<G>, solution: Solution<G::Move>, seconds: f64) -> Report {
    let game = table.game();
    let mut path = table.path().clone();
    let hidden = (0..2).any(|seat| game.hides(path.state(), Viewer::Seat(seat)));
    let mut moves: Vec<(String, GameValue)> =
        solution.moves.iter().map(|(m, value)| (game.write_move(path.state(), *m), *value)).collect();
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    let proved = moves.into_iter().filter_map(|(text, value)| Some((text, json!(value.proved()?))));
    let value = solution.value.proved();
    let mut line = Vec::new();
    for m in solution.pv {
        line.push(game.write_move(path.state(), m));
        path.play(game, m);
    }
    let win_in = (G::LOOPS && value.is_some_and(|value| value != 0)).then_some(line.len());
    Report {
        value,
        win_in,
        winner: value.filter(|value| *value != 0).map(|value| Seat::from(value < 0)),
        line,
        moves: proved.collect(),
        nodes: solution.nodes,
        proved: value.is_some(),
        bound: value.is_none().then(|| solution.value.range()),
        assumes: hidden.then_some("open cards: both seats see everything"),
        seconds,
    }
}
