//! Alpha-beta search for two seats: principal variation search with a transposition table, killer moves and countermoves.
//!
//! Turns need not alternate. Inside, values are seen from the seat to move; what comes out is seen from seat 0.

mod deepen;
mod history;
mod minimax;
mod prune;
mod rate;

use std::hash::Hash;

use agon_rules::{Game, Moves, Path, Seat};

pub use deepen::BestMove;
use history::History;
pub use minimax::minimax;
pub use rate::{Rated, best_indices};

use crate::control::Control;
use crate::evaluate::Evaluate;
use crate::hash::{fast_hash, fingerprint};
use crate::transposition_table::{Entry, TranspositionTable};

/// Deeper than any game is long.
pub const TO_THE_END: i32 = 10_000;
/// Beyond every value.
pub const INFINITE: i32 = i32::MAX / 2;

/// The result of a search, seen from seat 0, in units of [`Evaluate::UNIT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// the value
    pub value: i32,
    /// whether the value is exact: no estimate went into it
    pub exact: bool,
}

impl std::ops::Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score { value: -self.value, exact: self.exact }
    }
}

/// An alpha-beta window: a search finds the value if it lies strictly between, otherwise a bound beyond one end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// values up to this are only bounded from above
    pub alpha: i32,
    /// values from this on are only bounded from below
    pub beta: i32,
}

impl Window {
    /// Contains every value.
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The window between two values.
    #[inline]
    pub fn new(alpha: i32, beta: i32) -> Self {
        Window { alpha, beta }
    }

    /// A null window: it only asks whether the value is at least `test`.
    #[inline]
    pub fn at_least(test: i32) -> Self {
        Window { alpha: test - 1, beta: test }
    }

    /// The same window seen from the other seat.
    #[inline]
    fn flipped(self) -> Self {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    #[inline]
    fn flipped_if(self, flip: bool) -> Self {
        if flip { self.flipped() } else { self }
    }
}

/// A search of one game. It keeps its transposition table from one search to the next.
pub struct AlphaBeta<'a, G: Game, E> {
    game: &'a G,
    guide: &'a E,
    table: &'a mut TranspositionTable,
    path: Path<G::State>,
    moves: Moves<G::Move>,
    scores: Vec<i32>,
    plies: Vec<Ply<G::Move>>,
    /// by the hash of the move before: the countermove that last caused a cutoff
    countermoves: Vec<Option<G::Move>>,
    strict: bool,
    selective: bool,
    /// whether the node that is searched next follows a pass
    passed: bool,
    /// which moves caused cutoffs anywhere, where the search is selective or the guide wants it
    history: Option<History>,
}

/// What the search has learned about the move ordering at a ply.
#[derive(Clone, Copy)]
struct Ply<M> {
    /// the last two moves that caused a cutoff at this ply
    killers: [Option<M>; 2],
    /// the slot of the countermove to the move being searched at this ply
    slot: usize,
}

impl<'a, G: Game, E: Evaluate<G>> AlphaBeta<'a, G, E> {
    /// A search from the end of a path. The table must be empty, or come from the same game and guide.
    pub fn new(game: &'a G, guide: &'a E, path: &Path<G::State>, table: &'a mut TranspositionTable) -> Self {
        AlphaBeta {
            game,
            guide,
            table,
            path: path.clone(),
            moves: Moves::new(),
            scores: Vec::with_capacity(256),
            plies: Vec::new(),
            countermoves: vec![None; COUNTERMOVES],
            strict: false,
            selective: false,
            passed: false,
            history: E::HISTORY.then(History::new),
        }
    }

    /// Makes every value the one of plain minimax to the same depth: table entries from deeper searches are not used.
    pub fn strict(self) -> Self {
        AlphaBeta { strict: true, ..self }
    }

    /// Searches less of what looks bad: late moves to a smaller depth at first, and no more moves of a position than the
    /// guide's [`width`](Evaluate::width). It sees further for the same nodes; what it calls exact is still proved.
    pub fn selective(self) -> Self {
        AlphaBeta { selective: true, history: Some(History::new()), ..self }
    }

    /// Plays a move on the board of the search.
    pub fn play(&mut self, m: G::Move) {
        self.path.play(self.game, m);
    }

