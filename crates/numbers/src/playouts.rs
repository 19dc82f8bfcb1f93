//! Whole random games in one call: how long they are and who wins them.

use agon_rules::{Moves, Rng, Seat, Show, walk};

use crate::script::Script;

/// Random games, counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Playouts {
    /// how many games
    pub games: u64,
    /// how many plies in all of them
    pub plies: u64,
    /// by seat: games that it alone has won
    pub wins: Vec<u64>,
    /// games that several have won, or nobody
    pub draws: u64,
}

/// Plays games at random to their ends, from one state or each from a deal of its own. The same seed gives the same games.
/// Quiet plies are counted from where they begin.
pub fn playouts<G: Show>(game: &G, start: Option<G::State>, games: u64, seed: u64) -> Playouts {
    let mut player = walk::Player::new(game.clone());
    let (mut rng, mut scratch) = (Rng::new(seed), Moves::new());
    // A deal without chance is always the same.
    let mut script = Script::default();
    let only = game.deal(&mut script);
    let start = start.or(script.sizes().is_empty().then_some(only));
    let mut counted = Playouts { games, wins: vec![0; game.seats()], ..Playouts::default() };
    for _ in 0..games {
        let start = start.unwrap_or_else(|| game.deal(&mut rng));
        let (end, plies) = player.playout(start, &mut rng);
        counted.plies += u64::from(plies);
        match winner(game, &end, &mut scratch) {
            Some(seat) => counted.wins[seat] += 1,
            None => counted.draws += 1,
        }
    }
    counted
}

/// The seat that alone has the highest score.
#[inline]
fn winner<G: Show>(game: &G, end: &G::State, scratch: &mut Moves<G::Move>) -> Option<Seat> {
    if G::LOOPS && !game.over(end, scratch) {
        return None;
    }
    let (mut best, mut winner) = (game.score(end, 0), Some(0));
    for seat in 1..game.seats() {
        let score = game.score(end, seat);
        if score >= best {
            winner = (score > best).then_some(seat);
            best = score;
        }
    }
    winner
}
