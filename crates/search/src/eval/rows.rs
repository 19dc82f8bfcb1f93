//! Tic-tac-toe's guide: a row wins and nothing else counts. No estimate, only proofs.

use agon_rules::Path;
use agon_rules::bits::Ones;
use agon_rules::games::tic_tac_toe::{State, TicTacToe};

use crate::lines::{Board, Position};
use crate::rows::solve_rows;
use crate::{Control, Guide, Memory, Policy, Solution, players};

/// Tic-tac-toe's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rows;

impl Guide<TicTacToe> for Rows {
    const MOST: i32 = 1000;

    fn eval(&self, _game: &TicTacToe, _s: &State) -> i32 {
        0
    }

    fn solvable(&self, _game: &TicTacToe) -> bool {
        true
    }

    fn players(&self, _game: &TicTacToe) -> Vec<Policy<TicTacToe>> {
        players::tic_tac_toe::players()
    }

    fn solve(
        &self,
        game: &TicTacToe,
        path: &Path<State>,
        memory: &mut Memory,
        control: &mut Control,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Solution<u8> {
        // The rules keep a fence after each rank, the lines do not.
        let cell = |square: u8| square / (game.size + 1) * game.size + square % (game.size + 1);
        let board = Board::shared(game.size.into(), game.line);
        let mut position = Position::new(&board);
        for (seat, &marks) in path.state().marks.iter().enumerate() {
            Ones(marks).for_each(|square| position.mark(seat, cell(square as u8)));
        }
        solve_rows(game, path, (position, cell), memory, control, progress)
    }
}
