//! `agon sprt`: plays two players until it is clear enough whether one is stronger by so much.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use agon_lab::sprt::{Test, Verdict};
use agon_lab::{Block, Course, Kind, Plan, Tally, run_by_id};
use agon_rules::{Start, games};
use anyhow::ensure;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::series::Series;
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
    ensure!([elo0, elo1].iter().all(|elo| elo.abs() <= 1000.0), "--elo0 and --elo1 must lie between -1000 and 1000");
    ensure!(elo0 < elo1, "--elo0 {elo0} must be less than --elo1 {elo1}");
    ensure!([alpha, beta].iter().all(|p| (0.0001..0.5).contains(p)), "error rates must lie between 0.0001 and 0.5");
    let test = Test { elo0, elo1, alpha, beta };
    let (results, verdict) = play(args, &test)?;
    let (ratio, (low, high)) = (test.ratio(results), test.bounds());
    let [won, tied, lost] = results;
    let accepted = match verdict {
        Verdict::Open => None,
        Verdict::First => Some(elo0),
        Verdict::Second => Some(elo1),
    };
    if args.series.wants_json() {
        json_line(
            out,
            &json!({"game": args.setup.game, "a": args.first, "b": args.second, "elo0": elo0, "elo1": elo1,
            "alpha": alpha, "beta": beta, "won": won, "tied": tied, "lost": lost, "ratio": ratio,
            "bounds": [low, high], "accepted": accepted}),
        )?;
    } else {
        writeln!(out, "{} against {}: {won} won, {tied} tied, {lost} lost", args.first, args.second)?;
        writeln!(out, "log likelihood ratio {ratio:.2}, bounds {low:.2} and {high:.2}")?;
        match accepted {
            Some(elo) => {
                writeln!(out, "accepted: stronger by {elo} Elo (not by {})", if elo == elo0 { elo1 } else { elo0 })?;
            }
            None => writeln!(out, "open: not decided after {} games", won + tied + lost)?,
        }
    }
    Ok(if accepted.is_some() { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

/// Plays until the test accepts a statement, and returns what was won, tied and lost.
fn play(args: &Args, test: &Test) -> anyhow::Result<([u64; 3], Verdict)> {
    let seats = games::open(&args.setup.game, &args.setup.settings()?, Start::Seed(0))?.seats();
    ensure!(seats == 2, "a sequential test is for two seats, and this game has {seats}");
    let players = vec![args.first.clone(), args.second.clone()];
    let mut course = Course::new(args.series.study(Kind::Match, &args.setup, players, args.games)?)?;
    let plan = &mut course.plans[0];
    plan.patience = args.series.patience()?;
    let blocks = alternating(plan);
    crate::series::heed_interrupts();
    let bar = ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{spinner} {msg}")?);
    // Blocks are judged in order, whichever finishes first, so that threads make no difference.
    let (mut early, mut next) = (BTreeMap::new(), 0);
    let (mut results, mut verdict) = ([0; 3], Verdict::Open);
    let game = (course.study.game.as_str(), course.study.parts[0].as_slice());
    run_by_id(game, plan, &blocks, args.series.threads(), &mut |block, tally, _| {
        let at = blocks.iter().position(|other| other == block).expect("it is one of ours");
        early.insert(at, (block.cell, tally));
        while verdict == Verdict::Open
            && let Some((seat, tally)) = early.remove(&next)
        {
            results = add(results, seat, &tally);
            next += 1;
            // Only after both seatings, so that the first seat's advantage does not speak.
            if next % 2 == 0 {
                verdict = test.verdict(results);
            }
        }
        bar.set_message(format!(
            "{} games, log likelihood ratio {:.2}",
            results.iter().sum::<u64>(),
            test.ratio(results)
        ));
        bar.tick();
        verdict == Verdict::Open && !crate::series::interrupted()
    })?;
    bar.finish_and_clear();
    Ok((results, verdict))
}

/// Small blocks of both seatings in turn.
fn alternating(plan: &Plan) -> Vec<Block> {
    const SIZE: u64 = 5;
    let games = plan.cells.iter().map(|cell| cell.games).min().unwrap_or(0);
    let firsts = (0..games).step_by(SIZE as usize);
    firsts.flat_map(|first| (0..2).map(move |cell| Block { cell, first, end: (first + SIZE).min(games) })).collect()
}

fn add([won, tied, lost]: [u64; 3], seat: usize, tally: &Tally) -> [u64; 3] {
    [won + tally.wins[seat], tied + tally.ties, lost + tally.wins[1 - seat]]
}
