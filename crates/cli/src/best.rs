//! `agon best`: the move a computer player makes in a position.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use agon_lab::outside::{Outside, label};
use agon_rules::{Seat, Table};
use agon_search::Worth;
use agon_search::ask::{self, Reply};
use anyhow::ensure;
use serde::Serialize;

use crate::setup::{Place, json_line, patience};
use crate::tablebase;

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// The computer player: a level (`easy` … `expert`, `perfect`), one of the game's own, or an engine such as
    /// `alphabeta:time=500ms`; `agon players GAME` lists them; or another program, `cmd:COMMAND`
    #[arg(long, value_name = "SPEC")]
    player: String,
    /// The seed of the player's own chance
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    player_seed: u64,
    /// Seconds that another program (`cmd:…`) may take
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    patience: f64,
    /// Use a tablebase that `agon tablebase` has written; may be given again
    #[arg(long, value_name = "FILE")]
    tablebase: Vec<PathBuf>,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    r#move: String,
    seat: Seat,
    player: String,
    /// seat 0's final score less the other's, where it is known or estimated
    value: Option<f64>,
    /// the share of the game the mover wins, where that is estimated
    share: Option<f64>,
    proved: bool,
    nodes: u64,
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let table = args.place.open()?;
    tablebase::load(&args.tablebase)?;
    let begin = Instant::now();
    let stop = |time: Option<Duration>| time.is_some_and(|time| begin.elapsed() >= time);
    let reply = match Outside::new(&args.player) {
        Some(program) => {
            let text = ask_program(args, program, table.as_ref())?;
            Reply { text, worth: Worth::Unknown, nodes: 0, why: None }
        }
        None => ask::reply(&table.record(), &args.player, args.player_seed, &stop)?,
    };
    let (value, share) = match reply.worth {
        Worth::Unknown => (None, None),
        Worth::Proved(value) => (Some(value.into()), None),
        Worth::Points(value) => (Some(value), None),
        Worth::Share(share) => (None, Some(share)),
    };
    let report = Report {
        r#move: reply.text,
        seat: table.turn().expect("a game that is not over has a seat to move"),
        player: label(&args.player).to_owned(),
        value,
        share,
        proved: matches!(reply.worth, Worth::Proved(_)),
        nodes: reply.nodes,
    };
    if args.json {
        return json_line(out, &report);
    }
    let worth = match (report.value, report.share) {
        (Some(value), _) if report.proved => format!(", value {value:+} for player 1 (proved)"),
        (Some(value), _) => format!(", value {value:+.2} for player 1 (estimate)"),
        (None, Some(share)) => format!(", wins {:.0} % (estimate)", 100.0 * share),
        (None, None) => String::new(),
    };
    Ok(writeln!(out, "{}{worth}", report.r#move)?)
}

/// The move of a program.
fn ask_program(args: &Args, mut program: Outside, table: &dyn Table) -> anyhow::Result<String> {
    let patience = patience(args.patience)?;
    ensure!(table.turn().is_some(), "no move is left: the game is over");
    let begun = program.begin(table, table.turn().unwrap_or(0), args.player_seed);
    let answer = begun.and_then(|()| program.choose(table, &patience.into()));
    answer.map_err(|why| {
        program.dismiss();
        anyhow::anyhow!("`{}` {why}", program.name())
    })
}
