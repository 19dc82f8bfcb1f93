//! `agon match`, `agon table`, `agon tournament`, `agon balance` and `agon merge`: questions answered by playing.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use agon_lab::{Kind, Settings, Study};
use agon_rules::{Error, Start, games};
use anyhow::bail;

use crate::series::{Output, Series, merge};
use crate::setup::Setup;

#[derive(clap::Args)]
pub struct Match {
    #[command(flatten)]
    setup: Setup,
    /// The player that is measured; `agon players GAME` lists them
    #[arg(value_name = "A")]
    first: String,
    /// Its opponent, who takes all other seats
    #[arg(value_name = "B")]
    second: String,
    /// How many games, all seatings together, rounded up to whole rounds
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    games: u64,
    #[command(flatten)]
    series: Series,
}

impl Match {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let players = vec![self.first, self.second];
        self.series.conduct(self.series.study(Kind::Match, &self.setup, players, self.games)?, out)
    }
}

#[derive(clap::Args)]
pub struct Field {
    #[command(flatten)]
    setup: Setup,
    /// The players, separated by commas; `agon players GAME` lists them
    #[arg(long, value_name = "A,B,C", required = true)]
    players: String,
    /// How many games of each cell of a table, or of each pair of a tournament
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    games: u64,
    #[command(flatten)]
    series: Series,
}

impl Field {
    pub fn run(self, kind: Kind, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let players = agon_search::names(&self.players);
        self.series.conduct(self.series.study(kind, &self.setup, players, self.games)?, out)
    }
}

#[derive(clap::Args)]
pub struct Balance {
    #[command(flatten)]
    setup: Setup,
    /// Compare these values of an option, for example `forced-capture=true,false`; may be given again
    #[arg(long, value_name = "OPTION=V1,V2,…")]
    vary: Vec<String>,
    /// The player that plays all seats
    #[arg(long, value_name = "SPEC", default_value = "hard")]
    player: String,
    /// How many games for each choice of options
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    games: u64,
    #[command(flatten)]
    series: Series,
}

impl Balance {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let mut study = self.series.study(Kind::Balance, &self.setup, vec![self.player], self.games)?;
        for vary in &self.vary {
            let Some((name, values)) = vary.split_once('=') else {
                bail!("cannot vary `{vary}`: write it as `OPTION=V1,V2`");
            };
            // Unknown names and values are refused by the game itself, which knows the right ones.
            let with = |part: &Vec<(String, String)>, value: &str| {
                let mut part = part.clone();
                part.push((name.to_owned(), value.to_owned()));
                part
            };
            study.parts =
                study.parts.iter().flat_map(|part| values.split(',').map(move |value| with(part, value))).collect();
        }
        games::info(&study.game)?;
        if !self.vary.is_empty() {
            study.parts = together(&study)?;
        }
        self.series.conduct(study, out)
    }
}

/// The parts whose options go together; the others are left out, and it is said which.
fn together(study: &Study) -> anyhow::Result<Vec<Settings>> {
    let (mut parts, mut last) = (Vec::new(), None);
    for part in &study.parts {
        match games::open(&study.game, part, Start::Seed(study.seed)) {
            Err(why @ Error::Together { .. }) => {
                let options: Vec<String> = part.iter().map(|(name, value)| format!("{name}={value}")).collect();
                eprintln!("agon: left out {}: {why}", options.join(" "));
                last = Some(why);
            }
            // What else is wrong is said when the study is made ready.
            _ => parts.push(part.clone()),
        }
    }
    match last {
        Some(why) if parts.is_empty() => Err(why.into()),
        _ => Ok(parts),
    }
}

#[derive(clap::Args)]
pub struct Merge {
    /// Files of `--keep`, all of one run
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
}

impl Merge {
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        merge(&self.files, &self.output, out)
    }
}
