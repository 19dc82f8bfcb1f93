//! Alpha-beta for two seats: deeper and deeper, with a table of positions, the best-looking moves first.
//!
//! Turns need not alternate. Values inside are seen from the seat to move; what comes out is seen from seat 0.

use std::hash::Hash;

use agon_rules::{Game, Moves, Path, Seat};

use crate::control::Control;
use crate::guide::{Guide, fingerprint};
use crate::memory::{Finding, Memory};
use crate::quick::quick_hash;

/// Deeper than any game is long.
pub const TO_THE_END: i32 = 10_000;
/// Beyond every value.
pub const INFINITE: i32 = i32::MAX / 2;

/// A value of a search, seen from seat 0 in parts of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// the value
    pub value: i32,
    /// whether no estimate went into it
    pub solid: bool,
}

/// A search of one game. It keeps its table from one question to the next.
pub struct AlphaBeta<'a, G: Game, E> {
    game: &'a G,
    guide: &'a E,
    memory: &'a mut Memory,
    path: Path<G::State>,
    moves: Moves<G::Move>,
    scores: Vec<i32>,
    hints: Vec<Hints<G::Move>>,
    /// by the move before: what cut the search short last time
    answers: Vec<Option<G::Move>>,
    strict: bool,
}

/// What is worth trying early at a ply.
#[derive(Clone, Copy)]
struct Hints<M> {
    /// the last two moves that cut the search short at this ply
    killers: [Option<M>; 2],
    /// where the answers to the move now tried at this ply are
    slot: usize,
}

impl<'a, G: Game, E: Guide<G>> AlphaBeta<'a, G, E> {
    /// A search from where a path has come to. The table must be of the same game and guide, or empty.
    pub fn new(game: &'a G, guide: &'a E, path: &Path<G::State>, memory: &'a mut Memory) -> Self {
        AlphaBeta {
            game,
            guide,
            memory,
            path: path.clone(),
            moves: Moves::new(),
            scores: Vec::with_capacity(256),
            hints: Vec::new(),
            answers: vec![None; ANSWERS],
            strict: false,
        }
    }

    /// Makes every value the one of plain minimax to the same depth: what was found deeper is not used, though better.
    pub fn strict(self) -> Self {
        AlphaBeta { strict: true, ..self }
    }

    /// Goes one ply on.
    pub fn play(&mut self, m: G::Move) {
        self.path.play(self.game, m);
    }

    /// Goes one ply back.
    pub fn undo(&mut self) {
        self.path.undo();
    }

    /// The state searched from.
    pub fn state(&self) -> &G::State {
        self.path.state()
    }

    /// The value to a depth, if it lies strictly between `low` and `high`; otherwise a bound beyond the one it passed.
    ///
    /// Meaningless when the control has stopped it.
    pub fn value(&mut self, depth: i32, low: i32, high: i32, control: &mut Control) -> Found {
        let first = self.game.turn(self.path.state()) == 0;
        let (alpha, beta) = if first { (low, high) } else { (-high, -low) };
        let (value, solid) = self.search(depth, alpha, beta, 0, control);
        Found { value: if first { value } else { -value }, solid }
    }

    /// The exact value to a depth.
    pub fn exact(&mut self, depth: i32, control: &mut Control) -> Found {
        self.value(depth, -INFINITE, INFINITE, control)
    }

    /// Fail-soft alpha-beta from the seat to move, and whether no estimate went into the value.
    fn search(&mut self, depth: i32, mut alpha: i32, beta: i32, ply: usize, control: &mut Control) -> (i32, bool) {
        if control.tick() {
            return (0, false);
        }
        // Nothing is better than a win, nor worse than a loss.
        let mut beta = beta.min(E::MOST);
        if alpha >= beta {
            return (beta, true);
        }
        if beta <= -E::MOST {
            return (-E::MOST, true);
        }
        // 1. The end of the depth, then the draws of the path, then what is out of reach.
        if depth <= 0 {
            return self.leaf();
        }
        if G::LOOPS && self.path.draw().is_some() {
            return self.drawn();
        }
        let (game, guide) = (self.game, self.guide);
        let state = *self.path.state();
        let turn = game.turn(&state);
        let sign = if turn == 0 { 1 } else { -1 };
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

        // 2. What is known already; a finished game never is. Stored values leave out what is banked.
        let key = self.key(&state, depth);
        let known = key.and_then(|key| self.memory.find(key));
        if let Some(entry) = known
            && self.deep_enough(entry.depth, depth, entry.solid)
        {
            let low = entry.low().map_or(-INFINITE, |low| low + banked);
            let high = entry.high().map_or(INFINITE, |high| high + banked);
            if low >= beta || low == high {
                return (low, entry.solid);
            }
            if high <= alpha {
                return (high, entry.solid);
            }
            if entry.solid {
                alpha = alpha.max(low);
                beta = beta.min(high);
            }
        }
        let from = self.moves.len();
        game.moves(&state, &mut self.moves);
        let count = self.moves.len() - from;
        if count == 0 {
            return (sign * self.result(&state), true);
        }

        // 3. The best-looking moves first.
        self.rank(&state, from, count, known.map(|entry| usize::from(entry.best)), ply);

        // 4. The first move with the whole window, the others with none until one turns out better.
        let (mut best, mut best_at, mut solid) = (-INFINITE, 0, true);
        let entered = alpha;
        for tried in 0..count {
            let at = self.pick(from, count);
            let m = self.moves[from + at];
            let less = depth - guide.cost(game, &state, m);
            if E::LEARNS {
                self.hints[ply].slot = slot(turn, &m);
            }
            self.path.play(game, m);
            let same = game.turn(self.path.state()) == turn;
            let mut child = |low: i32, high: i32| {
                if same {
                    self.search(less, low, high, ply + 1, control)
                } else {
                    let (value, solid) = self.search(less, -high, -low, ply + 1, control);
                    (-value, solid)
                }
            };
            let mut found = if tried == 0 { child(alpha, beta) } else { child(alpha, alpha + 1) };
            if tried > 0 && found.0 > alpha && found.0 < beta {
                found = child(alpha, beta);
            }
            self.path.undo();
            if control.stopped() {
                self.moves.truncate(from);
                self.scores.truncate(from);
                return (0, false);
            }
            solid &= found.1;
            if found.0 > best {
                (best, best_at) = (found.0, at);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                // The other moves do not matter for this bound.
                solid = found.1;
                if E::LEARNS {
                    self.reward(m, ply);
                }
                break;
            }
        }
        self.moves.truncate(from);
        self.scores.truncate(from);

        // 5. Remember it.
        if let Some(key) = key {
            let value = best - banked;
            let found = Finding {
                low: (best > entered).then_some(value),
                high: (best < beta).then_some(value),
                depth: clamp(depth),
                best: best_at.min(255) as u8,
                solid,
            };
            self.memory.store(key, found);
        }
        (best, solid)
    }

