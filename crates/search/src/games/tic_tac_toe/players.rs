//! Tic-tac-toe's levels, and those of the original, whose `hard` is perfect on 3x3.

use agon_rules::games::tic_tac_toe::TicTacToe;

use super::{OpenRows, Rows};
use crate::alphabeta::{Rated, best_indices};
use crate::play::{Budget, ambitious};
use crate::{AlphaBeta, Pick, Policy, Roster, Skill, Turn, Worth, skilled};

/// Nodes of the original's `hard`. 3x3 needs far fewer.
const NODES: u64 = 200_000;

impl Roster<TicTacToe> for Rows {
    /// The levels, and those of the original.
    fn players(&self, game: &TicTacToe) -> Vec<Policy<TicTacToe>> {
        let coin = |turn: &mut Turn<TicTacToe>| match turn.rng.below(2) {
            0 => Pick::plain(turn.random()),
            _ => first_best(turn),
        };
        let [easy, medium, hard] = skills(game);
        vec![
            skilled("easy", "looks at its own move only, and overlooks many", self, easy),
            skilled("medium", "looks one or two plies ahead, and overlooks some", self, medium),
            skilled("hard", "looks two to six plies ahead, and overlooks few", self, hard),
            Policy::own("expert", "plays perfectly, and sets problems", |turn| {
                ambitious(turn, &Rows, &OpenRows, BUDGET)
            }),
            Policy::like("original_easy", "the original's: any legal move", "random"),
            Policy::own("original_medium", "the original's: a coin decides between the other two", coin),
            Policy::own(
                "original_hard",
                "the original's: perfect on 3x3, the first of the best from the top left",
                first_best,
            ),
        ]
    }

    fn graders(&self) -> [&'static str; 3] {
        ["original_easy", "original_medium", "original_hard"]
    }
}

/// What `expert` may take.
const BUDGET: Budget = Budget { proof: 300_000, search: 100_000 };

/// The skill of `easy`, `medium` and `hard`, measured on every board (docs/results.md, Levels). Where nothing but an
/// oversight loses, the levels differ by how much they overlook.
fn skills(game: &TicTacToe) -> [Skill; 3] {
    let skills = match (game.size, game.line) {
        (3, _) => [(1, 55), (2, 37), (2, 11)],
        (4, 3) => [(1, 70), (1, 0), (2, 10)],
        (5, 3) => [(1, 70), (2, 35), (3, 15)],
        (5, 4) => [(1, 40), (2, 6), (6, 0)],
        (5, _) => [(1, 60), (2, 48), (2, 12)],
        _ => [(1, 62), (2, 47), (2, 14)],
    };
    skills.map(|(depth, overlooks)| Skill::new(depth, 0).overlooking(overlooks))
}

/// The first of the best moves in scan order, by iterative deepening. A quick win counts no more than a slow one. But on
/// larger boards it always stops a row: the opponent may not see that the position is won anyway.
fn first_best(turn: &mut Turn<TicTacToe>) -> Pick<u8> {
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
