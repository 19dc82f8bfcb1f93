//! ISMCTS sees wins and threats of one ply.

use agon_rules::Rng;
use agon_rules::games::tic_tac_toe::{State, TicTacToe};
use agon_search::{Control, ismcts};

#[test]
fn a_win_in_one_is_taken_even_without_an_iteration() {
    // Two squares of the lowest rank are marked; the third wins.
    let state = State { marks: [0b11, 0b11 << 4], turn: 0, won: false };
    let mut control = Control::new(0, &|| false);
    assert_eq!(ismcts(&TicTacToe::default(), &state, 10, &mut Rng::new(0), &mut control), Some((2, 1.0)));
}

#[test]
fn a_row_that_must_be_stopped_is_stopped() {
    let state = State { marks: [0b11, 0b1 << 4], turn: 1, won: false };
    for seed in 0..5 {
        let best = ismcts(&TicTacToe::default(), &state, 2000, &mut Rng::new(seed), &mut Control::free());
        assert_eq!(best.map(|(m, _)| m), Some(2));
    }
}
