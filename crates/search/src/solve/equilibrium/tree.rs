//! The tree of a position in which something is hidden: every way the hidden things can lie, and what each seat can tell.
//!
//! Nodes stand level by level, a level for each ply. What a seat knows at a node is what it knew one ply earlier, the
//! move as it saw it, and the state as it sees it now: so it forgets nothing (perfect recall), and nodes of one
//! information set stand on one level.

use std::collections::HashMap;

use agon_rules::{Game, Moves, Seat, Viewer};

use crate::control::Control;
use crate::evaluate::Evaluate;
use crate::hash::FastHasher;
use crate::script::worlds;
use crate::solve::strong_solution::Positions;

/// The information set of a node that is a leaf.
pub(super) const LEAF: u32 = u32::MAX;
/// Bytes that a node takes, with the numbers of its search and its share of the maps while the tree is built.
const NODE: usize = 128;

/// A node: a decision with its information set and the first of its children, which stand side by side; or a leaf with
/// the value for seat 0.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub set: u32,
    pub first: u32,
    pub value: f64,
}

/// What a seat can tell apart when it decides.
#[derive(Clone, Copy)]
pub(super) struct Set {
    pub seat: Seat,
    /// the place of its first move among the moves of all sets
    pub first: usize,
    /// how many moves it has
    pub count: usize,
    /// one of its nodes
    pub node: usize,
}

/// Which tree.
pub struct Shape<'a, G: Game> {
    /// whether both seats know a state, and will know everything to the end: the tree ends there
    pub is_known: &'a dyn Fn(&G::State) -> bool,
    /// which moves may be made first
    pub first: &'a dyn Fn(G::Move) -> bool,
}

/// The tree of a position.
pub(super) struct Tree<M> {
    pub nodes: Vec<Node>,
    /// where each level begins; one more for the end
    pub levels: Vec<usize>,
    pub sets: Vec<Set>,
    /// how likely each node of the first level is
    pub weights: Vec<f64>,
    /// the moves of all information sets together
    pub actions: usize,
    /// the information set of the position itself, unless it is a leaf
    pub root: Option<usize>,
    /// the moves of that set
    pub moves: Vec<M>,
}

/// A state while its level is built, with what each seat knows.
type Standing<S> = (S, [u32; 2]);

/// What a seat knows: the number of what it knew before, the last move and the state as it saw them.
type Seen<M, S> = (Seat, u32, Option<M>, S);

/// Numbers for what seats know.
struct Knowledge<G: Game> {
    numbers: HashMap<Seen<G::Move, G::State>, u32, FastHasher>,
    next: u32,
}

impl<G: Game> Knowledge<G> {
    fn after(&mut self, game: &G, seat: Seat, before: u32, m: Option<G::Move>, state: &G::State) -> u32 {
        let mut seen = *state;
        game.hide(&mut seen, Viewer::Seat(seat));
        let m = m.map(|m| game.hide_move(&seen, m));
        *self.numbers.entry((seat, before, m, seen)).or_insert_with(|| {
            self.next += 1;
            self.next
        })
    }
}

impl<M: Copy> Tree<M> {
    /// How many ways there are for the hidden things to lie.
    pub fn worlds(&self) -> usize {
        self.weights.len()
    }

    /// The tree of a position, with some of its moves only; or none when it does not fit into `bytes` or the control stops
    /// it.
    pub fn build<G: Game<Move = M>, E: Evaluate<G>>(
        game: &G,
        guide: &E,
        state: &G::State,
        Shape { is_known, first }: Shape<G>,
        bytes: usize,
        control: &mut Control,
    ) -> Option<Self> {
        let most = (bytes / NODE).min(LEAF as usize - 1);
        let worlds = worlds(game, state, Viewer::Spectator, most)?;
        let mut knowledge = Knowledge::<G> { numbers: HashMap::default(), next: 0 };
        let mut first_level: Vec<Standing<G::State>> = Vec::with_capacity(worlds.len());
        for (world, _) in &worlds {
            let knows = [0, 1].map(|seat| knowledge.after(game, seat, 0, None, world));
            first_level.push((*world, knows));
        }
        let own = knowledge.after(game, game.turn(state), 0, None, state);
        let mut tree = Tree {
            nodes: Vec::new(),
            levels: vec![0],
            sets: Vec::new(),
            weights: worlds.iter().map(|(_, odds)| odds.share()).collect(),
            actions: 0,
            root: None,
            moves: Vec::new(),
        };
        let mut positions = Positions::new(game, guide, bytes / 2);
        let (mut level, mut all, mut moves) = (first_level, Moves::new(), Vec::new());
        while !level.is_empty() {
            let below = tree.nodes.len() + level.len();
            let (mut next, mut sets) = (Vec::new(), HashMap::<u32, u32, FastHasher>::default());
            knowledge.numbers.clear();
            for (state, knows) in &level {
                if control.tick() || below + next.len() > most {
                    return None;
                }
                all.relist(game, state);
                moves.clear();
                moves.extend(all.iter().filter(|m| tree.levels.len() > 1 || first(**m)));
                if moves.is_empty() || is_known(state) {
                    let value = positions.value(state, control)?;
                    tree.nodes.push(Node { set: LEAF, first: 0, value: value.into() });
                    continue;
                }
                let seat = game.turn(state);
                let set = *sets.entry(knows[seat]).or_insert_with(|| {
                    tree.sets.push(Set { seat, first: tree.actions, count: moves.len(), node: tree.nodes.len() });
                    tree.actions += moves.len();
                    tree.sets.len() as u32 - 1
                });
                debug_assert_eq!(tree.sets[set as usize].count, moves.len(), "moves depend on what is hidden");
                if tree.levels.len() == 1 && knows[seat] == own {
                    tree.root = Some(set as usize);
                    tree.moves.clone_from(&moves);
                }
                tree.nodes.push(Node { set, first: (below + next.len()) as u32, value: 0.0 });
                for &m in &moves {
                    let mut after = *state;
                    game.play(&mut after, m);
                    let knows = [0, 1].map(|seat| knowledge.after(game, seat, knows[seat], Some(m), &after));
                    next.push((after, knows));
                }
            }
            tree.levels.push(tree.nodes.len());
            level = next;
        }
        Some(tree)
    }
}
