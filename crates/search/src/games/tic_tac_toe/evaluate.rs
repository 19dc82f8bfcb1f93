//! Tic-tac-toe's evaluation: only a row counts. There are no estimates, only proofs, but for the levels.

use agon_rules::bits::{Ones, runs};
use agon_rules::games::tic_tac_toe::{State, TicTacToe};

use super::{OpenRows, Rows};
use crate::Evaluate;

impl Evaluate<TicTacToe> for Rows {
    const MOST: i32 = 1000;

    fn eval(&self, _game: &TicTacToe, _s: &State) -> i32 {
        0
    }
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
