//! `hidden-master`: bounds from both sides where the tree is too large for CFR+.
//!
//! Until the Master Key lies everything is open, so each such position is a game of its own, and its value the best of its
//! moves. One of these moves is to lay the Master Key, whose number the layer may draw by lot. What that is worth is bounded
//! by two games of perfect information, in which *layer* is the seat that laid it and *seeker* the other. Values are said for
//! the layer here.
//!
//! **At least**: the layer draws the number from a set S, each equally likely, and plays without regard to which it is,
//! placing no number of S, until it chooses to show it; from then on, and after a number of S was refused, both know it.
//! Every play of the seeker meets the same strategy of the layer, so all the seeker knows of the number are the chances: each
//! of what is left of S alike. That makes a game of chance and perfect information ([`Bounds::lot`]), and its value is one
//! that the layer has a strategy for in the game itself: to let the seeker know the number where the strategy shows it, or
//! where it could be worked out, only helps the seeker, who need not use what it knows. A set of one number is `classic`:
//! to hide the number never hurts who hides it.
//!
//! **At most**: the layer need not choose the number before it matters. It decides at each attempt of the seeker whether it
//! is refused, and what is left at the end lies under the key ([`Bounds::late`]). The seeker's best strategy there depends on
//! open moves alone, so it can be played in the game itself. There the layer, whatever it has laid and does, brings about
//! nothing that it could not have brought about in this game by choosing late. So the seeker's strategy holds the bound.
//! The same is true if the layer must choose by some time, and the game itself is played from then on: near the end, with
//! few cells empty ([`Effort::last`]), both bounds are those of CFR+.

use agon_rules::Game;
use agon_rules::bits::Ones;
use agon_rules::games::parity_twist::{MASTER, Move, NONE, ParityTwist, State, UNKNOWN};

use super::compact::{Table, cells, compact};
use super::{Parity, Reduced};
use crate::control::Control;
use crate::solve::{Shape, bounds_by_cfr};
use crate::{EquilibriumRequest, Evaluate};

/// How much work the bounds may be.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// how many numbers a lot is drawn from at most: from 1, which is `classic`, to 4
    pub lot: u32,
    /// with so many empty cells, and the seeker to move, CFR+ finds what it is worth to have laid the Master Key
    pub last: u32,
}

/// How close its bounds are.
const WITHIN: f64 = 0.004;
/// Bytes of its trees, which are small.
const BYTES: usize = 1 << 24;
/// A point in the parts that bounds are counted in: those of a lot, and of CFR+ fine enough.
const POINT: i32 = 24 * 5000;
const FACTORIAL: [i32; 8] = [1, 1, 2, 6, 24, 120, 720, 5040];

/// A lower and an upper bound of the value of a position whose Master Key is not known to both, seen from seat 0. If it
/// lies, each number that may lie there is equally likely. None when the control stops it.
pub fn bounds(
    game: &ParityTwist,
    state: &State,
    effort: Effort,
    bytes: usize,
    control: &mut Control,
) -> Option<(f64, f64)> {
    let points = |parts: i32| f64::from(parts) / f64::from(POINT);
    let table = || Table::new(bytes / 12);
    let mut bounds = Bounds {
        game,
        open: table(),
        late: [table(), table()],
        lots: [table(), table()],
        before: [table(), table()],
        exact: [[table(), table()], [table(), table()]],
        effort,
        control,
    };
    if state.knows == 0 {
        let [lower, upper] = bounds.before(state)?;
        return Some((points(lower), points(upper)));
    }
    let hidden = match state.cells[MASTER] {
        UNKNOWN => 0,
        n => 1 << n,
    };
    let blank = State { free: state.free | hidden, ..blank(state) };
    let all = blank.free;
    let late = points(bounds.late(&blank)?);
    let lot = if all.count_ones() < FACTORIAL.len() as u32 {
        f64::from(bounds.lot(&blank, all)?) / f64::from(FACTORIAL[all.count_ones() as usize])
    } else {
        f64::from(bounds.shown(&blank, all)?) / f64::from(all.count_ones())
    };
    Some(if layer(state) == 0 { (lot, late) } else { (late, lot) })
}

