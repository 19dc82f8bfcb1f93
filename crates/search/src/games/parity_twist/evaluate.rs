//! Parity Twist's evaluation: the heuristic of the rules page, and keys of what can still matter.

use agon_rules::Game;
use agon_rules::bits::Ones;
use agon_rules::games::parity_twist::{MASTER, Move, NONE, ParityTwist, State, UNKNOWN, Variant};

use super::Parity;
use crate::Evaluate;
use crate::hash::fingerprint;

impl Evaluate<ParityTwist> for Parity {
    const UNIT: i32 = 100;

    /// The heuristic of section 11 of the rules page, in hundredths, seen from seat 0. Decided rows are banked.
    fn eval(&self, game: &ParityTwist, s: &State) -> i32 {
        let weight = match game.variant {
            Variant::Hodgkins => 2,
            Variant::TotalScore => 5,
            _ => 1,
        };
        let rows: i32 = (0..3).map(|row| row_eval(game, s, row)).sum();
        let masters = s.cells[MASTER..].iter().filter(|cell| **cell != NONE).count() as i32;
        let masters = match game.variant {
            Variant::Delfs => (0..3).filter(|row| s.cells[3 * row + 2] != NONE).count() as i32,
            Variant::DualMaster => 2 * masters,
            _ => 3 * masters,
        };
        -weight * (rows + masters)
    }

    fn banked(&self, game: &ParityTwist, s: &State) -> i32 {
        game.score(s, 0) - game.score(s, 1)
    }

    /// What the rows that are not decided can still bring to either seat.
    fn range(&self, game: &ParityTwist, s: &State) -> Option<(i32, i32)> {
        let rows = (0..3).map(|row| row_range(game, s, row));
        Some(rows.fold((0, 0), |(least, most), row| (least + row.0, most + row.1)))
    }

    fn key(&self, game: &ParityTwist, s: &State) -> Option<u128> {
        Some(match game.variant {
            Variant::Draft | Variant::HiddenMaster | Variant::Lanier => fingerprint(&game.canonical(s)),
            // Distances and sums need the numbers themselves, and have no mirror image.
            Variant::Hodgkins | Variant::TotalScore => fingerprint(&essence(game, s, false)),
            _ => fingerprint(&essence(game, s, false).min(essence(game, s, true))),
        })
    }

    fn cost(&self, _game: &ParityTwist, s: &State, m: Move, _after: &State) -> i32 {
        match m {
            // A refused attempt only reveals something.
            Move::Place(_, n) => i32::from(s.cells[MASTER] != n),
            Move::Draft(_) | Move::Give(_) => 0,
        }
    }
}

/// The least and the most that a row can still add to the lead of seat 0.
fn row_range(game: &ParityTwist, s: &State, row: usize) -> (i32, i32) {
    let decided = game.row_winner(s, row).is_some();
    let [a, b, key] = [0, 1, 2].map(|column| s.cells[3 * row + column]);
    match game.variant {
        Variant::Hodgkins => {
            // Two points for the row, and one for the number closer to the Key once all three are placed.
            let whole = [a, b, key].iter().all(|cell| *cell != NONE);
            let most = 2 * i32::from(!decided) + i32::from(!whole);
            (-most, most)
        }
        _ if decided => (0, 0),
        Variant::TotalScore => {
            let highest = (u16::BITS - s.free.leading_zeros()) as i32 - 1;
            let most = |cell: u8| if cell == NONE { highest } else { cell.into() };
            (-most(b), most(a))
        }
        _ => (-1, 1),
    }
}

/// One row's part of the heuristic, in hundredths, seen from seat 1.
fn row_eval(game: &ParityTwist, s: &State, row: usize) -> i32 {
    let [a, b, key] = [0, 1, 2].map(|column| s.cells[3 * row + column]);
    let keyed = 2 * i32::from(key != NONE);
    let side = |size: i32| if b > a { size } else { -size };
    keyed
        + match (a, b, key) {
            (NONE, NONE, _) => 0,
            (NONE, n, _) => 6 * i32::from(extreme(game, n)),
            (n, NONE, _) => -6 * i32::from(extreme(game, n)),
            (_, _, NONE) => side(12),
            _ if game.row_winner(s, row).is_some() => 0,
            _ => side(10),
        }
}

