//! Tic-tac-toe's levels. `hard` is perfect on 3x3. On larger boards a node limit ends its search.

use agon_rules::games::tic_tac_toe::TicTacToe;

use super::Rows;
use crate::alphabeta::{Rated, best_indices};
use crate::{AlphaBeta, Pick, Policy, Roster, Turn, Worth, expert};

/// Nodes of `hard`. 3x3 needs far fewer.
const NODES: u64 = 200_000;

impl Roster<TicTacToe> for Rows {
    /// The levels of the rules page, and an expert.
    fn players(&self, _game: &TicTacToe) -> Vec<Policy<TicTacToe>> {
        let medium = |turn: &mut Turn<TicTacToe>| match turn.rng.below(2) {
            0 => Pick::plain(turn.random()),
            _ => hard(turn),
        };
        vec![
            Policy::like("easy", "any legal move", "random"),
            Policy::own("medium", "a coin decides at each turn between easy and hard", medium),
            Policy::own("hard", "perfect on 3x3, the first of the best squares from the top left", hard),
            expert(self, 1_000_000),
        ]
    }
}

/// The first of the best moves in scan order, by iterative deepening. A quick win counts no more than a slow one. But on
/// larger boards it always stops a row: the opponent may not see that the position is won anyway.
fn hard(turn: &mut Turn<TicTacToe>) -> Pick<u8> {
    let mut control = turn.control(NODES);
    let (seat, empty) = (turn.seat(), turn.moves.len() as i32);
    let table = turn.table.empty(1 << 20);
    let mut values = vec![0; turn.moves.len()];
    let mut sound: Vec<usize> = (0..values.len()).collect();
    let mut exact = false;
    for depth in 1..=empty {
        let mut search = AlphaBeta::new(turn.game, &Rows, turn.path, table).strict();
        let deeper = search.rate(turn.moves, depth, Rated::EveryMove, &mut control);
        if control.stopped() {
            break;
        }
        values = deeper;
        exact = depth == empty;
        if depth == 2 && turn.game.size > 3 {
            sound = best_indices(&values, seat);
        }
    }
    let kept: Vec<i32> = sound.iter().map(|&at| values[at]).collect();
    let grid = turn.game.grid();
    let place = |at: &usize| grid.squares().position(|square| square == usize::from(turn.moves[*at]));
    let at = best_indices(&kept, seat).into_iter().map(|tie| sound[tie]).min_by_key(place).expect("there are moves");
    let worth = if exact { Worth::Proved(values[at] / 1000) } else { Worth::Points(f64::from(values[at]) / 1000.0) };
    Pick { m: turn.moves[at], worth, nodes: control.nodes }
}
