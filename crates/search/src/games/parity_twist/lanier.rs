//! `lanier`: the equilibrium from any position on.
//!
//! Hands and deck are hidden only while the deck lasts, which is four placements: once it is empty each seat can work out
//! the other's hand, and what follows has an exact value. Before that, what a seat does may depend on its hand and on what
//! both saw: the board, and who placed what when. When its cards were drawn does not matter to it, since the other seat
//! knows nothing of that and what can follow is the same. So the tree is that of the open moves alone, with chances for
//! every hand of each seat, and CFR+ runs over all hands of a node at once. What is exact in it, the value of full
//! knowledge and the best reply, is exact for the game itself.

use agon_rules::Game;
use agon_rules::bits::Ones;
use agon_rules::games::parity_twist::{Move, NONE, ParityTwist, State};

use super::Parity;
use super::compact::{Table, cells, compact};
use super::hands::{HAND, Hands, list};
use super::lanier_cfr::Cfr;
use crate::control::Control;
use crate::{Equilibrium, EquilibriumRequest, Evaluate, GameSize, MixedMove, MixedValue};

/// Cards of the deck at the start: after so many placements everything is known.
pub const DECK: usize = 4;
/// Hands of each seat when the deck is empty.
pub const LAST: usize = 20;

/// The open moves of a position while the deck lasts.
pub struct Tree {
    /// by number of filled cells from the first position on: the nodes, those with the deck empty left out
    pub levels: Vec<Vec<Node>>,
    /// for each node with the deck empty and each hand of seat 0: the value for seat 0
    pub ends: Vec<i8>,
    /// how many nodes have the deck empty
    pub leaves: usize,
    /// the hands at each level
    pub hands: Vec<Hands>,
    /// how many numbers the strategies of all nodes take
    pub actions: usize,
    /// filled cells at the first position
    pub filled: usize,
    /// which hands of the first position are mirror images, low and high swapped with the columns, if it is its own: then
    /// the tree has the first half of its numbers only
    pub mirror: Option<Mirror>,
}

/// By hand of an empty board: its mirror image.
pub type Mirror = Vec<usize>;

/// What both seats saw: its children stand side by side, by number and then by cell.
#[derive(Clone, Copy)]
pub struct Node {
    /// the first child, on the next level
    pub first: usize,
    /// how many cells are worth trying
    pub cells: usize,
    /// where its strategies begin
    pub offset: usize,
}

/// The equilibrium of a position with cards in the deck. It may be blanked for the seat to move.
pub fn solve(game: &ParityTwist, state: &State, request: EquilibriumRequest) -> Equilibrium<Move> {
    let (lower, upper) = crate::solve::trivial_bounds(game, &Parity, state);
    let Some((tree, boards)) = Tree::new(game, state) else {
        return Equilibrium::bound(lower, upper, GameSize::default());
    };
    let mut size = tree.size();
    // A quarter is for the table of known positions.
    if tree.bytes() > request.bytes / 4 * 3 {
        size.needs = Some(tree.bytes() / 3 * 4 + 4);
        return Equilibrium::bound(lower, upper, size);
    }
    let Some(tree) = tree.with_ends(game, boards, request.bytes / 4, request.control) else {
        return Equilibrium::bound(lower, upper, size);
    };
    let mut cfr = Cfr::new(&tree);
    let (least, most) = cfr.run(request.within, request.control);
    size.rounds = cfr.rounds;
    let own = state.hands[usize::from(state.turn)];
    let (strategy, seen) = strategy(&tree, &mut cfr, state, own);
    Equilibrium { value: MixedValue::Near(least.max(lower), most.min(upper)), strategy, seen, size }
}

/// The tree of a position with the value of the strategies found, and these themselves. None when they do not fit, or are not
/// as good as asked for before the control stops the search.
pub fn search(game: &ParityTwist, state: &State, request: EquilibriumRequest) -> Option<(Tree, (f64, f64), Vec<f32>)> {
    let (tree, boards) = Tree::new(game, state)?;
    if tree.bytes() > request.bytes / 4 * 3 {
        return None;
    }
    let tree = tree.with_ends(game, boards, request.bytes / 4, request.control)?;
    let mut cfr = Cfr::new(&tree);
    let value = cfr.run(request.within, request.control);
    let sums = cfr.into_sums();
    (value.1 - value.0 <= request.within).then_some((tree, value, sums))
}

/// What the seat to move does with its hand, and what it can expect.
fn strategy(tree: &Tree, cfr: &mut Cfr, state: &State, own: u16) -> (Vec<MixedMove<Move>>, Option<f64>) {
    let place = |n: usize| (state.free & ((1 << n) - 1)).count_ones();
    let mask = Ones(own).fold(0, |mask, n| mask | 1 << place(n));
    let hand = tree.hands[0].find(mask);
    let (found, seen) = cfr.at_root(hand);
    let tried: Vec<u8> = cells(state).collect();
    let row = |cell: u8| state.cells[usize::from(cell) / 3 * 3..][..3].to_vec();
    let mut strategy = Vec::new();
    for cell in Ones(state.empty) {
        let cell = cell as u8;
        // A cell of a row that is filled like an earlier one is worth the same, and is not needed.
        let like =
            |other: &u8| *other == cell || cell < 9 && *other < 9 && other % 3 == cell % 3 && row(*other) == row(cell);
        let at = tried.iter().position(like).expect("a cell like it is tried");
        for (card, n) in Ones(own).enumerate() {
            let (chance, worth) = found[card * tried.len() + at];
            let chance = if tried[at] == cell { chance } else { 0.0 };
            strategy.push(MixedMove { m: Move::Place(cell, n as u8), chance, worth, exact: None });
        }
    }
    (strategy, Some(seen))
}

