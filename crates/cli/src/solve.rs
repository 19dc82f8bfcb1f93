//! `agon solve`: the exact value of a position, of every legal move in it, and best play.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_rules::{Record, Seat, Start, Viewer};
use agon_search::ask::NoReply;
use agon_search::inspect::{self, Budget, Reachable};
use agon_search::{StrongSolution, Want};
use anyhow::anyhow;
use indicatif::ProgressBar;
use serde::Serialize;
use serde_json::{Map, json};

use crate::certificate::{self, Order, Outcome, Written};
use crate::equilibrium;
use crate::setup::{Place, json_line, seconds};
use crate::tablebase;

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// Size of the transposition table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=65536))]
    memory: u64,
    /// Stop after this many seconds, and print what is proved by then
    #[arg(long, value_name = "S", default_value = "600", value_parser = seconds)]
    seconds: Duration,
    /// Stop after this many nodes, and print what is proved by then
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    nodes: u64,
    /// Find only the value and best play, not the value of every move: much faster in large games
    #[arg(long, conflicts_with = "all")]
    brief: bool,
    /// Solve every position that can be reached, and count them by value
    #[arg(long)]
    all: bool,
    /// Write the proof of the value to a file, which `agon verify` checks by the rules alone; goes on from `FILE.part`
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    certificate: Option<PathBuf>,
    /// Use a tablebase that `agon tablebase` has written; may be given again
    #[arg(long, value_name = "FILE")]
    tablebase: Vec<PathBuf>,
    /// Solve with open cards, as if both seats saw everything, instead of looking for an equilibrium
    #[arg(long, conflicts_with = "all")]
    open: bool,
    /// Where something is hidden: how many points a strategy may lose against the best reply
    #[arg(long, value_name = "POINTS", default_value = "0.01", value_parser = points)]
    within: f64,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

/// A positive number of points.
fn points(text: &str) -> Result<f64, String> {
    let points = text.parse().ok().filter(|points: &f64| (1e-6..=100.0).contains(points));
    points.ok_or_else(|| "it takes a number of points from 0.000001 to 100, such as `0.01`".to_owned())
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
    /// where a tablebase said it
    #[serde(skip_serializing_if = "Option::is_none")]
    tablebase: Option<FromTable>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<(Option<i32>, Option<i32>)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assumes: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Written>,
    /// why there is no certificate although one was asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    no_certificate: Option<String>,
    #[serde(skip)]
    seconds: f64,
}

/// What a tablebase adds.
#[derive(Serialize)]
struct FromTable {
    /// how many positions it has, a byte each
    positions: usize,
    /// after how many plies a move wins or loses
    plies: Map<String, serde_json::Value>,
}

/// Ends with code 3 when the budget was too small to prove the value.
pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    if args.all {
        return run_all(args, out);
    }
    if !args.open
        && let Some(report) = equilibrium_of(args)?
    {
        report.write(args.json, out)?;
        return Ok(if report.is_found(args.within) { ExitCode::SUCCESS } else { ExitCode::from(3) });
    }
    let report = solve(args)?;
    if args.json {
        json_line(out, &report)?;
    } else {
        write_text(&report, out)?;
    }
    Ok(if report.proved && report.no_certificate.is_none() { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

fn write_text(report: &Report, out: &mut impl Write) -> anyhow::Result<()> {
    if let Some(assumes) = report.assumes {
        writeln!(out, "assuming {assumes}")?;
    }
    match (report.value, report.bound) {
        (Some(value), _) => {
            let soon = report.win_in.map_or_else(String::new, |plies| format!(", win in {plies}"));
            let sure = if report.assumes.is_some() { "proved with open cards only" } else { "proved" };
            writeln!(out, "value {value:+} for player 1 ({sure}){soon}")?;
        }
        (None, Some(bound)) => writeln!(out, "{}", bounded(bound))?,
        (None, None) => {}
    }
    for (text, value) in &report.moves {
        let plies = report.tablebase.as_ref().and_then(|tablebase| tablebase.plies.get(text));
        let plies = plies.map_or_else(String::new, |plies| format!(" in {plies}"));
        writeln!(out, "  {text} {value}{plies}")?;
    }
    if !report.line.is_empty() {
        writeln!(out, "line {}", report.line.join(" "))?;
    }
    if let Some(written) = &report.certificate {
        writeln!(out, "{}", written.line())?;
    }
    if let Some(why) = &report.no_certificate {
        writeln!(out, "no certificate: {why}")?;
    }
    if let Some(FromTable { positions, .. }) = report.tablebase {
        writeln!(out, "from a tablebase of {positions} positions")?;
    }
    Ok(writeln!(out, "{} nodes, {:.2} s", report.nodes, report.seconds)?)
}

/// What is known of a value that is not proved.
fn bounded(bound: (Option<i32>, Option<i32>)) -> String {
    match bound {
        (Some(low), Some(high)) => format!("value between {low:+} and {high:+} for player 1 (bound)"),
        (Some(low), None) => format!("value at least {low:+} for player 1 (bound)"),
        (None, Some(high)) => format!("value at most {high:+} for player 1 (bound)"),
        (None, None) => "value not known: nothing was proved within the limits, not even a bound".to_owned(),
    }
}

impl Args {
    fn budget<'a>(&self, stop: &'a (dyn Fn() -> bool + Sync)) -> Budget<'a> {
        Budget {
            memory: self.memory as usize * 1_000_000,
            nodes: self.nodes,
            want: if self.brief { Want::Value } else { Want::EveryMove },
            stop,
        }
    }
}

