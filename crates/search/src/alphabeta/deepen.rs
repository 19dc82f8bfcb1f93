//! Iterative deepening: the best move within a node limit, one ply deeper each iteration, with an aspiration window.

use agon_rules::{Game, Moves};

use super::{AlphaBeta, INFINITE, Score, Window};
use crate::control::Control;
use crate::evaluate::Evaluate;

/// The best move of an iteration.
#[derive(Clone, Debug)]
pub struct BestMove<M> {
    /// the move
    pub m: M,
    /// its score, seen from seat 0
    pub score: Score,
    /// the depth of the last complete iteration
    pub depth: i32,
}

/// The aspiration window reaches one point divided by this to either side of the last value.
const ASPIRATION: i32 = 50;

impl<G: Game, E: Evaluate<G>> AlphaBeta<'_, G, E> {
    /// Searches by iterative deepening up to `depth` and returns the best move found. None when there is no move.
    ///
    /// The move is legal even when the control stops the search at once. `on_iteration` is called after every complete
    /// iteration.
    pub fn deepen(
        &mut self,
        depth: i32,
        control: &mut Control,
        on_iteration: &mut dyn FnMut(&BestMove<G::Move>),
    ) -> Option<BestMove<G::Move>> {
        let mut list = Moves::new();
        if self.path.draw().is_none() {
            self.game.moves(self.state(), &mut list);
        }
        self.deepen_among(list.to_vec(), depth, control, on_iteration)
    }

    /// The same among some of the legal moves.
    pub fn deepen_among(
        &mut self,
        mut moves: Vec<G::Move>,
        depth: i32,
        control: &mut Control,
        on_iteration: &mut dyn FnMut(&BestMove<G::Move>),
    ) -> Option<BestMove<G::Move>> {
        moves.sort_by_key(|&m| -self.guide.order(self.game, self.state(), m));
        let first = *moves.first()?;
        let mut best = BestMove { m: first, score: Score { value: 0, exact: false }, depth: 0 };
        for depth in 1..=depth {
            let Some(score) = self.iteration(&mut moves, depth, best.score.value, control) else { break };
            best = BestMove { m: moves[0], score, depth };
            on_iteration(&best);
            if score.exact || moves.len() == 1 {
                break;
            }
        }
        // An iteration that was stopped may still have found something better.
        best.m = moves[0];
        Some(best)
    }

    /// Searches every move to a depth and puts the best one first. None when it was stopped.
    ///
    /// It starts with an aspiration window around the last value, and opens the side on which the search fails.
    fn iteration(&mut self, moves: &mut [G::Move], depth: i32, last: i32, control: &mut Control) -> Option<Score> {
        let sign = if self.game.turn(self.state()) == 0 { 1 } else { -1 };
        let margin = E::UNIT / ASPIRATION;
        let mut window = Window::FULL;
        if depth > 2 {
            window = Window::new(sign * last - margin, sign * last + margin);
        }
        loop {
            let score = self.root(moves, depth, window, control)?;
            let proved = score.exact && score.value >= E::MOST;
            if !proved && score.value <= window.alpha && window.alpha > -INFINITE {
                window.alpha = -INFINITE;
            } else if !proved && score.value >= window.beta && window.beta < INFINITE {
                window.beta = INFINITE;
            } else {
                return Some(Score { value: sign * score.value, ..score });
            }
        }
    }

    /// Searches the root moves once within a window. Window and score are seen from the seat to move.
    fn root(&mut self, moves: &mut [G::Move], depth: i32, window: Window, control: &mut Control) -> Option<Score> {
        let state = *self.state();
        let second = self.game.turn(&state) != 0;
        let mut best = Score { value: -INFINITE, exact: false };
        let mut exact = true;
        for at in 0..moves.len() {
            let m = moves[at];
            let alpha = window.alpha.max(best.value);
            self.play(m);
            let less = depth - self.guide.cost(self.game, &state, m, self.state());
            let mut child = |beta: i32| {
                let score = self.search(less, Window::new(alpha, beta).flipped_if(second), control);
                if second { -score } else { score }
            };
            let mut score = child(if at == 0 { window.beta } else { alpha + 1 });
            if at > 0 && score.value > alpha && score.value < window.beta {
                score = child(window.beta);
            }
            self.undo();
            if control.stopped() {
                return None;
            }
            exact &= score.exact;
            if at == 0 || score.value > alpha {
                // The others keep their order behind it.
                moves[..=at].rotate_right(1);
            }
            if score.value > best.value {
                best = score;
            }
            if score.exact && score.value >= E::MOST {
                return Some(score);
            }
            if best.value >= window.beta {
                return Some(best);
            }
        }
        Some(Score { exact, ..best })
    }
}
