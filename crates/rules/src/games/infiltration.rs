//! Infiltration: place men at home, step and jump diagonally, and line up four in the opponent's half.
//!
//! How it reads and looks is in `show`. Rules: docs/rules/infiltration.md.

mod show;

use crate::prelude::*;

options! {
    /// Infiltration.
    pub struct Infiltration {
        /// men per player at the start
        pieces: u8 = 8 => 4..=16,
        /// whether pieces jump over enemies and send them back into the hand
        captures: bool = true => [true, false],
        /// whether a man becomes a king on the far rank
        kings: bool = true => [true, false],
        /// whether who can jump must jump
        forced_capture: bool = false => [true, false],
        /// whether seat 1 may take over the first placement by `swap`
        pie: bool = false => [true, false],
    }
}

/// The board, the hands and the phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// squares of the men of each seat
    pub men: [u64; 2],
    /// squares of the kings of each seat
    pub kings: [u64; 2],
    /// men and kings in hand of each seat
    pub hands: [[u8; 2]; 2],
    /// who moves next
    pub turn: u8,
    /// whether men are still being placed for the first time
    pub placing: bool,
    /// whether the other seat, who has just moved, owns a winning row
    pub won: bool,
}

/// One turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// a man from the hand to a square
    Man(u8),
    /// a king from the hand to a square
    King(u8),
    /// from a square to a diagonal neighbour
    Step(u8, u8),
    /// from a square over an enemy to the square behind it
    Jump(u8, u8),
    /// take over the first placement
    Swap,
}

const GRID: Grid = Grid::new(8, 8);
/// The half of the board where each seat is at home; the other wins there.
pub const HOME: [u64; 2] = [0x0000_0000_FFFF_FFFF, 0xFFFF_FFFF_0000_0000];
/// The rank on which the men of each seat become kings.
pub const FAR_RANK: [u64; 2] = [0xFF << 56, 0xFF];
const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;
const LINE: u8 = 4;
const MOST: u32 = 16;
/// The ways forward of each seat; they are the other's ways back.
pub const FORWARD: [[Way<u64>; 2]; 2] = [[(7, LEFT), (9, RIGHT)], [(-9, LEFT), (-7, RIGHT)]];

impl State {
    /// The squares of all pieces of a seat.
    #[inline]
    pub fn all(&self, seat: Seat) -> u64 {
        self.men[seat] | self.kings[seat]
    }

    /// The men of a seat, on the board and in hand.
    fn men_of(&self, seat: u8) -> u32 {
        let seat = usize::from(seat);
        self.men[seat].count_ones() + u32::from(self.hands[seat][0])
    }

    /// The squares without a piece.
    #[inline]
    pub fn empty(&self) -> u64 {
        !(self.all(0) | self.all(1))
    }

    /// Calls `each` with every way a piece of the mover can go and the squares of the pieces that can.
    fn ways(&self, mut each: impl FnMut(Way<u64>, u64)) {
        let seat = usize::from(self.turn);
        FORWARD[seat].iter().for_each(|way| each(*way, self.all(seat)));
        FORWARD[1 - seat].iter().for_each(|way| each(*way, self.kings[seat]));
    }

    fn jumps(&self, out: &mut Moves<Move>) {
        let (enemies, empty) = (self.all(usize::from(1 - self.turn)), self.empty());
        self.ways(|way, pieces| {
            let landing = shift(shift(pieces, way) & enemies, way) & empty;
            Ones(landing).for_each(|to| out.push(Move::Jump(back(to, 2 * way.0), to as u8)));
        });
    }

    fn steps(&self, out: &mut Moves<Move>) {
        let empty = self.empty();
        self.ways(|way, pieces| {
            Ones(shift(pieces, way) & empty).for_each(|to| out.push(Move::Step(back(to, way.0), to as u8)));
        });
    }

    fn may_swap(&self) -> bool {
        self.placing && self.turn == 1 && self.all(1) == 0 && self.all(0).count_ones() == 1
    }
}

/// The square from which a step led here.
fn back(square: usize, step: i32) -> u8 {
    (square as i32 - step) as u8
}

/// The squares of all rows of four of a seat that lie in the opponent's half.
pub fn lines(s: &State, seat: Seat) -> u64 {
    let set = s.all(seat) & HOME[1 - seat];
    // Rows that run to the right begin on files a to e, the diagonal to the left on files d to h.
    let (rightward, leftward) = (0x1F * LEFT, 0xF8 * LEFT);
    let starts =
        [(1, rightward), (9, rightward), (7, leftward), (8, !0)].map(|(step, on)| (step, runs(set, step, LINE) & on));
    starts.into_iter().fold(0, |rows, (step, starts)| (0..4).fold(rows, |rows, i| rows | starts << (i * step)))
}

impl Infiltration {
    /// Whether the mover has no move, found without listing them.
    pub fn stuck(&self, s: &State) -> bool {
        let (seat, empty) = (usize::from(s.turn), s.empty());
        let enemies = if self.captures { s.all(1 - seat) } else { 0 };
        let mut targets = if s.hands[seat] == [0, 0] { 0 } else { HOME[seat] };
        if !s.placing {
            s.ways(|way, pieces| targets |= shift(pieces, way) | shift(shift(pieces, way) & enemies, way));
        }
        targets & empty == 0
    }
}

impl Game for Infiltration {
    type State = State;
    type Move = Move;
    const LOOPS: bool = true;

    fn deal(&self, _chance: &mut impl Chance) -> State {
        let hands = [[self.pieces, 0]; 2];
        State { men: [0; 2], kings: [0; 2], hands, turn: 0, placing: true, won: false }
    }

