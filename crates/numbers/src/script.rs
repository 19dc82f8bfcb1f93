//! Every deal, and every state that a viewer cannot tell from this one: the [scripts](Script) of the search, with errors.

use std::hash::Hash;

use agon_rules::{Game, Viewer};
use agon_search::script;

use crate::error::Error;

pub use agon_search::script::{Odds, Script};

/// Everything that can come of some draws, each once with its odds, in the order of the answers that first lead to it.
/// The error says that the draws have more than `limit` different answers.
pub fn possibilities<T: Copy + Eq + Hash>(
    limit: usize,
    draw: impl FnMut(&mut Script) -> T,
) -> Result<Vec<(T, Odds)>, Error> {
    script::possibilities(limit, draw).ok_or(Error::TooMany(limit))
}

/// Every deal of a game with its odds.
pub fn deals<G: Game>(game: &G, limit: usize) -> Result<Vec<(G::State, Odds)>, Error> {
    possibilities(limit, |script| game.deal(script))
}

/// Every state that a viewer cannot tell from this one, with its odds.
pub fn worlds<G: Game>(
    game: &G,
    state: &G::State,
    viewer: Viewer,
    limit: usize,
) -> Result<Vec<(G::State, Odds)>, Error> {
    script::worlds(game, state, viewer, limit).ok_or(Error::TooMany(limit))
}
