//! One attempt: a game, and a puzzle among its positions.

use agon_rules::{Game, Match, Path, Rng, Show, Start, Table};

use super::check::{Check, Kind, QUIET, verify};
use super::grade::measure;
use super::line::line;
use super::natural::{misses, scores_most};
use super::prove::{LONGEST, MATE, Prover, moves, over};
use super::source::play;
use super::{NoPuzzle, Outcome, Puzzle};
use crate::analysis::is_open;
use crate::guides::Guided;
use crate::play::Guide;

/// A puzzle has at least this many legal moves.
const CHOICES: usize = 3;
/// The most legal moves where wins are searched for: with more there are several ways to win, and proofs take long.
const WIDTH: usize = 64;
/// Positions to look at, counted from the end of the game, where values are exact and where wins are searched for.
const LAST: usize = 24;
const LATE: usize = 120;
/// Where wins are searched for, by plies and nodes: a glance at every position, a look where the same seat was seen to win
/// at most [`SOON`] positions later, and a long look where it wins a move later.
const GLANCE: (usize, u64) = (3, 20_000);
const LOOK: (usize, u64) = (5, 50_000);
const LONG_LOOK: (usize, u64) = (LONGEST, MATE);
const SOON: usize = 8;
/// Nodes of plain minimax within which a puzzle must be checked, so that anybody can.
const PLAIN: u64 = 2_000_000;
const PLAIN_WINS: u64 = 6_000_000;

/// One attempt of a hunt.
pub(crate) struct Attempt<'a> {
    pub seed: u64,
    pub number: u64,
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// A position that may become a puzzle.
struct Candidate<G: Game> {
    path: Path<G::State>,
    kind: Kind,
    only: G::Move,
    value: i32,
    plies: usize,
}

impl Guided for Attempt<'_> {
    type Out = Result<Outcome, NoPuzzle>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        if game.seats() != 2 {
            return Err(NoPuzzle::Seats(game.seats()));
        }
        let mut rng = Rng::stream(self.seed, self.number);
        let known = (&game, &guide);
        let states = play(known, &mut rng, self.stop);
        let open: Vec<_> = states.into_iter().filter(|(state, _)| is_open(&game, state)).collect();
        if open.is_empty() {
            return Ok(Outcome::Hidden);
        }
        let mut candidates = exact(known, &open, self.stop);
        // Forced wins take longer to find than exact values: where there are both, they are looked for in half the games.
        if G::LOOPS || rng.below(2) == 0 {
            candidates.extend(forced(known, &open, self.stop));
        }
        // The longest win and then the earliest position is the hardest.
        candidates.sort_by_key(|candidate| candidate.plies);
        while !candidates.is_empty() {
            // The hardest is tried first most of the time.
            let at = if rng.below(4) > 0 { candidates.len() - 1 } else { rng.below(candidates.len()) };
            let candidate = candidates.remove(at);
            let missed = |player| misses(known, &candidate.path, player, candidate.only);
            if (self.stop)() {
                return Ok(Outcome::Stopped);
            }
            let [easy, medium, _] = guide.graders();
            if missed(easy) <= 0.5 {
                continue;
            }
            let medium = missed(medium);
            if medium <= 0.5 {
                continue;
            }
            if let Some(puzzle) = finish(known, &candidate, medium, self.stop) {
                return Ok(if (self.stop)() { Outcome::Stopped } else { Outcome::Found(puzzle) });
            }
        }
        Ok(if (self.stop)() { Outcome::Stopped } else { Outcome::Nothing })
    }
}