struct Bounds<'a, 'b, 'c> {
    game: &'a ParityTwist,
    /// what best play adds to the banked points where both know the number
    open: Table,
    /// by layer: values where the layer chooses late, in parts of [`POINT`]
    late: [Table; 2],
    /// by layer: values where the layer draws lots, in parts of one by the orders of the set
    lots: [Table; 2],
    /// lower and upper bounds before the Master Key lies, in parts of [`POINT`]
    before: [Table; 2],
    /// by layer: lower and upper bounds of what it is worth to have laid the Master Key, by CFR+, in parts of [`POINT`]
    exact: [[Table; 2]; 2],
    effort: Effort,
    control: &'b mut Control<'c>,
}

/// The seat that laid the Master Key.
fn layer(s: &State) -> usize {
    usize::from(s.knows >> 1)
}

/// The better of two values for a seat.
fn better(seat: usize, a: i32, b: i32) -> i32 {
    if seat == 0 { a.max(b) } else { a.min(b) }
}

/// The same with a number under the Master Key that nobody has seen; it still counts as unused.
fn blank(s: &State) -> State {
    let mut after = *s;
    after.cells[MASTER] = UNKNOWN;
    after
}

/// The same with a number under the Master Key that both know.
fn known(s: &State, n: usize) -> State {
    let mut after = State { free: s.free & !(1 << n), knows: 0b11, ..*s };
    after.cells[MASTER] = n as u8;
    after
}

