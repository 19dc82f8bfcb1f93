//! Information-set Monte Carlo tree search (ISMCTS): for hidden information, for more than two seats, and without an
//! evaluation.
//!
//! Each iteration determinizes what is hidden and descends one tree of moves by UCB1. A node counts how often its move
//! was available, how often it was chosen, and what it won for the seat that chose it. Where nothing is hidden this is
//! plain MCTS (UCT): the moves of a node never change, so they are no longer listed once each has been tried.

mod move_index;
mod rollout;

use std::hash::Hash;
use std::ops::Range;

use agon_rules::{Game, Moves, Rng, Seat, Viewer};

use self::move_index::{MoveIndex, Number};
pub use self::rollout::{Rollout, Uniform};
use crate::control::Control;
use crate::hash::fast_hash;

/// The exploration constant of UCB1: the usual value for results between 0 and 1.
const EXPLORATION: f32 = 0.7;
/// Bytes that the tree may take.
const BYTES: usize = 1 << 28;
/// Iterations before the first report to the observer.
const PAUSE: u64 = 500;
/// Children that a node has room for at first. The room doubles when it is full.
const ROOM: u16 = 4;

/// A node of the tree: a move that was tried.
#[derive(Clone, Copy)]
struct Node<M> {
    m: M,
    /// the index of its first child; the others follow it
    first: u32,
    visits: u32,
    /// in how many visits of its parent the move was available; counted where something is hidden
    available: u32,
    /// the share of the game it won on average
    mean: f32,
    /// one divided by the square root of its visits
    spread: f32,
    /// a Bloom filter of the moves of its children
    marks: u64,
    /// how many children it has, and how many moves there are where nothing is hidden
    tried: u16,
    possible: u16,
    /// its last known place in the move list
    place: u16,
    /// the number of its move where something is hidden
    number: Number,
    /// the seat that chose it
    chooser: u8,
}

impl<M> Node<M> {
    fn new(m: M, chooser: Seat, place: usize) -> Self {
        let (chooser, place) = (chooser as u8, place as u16);
        let (visits, available, mean, spread) = (0, 1, 0.0, 1.0);
        let (first, marks, tried, possible, number) = (0, 0, 0, u16::MAX, Number::NONE);
        Node { m, first, visits, available, mean, spread, marks, tried, possible, place, number, chooser }
    }

    #[inline]
    fn children(&self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.tried)
    }

    /// How many children it has room for: none, then powers of two.
    #[inline]
    fn room(&self) -> u16 {
        if self.tried == 0 { 0 } else { self.tried.checked_next_power_of_two().unwrap_or(u16::MAX).max(ROOM) }
    }

    #[inline]
    fn add(&mut self, share: f32) {
        self.visits += 1;
        let weight = 1.0 / self.visits as f32;
        self.mean += (share - self.mean) * weight;
        self.spread = weight.sqrt();
    }
}

/// The most visited move after a number of iterations, and the share of the game it won for the seat to move.
///
/// `state` is what that seat sees. None when there is no move.
pub fn ismcts<G: Game>(
    game: &G,
    state: &G::State,
    iterations: u64,
    rng: &mut Rng,
    control: &mut Control,
) -> Option<(G::Move, f64)> {
    let nodes = BYTES / size_of::<Node<G::Move>>();
    ismcts_within(game, state, TreeLimits { iterations, nodes }, rng, control)
}

/// How far a tree may grow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeLimits {
    /// iterations
    pub iterations: u64,
    /// nodes of the tree
    pub nodes: usize,
}

/// [`ismcts`] with a limit to the nodes of the tree.
fn ismcts_within<G: Game>(
    game: &G,
    state: &G::State,
    limits: TreeLimits,
    rng: &mut Rng,
    control: &mut Control,
) -> Option<(G::Move, f64)> {
    let mut moves = Moves::new();
    let first = moves.relist(game, state).draw(rng)?;
    if !game.hides(state, Viewer::Seat(game.turn(state)))
        && let Some(m) = wins_at_once(game, state, &moves)
    {
        return Some((m, 1.0));
    }
    let mut best = (first, 0.5);
    search_tree((game, &mut Uniform::new(game)), state, limits, rng, control, |_, tried| {
        let most = tried.iter().max_by_key(|tried| tried.visits);
        best = most.map_or(best, |most| (most.m, most.share));
    });
    Some(best)
}

/// The statistics of a root move.
pub(crate) struct RootMove<M> {
    /// the move
    pub m: M,
    /// how often it was chosen
    pub visits: u32,
    /// the share of the game it won then
    pub share: f64,
}

