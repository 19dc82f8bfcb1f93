//! The search of five in a row against the proof search, and its counts against plain counting.

use agon_rules::bits::Ones;
use agon_rules::{Moves, Path, Rng, Show};

use super::half::{LEN, lane};
use super::*;
use crate::games::checkerboard::Halves;
use crate::solve::rows::lines::shapes;
use crate::{GameValue, Request, Solve, Want};

/// A position after random moves on squares that matter, where nobody has won.
fn position(game: &Checkerboard, plies: usize, rng: &mut Rng) -> Option<State> {
    let mut s = game.deal(rng);
    let mut moves = Moves::new();
    for _ in 0..plies {
        let m = game.sample(&s, rng, &mut moves)?;
        game.play(&mut s, m);
    }
    (!moves.relist(game, &s).is_empty()).then_some(s)
}

#[test]
fn counts_that_are_kept_up_are_those_of_a_board_that_is_counted_again() {
    for size in [10, 12] {
        let game = Checkerboard { size, line: 5 };
        let shape = Shape::of(&game);
        let rows = shapes(shape.files, usize::from(size / 2), LEN);
        let mut rng = Rng::new(3);
        let mut half = Half::new(&shape);
        let (mut own, mut other) = (0_u128, 0_u128);
        while half.empty != 0 && own.count_ones() < 40 {
            let cell = Ones(half.empty).nth(rng.below(half.empty.count_ones() as usize)).expect("an empty square");
            if rng.below(3) > 0 {
                half.attack(&shape, cell);
                own |= 1 << cell;
            } else {
                half.stop(&shape, cell);
                other |= 1 << cell;
            }
            let mut counts = [0; LEN + 1];
            let mut lanes = vec![[0; LEN]; shape.cells];
            let (mut winning, mut fours) = (0_u128, 0_u128);
            for row in &rows {
                let marks = row.iter().filter(|cell| own >> **cell & 1 > 0).count();
                if row.iter().any(|cell| other >> cell & 1 > 0) {
                    continue;
                }
                counts[marks] += 1;
                let empty = row.iter().filter(|cell| own >> **cell & 1 == 0).fold(0, |set, cell| set | 1 << cell);
                winning |= if marks == LEN - 1 { empty } else { 0 };
                fours |= if marks == LEN - 2 { empty } else { 0 };
                Ones(empty).for_each(|cell| lanes[cell][marks] += 1);
            }
            assert_eq!(half.counts, counts);
            assert_eq!((half.winning(&shape), half.fours(&shape)), (winning, fours));
            for cell in Ones(half.empty) {
                let found: Vec<u32> = (0..LEN as u32).map(|marks| lane(half.lanes[cell], marks)).collect();
                assert_eq!(found, lanes[cell]);
            }
            if counts[LEN] > 0 {
                break;
            }
        }
    }
}

/// What the search calls proved is what the solver proves, wins and losses among them.
#[test]
fn what_is_called_exact_is_what_the_solver_proves() {
    let game = Checkerboard { size: 10, line: 5 };
    let mut seen = [0; 3];
    let mut rng = Rng::new(8);
    for round in 0..400 {
        let Some(s) = position(&game, 24 + round % 30, &mut rng) else { continue };
        let mut moves = Moves::new();
        game.moves(&s, &mut moves);
        let (_, found) = best(&game, &s, &moves, &mut Control::new(3000, &|| false));
        if !found.exact {
            continue;
        }
        let own = i32::from(found.value > WON) - i32::from(found.value < -WON);
        let value = if game.turn(&s) == 0 { own } else { -own };
        let mut control = Control::new(200_000, &|| false);
        let solution = Halves.solve(&game, &Path::new(s, 0), Request::new(Want::Value, 1 << 22, &mut control));
        if let GameValue::Proved(proved) = solution.value {
            assert_eq!(value, proved, "{}", game.write_state(&s));
            seen[(own + 1) as usize] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 3), "{seen:?}");
}
