//! Tree search over guesses: for games with hidden information, for more than two seats, and without an evaluator.
//!
//! Every round guesses what is hidden anew and walks one tree of moves, counting how often each move could be
//! chosen and how often it won for the seat that chose it (information-set Monte Carlo tree search).

use agon_rules::walk::Player;
use agon_rules::{Eyes, Game, Moves, Rng};

use crate::control::Control;

/// How much a rarely tried move is favoured; the usual value for results between 0 and 1.
const CURIOSITY: f64 = 0.7;

struct Node<M> {
    m: Option<M>,
    children: Vec<usize>,
    /// who chose the move that leads here
    chooser: usize,
    visits: f64,
    available: f64,
    won: f64,
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
    let mut moves = Moves::new();
    let first = moves.relist(game, state).draw(rng)?;
    let eyes = Eyes::Seat(game.turn(state));
    let mut player = Player::new(game.clone());
    let mut tree = vec![Node { m: None, children: Vec::new(), chooser: 0, visits: 0.0, available: 0.0, won: 0.0 }];
    let mut trail = Vec::new();
    for _ in 0..rounds {
        if control.tick() {
            break;
        }
        let mut world = *state;
        game.guess(&mut world, eyes, rng);
        trail.clear();
        let mut at = 0;
        // Down the tree by moves that are possible in this world, until one is new.
        while !moves.relist(game, &world).is_empty() {
            let chooser = game.turn(&world);
            let (next, new) = step(&mut tree, at, chooser, &moves, rng);
            game.play(&mut world, tree[next].m.expect("only the root has no move"));
            trail.push(next);
            at = next;
            if new {
                break;
            }
        }
        let (end, _) = player.playout(world, rng);
        let shares = shares(game, &end);
        for &node in &trail {
            let node = &mut tree[node];
            node.visits += 1.0;
            node.won += shares[node.chooser];
        }
    }
    let best = tree[0].children.iter().map(|&child| &tree[child]).max_by(|a, b| a.visits.total_cmp(&b.visits));
    Some(best.map_or((first, 0.5), |node| (node.m.unwrap_or(first), node.won / node.visits.max(1.0))))
}

/// Chooses among the possible moves: one that was never tried, or the most promising. Says whether it is new.
fn step<M: Copy + Eq>(tree: &mut Vec<Node<M>>, at: usize, chooser: usize, moves: &[M], rng: &mut Rng) -> (usize, bool) {
    let mut known = Vec::with_capacity(moves.len());
    for &child in &tree[at].children {
        if moves.iter().any(|m| Some(*m) == tree[child].m) {
            known.push(child);
        }
    }
    known.iter().for_each(|&child| tree[child].available += 1.0);
    if known.len() < moves.len() {
        let tried = |m: &M| known.iter().any(|&child| tree[child].m == Some(*m));
        let fresh: Vec<M> = moves.iter().copied().filter(|m| !tried(m)).collect();
        let m = fresh[rng.below(fresh.len())];
        tree.push(Node { m: Some(m), children: Vec::new(), chooser, visits: 0.0, available: 1.0, won: 0.0 });
        let child = tree.len() - 1;
        tree[at].children.push(child);
        return (child, true);
    }
    let promise = |child: usize| {
        let node = &tree[child];
        node.won / node.visits + CURIOSITY * (node.available.ln() / node.visits).sqrt()
    };
    let best = known.into_iter().max_by(|&a, &b| promise(a).total_cmp(&promise(b)));
    (best.expect("a state that is not over has moves"), false)
}

/// What a finished game is worth to every seat: one, shared by those with the highest score.
fn shares<G: Game>(game: &G, end: &G::State) -> Vec<f64> {
    let scores: Vec<i32> = (0..game.seats()).map(|seat| game.score(end, seat)).collect();
    let best = scores.iter().max().copied();
    let winners = scores.iter().filter(|score| Some(**score) == best).count() as f64;
    scores.iter().map(|score| if Some(*score) == best { 1.0 / winners } else { 0.0 }).collect()
}
