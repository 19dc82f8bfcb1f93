//! CFR+ with linear averaging, and the best reply to what it finds.
//!
//! Counterfactual regret minimization in the form of Tammelin (2014): regrets never fall below zero, the seats take turns,
//! and the strategy of a round counts as much in the average as the number of the round.

use agon_rules::Seat;

use super::tree::{LEAF, Set, Tree};
use crate::control::Control;

/// So many rounds at most, and so many before the first best reply. Then after each tenth part of all rounds so far.
const ROUNDS: u64 = 100_000;
const FIRST: u64 = 20;
/// What rounding may have done to sums of numbers between -100 and 100.
const ROUNDING: f64 = 1e-9;

/// The search for strategies in a tree.
pub(super) struct Cfr<'a, M> {
    tree: &'a Tree<M>,
    /// by move of an information set: its regret, which is never negative
    regrets: Vec<f64>,
    /// the strategies of all rounds, added up
    sums: Vec<f64>,
    /// the strategy of this round, or the average while best replies are looked for
    now: Vec<f64>,
    /// what each move of an information set is worth in this round
    gains: Vec<f64>,
    /// by node: how likely each seat makes its moves to get there; chance is counted with seat 1 while seat 0 learns, and
    /// the other way round
    reach: Vec<[f64; 2]>,
    /// by node: what it is worth to seat 0
    values: Vec<f64>,
    /// how many rounds are done
    pub rounds: u64,
}

impl<'a, M: Copy> Cfr<'a, M> {
    pub fn new(tree: &'a Tree<M>) -> Self {
        let (actions, nodes) = (tree.actions, tree.nodes.len());
        Cfr {
            tree,
            regrets: vec![0.0; actions],
            sums: vec![0.0; actions],
            now: vec![0.0; actions],
            gains: vec![0.0; actions],
            reach: vec![[0.0; 2]; nodes],
            values: vec![0.0; nodes],
            rounds: 0,
        }
    }

    /// Improves the strategies until the seats' guarantees are so close to each other, or until it is stopped. Returns what
    /// the average of seat 0's strategies wins at least and what that of seat 1's loses at most, on average.
    pub fn run(&mut self, within: f64, control: &mut Control) -> (f64, f64) {
        let (mut best, mut look) = (self.guarantees(), FIRST);
        while best.1 - best.0 > within && self.rounds < ROUNDS {
            let stopped = control.spend(2 * self.tree.nodes.len() as u64);
            if !stopped {
                self.rounds += 1;
                (0..2).for_each(|seat| self.learn(seat));
            }
            if stopped || self.rounds >= look {
                best = self.guarantees();
                look = self.rounds + (self.rounds / 10).max(FIRST);
            }
            if stopped {
                break;
            }
        }
        best
    }

    /// The same where the strategies are known.
    pub fn of(tree: &'a Tree<M>, sums: Vec<f64>) -> Self {
        Cfr { sums, ..Cfr::new(tree) }
    }

    /// What the moves of an information set are worth to its seat, if the other seat plays its strategy and this one replies
    /// as well as it can.
    pub fn replies(&mut self, set: usize) -> Vec<f64> {
        let Set { seat, first, count, .. } = self.tree.sets[set];
        self.take_average();
        self.best_reply(seat);
        let nodes = self.tree.nodes.iter().zip(&self.reach).filter(|(node, _)| node.set == set as u32);
        let total: f64 = nodes.map(|(_, reach)| reach[1 - seat]).sum();
        self.gains[first..][..count].iter().map(|gain| gain / total).collect()
    }

    /// The strategies of all rounds, added up.
    pub fn into_sums(self) -> Vec<f64> {
        self.sums
    }

    /// One round for one seat.
    fn learn(&mut self, seat: Seat) {
        for set in &self.tree.sets {
            let all = set.first..set.first + set.count;
            share_out(&self.regrets[all.clone()], &mut self.now[all]);
        }
        self.go_down(1 - seat);
        self.gains.fill(0.0);
        let sign = if seat == 0 { 1.0 } else { -1.0 };
        for (at, node) in self.tree.nodes.iter().enumerate().rev() {
            if node.set == LEAF {
                self.values[at] = node.value;
                continue;
            }
            let set = &self.tree.sets[node.set as usize];
            let children = &self.values[node.first as usize..][..set.count];
            let chances = &self.now[set.first..][..set.count];
            let value: f64 = chances.iter().zip(children).map(|(chance, value)| chance * value).sum();
            if set.seat == seat {
                let weight = sign * self.reach[at][1 - seat];
                let gains = &mut self.gains[set.first..][..set.count];
                gains.iter_mut().zip(children).for_each(|(gain, child)| *gain += weight * (child - value));
            }
            self.values[at] = value;
        }
        let round = self.rounds as f64;
        for set in self.tree.sets.iter().filter(|set| set.seat == seat) {
            // A seat that forgets nothing reaches all nodes of a set by the same moves of its own.
            let weight = round * self.reach[set.node][seat];
            for action in set.first..set.first + set.count {
                self.regrets[action] = (self.regrets[action] + self.gains[action]).max(0.0);
                self.sums[action] += weight * self.now[action];
            }
        }
    }

