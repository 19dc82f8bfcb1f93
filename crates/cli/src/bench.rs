//! `agon bench`: how fast the rules and the search are, and a signature that must not change unless one of them does.

use std::io::Write;
use std::time::{Duration, Instant};

use agon_rules::{Settings, games};
use agon_search::bench::{Bench, prepare, variants};
use indicatif::ProgressBar;
use serde::Serialize;

use crate::setup::{json_line, seconds};

#[derive(clap::Args)]
pub struct Args {
    /// How long to measure each rate
    #[arg(long, value_name = "S", default_value = "0.3", value_parser = seconds)]
    seconds: Duration,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    game: &'static str,
    options: String,
    state_bytes: usize,
    playouts_per_second: u64,
    plies_per_second: u64,
    perft_leaves_per_second: u64,
    search_nodes_per_second: u64,
    search_depth: i32,
    search_milliseconds: f64,
    signature: u64,
}

#[derive(Serialize)]
struct Report {
    signature: u64,
    rows: Vec<Row>,
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let variants: Vec<_> =
        games::list().iter().flat_map(|info| variants(info).into_iter().map(|set| (info.id, set))).collect();
    let bar = ProgressBar::new(variants.len() as u64);
    let mut rows = Vec::new();
    for (id, settings) in &variants {
        rows.push(measure(id, settings, args.seconds)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let report = Report { signature: rows.iter().map(|row| row.signature).sum(), rows };
    if args.json {
        return json_line(out, &report);
    }
    let names = ["playouts/s", "plies/s", "perft leaves/s", "search nodes/s", "depth", "ms"];
    let [playouts, plies, leaves, nodes, depth, time] = names;
    writeln!(
        out,
        "{:<38} {:>6} {playouts:>11} {plies:>10} {leaves:>15} {nodes:>15} {depth:>6} {time:>7}",
        "game", "bytes"
    )?;
    for row in &report.rows {
        let name = format!("{} {}", row.game, row.options);
        let rates = (row.playouts_per_second, row.plies_per_second, row.perft_leaves_per_second);
        write!(out, "{name:<38} {:>6} {:>11} {:>10} {:>15}", row.state_bytes, rates.0, rates.1, rates.2)?;
        let search = (row.search_nodes_per_second, row.search_depth, row.search_milliseconds);
        writeln!(out, " {:>15} {:>6} {:>7.1}", search.0, search.1, search.2)?;
    }
    Ok(writeln!(out, "signature {}", report.signature)?)
}

fn measure(id: &'static str, settings: &Settings, time: Duration) -> anyhow::Result<Row> {
    let mut work = prepare(id, settings)?;
    let (mut playouts, mut plies) = (0_u64, 0_u64);
    let seconds = repeat(time, || {
        plies += work.playouts(100);
        playouts += 100;
    });
    let mut counted = 0;
    let counting = repeat(time, || counted += work.perft());
    let searched = searched(work.as_ref(), time);
    let options: Vec<_> = settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
    Ok(Row {
        game: id,
        options: options.join(" "),
        state_bytes: work.state_bytes(),
        playouts_per_second: (playouts as f64 / seconds) as u64,
        plies_per_second: (plies as f64 / seconds) as u64,
        perft_leaves_per_second: (counted as f64 / counting) as u64,
        search_nodes_per_second: searched.rate as u64,
        search_depth: work.depths().first().copied().unwrap_or(0),
        search_milliseconds: searched.seconds * 1000.0,
        signature: work.signature(),
    })
}

/// How fast the positions are searched.
struct Searched {
    /// nodes a second
    rate: f64,
    /// how long the search from the start took
    seconds: f64,
}

fn searched(work: &dyn Bench, time: Duration) -> Searched {
    let (mut nodes, mut seconds, mut runs) = (0, 0.0, 0);
    let taken = repeat(time, || {
        for at in 0..work.depths().len() {
            let begin = Instant::now();
            nodes += work.search(at);
            seconds += if at == 0 { begin.elapsed().as_secs_f64() } else { 0.0 };
        }
        runs += 1;
    });
    Searched { rate: nodes as f64 / taken, seconds: seconds / f64::from(runs) }
}

/// Does the work at least once and until the time is up, and returns the seconds it took.
fn repeat(time: Duration, mut work: impl FnMut()) -> f64 {
    let begin = Instant::now();
    loop {
        work();
        let taken = begin.elapsed();
        if taken >= time {
            return taken.as_secs_f64().max(1e-9);
        }
    }
}
