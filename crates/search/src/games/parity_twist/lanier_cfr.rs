//! CFR+ over the open moves of `lanier`, for all hands of a node at once, and the best reply to what it finds.
//!
//! Given the open moves, the chance of two hands is a product of what each seat did, as long as they have no card in common:
//! every card of the deck is drawn with the same chance. So a node needs only how likely each hand of each seat is.

use super::hands::{HAND, Hands};
use super::lanier::{DECK, LAST, Mirror, Tree};
use crate::control::Control;

/// A node by its level and its place there.
type Place = (usize, usize);
/// Room for how likely the hands of the next level are, and for what they are worth.
type Room<'a> = (&'a mut [f64], &'a mut [f64]);

/// What a walk through the tree does for the seat it looks at.
#[derive(Clone, Copy, PartialEq)]
enum Walk {
    /// plays by regrets, and learns
    Learn,
    /// replies as well as it can to the average strategy of the other
    Reply,
    /// plays the average strategy
    Average,
}

const ROUNDS: u64 = 10_000;
const FIRST: u64 = 10;
/// What rounding may have done to sums of numbers between -3 and 3.
const ROUNDING: f64 = 1e-9;

/// The search for strategies.
pub struct Cfr<'a> {
    tree: &'a Tree,
    /// by hand, card and cell of each node: the regret, which is never negative
    regrets: Vec<f32>,
    /// the strategies of all rounds, added up
    sums: Vec<f32>,
    /// how many rounds are done
    pub rounds: u64,
    /// what the moves of each hand of the first position were worth in the last walk of its seat
    root: Vec<f64>,
    /// the level of the position whose moves are looked at: the first, unless replies to a line are asked for
    top: usize,
    /// room for each level: how likely the hands of the next are, and what they are worth
    room: Vec<[Vec<f64>; 2]>,
}

impl<'a> Cfr<'a> {
    pub fn new(tree: &'a Tree) -> Self {
        Cfr { regrets: vec![0.0; tree.actions], ..Cfr::of(tree, vec![0.0; tree.actions]) }
    }

    /// The same where the strategies are known.
    pub fn of(tree: &'a Tree, sums: Vec<f32>) -> Self {
        let empty = Cfr { tree, regrets: Vec::new(), sums, rounds: 0, root: Vec::new(), top: 0, room: Vec::new() };
        Cfr { room: Cfr::room(tree), ..empty }
    }

    /// The strategies.
    pub fn into_sums(self) -> Vec<f32> {
        self.sums
    }

    fn room(tree: &Tree) -> Vec<[Vec<f64>; 2]> {
        let next = tree.hands[1..].iter().map(Hands::count).chain([LAST]);
        next.map(|hands| [vec![0.0; hands], vec![0.0; hands]]).collect()
    }

    /// How likely each move of a hand is at a node, by card and cell.
    pub fn chances(tree: &Tree, sums: &[f32], (level, at): Place, hand: usize) -> Vec<f64> {
        let node = tree.levels[level][at];
        let mut chances = vec![0.0; HAND * node.cells];
        share_out(&sums[node.offset + hand * chances.len()..][..chances.len()], &mut chances);
        chances
    }

    /// What the moves of a hand are worth to the seat to move after some steps, by card and cell, if the other seat plays
    /// its strategy and this one replies as well as it can.
    pub fn reply(&mut self, steps: &[(usize, usize)], hand: usize) -> Vec<f64> {
        let (tree, seat) = (self.tree, (self.tree.filled + steps.len()) % 2);
        let (mut others, mut at) = (vec![1.0; tree.hands[0].count()], 0);
        for (level, &(place, cell)) in steps.iter().enumerate() {
            let (node, hands) = (tree.levels[level][at], &tree.hands[level]);
            let mut after = vec![0.0; tree.hands[level + 1].count()];
            if (tree.filled + level) % 2 == seat {
                hands.kept(place).for_each(|(hand, to)| after[to] = others[hand]);
            } else {
                for (hand, card) in hands.with(place) {
                    let chances = Cfr::chances(tree, &self.sums, (level, at), hand);
                    let reach = others[hand] * chances[card * node.cells + cell];
                    hands.after(hand, card).iter().for_each(|to| after[usize::from(*to)] += reach);
                }
            }
            others = after;
            at = node.first + place * node.cells + cell;
        }
        let hands = &tree.hands[steps.len()];
        self.top = steps.len();
        self.walk(steps.len(), at, &others, (seat, Walk::Reply), &mut vec![0.0; hands.count()]);
        self.top = 0;
        let apart = others.iter().zip(&hands.masks).filter(|(_, mask)| *mask & hands.masks[hand] == 0);
        let total: f64 = apart.map(|(weight, _)| weight).sum();
        let count = HAND * tree.levels[steps.len()][at].cells;
        self.root[hand * count..][..count].iter().map(|worth| worth / total).collect()
    }

