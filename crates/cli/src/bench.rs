//! `agon bench`: how fast the rules are, and a signature that must not change unless the rules do.

use std::io::Write;
use std::time::{Duration, Instant};

use agon_rules::games::{self, Visitor};
use agon_rules::{Path, Rng, Show, Value, walk};
use indicatif::ProgressBar;
use serde::Serialize;

use crate::setup::json_line;

#[derive(clap::Args)]
pub struct Args {
    /// How long to measure each rate
    #[arg(long, value_name = "S", default_value_t = 0.3)]
    seconds: f64,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    game: &'static str,
    options: String,
    state_bytes: usize,
    playouts_per_second: u64,
    plies_per_second: u64,
    perft_leaves_per_second: u64,
    signature: u64,
}

#[derive(Serialize)]
struct Report {
    signature: u64,
    rows: Vec<Row>,
}

pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let time = Duration::try_from_secs_f64(args.seconds)
        .map_err(|why| anyhow::anyhow!("bad number of seconds `{}`: {why}", args.seconds))?;
    let variants: Vec<_> =
        games::list().iter().flat_map(|info| settings(info).into_iter().map(|set| (info.id, set))).collect();
    let bar = ProgressBar::new(variants.len() as u64);
    let mut rows = Vec::new();
    for (id, settings) in &variants {
        rows.push(games::with(id, settings, Measure { time, settings })?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let report = Report { signature: rows.iter().map(|row| row.signature).sum(), rows };
    if args.json {
        return json_line(out, &report);
    }
    writeln!(out, "{:<38} {:>6} {:>12} {:>12} {:>14}", "game", "bytes", "playouts/s", "plies/s", "perft leaves/s")?;
    for row in &report.rows {
        let name = format!("{} {}", row.game, row.options);
        let rates = (row.playouts_per_second, row.plies_per_second, row.perft_leaves_per_second);
        writeln!(out, "{name:<38} {:>6} {:>12} {:>12} {:>14}", row.state_bytes, rates.0, rates.1, rates.2)?;
    }
    Ok(writeln!(out, "signature {}", report.signature)?)
}

/// The options to measure a game with: the default, then of its first option every other word or the ends of a range.
fn settings(info: &games::Info) -> Vec<Vec<(String, String)>> {
    let mut all = vec![vec![]];
    if let Some(main) = info.options.first() {
        let ends = [main.values.first(), main.values.last()];
        let shown = |value: &&Value| {
            **value != main.default && (matches!(value, Value::Word(_)) || ends.contains(&Some(*value)))
        };
        all.extend(main.values.iter().filter(shown).map(|value| vec![(main.name.clone(), value.to_string())]));
    }
    all
}

struct Measure<'a> {
    time: Duration,
    settings: &'a [(String, String)],
}

impl Visitor for Measure<'_> {
    type Out = Row;

    fn visit<G: Show>(self, game: G) -> Row {
        let mut player = walk::Player::new(game.clone());
        let start = game.deal(&mut Rng::new(0));
        // Fixed work for the signature, then the same for the rate until the time is up.
        let mut rng = Rng::new(0);
        let fixed: u64 = (0..200).map(|_| u64::from(player.playout(start, &mut rng).1)).sum();
        let (mut playouts, mut plies) = (0_u64, 0_u64);
        let seconds = repeat(self.time, || {
            for _ in 0..100 {
                plies += u64::from(player.playout(start, &mut rng).1);
            }
            playouts += 100;
        });
        // As deep as is done in a moment.
        let mut path = Path::new(start, 0);
        let mut depth = 1;
        while depth < 12 && walk::perft(&game, &mut path, depth + 1) < 400_000 {
            depth += 1;
        }
        let leaves = walk::perft(&game, &mut path, depth);
        let mut counted = 0_u64;
        let counting = repeat(self.time, || counted += walk::perft(&game, &mut path, depth));
        let options: Vec<_> = self.settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        Row {
            game: G::ID,
            options: options.join(" "),
            state_bytes: size_of::<G::State>(),
            playouts_per_second: (playouts as f64 / seconds) as u64,
            plies_per_second: (plies as f64 / seconds) as u64,
            perft_leaves_per_second: (counted as f64 / counting) as u64,
            signature: fixed + leaves,
        }
    }
}

/// Does the work at least once and until the time is up, and returns the seconds it took.
fn repeat(time: Duration, mut work: impl FnMut()) -> f64 {
    let begin = Instant::now();
    loop {
        work();
        let taken = begin.elapsed();
        if taken >= time {
            return taken.as_secs_f64().max(1e-9);
        }
    }
}
