//! One attempt: a game of random and shallow moves, and a puzzle among its last positions.

use agon_rules::{Game, Match, Path, Rng, Show, Start, Table, Viewer};

use super::check::{Check, verify};
use super::grade::measure;
use super::line::line;
use super::natural::{SEEDS, misses, scores_most};
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
/// Positions to look at, counted from the end of the game.
const LAST: usize = 16;
/// Positions in a row that cannot be proved, before earlier ones are given up too.
const HOPELESS: usize = 3;
/// Plies without a capture or the like, beyond which a forced win might come too late.
const QUIET: u16 = 60;
/// Nodes of plain minimax within which a puzzle must be checked, so that anybody can.
const PLAIN: u64 = 1_500_000;
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
        for &(state, quiet) in open.iter().rev().take(LAST) {
            let path = Path::new(state, quiet);
            if quiet > QUIET || moves(&game, &path).len() < CHOICES {
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
            // To lose by less is no fun.
            if let Some(only) = proof.only.filter(|m| gain >= 0 && !scores_most(&game, &path, *m)) {
                candidates.push((path, only, proof.value));
            }
        }
        while !candidates.is_empty() {
            let (path, only, value) = candidates.swap_remove(rng.below(candidates.len()));
            let natural = |player| 2 * misses((&game, &guide), &path, (player, SEEDS), only) > SEEDS;
            if !natural(level::EASY) || !natural(level::MEDIUM) {
                continue;
            }
            if (self.stop)() {
                return Ok(Outcome::Stopped);
            }
            if let Some(puzzle) = finish((&game, &guide), &path, only, value, self.stop) {
                return Ok(if (self.stop)() { Outcome::Stopped } else { Outcome::Found(puzzle) });
            }
        }
        Ok(Outcome::Nothing)
    }
}

/// Proves the whole line, grades it, and checks it by plain minimax. None when that takes too long.
fn finish<G: Show, E: Guide<G>>(
    (game, guide): (&G, &E),
    path: &Path<G::State>,
    only: G::Move,
    value: i32,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Puzzle> {
    let mut prover = Prover { game, guide, stop, nodes: 0 };
    prover.prove(path)?;
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
    let d = measure((game, guide), path, only, decisions);
    if std::env::var("PZ").is_ok() { eprintln!("D {} m{:.2} h{:.2} r{} d{} n{} legal{}", d.grade(), d.medium, d.hard, d.refutation, d.decoys, d.decisions, moves(game,path).len()); }
    let grade = d.grade();
    let puzzle = Puzzle { grade, value, nodes, record: table.record() };
    verify(game, &Check { puzzle: &puzzle, nodes: PLAIN }).ok().map(|_| puzzle)
}

/// The position text, quiet count included.
fn position<G: Show>(game: &G, path: &Path<G::State>) -> String {
    let text = game.write_state(path.state());
    if G::LOOPS { format!("{text} {}", path.quiet()) } else { text }
}

/// Plays a game and returns all its states with their quiet counts.
fn play<G: Game, E: Guide<G>>(
    game: &G,
    guide: &E,
    rng: &mut Rng,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<(G::State, u16)> {
    // Good play leads to balanced endings, random moves to many different ones.
    let wild = [2, 4, 8, 16][rng.below(4)];
    let depth = 1 + rng.below(2) as i32;
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
        let m = if hidden || rng.below(wild) == 0 {
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