/// Searches a state that is not over. `watch` is called with the number of iterations and the root moves that were
/// tried: now and then, and once at the end.
pub(crate) fn search_tree<G: Game, R: Rollout<G>>(
    (game, rollout): (&G, &mut R),
    state: &G::State,
    limits: TreeLimits,
    rng: &mut Rng,
    control: &mut Control,
    mut watch: impl FnMut(u64, &[RootMove<G::Move>]),
) {
    let seat = game.turn(state);
    let viewer = Viewer::Seat(seat);
    // What the others do by chance changes the moves of a node like what is hidden does.
    let is_open = !game.hides(state, viewer) && !R::MODELS_OTHERS;
    let Some(&root) = Moves::new().relist(game, state).first() else { return };
    let mut search =
        Tree { nodes: vec![Node::new(root, 0, 0)], list: MoveIndex::new(), found: Vec::new(), most: limits.nodes };
    let mut history = Vec::with_capacity(64);
    let mut shares = vec![0.0; game.seats()];
    let (mut done, mut next) = (0, PAUSE);
    while done < limits.iterations && !control.tick() {
        if done == next {
            watch(done, &search.root_moves());
            next = done + done / 4;
        }
        let mut world = *state;
        game.determinize(&mut world, viewer, rng);
        history.clear();
        history.push(0);
        let mut at = 0;
        // Selection and expansion: down the tree by moves that are legal in this world, until one is new.
        loop {
            if game.turn(&world) != seat
                && let Some(m) = rollout.answer(&world, rng)
            {
                game.play(&mut world, m);
                continue;
            }
            let step =
                if is_open { search.step(game, &world, at, rng) } else { search.step_hidden(game, &world, at, rng) };
            let Some(next) = step else { break };
            game.play(&mut world, search.nodes[next].m);
            history.push(next);
            at = next;
            if search.nodes[next].visits == 0 {
                break;
            }
        }
        // Simulation and backpropagation.
        let end = rollout.play_out(world, rng);
        rollout.reward(game, &end, &mut shares);
        for &node in &history {
            let node = &mut search.nodes[node];
            node.add(shares[usize::from(node.chooser)]);
        }
        done += 1;
    }
    watch(done, &search.root_moves());
}

/// A move that ends the game with a win of the seat to move.
fn wins_at_once<G: Game>(game: &G, state: &G::State, list: &Moves<G::Move>) -> Option<G::Move> {
    let (mut moves, mut shares) = (Moves::new(), vec![0.0; game.seats()]);
    list.iter().copied().find(|&m| {
        let mut after = *state;
        game.play(&mut after, m);
        share(game, &after, &mut shares);
        shares[game.turn(state)] == 1.0 && moves.relist(game, &after).is_empty()
    })
}

struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// the moves of the state at the node
    list: MoveIndex<M>,
    /// which moves of the list were tried before, while an untried one is looked for
    found: Vec<bool>,
    /// the limit of nodes
    most: usize,
}

impl<M: Copy + Eq + Hash> Tree<M> {
    /// The statistics of the root moves.
    fn root_moves(&self) -> Vec<RootMove<M>> {
        let children = &self.nodes[self.nodes[0].children()];
        children.iter().map(|node| RootMove { m: node.m, visits: node.visits, share: node.mean.into() }).collect()
    }

    /// Selects a child where nothing is hidden: a move that was never tried, otherwise the best by UCB1. None at the end
    /// of the game, or where the tree is full.
    #[inline]
    fn step<G: Game<Move = M>>(&mut self, game: &G, state: &G::State, at: usize, rng: &mut Rng) -> Option<usize> {
        let Node { possible, tried, visits, .. } = self.nodes[at];
        if tried < possible {
            let count = self.list.relist(game, state).len() as u16;
            self.nodes[at].possible = count;
            return if tried < count { self.try_another(game.turn(state), at, rng) } else { None };
        }
        let exploration = exploration(visits);
        let (mut best, mut highest) = (None, f32::MIN);
        let children = self.nodes[at].children();
        for (child, node) in children.clone().zip(&self.nodes[children]) {
            let ucb = node.mean + exploration * node.spread;
            if ucb > highest {
                (best, highest) = (Some(child), ucb);
            }
        }
        best
    }

    /// Selects a child where something is hidden: only among the moves that are legal in this world.
    fn step_hidden<G: Game<Move = M>>(
        &mut self,
        game: &G,
        world: &G::State,
        at: usize,
        rng: &mut Rng,
    ) -> Option<usize> {
        let count = self.list.relist(game, world).len();
        if count == 0 {
            return None;
        }
        if usize::from(self.nodes[at].tried) < count {
            return self.try_hidden(game.turn(world), at, rng);
        }
        let Tree { nodes, list, .. } = self;
        let (mut best, mut highest, mut known) = (None, f32::MIN, 0);
        let children = nodes[at].children();
        for (child, node) in children.clone().zip(&mut nodes[children]) {
            if let Some(place) = list.find(&node.m, node.number, node.place.into()) {
                known += 1;
                node.place = place as u16;
                let ucb = node.mean + exploration(node.available) * node.spread;
                node.available += 1;
                if ucb > highest {
                    (best, highest) = (Some(child), ucb);
                }
            }
        }
        if known < count { self.try_hidden(game.turn(world), at, rng).or(best) } else { best }
    }

