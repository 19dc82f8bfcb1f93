//! The arguments that name a game, its options and where it begins, alike for every command.

use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::time::Duration;

use agon_rules::{Start, Table, games, pair};
use agon_tui::Paper;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use serde::Serialize;

/// A game and its options.
#[derive(clap::Args, Clone)]
pub struct Setup {
    /// The game; `agon games` lists them
    #[arg(value_name = "GAME", value_parser = GameName)]
    pub game: String,
    /// Set an option, for example `--set size=4`; may be given again
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

impl Setup {
    /// The options as pairs.
    pub fn settings(&self) -> anyhow::Result<Vec<(String, String)>> {
        Ok(self.set.iter().map(|text| pair(text)).collect::<Result<_, _>>()?)
    }
}

/// Where a game begins.
#[derive(clap::Args, Clone)]
pub struct Opening {
    /// Begin at this position, in the notation of the rules page
    #[arg(long, value_name = "POSITION", conflicts_with = "seed", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Begin with the deal of this seed
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub seed: u64,
}

impl Opening {
    /// The start these arguments name.
    pub fn start(&self) -> Start {
        self.position.clone().map_or(Start::Seed(self.seed), Start::Position)
    }
}

/// A position: a game, where it begins, and moves made from there.
#[derive(clap::Args, Clone)]
pub struct Place {
    #[command(flatten)]
    pub setup: Setup,
    #[command(flatten)]
    opening: Opening,
    /// Moves to make first, in the notation of the rules page
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

impl Place {
    /// The table after these moves.
    pub fn open(&self) -> anyhow::Result<Box<dyn Table>> {
        let mut table = games::open(&self.setup.game, &self.setup.settings()?, self.opening.start())?;
        // After the end any seat is told so.
        self.moves.iter().try_for_each(|text| table.play(table.turn().unwrap_or(0), text))?;
        Ok(table)
    }
}

/// How people play: full-screen at a terminal, line by line elsewhere or where they ask for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Screen {
    /// the whole terminal
    Full,
    /// lines on this
    Lines(Paper),
}

impl Screen {
    /// What there is; `plain` is what the person asked for.
    pub fn of(plain: bool) -> Self {
        let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let by_line = plain || !at_terminal || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        match (by_line, at_terminal) {
            (false, _) => Screen::Full,
            (true, true) => Screen::Lines(Paper::Screen),
            (true, false) => Screen::Lines(Paper::Pipe),
        }
    }

    /// Whether it is the whole terminal.
    pub fn is_full(self) -> bool {
        self == Screen::Full
    }
}

/// Takes any text as a game's name, so that our own error answers a misspelt one, and tells shells the known names.
#[derive(Clone)]
pub struct GameName;

impl TypedValueParser for GameName {
    type Value = String;

    fn parse_ref(
        &self,
        cmd: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        StringValueParser::new().parse_ref(cmd, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(games::list().into_iter().map(|info| PossibleValue::new(info.id))))
    }
}

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "it takes a number of seconds, such as `0.5`".to_owned())
}

/// How long another program may take for a move.
pub fn patience(number: f64) -> anyhow::Result<Duration> {
    Duration::try_from_secs_f64(number).map_err(|why| anyhow::anyhow!("bad number of seconds `{number}`: {why}"))
}

/// Reads how many things a second.
pub fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (0.001..=1e6).contains(rate));
    rate.ok_or_else(|| "it takes a number from 0.001 to 1000000".to_owned())
}

/// Writes a value as one line of JSON.
pub fn json_line(out: &mut impl io::Write, value: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}
