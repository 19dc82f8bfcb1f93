//! Many games on many threads, in blocks whose results do not depend on who plays them.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use agon_rules::{Rng, Show};
use agon_search::{Guide, NoPlayer};
use serde::{Deserialize, Serialize};

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
    /// the seatings
    pub cells: Vec<Cell>,
    /// random plies at the beginning of each game
    pub opening: u32,
    /// whether openings must favour nobody, where two play and see everything
    pub balanced: bool,
    /// whether the games themselves are wanted
    pub records: bool,
    /// how long another program may take for a move
    pub patience: Duration,
}

/// Some consecutive games of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// the index of the cell
    pub cell: usize,
    /// its first game
    pub first: u64,
    /// the game after its last
    pub end: u64,
}

impl Plan {
    /// The blocks to play: small enough to keep every thread busy, the same for any number of threads.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        for (cell, Cell { games, .. }) in self.cells.iter().enumerate() {
            // A cap on their number keeps listing them cheap.
            let size = (games / 200).clamp(1, 1000).max(games / 10_000);
            let firsts = (0..*games).step_by(size as usize);
            blocks.extend(firsts.map(|first| Block { cell, first, end: (first + size).min(*games) }));
        }
        blocks
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
pub fn run_here<G: Show, E: Guide<G>>(
    game: &G,
    guide: &E,
    plan: &Plan,
    blocks: &[Block],
    stop: &(dyn Fn() -> bool + Sync),
    mut done: impl FnMut(&Block, Tally, Vec<Played>) -> bool,
) -> Result<(), NoPlayer> {
    let mut board = None;
    for block in blocks {
        let finished = play_block(game, guide, plan, block, &mut board, stop)?;
        if finished.is_some_and(|(tally, records)| !done(block, tally, records)) {
            break;
        }
    }
    Ok(())
}

/// Plays blocks of a plan on some threads. `done` is called with every finished block, in any order, with its games if the plan wants them, and returns whether to continue.
pub fn run<G: Show, E: Guide<G>>(
    game: &G,
    guide: &E,
    plan: &Plan,
    blocks: &[Block],
    workers: Workers,
    mut done: impl FnMut(&Block, Tally, Vec<Played>) -> bool,
) -> Result<(), NoPlayer> {
    let (next, halt) = (AtomicUsize::new(0), AtomicBool::new(false));
    let stop = || halt.load(Ordering::Relaxed) || (workers.stop)();
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers.threads.max(1) {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                // The players of the current cell. They may keep their transposition tables from block to block.
                let mut board: Option<(usize, Board<G, E>)> = None;
                while !stop()
                    && let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let tally = play_block(game, guide, plan, block, &mut board, stop);
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
                Ok(Some((tally, records))) if outcome.is_ok() => {
                    if !done(&block, tally, records) {
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

/// The games of a block; none when stopped in between.
fn play_block<'a, G: Show, E: Guide<G>>(
    game: &'a G,
    guide: &E,
    plan: &Plan,
    block: &Block,
    board: &mut Option<(usize, Board<'a, G, E>)>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<(Tally, Vec<Played>)>, NoPlayer> {
    let cell = &plan.cells[block.cell];
    if board.as_ref().is_none_or(|(at, _)| *at != block.cell) {
        let new = Board::new(game, guide, &cell.players, plan.patience)?;
        *board = Some((block.cell, if plan.balanced { new.balanced(guide) } else { new }));
    }
    let (_, board) = board.as_mut().expect("it was just set");
    let mut tally = Tally::new(game.seats());
    let mut records = Vec::new();
    for index in block.first..block.end {
        let start = Start { seed: Rng::derive(cell.seed, index), opening: plan.opening };
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
        tally.add(&finished?);
    }
    Ok(Some((tally, records)))
}