    /// Improves the strategies until the seats' guarantees are so close to each other, or until it is stopped. Returns what
    /// seat 0's wins at least and what seat 1's loses at most, on average.
    pub fn run(&mut self, within: f64, control: &mut Control) -> (f64, f64) {
        let nodes = 2 * (self.tree.ends.len() / LAST) as u64;
        let (mut best, mut look) = (self.guarantees(), FIRST);
        while best.1 - best.0 > within && self.rounds < ROUNDS {
            let stopped = control.spend(nodes);
            if !stopped {
                self.rounds += 1;
                self.walk_all(0, Walk::Learn);
                self.walk_all(1, Walk::Learn);
            }
            if stopped || self.rounds >= look {
                best = self.guarantees();
                look = self.rounds + (self.rounds / 4).max(FIRST);
            }
            if stopped {
                break;
            }
        }
        best
    }

    fn guarantees(&mut self) -> (f64, f64) {
        (-self.walk_all(1, Walk::Reply) - ROUNDING, self.walk_all(0, Walk::Reply) + ROUNDING)
    }

    /// For each move of a hand of the first position how likely it is and what it is worth to seat 0, by card and cell; and
    /// what the hand can expect.
    pub fn at_root(&mut self, hand: usize) -> (Vec<(f64, f64)>, f64) {
        let (tree, seat) = (self.tree, self.tree.filled % 2);
        self.walk_all(seat, Walk::Average);
        let node = tree.levels[0][0];
        let count = HAND * node.cells;
        let mut chances = vec![0.0; count];
        share_out(&self.sums[node.offset + hand * count..][..count], &mut chances);
        // Worths are sums over the hands of the other seat, each of which counted as the first walk says.
        let other = 1.0 / self.weight() / tree.hands[0].others() as f64;
        let sign = if seat == 0 { 1.0 } else { -1.0 };
        let worths = self.root[hand * count..][..count].iter().map(|worth| sign * worth * other);
        let moves: Vec<(f64, f64)> = chances.into_iter().zip(worths).collect();
        let seen = moves.iter().map(|(chance, worth)| chance * worth).sum();
        (moves, seen)
    }

    /// How likely two hands without a common card are dealt.
    fn weight(&self) -> f64 {
        let hands = &self.tree.hands[0];
        1.0 / (hands.count() * hands.others()) as f64
    }

    /// Walks through the tree for a seat, and returns what it wins on average.
    fn walk_all(&mut self, seat: usize, walk: Walk) -> f64 {
        let hands = self.tree.hands[0].count();
        let (others, mut values) = (vec![self.weight(); hands], vec![0.0; hands]);
        self.walk(0, 0, &others, (seat, walk), &mut values);
        values.iter().sum()
    }

    /// What each hand of a seat wins from a node on, each hand of the other seat counted as likely as `others` say.
    fn walk(&mut self, level: usize, at: usize, others: &[f64], who: (usize, Walk), values: &mut [f64]) {
        if level == self.tree.levels.len() {
            return self.end(at, others, who.0, values);
        }
        let [mut after, mut below] = std::mem::take(&mut self.room[level]);
        if (self.tree.filled + level) % 2 == who.0 {
            self.own((level, at), others, who, values, (&mut after[..], &mut below[..]));
        } else {
            self.other((level, at), others, who, values, (&mut after[..], &mut below[..]));
        }
        self.room[level] = [after, below];
    }

    /// Everything is known. Masks of three of six places stand in an order in which complements mirror each other.
    fn end(&self, at: usize, others: &[f64], seat: usize, values: &mut [f64]) {
        let ends = &self.tree.ends[LAST * at..][..LAST];
        for hand in 0..LAST {
            let other = LAST - 1 - hand;
            let value = if seat == 0 { f64::from(ends[hand]) } else { -f64::from(ends[other]) };
            values[hand] = others[other] * value;
        }
    }

    /// The seat that the walk is for decides.
    fn own(&mut self, node: Place, others: &[f64], who: (usize, Walk), values: &mut [f64], room: Room) {
        let (tree, level, walk, (after, below)) = (self.tree, node.0, who.1, room);
        let (node, hands) = (tree.levels[level][node.1], &tree.hands[level]);
        let share = 1.0 / (DECK - tree.filled - level) as f64;
        let count = HAND * node.cells;
        let mut worths = vec![0.0; hands.count() * count];
        for place in 0..tree.places(level) {
            hands.kept(place).for_each(|(hand, to)| after[to] = others[hand]);
            for cell in 0..node.cells {
                self.walk(level + 1, node.first + place * node.cells + cell, after, who, below);
                for (hand, card) in hands.with(place) {
                    let sum: f64 = hands.after(hand, card).iter().map(|to| below[usize::from(*to)]).sum();
                    worths[hand * count + card * node.cells + cell] = share * sum;
                }
            }
        }
        if let Some(mirror) = tree.mirror.as_ref().filter(|_| level == 0) {
            complete(mirror, node.cells, &mut worths);
        }
        let mut strategy = vec![0.0; count];
        for (hand, value) in values.iter_mut().enumerate() {
            let worths = &worths[hand * count..][..count];
            let at = node.offset + hand * count;
            if walk == Walk::Reply {
                *value = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                continue;
            }
            let weights = if walk == Walk::Learn { &self.regrets } else { &self.sums };
            share_out(&weights[at..][..count], &mut strategy);
            *value = strategy.iter().zip(worths).map(|(chance, worth)| chance * worth).sum();
            if walk == Walk::Learn {
                for (regret, worth) in self.regrets[at..][..count].iter_mut().zip(worths) {
                    *regret = (f64::from(*regret) + worth - *value).max(0.0) as f32;
                }
            }
        }
        if let Some(mirror) = tree.mirror.as_ref().filter(|_| level == 0 && walk == Walk::Learn) {
            even_out(mirror, node.cells, &mut self.regrets);
        }
        if level == self.top {
            self.root = worths;
        }
    }

