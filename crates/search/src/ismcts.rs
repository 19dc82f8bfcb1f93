//! Tree search over guesses: for games with hidden information, for more than two seats, and without an evaluator.
//!
//! Every round guesses what is hidden anew and walks one tree of moves, counting how often each move could be
//! chosen and how often it won for the seat that chose it (information-set Monte Carlo tree search). Where nothing is
//! hidden the moves of a node are always the same, so they are listed until each has been tried, and then no more.

use std::hash::Hash;
use std::ops::Range;

use agon_rules::walk::Player;
use agon_rules::{Game, Moves, Rng, Seat, Viewer};

use crate::control::Control;
use crate::places::Places;
use crate::quick::quick_hash;

/// How much a rarely tried move is favoured; the usual value for results between 0 and 1.
const CURIOSITY: f32 = 0.7;
/// The tree grows no further than this.
const BYTES: usize = 1 << 28;
/// After so many rounds whoever watches hears of them first.
const PAUSE: u64 = 500;
/// How many children a node has room for at first.
const ROOM: u16 = 4;

/// A move that was tried.
#[derive(Clone, Copy)]
struct Node<M> {
    m: M,
    /// where its children are, side by side
    first: u32,
    visits: u32,
    /// in how many rounds it was chosen from; counted where something is hidden
    available: u32,
    /// the share of the game it won on average
    mean: f32,
    /// one through the root of its visits
    spread: f32,
    /// what was tried after it: a bit for each, which some share
    marks: u64,
    /// how many children it has and has room for, and how many moves are possible where nothing is hidden
    tried: u16,
    room: u16,
    possible: u16,
    /// where it was in the list of moves when it was last found
    place: u16,
    /// who chose it
    chooser: u8,
}

impl<M> Node<M> {
    fn new(m: M, chooser: Seat, place: usize) -> Self {
        let (chooser, place) = (chooser as u8, place as u16);
        let (visits, available, mean, spread) = (0, 1, 0.0, 1.0);
        let (first, marks, tried, room, possible) = (0, 0, 0, 0, u16::MAX);
        Node { m, first, visits, available, mean, spread, marks, tried, room, possible, place, chooser }
    }

    #[inline]
    fn children(&self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.tried)
    }

    #[inline]
    fn add(&mut self, share: f32) {
        self.visits += 1;
        let weight = 1.0 / self.visits as f32;
        self.mean += (share - self.mean) * weight;
        self.spread = weight.sqrt();
    }
}

/// The most visited move after so many rounds and the share of the game it won, for the seat to move.
///
/// `state` is what that seat sees. None when there is no move.
pub fn ismcts<G: Game>(
    game: &G,
    state: &G::State,
    rounds: u64,
    rng: &mut Rng,
    control: &mut Control,
) -> Option<(G::Move, f64)> {
    let most = BYTES / size_of::<Node<G::Move>>();
    ismcts_within(game, state, (rounds, most), rng, control)
}

/// The same with so many nodes at most.
fn ismcts_within<G: Game>(
    game: &G,
    state: &G::State,
    limits: (u64, usize),
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
    try_all(game, state, limits, rng, control, |_, tried| {
        let most = tried.iter().max_by_key(|tried| tried.visits);
        best = most.map_or(best, |most| (most.m, most.share));
    });
    Some(best)
}

/// What is known of a move of the seat to move.
pub(crate) struct Tried<M> {
    /// the move
    pub m: M,
    /// how often it was chosen
    pub visits: u32,
    /// the share of the game it won then
    pub share: f64,
}

