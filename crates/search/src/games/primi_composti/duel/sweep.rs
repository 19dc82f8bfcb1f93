//! Values of all states that may follow a start of a [`Duel`], from the last ply to the first.
//!
//! A state is what seat 0 holds and what seat 1 holds ([`Side`]), and a move changes one of the two. So the states after as
//! many plies are a table of a byte each: a row for each holding of seat 0, a column for each of seat 1. When seat 0 moves,
//! a row is the greatest of some rows after one more ply, each raised by what the card scores. This is done for 64 columns
//! at once, where the old values were; when seat 1 moves, for 64 rows.

use agon_rules::bits::Ones;

use super::side::{Holding, Side};
use super::{Duel, DuelState};
use crate::{Control, GameValue, Request, Solution};

/// So many states are done at once.
const LANES: usize = 64;

/// States that differ in what one seat holds: their values for the seat to move, or what a card scores in them.
type Lanes = [u8; LANES];

/// A value of zero. Twelve cards score 72 at most, so that a byte is enough.
const ZERO: u8 = 128;

/// The values after no more plies than this are kept for best play. For the rest of it one more sweep is short.
const KEPT: usize = 6;

/// With fewer states a search takes a few milliseconds: seven cards each have 72,260 on average, and took 9 ms.
const SMALL: u64 = 1 << 17;

/// A sweep through the states that may follow a start.
pub struct Sweep<'d> {
    duel: &'d Duel,
    start: DuelState,
    sides: [Side; 2],
    /// rows of `width` bytes, only the first of which are in use
    table: Vec<u8>,
    width: usize,
    /// by plies: the part of the table that was in use
    kept: Vec<Vec<u8>>,
}

/// A move from a holding: where it leads to, and where its gains are.
#[derive(Clone, Copy)]
struct Step {
    to: u32,
    gain: u32,
}

impl<'d> Sweep<'d> {
    /// A sweep that is yet to be run.
    pub fn new(duel: &'d Duel, start: DuelState) -> Self {
        let sides = [0, 1].map(|seat| Side::of(duel, &start, seat));
        let most = |seat: usize| sides[seat].sizes.iter().max().map_or(0, |most| most.next_multiple_of(LANES));
        // Rows an odd number of lines apart do not compete for the same places of the cache.
        let width = ((most(1) / LANES) | 1) * LANES;
        Sweep { duel, start, width, table: Vec::new(), kept: Vec::new(), sides }
    }

    /// How many bytes its table takes.
    fn bytes(&self) -> usize {
        self.sides[0].sizes.iter().max().map_or(0, |most| most.next_multiple_of(LANES)) * self.width
    }

    /// How many states it visits.
    fn states(&self) -> u64 {
        (1..=self.plies()).map(|ply| self.size(ply)).map(|[rows, columns]| rows as u64 * columns as u64).sum()
    }

    /// How many nodes it counts: one for up to [`LANES`] states, which take as long together as a node of a search.
    fn nodes(&self) -> u64 {
        let of = |ply: usize| {
            let (size, seat) = (self.size(ply), usize::from(self.start.turn) ^ (ply % 2));
            size[seat] as u64 * size[1 - seat].div_ceil(LANES) as u64
        };
        (1..self.plies()).map(of).sum()
    }

    /// Whether it keeps within a request, and saves time.
    ///
    /// Its table may be larger by a quarter than asked for: twelve cards each take 39 to 73 MB, and a search instead of
    /// the sweep would take two hundred times as long.
    pub fn pays(&self, request: &Request) -> bool {
        // Best play takes some more.
        let fits = self.nodes() / 8 * 9 <= request.control.left() && self.bytes() <= request.bytes / 4 * 5;
        self.states() >= SMALL && fits
    }

    fn plies(&self) -> usize {
        self.sides.iter().map(|side| side.cards.len()).sum()
    }

    /// By seat: how many cards it has played after so many plies.
    fn played(&self, ply: usize) -> [usize; 2] {
        let first = usize::from(self.start.turn);
        let mut played = [ply / 2; 2];
        played[first] = ply.div_ceil(2);
        played
    }

    /// How many rows and columns the table has after so many plies.
    fn size(&self, ply: usize) -> [usize; 2] {
        let played = self.played(ply);
        [0, 1].map(|seat| self.sides[seat].sizes[played[seat]])
    }