    /// The other seat decides. While a seat learns, the average strategy of the other is added up: its own play says how
    /// much it counts, and where it never comes nothing is to be added and nothing learnt.
    fn other(&mut self, node: Place, others: &[f64], who: (usize, Walk), values: &mut [f64], room: Room) {
        let (tree, level, walk, (after, below)) = (self.tree, node.0, who.1, room);
        let (node, hands) = (tree.levels[level][node.1], &tree.hands[level]);
        let share = 1.0 / (DECK - tree.filled - level) as f64;
        let count = HAND * node.cells;
        let mut reaches = vec![0.0; hands.count() * count];
        for (hand, reaches) in reaches.chunks_exact_mut(count).enumerate().filter(|(hand, _)| others[*hand] > 0.0) {
            let at = node.offset + hand * count;
            let weights = if walk == Walk::Learn { &self.regrets } else { &self.sums };
            share_out(&weights[at..][..count], reaches);
            reaches.iter_mut().for_each(|reach| *reach *= others[hand]);
            if walk == Walk::Learn {
                let round = self.rounds as f64;
                let sums = self.sums[at..][..count].iter_mut().zip(&*reaches);
                sums.for_each(|(sum, reach)| *sum += (round * reach) as f32);
            }
        }
        let mirror = tree.mirror.as_ref().filter(|_| level == 0);
        if let Some(mirror) = mirror.filter(|_| walk == Walk::Learn) {
            even_out(mirror, node.cells, &mut self.sums);
        }
        values.fill(0.0);
        for place in 0..tree.places(level) {
            for cell in 0..node.cells {
                after.fill(0.0);
                let mut any = false;
                for (hand, card) in hands.with(place) {
                    let reach = reaches[hand * count + card * node.cells + cell] * share;
                    if reach > 0.0 {
                        any = true;
                        hands.after(hand, card).iter().for_each(|to| after[usize::from(*to)] += reach);
                    }
                }
                if any {
                    self.walk(level + 1, node.first + place * node.cells + cell, after, who, below);
                    hands.kept(place).for_each(|(hand, to)| {
                        values[hand] += below[to];
                        // The mirror image of the move is worth the same to the mirror image of the hand.
                        if let Some(mirror) = mirror {
                            values[mirror[hand]] += below[to];
                        }
                    });
                }
            }
        }
    }
}

/// The cell of an empty board, by its place among those that are tried, with the columns swapped.
fn swapped(cell: usize) -> usize {
    if cell < 2 { 1 - cell } else { cell }
}

/// What the moves with numbers of the upper half are worth: as much as their mirror images.
fn complete(mirror: &Mirror, cells: usize, worths: &mut [f64]) {
    let (hands, lower) = (Hands::new(10), 5);
    for place in lower..hands.unused() {
        for (hand, card) in hands.with(place) {
            for cell in 0..cells {
                let from = (mirror[hand] * HAND + HAND - 1 - card) * cells + swapped(cell);
                worths[(hand * HAND + card) * cells + cell] = worths[from];
            }
        }
    }
}

/// Makes the numbers of each hand of the first position those of its mirror image, of which rounding may have made them
/// different.
fn even_out(mirror: &Mirror, cells: usize, numbers: &mut [f32]) {
    for (hand, &other) in mirror.iter().enumerate().filter(|(hand, other)| hand > other) {
        for card in 0..HAND {
            for cell in 0..cells {
                let from = (other * HAND + HAND - 1 - card) * cells + swapped(cell);
                numbers[(hand * HAND + card) * cells + cell] = numbers[from];
            }
        }
    }
}

/// Chances in proportion to weights that are not negative; equal ones where there are none.
fn share_out(weights: &[f32], chances: &mut [f64]) {
    let total: f64 = weights.iter().map(|weight| f64::from(*weight)).sum();
    let equal = 1.0 / weights.len() as f64;
    for (chance, weight) in chances.iter_mut().zip(weights) {
        *chance = if total > 0.0 { f64::from(*weight) / total } else { equal };
    }
}
