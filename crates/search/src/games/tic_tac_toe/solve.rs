//! Tic-tac-toe is solved by proof search over its lines.

use agon_rules::Path;
use agon_rules::bits::Ones;
use agon_rules::games::tic_tac_toe::{State, TicTacToe};

use super::Rows;
use crate::solve::rows::lines::{LineBoard, LinePosition};
use crate::solve::rows::solve_rows;
use crate::{Request, Solution, Solve};

impl Solve<TicTacToe> for Rows {
    fn solvable(&self, _game: &TicTacToe) -> bool {
        true
    }

    fn solve(&self, game: &TicTacToe, path: &Path<State>, request: Request) -> Solution<u8> {
        // The rules leave an empty file between ranks, the lines do not.
        let cell = |square: u8| square / (game.size + 1) * game.size + square % (game.size + 1);
        let board = LineBoard::shared(game.size.into(), game.line);
        let mut position = LinePosition::new(&board);
        for (seat, &marks) in path.state().marks.iter().enumerate() {
            Ones(marks).for_each(|square| position.mark(seat, cell(square as u8)));
        }
        solve_rows(game, path, (position, cell), request)
    }
}
