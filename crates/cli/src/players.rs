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
    Ok(writeln!(out, "engines: {}", Spec::KNOWN)?)
}
