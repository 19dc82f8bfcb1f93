//! Many games at once, stepped by one call that writes into arrays of the caller.
//!
//! Games that end are dealt anew by themselves. Nothing here starts a thread: a caller with several cores has a batch on
//! each of them.

mod games;

use agon_rules::{Seat, Viewer};

use crate::error::{Error, length};
use crate::payoff::Payoff;

pub(crate) use games::Games;

/// What a batch is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchSpec {
    /// how many games
    pub games: usize,
    /// where all chance comes from: the same seed and actions give the same games
    pub seed: u64,
    /// by seat, the name of the player that moves for it; none for seats of the caller, and where the list ends
    pub players: Vec<Option<String>>,
    /// games are broken off after so many plies
    pub max_plies: Option<u32>,
    /// what results are worth
    pub payoff: Payoff,
}

impl BatchSpec {
    /// A batch of so many games in which the caller moves for every seat.
    pub fn new(games: usize, seed: u64) -> Self {
        BatchSpec { games, seed, players: Vec::new(), max_plies: None, payoff: Payoff::default() }
    }
}

/// Where a batch writes: a row for each game. Every row is about the position where the caller is to decide next.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// what the seat to move sees: rows of [`Batch::size`]
    pub observation: &'a mut [f32],
    /// which actions are legal: rows of [`Batch::actions`]
    pub mask: &'a mut [bool],
    /// the seat to move
    pub turn: &'a mut [i32],
    /// what the game that has just ended is worth to each seat, 0 while it goes on: rows of [`Batch::seats`]
    pub reward: &'a mut [f32],
    /// whether a game has just ended or was broken off, and the next has been dealt
    pub done: &'a mut [bool],
    /// whether it was broken off
    pub truncated: &'a mut [bool],
}

impl Arrays<'_> {
    pub(crate) fn check(&self, batch: &(impl Batch + ?Sized)) -> Result<(), Error> {
        let games = batch.games();
        length("observation", self.observation.len(), games * batch.size())?;
        length("mask", self.mask.len(), games * batch.actions())?;
        length("turn", self.turn.len(), games)?;
        length("reward", self.reward.len(), games * batch.seats())?;
        length("done", self.done.len(), games)?;
        length("truncated", self.truncated.len(), games)
    }
}

/// Many games in play, whose type is not known.
///
/// Each game has chance of its own, from the seed and its place in the batch: it is the same in a smaller or larger
/// batch.
pub trait Batch: Send {
    /// How many games.
    fn games(&self) -> usize;
    /// How many play in each.
    fn seats(&self) -> Seat;
    /// How many actions there are.
    fn actions(&self) -> usize;
    /// How many numbers an observation has.
    fn size(&self) -> usize;

    /// Deals all games anew, beginning with the first of this seed.
    fn reset(&mut self, seed: u64, out: Arrays) -> Result<(), Error>;

    /// Makes a move in every game, then those of players until the caller is to decide again.
    ///
    /// If an action is wrong the error says in which game, and no game has moved. If a player cannot move, the batch must
    /// be [reset](Batch::reset).
    fn step(&mut self, actions: &[i64], out: Arrays) -> Result<(), Error>;

    /// Writes a legal action for every game, each equally likely. The next step may make them, or not.
    fn sample(&mut self, actions: &mut [i64]) -> Result<(), Error>;

    /// Makes a random move in every game: [`sample`](Batch::sample) and [`step`](Batch::step) in one call.
    fn step_randomly(&mut self, actions: &mut [i64], out: Arrays) -> Result<(), Error> {
        self.sample(actions)?;
        self.step(actions, out)
    }

    /// The seed of the deal of a game, and how many plies ago it was dealt.
    fn deal(&self, game: usize) -> Option<(u64, u32)>;

    /// The position of a game for a viewer.
    fn position(&self, game: usize, viewer: Viewer) -> Option<String>;

    /// The legal actions of a game, in no order.
    fn legal(&self, game: usize) -> Option<&[u32]>;
}
