//! Tic-tac-toe's evaluation: only a row counts. There are no estimates, only proofs, but for the levels.

use agon_rules::Game;
use agon_rules::bits::{Ones, runs};
use agon_rules::games::tic_tac_toe::{State, TicTacToe};

use super::{OpenRows, Rows};
use crate::Evaluate;
use crate::hash::fingerprint;

impl Evaluate<TicTacToe> for Rows {
    const MOST: i32 = 1000;

    fn eval(&self, _game: &TicTacToe, _s: &State) -> i32 {
        0
    }

    /// A seat without an open row cannot win.
    fn range(&self, game: &TicTacToe, s: &State) -> Option<(i32, i32)> {
        let open = |seat: usize| i32::from(game.grid().has_row(game.all() & !s.marks[1 - seat], game.line));
        Some((-open(1), open(0)))
    }

    /// Who can complete a row does.
    fn finish(&self, game: &TicTacToe, s: &State) -> Option<i32> {
        let turn = usize::from(s.turn);
        (completing(game, s, turn) != 0).then_some(if turn == 0 { 1 } else { -1 })
    }

    fn key(&self, game: &TicTacToe, s: &State) -> Option<u128> {
        let State { marks, turn, .. } = game.canonical(s);
        // No square has the highest bit.
        Some(fingerprint(&(u64::from(turn) << 63 | u64::from(marks[0]) << 32 | u64::from(marks[1]))))
    }

    fn order(&self, game: &TicTacToe, s: &State, m: u8) -> i32 {
        let mut scores = Vec::with_capacity(1);
        self.rank(game, s, &[m], &mut scores);
        scores[0]
    }

    /// What stops a row comes first.
    fn rank(&self, game: &TicTacToe, s: &State, moves: &[u8], scores: &mut Vec<i32>) {
        let stops = completing(game, s, usize::from(1 - s.turn));
        scores.extend(moves.iter().map(|m| (stops >> m & 1) as i32));
    }
}

/// The empty squares on which a seat completes a row.
fn completing(game: &TicTacToe, s: &State, seat: usize) -> u32 {
    let (steps, own) = (game.grid().steps(), s.marks[seat]);
    let squares = match game.line {
        3 => gaps::<3>(own, steps),
        4 => gaps::<4>(own, steps),
        _ => gaps::<5>(own, steps),
    };
    squares & game.all() & !(s.marks[0] | s.marks[1])
}

/// The squares, on the board or not, that lack in a row of `LINE`.
fn gaps<const LINE: usize>(own: u32, steps: [u32; 4]) -> u32 {
    steps.into_iter().fold(0, |gaps, step| {
        let shifted: [u32; LINE] = std::array::from_fn(|n| own >> (n as u32 * step));
        (0..LINE).fold(gaps, |gaps, gap| {
            let starts = (0..LINE).filter(|n| *n != gap).fold(!0, |starts, n| starts & shifted[n]);
            gaps | starts << (gap as u32 * step)
        })
    })
}

/// The worth of an open row by the number of missing marks.
const WORTH: [i32; 6] = [0, 256, 64, 16, 4, 1];
/// A lead of this much is worth half of a win.
const HALF: i32 = 150;

impl Evaluate<TicTacToe> for OpenRows {
    const MOST: i32 = 1000;

    fn eval(&self, game: &TicTacToe, s: &State) -> i32 {
        let side = |seat: usize| -> i32 {
            let (own, other) = (u128::from(s.marks[seat]), u128::from(s.marks[1 - seat]));
            let all = game.grid().squares().fold(0_u128, |all, square| all | 1 << square);
            let worth = |step: u32| -> i32 {
                let starts = runs(all & !other, step, game.line);
                let marks =
                    |start: usize| (0..u32::from(game.line)).filter(move |i| own >> (start as u32 + i * step) & 1 > 0);
                let missing = |start: usize| usize::from(game.line) - marks(start).count();
                Ones(starts).map(|start| WORTH[missing(start)]).sum()
            };
            game.grid().steps().into_iter().map(worth).sum()
        };
        let lead = side(0) - side(1);
        900 * lead / (lead.abs() + HALF)
    }
}
