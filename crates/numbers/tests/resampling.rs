//! Nodes that a seat cannot tell apart: what is drawn anew, what stays, and what a seat knows of the moves.

use std::collections::HashSet;

use agon_numbers::{Error, Root, Rules, TreeState, tree_by_id};
use agon_rules::{Rng, Viewer};

use super::rows::settings;

/// A node of a random game, some steps from its root.
fn node(id: &str, pairs: &[(&str, &str)], plies: usize, seed: u64) -> Box<dyn TreeState> {
    let mut node = tree_by_id(id, &settings(pairs), &Root::Deal, Rules::default()).expect("a game");
    let mut rng = Rng::new(seed);
    while node.is_chance() {
        node.apply(rng.below(node.chance_outcomes().len()) as i64).expect("an outcome");
    }
    for _ in 0..plies {
        let Some(action) = node.legal().get(rng.below(node.legal().len().max(1))).copied() else { break };
        node.apply(action.into()).expect("legal");
    }
    node
}

#[test]
fn a_resampled_node_is_the_same_to_its_seat_and_new_to_the_others() {
    let cases: [(&str, &[(&str, &str)]); 4] = [
        ("parity-twist", &[("variant", "lanier")]),
        ("parity-twist", &[("variant", "draft")]),
        ("primi-composti", &[("players", "3")]),
        ("primi-composti", &[("players", "5"), ("version", "2")]),
    ];
    for (id, pairs) in cases {
        for plies in [0, 1, 3] {
            let here = node(id, pairs, plies, plies as u64);
            for seat in 0..here.seats() {
                let (context, mut worlds) = (format!("{id} {pairs:?} ply {plies} seat {seat}"), HashSet::new());
                for seed in 0..20 {
                    let mut there = here.resample(seat, seed).expect("a seat");
                    assert_eq!(there.information_state(seat), here.information_state(seat), "{context}");
                    let viewer = Viewer::Seat(seat);
                    assert_eq!(there.position(viewer), here.position(viewer), "{context}");
                    if here.player() == Some(seat) {
                        assert_eq!(there.legal(), here.legal(), "{context}");
                    }
                    for other in (0..here.seats()).filter(|other| *other != seat) {
                        let begins = format!("seat {other}: {}", there.position(Viewer::Seat(other)));
                        assert_eq!(there.information_state(other), Ok(begins.as_str()), "{context}");
                    }
                    worlds.insert(there.position(Viewer::Referee));
                    // There is a way on, and a way back to here, and no further.
                    assert_eq!(there.history(), here.history(), "{context}");
                    let action = there.legal()[0];
                    there.apply(action.into()).expect("legal");
                    assert!(there.undo() && !there.undo(), "{context}");
                    assert_eq!(there.information_state(seat), here.information_state(seat), "{context}");
                }
                assert!(worlds.len() > 2, "{context}: only {} worlds", worlds.len());
            }
        }
    }
}

#[test]
fn where_nothing_is_hidden_nothing_is_drawn() {
    let mut here = node("gambit", &[], 3, 1);
    let mut there = here.resample(0, 1).expect("a seat");
    assert_eq!(there.position(Viewer::Referee), here.position(Viewer::Referee));
    assert!(there.undo() && here.undo());
    // Before the deal is done there is nothing to draw anew.
    let root = tree_by_id("primi-composti", &[], &Root::Deal, Rules::default()).expect("a game");
    assert!(root.resample(1, 1).expect("a seat").is_chance());
    assert_eq!(root.resample(2, 1).err(), Some(Error::NoSeat { seat: 2, last: 1 }));
}

#[test]
fn a_game_that_is_broken_off_counts_the_plies_before_it_was_resampled() {
    let rules = Rules { max_plies: Some(4), ..Rules::default() };
    let settings = settings(&[("players", "3")]);
    let mut node = tree_by_id("primi-composti", &settings, &Root::Deal, rules).expect("a game");
    while node.is_chance() {
        node.apply(0).expect("an outcome");
    }
    for _ in 0..3 {
        node.apply(node.legal()[0].into()).expect("legal");
    }
    let mut there = node.resample(0, 1).expect("a seat");
    assert!(!there.is_terminal());
    there.apply(there.legal()[0].into()).expect("legal");
    assert!(there.is_terminal());
}

#[test]
fn a_seat_knows_the_moves_that_it_sees() {
    let pairs = [("variant", "hidden-master")];
    let mut node = tree_by_id("parity-twist", &settings(&pairs), &Root::Deal, Rules::default()).expect("a game");
    for text in ["m=6", "a1=2", "b1=3"] {
        let action = node.legal().iter().find(|action| node.text((**action).into()).as_deref() == Ok(text)).copied();
        node.apply(action.expect("legal").into()).expect("legal");
    }
    let made: Vec<_> = node.history().iter().copied().map(Some).collect();
    assert_eq!(node.known_actions(0), Ok(made.clone()));
    // What lies under the Master Key is not known to the other seat.
    assert_eq!(node.known_actions(1), Ok(vec![None, made[1], made[2]]));
    assert!(node.undo());
    assert_eq!(node.known_actions(0), Ok(made[..2].to_vec()));
    assert_eq!(node.known_actions(2), Err(Error::NoSeat { seat: 2, last: 1 }));
    let there = node.resample(1, 1).expect("a seat");
    assert_eq!(there.known_actions(1), Ok(Vec::new()));
}
