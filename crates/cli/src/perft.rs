//! `agon perft`: counts lines of play.

use std::io::Write;

use agon_search::inspect::{Lines, perft};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::setup::{Opening, Setup, json_line};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    #[command(flatten)]
    opening: Opening,
    /// How many moves long
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    depth: u32,
    /// Also print the count below every first move
    #[arg(long)]
    divide: bool,
    /// Also print, for each player, the sum of the scores over all leaves
    #[arg(long)]
    scores: bool,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    depth: u32,
    leaves: u64,
    /// the leaves below every first move
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Map<String, Value>>,
    /// for each seat the sum of its scores
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<i64>>,
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let settings = args.setup.settings()?;
    let lines = Lines {
        game: &args.setup.game,
        settings: &settings,
        start: args.opening.start(),
        depth: args.depth,
        scores: args.scores,
    };
    // Drawn on stderr, and only when that is a terminal.
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} first moves, {eta} left");
    let bar = ProgressBar::new(0).with_style(style.expect("a valid template"));
    let mut progress = |done: usize, of: usize| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    };
    // Every ply is a call of less than a kilobyte, and the longest games take some 15,000 of them.
    let work = std::thread::Builder::new().stack_size(64 << 20);
    let counted = std::thread::scope(|scope| {
        let counting =
            work.spawn_scoped(scope, || perft(&lines, &|| false, &mut progress)).context("no thread to count in")?;
        anyhow::Ok(counting.join().expect("counting does not panic")?)
    })?;
    bar.finish_and_clear();
    if args.json {
        let divided = counted.roots.into_iter().map(|(text, count)| (text, count.into())).collect();
        let divide = args.divide.then_some(divided);
        return json_line(out, &Report { depth: args.depth, leaves: counted.leaves, divide, scores: counted.scores });
    }
    if args.divide {
        counted.roots.iter().try_for_each(|(text, count)| writeln!(out, "{text} {count}"))?;
    }
    if let Some(sums) = counted.scores {
        let sums: Vec<_> = sums.iter().map(i64::to_string).collect();
        writeln!(out, "scores {}", sums.join(" "))?;
    }
    Ok(writeln!(out, "depth {} leaves {}", args.depth, counted.leaves)?)
}
