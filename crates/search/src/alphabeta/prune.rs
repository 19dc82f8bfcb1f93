//! What a selective search leaves out where its guide [prunes](Evaluate::PRUNES). Nothing that comes of it is called exact.

use agon_rules::{Game, Seat};

use super::{AlphaBeta, Window};
use crate::control::Control;
use crate::evaluate::Evaluate;

/// A pass is tried with this much depth left, and searched so much less deep, and a quarter of the depth besides.
const PASS: (i32, i32) = (3, 2);
/// Up to this depth late moves are skipped: all but so many, and so many more for the square of the depth.
const LATE: (i32, i32, i32) = (3, 6, 3);

impl<G: Game, E: Evaluate<G>> AlphaBeta<'_, G, E> {
    /// Whether a node may be cut short: only a bound is asked for, and none that only a proof could give.
    pub(super) fn prunes(&self, window: Window) -> bool {
        let most = E::MOST / 10 * 9;
        E::PRUNES && self.selective && window.beta - window.alpha == 1 && window.beta.abs() < most
    }

    /// A bound from below that reaches beta although the seat to move passes: then some move will reach it as well.
    ///
    /// It is not asked after another pass. Where the estimate is below beta a pass will hardly lift it.
    pub(super) fn pass(
        &mut self,
        seat: Seat,
        depth: i32,
        window: Window,
        ply: usize,
        control: &mut Control,
    ) -> Option<i32> {
        let (game, guide, state, beta) = (self.game, self.guide, *self.path.state(), window.beta);
        if depth < PASS.0 {
            return None;
        }
        let after = guide.pass(game, &state)?;
        let Window { alpha: low, beta: high } = window.flipped_if(seat != 0);
        let value = guide.eval_within(game, &state, low, high);
        if (if seat == 0 { value } else { -value }) < beta {
            return None;
        }
        self.path.leap(after);
        self.enter(ply);
        self.plies[ply].slot = 0;
        self.passed = true;
        let less = depth - 1 - PASS.1 - depth / 4;
        let (value, _) = self.child(seat, less, window, ply + 1, control);
        self.passed = false;
        self.path.undo();
        // That the other cannot stop a win after a pass proves nothing.
        (value >= beta).then_some(value.min(E::MOST / 10 * 9))
    }
}

/// How many moves are tried of a node that may be cut short.
pub(super) fn width(depth: i32) -> usize {
    let (deepest, few, more) = LATE;
    if depth > deepest { usize::MAX } else { (few + more * depth * depth) as usize }
}
