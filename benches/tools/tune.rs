//! Fits the weights of an evaluation to the results of games of a player against itself, by Texel's method:
//! `cargo run --release -p agon-benches --bin tune -- infiltration --seed 1`.
//!
//! Games begin with some random plies and are played by alpha-beta with few nodes. From every game some quiet positions
//! are kept with its result; then the weights are changed one by one as long as the estimates predict the results better.
//! How estimates become chances is fitted once, with the weights that are there, so the scale of the estimates stays. What
//! is printed last is Rust. `--games` and `--nodes` say how many games, and how many nodes for each move.

use agon_rules::games::infiltration::Infiltration;
use agon_rules::games::quadratic_war::QuadraticWar;
use agon_rules::{Game, Moves, Path, Rng, Show, read_options};
use agon_search::games::infiltration::Infiltrator;
use agon_search::games::quadratic_war::General;
use agon_search::{AlphaBeta, Control, Evaluate, TranspositionTable};

/// Random plies at the start of a game, this many at least and so many more.
const OPENING: (usize, usize) = (4, 6);
/// One position in so many is kept.
const EVERY: usize = 3;
/// A position is quiet if its estimate is within this of what the search finds.
const QUIET: i32 = 60;
/// A game that is not over then counts as a draw.
const LONGEST: usize = 300;
/// Weights change by these parts of themselves, and at least by one.
const STEPS: [i32; 4] = [4, 8, 16, i32::MAX];

struct Asked {
    games: u64,
    nodes: u64,
    seed: u64,
}

fn main() {
    let mut args = std::env::args().skip(1);
    let id = args.next().expect("infiltration or quadratic-war");
    let mut asked = Asked { games: 1000, nodes: 2000, seed: 1 };
    while let Some(name) = args.next() {
        let value = args.next().and_then(|value| value.parse().ok()).expect("a number after each name");
        match name.as_str() {
            "--games" => asked.games = value,
            "--nodes" => asked.nodes = value,
            "--seed" => asked.seed = value,
            _ => panic!("unknown `{name}`; there is --games, --nodes, --seed"),
        }
    }
    match id.as_str() {
        Infiltration::ID => tune::<Infiltration, Infiltrator>(&asked),
        QuadraticWar::ID => tune::<QuadraticWar, General>(&asked),
        _ => panic!("`{id}` has no weights; infiltration and quadratic-war have"),
    }
}

/// A guide whose weights can be changed.
trait Tunable<G: Game>: Evaluate<G> {
    /// The weights to start from.
    fn begin() -> Self;
    /// Every weight but those that set the scale.
    fn weights(&mut self) -> Vec<&mut i32>;
    /// The weights as Rust.
    fn rust(&self) -> String;
}

impl Tunable<Infiltration> for Infiltrator {
    fn begin() -> Self {
        Infiltrator::default()
    }

    fn weights(&mut self) -> Vec<&mut i32> {
        let w = &mut self.weights;
        let others =
            [&mut w.king, &mut w.middle, &mut w.held_king, &mut w.prey, &mut w.loose, &mut w.step, &mut w.turn];
        w.row[1..].iter_mut().chain(&mut w.man).chain(others).collect()
    }

    fn rust(&self) -> String {
        format!("{:?}", self.weights)
    }
}

impl Tunable<QuadraticWar> for General {
    fn begin() -> Self {
        General::default()
    }

    fn weights(&mut self) -> Vec<&mut i32> {
        let w = &mut self.weights;
        let others = [&mut w.advance, &mut w.take, &mut w.fear, &mut w.room, &mut w.turn];
        // A quadratic is the unit.
        w.piece[..2].iter_mut().chain(&mut w.chance).chain(others).collect()
    }

    fn rust(&self) -> String {
        format!("{:?}", self.weights)
    }
}

/// A position, and what became of it for seat 0: 0, 1/2 or 1.
type Sample<G> = (<G as Game>::State, f64);

fn tune<G: Show, E: Tunable<G>>(asked: &Asked) {
    let game: G = read_options(&[]).expect("the usual options");
    let mut guide = E::begin();
    let samples = play(&game, &guide, asked);
    let scale = fit_scale(&game, &guide, &samples);
    let mut least = error(&game, &guide, &samples, scale);
    println!("{} positions, chances by a scale of {scale}, error {least:.6}", samples.len());
    for part in STEPS {
        loop {
            let before = least;
            for at in 0..guide.weights().len() {
                for sign in [1, -1] {
                    // As far in this direction as it helps.
                    loop {
                        let mut other = guide.clone();
                        let weight = &mut *other.weights()[at];
                        *weight += sign * (weight.abs() / part).max(1);
                        let found = error(&game, &other, &samples, scale);
                        if found >= least - 1e-9 {
                            break;
                        }
                        (guide, least) = (other, found);
                    }
                }
            }
            println!("error {least:.6} with {}", guide.rust());
            if least > before - 1e-6 {
                break;
            }
        }
    }
    println!("{}", guide.rust());
}

/// The samples of all games.
fn play<G: Show, E: Evaluate<G>>(game: &G, guide: &E, asked: &Asked) -> Vec<Sample<G>> {
    let (mut samples, mut results) = (Vec::new(), [0; 3]);
    let mut table = TranspositionTable::new(1 << 20);
    let mut moves = Moves::new();
    for stream in 0..asked.games {
        let mut rng = Rng::stream(asked.seed, stream);
        let mut path = Path::new(game.deal(&mut rng), 0);
        for _ in 0..OPENING.0 + rng.below(OPENING.1) {
            if let Some(m) = game.sample(path.state(), &mut rng, &mut moves) {
                path.play(game, m);
            }
        }
        let first = samples.len();
        for _ in 0..LONGEST {
            if path.draw().is_some() || moves.relist(game, path.state()).is_empty() {
                break;
            }
            table.clear();
            let mut control = Control::new(asked.nodes, &|| false);
            let mut search = AlphaBeta::new(game, guide, &path, &mut table).selective();
            let best = search.deepen(100, &mut control, &mut |_| {}).expect("there are moves");
            let quiet = (guide.eval(game, path.state()) - best.score.value).abs() <= QUIET;
            if quiet && !best.score.exact && rng.below(EVERY) == 0 {
                samples.push((*path.state(), 0.5));
            }
            path.play(game, best.m);
        }
        let over = moves.relist(game, path.state()).is_empty();
        let lead = if over { game.score(path.state(), 0) - game.score(path.state(), 1) } else { 0 };
        let result = f64::from(1 + lead.signum()) / 2.0;
        results[(2.0 * result) as usize] += 1;
        samples[first..].iter_mut().for_each(|sample| sample.1 = result);
    }
    println!("seat 0 lost {}, drew {}, won {}", results[0], results[1], results[2]);
    samples
}

/// By how much estimates are divided before they become chances, so that they predict best.
fn fit_scale<G: Game, E: Evaluate<G>>(game: &G, guide: &E, samples: &[Sample<G>]) -> i32 {
    let of = |scale: &i32| error(game, guide, samples, *scale);
    (10..500).step_by(10).min_by(|a, b| of(a).total_cmp(&of(b))).expect("some scale")
}

/// The mean square of what estimates are off.
fn error<G: Game, E: Evaluate<G>>(game: &G, guide: &E, samples: &[Sample<G>], scale: i32) -> f64 {
    let off = |(state, result): &Sample<G>| {
        let chance = 1.0 / (1.0 + (-f64::from(guide.eval(game, state)) / f64::from(scale)).exp());
        (chance - result).powi(2)
    };
    samples.iter().map(off).sum::<f64>() / samples.len() as f64
}
