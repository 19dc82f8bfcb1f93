//! A game with its numbers: what tables, batches and trees share.

use agon_rules::{Block, Draw, Path, Rng, Seat, Show, Text, observation};

use crate::actions::Actions;
use crate::error::Error;
use crate::payoff::Payoff;
use crate::script::Script;

/// What a program needs to know of a game before it plays.
#[derive(Clone, PartialEq, Debug)]
pub struct Numbering {
    /// how many play
    pub seats: Seat,
    /// how many actions there are; they are numbered from 0
    pub actions: usize,
    /// what an observation consists of, in this order
    pub blocks: Vec<Block>,
    /// how many numbers an observation has: those of all blocks
    pub size: usize,
    /// the least and the most that a seat can get, by [`Payoff::Outcome`] and by [`Payoff::Margin`]
    pub outcome_bounds: (f64, f64),
    /// the same by [`Payoff::Margin`]
    pub margin_bounds: (f64, f64),
    /// whether anything is hidden from a seat, at the start or later
    pub hides: bool,
    /// how many outcomes each draw of a deal has: the chance nodes of a [tree](crate::TreeState), in their order
    pub deal: Vec<usize>,
    /// whether positions can come back, so that games may be long
    pub loops: bool,
    /// no game has more plies; none where positions can come back
    pub most_plies: Option<usize>,
    /// whether scores are points, so that margins mean something
    pub points: bool,
}

/// A variant of a game with its moves numbered.
#[derive(Debug)]
pub struct Codec<G: Show> {
    game: G,
    actions: Actions<G::Move>,
    blocks: Vec<Block>,
    size: usize,
}

impl<G: Show> Codec<G> {
    /// The numbers of a game, if it has them.
    pub fn new(game: G) -> Result<Self, Error> {
        let (actions, mut blocks) = (Actions::new(game.actions()), game.blocks());
        if actions.is_empty() || blocks.is_empty() {
            return Err(Error::NoNumbers(G::ID));
        }
        if G::LOOPS {
            blocks.extend([Block::new("quiet", [1]), Block::new("repeats", [1])]);
        }
        let size = blocks.iter().map(Block::size).sum();
        Ok(Codec { game, actions, blocks, size })
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The moves by number.
    pub fn actions(&self) -> &Actions<G::Move> {
        &self.actions
    }

    /// How many numbers an observation has.
    pub fn size(&self) -> usize {
        self.size
    }

    /// What a program needs to know before it plays.
    pub fn numbering(&self) -> Numbering {
        let game = &self.game;
        let mut script = Script::default();
        game.deal(&mut script);
        Numbering {
            seats: game.seats(),
            actions: self.actions.len(),
            blocks: self.blocks.clone(),
            size: self.size,
            outcome_bounds: Payoff::Outcome.bounds(game),
            margin_bounds: Payoff::Margin.bounds(game),
            hides: game.will_hide(&game.deal(&mut Rng::new(0))),
            deal: script.sizes().to_vec(),
            loops: G::LOOPS,
            most_plies: game.most_plies(),
            points: G::POINTS,
        }
    }

    /// Writes what a seat sees, with how often the position has stood before ([`Path::repeats`]).
    ///
    /// Where positions can come back, the quiet count and the repetitions follow what the rules write: they decide the
    /// game, and no state holds them.
    #[inline]
    pub fn observe(&self, path: &Path<G::State>, repeats: usize, seat: Seat, out: &mut [f32]) {
        let (seen, counts) = out.split_at_mut(self.size - if G::LOOPS { 2 } else { 0 });
        observation(&self.game, path.state(), seat, seen);
        if let [quiet, again] = counts {
            *quiet = f32::from(path.quiet()) / f32::from(Path::<G::State>::QUIET);
            *again = repeats as f32 / 2.0;
        }
    }

    /// Appends the numbers of some moves, or returns one that has none.
    #[inline]
    pub fn number_all(&self, moves: &[G::Move], out: &mut Vec<u32>) -> Result<(), G::Move> {
        for m in moves {
            out.push(self.actions.number(m).ok_or(*m)?);
        }
        Ok(())
    }

    /// Why a game is over.
    pub(crate) fn reason(&self, path: &Path<G::State>) -> Text {
        path.draw().map_or_else(|| self.game.reason(path.state()), Draw::reason)
    }

    /// The error for a move that has no number.
    pub(crate) fn unnumbered(&self, state: &G::State, m: G::Move) -> Error {
        Error::Unnumbered(self.game.write_move(state, m))
    }
}
