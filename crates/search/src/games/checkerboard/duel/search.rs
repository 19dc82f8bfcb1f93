//! Alpha-beta over both halves: every node knows the wins by threats of either seat, and answers those of the other.

use agon_rules::bits::Ones;

use super::fours::Fours;
use super::half::{CELLS, Half, Shape, lane};
use super::table::{Bound, Entry, Table};
use crate::control::Control;

/// A won game, less its plies.
pub const WIN: i32 = 20_000;
/// From here on a value says that somebody wins.
pub const WON: i32 = WIN - 1000;
/// Depth is counted in parts of a ply.
pub const PLY: i32 = 4;
const INFINITE: i32 = WIN + 1;

/// What a pass costs, which is tried where at least two plies are left.
const PASS: i32 = 3 * PLY;
/// What answering a win by threats is longer than its ply.
const STOPPING: i32 = 2;
/// Moves of a position at most, near the leaves (two plies at most) and elsewhere.
const WIDTHS: [usize; 2] = [16, 24];
/// From which move on a ply is skipped at first, and from which on two.
const LATE: [usize; 2] = [3, 10];
/// The most that history adds to the looks of a move, and what a killer move adds.
const HISTORY: i32 = 200;
const KILLER: i32 = 100;
/// The first window reaches so far to either side of the last value.
const ASPIRATION: i32 = 60;
/// By marks: what an open row adds to the looks of its squares, for the attacker and for the defender.
const LOOKS: [[i32; 4]; 2] = [[5, 20, 80, 320], [4, 16, 64, 256]];
/// No answer to threats is searched from this ply on.
const DEEPEST: usize = 60;
/// Plies of a search at most, threats included.
const LONGEST: usize = 300;

/// A square with its half in the highest bit.
pub type Square = u8;
/// No square.
pub const NONE: Square = u8::MAX;

#[inline]
fn split(square: Square) -> (usize, usize) {
    (usize::from(square >> 7), usize::from(square & 127))
}

/// What a search has found, seen from the seat to move.
#[derive(Clone, Copy)]
pub struct Found {
    pub value: i32,
    /// whether it is proved
    pub exact: bool,
}

impl Found {
    fn sure(value: i32) -> Self {
        Found { value, exact: true }
    }

    fn flipped(self) -> Self {
        Found { value: -self.value, ..self }
    }
}

/// How many moves are tried of a position.
fn width(depth: i32) -> usize {
    WIDTHS[usize::from(depth > 2 * PLY)]
}

/// By how much the depth of a move is reduced that comes late.
fn reduction(depth: i32, tried: usize) -> i32 {
    if depth < 2 * PLY || tried < LATE[0] {
        0
    } else if tried < LATE[1] || depth < 4 * PLY {
        PLY
    } else {
        2 * PLY
    }
}

/// What the seat to move must do.
#[derive(Clone, Copy)]
struct Task {
    /// the squares of its own half of which it must mark one; none if it is free
    stops: u128,
    /// whether the other completes a row otherwise
    forced: bool,
    /// whether it is certain that it has no win by threats itself
    sure: bool,
}

/// The moves of a node: how good they look, above the eight bits of the square.
struct List {
    moves: [i32; 2 * CELLS],
    len: usize,
}

impl List {
    fn new() -> Self {
        List { moves: [0; 2 * CELLS], len: 0 }
    }

    fn push(&mut self, square: Square, looks: i32) {
        self.moves[self.len] = looks << 8 | i32::from(square);
        self.len += 1;
    }

    /// Moves the best of those from `at` on there.
    #[inline]
    fn pick(&mut self, at: usize) -> Square {
        let mut best = at;
        for other in at + 1..self.len {
            if self.moves[other] > self.moves[best] {
                best = other;
            }
        }
        self.moves.swap(at, best);
        self.moves[at] as Square
    }
}

/// The looks of the move that the table knows.
const BEST: i32 = i32::MAX >> 8;

/// A search of one position.
pub struct Search<'a> {
    shape: &'a Shape,
    halves: [Half; 2],
    turn: usize,
    fours: Fours,
    table: Table,
    history: [[i32; 256]; 2],
    killers: Vec<[Square; 2]>,
}

