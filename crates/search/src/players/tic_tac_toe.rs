//! Tic-tac-toe's levels. `hard` is perfect on 3x3; on larger boards it sees as far as its nodes allow.

use agon_rules::games::tic_tac_toe::TicTacToe;

use crate::eval::rows::Rows;
use crate::{Memory, Pick, Policy, Turn, Worth, best_of, expert, rate};

/// So many nodes; 3x3 needs far fewer.
const NODES: u64 = 200_000;

/// The levels of the rules page, and above.
pub fn players() -> Vec<Policy<TicTacToe>> {
    let medium = |turn: &mut Turn<TicTacToe>| match turn.rng.below(2) {
        0 => Pick::plain(turn.random()),
        _ => hard(turn),
    };
    vec![
        Policy::like("easy", "any legal move", "random"),
        Policy::own("medium", "a coin decides at each turn between easy and hard", medium),
        Policy::own("hard", "perfect on 3x3, the first of the best squares from the top left", hard),
        expert(&Rows, 1_000_000),
    ]
}

/// The first in scan order of the moves with the best value, as deep as the nodes allow. Wins are not told apart by
/// how soon they come; but on the larger boards, where what is lost is not known to the opponent, no row is left open.
fn hard(turn: &mut Turn<TicTacToe>) -> Pick<u8> {
    let mut control = turn.control(NODES);
    let mut memory = Memory::new(1 << 20);
    let (seat, empty) = (turn.seat(), turn.moves.len() as i32);
    let mut values = vec![0; turn.moves.len()];
    let mut sound: Vec<usize> = (0..values.len()).collect();
    let mut solid = false;
    for depth in 1..=empty {
        let deeper = rate(turn, &Rows, turn.path, depth, true, &mut memory, &mut control);
        if control.stopped() {
            break;
        }
        values = deeper;
        solid = depth == empty;
        if depth == 2 && turn.game.size > 3 {
            sound = best_of(&values, seat);
        }
    }
    let kept: Vec<i32> = sound.iter().map(|&at| values[at]).collect();
    let grid = turn.game.grid();
    let place = |at: &usize| grid.squares().position(|square| square == usize::from(turn.moves[*at]));
    let at = best_of(&kept, seat).into_iter().map(|tie| sound[tie]).min_by_key(place).expect("there are moves");
    let worth = if solid { Worth::Proved(values[at] / 1000) } else { Worth::Points(f64::from(values[at]) / 1000.0) };
    Pick { m: turn.moves[at], worth, nodes: control.nodes }
}
