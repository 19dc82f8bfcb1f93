//! Trees: explicit chance, perfect recall, and the values that solvers find.

use std::collections::HashMap;

use agon_numbers::{Odds, Payoff, Root, Rules, TreeState, tree_by_id};
use agon_rules::{Record, Rng, Start, Viewer, games};
use agon_search::Want;
use agon_search::inspect::{Budget, solve};

use super::rows::settings;

fn tree(id: &str, pairs: &[(&str, &str)], root: &Root) -> Box<dyn TreeState> {
    let rules = Rules { payoff: Payoff::Margin, max_plies: None };
    tree_by_id(id, &settings(pairs), root, rules).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// A position some random plies after a deal.
fn position(id: &str, pairs: &[(&str, &str)], plies: usize, seed: u64) -> String {
    let mut table = games::open(id, &settings(pairs), Start::Seed(seed)).expect("a game");
    let mut rng = Rng::new(seed);
    for _ in 0..plies {
        let (Some(turn), legal) = (table.turn(), table.legal()) else { break };
        table.play(turn, &legal[rng.below(legal.len())]).expect("legal");
    }
    table.position(Viewer::Referee)
}

/// What a seat to move knows: its choices, what it sees, and what it knew and did before.
#[derive(PartialEq, Debug)]
struct Known {
    seat: usize,
    legal: Vec<u32>,
    observation: Vec<f32>,
    before: Vec<(String, u32)>,
}

/// Walks through a whole tree and tries its laws.
#[derive(Default)]
struct Walk {
    nodes: usize,
    infos: HashMap<String, Known>,
    /// by seat: what it knew when it moved, and what it did
    done: Vec<Vec<(String, u32)>>,
}

impl Walk {
    fn of(node: &mut dyn TreeState) -> Self {
        let mut walk = Walk { done: vec![Vec::new(); node.seats()], ..Walk::default() };
        walk.visit(node);
        walk
    }

    fn visit(&mut self, node: &mut dyn TreeState) {
        self.nodes += 1;
        if node.is_chance() {
            assert!(node.legal().is_empty() && node.player().is_none() && !node.is_terminal());
            let outcomes = node.chance_outcomes();
            assert!((outcomes.iter().map(|odds| odds.share()).sum::<f64>() - 1.0).abs() < 1e-9);
            for outcome in 0..outcomes.len() {
                self.child(node, outcome as u32);
            }
            return;
        }
        let Some(seat) = node.player() else {
            assert!(node.is_terminal());
            return;
        };
        let info = node.information_state(seat).expect("a seat").to_owned();
        let mut observation = vec![f32::NAN; node.size()];
        node.observe(seat, &mut observation).expect("a seat and a slice that fit");
        let known = Known { seat, legal: node.legal().to_vec(), observation, before: self.done[seat].clone() };
        match self.infos.get(&info) {
            // Who cannot tell two nodes apart has the same choices in both, sees the same, and has done the same.
            Some(earlier) => assert_eq!(*earlier, known, "{info}"),
            None => drop(self.infos.insert(info.clone(), known)),
        }
        for action in node.legal().to_vec() {
            self.done[seat].push((info.clone(), action));
            self.child(node, action);
            self.done[seat].pop();
        }
    }

    /// Goes to a child and comes back.
    fn child(&mut self, node: &mut dyn TreeState, action: u32) {
        let before: Vec<String> =
            (0..node.seats()).map(|seat| node.information_state(seat).expect("a seat").to_owned()).collect();
        node.apply(action.into()).expect("legal");
        for (seat, before) in before.iter().enumerate() {
            assert!(node.information_state(seat).expect("a seat").starts_with(before), "a seat forgets");
        }
        self.visit(node);
        assert!(node.undo());
        for (seat, before) in before.iter().enumerate() {
            assert_eq!(node.information_state(seat).expect("a seat"), before);
        }
    }
}

#[test]
fn small_trees_have_the_size_they_should_and_perfect_recall() {
    // Thirty deals that differ, and then 2·2·2 ways to play.
    let three = [("players", "3"), ("cards", "2")];
    let walk = Walk::of(&mut *tree("primi-composti", &three, &Root::Deals));
    assert_eq!((walk.nodes, walk.infos.len()), (1 + 30 * 39, 735));
    // The same with every draw by itself.
    let walk = Walk::of(&mut *tree("primi-composti", &three, &Root::Deal));
    assert_eq!((walk.nodes, walk.infos.len()), (1 + 15 + 90 * 39, 735));
    assert_eq!(Walk::of(&mut *tree("tic-tac-toe", &[], &Root::Deal)).nodes, 549_946);
    for (variant, plies) in [("lanier", 6), ("hidden-master", 7), ("draft", 14), ("peltola", 13), ("key-lock", 6)] {
        for seed in 0..3 {
            let pairs = [("variant", variant)];
            let root = Root::Position(position("parity-twist", &pairs, plies, seed), Viewer::Spectator);
            let walk = Walk::of(&mut *tree("parity-twist", &pairs, &root));
            assert!(walk.nodes > 20, "{variant}: {} nodes", walk.nodes);
        }
    }
}

#[test]
fn a_refused_try_is_not_forgotten() {
    let pairs = [("variant", "hidden-master")];
    let mut node = tree("parity-twist", &pairs, &Root::Deal);
    let play = |node: &mut dyn TreeState, text: &str| {
        let action = node.legal().iter().find(|action| node.text((**action).into()).as_deref() == Ok(text)).copied();
        node.apply(action.unwrap_or_else(|| panic!("{text} is legal")).into()).expect("legal");
    };
    play(&mut *node, "m=6");
    assert_eq!(node.information_state(0), Ok("seat 0: .,.,./.,.,./.,.,. . 0 - | 0 m=6"));
    let hidden = "seat 1: .,.,./.,.,./.,.,. . 0 - | 0 m=? .,.,./.,.,./.,.,. ? 1 0";
    assert_eq!(node.information_state(1), Ok(hidden));
    // It is seat 1 that tries, learns the number, and moves again.
    play(&mut *node, "a1=6");
    let told = format!("{hidden} | 1 a1=6 .,.,./.,.,./.,.,. 6 1 01");
    assert_eq!(node.information_state(1), Ok(told.as_str()));
    assert_eq!(node.information_state(0), Ok("seat 0: .,.,./.,.,./.,.,. . 0 - | 0 m=6 | 1 a1=6"));
    assert_eq!(node.player(), Some(1));
    assert_eq!(node.position(Viewer::Referee), ".,.,./.,.,./.,.,. 6 1 01");
}

const BUDGET: Budget = Budget { memory: 1 << 20, nodes: 10_000_000, want: Want::Value, stop: &|| false };

/// The value of a node for seat 0 when everybody sees everything.
fn minimax(node: &mut dyn TreeState) -> f64 {
    let Some(seat) = node.player() else { return node.returns()[0] };
    let legal = node.legal().to_vec();
    let value = |action: u32| {
        node.apply(action.into()).expect("legal");
        let value = minimax(node);
        node.undo();
        value
    };
    legal.into_iter().map(value).reduce(if seat == 0 { f64::max } else { f64::min }).expect("a move")
}

#[test]
fn open_trees_are_worth_what_the_solver_says() {
    for (id, pairs, plies) in [
        ("parity-twist", &[("variant", "classic")][..], 6),
        ("parity-twist", &[("variant", "total-score")], 6),
        ("tic-tac-toe", &[], 2),
        ("primi-composti", &[("cards", "3"), ("version", "2")], 1),
    ] {
        for seed in 0..3 {
            let text = position(id, pairs, plies, seed);
            let mut node = tree(id, pairs, &Root::Position(text.clone(), Viewer::Referee));
            let record = Record {
                game: id.to_owned(),
                options: settings(pairs),
                start: Start::Position(text.clone()),
                moves: Vec::new(),
            };
            let solved = solve(&record, &BUDGET, &mut |_, _| {}).expect("a position that goes on");
            assert_eq!(Some(minimax(&mut *node)), solved.value.proved().map(f64::from), "{id} {text}");
        }
    }
}

#[test]
fn a_fork_and_its_node_go_different_ways() {
    let mut node = tree("primi-composti", &[("players", "3"), ("cards", "2")], &Root::Deal);
    assert_eq!(node.chance_outcomes(), [Odds { ways: 1, of: 15 }; 15]);
    node.apply(3).expect("an outcome");
    let mut fork = node.fork();
    fork.apply(5).expect("an outcome");
    assert!(node.is_chance() && !fork.is_chance());
    assert_eq!((node.history(), fork.history()), (&[3][..], &[3, 5][..]));
    assert!(fork.undo() && fork.undo() && !fork.undo());
    assert_eq!(fork.chance_outcomes().len(), 15);
}

#[test]
fn what_a_node_does_not_have_is_refused() {
    let says = |refused: Result<(), agon_numbers::Error>, expected: &str| {
        assert_eq!(refused.map_err(|error| error.to_string()), Err(expected.to_owned()));
    };
    let mut node = tree("primi-composti", &[("players", "3"), ("cards", "2")], &Root::Deal);
    says(node.apply(15), "there is no outcome 15; outcomes are numbered from 0 to 14");
    says(node.apply(-1), "there is no outcome -1; outcomes are numbered from 0 to 14");
    assert_eq!((node.history().len(), node.position(Viewer::Referee).as_str()), (0, ""));
    assert_eq!(node.information_state(0), Ok(""));
    says(node.information_state(3).map(drop), "there is no seat 3; seats are numbered from 0 to 2");
    says(node.observe(0, &mut [0.0; 3]), &format!("`observation` has 3 elements; it needs {}", node.size()));
    let mut node = tree("tic-tac-toe", &[], &Root::Deal);
    node.apply(4).expect("legal");
    says(node.apply(4), "illegal action 4; 0, 1, 2, 3, 5, 6, 7 or 8 is possible");
    says(node.apply(9), "there is no action 9; actions are numbered from 0 to 8");
    [0, 3, 1, 5].into_iter().for_each(|action| node.apply(action).expect("legal"));
    assert_eq!((node.is_terminal(), node.returns()), (true, vec![1.0, -1.0]));
    says(node.apply(2), "no action 2: the game is over (line)");
    let many = [("players", "6"), ("cards", "6")];
    let refused = tree_by_id("primi-composti", &settings(&many), &Root::Deals, Rules::default()).map(drop);
    let why = "there are more than 1000000 possibilities; ask for a position where less is hidden, or raise the limit";
    says(refused, why);
}

#[test]
fn a_tree_can_be_cut_off() {
    let rules = Rules { payoff: Payoff::Outcome, max_plies: Some(3) };
    let mut node = tree_by_id("tic-tac-toe", &[], &Root::Deal, rules).expect("a game");
    assert_eq!(Walk::of(&mut *node).nodes, 1 + 9 + 9 * 8 + 9 * 8 * 7);
    (0..3).for_each(|action| node.apply(action).expect("legal"));
    assert_eq!((node.is_terminal(), node.returns()), (true, vec![0.0, 0.0]));
}