    /// How likely each node is reached by the moves of each seat, chance counted with one of them.
    fn go_down(&mut self, with_chance: Seat) {
        for (reach, weight) in self.reach.iter_mut().zip(&self.tree.weights) {
            *reach = [1.0; 2];
            reach[with_chance] = *weight;
        }
        for (at, node) in self.tree.nodes.iter().enumerate().filter(|(_, node)| node.set != LEAF) {
            let set = &self.tree.sets[node.set as usize];
            for action in 0..set.count {
                let mut reach = self.reach[at];
                reach[set.seat] *= self.now[set.first + action];
                self.reach[node.first as usize + action] = reach;
            }
        }
    }

    /// What the average strategy of each seat guarantees: seat 0 at least the first, seat 1 at most the second.
    fn guarantees(&mut self) -> (f64, f64) {
        self.take_average();
        (self.best_reply(1) - ROUNDING, self.best_reply(0) + ROUNDING)
    }

    fn take_average(&mut self) {
        for set in &self.tree.sets {
            let all = set.first..set.first + set.count;
            share_out(&self.sums[all.clone()], &mut self.now[all]);
        }
    }

    /// What the game is worth if a seat knows the strategy of the other, which stands in `now`, and replies as well as it
    /// can: level by level from below, since all nodes of an information set must reply alike.
    fn best_reply(&mut self, seat: Seat) -> f64 {
        self.go_down(1 - seat);
        self.gains.fill(0.0);
        let sign = if seat == 0 { 1.0 } else { -1.0 };
        let levels = self.tree.levels.windows(2).map(|level| level[0]..level[1]);
        for level in levels.rev() {
            for at in level.clone() {
                let node = &self.tree.nodes[at];
                if node.set == LEAF {
                    self.values[at] = node.value;
                    continue;
                }
                let set = &self.tree.sets[node.set as usize];
                let children = &self.values[node.first as usize..][..set.count];
                if set.seat == seat {
                    let weight = sign * self.reach[at][1 - seat];
                    let gains = &mut self.gains[set.first..][..set.count];
                    gains.iter_mut().zip(children).for_each(|(gain, child)| *gain += weight * child);
                } else {
                    let chances = &self.now[set.first..][..set.count];
                    self.values[at] = chances.iter().zip(children).map(|(chance, value)| chance * value).sum();
                }
            }
            for at in level {
                let node = &self.tree.nodes[at];
                if node.set != LEAF && self.tree.sets[node.set as usize].seat == seat {
                    let set = &self.tree.sets[node.set as usize];
                    let best = highest(&self.gains[set.first..][..set.count]);
                    self.values[at] = self.values[node.first as usize + best];
                }
            }
        }
        self.tree.weights.iter().zip(&self.values).map(|(weight, value)| weight * value).sum()
    }

    /// How likely the seat to move plays each of its moves, given what it sees, and what the move is worth on average if
    /// both go on as found; and what it can expect in all. Nothing where it has no decision.
    pub fn at_root(&mut self) -> (Vec<(f64, f64)>, Option<f64>) {
        let Some(root) = self.tree.root else { return (Vec::new(), None) };
        self.take_average();
        for (at, node) in self.tree.nodes.iter().enumerate().rev() {
            self.values[at] = if node.set == LEAF {
                node.value
            } else {
                let set = &self.tree.sets[node.set as usize];
                let chances = &self.now[set.first..][..set.count];
                let children = &self.values[node.first as usize..][..set.count];
                chances.iter().zip(children).map(|(chance, value)| chance * value).sum()
            };
        }
        let set = &self.tree.sets[root];
        let (mut worths, mut total) = (vec![0.0; set.count], 0.0);
        for (node, weight) in self.tree.nodes.iter().zip(&self.tree.weights).filter(|(node, _)| node.set == root as u32)
        {
            total += weight;
            let children = &self.values[node.first as usize..][..set.count];
            worths.iter_mut().zip(children).for_each(|(worth, value)| *worth += weight * value);
        }
        let chances = &self.now[set.first..][..set.count];
        let moves: Vec<(f64, f64)> =
            chances.iter().zip(worths).map(|(chance, worth)| (*chance, worth / total)).collect();
        let seen = moves.iter().map(|(chance, worth)| chance * worth).sum();
        (moves, Some(seen))
    }
}

/// Chances in proportion to weights that are not negative; equal ones where there are none.
pub(super) fn share_out(weights: &[f64], chances: &mut [f64]) {
    let total: f64 = weights.iter().sum();
    let equal = 1.0 / weights.len() as f64;
    for (chance, weight) in chances.iter_mut().zip(weights) {
        *chance = if total > 0.0 { weight / total } else { equal };
    }
}

/// The place of the highest number, the first of equal ones.
fn highest(numbers: &[f64]) -> usize {
    (1..numbers.len()).fold(0, |best, at| if numbers[at] > numbers[best] { at } else { best })
}
