//! The engines behind computer players: each makes one choice from what a seat sees.

use agon_rules::{Game, Path, Rng, Seat, Viewer};

use crate::alphabeta::AlphaBeta;
use crate::control::Control;
use crate::deepen::deepen;
use crate::guide::Guide;
use crate::ismcts::ismcts;
use crate::memory::Memory;
use crate::policy::Turn;
use crate::spec::Limits;

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

impl<M> Pick<M> {
    /// A move without any search.
    pub fn plain(m: M) -> Self {
        Pick { m, worth: Worth::Unknown, nodes: 0 }
    }
}

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
/// So deep is nobody asked to look where cards are hidden: no such game is longer.
const LONGEST: i32 = 30;
/// A whole playout costs about as much as so many nodes of alpha-beta.
const PLAYOUT: u64 = 10;

/// Whether something is hidden from the seat to move.
pub(crate) fn hides<G: Game>(game: &G, state: &G::State) -> bool {
    game.hides(state, Viewer::Seat(game.turn(state)))
}

/// Alpha-beta for so many nodes where nothing is hidden and two play, else tree search for about as long.
pub fn think<G: Game, E: Guide<G>>(turn: &mut Turn<G>, guide: &E, nodes: u64) -> Pick<G::Move> {
    if turn.game.seats() == 2 && !hides(turn.game, turn.state()) {
        alphabeta(turn, guide, &Limits { nodes: Some(nodes), ..Limits::default() })
    } else {
        mcts(turn, &Limits { playouts: Some((nodes / PLAYOUT).max(1)), ..Limits::default() })
    }
}

/// Alpha-beta, deeper and deeper within limits.
pub fn alphabeta<G: Game, E: Guide<G>>(turn: &mut Turn<G>, guide: &E, limits: &Limits) -> Pick<G::Move> {
    let mut control = turn.control(limits.nodes.unwrap_or(u64::MAX));
    let free = limits.time.is_some() || limits.nodes.is_some();
    let depth = limits.depth.unwrap_or(if free { 1000 } else { PLIES }).min(1000) as i32;
    let mut memory = table(limits.nodes);
    let best = deepen(turn.game, guide, turn.path, &mut memory, depth, &mut control, &mut |_| {});
    let best = best.expect("there are moves");
    let points = f64::from(best.found.value) / f64::from(E::UNIT);
    let worth = if best.found.solid { Worth::Proved(points as i32) } else { Worth::Points(points) };
    Pick { m: best.m, worth, nodes: control.nodes }
}

/// A table no larger than so many nodes can fill.
fn table(nodes: Option<u64>) -> Memory {
    const NODE: u64 = 64;
    Memory::new(nodes.map_or(TABLE, |nodes| nodes.saturating_mul(NODE).min(TABLE as u64) as usize))
}

/// Tree search over guesses within limits.
pub fn mcts<G: Game>(turn: &mut Turn<G>, limits: &Limits) -> Pick<G::Move> {
    let mut control = turn.control(limits.nodes.unwrap_or(u64::MAX));
    let rounds = limits.playouts.unwrap_or(if limits.time.is_some() { u64::MAX } else { ROUNDS });
    let found = ismcts(turn.game, turn.state(), rounds, &mut turn.rng, &mut control);
    let (m, share) = found.expect("there are moves");
    Pick { m, worth: Worth::Share(share), nodes: control.nodes }
}

/// A move that is proved to keep the value of the position; none when the proof was not found.
pub fn perfect<G: Game, E: Guide<G>>(turn: &mut Turn<G>, guide: &E) -> Option<Pick<G::Move>> {
    let mut control = turn.control(PROOF).brief();
    let solution = guide.solve(turn.game, turn.path, &mut Memory::new(TABLE), &mut control, &mut |_, _| {});
    let value = solution.value.proved()?;
    Some(Pick { m: *solution.line.first()?, worth: Worth::Proved(value), nodes: control.nodes })
}

/// Any of the moves with the best value of full search to a depth, on average over guesses where something is hidden.
pub fn full_width<G: Game, E: Guide<G>>(turn: &mut Turn<G>, guide: &E, depth: i32) -> Pick<G::Move> {
    let worlds = worlds(turn.game, turn.state(), &mut turn.rng);
    let mut control = turn.control(u64::MAX);
    let sums = average(turn, guide, &worlds, depth, &mut control);
    any_best::<G, E>(turn, &sums, worlds.len(), control.nodes)
}