/// Tries the moves of a state that has some, for so many rounds and with so many nodes at most. `watch` hears of the
/// number of rounds and of every move that was tried: again and again, and once at the end.
pub(crate) fn try_all<G: Game>(
    game: &G,
    state: &G::State,
    (rounds, most): (u64, usize),
    rng: &mut Rng,
    control: &mut Control,
    mut watch: impl FnMut(u64, &[Tried<G::Move>]),
) {
    let viewer = Viewer::Seat(game.turn(state));
    let is_open = !game.hides(state, viewer);
    let Some(&root) = Moves::new().relist(game, state).first() else { return };
    let mut search = Search { tree: vec![Node::new(root, 0, 0)], places: Places::new(), found: Vec::new(), most };
    let mut player = Player::new(game.clone());
    let mut history = Vec::with_capacity(64);
    let mut shares = vec![0.0; game.seats()];
    let (mut done, mut next) = (0, PAUSE);
    while done < rounds && !control.tick() {
        if done == next {
            watch(done, &search.tried());
            next = done + done / 4;
        }
        let mut world = *state;
        game.determinize(&mut world, viewer, rng);
        history.clear();
        history.push(0);
        let mut at = 0;
        // Down the tree by moves that are possible in this world, until one is new.
        loop {
            let step =
                if is_open { search.step(game, &world, at, rng) } else { search.step_hidden(game, &world, at, rng) };
            let Some(next) = step else { break };
            game.play(&mut world, search.tree[next].m);
            history.push(next);
            at = next;
            if search.tree[next].visits == 0 {
                break;
            }
        }
        let (end, _) = player.playout(world, rng);
        share(game, &end, &mut shares);
        for &node in &history {
            let node = &mut search.tree[node];
            node.add(shares[usize::from(node.chooser)]);
        }
        done += 1;
    }
    watch(done, &search.tried());
}

/// A move that ends the game with a win for who makes it.
fn wins_at_once<G: Game>(game: &G, state: &G::State, list: &Moves<G::Move>) -> Option<G::Move> {
    let (mut moves, mut shares) = (Moves::new(), vec![0.0; game.seats()]);
    list.iter().copied().find(|&m| {
        let mut after = *state;
        game.play(&mut after, m);
        share(game, &after, &mut shares);
        shares[game.turn(state)] == 1.0 && moves.relist(game, &after).is_empty()
    })
}

struct Search<M> {
    tree: Vec<Node<M>>,
    places: Places<M>,
    /// which moves of the list were tried before
    found: Vec<bool>,
    /// how many nodes there may be
    most: usize,
}

impl<M: Copy + Eq + Hash> Search<M> {
    /// What is known of the moves at the root.
    fn tried(&self) -> Vec<Tried<M>> {
        let children = &self.tree[self.tree[0].children()];
        children.iter().map(|node| Tried { m: node.m, visits: node.visits, share: node.mean.into() }).collect()
    }

    /// Where nothing is hidden: a move that was never tried, or the most promising. None at the end of the game, or
    /// where the tree may not grow.
    #[inline]
    fn step<G: Game<Move = M>>(&mut self, game: &G, state: &G::State, at: usize, rng: &mut Rng) -> Option<usize> {
        let Node { possible, tried, visits, .. } = self.tree[at];
        if tried < possible {
            let count = self.places.relist(game, state).len() as u16;
            self.tree[at].possible = count;
            return if tried < count { self.try_another(game.turn(state), at, rng) } else { None };
        }
        let curiosity = curiosity(visits);
        let (mut best, mut highest) = (None, f32::MIN);
        let children = self.tree[at].children();
        for (child, node) in children.clone().zip(&self.tree[children]) {
            let promise = node.mean + curiosity * node.spread;
            if promise > highest {
                (best, highest) = (Some(child), promise);
            }
        }
        best
    }

    /// Where something is hidden: the same, but only among the moves that are possible in this world.
    fn step_hidden<G: Game<Move = M>>(
        &mut self,
        game: &G,
        world: &G::State,
        at: usize,
        rng: &mut Rng,
    ) -> Option<usize> {
        let count = self.places.relist(game, world).len();
        if count == 0 {
            return None;
        }
        if usize::from(self.tree[at].tried) < count {
            return self.try_another(game.turn(world), at, rng);
        }
        let Search { tree, places, .. } = self;
        let (mut best, mut highest, mut known) = (None, f32::MIN, 0);
        let children = tree[at].children();
        for (child, node) in children.clone().zip(&mut tree[children]) {
            if let Some(place) = places.find(&node.m, node.place.into()) {
                known += 1;
                node.place = place as u16;
                let promise = node.mean + curiosity(node.available) * node.spread;
                node.available += 1;
                if promise > highest {
                    (best, highest) = (Some(child), promise);
                }
            }
        }
        if known < count { self.try_another(game.turn(world), at, rng).or(best) } else { best }
    }

