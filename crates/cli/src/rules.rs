//! `agon rules`: the rules page of a game, set for a terminal or as it was written.

use std::io::{self, IsTerminal, Write};

use agon_rules::games;
use agon_tui::{Paper, print_rules};

use crate::setup::GameName;

#[derive(clap::Args)]
pub struct Args {
    /// The game; `agon games` lists them
    #[arg(value_name = "GAME", value_parser = GameName)]
    game: String,
    /// How to print the page; otherwise text in a terminal, and Markdown in a pipe or file
    #[arg(long, value_enum)]
    format: Option<Format>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// as wide as the terminal, with tables in columns and pictures
    Text,
    /// as it was written
    Markdown,
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let at_terminal = io::stdout().is_terminal();
    let usual = if at_terminal { Format::Text } else { Format::Markdown };
    match args.format.unwrap_or(usual) {
        Format::Markdown => Ok(write!(out, "{}", games::rules(&args.game)?)?),
        Format::Text => print_rules(&args.game, if at_terminal { Paper::Screen } else { Paper::Pipe }, out),
    }
}