    /// Takes the last move back.
    pub fn undo(&mut self) {
        self.path.undo();
    }

    /// The state at the root of the search.
    pub fn state(&self) -> &G::State {
        self.path.state()
    }

    /// Searches to a depth within a window, both seen from seat 0. A value outside the window is a bound (fail-soft).
    ///
    /// Meaningless when the control has stopped it.
    pub fn search(&mut self, depth: i32, window: Window, control: &mut Control) -> Score {
        let second = self.game.turn(self.path.state()) != 0;
        let (value, exact) = self.node(depth, window.flipped_if(second), 0, control);
        Score { value: if second { -value } else { value }, exact }
    }

    /// Searches to a depth with the full window: the minimax value to that depth.
    pub fn search_full(&mut self, depth: i32, control: &mut Control) -> Score {
        self.search(depth, Window::FULL, control)
    }

    /// Searches a node from the seat to move: its value or a bound, and whether that is exact.
    ///
    /// Most nodes are leaves, so what they need comes first and the rest is a function of its own.
    #[inline]
    fn node(&mut self, depth: i32, window: Window, ply: usize, control: &mut Control) -> (i32, bool) {
        if control.tick() {
            return (0, false);
        }
        // Nothing is better than a win, nor worse than a loss.
        let Window { alpha, beta } = window;
        let beta = beta.min(E::MOST);
        if alpha >= beta {
            return (beta, true);
        }
        if beta <= -E::MOST {
            return (-E::MOST, true);
        }
        let window = Window::new(alpha, beta);
        if depth <= 0 { self.leaf(window) } else { self.interior(depth, window, ply, control) }
    }

