//! `lanier`: what the equilibrium of the start plays first, hand by hand.
//!
//! The equilibrium itself takes a minute and hundreds of megabytes. This is its first placement, without moves that it makes less
//! than one time in a hundred: `cargo run --release -p agon-benches --bin equilibria -- lanier-opening` wrote it.

use agon_rules::bits::Ones;
use agon_rules::games::parity_twist::{MASTER, Move};

/// A line for each hand of which no mirror image stands here: its numbers, then moves and how likely each is in percent.
const OPENING: &str = include_str!("lanier_opening.txt");

/// How likely each first move is with a hand; nothing for what is no hand.
pub fn opening(hand: u16) -> Vec<(Move, f64)> {
    let turned = Ones(hand).fold(0, |all, n| all | 1 << (9 - n));
    let find = |hand: u16| {
        let numbers: Vec<String> = Ones(hand).map(|n| n.to_string()).collect();
        let numbers = numbers.join(",");
        OPENING.lines().find_map(|line| line.strip_prefix(&numbers)?.strip_prefix(' '))
    };
    let (moves, mirror) = match (find(hand), find(turned)) {
        (Some(moves), _) => (moves, false),
        (None, Some(moves)) => (moves, true),
        (None, None) => return Vec::new(),
    };
    let words: Vec<&str> = moves.split(' ').collect();
    let of = |pair: &[&str]| {
        let (cell, n) = pair.first()?.split_once('=')?;
        let (n, percent): (u8, f64) = (n.parse().ok()?, pair.get(1)?.parse().ok()?);
        let cell = ["a1", "b1", "k1"].iter().position(|name| *name == cell).unwrap_or(MASTER) as u8;
        let cell = if mirror && cell < 2 { 1 - cell } else { cell };
        Some((Move::Place(cell, if mirror { 9 - n } else { n }), percent))
    };
    let moves: Vec<(Move, f64)> = words.chunks(2).filter_map(of).collect();
    let all: f64 = moves.iter().map(|(_, percent)| percent).sum();
    moves.into_iter().map(|(m, percent)| (m, percent / all)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_has_moves_of_its_own_numbers() {
        let hands: Vec<u16> = (0..1 << 10).filter(|hand: &u16| hand.count_ones() == 3).collect();
        assert_eq!((hands.len(), OPENING.lines().count()), (120, 60));
        for hand in hands {
            let moves = opening(hand);
            let sum: f64 = moves.iter().map(|(_, chance)| chance).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{hand:b}: {sum}");
            assert!(
                moves.iter().all(|(m, _)| matches!(m, Move::Place(0..=2 | 9, n) if hand >> n & 1 == 1)),
                "{hand:b}"
            );
        }
        // The example of docs/results.md.
        let most = opening(0b11_0010).into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        assert_eq!(most.map(|(m, _)| m), Some(Move::Place(9, 5)));
    }
}
