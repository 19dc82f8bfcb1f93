//! `agon bench`: how fast the rules and the search are, and a signature that must not change unless one of them does.

use std::io::Write;
use std::time::{Duration, Instant};

use agon_rules::{Game, Path, Rng, Show, Value, games, walk};
use agon_search::eval::{self, Guided};
use agon_search::{Control, Guide, Memory, deepen};
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
    search_nodes_per_second: u64,
    search_depth: i32,
    search_milliseconds: f64,
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
        rows.push(eval::with(id, settings, Measure { time, settings })?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let report = Report { signature: rows.iter().map(|row| row.signature).sum(), rows };
    if args.json {
        return json_line(out, &report);
    }
    let names = ["playouts/s", "plies/s", "perft leaves/s", "search nodes/s", "depth", "ms"];
    let [playouts, plies, leaves, nodes, depth, time] = names;
    writeln!(
        out,
        "{:<38} {:>6} {playouts:>11} {plies:>10} {leaves:>15} {nodes:>15} {depth:>6} {time:>7}",
        "game", "bytes"
    )?;
    for row in &report.rows {
        let name = format!("{} {}", row.game, row.options);
        let rates = (row.playouts_per_second, row.plies_per_second, row.perft_leaves_per_second);
        write!(out, "{name:<38} {:>6} {:>11} {:>10} {:>15}", row.state_bytes, rates.0, rates.1, rates.2)?;
        let search = (row.search_nodes_per_second, row.search_depth, row.search_milliseconds);
        writeln!(out, " {:>15} {:>6} {:>7.1}", search.0, search.1, search.2)?;
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

impl Guided for Measure<'_> {
    type Out = Row;

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Row {
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
        let search = searched(&game, &guide, self.time);
        let options: Vec<_> = self.settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        Row {
            game: G::ID,
            options: options.join(" "),
            state_bytes: size_of::<G::State>(),
            playouts_per_second: (playouts as f64 / seconds) as u64,
            plies_per_second: (plies as f64 / seconds) as u64,
            perft_leaves_per_second: (counted as f64 / counting) as u64,
            search_nodes_per_second: search.rate as u64,
            search_depth: search.depth,
            search_milliseconds: search.seconds * 1000.0,
            signature: fixed + leaves + search.signature,
        }
    }
}

/// What searching some positions came to.
struct Searched {
    /// nodes a second
    rate: f64,
    /// how deep the start was searched, and how long that took
    depth: i32,
    seconds: f64,
    /// nodes and values
    signature: u64,
}

/// Alpha-beta from the deal and from places on a random way onwards, everything open, as deep as some nodes allow.
fn searched<G: Show, E: Guide<G>>(game: &G, guide: &E, time: Duration) -> Searched {
    const NODES: u64 = 20_000;
    let search = |path: &Path<G::State>, depth: i32, control: &mut Control| {
        deepen(game, guide, path, &mut Memory::new(1 << 22), depth, control, &mut |_| {})
    };
    let mut work = Vec::new();
    for path in places(game) {
        let Some(best) = search(&path, 100, &mut Control::new(NODES, &|| false)) else { continue };
        work.push((path, best.depth));
    }
    let mut signature = 0;
    for (path, depth) in &work {
        let mut control = Control::free();
        let value = search(path, *depth, &mut control).map_or(0, |best| best.found.value);
        signature += control.nodes + u64::from(value.unsigned_abs());
    }
    let (mut nodes, mut seconds, mut runs) = (0, 0.0, 0);
    let taken = repeat(time, || {
        for (at, (path, depth)) in work.iter().enumerate() {
            let (begin, mut control) = (Instant::now(), Control::free());
            search(path, *depth, &mut control);
            nodes += control.nodes;
            seconds += if at == 0 { begin.elapsed().as_secs_f64() } else { 0.0 };
        }
        runs += 1;
    });
    let depth = work.first().map_or(0, |(_, depth)| *depth);
    Searched { rate: nodes as f64 / taken, depth, seconds: seconds / f64::from(runs), signature }
}

/// The deal, and what comes of it after some random moves.
fn places<G: Game>(game: &G) -> Vec<Path<G::State>> {
    let (mut rng, mut scratch) = (Rng::new(0), agon_rules::Moves::new());
    let mut path = Path::new(game.deal(&mut rng), 0);
    let mut places = vec![path.clone()];
    for ply in 1..=12 {
        if path.draw().is_some() {
            break;
        }
        let Some(m) = game.sample(path.state(), &mut rng, &mut scratch) else { break };
        path.play(game, m);
        if ply % 4 == 0 {
            places.push(path.clone());
        }
    }
    places
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