    /// Expansion where something is hidden: the new child will be looked for in other lists.
    fn try_hidden(&mut self, chooser: Seat, at: usize, rng: &mut Rng) -> Option<usize> {
        let child = self.try_another(chooser, at, rng)?;
        let node = &mut self.nodes[child];
        node.number = self.list.number(&node.m);
        Some(child)
    }

    /// Expansion: adds a child for a random untried move of the list; there must be one. None when the tree is full.
    fn try_another(&mut self, chooser: Seat, at: usize, rng: &mut Rng) -> Option<usize> {
        let place = self.untried(at, rng);
        let m = self.list.moves()[place];
        let new = Node::new(m, chooser, place);
        if self.nodes[at].tried == self.nodes[at].room() && !self.make_room(at, new) {
            return None;
        }
        let node = &mut self.nodes[at];
        let child = node.children().end;
        node.marks |= mark(&m);
        node.tried += 1;
        self.nodes[child] = new;
        Some(child)
    }

    /// Moves the children of a node to a larger block at the end of the tree. False when the tree is full.
    fn make_room(&mut self, at: usize, filler: Node<M>) -> bool {
        let (old, from) = (self.nodes[at].children(), self.nodes.len());
        let room = self.nodes[at].room().saturating_mul(2).max(ROOM);
        if from + usize::from(room) > self.most {
            return false;
        }
        self.nodes.extend_from_within(old);
        self.nodes.resize(from + usize::from(room), filler);
        self.nodes[at].first = from as u32;
        true
    }

    /// The place of a random untried move.
    fn untried(&mut self, at: usize, rng: &mut Rng) -> usize {
        const DRAWS: usize = 4;
        let Tree { nodes, list, found, .. } = self;
        let count = list.moves().len();
        for _ in 0..DRAWS {
            let place = rng.below(count);
            if nodes[at].marks & mark(&list.moves()[place]) == 0 {
                return place;
            }
        }
        // Most were tried: list the ones that were not.
        found.clear();
        found.resize(count, false);
        let mut fresh = count;
        for node in &nodes[nodes[at].children()] {
            if let Some(place) = list.find(&node.m, node.number, node.place.into()) {
                found[place] = true;
                fresh -= 1;
            }
        }
        let mut missing = (0..found.len()).filter(|&place| !found[place]);
        missing.nth(rng.below(fresh)).expect("a move that was not tried")
    }
}

/// The bit of a move in the Bloom filter.
#[inline]
fn mark(m: &impl Hash) -> u64 {
    1 << (fast_hash(0, m) >> (u64::BITS - 6))
}

/// The exploration term of UCB1 without its denominator: the constant times the square root of the logarithm of the
/// visits. The logarithm is linear between powers of two, which is fast and the same on every machine.
#[inline]
fn exploration(visits: u32) -> f32 {
    // The exponent of a floating-point number is the whole part of its binary logarithm, and the 23 bits below are
    // nearly the rest of it.
    let bits = (visits as f32).to_bits() - 1_f32.to_bits();
    let log = bits as f32 * (std::f32::consts::LN_2 / (1 << 23) as f32);
    EXPLORATION * log.sqrt()
}

/// The result of a finished game for every seat: one, shared by those with the highest score.
#[inline]
fn share<G: Game>(game: &G, end: &G::State, shares: &mut [f32]) {
    let (mut best, mut winners) = (i32::MIN, 0.0);
    for seat in 0..shares.len() {
        let score = game.score(end, seat);
        if score > best {
            shares[..seat].fill(0.0);
            (best, winners) = (score, 0.0);
        }
        let wins = score == best;
        shares[seat] = f32::from(u8::from(wins));
        winners += shares[seat];
    }
    shares.iter_mut().for_each(|share| *share /= winners);
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_rules::Show;
    use agon_rules::games::{self, Visitor};

    #[derive(Clone)]
    struct Full;

    impl Visitor for Full {
        type Out = ();

        fn visit<G: Show>(self, game: G) {
            let mut start = game.deal(&mut Rng::new(0));
            let viewer = Viewer::Seat(game.turn(&start));
            game.hide(&mut start, viewer);
            let mut moves = Moves::new();
            moves.relist(&game, &start);
            for nodes in [1, 5, 50] {
                let best = ismcts_within(
                    &game,
                    &start,
                    TreeLimits { iterations: 100, nodes },
                    &mut Rng::new(1),
                    &mut Control::free(),
                );
                assert!(moves.contains(&best.expect("a start has moves").0), "{} {:?}", G::ID, game.values());
            }
        }
    }

    #[test]
    fn a_full_tree_still_chooses_a_move_of_the_list() {
        games::each(Full);
    }

    #[test]
    fn exploration_grows_like_the_root_of_the_logarithm() {
        assert_eq!(exploration(1), 0.0);
        for visits in [2_u32, 3, 7, 100, 12_345, 10_000_000] {
            let exact = EXPLORATION * (visits as f32).ln().sqrt();
            assert!((exploration(visits) - exact).abs() < 0.04, "{visits}");
        }
    }
}
