//! The engines behind computer players: each makes one decision from what a seat sees.

use agon_rules::{Game, Path, Rng, Viewer};

use super::spec::Limits;
use super::turn::{Pick, Turn, Worth, hides};
use crate::alphabeta::{AlphaBeta, Rated, Score, best_indices};
use crate::control::Control;
use crate::evaluate::Evaluate;
use crate::ismcts::ismcts;
use crate::solve::{EquilibriumRequest, Request, Solve, Want};

/// Bytes of a player's transposition table.
pub(super) const TABLE: usize = 32_000_000;
/// Iterations of ISMCTS without other limits.
const ITERATIONS: u64 = 2000;
/// Plies of alpha-beta without other limits.
const PLIES: i32 = 6;
/// The depth limit of a search that nodes or time end.
const DEEPEST: i32 = 1000;
/// Nodes of exact play before it gives up: some twenty seconds.
const PROOF: u64 = 200_000_000;
/// Bytes of its table.
const PROOF_TABLE: usize = 64_000_000;
/// The same where the start is too large to be solved: a second at most. Where play can go in circles a node costs more.
const MOMENT: [u64; 2] = [2_000_000, 60_000];
/// How many points exact play may lose against the best reply, where it has to be mixed.
const UNEXPLOITABLE: f64 = 0.01;
/// Determinizations to average over where something is hidden.
pub(super) const WORLDS: usize = 24;
/// The depth limit where something is hidden: no such game is longer.
const LONGEST: i32 = 30;
/// A playout costs about as much as this many nodes of alpha-beta.
const PLAYOUT: u64 = 10;

/// Alpha-beta within `nodes` nodes for two seats that see everything, otherwise ISMCTS for about as long.
pub fn think<G: Game, E: Evaluate<G>>(turn: &mut Turn<G>, guide: &E, nodes: u64) -> Pick<G::Move> {
    if turn.game.seats() == 2 && !turn.hides() {
        best_among(turn, guide, nodes, turn.moves.to_vec())
    } else {
        mcts(turn, &Limits { playouts: Some((nodes / PLAYOUT).max(1)), ..Limits::default() })
    }
}

/// The best of some legal moves by selective alpha-beta within `nodes` nodes.
pub fn best_among<G: Game, E: Evaluate<G>>(
    turn: &mut Turn<G>,
    guide: &E,
    nodes: u64,
    moves: Vec<G::Move>,
) -> Pick<G::Move> {
    let mut control = turn.control(nodes);
    let table = turn.table.empty(table_for(Some(nodes)));
    let mut search = AlphaBeta::new(turn.game, guide, turn.path, table).selective();
    let best = search.deepen_among(moves, DEEPEST, &mut control, &mut |_| {}).expect("there are moves");
    Pick { m: best.m, worth: worth::<G, E>(best.score), nodes: control.nodes }
}

/// What a score of alpha-beta is worth in points.
fn worth<G: Game, E: Evaluate<G>>(score: Score) -> Worth {
    let points = f64::from(score.value) / f64::from(E::UNIT);
    if score.exact { Worth::Proved(points as i32) } else { Worth::Points(points) }
}

/// Alpha-beta by iterative deepening.
pub fn alphabeta<G: Game, E: Evaluate<G>>(turn: &mut Turn<G>, guide: &E, limits: &Limits) -> Pick<G::Move> {
    let mut control = turn.control(limits.nodes.unwrap_or(u64::MAX));
    let is_limited = limits.time.is_some() || limits.nodes.is_some();
    let depth = limits.depth.map_or(if is_limited { DEEPEST } else { PLIES }, |depth| depth.min(1000) as i32);
    let table = turn.table.empty(table_for(limits.nodes));
    let mut search = AlphaBeta::new(turn.game, guide, turn.path, table);
    if limits.depth.is_none() && is_limited {
        // Whoever has a depth sees all that is within it; whoever has nodes or time makes the most of them.
        search = search.selective();
    }
    let best = search.deepen(depth, &mut control, &mut |_| {}).expect("there are moves");
    Pick { m: best.m, worth: worth::<G, E>(best.score), nodes: control.nodes }
}

