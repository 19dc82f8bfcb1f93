//! `agon trace`: random games, or games of named players, as JSON lines, for comparison with other implementations of the rules.

use std::io::Write;
use std::ops::ControlFlow;

use agon_lab::trace::Telling;
use agon_rules::trace::Event;
use agon_search::inspect::trace;

use crate::setup::{Setup, json_line};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    /// Begin every game at this position, in the notation of the rules page
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// Let these computer players move, one for each seat; otherwise every move is drawn at random. The games are those of
    /// `agon match` with the same seed
    #[arg(long, value_name = "A,B,…")]
    players: Option<String>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    games: u64,
    /// The seed of all chance; the same seed prints the same games
    #[arg(long, value_name = "S", default_value_t = 0, allow_negative_numbers = true)]
    seed: u64,
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let (game, settings) = (args.setup.game.as_str(), args.setup.settings()?);
    let mut written = Ok(());
    let mut each = |event: &Event| {
        written = json_line(out, event);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let (position, games, seed) = (args.position.as_deref(), args.games, args.seed);
    match &args.players {
        None => trace((game, &settings), position, (games, seed), &mut each)?,
        Some(players) => {
            let players = agon_search::names(players);
            let telling = Telling { players: &players, position, games, seed };
            agon_lab::trace::trace((game, &settings), telling, &mut each)?;
        }
    }
    written
}
