//! Alpha-beta for two seats: deeper and deeper, with a table of positions, the best-looking moves first.
//!
//! Turns need not alternate. Values inside are seen from the seat to move; what comes out is seen from seat 0.

use agon_rules::{Game, Moves, Path};

use crate::control::Control;
use crate::guide::{Guide, fingerprint};
use crate::memory::{Finding, Memory};

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
    killers: Vec<[Option<G::Move>; 2]>,
    history: Vec<i32>,
    strict: bool,
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
            killers: Vec::new(),
            history: vec![0; HISTORY],
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
        let (game, guide) = (self.game, self.guide);
        let state = *self.path.state();
        let turn = game.turn(&state);
        let sign = if turn == 0 { 1 } else { -1 };

        // 1. The end of the game, then the draws of its path, then the end of the depth, then what is out of reach.
        if depth <= 0 {
            return if guide.over(game, &state, &mut self.moves) {
                (sign * self.result(&state), true)
            } else if G::LOOPS && self.path.draw().is_some() {
                DRAWN_BY_PATH
            } else {
                (sign * (guide.eval(game, &state) + guide.banked(game, &state) * E::UNIT), false)
            };
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
        let from = self.moves.len();
        game.moves(&state, &mut self.moves);
        let count = self.moves.len() - from;
        if count == 0 {
            return (sign * self.result(&state), true);
        }
        if G::LOOPS && self.path.draw().is_some() {
            self.moves.truncate(from);
            return DRAWN_BY_PATH;
        }

        // 2. What is known already. Stored values leave out what is banked.
        let key = self.key(&state, depth);
        let known = key.and_then(|key| self.memory.find(key));
        if let Some(entry) = known
            && self.deep_enough(entry.depth, depth, entry.solid)
        {
            let low = entry.low().map_or(-INFINITE, |low| low + banked);
            let high = entry.high().map_or(INFINITE, |high| high + banked);
            if low >= beta || low == high {
                self.moves.truncate(from);
                return (low, entry.solid);
            }
            if high <= alpha {
                self.moves.truncate(from);
                return (high, entry.solid);
            }
            if entry.solid {
                alpha = alpha.max(low);
                beta = beta.min(high);
            }
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
                    self.reward(m, depth, ply);
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

    fn deep_enough(&self, stored: i16, depth: i32, solid: bool) -> bool {
        let stored = i32::from(stored);
        stored == clamp(depth).into() || (!self.strict && (solid || stored > depth))
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
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        self.guide.rank(self.game, state, &self.moves[from..from + count], &mut self.scores);
        if E::LEARNS {
            let killers = self.killers[ply];
            for at in 0..count {
                let m = self.moves[from + at];
                let learned = if killers.contains(&Some(m)) { KILLER } else { self.history[slot(&m)] };
                self.scores[from + at] = self.scores[from + at] * ORDER + learned;
            }
        }
        if let Some(score) = known.and_then(|at| self.scores.get_mut(from + at)) {
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
    fn reward(&mut self, m: G::Move, depth: i32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let score = &mut self.history[slot(&m)];
        let gain = depth.min(64) * depth.min(64);
        *score += gain - *score * gain / ORDER;
    }
}

/// A draw that another way to the same position would not be: it may be used here, but it proves nothing elsewhere.
const DRAWN_BY_PATH: (i32, bool) = (0, false);

/// A depth as the table stores it.
fn clamp(depth: i32) -> i16 {
    depth.min(i16::MAX.into()) as i16
}

/// One step of a guide's order outweighs everything learned on the way.
const ORDER: i32 = 1 << 16;
/// A killer comes before whatever has a history.
const KILLER: i32 = ORDER / 2;
const HISTORY: usize = 1 << 12;

fn slot<M: std::hash::Hash>(m: &M) -> usize {
    fingerprint(m) as usize & (HISTORY - 1)
}