    fn turn(&self, s: &State) -> Seat {
        s.turn.into()
    }

    fn moves(&self, s: &State, out: &mut Moves<Move>) {
        if s.won {
            return;
        }
        let (seat, from) = (usize::from(s.turn), out.len());
        if !s.placing && self.captures {
            s.jumps(out);
        }
        if self.forced_capture && out.len() > from {
            return;
        }
        if !s.placing {
            s.steps(out);
        }
        let home = s.empty() & HOME[seat];
        if s.hands[seat][0] > 0 {
            Ones(home).for_each(|to| out.push(Move::Man(to as u8)));
        }
        if s.hands[seat][1] > 0 {
            Ones(home).for_each(|to| out.push(Move::King(to as u8)));
        }
        if self.pie && s.may_swap() {
            out.push(Move::Swap);
        }
    }

    fn over(&self, s: &State, _scratch: &mut Moves<Move>) -> bool {
        s.won || self.stuck(s)
    }

    fn play(&self, s: &mut State, m: Move) {
        let (seat, other) = (usize::from(s.turn), usize::from(1 - s.turn));
        match m {
            Move::Man(to) => {
                s.hands[seat][0] -= 1;
                s.men[seat] |= 1 << to;
            }
            Move::King(to) => {
                s.hands[seat][1] -= 1;
                s.kings[seat] |= 1 << to;
            }
            Move::Step(from, to) | Move::Jump(from, to) => {
                let (from, to) = (1 << from, 1_u64 << to);
                let king = s.kings[seat] & from != 0 || (self.kings && to & FAR_RANK[seat] != 0);
                s.men[seat] &= !from;
                s.kings[seat] &= !from;
                let set = if king { &mut s.kings } else { &mut s.men };
                set[seat] |= to;
                if let Move::Jump(from, to) = m {
                    let over = 1 << ((from + to) / 2);
                    s.hands[other][usize::from(s.kings[other] & over != 0)] += 1;
                    s.men[other] &= !over;
                    s.kings[other] &= !over;
                }
                s.won = lines(s, seat) != 0;
            }
            Move::Swap => {
                s.men = [0, s.men[0].swap_bytes()];
                s.hands[0][0] += 1;
                s.hands[1][0] -= 1;
            }
        }
        s.placing &= s.hands[0][0] + s.hands[1][0] > 0;
        s.turn ^= 1;
    }

    fn score(&self, s: &State, seat: Seat) -> i32 {
        i32::from(seat != self.turn(s) && (s.won || self.stuck(s)))
    }

    fn resets_quiet(&self, before: &State, m: Move, _after: &State) -> bool {
        match m {
            Move::Man(_) | Move::King(_) => before.placing,
            Move::Step(from, _) | Move::Jump(from, _) => before.men[usize::from(before.turn)] >> from & 1 == 1,
            Move::Swap => true,
        }
    }

    /// A man that has stepped comes back through capture; a king never becomes a man again.
    fn irreversible(&self, before: &State, m: Move, after: &State) -> bool {
        let promoted = before.men_of(before.turn) != after.men_of(before.turn);
        before.placing || promoted || (!self.captures && self.resets_quiet(before, m, after))
    }

    /// The board may be mirrored from left to right.
    fn canonical(&self, s: &State) -> State {
        let mirrored = State { men: s.men.map(mirror), kings: s.kings.map(mirror), ..*s };
        if (mirrored.men, mirrored.kings) < (s.men, s.kings) { mirrored } else { *s }
    }

    fn actions(&self) -> Vec<Move> {
        let far = |steps: usize, m: fn(u8, u8) -> Move| {
            let to = move |from: usize, way| (0..steps).fold(1 << from, |square, _| shift(square, way));
            let ways = FORWARD.into_iter().flatten();
            let all = GRID.from_a1().flat_map(move |from| ways.clone().map(move |way| (from, to(from, way))));
            all.flat_map(move |(from, to)| Ones(to).map(move |to| m(from as u8, to as u8)))
        };
        // Kings can be in hand whatever the options say: a position may begin with them.
        let men = GRID.from_a1().map(|square| Move::Man(square as u8));
        let mut all: Vec<Move> = men.chain(GRID.from_a1().map(|square| Move::King(square as u8))).collect();
        all.extend(far(1, Move::Step));
        all.extend(far(2, Move::Jump).filter(|_| self.captures));
        all.extend(self.pie.then_some(Move::Swap));
        all
    }

    fn blocks(&self) -> Vec<Block> {
        let boards = ["own_men", "own_kings", "other_men", "other_kings"].map(|name| Block::board(name, GRID));
        let rest = [("hands", 4), ("placing", 1), ("turn", 2), ("seat", 2)];
        boards.into_iter().chain(rest.map(|(name, count)| Block::new(name, [count]))).collect()
    }

    fn observe(&self, s: &State, seat: Seat, out: &mut Numbers) {
        for of in [seat, 1 - seat] {
            out.squares(GRID, s.men[of]);
            out.squares(GRID, s.kings[of]);
        }
        for of in [seat, 1 - seat] {
            s.hands[of].into_iter().for_each(|count| out.number(f32::from(count) / MOST as f32));
        }
        out.flag(s.placing);
        out.relative(2, seat, self.turn(s));
        out.one_hot(2, Some(seat));
    }
}

/// Exchanges file a with h, b with g and so on.
fn mirror(squares: u64) -> u64 {
    squares.reverse_bits().swap_bytes()
}
