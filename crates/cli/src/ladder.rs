//! `agon ladder`: plays the levels of a game against each other until it is known how far they are apart.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, thread};

use agon_lab::provenance::{Circumstances, Provenance};
use agon_lab::{Kind, Ladder, Precision, Study, Workers};
use agon_rules::{Start, Viewer, games};
use agon_search::ladder::{self, MeasuredStep};
use agon_search::{ask, level, names};
use anyhow::{Context, ensure};
use indicatif::{ProgressBar, ProgressStyle};

use crate::series::{Output, heed_interrupts, interrupted};
use crate::setup::{Setup, json_line};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    /// The players from weak to strong, separated by commas; the four levels unless said otherwise
    #[arg(long, value_name = "A,B,C")]
    players: Option<String>,
    /// How well each step must be known: half of its 95 % interval, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 25.0)]
    margin: f64,
    /// The most games of each step
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    games: u64,
    /// The seed of every deal and every player
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    seed: u64,
    /// Random plies at the start of each game; 2 unless said otherwise, none where a deal makes games differ
    #[arg(long, value_name = "PLIES")]
    opening: Option<u32>,
    /// Threads; all cores unless said otherwise. The result does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write what was measured into this table too, in place of what it had of the same players; clients show the one
    /// in `crates/search/src/ladders.tsv`
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

/// Ends with code 3 when a step is not known well enough.
pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let settings = args.setup.settings()?;
    ensure!(args.margin > 0.0 && args.margin <= 1000.0, "bad margin `{}`; it needs 0 to 1000 Elo", args.margin);
    // A file that cannot be used is found out before the games.
    let table = args.into.as_deref().map(read_table).transpose()?;
    let players = match &args.players {
        Some(players) => names(players),
        None => {
            let known = ask::players(&args.setup.game, &settings)?;
            let is_known = |name: &&str| known.iter().any(|(other, _)| other == name);
            let levels = [level::EASY, level::MEDIUM, level::HARD, level::EXPERT];
            levels.into_iter().filter(is_known).map(str::to_owned).collect()
        }
    };
    let deal =
        |seed| games::open(&args.setup.game, &settings, Start::Seed(seed)).map(|table| table.position(Viewer::Referee));
    let dealt = (1..4).map(deal).collect::<Result<Vec<_>, _>>()?.windows(2).any(|two| two[0] != two[1]);
    let opening = args.opening.unwrap_or(if dealt { 0 } else { 2 });
    let (game, parts) = (args.setup.game.clone(), vec![settings]);
    let (games, seed, openings, quality) = (args.games, args.seed, Vec::new(), 0);
    let study = Study { kind: Kind::Match, game, parts, players, games, seed, opening, openings, quality };
    let precision = Precision { margin: args.margin, games: args.games };
    heed_interrupts();
    let bar = ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{spinner} {msg}")?);
    let threads = args.threads.map_or_else(|| thread::available_parallelism().map_or(1, Into::into), Into::into);
    let workers = Workers { threads, stop: &interrupted };
    let ladder = Ladder::play(&study, precision, workers, &mut |step| {
        let elo = step.elo().value.zip(step.margin());
        let elo = elo.map(|(elo, margin)| format!(", {elo:+.0} Elo ±{margin:.0}")).unwrap_or_default();
        bar.set_message(format!("{} against {}: {} games{elo}", step.player, step.below, step.games()));
        bar.tick();
    });
    bar.finish_and_clear();
    let ladder = ladder?;
    let asked = Study { parts: vec![ladder.options.clone()], ..study };
    let made = Circumstances::here(option_env!("AGON_COMMIT"));
    if let (Some(table), Some(path)) = (table, &args.into) {
        add(table, ladder.measured(&made.date), path)?;
    }
    let provenance = Provenance::of_ladder(&asked, precision, made);
    if args.json {
        let mut json = ladder.json();
        json["provenance"] = provenance.json();
        json_line(out, &json)?;
    } else {
        write!(out, "{}", ladder.text())?;
        Output::tell(&provenance, out)?;
    }
    if interrupted() {
        return Ok(ExitCode::from(130));
    }
    let known = ladder.steps.iter().all(|step| step.is_known(args.margin));
    Ok(if known { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

/// The steps of a table; none where there is no such file yet.
fn read_table(path: &Path) -> anyhow::Result<Vec<MeasuredStep>> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        read => read.with_context(|| format!("cannot read `{}`", path.display()))?,
    };
    ladder::read(&text).with_context(|| format!("cannot add to `{}`", path.display()))
}

/// Writes a table with new steps in place of the old ones of the same players. Steps of a game stand together.
fn add(mut table: Vec<MeasuredStep>, new: Vec<MeasuredStep>, path: &Path) -> anyhow::Result<()> {
    table.retain(|old| new.iter().all(|step| !step.is_same_step(old)));
    table.extend(new);
    // From the weakest player up; those that are no level come last.
    let levels = [level::EASY, level::MEDIUM, level::HARD, level::EXPERT];
    let rank = |name: &str| levels.iter().position(|level| *level == name).unwrap_or(levels.len());
    table.sort_by_cached_key(|step| (step.game.clone(), step.options.clone(), rank(&step.player)));
    let lines = table.iter().map(|step| format!("{step}\n"));
    let text = format!("{}\n{}", MeasuredStep::COLUMNS, lines.collect::<String>());
    fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))
}
