//! How a search tree goes on where it ends: at random, or by what a game knows of sensible play.

use agon_rules::walk::Player;
use agon_rules::{Game, Rng};

use super::share;

/// The part of a game that the tree of ISMCTS does not hold.
pub trait Rollout<G: Game> {
    /// Whether [`answer`](Rollout::answer) makes the moves of the others, so that the tree holds the decisions of one
    /// seat only and reaches further.
    const MODELS_OTHERS: bool = false;

    /// Plays a state to its end.
    fn play_out(&mut self, state: G::State, rng: &mut Rng) -> G::State;

    /// The move of a seat other than the searching one, where such moves are not to be in the tree. None where they are,
    /// and where the game is over.
    fn answer(&mut self, _state: &G::State, _rng: &mut Rng) -> Option<G::Move> {
        None
    }

    /// What the end of a game is worth to every seat, from 0 to 1.
    fn reward(&self, game: &G, end: &G::State, rewards: &mut [f32]) {
        share(game, end, rewards);
    }
}

/// Random moves, each equally likely.
pub struct Uniform<G: Game>(Player<G>);

impl<G: Game> Uniform<G> {
    /// Random moves in this game.
    pub fn new(game: &G) -> Self {
        Uniform(Player::new(game.clone()))
    }
}

impl<G: Game> Rollout<G> for Uniform<G> {
    #[inline]
    fn play_out(&mut self, state: G::State, rng: &mut Rng) -> G::State {
        self.0.playout(state, rng).0
    }
}