impl Bounds<'_, '_, '_> {
    fn placed(&self, s: &State, cell: u8, n: usize) -> State {
        let mut after = *s;
        self.game.play(&mut after, Move::Place(cell, n as u8));
        after
    }

    /// The value where both know the number under the Master Key.
    fn open(&mut self, s: &State) -> Option<i32> {
        let banked = Parity.banked(self.game, s);
        if s.empty == 0 {
            return Some(banked);
        }
        let key = compact(self.game, s, 0);
        if let Some(rest) = self.open.find(key) {
            return Some(banked + rest);
        }
        if self.control.tick() {
            return None;
        }
        let mut best = None;
        for cell in cells(s) {
            for n in Ones(s.free) {
                let value = self.open(&self.placed(s, cell, n))?;
                best = Some(best.map_or(value, |best| better(s.turn.into(), best, value)));
            }
        }
        let best = best.expect("a number for every cell");
        self.open.keep(key, best - banked);
        Some(best)
    }

    /// The values where each number of a set is shown to lie under the Master Key, added up.
    fn shown(&mut self, s: &State, set: u16) -> Option<i32> {
        Ones(set).try_fold(0, |sum, n| Some(sum + self.open(&known(s, n))?))
    }

    /// The value where the layer chooses late, in parts of [`POINT`].
    fn late(&mut self, s: &State) -> Option<i32> {
        if s.empty == 0 {
            return Some(POINT * self.shown(s, s.free)?);
        }
        let (key, layer) = (compact(self.game, s, 0), layer(s));
        if let Some(value) = self.late[layer].find(key) {
            return Some(value);
        }
        if self.control.tick() {
            return None;
        }
        let turn = usize::from(s.turn);
        let mut best = None;
        for n in Ones(s.free) {
            let refused = if turn == layer { None } else { Some(POINT * self.open(&known(s, n))?) };
            for cell in cells(s) {
                let accepted = self.late(&self.placed(s, cell, n))?;
                let value = refused.map_or(accepted, |refused| better(layer, accepted, refused));
                best = Some(best.map_or(value, |best| better(turn, best, value)));
            }
        }
        let mut best = best.expect("a number for every cell");
        if turn != layer && s.empty.count_ones() <= self.effort.last {
            best = self.exact(s, best)?[1 - layer];
        }
        self.late[layer].keep(key, best);
        Some(best)
    }

    /// Both bounds of what it is worth to have just laid the Master Key, in parts of [`POINT`], given the one of late choice.
    fn exact(&mut self, s: &State, late: i32) -> Option<[i32; 2]> {
        let (key, layer) = (compact(self.game, s, 0), layer(s));
        if let [Some(lower), Some(upper)] = [0, 1].map(|side| self.exact[layer][side].find(key)) {
            return Some([lower, upper]);
        }
        let lots = self.lots(s, late)?;
        let mut found = if layer == 0 { [lots, late] } else { [late, lots] };
        if lots != late {
            let mut before = State { empty: s.empty | 1 << MASTER, turn: layer as u8, knows: 0, ..*s };
            before.cells[MASTER] = NONE;
            let lays = |m| matches!(m, Move::Place(cell, _) if usize::from(cell) == MASTER);
            let is_known = |s: &State| !self.game.will_hide(s);
            let shape = Shape { is_known: &is_known, first: &lays };
            let request = EquilibriumRequest { bytes: BYTES, within: WITHIN, control: &mut *self.control };
            let (lower, upper) = bounds_by_cfr(self.game, &Reduced, &before, shape, request)?;
            let parts = |points: f64| points * f64::from(POINT);
            found = [found[0].max(parts(lower).floor() as i32), found[1].min(parts(upper).ceil() as i32)];
        }
        (0..2).for_each(|side| self.exact[layer][side].keep(key, found[side]));
        Some(found)
    }

    /// The value where the number was drawn from a set, in parts of one by the orders of the set.
    fn lot(&mut self, s: &State, set: u16) -> Option<i32> {
        let count = set.count_ones() as usize;
        if count == 1 {
            return self.shown(s, set);
        }
        let (key, layer) = (compact(self.game, s, set), layer(s));
        if let Some(value) = self.lots[layer].find(key) {
            return Some(value);
        }
        if self.control.tick() {
            return None;
        }
        let (turn, fewer) = (usize::from(s.turn), FACTORIAL[count - 1]);
        let mut best = if turn == layer { Some(fewer * self.shown(s, set)?) } else { None };
        for n in Ones(s.free) {
            let drawn = set >> n & 1 == 1;
            if drawn && turn == layer {
                continue;
            }
            // One time in `count` the attempt is refused.
            let refused = if drawn { fewer * self.open(&known(s, n))? } else { 0 };
            for cell in cells(s) {
                let after = self.placed(s, cell, n);
                let value = if drawn {
                    refused + (count as i32 - 1) * self.lot(&after, set & !(1 << n))?
                } else {
                    self.lot(&after, set)?
                };
                best = Some(best.map_or(value, |best| better(turn, best, value)));
            }
        }
        let best = best.expect("a number for every cell");
        self.lots[layer].keep(key, best);
        Some(best)
    }

    /// The best that the layer can do by drawing lots, in parts of [`POINT`]; no lot does better than choosing late.
    fn lots(&mut self, s: &State, late: i32) -> Option<i32> {
        let (layer, lot, mut best) = (layer(s), self.effort.lot, None);
        for set in (1..=s.free).filter(|set| set & !s.free == 0 && set.count_ones() <= lot) {
            let lot = POINT / FACTORIAL[set.count_ones() as usize] * self.lot(s, set)?;
            best = Some(best.map_or(lot, |best| better(layer, best, lot)));
            if best == Some(late) {
                break;
            }
        }
        best
    }

    /// Both bounds of what it is worth to have just laid the Master Key, in parts of [`POINT`]: lower and upper for seat 0.
    fn laid(&mut self, s: &State) -> Option<[i32; 2]> {
        let late = self.late(s)?;
        if s.empty.count_ones() <= self.effort.last {
            return self.exact(s, late);
        }
        let lots = self.lots(s, late)?;
        Some(if layer(s) == 0 { [lots, late] } else { [late, lots] })
    }

    /// Both bounds before the Master Key lies, in parts of [`POINT`].
    fn before(&mut self, s: &State) -> Option<[i32; 2]> {
        let key = compact(self.game, s, 0);
        if let (Some(lower), Some(upper)) = (self.before[0].find(key), self.before[1].find(key)) {
            return Some([lower, upper]);
        }
        if self.control.tick() {
            return None;
        }
        let turn = usize::from(s.turn);
        let mut best: Option<[i32; 2]> = None;
        for cell in cells(s) {
            let mut consider = |value: [i32; 2]| {
                best = Some(best.map_or(value, |best| [0, 1].map(|side| better(turn, best[side], value[side]))));
            };
            if usize::from(cell) == MASTER {
                let laid = State { empty: s.empty & !(1 << MASTER), turn: s.turn ^ 1, knows: 1 << turn, ..blank(s) };
                consider(self.laid(&laid)?);
                continue;
            }
            for n in Ones(s.free) {
                consider(self.before(&self.placed(s, cell, n))?);
            }
        }
        let best = best.expect("the Master Key can be laid");
        (0..2).for_each(|side| self.before[side].keep(key, best[side]));
        Some(best)
    }
}
