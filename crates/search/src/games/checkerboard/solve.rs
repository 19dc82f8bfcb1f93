//! Checkerboard is solved by proof search over its lines, one half for each attacker.

use agon_rules::bits::Ones;
use agon_rules::games::checkerboard::{Checkerboard, State};
use agon_rules::{Path, Seat};

use super::Halves;
use crate::solve::rows::lines::{LineBoard, Square, square_of};
use crate::solve::rows::{KeepByProof, OfRows, solve_rows};
use crate::{Keep, Request, Solution, Solve};

/// The number of a square of a half in the lines: the rules leave an empty file between ranks, the lines do not.
fn cell(game: &Checkerboard, bit: u32) -> u32 {
    let size = u32::from(game.size);
    bit / (size + 1) * size + bit % (size + 1)
}

impl OfRows for Checkerboard {
    fn board(&self) -> LineBoard {
        LineBoard::apart(self.size.into(), usize::from(self.size / 2), self.line)
    }

    fn square(&self, m: u8) -> Square {
        let middle = u32::from(self.size / 2) * (u32::from(self.size) + 1);
        let half = u32::from(m) / middle;
        square_of(half as usize, cell(self, u32::from(m) - half * middle))
    }

    fn marks(&self, s: &State) -> Vec<(Seat, Square)> {
        let on = |(seat, half): (Seat, usize)| {
            Ones(s.marks[seat][half]).map(move |bit| (seat, square_of(half, cell(self, bit as u32))))
        };
        [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().flat_map(on).collect()
    }
}

impl Solve<Checkerboard> for Halves {
    fn solvable(&self, game: &Checkerboard) -> bool {
        game.line == 3 || game.line > game.size / 2
    }

    fn too_large(&self, game: &Checkerboard) -> bool {
        !self.solvable(game)
    }

    fn solve(&self, game: &Checkerboard, path: &Path<State>, request: Request) -> Solution<u8> {
        solve_rows(game, path, request)
    }

    fn keeper<'a>(&'a self, game: &'a Checkerboard, bytes: usize) -> Box<dyn Keep<Checkerboard> + 'a> {
        Box::new(KeepByProof::new(game, bytes))
    }
}
