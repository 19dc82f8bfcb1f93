//! `agon players`: the computer players of a game.

use std::io::Write;

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
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let list = ask::players(&args.setup.game, &args.setup.settings()?)?;
    let list: Vec<Listed> = list.into_iter().map(|(name, about)| Listed { name, about }).collect();
    if args.json {
        return json_line(out, &list);
    }
    for Listed { name, about } in list {
        writeln!(out, "{name:<12} {about}")?;
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
