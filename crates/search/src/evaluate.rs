//! What a search needs to know of a game besides its rules: an evaluation, a move ordering, a key for the table.

use agon_rules::Game;

use crate::hash::fingerprint;

/// What a search needs to know of a game. Only [`eval`](Evaluate::eval) has no default.
///
/// All values are seen from seat 0. They count fractions of a point: [`UNIT`](Evaluate::UNIT) make one point, or the
/// whole game where there are no points.
pub trait Evaluate<G: Game>: Clone + Send + Sync + 'static {
    /// How many units make a point. In a game without points [`eval`](Evaluate::eval) must stay below it.
    const UNIT: i32 = 1000;

    /// The greatest value there is: a win, in games without points.
    const MOST: i32 = i32::MAX / 2;

    /// Whether the search learns a move ordering from cutoffs (killer moves and countermoves). Set it to false where
    /// [`order`](Evaluate::order) is good enough on its own.
    const LEARNS: bool = true;

    /// Whether a search of every move learns a move ordering from the history of all cutoffs, besides killer moves. It
    /// helps where many moves look alike and the same ones are good in many positions.
    const HISTORY: bool = false;

    /// Whether a [selective](crate::AlphaBeta::selective) search prunes: it skips late moves near the leaves, cuts off where
    /// even a [`pass`](Evaluate::pass) is good enough, and learns from moves that failed. For games without points, where
    /// it was measured.
    const PRUNES: bool = false;

    /// An estimate of an unfinished state, without the banked points.
    fn eval(&self, game: &G, s: &G::State) -> i32;

    /// [`eval`](Evaluate::eval) for a search that only asks whether it lies between `low` and `high`. What is returned from
    /// there is the estimate; what is returned up to `low` need only be an upper bound of it, and what is returned from
    /// `high` on a lower bound. Override it where a bound is cheaper than the estimate.
    #[inline]
    fn eval_within(&self, game: &G, s: &G::State, _low: i32, _high: i32) -> i32 {
        self.eval(game, s)
    }

    /// The lead of seat 0 that no further move can change, in points.
    fn banked(&self, _game: &G, _s: &G::State) -> i32 {
        0
    }

    /// The least and the most that the rest of the game can add to the banked points, in points.
    fn range(&self, _game: &G, _s: &G::State) -> Option<(i32, i32)> {
        None
    }

    /// What best play adds to the banked points, in points, where that is known without a search.
    fn finish(&self, _game: &G, _s: &G::State) -> Option<i32> {
        None
    }

    /// The key of a state in the transposition table. States with the same key have the same seat to move and the same
    /// value without the banked points.
    ///
    /// None keeps the state out of the table: near the end of a game a look-up costs more than the search.
    fn key(&self, game: &G, s: &G::State) -> Option<u128> {
        Some(fingerprint(&game.canonical(s)))
    }

    /// How good a move looks before it is searched. The search tries the highest first.
    fn order(&self, _game: &G, _s: &G::State, _m: G::Move) -> i32 {
        0
    }

    /// Appends the [`order`](Evaluate::order) of every move of a list. Override it where the whole list is faster than
    /// one move at a time.
    fn rank(&self, game: &G, s: &G::State, moves: &[G::Move], scores: &mut Vec<i32>) {
        scores.extend(moves.iter().map(|&m| self.order(game, s, m)));
    }

    /// How many moves of a position a [selective](crate::AlphaBeta::selective) search tries at most, the best-looking ones
    /// by their order, with this depth left.
    fn width(&self, _game: &G, _depth: i32) -> usize {
        usize::MAX
    }

    /// The state as it would be if the seat to move could pass, for a search that [`PRUNES`](Evaluate::PRUNES). None where a
    /// pass says nothing, for instance because moving is what hurts.
    fn pass(&self, _game: &G, _s: &G::State) -> Option<G::State> {
        None
    }

    /// How much search depth a move costs that has led from one state to another. Zero extends the search.
    fn cost(&self, _game: &G, _before: &G::State, _m: G::Move, _after: &G::State) -> i32 {
        1
    }
}

/// Knows nothing of a game: every unfinished state is worth zero.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<G: Game> Evaluate<G> for Blind {
    fn eval(&self, _game: &G, _s: &G::State) -> i32 {
        0
    }
}

/// Knows nothing of a game without points, except that nothing is better than a win. So a forced win ends the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wins;

impl<G: Game> Evaluate<G> for Wins {
    const MOST: i32 = 1000;

    fn eval(&self, _game: &G, _s: &G::State) -> i32 {
        0
    }
}