/// The same, deeper and deeper for so many nodes.
pub fn wider_and_deeper<G: Game, E: Guide<G>>(turn: &mut Turn<G>, guide: &E, nodes: u64) -> Pick<G::Move> {
    let worlds = worlds(turn.game, turn.state(), &mut turn.rng);
    let mut control = turn.control(nodes);
    let mut sums = vec![0; turn.moves.len()];
    for depth in 1..=LONGEST {
        let deeper = average(turn, guide, &worlds, depth, &mut control);
        if control.stopped() {
            break;
        }
        sums = deeper;
    }
    any_best::<G, E>(turn, &sums, worlds.len(), control.nodes)
}

/// The values of all moves to a depth, added up over worlds.
fn average<G: Game, E: Guide<G>>(
    turn: &Turn<G>,
    guide: &E,
    worlds: &[G::State],
    depth: i32,
    control: &mut Control,
) -> Vec<i64> {
    let mut sums = vec![0; turn.moves.len()];
    for world in worlds {
        let path = if world == turn.state() { turn.path.clone() } else { Path::new(*world, 0) };
        let mut memory = Memory::new(TABLE / WORLDS);
        let values = rate(turn, guide, &path, depth, worlds.len() > 1, &mut memory, control);
        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += i64::from(value));
    }
    sums
}

/// Any of the best moves by sums over so many worlds.
fn any_best<G: Game, E: Guide<G>>(turn: &mut Turn<G>, sums: &[i64], worlds: usize, nodes: u64) -> Pick<G::Move> {
    let ties = best_of(sums, turn.seat());
    let at = ties[turn.rng.below(ties.len())];
    let points = sums[at] as f64 / worlds as f64 / f64::from(E::UNIT);
    Pick { m: turn.moves[at], worth: Worth::Points(points), nodes }
}

/// The indices of the best values for a seat; values are seen from seat 0.
pub fn best_of<T: Copy + Ord>(values: &[T], seat: Seat) -> Vec<usize> {
    let best = if seat == 0 { values.iter().max() } else { values.iter().min() };
    (0..values.len()).filter(|&at| Some(&values[at]) == best).collect()
}

/// Everything that may be hidden from the seat to move, or a sample of [`WORLDS`] of it where there is more.
///
/// Guesses are drawn until so many in a row have brought nothing new that none can be missing.
fn worlds<G: Game>(game: &G, state: &G::State, rng: &mut Rng) -> Vec<G::State> {
    // The chance to miss one of 24 equally likely worlds in so many draws is one in 10^9.
    const ENOUGH: usize = 600;
    let mut worlds: Vec<G::State> = Vec::with_capacity(WORLDS);
    if !hides(game, state) {
        return vec![*state];
    }
    for _ in 0..ENOUGH {
        let mut world = *state;
        game.determinize(&mut world, Viewer::Seat(game.turn(state)), rng);
        if !worlds.contains(&world) {
            worlds.push(world);
        }
        if worlds.len() == WORLDS {
            break;
        }
    }
    worlds
}

/// The value of every move to a depth, seen from seat 0. Unless all are asked for, only the best are exact and the others
/// are known to be worse.
pub fn rate<G: Game, E: Guide<G>>(
    turn: &Turn<G>,
    guide: &E,
    path: &Path<G::State>,
    depth: i32,
    all: bool,
    memory: &mut Memory,
    control: &mut Control,
) -> Vec<i32> {
    let (game, first) = (turn.game, turn.seat() == 0);
    let mut search = AlphaBeta::new(game, guide, path, memory).strict();
    let mut best: Option<i32> = None;
    let mut one = |&m: &G::Move| {
        let less = depth - guide.cost(game, path.state(), m);
        search.play(m);
        let value = match best {
            // A move as good as the best is to be told from a worse one.
            Some(best) if !all && first => search.value(less, best - 1, i32::MAX / 2, control).value,
            Some(best) if !all => search.value(less, i32::MIN / 2, best + 1, control).value,
            _ => search.exact(less, control).value,
        };
        search.undo();
        best = Some(best.map_or(value, |best| if first { best.max(value) } else { best.min(value) }));
        value
    };
    turn.moves.iter().map(&mut one).collect()
}