/// Solves all that can be reached.
fn run_all(args: &Args, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let record = args.place.open()?.record();
    let (begin, time) = (Instant::now(), args.seconds);
    let late = || begin.elapsed() >= time;
    let bar = ProgressBar::new_spinner().with_message("solving every position");
    bar.enable_steady_tick(Duration::from_millis(100));
    let solved = inspect::strong_solution(&record, &args.budget(&late));
    bar.finish_and_clear();
    let Reachable { found, positions, apart, has_wins } = solved.map_err(|why| match why {
        NoReply::NotStrong => anyhow!("`--all` is for games of two seats whose positions cannot come back"),
        why => why.into(),
    })?;
    let seconds = begin.elapsed().as_secs_f64();
    let Some(StrongSolution { value, tally, wins }) = found else {
        writeln!(out, "not solved: more than {positions} positions, beyond the budget ({seconds:.2} s)")?;
        return Ok(ExitCode::from(3));
    };
    if args.json {
        let tally: Map<String, serde_json::Value> =
            tally.into_iter().map(|(value, count)| (value.to_string(), json!(count))).collect();
        let mut report = json!({"value": value, "positions": positions, "tally": tally, "proved": true});
        if let Some(apart) = apart {
            report["apart"] = json!(apart);
        }
        if has_wins {
            report["wins"] = wins.into_iter().map(|(plies, by)| (plies.to_string(), json!(by))).collect();
        }
        json_line(out, &report)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "value {value:+} for player 1 (proved), and of all {positions} positions that can be reached")?;
    writeln!(out, "{:>8} {:>12}", "still +", "positions")?;
    for (value, count) in tally {
        writeln!(out, "{value:>+8} {count:>12}")?;
    }
    if has_wins {
        writeln!(out, "{:>8} {:>12} {:>12}", "win in", "player 1", "player 2")?;
        for (plies, [first, second]) in wins {
            writeln!(out, "{plies:>8} {first:>12} {second:>12}")?;
        }
    }
    match apart {
        Some(apart) if apart > positions => {
            let each = apart as f64 / positions as f64;
            writeln!(out, "up to symmetry: these stand for {apart} positions, {each:.2} each")?;
        }
        Some(_) => {}
        None => writeln!(out, "up to symmetry; how many positions these stand for is beyond the budget")?,
    }
    writeln!(out, "{seconds:.2} s")?;
    Ok(ExitCode::SUCCESS)
}

/// After so long it is said that a position is large.
const MOMENT: Duration = Duration::from_millis(900);

/// What a glance says of a position: the bounds there are before a search.
fn glance(record: &Record) -> String {
    let budget = Budget { memory: 1 << 16, nodes: 1, want: Want::Value, stop: &|| false };
    match inspect::solve(record, &budget, &mut |_, _| {}).map(|solved| solved.value.range()) {
        Ok(bound @ (Some(_), Some(_))) => bounded(bound),
        _ => "no bound so far".to_owned(),
    }
}

/// What a glance says where something is hidden.
fn hidden_glance(record: &Record, within: f64) -> String {
    let budget = Budget { memory: 1 << 16, nodes: 1, want: Want::Value, stop: &|| false };
    match inspect::equilibrium(record, &budget, within) {
        Ok(Some(found)) => {
            let (low, high) = found.value.range();
            equilibrium::between(low, high)
        }
        _ => "no bound so far".to_owned(),
    }
}

