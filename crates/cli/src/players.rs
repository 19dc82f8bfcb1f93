//! `agon players`: the computer players of a game.

use std::io::Write;

use agon_search::ladder::{self, MeasuredStep};
use agon_search::{Spec, ask};
use serde::Serialize;

use crate::setup::{Setup, json_line};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    /// Print one JSON array, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    about: &'static str,
    /// how it does against the one below, where that was measured with these options
    measured: Option<Measured>,
}

#[derive(Serialize)]
struct Measured {
    against: String,
    /// of a hundred
    score: f64,
    score_95: [f64; 2],
    games: u64,
}

impl Measured {
    fn of(step: &MeasuredStep) -> Self {
        let [score, low, high] = step.score;
        Measured { against: step.below.clone(), score, score_95: [low, high], games: step.games }
    }
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let (game, settings) = (&args.setup.game, args.setup.settings()?);
    let ladder = ladder::measured(game, &settings)?;
    let list = ask::players(game, &settings)?.into_iter().map(|(name, about)| {
        let step = ladder.iter().find(|step| step.player == name);
        Listed { name, about, measured: step.map(Measured::of) }
    });
    let list: Vec<Listed> = list.collect();
    if args.json {
        return json_line(out, &list);
    }
    for Listed { name, about, measured } in list {
        let measured =
            measured.map_or_else(String::new, |Measured { against, score, score_95: [low, high], games }| {
                format!("; scores {score:.1} % against {against} ({low:.1} to {high:.1} %, {games} games)")
            });
        writeln!(out, "{name:<12} {about}{measured}")?;
    }
    Ok(writeln!(out, "engines: {}", engines(&args.setup)?)?)
}

/// The engines that can play here.
fn engines(setup: &Setup) -> anyhow::Result<&'static str> {
    let settings = setup.settings()?;
    // Whoever looks ahead move by move needs a single opponent.
    let ahead = ask::check(&setup.game, &settings, "minimax:1").is_ok();
    Ok(if ahead { Spec::KNOWN } else { Spec::FOR_MANY })
}
