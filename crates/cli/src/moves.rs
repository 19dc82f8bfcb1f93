//! `agon moves`: a position and what can be done there.

use std::io::Write;

use agon_rules::{Outcome, Seat, Viewer, ascii};
use serde::Serialize;

use crate::setup::{Place, json_line};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    position: String,
    seat: Option<Seat>,
    legal: Vec<String>,
    result: Option<Outcome>,
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let table = args.place.open()?;
    let report = Report {
        position: table.position(Viewer::Referee),
        seat: table.turn(),
        legal: table.legal(),
        result: table.outcome(),
    };
    if args.json {
        return json_line(out, &report);
    }
    writeln!(out, "{}", ascii::picture(&table.view(Viewer::Referee)))?;
    writeln!(out, "position: {}", report.position)?;
    match (report.seat, report.result) {
        (Some(seat), _) => {
            writeln!(out, "seat: {seat}")?;
            writeln!(out, "legal: {}", report.legal.join(" "))?;
        }
        (None, result) => writeln!(out, "result: {}", serde_json::to_string(&result)?)?,
    }
    Ok(())
}
