//! Alpha-beta to a fixed depth beside the crate `minimax`: `cargo bench -p agon-benches --bench searches`.
//!
//! Both search the same rules with the same evaluation, by iterative deepening with a table of the same size, on one
//! thread.
//! Names of games after `--` pick some of them, and `alone` leaves the others out (to profile).
//! `minimax` is tried with several of its settings and the best one for each game counts.

#[path = "searches/theirs.rs"]
mod theirs;

use std::time::{Duration, Instant};

use agon_benches::connect_four::{self, ConnectFour, Threats};
use agon_rules::{Game, Path, Rng, Show};
use agon_search::{AlphaBeta, Control, Evaluate, Guide, TranspositionTable, guides};

/// Bytes of a transposition table.
const TABLE: usize = 1 << 26;
const ROUNDS: usize = 5;

/// What a search came to.
pub struct Run {
    value: i32,
    nodes: u64,
    time: Duration,
}

type Settings = [(&'static str, &'static str)];

/// A game of the registry, its options and how deep to search it.
const GAMES: [(&str, &Settings, i32); 5] = [
    ("tic-tac-toe", &[("size", "4"), ("line", "4")], 16),
    ("gambit", &[], 20),
    ("parity-twist", &[], 7),
    ("infiltration", &[], 7),
    ("quadratic-war", &[], 7),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let is_wanted = |id: &str| wanted.is_empty() || wanted.iter().any(|word| word == id);
    println!("{:<46} {:>6} {:>12} {:>9} {:>7} {:>7}", "", "value", "nodes", "ms", "nodes", "time");
    if is_wanted("connect-four") {
        compare("connect-four, depth 15", &ConnectFour, &Threats, 15, connect_four_hash);
    }
    for (id, settings, depth) in GAMES.into_iter().filter(|(id, ..)| is_wanted(id)) {
        let settings: Vec<_> = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        guides::with(id, &settings, Race { depth }).expect("a game of the registry");
    }
}

/// Their table is looked up before anything else, so the hash had better be cheap.
fn connect_four_hash(s: &connect_four::State) -> u64 {
    (s.own + s.all + 0x01_0101_0101_0101).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

struct Race {
    depth: i32,
}

impl guides::Guided for Race {
    type Out = ();

    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) {
        let title = format!("{}, depth {}", G::ID, self.depth);
        compare(&title, &game, &Turnwise(guide), self.depth, |s| agon_search::fingerprint(s) as u64);
    }
}

/// Lets everybody search in turn, and prints the medians and how many times ours each of theirs is.
fn compare<G: Game, E: Evaluate<G>>(title: &str, game: &G, guide: &E, depth: i32, hash: fn(&G::State) -> u64) {
    let start = game.deal(&mut Rng::new(0));
    let mut names = vec!["agon".to_owned()];
    let field = if std::env::args().any(|arg| arg == "alone") { Vec::new() } else { theirs::settings() };
    names.extend(field.iter().map(|(name, _)| format!("minimax 0.6.0, {name}")));
    let mut runs: Vec<Vec<Run>> = names.iter().map(|_| Vec::new()).collect();
    for _ in 0..ROUNDS {
        runs[0].push(ours(game, guide, start, depth));
        for ((_, options), runs) in field.iter().zip(&mut runs[1..]) {
            runs.push(theirs::search(game, guide, start, depth, *options, hash));
        }
    }
    runs.iter_mut().for_each(|runs| runs.sort_by_key(|run| run.time));
    let median: Vec<&Run> = runs.iter().map(|runs| &runs[ROUNDS / 2]).collect();
    println!("{title}");
    for (name, run) in names.iter().zip(&median) {
        let ms = |run: &Run| run.time.as_secs_f64() * 1000.0;
        let (nodes, time) = (run.nodes as f64 / median[0].nodes as f64, ms(run) / ms(median[0]));
        println!("  {name:<44} {:>6} {:>12} {:>9.1} {nodes:>7.2} {time:>7.2}", run.value, run.nodes, ms(run));
    }
}

fn ours<G: Game, E: Evaluate<G>>(game: &G, guide: &E, start: G::State, depth: i32) -> Run {
    let mut table = TranspositionTable::new(TABLE);
    let mut control = Control::free();
    let begin = Instant::now();
    let path = Path::new(start, 0);
    let best = AlphaBeta::new(game, guide, &path, &mut table).deepen(depth, &mut control, &mut |_| {});
    let time = begin.elapsed();
    Run { value: best.expect("a start has moves").score.value, nodes: control.nodes, time }
}

/// Counts depth as `minimax` must: seats alternate there, so a seat that moves again costs a ply of nothing between.
#[derive(Clone)]
struct Turnwise<E>(E);

impl<G: Game, E: Evaluate<G>> Evaluate<G> for Turnwise<E> {
    const UNIT: i32 = E::UNIT;
    const MOST: i32 = E::MOST;
    const LEARNS: bool = E::LEARNS;
    const HISTORY: bool = E::HISTORY;

    fn eval(&self, game: &G, s: &G::State) -> i32 {
        self.0.eval(game, s)
    }
    fn eval_within(&self, game: &G, s: &G::State, low: i32, high: i32) -> i32 {
        self.0.eval_within(game, s, low, high)
    }
    fn banked(&self, game: &G, s: &G::State) -> i32 {
        self.0.banked(game, s)
    }
    fn range(&self, game: &G, s: &G::State) -> Option<(i32, i32)> {
        self.0.range(game, s)
    }
    fn finish(&self, game: &G, s: &G::State) -> Option<i32> {
        self.0.finish(game, s)
    }
    fn key(&self, game: &G, s: &G::State) -> Option<u128> {
        self.0.key(game, s)
    }
    fn order(&self, game: &G, s: &G::State, m: G::Move) -> i32 {
        self.0.order(game, s, m)
    }
    fn rank(&self, game: &G, s: &G::State, moves: &[G::Move], scores: &mut Vec<i32>) {
        self.0.rank(game, s, moves, scores);
    }
    fn cost(&self, game: &G, before: &G::State, _m: G::Move, after: &G::State) -> i32 {
        if game.turn(after) == game.turn(before) { 2 } else { 1 }
    }
}
