//! Many games on many threads, in blocks whose results do not depend on who plays them.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use agon_rules::{Rng, Show};
use agon_search::{NoPlayer, Search};
use serde::{Deserialize, Serialize};

use crate::keep::{Done, spans};
use crate::openings::Openings;
use crate::play::{Board, Start};
use crate::played::Played;
use crate::tally::Tally;

/// One seating of players, and how many games to play with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// the player of each seat, by name
    pub players: Vec<String>,
    /// how many games
    pub games: u64,
    /// games with the same number in cells with the same seed begin alike
    pub seed: u64,
}

/// What to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// the seatings: those of a round stand one after the other, with the same number of games and the same seed
    pub cells: Vec<Cell>,
    /// how many seatings make a round, which is played as a whole: the same deal and opening in each of them. In the
    /// seating with number n of a round the measured player has seat n
    pub round: usize,
    /// how games begin
    pub openings: Arc<Openings>,
    /// plies of openings that favour nobody instead, where two play and see everything; none where it is not asked for
    pub balanced: u32,
    /// whether the games themselves are wanted
    pub records: bool,
    /// how long another program may take for a move
    pub patience: Duration,
    /// playouts from each position, which measure the quality of the game; none where it is not asked for
    pub quality: u32,
}

/// Some consecutive rounds of a group of seatings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Block {
    /// the group of seatings that make a round, by its place in the plan
    pub group: usize,
    /// its first round
    pub first: u64,
    /// the round after its last
    pub end: u64,
}

impl Plan {
    /// The blocks to play: small enough to keep every thread busy, the same for any number of threads. Where a block begins
    /// does not depend on the number of games, so that a run can be extended.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        for (group, cells) in self.cells.chunks(self.round).enumerate() {
            let (rounds, mut first) = (cells[0].games, 0);
            while first < rounds {
                // They grow, so that their number stays small.
                let size = (first / 128).clamp(1, 1000).max(first / 1000);
                let end = (first + size).min(rounds);
                blocks.push(Block { group, first, end });
                first = end;
            }
        }
        blocks
    }

    /// The cells of a group of seatings, by their places.
    pub fn cells_of(&self, group: usize) -> std::ops::Range<usize> {
        group * self.round..(group + 1) * self.round
    }

    /// What is still to be played: the blocks that are `wanted`, without what is done of this part of a study. Blocks are
    /// wanted by a number that stays the same when the run is extended.
    pub fn missing(&self, part: usize, done: &[Done], wanted: &dyn Fn(usize) -> bool) -> Vec<Block> {
        let (spans, mut nth) = (spans(done), 0);
        let mut missing = Vec::new();
        for block in self.blocks() {
            nth = if block.first == 0 { 0 } else { nth + 1 };
            if wanted(block.group + nth) {
                let known = spans.get(&(part, block.group)).map_or(&[][..], Vec::as_slice);
                missing.extend(Plan::rest(block, known));
            }
        }
        missing
    }

    /// What is left of a block without what is done already, which is given in ascending order.
    pub(crate) fn rest(block: Block, done: &[(u64, u64)]) -> Vec<Block> {
        let (mut rest, mut at) = (Vec::new(), block.first);
        let skip = done.partition_point(|(_, end)| *end <= block.first);
        for &(first, end) in done[skip..].iter().take_while(|(first, _)| *first < block.end) {
            if first > at {
                rest.push(Block { first: at, end: first, ..block });
            }
            at = at.max(end);
        }
        if at < block.end {
            rest.push(Block { first: at, ..block });
        }
        rest
    }
}

/// Who plays, and how long.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// how many threads; with none, the one that calls
    pub threads: usize,
    /// returns true when to stop: games in play are dropped
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Workers<'_> {
    /// That many threads, until everything is played.
    pub fn all(threads: usize) -> Self {
        Workers { threads, stop: &|| false }
    }
}

/// Plays blocks of a plan one after the other on the calling thread, for browsers, which have no threads. Otherwise the
/// same as [`run`].
pub fn run_here<G: Show>(
    game: &G,
    search: &Arc<dyn Search<G>>,
    plan: &Plan,
    blocks: &[Block],
    stop: &(dyn Fn() -> bool + Sync),
    mut done: impl FnMut(&Block, Vec<Tally>, Vec<Played>) -> bool,
) -> Result<(), NoPlayer> {
    let mut board = None;
    for block in blocks {
        let finished = play_block(game, search, plan, block, &mut board, stop)?;
        if finished.is_some_and(|(tallies, records)| !done(block, tallies, records)) {
            break;
        }
    }
    Ok(())
}