    /// Finds all values. Returns false if it was stopped.
    fn run(&mut self, control: &mut Control) -> bool {
        self.table = vec![0; self.bytes()];
        let [rows, columns] = self.size(self.plies());
        self.table.chunks_mut(self.width).take(rows).for_each(|row| row[..columns].fill(ZERO));
        self.kept = vec![Vec::new(); KEPT + 1];
        for ply in (1..=self.plies()).rev() {
            if ply < self.plies() && !self.step_back(ply, control) {
                return false;
            }
            if ply <= KEPT {
                let [rows, columns] = self.size(ply);
                let rows = self.table.chunks(self.width).take(rows);
                self.kept[ply] = rows.flat_map(|row| &row[..columns]).copied().collect();
            }
        }
        self.table = Vec::new();
        true
    }

    /// Finds the values after `ply` plies from those after one more.
    fn step_back(&mut self, ply: usize, control: &mut Control) -> bool {
        let seat = usize::from(self.start.turn) ^ (ply % 2);
        let (played, side) = (self.played(ply), &self.sides[seat]);
        let (holdings, others) = (side.holdings(played[seat]), self.sides[1 - seat].holdings(played[1 - seat]));
        let others: Vec<[u8; 2]> = others.into_iter().map(|other| self.sides[1 - seat].tops(other)).collect();
        let (steps, tops) = steps(side, &holdings);
        let (mut old, mut new) = (vec![[0; LANES]; side.sizes[played[seat] + 1]], vec![[0; LANES]; holdings.len()]);
        let mut gains = Vec::new();
        for (lanes, others) in others.chunks(LANES).enumerate() {
            if control.spend(holdings.len() as u64) {
                return false;
            }
            self.load(seat, lanes * LANES, &mut old);
            self.gains(seat, &tops, others, &mut gains);
            for (new, steps) in new.iter_mut().zip(&steps) {
                let mut most = [0; LANES];
                for step in steps {
                    let (old, gain) = (&old[step.to as usize], &gains[step.gain as usize]);
                    for ((most, old), gain) in most.iter_mut().zip(old).zip(gain) {
                        *most = u8::max(*most, old.wrapping_add(*gain));
                    }
                }
                *new = most;
            }
            self.store(seat, lanes * LANES, &new);
        }
        true
    }

    /// By pair of tops and bit: what the card scores beside the tops of the other seat.
    fn gains(&self, seat: usize, tops: &[[u8; 2]], others: &[[u8; 2]], gains: &mut Vec<Lanes>) {
        gains.clear();
        for own in tops {
            let made = |other: &[u8; 2]| self.duel.made_by([own[0], own[1], other[0], other[1]].map(usize::from));
            let all: Vec<_> = others.iter().map(made).collect();
            for &card in &self.sides[seat].cards {
                let mut lanes = [0; LANES];
                for (lane, made) in lanes.iter_mut().zip(&all) {
                    *lane = (made.of(card) + self.duel.value(card)) as u8;
                }
                gains.push(lanes);
            }
        }
    }

    /// Reads the values of all holdings of a seat beside 64 of the other, for the seat that has just moved.
    fn load(&self, seat: usize, from: usize, lanes: &mut [Lanes]) {
        if seat == 0 {
            for (lanes, row) in lanes.iter_mut().zip(self.table.chunks(self.width)) {
                lanes.copy_from_slice(&row[from..from + LANES]);
                lanes.iter_mut().for_each(|lane| *lane = lane.wrapping_neg());
            }
            return;
        }
        for (part, rows) in self.table[from * self.width..].chunks(8 * self.width).take(LANES / 8).enumerate() {
            for (lanes, column) in lanes.chunks_mut(8).zip((0..).step_by(8)) {
                let block = transposed([0, 1, 2, 3, 4, 5, 6, 7].map(|row| word(&rows[row * self.width + column..])));
                for (lanes, word) in lanes.iter_mut().zip(block) {
                    lanes[8 * part..8 * part + 8].copy_from_slice(&word.to_le_bytes().map(u8::wrapping_neg));
                }
            }
        }
    }