impl<'a> Search<'a> {
    pub fn new(shape: &'a Shape, halves: [Half; 2], turn: usize) -> Self {
        Search {
            shape,
            halves,
            turn,
            fours: Fours::new(),
            table: Table::new(),
            history: [[0; 256]; 2],
            killers: vec![[NONE; 2]; LONGEST],
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        let [low, high] = [self.halves[0].key, self.halves[1].key];
        low ^ high.rotate_left(29).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.turn as u64
    }

    /// The seat to move marks a square; the half as it was is returned.
    #[inline]
    fn mark(&mut self, square: Square) -> (usize, Half) {
        let (half, cell) = split(square);
        let before = self.halves[half];
        if half == self.turn {
            self.halves[half].stop(self.shape, cell);
        } else {
            self.halves[half].attack(self.shape, cell);
        }
        self.turn ^= 1;
        (half, before)
    }

    #[inline]
    fn unmark(&mut self, (half, before): (usize, Half)) {
        self.halves[half] = before;
        self.turn ^= 1;
    }

    /// The estimate of a quiet position, seen from the seat to move, for which its move counts half as much again.
    #[inline]
    fn eval(&self) -> i32 {
        let [mine, theirs] = [1 - self.turn, self.turn].map(|half| &self.halves[half]);
        (mine.chances() * 3 / 2 - theirs.chances()).clamp(1 - WON, WON - 1)
    }

    /// What is known without a search: the value, or what must be done.
    fn glance(&mut self, ply: usize, control: &mut Control) -> Result<Task, Found> {
        let (far, near) = (1 - self.turn, self.turn);
        let here = ply as i32;
        if self.halves[far].winning(self.shape) != 0 {
            return Err(Found::sure(WIN - here - 1));
        }
        let stops = self.halves[near].winning(self.shape);
        if stops != 0 {
            return if stops & (stops - 1) == 0 {
                Ok(Task { stops, forced: true, sure: true })
            } else {
                Err(Found::sure(here + 2 - WIN))
            };
        }
        let mine = self.fours.find(self.shape, &self.halves[far], control);
        if mine.any {
            return Err(Found::sure(WIN - here - 3));
        }
        let theirs = self.fours.find(self.shape, &self.halves[near], control);
        if theirs.any && theirs.stops == 0 {
            return Err(Found { value: here + 4 - WIN, exact: !mine.cut });
        }
        Ok(Task { stops: if theirs.any { theirs.stops } else { 0 }, forced: false, sure: !mine.cut })
    }

    /// Searches a node within a window, seen from the seat to move.
    fn node(&mut self, mut depth: i32, window: (i32, i32), ply: usize, null: bool, control: &mut Control) -> Found {
        let (mut alpha, mut beta) = window;
        if control.tick() {
            return Found { value: 0, exact: false };
        }
        // 1. What can be said without a search.
        let Task { stops: must, forced, sure } = match self.glance(ply, control) {
            Err(found) => return found,
            Ok(task) => task,
        };
        let (far, near) = (1 - self.turn, self.turn);
        if !forced && must == 0 {
            let mine_held = self.halves[far].held(true);
            let theirs_held = self.halves[near].held(false);
            if mine_held && (theirs_held || alpha >= 0) || theirs_held && beta <= 0 {
                return Found::sure(0);
            }
            if mine_held {
                beta = beta.min(1);
            }
            if theirs_held {
                alpha = alpha.max(-1);
            }
        }
        if alpha >= WIN - ply as i32 - 4 {
            return Found { value: alpha, exact: false };
        }
        if depth <= 0 && !forced && (must == 0 || ply > DEEPEST) {
            return Found { value: self.eval(), exact: false };
        }

        // 2. The table.
        let key = self.key();
        let known = self.table.find(key);
        let mut first = NONE;
        if let Some(entry) = known {
            first = entry.best;
            let value = entry.value_at(ply);
            let fits = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if fits && (entry.sure || i32::from(entry.depth) >= depth) {
                return Found { value, exact: entry.sure };
            }
        }

        // 3. A pass is never better than a move: where even that is good enough, some move is.
        let zero = beta - alpha == 1;
        if null && zero && must == 0 && depth >= 2 * PLY && beta.abs() < WON {
            let eval = self.eval();
            if eval >= beta {
                self.turn ^= 1;
                let less = depth - PASS;
                let found = self.node(less, (-beta, 1 - beta), ply + 1, false, control).flipped();
                self.turn ^= 1;
                if control.stopped() {
                    return Found { value: 0, exact: false };
                }
                if found.value >= beta {
                    return Found { value: found.value.min(WON), exact: false };
                }
            }
        }

        // 4. Moves.
        let mut list = List::new();
        self.list(must, first, ply, &mut list);
        if list.len == 0 {
            return Found::sure(0);
        }
        let width = if must != 0 { list.len } else { list.len.min(width(depth)) };
        let (mut best, mut best_at, mut exact) = (-INFINITE, NONE, sure && width == list.len);
        let entered = alpha;
        if must != 0 && !forced {
            depth += STOPPING;
        }
        for tried in 0..width {
            let square = list.pick(tried);
            let undo = self.mark(square);
            let less = if forced { depth } else { depth - PLY };
            let skipped = if must == 0 && less >= PLY { reduction(depth, tried) } else { 0 };
            let mut found;
            if tried == 0 {
                found = self.node(less, (-beta, -alpha), ply + 1, true, control).flipped();
            } else {
                found = self.node(less - skipped, (-alpha - 1, -alpha), ply + 1, true, control).flipped();
                if found.value > alpha && skipped > 0 && !control.stopped() {
                    found = self.node(less, (-alpha - 1, -alpha), ply + 1, true, control).flipped();
                }
                if found.value > alpha && found.value < beta && !control.stopped() {
                    found = self.node(less, (-beta, -alpha), ply + 1, true, control).flipped();
                }
            }
            self.unmark(undo);
            if control.stopped() {
                return Found { value: 0, exact: false };
            }
            exact &= found.exact;
            if found.value > best {
                (best, best_at) = (found.value, square);
            }
            if best > alpha {
                alpha = best;
            }
            if alpha >= beta {
                exact = found.exact;
                if must == 0 {
                    self.learn(square, depth, ply, &list.moves[..tried]);
                }
                break;
            }
        }
        let bound = match () {
            () if best >= beta => Bound::Lower,
            () if best <= entered => Bound::Upper,
            () => Bound::Exact,
        };
        self.table.store(key, Entry::of(best, bound, exact, depth, best_at, ply));
        Found { value: best, exact }
    }

    fn learn(&mut self, square: Square, depth: i32, ply: usize, failed: &[i32]) {
        let killers = &mut self.killers[ply];
        if killers[0] != square {
            *killers = [square, killers[0]];
        }
        let plies = depth / PLY;
        let bonus = (plies * plies).clamp(1, 400);
        let history = &mut self.history[self.turn];
        let of = &mut history[usize::from(square)];
        *of += bonus - *of * bonus / HISTORY;
        for looks in failed {
            let of = &mut history[usize::from(*looks as Square)];
            *of -= *of * bonus / HISTORY;
        }
    }

    /// The moves that can matter: in `must` if there is something to stop, otherwise on open rows.
    fn list(&self, must: u128, first: Square, ply: usize, list: &mut List) {
        let near = self.turn;
        for half in [1 - near, near] {
            let of = &self.halves[half];
            let weights = LOOKS[usize::from(half == near)];
            let cells = match must {
                0 => of.empty,
                _ if half == near => must & of.empty,
                _ => 0,
            };
            for cell in Ones(cells) {
                let lanes = of.lanes[cell];
                if lanes == 0 {
                    continue;
                }
                let square = cell as Square | (half as Square) << 7;
                let looks = if square == first {
                    BEST
                } else {
                    let worth: i32 = (0..4).map(|marks| lane(lanes, marks) as i32 * weights[marks as usize]).sum();
                    let killer = self.killers[ply].contains(&square);
                    worth + self.history[self.turn][usize::from(square)] + if killer { KILLER } else { 0 }
                };
                list.push(square, looks);
            }
        }
    }

    /// The best of some moves by iterative deepening, and what it is worth.
    pub fn deepen(&mut self, moves: &[Square], control: &mut Control) -> (Square, Found) {
        // Everywhere else a row that can be completed ends the search one ply before.
        let wins = self.halves[1 - self.turn].winning(self.shape);
        if let Some(&square) = moves.iter().find(|&&m| split(m).0 != self.turn && wins >> split(m).1 & 1 > 0) {
            return (square, Found::sure(WIN - 1));
        }
        let mut list = List::new();
        self.list(0, NONE, 0, &mut list);
        let looks = |square: Square| {
            list.moves[..list.len].iter().find(|looks| **looks as Square == square).map_or(-1, |looks| *looks)
        };
        let mut moves: Vec<Square> = moves.to_vec();
        moves.sort_by_key(|&square| -looks(square));
        let mut best = (moves[0], Found { value: 0, exact: false });
        for depth in 1..60 {
            let Some(found) = self.root(&mut moves, depth * PLY, best.1.value, control) else { break };
            best = (moves[0], found);
            if found.exact || moves.len() == 1 {
                break;
            }
        }
        best.0 = moves[0];
        best
    }

    fn root(&mut self, moves: &mut [Square], depth: i32, last: i32, control: &mut Control) -> Option<Found> {
        let (mut low, mut high) = (-INFINITE, INFINITE);
        if depth > 3 * PLY && last.abs() < WON {
            (low, high) = (last - ASPIRATION, last + ASPIRATION);
        }
        loop {
            let mut best = -INFINITE;
            let mut exact = true;
            let mut sure = false;
            for at in 0..moves.len() {
                let alpha = low.max(best);
                let undo = self.mark(moves[at]);
                let less = depth - PLY;
                let skipped = reduction(depth, at / 2);
                let mut found;
                if at == 0 {
                    found = self.node(less, (-high, -alpha), 1, true, control).flipped();
                } else {
                    found = self.node(less - skipped, (-alpha - 1, -alpha), 1, true, control).flipped();
                    if skipped > 0 && found.value > alpha && !control.stopped() {
                        found = self.node(less, (-alpha - 1, -alpha), 1, true, control).flipped();
                    }
                    if found.value > alpha && found.value < high && !control.stopped() {
                        found = self.node(less, (-high, -alpha), 1, true, control).flipped();
                    }
                }
                self.unmark(undo);
                if control.stopped() {
                    return None;
                }
                exact &= found.exact;
                if found.value > best {
                    best = found.value;
                    sure = found.exact;
                }
                if at == 0 || found.value > alpha {
                    moves[..=at].rotate_right(1);
                }
                if found.value >= high || sure && best > WON {
                    break;
                }
            }
            if best <= low && low > -INFINITE && !(exact && best < -WON) {
                low = -INFINITE;
            } else if best >= high && high < INFINITE && !(sure && best > WON) {
                high = INFINITE;
            } else {
                return Some(Found { value: best, exact: exact || sure && best > WON });
            }
        }
    }
}
