//! `agon trace`: random games as JSON lines, for comparison with other implementations of the rules.

use std::io::Write;

use agon_rules::Show;
use agon_rules::games::{Visitor, with};
use agon_rules::trace::trace;

use crate::setup::{Setup, json_line};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    /// Begin every game at this position, in the notation of the rules page
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    games: u64,
    /// The seed of all chance; the same seed prints the same games
    #[arg(long, value_name = "S", default_value_t = 0, allow_negative_numbers = true)]
    seed: u64,
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    with(&args.setup.game, &args.setup.settings()?, Trace { args, out })?
}

struct Trace<'a, W> {
    args: &'a Args,
    out: &'a mut W,
}

impl<W: Write> Visitor for Trace<'_, W> {
    type Out = anyhow::Result<()>;

    fn visit<G: Show>(self, game: G) -> Self::Out {
        let Args { position, games, seed, .. } = self.args;
        trace(&game, position.as_deref(), *games, *seed, &mut |event| json_line(self.out, event))
    }
}
