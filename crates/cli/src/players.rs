//! `agon players`: the computer players of a game.

use std::io::Write;

use agon_rules::Show;
use agon_search::{Guide, Spec, eval, roster};
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
    let list = eval::with(&args.setup.game, &args.setup.settings()?, Roster)?;
    if args.json {
        return json_line(out, &list);
    }
    for Listed { name, about } in list {
        writeln!(out, "{name:<12} {about}")?;
    }
    Ok(writeln!(out, "engines: {}", Spec::KNOWN)?)
}

struct Roster;

impl eval::Guided for Roster {
    type Out = Vec<Listed>;

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        roster(&game, &guide).into_iter().map(|(name, about)| Listed { name, about }).collect()
    }
}
