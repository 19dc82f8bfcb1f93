//! Checkerboard's evaluation: open rows in the far half, forced replies, and keys of what can still matter.

use agon_rules::bits::{Ones, runs};
use agon_rules::games::checkerboard::{Checkerboard, State};

use super::Halves;
use crate::Evaluate;
use crate::hash::fingerprint;

/// The open rows of a half: those without a mark of the defender.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// by direction: the first squares of the rows
    pub starts: [u128; 4],
    /// the attacker's marks
    pub own: u128,
    steps: [u32; 4],
    line: u32,
}

impl Open {
    /// The rows that a seat can still complete.
    pub fn of(game: &Checkerboard, s: &State, seat: usize) -> Self {
        let far = 1 - seat;
        let steps = game.grid().steps();
        let free = squares(game) & !s.marks[1 - seat][far];
        let starts = steps.map(|step| runs(free, step, game.line));
        Open { starts, own: s.marks[seat][far], steps, line: game.line.into() }
    }

    /// By number of marks: how many rows have it.
    pub fn counts(&self) -> [i32; 6] {
        let mut counts = [0; 6];
        for (&starts, &step) in self.starts.iter().zip(&self.steps) {
            // Adds up the marks of all rows at once, one bit plane at a time.
            let mut sums = [0_u128; 3];
            for i in 0..self.line {
                let mut carry = self.own >> (i * step);
                for sum in &mut sums {
                    (*sum, carry) = (*sum ^ carry, *sum & carry);
                }
            }
            for (n, count) in counts.iter_mut().enumerate() {
                let same = (0..3).fold(starts, |same, i| same & if n >> i & 1 > 0 { sums[i] } else { !sums[i] });
                *count += same.count_ones() as i32;
            }
        }
        counts
    }

    /// The empty squares that complete a row.
    pub fn winning(&self) -> u128 {
        let mut winning = 0;
        for (&starts, &step) in self.starts.iter().zip(&self.steps) {
            for missing in 0..self.line {
                let others = (0..self.line).filter(|i| *i != missing);
                winning |= others.fold(starts, |rows, i| rows & self.own >> (i * step)) << (missing * step);
            }
        }
        winning & !self.own
    }

    /// All squares of all of these rows.
    fn squares(&self) -> u128 {
        let rows = self.starts.iter().zip(&self.steps);
        rows.fold(0, |all, (starts, step)| (0..self.line).fold(all, |all, i| all | starts << (i * step)))
    }

    fn is_empty(&self) -> bool {
        self.starts == [0; 4]
    }

    /// Adds the worth of each row to its squares.
    fn spread(&self, worth: &mut [i32; 128]) {
        for (&starts, &step) in self.starts.iter().zip(&self.steps) {
            for start in Ones(starts) {
                let row = (0..self.line).map(|i| start + (i * step) as usize);
                let marks: usize = row.clone().map(|at| (self.own >> at & 1) as usize).sum();
                let missing = self.line as usize - marks;
                row.for_each(|at| worth[at] += WORTH[missing]);
            }
        }
    }
}

/// All squares of a half.
fn squares(game: &Checkerboard) -> u128 {
    let rank = (1 << game.size) - 1;
    (0..u32::from(game.size / 2)).fold(0, |all, r| all | rank << (r * (u32::from(game.size) + 1)))
}

/// The worth of an open row by the number of missing squares. Each mark makes it four times as good: it takes two more
/// rows with one mark less to make up for one, and marks of crossing rows count twice already. A row without marks is
/// only room.
const WORTH: [i32; 6] = [0, 256, 64, 16, 4, 1];
/// A certain win within two moves, which is not a proof at this depth.
const SURE: i32 = 980;
/// An advantage of this much is worth half of a win: about two rows with two squares missing.
const HALF: i32 = 150;

impl Evaluate<Checkerboard> for Halves {
    const MOST: i32 = 1000;

    fn eval(&self, game: &Checkerboard, s: &State) -> i32 {
        let turn = usize::from(s.turn);
        let sign = if turn == 0 { 1 } else { -1 };
        let [own, other] = [turn, 1 - turn].map(|seat| Open::of(game, s, seat));
        if own.winning() != 0 {
            return sign * SURE;
        }
        let stops = other.winning();
        if stops & stops.wrapping_sub(1) != 0 {
            return -sign * SURE;
        }
        let worth = |open: &Open| {
            let counts = open.counts();
            (1..counts.len().min(1 + usize::from(game.line)))
                .map(|n| counts[n] * WORTH[usize::from(game.line) - n])
                .sum()
        };
        let (mine, theirs): (i32, i32) = (worth(&own), worth(&other));
        // The mover is one mark ahead, unless it must stop a row first. That is half as much again.
        let tempo = if stops != 0 { 0 } else { mine / 2 + 4 };
        let ahead = mine + tempo - theirs;
        let value = SURE * ahead / (ahead.abs() + HALF);
        // A seat without an open row cannot win.
        sign * value.clamp(if other.is_empty() { 0 } else { -SURE }, if own.is_empty() { 0 } else { SURE })
    }

