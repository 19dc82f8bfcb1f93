//! `expert` of Checkerboard with five in a row on the larger boards: a search made for two attacks that race.

mod fours;
mod half;
mod search;
mod table;
#[cfg(test)]
mod tests;

use agon_rules::Game;
use agon_rules::bits::Ones;
use agon_rules::games::checkerboard::{Checkerboard, State};

use self::half::{Half, LEN, Shape};
use self::search::{Found, Search, Square, WON};
use crate::control::Control;
use crate::play::Worth;
use crate::{Pick, Turn};

/// An estimate that is worth half of a win.
const EVEN: i32 = 300;

/// Whether this search is for a variant.
pub fn fits(game: &Checkerboard) -> bool {
    usize::from(game.line) == LEN && game.size >= 10
}

/// A move of the game as a square of the search.
fn square(game: &Checkerboard, m: u8) -> Square {
    let (stride, middle) = (game.size + 1, game.size / 2 * (game.size + 1));
    let (half, bit) = if m < middle { (0, m) } else { (1, m - middle) };
    half << 7 | (bit / stride * game.size + bit % stride)
}

/// The halves of a state.
fn halves(game: &Checkerboard, shape: &Shape, s: &State) -> [Half; 2] {
    [0, 1].map(|at| {
        let mut half = Half::new(shape);
        let stride = usize::from(game.size) + 1;
        let cell = |bit: usize| bit / stride * shape.files + bit % stride;
        Ones(s.marks[1 - at][at]).for_each(|bit| half.attack(shape, cell(bit)));
        Ones(s.marks[at][at]).for_each(|bit| half.stop(shape, cell(bit)));
        half
    })
}

/// The best move within `nodes` nodes.
pub fn think(turn: &mut Turn<Checkerboard>, nodes: u64) -> Pick<u8> {
    let mut control = turn.control(nodes);
    let (m, found) = best(turn.game, turn.state(), turn.moves, &mut control);
    let sign = if turn.seat() == 0 { 1 } else { -1 };
    let worth = if found.exact {
        Worth::Proved(sign * (i32::from(found.value > WON) - i32::from(found.value < -WON)))
    } else {
        Worth::Points(f64::from(sign * found.value) / f64::from(found.value.abs() + EVEN))
    };
    Pick { m, worth, nodes: control.nodes }
}

/// The best of some moves, and what it is worth for the seat to move.
pub fn best(game: &Checkerboard, s: &State, moves: &[u8], control: &mut Control) -> (u8, Found) {
    let shape = Shape::of(game);
    let squares: Vec<Square> = moves.iter().map(|&m| square(game, m)).collect();
    let (best, found) = Search::new(&shape, halves(game, &shape, s), game.turn(s)).deepen(&squares, control);
    (moves[squares.iter().position(|square| *square == best).unwrap_or(0)], found)
}
