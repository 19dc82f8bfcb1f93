//! Strategies, position by position: what the holder of a value does. Certificates are written from this.

use agon_rules::{Game, Path, Seat};

use crate::alphabeta::{AlphaBeta, INFINITE, TO_THE_END, Window};
use crate::control::Control;
use crate::evaluate::Evaluate;
use crate::transposition_table::TranspositionTable;

/// What a seat promises: its own final score less that of the other seat will be at least `bound`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promise {
    /// who promises it
    pub holder: Seat,
    /// how much
    pub bound: i32,
}

/// How a promise is kept in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// By the move with this number in the list.
    Move(usize),
    /// In a game of rows, by answering each move of a pair with the other one; moves by their numbers in the list.
    Pairs(Vec<[usize; 2]>),
}

/// Finds out how a promise is kept, in one position after the other.
pub trait Keep<G: Game> {
    /// How the promise is kept in a position where the holder is to move and these are all moves. None when the search is
    /// stopped, or when the promise cannot be kept.
    fn keep(&mut self, s: &G::State, moves: &[G::Move], promise: Promise, control: &mut Control) -> Option<Kept>;

    /// Forgets everything learned so far. What is found afterwards depends on nothing before it.
    fn forget(&mut self);
}

/// The usual way: the first move of the list that alpha-beta proves to keep the promise.
pub struct KeepByAlphaBeta<'a, G, E> {
    game: &'a G,
    guide: &'a E,
    table: TranspositionTable,
}

impl<'a, G: Game, E: Evaluate<G>> KeepByAlphaBeta<'a, G, E> {
    /// With a table of at most `bytes` bytes.
    pub fn new(game: &'a G, guide: &'a E, bytes: usize) -> Self {
        KeepByAlphaBeta { game, guide, table: TranspositionTable::new(bytes) }
    }
}

impl<G: Game, E: Evaluate<G>> Keep<G> for KeepByAlphaBeta<'_, G, E> {
    fn keep(&mut self, s: &G::State, moves: &[G::Move], promise: Promise, control: &mut Control) -> Option<Kept> {
        let mut search = AlphaBeta::new(self.game, self.guide, &Path::new(*s, 0), &mut self.table);
        for (at, m) in moves.iter().enumerate() {
            search.play(*m);
            let keeps = keeps(&mut search, promise, control)?;
            search.undo();
            if keeps {
                return Some(Kept::Move(at));
            }
        }
        None
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}

/// Whether a promise can be kept in the position at the root of a search. None when the search was stopped.
fn keeps<G: Game, E: Evaluate<G>>(
    search: &mut AlphaBeta<G, E>,
    promise: Promise,
    control: &mut Control,
) -> Option<bool> {
    let Promise { holder, bound } = promise;
    // The other seat's promise is kept where the value does not reach the next one.
    let test = if holder == 0 { bound } else { 1 - bound };
    let test = (test * E::UNIT).clamp(1 - E::MOST, E::MOST);
    // Where a row or a capture decides, shallow searches find most of it.
    let mut depth = if E::MOST < INFINITE { 1 } else { TO_THE_END };
    loop {
        let found = search.search(depth, Window::at_least(test), control);
        if control.stopped() {
            return None;
        }
        if found.exact {
            return Some((found.value >= test) == (holder == 0));
        }
        depth += 1;
    }
}

/// Where play can go in circles: the first move of the list that wins soonest.
pub struct KeepByMateSearch<'a, G, E> {
    game: &'a G,
    guide: &'a E,
    table: TranspositionTable,
}

impl<'a, G: Game, E: Evaluate<G>> KeepByMateSearch<'a, G, E> {
    /// With a table of at most `bytes` bytes.
    pub fn new(game: &'a G, guide: &'a E, bytes: usize) -> Self {
        KeepByMateSearch { game, guide, table: TranspositionTable::new(bytes) }
    }
}

impl<G: Game, E: Evaluate<G>> Keep<G> for KeepByMateSearch<'_, G, E> {
    fn keep(&mut self, s: &G::State, moves: &[G::Move], promise: Promise, control: &mut Control) -> Option<Kept> {
        if promise.bound != 1 {
            return None;
        }
        // Strict, so that what is found within a depth is won within it.
        let mut search = AlphaBeta::new(self.game, self.guide, &Path::new(*s, 0), &mut self.table).strict();
        for depth in 0..TO_THE_END {
            for (at, m) in moves.iter().enumerate() {
                search.play(*m);
                let test = if promise.holder == 0 { E::MOST } else { 1 - E::MOST };
                let found = search.search(depth, Window::at_least(test), control);
                search.undo();
                if control.stopped() {
                    return None;
                }
                if found.exact && (found.value >= test) == (promise.holder == 0) {
                    return Some(Kept::Move(at));
                }
            }
        }
        None
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}