    /// Searches a node with some depth left.
    fn interior(&mut self, depth: i32, window: Window, ply: usize, control: &mut Control) -> (i32, bool) {
        let Window { mut alpha, mut beta } = window;
        // 1. Finished games, draws by repetition or quiet plies, and values that the rest of the game cannot reach.
        let (game, guide) = (self.game, self.guide);
        let state = *self.path.state();
        let turn = game.turn(&state);
        let sign = if turn == 0 { 1 } else { -1 };
        if game.over(&state, &mut self.moves) {
            return (sign * self.result(&state), true);
        }
        if G::LOOPS && self.path.draw().is_some() {
            return DRAWN_BY_PATH;
        }
        let banked = sign * guide.banked(game, &state) * E::UNIT;
        if let Some((least, most)) = guide.range(game, &state) {
            let (least, most) = if turn == 0 { (least, most) } else { (-most, -least) };
            let (least, most) = (banked + least * E::UNIT, banked + most * E::UNIT);
            if most <= alpha || least == most {
                return (most, true);
            }
            if least >= beta {
                return (least, true);
            }
        }
        if let Some(rest) = guide.finish(game, &state) {
            return (banked + sign * rest * E::UNIT, true);
        }

        // 2. The transposition table. Its values leave out the banked points, and it holds no finished game.
        let key = self.key(&state, depth);
        let known = key.and_then(|key| self.table.find(key));
        if let Some(entry) = known
            && self.deep_enough(entry.depth, depth, entry.exact)
        {
            let lower = entry.lower.map_or(-INFINITE, |lower| lower + banked);
            let upper = entry.upper.map_or(INFINITE, |upper| upper + banked);
            if lower >= beta || lower == upper {
                return (lower, entry.exact);
            }
            if upper <= alpha {
                return (upper, entry.exact);
            }
            if entry.exact {
                alpha = alpha.max(lower);
                beta = beta.min(upper);
            }
        }
        let prunes = self.prunes(Window::new(alpha, beta));
        if prunes && !std::mem::take(&mut self.passed) {
            let found = self.pass(turn, depth, Window::new(alpha, beta), ply, control);
            if control.stopped() {
                return (0, false);
            }
            if let Some(value) = found {
                return (value, false);
            }
        }
        let from = self.moves.len();
        game.moves(&state, &mut self.moves);
        let count = self.moves.len() - from;

        // 3. Move ordering: the table's move first. The others are ranked when it has been tried, if it is not enough.
        self.enter(ply);
        let table_move = known.map(|entry| usize::from(entry.best)).filter(|&best| best < count);

        // 4. Principal variation search: the first move with the whole window, each other one with a null window until
        //    it turns out better.
        let (mut best, mut best_at, mut exact) = (-INFINITE, 0, true);
        let entered = alpha;
        let width = if self.selective { guide.width(game, depth).min(count) } else { count };
        exact &= width == count;
        let late = if prunes { prune::width(depth) } else { usize::MAX };
        let mut searched = [0; REMEMBERED];
        for tried in 0..width {
            let (at, looks) = match table_move {
                Some(at) if tried == 0 => (at, 0),
                _ => {
                    if tried == usize::from(table_move.is_some()) {
                        self.rank(&state, from, count, table_move, ply);
                    }
                    self.pick(from, count)
                }
            };
            // What looks good is tried however late it comes, and so is everything where the game seems lost.
            if tried >= late && looks < HISTORY && best > -E::MOST / 10 * 9 {
                exact = false;
                break;
            }
            let m = self.moves[from + at];
            if E::LEARNS {
                self.plies[ply].slot = countermove_slot(turn, &m);
            }
            self.path.play(game, m);
            let less = depth - guide.cost(game, &state, m, self.path.state());
            let first = Window::new(alpha, if tried == 0 { beta } else { alpha + 1 });
            let skipped = if self.selective && less == depth - 1 { reduction(depth, tried) } else { 0 };
            let mut found = self.child(turn, less - skipped, first, ply + 1, control);
            if skipped > 0 && found.0 > alpha {
                found = self.child(turn, less, first, ply + 1, control);
            }
            if tried > 0 && found.0 > alpha && found.0 < beta {
                found = self.child(turn, less, Window::new(alpha, beta), ply + 1, control);
            }
            self.path.undo();
            if control.stopped() {
                self.moves.truncate(from);
                self.scores.truncate(from);
                return (0, false);
            }
            if let Some(slot) = searched.get_mut(tried) {
                *slot = at;
            }
            exact &= found.1;
            if found.0 > best {
                (best, best_at) = (found.0, at);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                // A cutoff: the other moves do not matter for this bound.
                exact = found.1;
                if E::LEARNS {
                    self.reward(m, ply);
                }
                if let Some(history) = &mut self.history {
                    history.reward(turn, &m, depth);
                    if E::PRUNES && self.selective {
                        let failed = &searched[..tried.min(REMEMBERED)];
                        failed.iter().for_each(|at| history.punish(turn, &self.moves[from + at], depth));
                    }
                }
                break;
            }
        }
        self.moves.truncate(from);
        self.scores.truncate(from);

        // 5. Store what was found.
        if let Some(key) = key {
            let value = best - banked;
            let entry = Entry {
                lower: (best > entered).then_some(value),
                upper: (best < beta).then_some(value),
                depth: clamp(depth),
                best: best_at.min(255) as u8,
                exact,
            };
            self.table.store(key, entry);
        }
        (best, exact)
    }

