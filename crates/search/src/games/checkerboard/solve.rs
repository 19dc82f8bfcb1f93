//! Checkerboard is solved by proof search over its lines, one half for each attacker.

use agon_rules::Path;
use agon_rules::bits::Ones;
use agon_rules::games::checkerboard::{Checkerboard, State};

use super::Halves;
use crate::solve::rows::lines::{LineBoard, LinePosition, square_of};
use crate::solve::rows::solve_rows;
use crate::{Request, Solution, Solve};

impl Solve<Checkerboard> for Halves {
    fn solvable(&self, game: &Checkerboard) -> bool {
        game.line == 3 || game.line > game.size / 2
    }

    fn solve(&self, game: &Checkerboard, path: &Path<State>, request: Request) -> Solution<u8> {
        let (size, ranks) = (u32::from(game.size), u32::from(game.size / 2));
        // The rules leave an empty file between ranks, the lines do not.
        let cell = |bit: u32| bit / (size + 1) * size + bit % (size + 1);
        let square = |square: u8| {
            let middle = ranks * (size + 1);
            let half = u32::from(square) / middle;
            square_of(half as usize, cell(u32::from(square) - half * middle))
        };
        let board = LineBoard::apart(size as usize, ranks as usize, game.line);
        let mut position = LinePosition::new(&board);
        for (seat, halves) in path.state().marks.iter().enumerate() {
            for (half, &marks) in halves.iter().enumerate() {
                Ones(marks).for_each(|bit| position.mark(seat, square_of(half, cell(bit as u32))));
            }
        }
        solve_rows(game, path, (position, square), request)
    }
}
