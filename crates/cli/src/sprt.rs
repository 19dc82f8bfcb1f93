//! `agon sprt`: plays two players until it is clear enough whether one is stronger by so much.

use std::io::Write;
use std::process::ExitCode;

use agon_lab::provenance::Provenance;
use agon_lab::sprt::Test;
use agon_lab::{Kind, NoTrial, Trial, With, Workers};
use indicatif::{ProgressBar, ProgressStyle};

use crate::series::{Output, Series, heed_interrupts, interrupted};
use crate::setup::{Setup, json_line};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    /// The player that is tested
    #[arg(value_name = "A")]
    first: String,
    /// Its opponent
    #[arg(value_name = "B")]
    second: String,
    /// The null hypothesis: by how much Elo A is stronger
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// The alternative: by how much Elo A is stronger
    #[arg(long, value_name = "ELO", default_value_t = 20.0, allow_negative_numbers = true)]
    elo1: f64,
    /// The chance of accepting the alternative although the null hypothesis is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// The chance of accepting the null hypothesis although the alternative is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
    /// Give up after this many games
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    games: u64,
    #[command(flatten)]
    series: Series,
}

/// Ends with code 3 when neither statement could be accepted.
pub fn run_test(args: &Args, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let Args { elo0, elo1, alpha, beta, .. } = *args;
    args.series.is_open_ended()?;
    let test = Test { elo0, elo1, alpha, beta };
    let players = vec![args.first.clone(), args.second.clone()];
    let study = args.series.study(Kind::Match, &args.setup, players, args.games)?;
    heed_interrupts();
    let bar = ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{spinner} {msg}")?);
    let workers = Workers { threads: args.series.threads(), stop: &interrupted };
    let with = With { patience: args.series.patience()?, workers, keep: args.series.keep() };
    let trial = Trial::play(study, test, with, &mut |trial| {
        let games = trial.results().iter().sum::<u64>();
        bar.set_message(format!("{games} games, log likelihood ratio {:.2}", trial.ratio()));
        bar.tick();
    });
    bar.finish_and_clear();
    let trial = trial.map_err(|why| match why {
        NoTrial::Keep(why) => anyhow::Error::from(why),
        why => why.into(),
    })?;
    let provenance = Provenance::of_trial(&trial, args.series.output.made());
    if args.series.wants_json() {
        let mut json = trial.json();
        json["provenance"] = provenance.json();
        json_line(out, &json)?;
    } else {
        write!(out, "{}", trial.text())?;
        Output::tell(&provenance, out)?;
    }
    Ok(if trial.accepted().is_some() { ExitCode::SUCCESS } else { ExitCode::from(3) })
}