    /// Makes room for what is learned at a ply.
    fn enter(&mut self, ply: usize) {
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, Ply { killers: [None; 2], slot: 0 });
        }
    }

    /// Searches a node from a seat that need not be to move.
    fn child(&mut self, seat: Seat, depth: i32, window: Window, ply: usize, control: &mut Control) -> (i32, bool) {
        if self.game.turn(self.path.state()) == seat {
            self.node(depth, window, ply, control)
        } else {
            let (value, exact) = self.node(depth, window.flipped(), ply, control);
            (-value, exact)
        }
    }

    /// The value of a leaf: the result of a finished game, otherwise the estimate, as far as the window asks for it.
    #[inline]
    fn leaf(&mut self, window: Window) -> (i32, bool) {
        let (game, guide, state) = (self.game, self.guide, self.path.state());
        let second = game.turn(state) != 0;
        let sign = if second { -1 } else { 1 };
        if game.over(state, &mut self.moves) {
            (sign * self.result(state), true)
        } else if G::LOOPS && self.path.draw().is_some() {
            DRAWN_BY_PATH
        } else {
            let banked = guide.banked(game, state) * E::UNIT;
            let Window { alpha, beta } = window.flipped_if(second);
            (sign * (guide.eval_within(game, state, alpha - banked, beta - banked) + banked), false)
        }
    }

    /// Whether a table entry of some depth can be used at this depth.
    fn deep_enough(&self, stored: i16, depth: i32, exact: bool) -> bool {
        let stored = i32::from(stored);
        stored == i32::from(clamp(depth)) || (!self.strict && (exact || stored > depth))
    }

    /// The final difference of a finished game, seen from seat 0.
    fn result(&self, state: &G::State) -> i32 {
        (self.game.score(state, 0) - self.game.score(state, 1)) * E::UNIT
    }

    /// The key of a state. It includes the quiet count where that can end the game within the depth.
    fn key(&self, state: &G::State, depth: i32) -> Option<u128> {
        let key = self.guide.key(self.game, state)?;
        let quiet = self.path.quiet();
        let can_draw = G::LOOPS && i32::from(quiet) + depth >= i32::from(Path::<G::State>::QUIET);
        Some(if can_draw { fingerprint(&(key, quiet)) } else { key })
    }

    /// Scores every move for [`pick`](Self::pick), by the guide's order and then by what was learned, but for the one that
    /// was tried.
    fn rank(&mut self, state: &G::State, from: usize, count: usize, tried: Option<usize>, ply: usize) {
        self.scores.resize(from, 0);
        // The countermove to the move before.
        let answer = ply.checked_sub(1).and_then(|before| self.countermoves[self.plies[before].slot]);
        let (moves, scores) = (&self.moves[from..from + count], &mut self.scores);
        self.guide.rank(self.game, state, moves, scores);
        let [killer, older] = self.plies[ply].killers;
        if let Some(history) = &self.history {
            let seat = self.game.turn(state);
            let third = answer.filter(|_| E::PRUNES && self.selective);
            for (m, score) in moves.iter().zip(&mut scores[from..]) {
                let is_killer = [killer, older, third].contains(&Some(*m));
                *score = *score * HISTORY + if is_killer { HISTORY - 1 } else { history.of(seat, m) };
            }
        } else if E::LEARNS {
            for (m, score) in moves.iter().zip(&mut scores[from..]) {
                let m = Some(*m);
                let learned = if m == killer || m == older { 2 } else { i32::from(m == answer) };
                *score = *score * ORDER + learned;
            }
        }
        if let Some(at) = tried {
            scores[from + at] = i32::MIN;
        }
    }

    /// The best-scored move that was not picked before: its index and its score.
    fn pick(&mut self, from: usize, count: usize) -> (usize, i32) {
        let scores = &mut self.scores[from..from + count];
        let (mut best, mut most) = (0, i32::MIN);
        for (at, &score) in scores.iter().enumerate() {
            if score > most {
                (best, most) = (at, score);
            }
        }
        scores[best] = i32::MIN;
        (best, most)
    }

    /// Learns from a move that caused a cutoff: it becomes a killer move and a countermove.
    fn reward(&mut self, m: G::Move, ply: usize) {
        if let Some(before) = ply.checked_sub(1) {
            self.countermoves[self.plies[before].slot] = Some(m);
        }
        let killers = &mut self.plies[ply].killers;
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
    }
}

/// A draw that depends on the moves before. It counts on this path, but proves nothing about the position.
const DRAWN_BY_PATH: (i32, bool) = (0, false);

/// By how much a selective search reduces the depth of a move that comes late in the ordering: a usual scheme, not tuned.
fn reduction(depth: i32, tried: usize) -> i32 {
    if depth < 3 || tried < 3 {
        return 0;
    }
    1 + i32::from(tried >= 10 && depth >= 4) + i32::from(tried >= 20 && depth >= 6)
}

/// A depth as the table stores it.
fn clamp(depth: i32) -> i16 {
    depth.min(i16::MAX.into()) as i16
}

/// One step of a guide's order outweighs everything learned from cutoffs.
const ORDER: i32 = 4;
/// The same for a selective search, which learns more.
const HISTORY: i32 = history::MOST + 2;
/// The first moves of a node that are told apart when one causes a cutoff.
const REMEMBERED: usize = 64;
const COUNTERMOVES: usize = 1 << 12;

/// The slot of the countermove to a move of a seat. Moves that share a slot only try each other's countermove early.
#[inline]
fn countermove_slot<M: Hash>(seat: Seat, m: &M) -> usize {
    (fast_hash(seat as u64, m) >> (u64::BITS - COUNTERMOVES.ilog2())) as usize
}