/// Whether a number is among the lowest or highest three tenths.
fn extreme(game: &ParityTwist, n: u8) -> bool {
    let (low, high) = game.range();
    let (count, rank) = (i32::from(high - low) + 1, i32::from(n - low) + 1);
    rank >= (7 * count + 9) / 10 || rank <= 3 * count / 10
}

/// What can still matter of a position, packed: the unused numbers by order and parity, a full pair by which is higher,
/// Keys and masters by parity, decided rows not at all, rows in any order. `mirror` swaps low and high together with the
/// columns, which changes nothing for the seats.
fn essence(game: &ParityTwist, s: &State, mirror: bool) -> u128 {
    let (low, high) = game.range();
    let flips = mirror && (low + high) % 2 == 1;
    let parity = |n: u8| u128::from((n % 2 == 1) != flips);
    let numbers = matches!(game.variant, Variant::Hodgkins | Variant::TotalScore);
    let unused = s.free.count_ones() as u8;
    let rank = |n: u8| {
        let below = (s.free & ((1 << n) - 1)).count_ones() as u8;
        if mirror { unused - below } else { below }
    };
    let kind = |cell: u8| if cell == NONE { 0 } else { 1 + parity(cell) };
    let number = |cell: u8| if cell == NONE { 15 } else { u128::from(cell) };

    let mut rows = [0, 1, 2].map(|row| {
        let [a, b, key] = [0, 1, 2].map(|column| s.cells[3 * row + column]);
        if game.row_winner(s, row).is_some() {
            return 0;
        }
        let full = a != NONE && b != NONE;
        let locked = usize::from(s.lock) == row + 1 && !full;
        let pair = match (a, b) {
            // A total needs the winning number. A distance needs number and Key until all three are placed.
            _ if game.variant == Variant::TotalScore => number(a) << 4 | number(b),
            _ if numbers && !(full && key != NONE) => number(a) << 8 | number(b) << 4 | number(key) | 1 << 12,
            (NONE, NONE) => 0,
            (n, NONE) if !mirror => 16 + u128::from(rank(n)),
            (n, NONE) => 32 + u128::from(rank(n)),
            (NONE, n) if !mirror => 32 + u128::from(rank(n)),
            (NONE, n) => 16 + u128::from(rank(n)),
            _ => 1 + u128::from(a < b),
        };
        1 + (pair << 3 | u128::from(locked) << 2 | kind(key))
    });
    rows.sort_unstable();

    let unused_numbers = if numbers {
        u128::from(s.free)
    } else {
        // A leading 1, then the parities in order; from the other end for the mirror image.
        let parities = Ones(s.free).map(|n| parity(n as u8)).enumerate();
        parities.fold(1 << unused, |all, (at, bit)| all | bit << if mirror { at as u8 } else { unused - 1 - at as u8 })
    };
    let masters = match game.variant {
        Variant::Delfs if rows_keyed(s) => 1 + (kind(s.cells[2]) + kind(s.cells[5]) + kind(s.cells[8])) % 2,
        Variant::Delfs => 0,
        _ => kind(s.cells[MASTER]) << 2 | kind(s.cells[MASTER + 1]),
    };
    // The number to be placed is itself among the unused ones.
    let held = if s.held >= UNKNOWN { 15 } else { u128::from(rank(s.held) - u8::from(mirror)) };
    let fields = [(rows[0], 20), (rows[1], 20), (rows[2], 20), (unused_numbers, 16), (masters, 4), (held, 5)];
    fields.into_iter().fold(s.turn.into(), |packed, (field, bits)| packed << bits | field)
}

fn rows_keyed(s: &State) -> bool {
    (0..3).all(|row| s.cells[3 * row + 2] != NONE)
}
