//! `agon book`: makes a book of balanced openings, for `--openings`.

use std::io::Write;
use std::process::ExitCode;

use agon_lab::book::{Book, make};
use anyhow::bail;

use crate::series::{heed_interrupts, interrupted};
use crate::setup::{Setup, json_line};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    /// How many openings
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// The random plies of each opening
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=1000))]
    plies: u32,
    /// The seed of deals and moves
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    seed: u64,
    /// By how many points either seat may be proved to win
    #[arg(long, value_name = "POINTS", default_value_t = 0, value_parser = clap::value_parser!(i32).range(0..=1000))]
    within: i32,
    /// How far from 50 % the share of the first seat may be where nothing is proved, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0)]
    margin: f64,
    /// Nodes for the proof of each opening, before the search is asked
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    nodes: u64,
    /// Playouts of the search
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(100..=1_000_000_000))]
    playouts: u64,
    /// Print a JSON object for each opening, which `--openings` reads too
    #[arg(long)]
    json: bool,
}

/// Bytes for the table of a proof.
const MEMORY: usize = 64_000_000;

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    if !(0.0..=50.0).contains(&args.margin) {
        bail!("bad margin `{}`; it can be 0 to 50 per cent", args.margin);
    }
    heed_interrupts();
    let Args { count, plies, seed, within, nodes, playouts, .. } = *args;
    let margin = args.margin / 100.0;
    let count = count as usize;
    let book = Book { count, plies, seed, within, margin, nodes, memory: MEMORY, playouts, stop: &interrupted };
    let (settings, mut failed) = (args.setup.settings()?, Ok(()));
    let found = make(&args.setup.game, &settings, book, &mut |entry| {
        let written = if args.json { json_line(out, &entry.json()) } else { Ok(()) };
        let written = written.and_then(|()| if args.json { Ok(()) } else { Ok(writeln!(out, "{}", entry.line())?) });
        let told = written.and_then(|()| Ok(out.flush()?));
        if failed.is_ok() {
            failed = told;
        }
    })?;
    failed?;
    if found.kept < count {
        eprintln!("agon: {} of {} openings are even enough; {count} were asked for", found.kept, found.tried);
    }
    Ok(match found.kept {
        _ if interrupted() => ExitCode::from(130),
        0 => ExitCode::from(3),
        _ => ExitCode::SUCCESS,
    })
}
