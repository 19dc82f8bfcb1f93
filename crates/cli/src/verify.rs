//! `agon verify`: checks certificates by the rules alone.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use agon_rules::Seat;
use agon_verify::{Checked, Report, sha256, verify};
use anyhow::Context;
use indicatif::ProgressBar;
use serde::Serialize;

use crate::setup::json_line;

#[derive(clap::Args)]
pub struct Args {
    /// The certificates, as `agon solve --certificate` writes them
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object for each file, for programs
    #[arg(long)]
    json: bool,
}

/// What was found in a file, as JSON.
#[derive(Serialize)]
struct Found {
    file: String,
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
    sides: Vec<Side>,
    bytes: usize,
    sha256: String,
}

/// What was checked of a strategy, as JSON.
#[derive(Serialize)]
struct Side {
    seat: Seat,
    positions: u64,
    replies: u64,
    choices: u64,
    plies: u32,
}

/// Ends with code 1 when a file proves nothing.
pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let mut all_hold = true;
    for file in &args.files {
        let name = file.display().to_string();
        let bytes = fs::read(file).with_context(|| format!("cannot read `{name}`"))?;
        let bar = ProgressBar::new_spinner().with_message("positions checked");
        bar.enable_steady_tick(Duration::from_millis(100));
        let checked = verify(&bytes, &mut |positions| {
            bar.set_message(format!("{positions} positions checked"));
            true
        });
        bar.finish_and_clear();
        all_hold &= checked.is_ok();
        if args.json {
            json_line(out, &found(name, &bytes, checked))?;
        } else {
            match checked {
                Ok(report) => write_text(&name, &bytes, &report, out)?,
                Err(why) => writeln!(out, "{name}: {why}")?,
            }
        }
    }
    Ok(if all_hold { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn found(file: String, bytes: &[u8], checked: Result<Report, agon_verify::Wrong>) -> Found {
    let (holds, why) = (checked.is_ok(), checked.as_ref().err().map(ToString::to_string));
    let report = checked.ok();
    let side = |(seat, side): (Seat, Option<Checked>)| {
        let Checked { positions, replies, choices, plies } = side?;
        Some(Side { seat, positions, replies, choices, plies })
    };
    let sides = report.iter().flat_map(|report| report.sides.into_iter().enumerate().filter_map(side)).collect();
    Found {
        file,
        holds,
        why,
        game: report.as_ref().map(|report| report.game.clone()),
        position: report.as_ref().map(|report| report.position.clone()),
        value: report.map(|report| report.value),
        sides,
        bytes: bytes.len(),
        sha256: sha256(bytes),
    }
}

fn write_text(name: &str, bytes: &[u8], report: &Report, out: &mut impl Write) -> anyhow::Result<()> {
    let Report { game, position, value, sides } = report;
    writeln!(out, "{name}: value {value:+} for player 1, checked by the rules alone")?;
    writeln!(out, "  {game}, from {position}")?;
    for (seat, side) in sides.iter().enumerate() {
        let promise = if seat == 0 { "player 1 reaches at least" } else { "player 2 allows at most" };
        match side {
            None => writeln!(out, "  {promise} {value:+}: no result is worse")?,
            Some(Checked { positions, replies, choices, plies }) => writeln!(
                out,
                "  {promise} {value:+}: positions {positions}, choices {choices}, replies {replies}, \
                 lines of at most {plies} plies"
            )?,
        }
    }
    Ok(writeln!(out, "  {} bytes, sha256 {}", bytes.len(), sha256(bytes))?)
}
