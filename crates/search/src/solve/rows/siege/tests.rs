//! Proofs and their zones against a search that knows nothing.

use std::collections::HashMap;

use agon_rules::Rng;
use agon_rules::bits::Ones;

use super::*;
use crate::solve::rows::lines::shapes;

/// Whether the attacker fills a line, by trying everything.
fn wins(lines: &[u128], own: u128, free: u128, attacks: bool, known: &mut HashMap<(u128, u128), bool>) -> bool {
    if lines.iter().any(|line| line & !own == 0) {
        return true;
    }
    if free == 0 {
        return false;
    }
    // The number of free squares says who is to move.
    if let Some(&won) = known.get(&(own, free)) {
        return won;
    }
    let won = if attacks {
        Ones(free).any(|cell| wins(lines, own | 1 << cell, free & !(1 << cell), false, known))
    } else {
        Ones(free).all(|cell| wins(lines, own, free & !(1 << cell), true, known))
    };
    known.insert((own, free), won);
    won
}

/// Compares random positions of a board with at most `left` empty squares.
fn check(files: usize, ranks: usize, len: usize, left: usize, rounds: u64) -> [usize; 2] {
    let line = |shape: &Vec<usize>| shape.iter().fold(0_u128, |set, cell| set | 1 << cell);
    let lines: Vec<u128> = shapes(files, ranks, len).iter().map(line).collect();
    let all: u128 = (1 << (files * ranks)) - 1;
    let mut siege = Siege::new(Field::new(files, ranks, len), 1 << 20);
    let mut seen = [0; 2];
    for seed in 0..rounds {
        let mut rng = Rng::stream(seed, 5);
        let (mut own, mut other) = (0, 0);
        // One side may have more marks, so that both sides win.
        let more = 2 + rng.below(5);
        while (all & !(own | other)).count_ones() as usize > left {
            let free: Vec<usize> = Ones(all & !(own | other)).collect();
            let cell = free[rng.below(free.len())];
            if rng.below(8) < more { own |= 1 << cell } else { other |= 1 << cell }
        }
        if lines.iter().any(|line| line & !own == 0) {
            continue;
        }
        let free = all & !(own | other);
        for attacks in [true, false] {
            let mut control = Control::free();
            let limits = 0..=u8::MAX;
            let mut found = limits.map(|limit| siege.within(own, other, attacks, limit, &mut control));
            let found = found.find(|found| found.proof != Proof::Open).expect("some limit is enough");
            let won = found.proof == Proof::Proved;
            let context = format!("{files}x{ranks} {len}: {own:b} {other:b} {attacks} {found:?}");
            assert_eq!(won, wins(&lines, own, free, attacks, &mut HashMap::new()), "{context}");
            // The loser may have every square outside of the zone.
            let zone = found.zone & free;
            let more = if won { own } else { own | (free & !zone) };
            assert_eq!(won, wins(&lines, more, zone, attacks, &mut HashMap::new()), "zone {zone:b}: {context}");
            seen[usize::from(won)] += 1;
        }
    }
    seen
}

#[test]
fn proofs_and_zones_are_those_of_plain_search() {
    let boards = [(4, 3, 3, 9, 200), (5, 3, 3, 10, 200), (6, 3, 4, 11, 100), (6, 4, 4, 12, 200), (6, 4, 3, 10, 100)];
    for (files, ranks, len, left, rounds) in boards {
        let seen = check(files, ranks, len, left, rounds);
        assert!(seen.iter().all(|&count| count > 20), "{files}x{ranks} {len}: {seen:?}");
    }
    check(8, 4, 4, 12, 150);
    check(10, 5, 5, 12, 60);
}
