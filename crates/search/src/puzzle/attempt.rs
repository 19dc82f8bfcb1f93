//! One attempt: a game of random and shallow moves, and a puzzle among its last positions.

use agon_rules::{Game, Match, Moves, Path, Rng, Show, Start, Table, Viewer};

use super::check::{Check, verify};
use super::grade::measure;
use super::line::line;
use super::natural::{misses, scores_most};
use super::prove::{Prover, moves};
use super::{NoPuzzle, Outcome, Puzzle};
use crate::alphabeta::{AlphaBeta, Rated, best_indices};
use crate::analysis::is_open;
use crate::control::Control;
use crate::guides::Guided;
use crate::play::{Guide, level};
use crate::transposition_table::TranspositionTable;

/// A puzzle has at least this many legal moves.
const CHOICES: usize = 3;
/// The most legal moves where a row or the like decides: plain minimax could not follow more to the end.
const ROOM: usize = 16;
/// The most legal moves where wins are searched for: with more there are several ways to win, and proofs take long.
const WIDTH: usize = 40;
/// Positions to look at, counted from the end of the game.
const LAST: usize = 24;
/// Where wins are searched for: how many of how many positions at the end are looked at, and after how many moves the
/// answers are counted.
const CLOSEST: usize = 12;
const LATE: usize = 100;
const ANSWERS: usize = 4;
/// Positions in a row that cannot be proved, before earlier ones are given up too.
const HOPELESS: usize = 1;
/// Plies without a capture or the like, beyond which a forced win might come too late.
const QUIET: u16 = 60;
/// Nodes of plain minimax within which a puzzle must be checked, so that anybody can.
const PLAIN: u64 = 2_000_000;
const PLAIN_WINS: u64 = 6_000_000;
/// The longest game.
const PLIES: usize = 400;

/// One attempt of a hunt.
pub(crate) struct Attempt<'a> {
    pub seed: u64,
    pub number: u64,
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Guided for Attempt<'_> {
    type Out = Result<Outcome, NoPuzzle>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, guide: E) -> Self::Out {
        if game.seats() != 2 {
            return Err(NoPuzzle::Seats(game.seats()));
        }
        let mut rng = Rng::stream(self.seed, self.number);
        let states = play(&game, &guide, &mut rng, self.stop);
        let open: Vec<_> = states.into_iter().filter(|(state, _)| is_open(&game, state)).collect();
        if open.is_empty() {
            return Ok(Outcome::Hidden);
        }
        let mut prover = Prover { game: &game, guide: &guide, stop: self.stop, nodes: 0 };
        let mut hopeless = 0;
        let mut candidates = Vec::new();
        for (state, quiet) in scan(&game, &open) {
            let path = Path::new(state, quiet);
            let choices = moves(&game, &path).len();
            let most = if G::LOOPS || G::POINTS { usize::MAX } else { ROOM };
            if quiet > QUIET || !(CHOICES..=most).contains(&choices) {
                continue;
            }
            if (self.stop)() {
                return Ok(Outcome::Stopped);
            }
            let Some(proof) = prover.prove(&path) else {
                hopeless += 1;
                if hopeless == HOPELESS && !G::LOOPS {
                    break;
                }
                continue;
            };
            hopeless = 0;
            let gain = if game.turn(&state) == 0 { proof.value } else { -proof.value };
            // To lose by less is no fun, and to win at once no puzzle.
            if gain < 0 || proof.best.len() > 1 || scores_most(&game, &path, proof.best[0]) {
                continue;
            }
            if let Some(only) = prover.only(&path, &proof) {
                candidates.push((path, only, proof.value));
                // The proof of a forced win takes longer than everything else.
                if G::LOOPS {
                    break;
                }
            }
        }
        while !candidates.is_empty() {
            // The earliest is the hardest: it is tried first every other time.
            let at = if rng.below(2) == 0 { candidates.len() - 1 } else { rng.below(candidates.len()) };
            let (path, only, value) = candidates.remove(at);
            let missed = |player| misses((&game, &guide), &path, player, only);
            if missed(level::EASY) <= 0.5 {
                continue;
            }
            let medium = missed(level::MEDIUM);
            if medium <= 0.5 {
                continue;
            }
            if (self.stop)() {
                return Ok(Outcome::Stopped);
            }
            if let Some(puzzle) = finish((&game, &guide), &path, &Candidate { only, value, medium }, self.stop) {
                return Ok(if (self.stop)() { Outcome::Stopped } else { Outcome::Found(puzzle) });
            }
        }
        Ok(Outcome::Nothing)
    }
}

