//! The proofs of games of rows are those of plain alpha-beta that knows nothing, also in the middle of the game.

use agon_rules::games::{checkerboard::Checkerboard, tic_tac_toe::TicTacToe};
use agon_rules::{Game, Match, Path, Rng, Show, Start};
use agon_search::games::{checkerboard::Halves, tic_tac_toe::Rows};
use agon_search::{AlphaBeta, Control, GameValue, Request, Solve, TranspositionTable, Want, Wins};

/// Compares every move's value in random positions with `left` empty squares. Returns how many were not drawn.
fn check<G: Show + Game<Move = u8>, E: Solve<G>>(game: &G, guide: &E, left: usize, rounds: u64) -> usize {
    let mut decided = 0;
    for seed in 0..rounds {
        let mut table = Match::new(game.clone(), Start::Seed(0)).expect("a deal");
        let mut rng = Rng::stream(seed, 11);
        while table.choices().len() > left {
            table.advance(table.choices().draw(&mut rng).expect("not over"));
        }
        let path: &Path<G::State> = table.path();
        let ours = guide.solve(game, path, Request::new(Want::EveryMove, 1 << 20, &mut Control::free()));
        let theirs = Wins.solve(game, path, Request::new(Want::EveryMove, 1 << 22, &mut Control::free()));
        let context = format!("{:?} {}", game.values(), game.write_state(path.state()));
        assert_eq!(ours.moves, theirs.moves, "{context}");
        assert_eq!(ours.value, theirs.value, "{context}");
        decided += ours.moves.iter().filter(|(_, value)| *value != GameValue::Proved(0)).count();
    }
    decided
}

#[test]
fn tic_tac_toe_is_proved_as_plain_alpha_beta_proves_it() {
    let options = [(3, 3, 9, 1), (3, 3, 7, 40), (4, 3, 14, 20), (4, 4, 9, 60), (5, 4, 12, 40)];
    let decided = options.map(|(size, line, left, rounds)| check(&TicTacToe { size, line }, &Rows, left, rounds));
    assert!(decided.iter().sum::<usize>() > 200, "{decided:?}");
}

/// Alpha-beta that knows which rows are open, and which are completed at once, against alpha-beta that knows nothing.
#[test]
fn knowing_open_rows_changes_no_value_of_tic_tac_toe() {
    let mut decided = 0;
    for (size, line, left, rounds) in [(3, 3, 9, 1), (3, 3, 6, 40), (4, 3, 12, 20), (4, 4, 10, 40), (5, 4, 10, 40)] {
        let game = TicTacToe { size, line };
        for seed in 0..rounds {
            let mut table = Match::new(game, Start::Seed(0)).expect("a deal");
            let mut rng = Rng::stream(seed, 12);
            while table.choices().len() > left {
                table.advance(table.choices().draw(&mut rng).expect("not over"));
            }
            let mut tables = [0; 2].map(|_| TranspositionTable::new(1 << 20));
            let [known, unknown] = &mut tables;
            for depth in [1, 2, 3, left as i32] {
                let mut free = Control::free();
                let rows = AlphaBeta::new(&game, &Rows, table.path(), known).strict().search_full(depth, &mut free);
                let wins = AlphaBeta::new(&game, &Wins, table.path(), unknown).strict().search_full(depth, &mut free);
                let context = format!("{size} {line} {} depth {depth}", game.write_state(table.path().state()));
                assert_eq!(rows.value, wins.value, "{context}");
                assert!(rows.exact || !wins.exact, "{context}");
                decided += usize::from(rows.value != 0);
            }
        }
    }
    assert!(decided > 100, "only {decided}");
}

#[test]
fn checkerboard_is_proved_as_plain_alpha_beta_proves_it() {
    assert!(check(&Checkerboard { size: 6, line: 3 }, &Halves, 13, 150) > 50);
    assert!(check(&Checkerboard { size: 6, line: 4 }, &Halves, 13, 60) > 20);
    assert!(check(&Checkerboard { size: 8, line: 4 }, &Halves, 13, 40) > 20);
}

/// Too little time for a proof: what is left is that the first player can steal a strategy.
#[test]
fn the_first_player_never_loses_from_the_start() {
    let game = Checkerboard { size: 12, line: 5 };
    let table = Match::new(game, Start::Seed(0)).expect("a deal");
    let mut control = Control::new(1000, &|| false);
    let solution = Halves.solve(&game, table.path(), Request::new(Want::EveryMove, 1 << 20, &mut control));
    assert_eq!(solution.value, GameValue::Between(Some(0), Some(1)));
    assert!(solution.moves.iter().all(|(_, value)| value.range().0 != Some(1)));
}
