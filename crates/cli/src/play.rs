//! `agon play`: the terminal client, full-screen in a terminal, else line by line.

use std::io::{self, IsTerminal};

use agon_rules::{Start, pair};
use agon_tui::{Local, Plan, Sitter, load, play_by_line, seed};
use anyhow::ensure;

use crate::setup::GameName;

#[derive(clap::Args)]
pub struct Args {
    /// The game; without one there is a list to choose from
    #[arg(value_name = "GAME", value_parser = GameName)]
    game: Option<String>,
    /// Set an option, for example `--set size=4`; may be given again
    #[arg(long = "set", value_name = "NAME=VALUE", requires = "game")]
    set: Vec<String>,
    /// Who sits at each seat: `human`, or a computer player as in `agon players GAME`; `human,medium` when not said
    #[arg(long, value_name = "A,B,…")]
    players: Option<String>,
    /// Who begins; otherwise the first in the list
    #[arg(long, value_name = "WHO")]
    begins: Option<Begins>,
    /// Begin at this position, in the notation of the rules page
    #[arg(long, value_name = "POSITION", conflicts_with = "seed", requires = "game", allow_hyphen_values = true)]
    position: Option<String>,
    /// The seed of the deal and of the computers' chance; otherwise a new one each time
    #[arg(long, value_name = "N", requires = "game", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Go on with a game from a file, or from the text of a record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "set", "seed", "position"])]
    load: Option<String>,
    /// Line by line on plain input and output, for readers aloud and pipes
    #[arg(long)]
    plain: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Begins {
    /// the first person in the list
    Me,
    /// the first computer in the list
    Computer,
    /// anybody
    Random,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let plan = match (&args.load, &args.game) {
        (Some(file), _) => Some(load(file)?),
        (None, Some(game)) => Some(plan(args, game)?),
        (None, None) => None,
    };
    ensure!(
        plan.is_some() || args.players.is_none() && args.begins.is_none(),
        "say which game: `agon play GAME --players …`"
    );
    let plan = plan.map(|plan| seated(args, plan)).transpose()?;
    let local = plan.as_ref().map(Local::open).transpose()?;
    let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if args.plain || !at_terminal || std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return Ok(play_by_line(local, io::stdin().lock(), io::stdout().lock(), seed, at_terminal)?);
    }
    agon_tui::run(local)
}

fn plan(args: &Args, game: &str) -> anyhow::Result<Plan> {
    let settings = args.set.iter().map(|text| pair(text)).collect::<Result<Vec<_>, _>>()?;
    let chance = args.seed.unwrap_or_else(seed);
    let start = args.position.clone().map_or(Start::Seed(chance), Start::Position);
    Ok(Plan::new(game, &settings, start, Vec::new(), chance))
}

/// The plan with the players that are named, in the order that is wanted.
fn seated(args: &Args, mut plan: Plan) -> anyhow::Result<Plan> {
    if let Some(names) = &args.players {
        plan.sitters = agon_search::names(names).iter().map(|name| Sitter::new(name)).collect();
    }
    if let Some(begins) = args.begins {
        // Whoever was not named has a seat now.
        plan.sitters = Local::open(&plan)?.sitters().to_vec();
        let is_human = |sitter: &Sitter| *sitter == Sitter::Human;
        let first = match begins {
            Begins::Me => plan.sitters.iter().position(is_human),
            Begins::Computer => plan.sitters.iter().position(|sitter| !is_human(sitter)),
            Begins::Random => Some((plan.luck % plan.sitters.len() as u64) as usize),
        };
        ensure!(first.is_some(), "nobody of that kind plays; `--players` says who does");
        plan.sitters.rotate_left(first.unwrap_or(0));
    }
    Ok(plan)
}