    /// The value where the depth is used up.
    #[inline]
    fn leaf(&mut self) -> (i32, bool) {
        let (game, guide, state) = (self.game, self.guide, self.path.state());
        let sign = if game.turn(state) == 0 { 1 } else { -1 };
        if game.over(state, &mut self.moves) {
            (sign * self.result(state), true)
        } else if G::LOOPS && self.path.draw().is_some() {
            DRAWN_BY_PATH
        } else {
            (sign * (guide.eval(game, state) + guide.banked(game, state) * E::UNIT), false)
        }
    }

    /// The value where the path draws, unless the game is over by its own rules.
    fn drawn(&mut self) -> (i32, bool) {
        let (game, state) = (self.game, self.path.state());
        let sign = if game.turn(state) == 0 { 1 } else { -1 };
        let is_over = game.over(state, &mut self.moves);
        if is_over { (sign * self.result(state), true) } else { DRAWN_BY_PATH }
    }

    fn deep_enough(&self, stored: i16, depth: i32, solid: bool) -> bool {
        let stored = i32::from(stored);
        stored == i32::from(clamp(depth)) || (!self.strict && (solid || stored > depth))
    }

    /// The final difference of a finished game, seen from seat 0.
    fn result(&self, state: &G::State) -> i32 {
        (self.game.score(state, 0) - self.game.score(state, 1)) * E::UNIT
    }

    /// Where the quiet count can end the game within the depth, it belongs to the position.
    fn key(&self, state: &G::State, depth: i32) -> Option<u128> {
        let key = self.guide.key(self.game, state)?;
        let quiet = self.path.quiet();
        let near = G::LOOPS && i32::from(quiet) + depth >= i32::from(Path::<G::State>::QUIET);
        Some(if near { fingerprint(&(key, quiet)) } else { key })
    }

    /// Gives every move of a list a score by which [`pick`](Self::pick) takes it.
    fn rank(&mut self, state: &G::State, from: usize, count: usize, known: Option<usize>, ply: usize) {
        self.scores.resize(from, 0);
        if self.hints.len() <= ply {
            self.hints.resize(ply + 1, Hints { killers: [None; 2], slot: 0 });
        }
        let (moves, scores) = (&self.moves[from..from + count], &mut self.scores);
        self.guide.rank(self.game, state, moves, scores);
        if E::LEARNS {
            let [killer, older] = self.hints[ply].killers;
            let answer = ply.checked_sub(1).and_then(|before| self.answers[self.hints[before].slot]);
            for (m, score) in moves.iter().zip(&mut scores[from..]) {
                let m = Some(*m);
                let learned = if m == killer || m == older { 2 } else { i32::from(m == answer) };
                *score = *score * ORDER + learned;
            }
        }
        if let Some(score) = known.and_then(|at| scores.get_mut(from + at)) {
            *score = i32::MAX;
        }
    }

    /// The index of the next best move, which is not picked again.
    fn pick(&mut self, from: usize, count: usize) -> usize {
        let scores = &mut self.scores[from..from + count];
        let mut best = 0;
        for (at, score) in scores.iter().enumerate() {
            if *score > scores[best] {
                best = at;
            }
        }
        scores[best] = i32::MIN;
        best
    }

    /// Remembers a move that cut the search short.
    fn reward(&mut self, m: G::Move, ply: usize) {
        if let Some(before) = ply.checked_sub(1) {
            self.answers[self.hints[before].slot] = Some(m);
        }
        let killers = &mut self.hints[ply].killers;
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
    }
}

/// A draw that another way to the same position would not be: it may be used here, but it proves nothing elsewhere.
const DRAWN_BY_PATH: (i32, bool) = (0, false);

/// A depth as the table stores it.
fn clamp(depth: i32) -> i16 {
    depth.min(i16::MAX.into()) as i16
}

/// One step of a guide's order outweighs everything learned on the way.
const ORDER: i32 = 4;
const ANSWERS: usize = 1 << 12;

/// Where the answers to a move of a seat are. Moves that share a place only try each other's answer early.
#[inline]
fn slot<M: Hash>(seat: Seat, m: &M) -> usize {
    (quick_hash(seat as u64, m) >> (u64::BITS - ANSWERS.ilog2())) as usize
}
