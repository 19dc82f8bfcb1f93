//! The guide of games where a row wins and nothing else counts: no estimate, only proofs.

use agon_rules::Moves;
use agon_rules::games::tic_tac_toe::{State, TicTacToe};

use crate::{Guide, Policy, players};

/// Tic-tac-toe's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rows;

impl Guide<TicTacToe> for Rows {
    const MOST: i32 = 1000;

    fn eval(&self, _game: &TicTacToe, _s: &State) -> i32 {
        0
    }

    fn solvable(&self, game: &TicTacToe) -> bool {
        game.size <= 4
    }

    fn players(&self, _game: &TicTacToe) -> Vec<Policy<TicTacToe>> {
        players::tic_tac_toe::players()
    }

    fn over(&self, game: &TicTacToe, s: &State, _scratch: &mut Moves<u8>) -> bool {
        let marks = s.marks[0].count_ones() + s.marks[1].count_ones();
        s.won || marks == u32::from(game.size) * u32::from(game.size)
    }
}
