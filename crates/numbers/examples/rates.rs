//! Plies per second of processor time in batches of 256, observation and mask included, for every game; and whole random
//! games beside the playouts of `agon bench`, and nodes of a tree with what every seat has seen.
//!
//! `cargo run --release -p agon-numbers --example rates [GAME] [name=value …]`

use std::time::Duration;

use agon_numbers::{Arrays, BatchSpec, Root, Rules, TreeState, batch_by_id, playouts_by_id, tree_by_id};
use agon_rules::{Start, games, pair};
use agon_search::bench;

const GAMES: usize = 256;
const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let only = args.next();
    let settings = args.map(|text| pair(&text)).collect::<Result<Vec<_>, _>>()?;
    println!("game            batch plies/s    playouts/s    agon bench   ratio    dealt anew  tree nodes/s");
    for info in games::list().iter().filter(|info| only.as_deref().is_none_or(|id| id == info.id)) {
        // Interleaved, and the best of some rounds: what else runs here only ever slows down.
        let [mut batch, mut whole, mut bench, mut dealt, mut nodes] = [0.0_f64; 5];
        for _ in 0..ROUNDS {
            batch = batch.max(batch_rate(info.id, &settings)?);
            whole = whole.max(playout_rate(info.id, &settings, Some(Start::Seed(0)))?);
            bench = bench.max(bench_rate(info.id, &settings)?);
            dealt = dealt.max(playout_rate(info.id, &settings, None)?);
            nodes = nodes.max(tree_rate(info.id, &settings)?);
        }
        let ratio = whole / bench;
        println!("{:<15}{batch:>14.0}{whole:>14.0}{bench:>14.0}{ratio:>8.2}{dealt:>14.0}{nodes:>14.0}", info.id);
    }
    Ok(())
}

/// How often something is done in a second of this thread's processor time.
fn rate(mut some: impl FnMut() -> u64) -> f64 {
    let (begin, mut done) = (spent(), 0);
    while spent() - begin < Duration::from_millis(200) {
        done += some();
    }
    done as f64 / (spent() - begin).as_secs_f64()
}

fn batch_rate(id: &str, settings: &[(String, String)]) -> Result<f64, Box<dyn std::error::Error>> {
    let mut batch = batch_by_id(id, settings, &BatchSpec::new(GAMES, 1))?;
    let (mut observation, mut mask) = (vec![0.0; GAMES * batch.size()], vec![false; GAMES * batch.actions()]);
    let (mut turn, mut reward) = (vec![0; GAMES], vec![0.0; GAMES * batch.seats()]);
    let (mut done, mut truncated, mut actions) = (vec![false; GAMES], vec![false; GAMES], vec![0; GAMES]);
    macro_rules! arrays {
        () => {
            Arrays {
                observation: &mut observation,
                mask: &mut mask,
                turn: &mut turn,
                reward: &mut reward,
                done: &mut done,
                truncated: &mut truncated,
            }
        };
    }
    batch.reset(1, arrays!())?;
    Ok(rate(|| {
        for _ in 0..16 {
            batch.sample(&mut actions).expect("every game goes on");
            batch.step(&actions, arrays!()).expect("sampled moves are legal");
        }
        16 * GAMES as u64
    }))
}

/// From one start, as `agon bench` plays, or each from a deal of its own.
fn playout_rate(
    id: &str,
    settings: &[(String, String)],
    start: Option<Start>,
) -> Result<f64, Box<dyn std::error::Error>> {
    let mut seed = 0;
    playouts_by_id(id, settings, start.clone(), 1, seed)?;
    Ok(rate(|| {
        seed += 1;
        playouts_by_id(id, settings, start.clone(), 500, seed).map_or(0, |counted| counted.games)
    }))
}

fn bench_rate(id: &str, settings: &[(String, String)]) -> Result<f64, Box<dyn std::error::Error>> {
    let mut work = bench::prepare(id, settings)?;
    Ok(rate(|| {
        work.playouts(500);
        500
    }))
}

fn tree_rate(id: &str, settings: &[(String, String)]) -> Result<f64, Box<dyn std::error::Error>> {
    let mut tree = tree_by_id(id, settings, &Root::Deal, Rules::default())?;
    // Somewhere in the middle of a game, since most nodes are far from the root.
    while tree.is_chance() || (tree.history().len() < 20 && !tree.is_terminal()) {
        let action = tree.legal().last().map_or(0, |action| (*action).into());
        tree.apply(action)?;
    }
    while tree.is_terminal() || tree.legal().len() < 2 {
        tree.undo();
    }
    Ok(rate(|| {
        let mut left = 2_000;
        visit(&mut *tree, &mut left);
        2_000 - left
    }))
}

/// Walks through a part of a tree.
fn visit(node: &mut dyn TreeState, left: &mut u64) {
    *left -= 1;
    std::hint::black_box(node.player().and_then(|seat| node.information_state(seat).ok()));
    for at in 0..node.legal().len() {
        if *left == 0 {
            return;
        }
        let action = node.legal()[at];
        node.apply(action.into()).expect("legal");
        visit(node, left);
        node.undo();
    }
}

/// The processor time of this process so far.
fn spent() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanos = stat.split(' ').next().and_then(|word| word.parse().ok());
    nanos.map_or_else(|| BEGIN.elapsed(), Duration::from_nanos)
}

/// Where the system does not tell: the time on the wall.
static BEGIN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