impl Tree {
    /// The tree of a board without its ends, and the boards from which one placement leads to these. None when the deck is
    /// empty already.
    pub fn new(game: &ParityTwist, board: &State) -> Option<(Self, Vec<State>)> {
        let filled = game.filled(board);
        if filled >= DECK {
            return None;
        }
        let hands: Vec<Hands> = (filled..DECK).map(|filled| Hands::new(10 - filled)).collect();
        let mirror = (filled == 0).then(|| hands[0].mirrored());
        let (mut levels, mut offset) = (Vec::new(), 0);
        let mut boards = vec![State { hands: [0; 2], deck: [NONE; 7], ..*board }];
        for hands in &hands {
            if !levels.is_empty() {
                boards = boards.iter().flat_map(|board| children(game, board)).collect();
            }
            let (mut nodes, mut first) = (Vec::with_capacity(boards.len()), 0);
            for board in &boards {
                let cells = cells(board).count();
                nodes.push(Node { first, cells, offset });
                first += numbers(board).count_ones() as usize * cells;
                offset += hands.count() * HAND * cells;
            }
            levels.push(nodes);
        }
        let last = levels[levels.len() - 1][boards.len() - 1];
        let leaves = last.first + numbers(&boards[boards.len() - 1]).count_ones() as usize * last.cells;
        Some((Tree { levels, ends: Vec::new(), leaves, hands, actions: offset, filled, mirror }, boards))
    }

    /// The tree with the values of its ends. None when the control stops it.
    pub fn with_ends(
        self,
        game: &ParityTwist,
        boards: Vec<State>,
        bytes: usize,
        control: &mut Control,
    ) -> Option<Self> {
        let mut known = Known { game, table: Table::new(bytes), control };
        let (last, mut ends) = (list(2 * HAND), Vec::with_capacity(LAST * self.leaves));
        for board in boards.iter().flat_map(|board| children(game, board)) {
            let banked = Parity.banked(game, &board);
            for mask in &last {
                let hand = Ones(board.free).enumerate().filter(|(at, _)| mask >> at & 1 == 1);
                let hand = hand.fold(0, |hand, (_, n)| hand | 1 << n);
                let dealt = State { hands: [hand, board.free & !hand], ..board };
                ends.push((banked + known.rest(&dealt)?) as i8);
            }
        }
        Some(Tree { ends, ..self })
    }

    /// How many of the unused numbers, the lowest, have children on a level.
    pub fn places(&self, level: usize) -> usize {
        let unused = self.hands[level].unused();
        if level == 0 && self.mirror.is_some() { unused / 2 } else { unused }
    }

    /// The bytes of regrets, strategies and values.
    fn bytes(&self) -> usize {
        2 * size_of::<f32>() * self.actions + LAST * self.leaves
    }

    fn size(&self) -> GameSize {
        let hands = &self.hands[0];
        let orders: usize = (1..=DECK - self.filled).product();
        let sets = self.levels.iter().zip(&self.hands).map(|(nodes, hands)| nodes.len() * hands.count()).sum();
        let nodes = self.levels.iter().map(Vec::len).sum::<usize>() + self.leaves;
        GameSize {
            worlds: hands.count() * hands.others() * orders,
            nodes,
            information_sets: sets,
            rounds: 0,
            needs: None,
        }
    }
}

/// The numbers worth trying: on an empty board the lower half, since the others are their mirror images.
fn numbers(board: &State) -> u16 {
    const LOWER: u16 = (1 << 5) - 1;
    if board.empty.count_ones() == 10 { LOWER } else { board.free }
}

/// The boards after one placement, by number and then by cell.
fn children(game: &ParityTwist, board: &State) -> impl Iterator<Item = State> + use<> {
    let (game, board) = (*game, *board);
    Ones(numbers(&board)).flat_map(move |n| {
        cells(&board).map(move |cell| {
            let mut after = board;
            game.play(&mut after, Move::Place(cell, n as u8));
            after
        })
    })
}

/// Exact values where each seat knows both hands.
pub struct Known<'a, 'b, 'c> {
    game: &'a ParityTwist,
    table: Table,
    control: &'b mut Control<'c>,
}

impl Known<'_, '_, '_> {
    /// What best play adds to the banked points.
    fn rest(&mut self, s: &State) -> Option<i32> {
        if s.empty == 0 {
            return Some(0);
        }
        let key = compact(self.game, s, s.hands[0]);
        if let Some(rest) = self.table.find(key) {
            return Some(rest);
        }
        if self.control.tick() {
            return None;
        }
        let banked = Parity.banked(self.game, s);
        let mut best: Option<i32> = None;
        for cell in cells(s) {
            for n in Ones(s.hands[usize::from(s.turn)]) {
                let mut after = *s;
                self.game.play(&mut after, Move::Place(cell, n as u8));
                let value = Parity.banked(self.game, &after) - banked + self.rest(&after)?;
                best = Some(best.map_or(value, |best| if s.turn == 0 { best.max(value) } else { best.min(value) }));
            }
        }
        let rest = best.expect("a hand has a card for every turn");
        self.table.keep(key, rest);
        Some(rest)
    }
}
