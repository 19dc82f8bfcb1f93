//! What comes to mind first: the moves of weak players, and the move that scores most at once.

use agon_rules::{Game, Path};

use super::prove::moves;
use crate::play::{Guide, Player};

/// Seeds that a player is tried with, and the nodes after which no more are tried: players that think longer leave little
/// to chance.
const SEEDS: u64 = 8;
const NODES: u64 = 200_000;

/// The share of its seeds with which a player misses a move; all of them if there is no such player.
pub(super) fn misses<G: Game, E: Guide<G>>(
    (game, guide): (&G, &E),
    path: &Path<G::State>,
    player: &str,
    only: G::Move,
) -> f64 {
    let Ok(mut player) = Player::new(player, game, guide) else { return 1.0 };
    let (mut missed, mut tried, mut nodes) = (0, 0, 0);
    while tried < SEEDS && nodes < NODES {
        let Ok(Some(pick)) = player.choose(game, path, tried, 0, &|| false) else { return 1.0 };
        missed += u64::from(pick.m != only);
        tried += 1;
        nodes += pick.nodes;
    }
    missed as f64 / tried as f64
}

/// Whether a move is among those that score most at once, and not all score alike.
pub(super) fn scores_most<G: Game>(game: &G, path: &Path<G::State>, only: G::Move) -> bool {
    let seat = game.turn(path.state());
    let gain = |m: G::Move| {
        let mut after = *path.state();
        game.play(&mut after, m);
        game.score(&after, seat) - game.score(&after, 1 - seat)
    };
    let gains: Vec<i32> = moves(game, path).iter().map(|&m| gain(m)).collect();
    let (most, least) = (gains.iter().max(), gains.iter().min());
    most != least && Some(&gain(only)) == most
}
