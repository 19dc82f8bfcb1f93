//! What comes to mind first: the moves of weak players, and the move that scores most at once.

use agon_rules::{Game, Path};

use super::prove::moves;
use crate::play::{Guide, Player};

/// Seeds that a player is tried with.
pub(super) const SEEDS: u64 = 8;

/// With how many seeds of `seeds` a player misses a move. All of them if there is no such player.
pub(super) fn misses<G: Game, E: Guide<G>>(
    (game, guide): (&G, &E),
    path: &Path<G::State>,
    (player, seeds): (&str, u64),
    only: G::Move,
) -> u64 {
    let Ok(mut player) = Player::new(player, game, guide) else { return seeds };
    let hit = |seed: &u64| {
        let pick = player.choose(game, path, *seed, 0, &|| false);
        pick.is_ok_and(|pick| pick.is_some_and(|pick| pick.m == only))
    };
    seeds - (0..seeds).filter(hit).count() as u64
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
