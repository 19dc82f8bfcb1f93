//! The fixed work of `agon bench`: random games, perft and searches, with a signature of the results.
//!
//! The signature is the same on every machine. It changes only with the rules, the evaluations or the search.

use agon_rules::{Error, Game, Moves, Path, Rng, Settings, Show, Value, games, walk};

use crate::alphabeta::AlphaBeta;
use crate::control::Control;
use crate::eval::{self, Guided};
use crate::evaluate::Evaluate;
use crate::play::Guide;
use crate::transposition_table::TranspositionTable;

/// The random games of the signature.
const PLAYOUTS: u32 = 200;
/// Perft goes as deep as it counts fewer leaves than this.
const LEAVES: u64 = 400_000;
/// A position is searched as deep as this many nodes allow.
const NODES: u64 = 20_000;

/// The variants to measure: the default, then every other word of the first option, or the ends of its range.
pub fn variants(info: &games::Info) -> Vec<Vec<(String, String)>> {
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

/// The work for one game.
pub struct Work<G: Game> {
    /// the start of every random game
    pub start: G::State,
    /// the depth of perft from there
    pub depth: u32,
    /// positions with the depth of their search; the first is the start
    pub positions: Vec<(Path<G::State>, i32)>,
    /// the sum of random plies, leaves, nodes and values
    pub signature: u64,
}

impl<G: Show> Work<G> {
    /// Does the work once.
    pub fn new<E: Evaluate<G>>(game: &G, guide: &E) -> Self {
        let start = game.deal(&mut Rng::new(0));
        let (mut player, mut rng) = (walk::Player::new(game.clone()), Rng::new(0));
        let plies: u64 = (0..PLAYOUTS).map(|_| u64::from(player.playout(start, &mut rng).1)).sum();
        let mut path = Path::new(start, 0);
        let mut depth = 1;
        while depth < 12 && walk::perft(game, &mut path, depth + 1) < LEAVES {
            depth += 1;
        }
        let mut signature = plies + walk::perft(game, &mut path, depth);
        let mut work = Vec::new();
        for path in positions(game) {
            let mut control = Control::new(NODES, &|| false);
            let mut table = TranspositionTable::new(TABLE);
            let best = AlphaBeta::new(game, guide, &path, &mut table).deepen(100, &mut control, &mut |_| {});
            work.extend(best.map(|best| (path, best.depth)));
        }
        for (path, depth) in &work {
            let (nodes, value) = search(game, guide, path, *depth);
            signature += nodes + u64::from(value.unsigned_abs());
        }
        Work { start, depth, positions: work, signature }
    }
}

/// The signature of a variant of a game.
pub fn signature(id: &str, settings: &Settings) -> Result<u64, Error> {
    struct Signature;
    impl Guided for Signature {
        type Out = u64;
        fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> u64 {
            Work::new(&game, &guide).signature
        }
    }
    eval::with(id, settings, Signature)
}

/// Bytes of the transposition table of a search.
const TABLE: usize = 1 << 22;

/// Alpha-beta to a depth with everything open and a table of its own. Returns nodes and value.
pub fn search<G: Show, E: Evaluate<G>>(game: &G, guide: &E, path: &Path<G::State>, depth: i32) -> (u64, i32) {
    let mut control = Control::free();
    let mut table = TranspositionTable::new(TABLE);
    let best = AlphaBeta::new(game, guide, path, &mut table).deepen(depth, &mut control, &mut |_| {});
    (control.nodes, best.map_or(0, |best| best.score.value))
}

/// The deal, and positions some random moves later.
fn positions<G: Game>(game: &G) -> Vec<Path<G::State>> {
    let (mut rng, mut scratch) = (Rng::new(0), Moves::new());
    let mut path = Path::new(game.deal(&mut rng), 0);
    let mut positions = vec![path.clone()];
    for ply in 1..=12 {
        if path.draw().is_some() {
            break;
        }
        let Some(m) = game.sample(path.state(), &mut rng, &mut scratch) else { break };
        path.play(game, m);
        if ply % 4 == 0 {
            positions.push(path.clone());
        }
    }
    positions
}
