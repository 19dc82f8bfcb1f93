//! The fixed work of `agon bench`: random games, lines counted and positions searched, and a signature of it all that is
//! the same on every machine and changes only with the rules, the evaluators or the search.

use agon_rules::{Error, Game, Moves, Path, Rng, Settings, Show, Value, games, walk};

use crate::eval::{self, Guided};
use crate::{Control, Guide, Memory, deepen};

/// The random games of the signature.
const PLAYOUTS: u32 = 200;
/// Lines are counted as deep as there are fewer than so many.
const LEAVES: u64 = 400_000;
/// Positions are searched as deep as so many nodes allow.
const NODES: u64 = 20_000;

/// The options to measure a game with: the default, then of its first option every other word or the ends of a range.
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

/// The work for one game, done once.
pub struct Work<G: Game> {
    /// the start of every random game
    pub start: G::State,
    /// how deep lines are counted from there
    pub depth: u32,
    /// positions, and how deep each is searched; the first is the start
    pub places: Vec<(Path<G::State>, i32)>,
    /// random plies, lines, nodes and values together
    pub signature: u64,
}

impl<G: Show> Work<G> {
    /// Does it.
    pub fn new<E: Guide<G>>(game: &G, guide: &E) -> Self {
        let start = game.deal(&mut Rng::new(0));
        let (mut player, mut rng) = (walk::Player::new(game.clone()), Rng::new(0));
        let plies: u64 = (0..PLAYOUTS).map(|_| u64::from(player.playout(start, &mut rng).1)).sum();
        // As deep as is done in a moment.
        let mut path = Path::new(start, 0);
        let mut depth = 1;
        while depth < 12 && walk::perft(game, &mut path, depth + 1) < LEAVES {
            depth += 1;
        }
        let mut signature = plies + walk::perft(game, &mut path, depth);
        let mut work = Vec::new();
        for path in places(game) {
            let mut control = Control::new(NODES, &|| false);
            let best = deepen(game, guide, &path, &mut Memory::new(TABLE), 100, &mut control, &mut |_| {});
            work.extend(best.map(|best| (path, best.depth)));
        }
        for (path, depth) in &work {
            let (nodes, value) = search(game, guide, path, *depth);
            signature += nodes + u64::from(value.unsigned_abs());
        }
        Work { start, depth, places: work, signature }
    }
}

/// The signature of a game with some options.
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

/// Bytes of the table of a search.
const TABLE: usize = 1 << 22;

/// Alpha-beta to a depth with everything open and a table of its own: how many nodes, and the value.
pub fn search<G: Show, E: Guide<G>>(game: &G, guide: &E, path: &Path<G::State>, depth: i32) -> (u64, i32) {
    let mut control = Control::free();
    let best = deepen(game, guide, path, &mut Memory::new(TABLE), depth, &mut control, &mut |_| {});
    (control.nodes, best.map_or(0, |best| best.found.value))
}

/// The deal, and what comes of it after some random moves.
fn places<G: Game>(game: &G) -> Vec<Path<G::State>> {
    let (mut rng, mut scratch) = (Rng::new(0), Moves::new());
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
