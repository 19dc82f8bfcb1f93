//! Openings that favour nobody: of some random ones the one that looks most even to a short search.

use agon_rules::{Game, Moves, Path, Rng};
use agon_search::{Control, Search, TranspositionTable};

/// How many random openings are compared.
const OPENINGS: u64 = 12;
/// Nodes for each.
const NODES: u64 = 3000;
const TABLE: usize = 1 << 18;

/// Random plies from the end of a path, without an end of the game among them if that can be avoided. For two seats that
/// see everything.
pub(crate) fn even<G: Game>(
    (game, search): (&G, &dyn Search<G>),
    path: &Path<G::State>,
    plies: u32,
    seed: u64,
) -> Vec<G::Move> {
    let mut table = TranspositionTable::new(TABLE);
    let mut best: Option<(i32, Vec<G::Move>)> = None;
    for nth in 0..OPENINGS {
        let (mut rng, mut scratch) = (Rng::stream(seed, nth), Moves::new());
        let (mut path, mut moves) = (path.clone(), Vec::new());
        for _ in 0..plies {
            if path.draw().is_some() {
                break;
            }
            let Some(m) = game.sample(path.state(), &mut rng, &mut scratch) else { break };
            path.play(game, m);
            moves.push(m);
        }
        table.clear();
        let mut control = Control::new(NODES, &|| false);
        let uneven = search.value(game, &path, &mut table, &mut control).map_or(i32::MAX, i32::abs);
        if best.as_ref().is_none_or(|(least, _)| uneven < *least) {
            best = Some((uneven, moves));
        }
    }
    best.map_or_else(Vec::new, |(_, moves)| moves)
}
