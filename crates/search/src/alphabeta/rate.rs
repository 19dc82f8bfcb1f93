//! The value of every root move to one depth, for players that choose among the best.

use agon_rules::{Game, Seat};

use super::{AlphaBeta, Window};
use crate::control::Control;
use crate::evaluate::Evaluate;

/// Which root moves get their full value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rated {
    /// Every move.
    EveryMove,
    /// The best moves, ties included. The others only get a bound that shows them to be worse.
    BestMoves,
}

impl<G: Game, E: Evaluate<G>> AlphaBeta<'_, G, E> {
    /// The value of every move to a depth, seen from seat 0.
    pub fn rate(&mut self, moves: &[G::Move], depth: i32, rated: Rated, control: &mut Control) -> Vec<i32> {
        let state = *self.state();
        let first = self.game.turn(&state) == 0;
        let mut best: Option<i32> = None;
        let mut one = |&m: &G::Move| {
            self.play(m);
            let less = depth - self.guide.cost(self.game, &state, m, self.state());
            // A move as good as the best must be told from a worse one, so the window starts one below.
            let window = match best {
                Some(best) if rated == Rated::BestMoves && first => Window { alpha: best - 1, ..Window::FULL },
                Some(best) if rated == Rated::BestMoves => Window { beta: best + 1, ..Window::FULL },
                _ => Window::FULL,
            };
            let value = self.search(less, window, control).value;
            self.undo();
            best = Some(best.map_or(value, |best| if first { best.max(value) } else { best.min(value) }));
            value
        };
        moves.iter().map(&mut one).collect()
    }
}

/// The indices of the best values for a seat. Values are seen from seat 0.
pub fn best_indices<T: Copy + Ord>(values: &[T], seat: Seat) -> Vec<usize> {
    let best = if seat == 0 { values.iter().max() } else { values.iter().min() };
    (0..values.len()).filter(|&at| Some(&values[at]) == best).collect()
}