    fn range(&self, game: &Checkerboard, s: &State) -> Option<(i32, i32)> {
        let [first, second] = [0, 1].map(|seat| Open::of(game, s, seat).is_empty());
        (!s.won && (first || second)).then_some((i32::from(second) - 1, 1 - i32::from(first)))
    }

    fn finish(&self, game: &Checkerboard, s: &State) -> Option<i32> {
        let turn = usize::from(s.turn);
        (!s.won && Open::of(game, s, turn).winning() != 0).then_some(if turn == 0 { 1 } else { -1 })
    }

    /// Each half by the squares of its open rows, in the least of its symmetric forms. The number of marks says how many
    /// of the other squares are left.
    fn key(&self, game: &Checkerboard, s: &State) -> Option<u128> {
        let halves = [0, 1].map(|seat| {
            let open = Open::of(game, s, seat);
            let (live, ranks, size) = (open.squares(), u32::from(game.size / 2), u32::from(game.size));
            let over = |set: u128| set.reverse_bits() >> (128 - ranks * (size + 1) + 1);
            let across = |set: u128| {
                let rank = |r: u32| (set >> (r * (size + 1))) as u16 & ((1 << size) - 1);
                (0..ranks).fold(0, |all, r| all | u128::from(rank(r).reverse_bits() >> (16 - size)) << (r * (size + 1)))
            };
            let plain = (live, open.own & live);
            let mirrored = (across(plain.0), across(plain.1));
            let both = [plain, mirrored];
            both.into_iter().chain(both.map(|(live, own)| (over(live), over(own)))).min()
        });
        let marks: u32 = s.marks.iter().flatten().map(|set| set.count_ones()).sum();
        Some(fingerprint(&(halves, marks, s.turn, s.won)))
    }

    fn order(&self, game: &Checkerboard, s: &State, m: u8) -> i32 {
        let mut scores = Vec::new();
        self.rank(game, s, &[m], &mut scores);
        scores[0]
    }

    /// Wins first, then blocks, then squares by the open rows of both seats through them.
    fn rank(&self, game: &Checkerboard, s: &State, moves: &[u8], scores: &mut Vec<i32>) {
        let turn = usize::from(s.turn);
        let middle = u32::from(game.size / 2) * (u32::from(game.size) + 1);
        let mut worth = [[0; 128]; 2];
        let mut now = [0; 2];
        for seat in [turn, 1 - turn] {
            let open = Open::of(game, s, seat);
            open.spread(&mut worth[1 - seat]);
            now[1 - seat] = open.winning();
        }
        scores.extend(moves.iter().map(|&m| {
            let half = usize::from(u32::from(m) >= middle);
            let at = u32::from(m) - if half == 1 { middle } else { 0 };
            let wins = if half == turn { 10_000 } else { 20_000 };
            // Own rows count a little more: an attack has to be answered.
            let worth = worth[half][at as usize];
            let worth = if half == turn { worth } else { worth + worth / 4 };
            worth.min(9_000) + if now[half] >> at & 1 > 0 { wins } else { 0 }
        }));
    }

    /// Most squares are of no use to anybody.
    fn width(&self, _game: &Checkerboard, depth: i32) -> usize {
        if depth > 2 { 14 } else { 10 }
    }

    /// A forced reply costs no depth, so that the search follows sequences of threats to their end.
    fn cost(&self, game: &Checkerboard, s: &State, m: u8, _after: &State) -> i32 {
        let turn = usize::from(s.turn);
        let middle = u32::from(game.size / 2) * (u32::from(game.size) + 1);
        // The other seat's rows are in the mover's own half.
        let at = if turn == 0 { Some(u32::from(m)) } else { u32::from(m).checked_sub(middle) };
        let Some(at) = at.filter(|at| *at < middle) else { return 1 };
        // Most moves stop nothing, and that is soon seen.
        if !game.grid().has_row(s.marks[1 - turn][turn] | 1 << at, game.line) {
            return 1;
        }
        let stops = Open::of(game, s, 1 - turn).winning();
        let forced = stops == 1 << at && Open::of(game, s, turn).winning() == 0;
        i32::from(!forced)
    }
}