/// The positions to look at: the last ones, the very last first. Where wins are searched for, those near the end in which
/// the other side has the fewest answers: the fewer there are, the sooner a win is forced, and the sooner it is proved.
fn scan<G: Game>(game: &G, states: &[(G::State, u16)]) -> Vec<(G::State, u16)> {
    if !G::LOOPS {
        return states.iter().rev().take(LAST).copied().collect();
    }
    let answers = |state: &G::State| {
        let moves = moves(game, &Path::new(*state, 0));
        let mut replies = Moves::new();
        let after = |&m: &G::Move| {
            let mut after = *state;
            game.play(&mut after, m);
            replies.relist(game, &after).len()
        };
        let fewest = moves.iter().step_by(1 + moves.len() / ANSWERS).map(after).min();
        fewest.filter(|_| (CHOICES..=WIDTH).contains(&moves.len()))
    };
    let late = states.iter().rev().take(LATE).filter(|(_, quiet)| *quiet <= QUIET);
    let mut late: Vec<_> = late.filter_map(|place| Some((answers(&place.0)?, *place))).collect();
    late.sort_by_key(|(answers, _)| *answers);
    late.into_iter().map(|(_, place)| place).take(CLOSEST).collect()
}

/// A position that may become a puzzle.
struct Candidate<M> {
    only: M,
    value: i32,
    /// the share of seeds with which `medium` misses it
    medium: f64,
}

/// Proves the whole line, grades it, and checks it by plain minimax. None when that takes too long.
fn finish<G: Show, E: Guide<G>>(
    (game, guide): (&G, &E),
    path: &Path<G::State>,
    candidate: &Candidate<G::Move>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Puzzle> {
    let &Candidate { only, value, medium } = candidate;
    let mut prover = Prover { game, guide, stop, nodes: 0 };
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
    // A win in one move is no puzzle where wins are searched for.
    if G::LOOPS && decisions < 2 {
        return None;
    }
    let difficulty = measure((game, guide), path, (only, medium), decisions);
    // What a look two plies ahead finds is natural too; forced wins are longer than that.
    if !G::LOOPS && difficulty.refutation <= 2 && difficulty.decoys == 0 {
        return None;
    }
    let puzzle = Puzzle { grade: difficulty.grade(), value, nodes, record: table.record() };
    let nodes = if G::LOOPS { PLAIN_WINS } else { PLAIN };
    verify(game, &Check { puzzle: &puzzle, nodes }).ok().map(|_| puzzle)
}

/// The position text, quiet count included.
fn position<G: Show>(game: &G, path: &Path<G::State>) -> String {
    let text = game.write_state(path.state());
    if G::LOOPS { format!("{text} {}", path.quiet()) } else { text }
}

/// Plays a game and returns all its states with their quiet counts.
fn play<G: Show, E: Guide<G>>(
    game: &G,
    guide: &E,
    rng: &mut Rng,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<(G::State, u16)> {
    // Good play leads to balanced endings, random moves to many different ones.
    let wild = [2, 4, 8, 16][rng.below(4)];
    let depth = 1 + rng.below(2) as i32;
    // Where the first row wins, boards fill up only if nobody completes one.
    let patient = !G::LOOPS && !G::POINTS;
    // In long games the better player would soon have won; at random both lose their pieces.
    let wild = if G::LOOPS && rng.below(4) > 0 { 1 } else { wild };
    let mut path = Path::new(game.deal(rng), 0);
    let mut states = Vec::new();
    let mut control = Control::new(u64::MAX, stop);
    while states.len() < PLIES && !stop() {
        let moves = moves(game, &path);
        if moves.is_empty() {
            break;
        }
        states.push((*path.state(), path.quiet()));
        let hidden = game.hides(path.state(), Viewer::Seat(game.turn(path.state())));
        let m = if patient {
            go_on(game, &path, &moves, rng)
        } else if hidden || rng.below(wild) == 0 {
            moves[rng.below(moves.len())]
        } else {
            let mut table = TranspositionTable::new(1 << 14);
            let mut search = AlphaBeta::new(game, guide, &path, &mut table).strict();
            let values = search.rate(&moves, depth, Rated::BestMoves, &mut control);
            let ties = best_indices(&values, game.turn(path.state()));
            moves[ties[rng.below(ties.len())]]
        };
        path.play(game, m);
    }
    states
}

/// A random move that neither ends the game nor lets the next one end it, if there is one.
fn go_on<G: Game>(game: &G, path: &Path<G::State>, moves: &Moves<G::Move>, rng: &mut Rng) -> G::Move {
    let after = |state: &G::State, m: G::Move| {
        let mut after = *state;
        game.play(&mut after, m);
        after
    };
    let (mut scratch, mut replies) = (Moves::new(), Moves::new());
    let mut lasts = |m: G::Move| {
        let next = after(path.state(), m);
        !replies.relist(game, &next).is_empty()
            && replies.iter().all(|&reply| !game.over(&after(&next, reply), &mut scratch))
    };
    // Most moves last, so that trying a few at random is cheaper than trying all.
    let tries: Vec<G::Move> = (0..8).map(|_| moves[rng.below(moves.len())]).collect();
    let found = tries.iter().copied().find(|&m| lasts(m)).or_else(|| moves.iter().copied().find(|&m| lasts(m)));
    found.unwrap_or(tries[0])
}
