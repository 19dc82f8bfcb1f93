//! What a solver is asked for and what it answers.

use crate::control::Control;

/// The game-theoretic value of a position in points, seen from seat 0: its final score less that of seat 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameValue {
    /// Proved.
    Proved(i32),
    /// Not proved: a lower and an upper bound, each if one is known.
    Between(Option<i32>, Option<i32>),
}

impl GameValue {
    /// The value, if it is proved.
    pub fn proved(self) -> Option<i32> {
        match self {
            GameValue::Proved(value) => Some(value),
            GameValue::Between(..) => None,
        }
    }

    /// The lower and the upper bound.
    pub fn range(self) -> (Option<i32>, Option<i32>) {
        match self {
            GameValue::Proved(value) => (Some(value), Some(value)),
            GameValue::Between(lower, upper) => (lower, upper),
        }
    }

    /// The value between two bounds: proved where they meet.
    pub(crate) fn from_bounds(lower: i32, upper: i32) -> Self {
        if lower == upper { GameValue::Proved(lower) } else { GameValue::Between(Some(lower), Some(upper)) }
    }

    /// The value of a position whose moves have these values, with `seat` to move.
    pub(crate) fn best_of(values: impl Iterator<Item = GameValue> + Clone, seat: usize) -> GameValue {
        let mut lowers = values.clone().map(|value| value.range().0);
        let mut uppers = values.map(|value| value.range().1);
        // One lower bound is enough for a lower bound of the maximum; an upper bound needs one for every move.
        let (lower, upper) = if seat == 0 {
            (lowers.flatten().max(), uppers.try_fold(i32::MIN, |upper, other| Some(upper.max(other?))))
        } else {
            (lowers.try_fold(i32::MAX, |lower, other| Some(lower.min(other?))), uppers.flatten().min())
        };
        match (lower, upper) {
            (Some(lower), Some(upper)) if lower == upper => GameValue::Proved(lower),
            _ => GameValue::Between(lower, upper),
        }
    }
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct Solution<M> {
    /// its value
    pub value: GameValue,
    /// the value of every legal move, in the order of the list of moves
    pub moves: Vec<(M, GameValue)>,
    /// the principal variation: best play from here, while it is proved
    pub pv: Vec<M>,
    /// after how many plies the winner has won, where that is proved: no sooner against best defence
    pub plies: Option<usize>,
    /// nodes visited
    pub nodes: u64,
}

impl<M> Solution<M> {
    /// The solution of a finished game.
    pub(crate) fn finished(value: i32) -> Self {
        Solution { value: GameValue::Proved(value), moves: Vec::new(), pv: Vec::new(), plies: None, nodes: 0 }
    }

    /// The same solution with moves of another representation of the game.
    pub fn map<N>(self, to: impl Fn(M) -> N) -> Solution<N> {
        let moves = self.moves.into_iter().map(|(m, value)| (to(m), value)).collect();
        let pv = self.pv.into_iter().map(&to).collect();
        Solution { value: self.value, moves, pv, plies: self.plies, nodes: self.nodes }
    }
}

/// What to find out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// Its value and the principal variation.
    Value,
    /// The value of every move as well.
    EveryMove,
}

/// A request to a solver: what to find out, and with what.
pub struct Request<'a, 'c> {
    /// what to find out
    pub want: Want,
    /// bytes for a table
    pub bytes: usize,
    /// when to stop
    pub control: &'a mut Control<'c>,
    progress: Option<&'a mut dyn FnMut(usize, usize)>,
}

impl<'a, 'c> Request<'a, 'c> {
    /// A request that reports no progress.
    pub fn new(want: Want, bytes: usize, control: &'a mut Control<'c>) -> Self {
        Request { want, bytes, control, progress: None }
    }

    /// Calls `progress` with the number of legal moves that are done, and of all.
    pub fn with_progress(self, progress: &'a mut dyn FnMut(usize, usize)) -> Self {
        Request { progress: Some(progress), ..self }
    }

    /// Reports how many of all legal moves are done.
    pub fn report(&mut self, done: usize, all: usize) {
        if let Some(progress) = &mut self.progress {
            progress(done, all);
        }
    }
}