/// The positions whose values are known to the end: they are proved from the end of the game backwards, as far as it
/// goes.
fn exact<G: Show, E: Guide<G>>(
    known: (&G, &E),
    states: &[(G::State, u16)],
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<Candidate<G>> {
    let game = known.0;
    let mut prover = Prover::new(known, Kind::Exact, stop);
    let mut candidates = Vec::new();
    for (state, quiet) in states.iter().rev().take(LAST) {
        let path = Path::new(*state, *quiet);
        let choices = moves(game, &path).len();
        if choices < CHOICES || Kind::of::<G>(choices) != Kind::Exact {
            continue;
        }
        // Earlier positions would be proved even later.
        let Some(proof) = prover.prove(&path) else { break };
        let gain = if game.turn(state) == 0 { proof.value } else { -proof.value };
        // To lose by less is no fun.
        if let [only] = proof.best[..]
            && gain >= 0
            && !scores_most(game, &path, only)
        {
            candidates.push(Candidate { path, kind: Kind::Exact, only, value: proof.value, plies: 0 });
        }
    }
    candidates
}

/// The positions from which one move wins soonest by force.
fn forced<G: Show, E: Guide<G>>(
    known: (&G, &E),
    states: &[(G::State, u16)],
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<Candidate<G>> {
    let game = known.0;
    let mut prover = Prover::new(known, Kind::Forced, stop);
    let mut candidates = Vec::new();
    // By seat: the position in which it was last seen to win.
    let mut won: [Option<usize>; 2] = [None; 2];
    for (at, (state, quiet)) in states.iter().enumerate().rev().take(LATE) {
        let path = Path::new(*state, *quiet);
        let choices = moves(game, &path).len();
        let widest = if G::LOOPS { WIDTH } else { usize::MAX };
        let fits = (CHOICES..=widest).contains(&choices) && Kind::of::<G>(choices) == Kind::Forced;
        if !fits || *quiet > QUIET || stop() {
            continue;
        }
        let seat = game.turn(state);
        let (deepest, nodes) = match won[seat].map(|later| later - at) {
            Some(..=2) => LONG_LOOK,
            Some(..=SOON) => LOOK,
            // Rows are made of marks that stay, so that wins are seen from farther away.
            _ if !G::LOOPS => LOOK,
            _ => GLANCE,
        };
        let proof = prover.forced(&path, deepest, nodes);
        if proof.is_some() {
            won[seat] = Some(at);
        }
        // To win at once is no puzzle.
        if let Some(proof) = proof
            && proof.plies > 1
            && let [only] = proof.best[..]
        {
            candidates.push(Candidate { path, kind: Kind::Forced, only, value: proof.value, plies: proof.plies });
        }
    }
    candidates
}

/// Proves the whole line, grades it, and checks it by plain minimax. None when that takes too long.
fn finish<G: Show, E: Guide<G>>(
    known: (&G, &E),
    candidate: &Candidate<G>,
    medium: f64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Puzzle> {
    let &Candidate { ref path, kind, only, value, .. } = candidate;
    let game = known.0;
    let mut prover = Prover::new(known, kind, stop);
    let proof = prover.prove(path)?;
    prover.only(path, &proof)?;
    let nodes = prover.nodes;
    let line = line(&mut prover, path, only);
    let solver = game.turn(path.state());
    let mut table = Match::new(game.clone(), Start::Position(position(game, path))).ok()?;
    let mut decisions = 0;
    for m in line {
        decisions += usize::from(game.turn(table.path().state()) == solver && table.choices().len() > 1);
        table.advance(m);
    }
    // "Win in 3 moves" promises that the line shows the win.
    if kind == Kind::Forced && (decisions < 2 || !over(game, table.path())) {
        return None;
    }
    let difficulty = measure(known, path, (only, medium), decisions);
    // What a look two plies ahead finds is natural too; forced wins are longer than that.
    if kind == Kind::Exact && difficulty.refutation <= 2 && difficulty.decoys == 0 {
        return None;
    }
    let puzzle = Puzzle { grade: difficulty.grade(), value, nodes, record: table.record() };
    let nodes = if kind == Kind::Forced { PLAIN_WINS } else { PLAIN };
    verify(game, &Check { puzzle: &puzzle, nodes }).ok().map(|_| puzzle)
}

/// The position text, quiet count included.
fn position<G: Show>(game: &G, path: &Path<G::State>) -> String {
    let text = game.write_state(path.state());
    if G::LOOPS { format!("{text} {}", path.quiet()) } else { text }
}