/// Bytes of a transposition table no larger than the nodes of a search can fill.
fn table_for(nodes: Option<u64>) -> usize {
    const NODE: u64 = 64;
    nodes.map_or(TABLE, |nodes| nodes.saturating_mul(NODE).min(TABLE as u64) as usize)
}

/// Information-set Monte Carlo tree search.
pub fn mcts<G: Game>(turn: &mut Turn<G>, limits: &Limits) -> Pick<G::Move> {
    let mut control = turn.control(limits.nodes.unwrap_or(u64::MAX));
    let iterations = limits.playouts.unwrap_or(if limits.time.is_some() { u64::MAX } else { ITERATIONS });
    let found = ismcts(turn.game, turn.state(), iterations, &mut turn.rng, &mut control);
    let (m, share) = found.expect("there are moves");
    Pick { m, worth: Worth::Share(share), nodes: control.nodes }
}

/// A move that is proved to keep the value of the position. None when no proof was found within the limits.
pub fn perfect<G: Game, E: Solve<G>>(turn: &mut Turn<G>, guide: &E) -> Option<Pick<G::Move>> {
    let moment = MOMENT[usize::from(G::LOOPS)];
    let mut control = turn.control(if guide.too_large(turn.game) { moment } else { PROOF });
    if turn.game.will_hide(turn.state()) && !guide.is_known(turn.game, turn.state()) {
        return by_one_equilibrium(turn, guide, u64::MAX);
    }
    if turn.game.will_hide(turn.state()) {
        return unexploitable(turn, guide, &mut control);
    }
    let solution = guide.solve(turn.game, turn.path, Request::new(Want::Value, PROOF_TABLE, &mut control));
    let value = solution.value.proved()?;
    Some(Pick { m: *solution.pv.first()?, worth: Worth::Proved(value), nodes: control.nodes })
}

/// A move by an equilibrium that the whole game is played by from an earlier position on.
pub fn by_one_equilibrium<G: Game, E: Solve<G>>(turn: &mut Turn<G>, guide: &E, nodes: u64) -> Option<Pick<G::Move>> {
    let mut control = turn.control(nodes);
    let request = EquilibriumRequest { bytes: TABLE, within: UNEXPLOITABLE, control: &mut control };
    let (value, chances) = guide.by_one_equilibrium(turn.game, turn.path, request, turn.memory)?;
    let value = value.value().filter(|_| value.exploitability() <= Some(UNEXPLOITABLE))?;
    Some(Pick { m: drawn(&chances, &mut turn.rng)?, worth: Worth::Points(value), nodes: control.nodes })
}

/// One of some moves by lot.
pub fn drawn<M: Copy>(chances: &[(M, f64)], rng: &mut Rng) -> Option<M> {
    // Thousandths of a percent are fine enough for chances that are themselves not exact.
    const PARTS: usize = 100_000;
    let mut lot = rng.below(PARTS) as f64 / PARTS as f64;
    let drawn = chances.iter().find(|(_, chance)| {
        lot -= chance;
        lot < 0.0
    });
    drawn.or_else(|| chances.iter().rfind(|(_, chance)| *chance > 0.0)).map(|(m, _)| *m)
}

