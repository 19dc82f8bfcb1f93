//! Where the positions of a hunt come from: games of random moves and shallow searches.

use agon_rules::{Game, Moves, Path, Rng, Show, Viewer};

use super::prove::moves;
use crate::alphabeta::{AlphaBeta, Rated, best_indices};
use crate::control::Control;
use crate::play::Guide;
use crate::transposition_table::TranspositionTable;

/// The longest game.
const PLIES: usize = 400;
const TABLE: usize = 1 << 14;

/// How a seat plays.
#[derive(Clone, Copy)]
enum Manner {
    /// One move in `wild` at random, the others by a look `depth` plies ahead.
    Shallow { wild: usize, depth: i32 },
    /// At random, but no move that ends the game or lets the next one end it.
    Patient,
}

/// Plays a game and returns all its states with their quiet counts.
pub(super) fn play<G: Show, E: Guide<G>>(
    (game, guide): (&G, &E),
    rng: &mut Rng,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<(G::State, u16)> {
    let manners = manners::<G>(rng);
    let mut path = Path::new(game.deal(rng), 0);
    let mut states = Vec::new();
    let mut control = Control::new(u64::MAX, stop);
    while states.len() < PLIES && !stop() {
        let moves = moves(game, &path);
        if moves.is_empty() {
            break;
        }
        states.push((*path.state(), path.quiet()));
        let seat = game.turn(path.state());
        let m = match manners[seat] {
            Manner::Patient => go_on(game, &path, &moves, rng),
            Manner::Shallow { wild, depth } => {
                if game.hides(path.state(), Viewer::Seat(seat)) || rng.below(wild) == 0 {
                    moves[rng.below(moves.len())]
                } else {
                    let mut table = TranspositionTable::new(TABLE);
                    let mut search = AlphaBeta::new(game, guide, &path, &mut table).strict();
                    let values = search.rate(&moves, depth, Rated::BestMoves, &mut control);
                    let ties = best_indices(&values, seat);
                    moves[ties[rng.below(ties.len())]]
                }
            }
        };
        path.play(game, m);
    }
    states
}

/// How the two play. Good play leads to balanced endings, random moves to many different ones.
fn manners<G: Show>(rng: &mut Rng) -> [Manner; 2] {
    let shallow = |wild: [usize; 4], rng: &mut Rng| {
        let wild = wild[rng.below(4)];
        Manner::Shallow { wild, depth: 1 + rng.below(2) as i32 }
    };
    if G::LOOPS {
        // A stronger player forces wins; at random both lose their pieces, and many wins are missed.
        let strong = [[1, 1, 1, 1], [1, 2, 4, 8]][rng.below(2)];
        return [shallow(strong, rng), shallow(strong, rng)];
    }
    let manner = shallow([2, 4, 8, 16], rng);
    // Where the first row wins, boards fill up only if nobody completes one.
    if !G::POINTS && rng.below(4) > 0 { [Manner::Patient; 2] } else { [manner; 2] }
}

/// A random move that neither ends the game nor lets the next one end it, if there is one.
fn go_on<G: Game>(game: &G, path: &Path<G::State>, moves: &Moves<G::Move>, rng: &mut Rng) -> G::Move {
    let after = |state: &G::State, m: G::Move| {
        let mut after = *state;
        game.play(&mut after, m);
        after
    };
    let (mut scratch, mut replies) = (Moves::new(), Moves::new());
    let mut lasts = |m: G::Move| {
        let next = after(path.state(), m);
        !replies.relist(game, &next).is_empty()
            && replies.iter().all(|&reply| !game.over(&after(&next, reply), &mut scratch))
    };
    // Most moves last, so that trying a few at random is cheaper than trying all.
    let tries: Vec<G::Move> = (0..8).map(|_| moves[rng.below(moves.len())]).collect();
    let found = tries.iter().copied().find(|&m| lasts(m)).or_else(|| moves.iter().copied().find(|&m| lasts(m)));
    found.unwrap_or(tries[0])
}