/// Plays blocks of a plan on some threads. `done` is called with every finished block, in any order, with its games if the plan wants them, and returns whether to continue.
pub fn run<G: Show>(
    game: &G,
    search: &Arc<dyn Search<G>>,
    plan: &Plan,
    blocks: &[Block],
    workers: Workers,
    mut done: impl FnMut(&Block, Vec<Tally>, Vec<Played>) -> bool,
) -> Result<(), NoPlayer> {
    let (next, halt) = (AtomicUsize::new(0), AtomicBool::new(false));
    let stop = || halt.load(Ordering::Relaxed) || (workers.stop)();
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers.threads.max(1) {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                // The players of the current seatings. They may keep their transposition tables from block to block.
                let mut board: Boards<G> = None;
                while !stop()
                    && let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let tally = play_block(game, search, plan, block, &mut board, stop);
                    let failed = tally.is_err();
                    if sender.send((*block, tally)).is_err() || failed {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(());
        for (block, tally) in results {
            match tally {
                Ok(Some((tallies, records))) if outcome.is_ok() => {
                    if !done(&block, tallies, records) {
                        halt.store(true, Ordering::Relaxed);
                    }
                }
                Ok(_) => {}
                Err(why) => {
                    halt.store(true, Ordering::Relaxed);
                    outcome = Err(why);
                }
            }
        }
        outcome
    })
}

/// What was counted in each seating of a block, and its games if they are wanted.
type Counted = (Vec<Tally>, Vec<Played>);

/// The boards of a group of seatings, by the group.
type Boards<'a, G> = Option<(usize, Vec<Board<'a, G>>)>;

/// The games of a block: a tally for each seating. None when stopped in between, so that no round is counted in part.
fn play_block<'a, G: Show>(
    game: &'a G,
    search: &Arc<dyn Search<G>>,
    plan: &Plan,
    block: &Block,
    boards: &mut Boards<'a, G>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Counted>, NoPlayer> {
    let cells = &plan.cells[plan.cells_of(block.group)];
    if boards.as_ref().is_none_or(|(at, _)| *at != block.group) {
        let new = |cell: &Cell| {
            let board = Board::new(game, search, &cell.players, plan.patience)?;
            Ok(if plan.balanced > 0 { board.balanced(plan.balanced) } else { board })
        };
        *boards = Some((block.group, cells.iter().map(new).collect::<Result<_, _>>()?));
    }
    let (_, boards) = boards.as_mut().expect("it was just set");
    let mut tallies: Vec<Tally> = cells.iter().map(|_| Tally::new(game.seats())).collect();
    let (mut records, mut shares) = (Vec::new(), Vec::new());
    for number in block.first..block.end {
        let opening = plan.openings.of(number);
        let mut print = 0;
        shares.clear();
        for (seating, (cell, board)) in cells.iter().zip(boards.iter_mut()).enumerate() {
            let start = Start { seed: Rng::derive(cell.seed, number), seating: seating as u64, opening };
            let finished = if plan.records {
                board.record(start, stop, &cell.players).map(|(finished, played)| {
                    records.push(played);
                    finished
                })
            } else {
                board.play(start, stop, |_, _| {})
            };
            // Who was stopped has not played as it would have.
            if stop() {
                return Ok(None);
            }
            let finished = finished?;
            tallies[seating].add(&finished);
            if plan.quality > 0 {
                let looked = board.look_again(start, finished.plies, plan.quality, stop)?;
                if stop() {
                    return Ok(None);
                }
                tallies[seating].quality.add(&looked);
            }
            if plan.round > 1 {
                shares.push(finished.share(seating));
                print = Rng::derive(print, finished.fingerprint);
            }
        }
        if plan.round > 1 {
            tallies[0].add_round(shares.iter().copied(), print);
        }
    }
    tallies.iter_mut().for_each(Tally::settle);
    Ok(Some((tallies, records)))
}