    /// Writes them back.
    fn store(&mut self, seat: usize, from: usize, lanes: &[Lanes]) {
        let width = self.width;
        if seat == 0 {
            for (lanes, row) in lanes.iter().zip(self.table.chunks_mut(width)) {
                row[from..from + LANES].copy_from_slice(lanes);
            }
            return;
        }
        for (part, rows) in self.table[from * width..].chunks_mut(8 * width).take(LANES / 8).enumerate() {
            for (lanes, column) in lanes.chunks(8).zip((0..).step_by(8)) {
                let mut block = [0; 8];
                block.iter_mut().zip(lanes).for_each(|(row, lanes)| *row = word(&lanes[8 * part..]));
                for (row, word) in transposed(block).into_iter().enumerate() {
                    rows[row * width + column..][..8].copy_from_slice(&word.to_le_bytes());
                }
            }
        }
    }

    /// The value of each card for the seat to move. None if what follows was not kept.
    fn values(&self, at: &DuelState) -> Option<Vec<(u8, i32)>> {
        let ply = self.plies() - at.plies() as usize;
        let kept = self.kept.get(ply + 1)?;
        let [_, columns] = self.size(ply + 1);
        let made = self.duel.made(at);
        let value = |card: usize| {
            let (card, mut after) = (card as u8, *at);
            self.duel.play(&mut after, card);
            let [row, column] = [0, 1].map(|seat| self.sides[seat].index(self.sides[seat].holding(&after, seat)));
            let reply = i32::from(kept[row * columns + column]) - i32::from(ZERO);
            (card, made.of(card) + self.duel.value(card) - reply)
        };
        Some(Ones(self.duel.moves(at)).map(value).collect())
    }

    /// Solves the start. None if it was stopped. `points` makes a value for the seat to move the final lead of seat 0.
    pub fn solve(mut self, control: &mut Control, points: impl Fn(i32) -> i32) -> Option<Solution<u8>> {
        let (duel, mut at, mut pv, mut first) = (self.duel, self.start, Vec::new(), None);
        while at.plies() > 0 {
            let Some(values) = self.values(&at) else {
                self = Sweep::new(duel, at);
                if self.run(control) {
                    continue;
                }
                break;
            };
            let (card, value) = values.iter().copied().max_by_key(|(_, value)| *value)?;
            first.get_or_insert((value, values));
            pv.push(card);
            duel.play(&mut at, card);
        }
        let (value, values) = first?;
        let proved = |value: i32| GameValue::Proved(points(value));
        let moves = values.into_iter().map(|(card, value)| (card, proved(value))).collect();
        Some(Solution { value: proved(value), moves, pv, plies: None, nodes: control.nodes })
    }
}

/// The steps from each holding, and the pairs of tops that a seat may have: [`Sweep::gains`] are in this order.
fn steps(side: &Side, holdings: &[Holding]) -> (Vec<Vec<Step>>, Vec<[u8; 2]>) {
    let mut tops: Vec<[u8; 2]> = Vec::new();
    let mut all = Vec::with_capacity(holdings.len());
    for &holding in holdings {
        let own = side.tops(holding);
        let pair = tops.iter().position(|tops| *tops == own).unwrap_or_else(|| {
            tops.push(own);
            tops.len() - 1
        });
        let step = |bit: usize| Step {
            to: side.index(side.play(holding, bit)) as u32,
            gain: (pair * side.cards.len() + bit) as u32,
        };
        all.push(Ones(holding.hand).map(step).collect());
    }
    (all, tops)
}

/// The first eight bytes.
#[inline]
fn word(bytes: &[u8]) -> u64 {
    bytes.first_chunk().copied().map_or(0, u64::from_le_bytes)
}

/// Eight rows of eight bytes as columns.
#[inline]
fn transposed(mut rows: [u64; 8]) -> [u64; 8] {
    for (apart, mask) in [(4, 0xffff_ffff), (2, 0xffff_0000_ffff), (1, 0xff_00ff_00ff_00ff)] {
        for row in (0..8).filter(|row| row & apart == 0) {
            let swapped = ((rows[row] >> (8 * apart)) ^ rows[row + apart]) & mask;
            rows[row + apart] ^= swapped;
            rows[row] ^= swapped << (8 * apart);
        }
    }
    rows
}