    /// Adds a child for some move of the list that has none; there must be one. None when the tree is full.
    fn try_another(&mut self, chooser: Seat, at: usize, rng: &mut Rng) -> Option<usize> {
        let place = self.untried(at, rng);
        let m = self.places.moves()[place];
        let new = Node::new(m, chooser, place);
        let Node { tried, room, .. } = self.tree[at];
        if tried == room && !self.make_room(at, new) {
            return None;
        }
        let node = &mut self.tree[at];
        let child = node.children().end;
        node.marks |= mark(&m);
        node.tried += 1;
        self.tree[child] = new;
        Some(child)
    }

    /// Gives the children of a node a wider place at the end of the tree; false when the tree is full.
    fn make_room(&mut self, at: usize, filler: Node<M>) -> bool {
        let (old, from) = (self.tree[at].children(), self.tree.len());
        let room = self.tree[at].room.saturating_mul(2).max(ROOM);
        if from + usize::from(room) > self.most {
            return false;
        }
        self.tree.extend_from_within(old);
        self.tree.resize(from + usize::from(room), filler);
        self.tree[at].first = from as u32;
        self.tree[at].room = room;
        true
    }

    /// The place of a random move that was not tried.
    fn untried(&mut self, at: usize, rng: &mut Rng) -> usize {
        const DRAWS: usize = 4;
        let Search { tree, places, found, .. } = self;
        let count = places.moves().len();
        for _ in 0..DRAWS {
            let place = rng.below(count);
            if tree[at].marks & mark(&places.moves()[place]) == 0 {
                return place;
            }
        }
        // Most were tried: look who is missing.
        found.clear();
        found.resize(count, false);
        let mut fresh = count;
        for node in &tree[tree[at].children()] {
            if let Some(place) = places.find(&node.m, node.place.into()) {
                found[place] = true;
                fresh -= 1;
            }
        }
        let mut missing = (0..found.len()).filter(|&place| !found[place]);
        missing.nth(rng.below(fresh)).expect("a move that was not tried")
    }
}

/// The bit of a move.
#[inline]
fn mark(m: &impl Hash) -> u64 {
    1 << (quick_hash(0, m) >> (u64::BITS - 6))
}

/// How much the spread of a move weighs after so many rounds: the root of their logarithm, which is taken as straight
/// between powers of two. So it is quick, and the same number on every machine.
#[inline]
fn curiosity(rounds: u32) -> f32 {
    // A floating-point number holds the whole part of its logarithm above 23 bits that are nearly the rest of it.
    let bits = (rounds as f32).to_bits() - 1_f32.to_bits();
    let log = bits as f32 * (std::f32::consts::LN_2 / (1 << 23) as f32);
    CURIOSITY * log.sqrt()
}

/// What a finished game is worth to every seat: one, shared by those with the highest score.
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
            for most in [1, 5, 50] {
                let best = ismcts_within(&game, &start, (100, most), &mut Rng::new(1), &mut Control::free());
                assert!(moves.contains(&best.expect("a start has moves").0), "{} {:?}", G::ID, game.values());
            }
        }
    }

    #[test]
    fn a_full_tree_still_chooses_a_move_of_the_list() {
        games::each(Full);
    }

    #[test]
    fn curiosity_grows_like_the_root_of_the_logarithm() {
        assert_eq!(curiosity(1), 0.0);
        for rounds in [2_u32, 3, 7, 100, 12_345, 10_000_000] {
            let exact = CURIOSITY * (rounds as f32).ln().sqrt();
            assert!((curiosity(rounds) - exact).abs() < 0.04, "{rounds}");
        }
    }
}
