//! Walking through a game: counting all lines to a depth, and playing at random to the end.

use crate::{Game, Moves, Path, Rng};

/// The number of lines of `depth` moves from here; a game that ends sooner counts once where it ends.
///
/// ```
/// # use agon_rules::{Game, Path, Rng, games::gambit::Gambit, walk::perft};
/// let game = Gambit::default();
/// let mut path = Path::new(game.deal(&mut Rng::new(0)), 0);
/// assert_eq!(perft(&game, &mut path, 4), 19154);
/// ```
pub fn perft<G: Game>(game: &G, path: &mut Path<G::State>, depth: u32) -> u64 {
    count(game, path, depth, &mut Moves::new(), &|| false)
}

/// The same, until `stop` returns true: then what was counted by then. It is asked wherever four moves or more are left.
pub fn perft_until<G: Game>(game: &G, path: &mut Path<G::State>, depth: u32, stop: &impl Fn() -> bool) -> u64 {
    count(game, path, depth, &mut Moves::new(), stop)
}

/// Below this depth lines are counted in a moment, and nobody needs to stop.
const BELOW: u32 = 4;

/// `out` is a stack of move lists: each call appends its own above those of its callers.
fn count<G: Game>(
    game: &G,
    path: &mut Path<G::State>,
    depth: u32,
    out: &mut Moves<G::Move>,
    stop: &impl Fn() -> bool,
) -> u64 {
    if depth == 0 || (G::LOOPS && path.draw().is_some()) {
        return 1;
    }
    if depth >= BELOW && stop() {
        return 0;
    }
    let from = out.len();
    game.moves(path.state(), out);
    let to = out.len();
    let leaves = if from == to {
        1
    } else if depth == 1 {
        (to - from) as u64
    } else {
        let mut leaves = 0;
        for i in from..to {
            path.play(game, out[i]);
            leaves += count(game, path, depth - 1, out, stop);
            path.undo();
        }
        leaves
    };
    out.truncate(from);
    leaves
}

/// Calls `leaf` with the state at the end of every line that [`perft`] counts.
pub fn leaves<G: Game>(game: &G, path: &mut Path<G::State>, depth: u32, leaf: &mut impl FnMut(&G::State)) {
    visit(game, path, depth, &mut Moves::new(), leaf);
}

fn visit<G: Game>(
    game: &G,
    path: &mut Path<G::State>,
    depth: u32,
    out: &mut Moves<G::Move>,
    leaf: &mut impl FnMut(&G::State),
) {
    let from = out.len();
    if depth > 0 && path.draw().is_none() {
        game.moves(path.state(), out);
    }
    let to = out.len();
    if from == to {
        leaf(path.state());
    }
    for i in from..to {
        path.play(game, out[i]);
        visit(game, path, depth - 1, out, leaf);
        path.undo();
    }
    out.truncate(from);
}

/// Plays games at random to the end. Holds the memory it needs, so that no ply allocates.
#[derive(Clone, Debug)]
pub struct Player<G: Game> {
    game: G,
    scratch: Moves<G::Move>,
    path: Path<G::State>,
}

impl<G: Game> Player<G> {
    /// A player of this game.
    pub fn new(game: G) -> Self {
        let path = Path::new(game.deal(&mut Rng::new(0)), 0);
        Player { game, scratch: Moves::new(), path }
    }

    /// Plays uniformly random moves from `state` to the end and returns how it ended and the number of plies.
    #[inline]
    pub fn playout(&mut self, mut state: G::State, rng: &mut Rng) -> (G::State, u32) {
        let mut plies = 0;
        if G::LOOPS {
            self.path.restart(state, 0);
            while self.path.draw().is_none() {
                let Some(m) = self.game.sample(self.path.state(), rng, &mut self.scratch) else { break };
                self.path.play(&self.game, m);
                plies += 1;
            }
            state = *self.path.state();
        } else {
            while let Some(m) = self.game.sample(&state, rng, &mut self.scratch) {
                self.game.play(&mut state, m);
                plies += 1;
            }
        }
        (state, plies)
    }
}
