//! Tic-tac-toe is solved by proof search over its lines.

use agon_rules::bits::Ones;
use agon_rules::games::tic_tac_toe::{State, TicTacToe};
use agon_rules::{Path, Seat};

use super::Rows;
use crate::solve::rows::lines::{LineBoard, Square};
use crate::solve::rows::{KeepByProof, OfRows, solve_rows};
use crate::{Keep, Request, Solution, Solve};

impl OfRows for TicTacToe {
    fn board(&self) -> LineBoard {
        LineBoard::shared(self.size.into(), self.line)
    }

    fn square(&self, m: u8) -> Square {
        // The rules leave an empty file between ranks, the lines do not.
        m / (self.size + 1) * self.size + m % (self.size + 1)
    }

    fn marks(&self, s: &State) -> Vec<(Seat, Square)> {
        let of = |seat: Seat| Ones(s.marks[seat]).map(move |square| (seat, self.square(square as u8)));
        of(0).chain(of(1)).collect()
    }
}

impl Solve<TicTacToe> for Rows {
    fn solvable(&self, _game: &TicTacToe) -> bool {
        true
    }

    fn solve(&self, game: &TicTacToe, path: &Path<State>, request: Request) -> Solution<u8> {
        solve_rows(game, path, request)
    }

    fn keeper<'a>(&'a self, game: &'a TicTacToe, bytes: usize) -> Box<dyn Keep<TicTacToe> + 'a> {
        Box::new(KeepByProof::new(game, bytes))
    }
}
