//! The fixed work of `agon bench`: random games, perft and searches, with a signature of the results.
//!
//! The signature is the same on every machine. It changes only with the rules, the evaluations or the search.

use agon_rules::{Error, Game, Moves, Path, Rng, Settings, Show, Value, games, walk};

use crate::alphabeta::AlphaBeta;
use crate::control::Control;
use crate::evaluate::Evaluate;
use crate::guides::Guided;
use crate::play::Guide;
use crate::registry::find;
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

/// The work for one game and some options, prepared, and done in pieces that a caller can time.
pub trait Bench {
    /// Random plies, lines, nodes and values together.
    fn signature(&self) -> u64;
    /// How large a state is.
    fn state_bytes(&self) -> usize;
    /// Plays `games` random games and returns how many plies they took.
    fn playouts(&mut self, games: u32) -> u64;
    /// Counts the lines from the start to a fixed depth.
    fn perft(&mut self) -> u64;
    /// How deep each position is searched; the first is the start.
    fn depths(&self) -> Vec<i32>;
    /// Searches the position with this index, and returns how many nodes that took.
    fn search(&self, at: usize) -> u64;
}

/// The work for a game with some options.
pub fn prepare(id: &str, settings: &Settings) -> Result<Box<dyn Bench>, Error> {
    find(id)?.bench(settings)
}

/// The signature of a variant of a game.
pub fn signature(id: &str, settings: &Settings) -> Result<u64, Error> {
    Ok(prepare(id, settings)?.signature())
}

pub(crate) struct Prepare;

impl Guided for Prepare {
    type Out = Box<dyn Bench>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        Box::new(Work::new(game, guide))
    }
}

struct Work<G: Game, E> {
    game: G,
    guide: E,
    start: Path<G::State>,
    player: walk::Player<G>,
    rng: Rng,
    /// how deep lines are counted
    depth: u32,
    positions: Vec<(Path<G::State>, i32)>,
    signature: u64,
}

impl<G: Show, E: Guide<G>> Work<G, E> {
    fn new(game: G, guide: E) -> Self {
        let start = Path::new(game.deal(&mut Rng::new(0)), 0);
        let player = walk::Player::new(game.clone());
        let mut work =
            Work { game, guide, start, player, rng: Rng::new(0), depth: 1, positions: Vec::new(), signature: 0 };
        work.signature = work.playouts(PLAYOUTS);
        work.rng = Rng::new(0);
        // As deep as is done in a moment.
        while work.depth < 12 && walk::perft(&work.game, &mut work.start, work.depth + 1) < LEAVES {
            work.depth += 1;
        }
        work.signature += work.perft();
        for path in positions(&work.game) {
            let mut control = Control::new(NODES, &|| false);
            let mut table = TranspositionTable::new(TABLE);
            let mut search = AlphaBeta::new(&work.game, &work.guide, &path, &mut table);
            let best = search.deepen(100, &mut control, &mut |_| {});
            work.positions.extend(best.map(|best| (path, best.depth)));
        }
        for (path, depth) in &work.positions {
            let (nodes, value) = search(&work.game, &work.guide, path, *depth);
            work.signature += nodes + u64::from(value.unsigned_abs());
        }
        work
    }
}

impl<G: Show, E: Guide<G>> Bench for Work<G, E> {
    fn signature(&self) -> u64 {
        self.signature
    }

    fn state_bytes(&self) -> usize {
        size_of::<G::State>()
    }

    fn playouts(&mut self, games: u32) -> u64 {
        let start = *self.start.state();
        (0..games).map(|_| u64::from(self.player.playout(start, &mut self.rng).1)).sum()
    }

    fn perft(&mut self) -> u64 {
        walk::perft(&self.game, &mut self.start, self.depth)
    }

    fn depths(&self) -> Vec<i32> {
        self.positions.iter().map(|(_, depth)| *depth).collect()
    }

    fn search(&self, at: usize) -> u64 {
        let (path, depth) = &self.positions[at];
        search(&self.game, &self.guide, path, *depth).0
    }
}

/// Bytes of the transposition table of a search.
const TABLE: usize = 1 << 22;

/// Alpha-beta to a depth with everything open and a table of its own. Returns nodes and value.
fn search<G: Show, E: Evaluate<G>>(game: &G, guide: &E, path: &Path<G::State>, depth: i32) -> (u64, i32) {
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