/// The equilibrium of a position in which something is hidden, or will be; none where nothing is.
fn equilibrium_of(args: &Args) -> anyhow::Result<Option<equilibrium::Report>> {
    let record = args.place.open()?.record();
    let (begin, time) = (Instant::now(), args.seconds);
    let bar = ProgressBar::new_spinner().with_message("looking for an equilibrium");
    let told = AtomicBool::new(false);
    let late = || {
        if begin.elapsed() >= MOMENT && !told.swap(true, Ordering::Relaxed) {
            let (known, left) = (hidden_glance(&record, args.within), time.as_secs_f64());
            bar.println(format!("not found within a second: {known}; it goes on for {left} s at most (`--seconds`)"));
        }
        begin.elapsed() >= time
    };
    bar.enable_steady_tick(Duration::from_millis(100));
    let found = inspect::equilibrium(&record, &args.budget(&late), args.within);
    bar.finish_and_clear();
    let report =
        found?.map(|found| equilibrium::Report::new(found, args.brief, args.memory, begin.elapsed().as_secs_f64()));
    Ok(report.map(|report| if args.certificate.is_some() { report.without_certificate() } else { report }))
}

fn solve(args: &Args) -> anyhow::Result<Report> {
    let table = args.place.open()?;
    tablebase::load(&args.tablebase)?;
    let record = table.record();
    let (begin, time) = (Instant::now(), args.seconds);
    let bar = ProgressBar::new(0);
    // At a terminal nobody waits for long without a word.
    let told = AtomicBool::new(false);
    let late = || {
        if begin.elapsed() >= MOMENT && !told.swap(true, Ordering::Relaxed) {
            let (known, left) = (glance(&record), time.as_secs_f64());
            bar.println(format!("not solved within a second: {known}; it goes on for {left} s at most (`--seconds`)"));
        }
        begin.elapsed() >= time
    };
    bar.enable_steady_tick(Duration::from_millis(100));
    let solved = inspect::solve(&record, &args.budget(&late), &mut |done, of| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
        bar.set_message("moves");
    });
    bar.finish_and_clear();
    told.store(true, Ordering::Relaxed);
    let solved = solved?;
    let value = solved.value.proved();
    let (certificate, no_certificate) = match (&args.certificate, value) {
        (None, _) => (None, None),
        (Some(_), None) => (None, Some("the value is not proved".to_owned())),
        (Some(_), Some(_)) if solved.hidden || (0..2).any(|seat| table.hides(Viewer::Seat(seat))) => {
            (None, Some("something is hidden, or will be, and such a game has no value to prove".to_owned()))
        }
        (Some(file), Some(value)) => {
            let start = Start::Position(table.position(Viewer::Referee));
            let position = Record { start, moves: Vec::new(), ..record.clone() };
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(Duration::from_millis(100));
            let order = Order {
                record: &position,
                value,
                file,
                memory: args.memory as usize * 1_000_000,
                nodes: args.nodes.saturating_sub(solved.nodes),
                stop: &late,
                progress: &|done| bar.set_message(format!("writing the certificate: {done} positions")),
            };
            let written = certificate::write(&order);
            bar.finish_and_clear();
            match written? {
                Outcome::Written(written) => (Some(written), None),
                Outcome::Stopped(why) => (None, Some(why)),
            }
        }
    };
    let tablebase = solved.tablebase.map(|found| {
        let proved = solved.moves.iter().zip(found.plies).filter(|((_, value), _)| value.proved().is_some());
        let plies = proved.filter_map(|((text, _), plies)| Some((text.clone(), json!(plies?)))).collect();
        FromTable { positions: found.positions, plies }
    });
    let proved = solved.moves.into_iter().filter_map(|(text, value)| Some((text, json!(value.proved()?))));
    Ok(Report {
        value,
        win_in: solved.win_in,
        winner: value.filter(|value| *value != 0).map(|value| Seat::from(value < 0)),
        line: solved.line,
        moves: proved.collect(),
        nodes: solved.nodes,
        proved: value.is_some(),
        tablebase,
        bound: value.is_none().then(|| solved.value.range()),
        assumes: solved.hidden.then_some("open cards: both seats see everything"),
        certificate,
        no_certificate,
        seconds: begin.elapsed().as_secs_f64(),
    })
}
