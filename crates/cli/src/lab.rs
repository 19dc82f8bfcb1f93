//! `agon match`, `agon table`, `agon tournament`, `agon balance` and `agon merge`: questions answered by playing.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use agon_lab::provenance::combinations;
use agon_lab::{Kind, Settings, Study};
use agon_rules::games::{self, Info};
use agon_rules::{Error, Start};
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
    /// Compare these values of an option, for example `forced-capture=true,false`; all of them without `=`; may be given
    /// again. `all` compares every variant of the game
    #[arg(long, value_name = "OPTION=V1,V2,…")]
    vary: Vec<String>,
    /// The player that plays all seats; several, separated by commas, are compared
    #[arg(long, alias = "players", value_name = "SPEC", default_value = "hard")]
    player: String,
    /// Also measure uncertainty, drama, decisiveness and how often a choice matters, by so many playouts from each
    /// position
    #[arg(long, value_name = "PLAYOUTS", num_args = 0..=1, default_missing_value = "50",
        value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    quality: Option<u32>,
    /// How many games for each choice of options
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    games: u64,
    #[command(flatten)]
    series: Series,
}

impl Balance {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let players = agon_search::names(&self.player);
        let mut study = self.series.study(Kind::Balance, &self.setup, players, self.games)?;
        study.quality = self.quality.unwrap_or(0);
        let info = games::info(&study.game)?;
        let varied = self.vary.iter().map(|text| choices(text, &info)).collect::<anyhow::Result<Vec<_>>>()?.concat();
        let parts = together(&study, combinations(&study.parts, &varied))?;
        // A value that was named and goes with no other option is a mistake.
        let named = |name: &String| self.vary.iter().any(|text| text.starts_with(&format!("{name}=")));
        let values = varied.iter().filter(|(name, _)| named(name));
        for (name, value) in values.flat_map(|(name, values)| values.iter().map(move |value| (name, value))) {
            if !parts.iter().any(|part| part.contains(&(name.clone(), value.clone()))) {
                bail!("`{name}={value}` goes with none of the other options that are set or varied");
            }
        }
        if !varied.is_empty() {
            study.parts = parts;
        }
        self.series.conduct(study, out)
    }
}

/// The parts whose options go together; the others are left out, and it is said which.
fn together(study: &Study, parts: Vec<Settings>) -> anyhow::Result<Vec<Settings>> {
    let (mut good, mut left_out) = (Vec::new(), Vec::new());
    for part in parts {
        match games::open(&study.game, &part, Start::Seed(study.seed)) {
            Err(why @ Error::Together { .. }) => left_out.push((part, why)),
            // What else is wrong is said when the study is made ready.
            _ => good.push(part),
        }
    }
    for (part, why) in left_out.iter().take(NAMED) {
        eprintln!("agon: left out {}: {why}", options(part));
    }
    if left_out.len() > NAMED {
        eprintln!("agon: left out {} more, whose options do not go together either", left_out.len() - NAMED);
    }
    match left_out.pop() {
        Some((_, why)) if good.is_empty() => Err(why.into()),
        _ => Ok(good),
    }
}

/// So many combinations that are left out are named, and the others are counted.
const NAMED: usize = 8;

fn options(part: &Settings) -> String {
    part.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// An option and the values to compare, or every option.
fn choices(text: &str, info: &Info) -> anyhow::Result<Vec<(String, Vec<String>)>> {
    if let Some((name, values)) = text.split_once('=') {
        // Unknown names and values are refused by the game itself, which knows the right ones.
        return Ok(vec![(name.to_owned(), values.split(',').map(str::to_owned).collect())]);
    }
    let options = info.options.iter().filter(|option| text == "all" || option.name == text);
    let all: Vec<(String, Vec<String>)> =
        options.map(|option| (option.name.clone(), option.values.iter().map(ToString::to_string).collect())).collect();
    if all.is_empty() && text != "all" {
        let names: Vec<String> = info.options.iter().map(|option| format!("`{}`", option.name)).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        bail!(
            "cannot vary `{text}`: write it as `OPTION=V1,V2`, `OPTION` or `all`; options of {} are {names}",
            info.id
        );
    }
    Ok(all)
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