/// The same where something is hidden: the seat can work it out, or plays an equilibrium that the game's history does not
/// change.
pub fn unexploitable<G: Game, E: Solve<G>>(
    turn: &mut Turn<G>,
    guide: &E,
    control: &mut Control,
) -> Option<Pick<G::Move>> {
    let (game, mut state) = (turn.game, *turn.state());
    if guide.is_known(game, &state) {
        // Only one world is possible: it is no matter of luck.
        game.determinize(&mut state, Viewer::Seat(turn.seat()), &mut turn.rng);
        let path = Path::new(state, 0);
        let solution = guide.solve(game, &path, Request::new(Want::Value, TABLE, control));
        let value = solution.value.proved()?;
        return Some(Pick { m: *solution.pv.first()?, worth: Worth::Proved(value), nodes: control.nodes });
    }
    let request = EquilibriumRequest { bytes: TABLE, within: UNEXPLOITABLE, control };
    let found = guide.equilibrium(game, &state, request);
    let value = found.value.value().filter(|_| found.value.exploitability() <= Some(UNEXPLOITABLE))?;
    let chances: Vec<(G::Move, f64)> = found.strategy.iter().map(|mixed| (mixed.m, mixed.chance)).collect();
    let m = drawn(&chances, &mut turn.rng)?;
    Some(Pick { m, worth: Worth::Points(value), nodes: control.nodes })
}

/// A random one of the best moves by full search to a depth, averaged over determinizations where something is hidden.
pub fn full_width<G: Game, E: Evaluate<G>>(turn: &mut Turn<G>, guide: &E, depth: i32) -> Pick<G::Move> {
    let worlds = worlds(turn.game, turn.state(), &mut turn.rng);
    let mut control = turn.control(u64::MAX);
    let sums = sum_over_worlds(turn, guide, &worlds, depth, &mut control);
    any_best::<G, E>(turn, &sums, worlds.len(), control.nodes)
}

/// [`full_width`] by iterative deepening within `nodes` nodes.
pub fn full_width_deepening<G: Game, E: Evaluate<G>>(turn: &mut Turn<G>, guide: &E, nodes: u64) -> Pick<G::Move> {
    let worlds = worlds(turn.game, turn.state(), &mut turn.rng);
    let mut control = turn.control(nodes);
    let mut sums = vec![0; turn.moves.len()];
    for depth in 1..=LONGEST {
        let deeper = sum_over_worlds(turn, guide, &worlds, depth, &mut control);
        if control.stopped() {
            break;
        }
        sums = deeper;
    }
    any_best::<G, E>(turn, &sums, worlds.len(), control.nodes)
}

/// The values of all moves to a depth, added up over the worlds.
fn sum_over_worlds<G: Game, E: Evaluate<G>>(
    turn: &mut Turn<G>,
    guide: &E,
    worlds: &[G::State],
    depth: i32,
    control: &mut Control,
) -> Vec<i64> {
    // A move that is worse in one world may be the best on average, so several worlds need the value of every move.
    let rated = if worlds.len() > 1 { Rated::EveryMove } else { Rated::BestMoves };
    let mut sums = vec![0; turn.moves.len()];
    for world in worlds {
        let path = if world == turn.state() { turn.path.clone() } else { Path::new(*world, 0) };
        let table = turn.table.empty(TABLE / WORLDS);
        let mut search = AlphaBeta::new(turn.game, guide, &path, table).strict();
        let values = search.rate(turn.moves, depth, rated, control);
        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += i64::from(value));
    }
    sums
}

/// A random one of the best moves by their sums over a number of worlds.
fn any_best<G: Game, E: Evaluate<G>>(turn: &mut Turn<G>, sums: &[i64], worlds: usize, nodes: u64) -> Pick<G::Move> {
    let ties = best_indices(sums, turn.seat());
    let at = ties[turn.rng.below(ties.len())];
    let points = sums[at] as f64 / worlds as f64 / f64::from(E::UNIT);
    Pick { m: turn.moves[at], worth: Worth::Points(points), nodes }
}

/// Every determinization of a state for the seat to move, or a sample of [`WORLDS`] where there are more.
pub(super) fn worlds<G: Game>(game: &G, state: &G::State, rng: &mut Rng) -> Vec<G::State> {
    // With 600 draws, the chance to miss one of 24 equally likely worlds is about one in 10^9.
    const DRAWS: usize = 600;
    let mut worlds: Vec<G::State> = Vec::with_capacity(WORLDS);
    if !hides(game, state) {
        return vec![*state];
    }
    for _ in 0..DRAWS {
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
