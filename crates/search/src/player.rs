//! A computer player at the table: it is given what its seat sees, and a seed, and nothing else.

use agon_rules::{Eyes, Game, Moves, Path, Rng};

use crate::alphabeta::AlphaBeta;
use crate::control::Control;
use crate::deepen::deepen;
use crate::guide::Guide;
use crate::ismcts::ismcts;
use crate::memory::Memory;
use crate::spec::Spec;

/// The move of a computer player, and what it thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Pick<M> {
    /// the move
    pub m: M,
    /// what it is worth
    pub worth: Worth,
    /// how many nodes were visited
    pub nodes: u64,
}

/// What a move is worth, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// The player did not ask.
    Unknown,
    /// Proved: the final score of seat 0 less that of seat 1.
    Proved(i32),
    /// An estimate in points, seen from seat 0.
    Points(f64),
    /// An estimate of the share of the game that the mover wins.
    Share(f64),
}

/// A player that cannot play this game, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` cannot play here: {1}")]
pub struct Unfit(String, &'static str);

/// Bytes for a player's table of positions.
const TABLE: usize = 32_000_000;
/// Rounds of tree search when nothing else limits it.
const ROUNDS: u64 = 2000;
/// Plies of alpha-beta when nothing else limits it.
const PLIES: u32 = 6;
/// Nodes of exact play before it gives up: some twenty seconds.
const PROOF: u64 = 200_000_000;
/// So many guesses are averaged where something is hidden.
const WORLDS: usize = 24;

/// The way a game has come, as the seat to move knows it: what is hidden from it is blanked.
pub fn seen<G: Game>(game: &G, path: &Path<G::State>) -> Path<G::State> {
    let mut state = *path.state();
    game.hide(&mut state, Eyes::Seat(game.turn(path.state())));
    if state == *path.state() { path.clone() } else { Path::new(state, path.quiet()) }
}

/// The move of a player, or none when the game is over. `path` is what its seat sees (see [`seen`]); `stop` says when
/// its time is up.
pub fn choose<G: Game, E: Guide<G>>(
    spec: &Spec,
    game: &G,
    guide: &E,
    path: &Path<G::State>,
    rng: &mut Rng,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Pick<G::Move>>, Unfit> {
    let mut moves = Moves::new();
    if path.draw().is_none() {
        game.moves(path.state(), &mut moves);
    }
    let unfit = |why| Err(Unfit(spec.to_string(), why));
    let hidden = hides(game, path.state());
    let pair = game.seats() == 2;
    let mut control = Control::new(u64::MAX, stop);
    let (m, worth) = match spec {
        _ if moves.is_empty() => return Ok(None),
        Spec::Random => (moves.draw(rng).expect("there are moves"), Worth::Unknown),
        Spec::Minimax(_) | Spec::AlphaBeta(_) | Spec::Perfect if !pair => {
            return unfit("it is for two seats; try `mcts`");
        }
        Spec::AlphaBeta(_) | Spec::Perfect if hidden => return unfit("something is hidden; try `minimax:3` or `mcts`"),
        Spec::Minimax(depth) => full_width(game, guide, path, &moves, (*depth).into(), hidden, rng, &mut control),
        Spec::AlphaBeta(limits) => {
            control = Control::new(limits.nodes.unwrap_or(u64::MAX), stop);
            let free = limits.time.is_some() || limits.nodes.is_some();
            let depth = limits.depth.unwrap_or(if free { 1000 } else { PLIES }).min(1000) as i32;
            let mut memory = Memory::new(TABLE);
            let best =
                deepen(game, guide, path, &mut memory, depth, &mut control, &mut |_| {}).expect("there are moves");
            let points = f64::from(best.found.value) / f64::from(E::UNIT);
            (best.m, if best.found.solid { Worth::Proved(points as i32) } else { Worth::Points(points) })
        }
        Spec::Mcts(limits) => {
            control = Control::new(limits.nodes.unwrap_or(u64::MAX), stop);
            let rounds = limits.playouts.unwrap_or(if limits.time.is_some() { u64::MAX } else { ROUNDS });
            let (m, share) = ismcts(game, path.state(), rounds, rng, &mut control).expect("there are moves");
            (m, Worth::Share(share))
        }
        Spec::Perfect => {
            control = Control::new(PROOF, stop);
            let solution = guide.solve(game, path, &mut Memory::new(TABLE), &mut control, &mut |_, _| {});
            let (Some(&m), Some(value)) = (solution.line.first(), solution.value.proved()) else {
                return unfit("it ran out of its budget before the proof was there");
            };
            (m, Worth::Proved(value))
        }
    };
    Ok(Some(Pick { m, worth, nodes: control.nodes }))
}

/// Whether a state has blanks for its mover: then a guess would fill them in.
fn hides<G: Game>(game: &G, state: &G::State) -> bool {
    let mut guess = *state;
    game.guess(&mut guess, Eyes::Seat(game.turn(state)), &mut Rng::new(0));
    guess != *state
}

/// Any of the moves with the best value of full search to a depth, on average over guesses where something is hidden.
#[allow(clippy::too_many_arguments)]
fn full_width<G: Game, E: Guide<G>>(
    game: &G,
    guide: &E,
    path: &Path<G::State>,
    moves: &Moves<G::Move>,
    depth: i32,
    hidden: bool,
    rng: &mut Rng,
    control: &mut Control,
) -> (G::Move, Worth) {
    let state = path.state();
    let mut sums = vec![0_i64; moves.len()];
    let worlds = if hidden { WORLDS } else { 1 };
    for _ in 0..worlds {
        let mut world = *state;
        game.guess(&mut world, Eyes::Seat(game.turn(state)), rng);
        let from = if hidden { Path::new(world, 0) } else { path.clone() };
        let mut memory = Memory::new(TABLE / WORLDS);
        let mut search = AlphaBeta::new(game, guide, &from, &mut memory).strict();
        for (sum, &m) in sums.iter_mut().zip(moves.iter()) {
            search.play(m);
            *sum += i64::from(search.exact(depth - guide.cost(game, &world, m), control).value);
            search.undo();
        }
    }
    let best = if game.turn(state) == 0 { sums.iter().max() } else { sums.iter().min() };
    let best = best.copied().unwrap_or_default();
    let ties: Vec<usize> = (0..sums.len()).filter(|&at| sums[at] == best).collect();
    let m = moves[ties[rng.below(ties.len())]];
    (m, Worth::Points(best as f64 / worlds as f64 / f64::from(E::UNIT)))
}
