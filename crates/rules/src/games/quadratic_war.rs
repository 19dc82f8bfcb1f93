//! Quadratic War: lines of pieces of both colours are equations; real roots take the enemy's pieces, none one's own.
//!
//! How it reads and looks is in `show`, how it becomes numbers in `numbers`. Rules: docs/rules/quadratic-war.md.

mod numbers;
mod show;

use std::hash::{Hash, Hasher};

use crate::prelude::*;

words! {
    /// When no real equation is to be expected any more.
    pub enum DeadDraw { Published = "published", Revised = "revised", Exact = "exact" }
}

options! {
    /// Quadratic War on eight files and nine ranks.
    pub struct QuadraticWar {
        /// when the game is drawn because no real equation is to be expected any more
        dead_draw: DeadDraw = DeadDraw::Published => DeadDraw::ALL,
    }
}

const FILES: usize = 8;
const RANKS: usize = 9;
/// How many squares there are.
pub const SQUARES: usize = FILES * RANKS;
const GRID: Grid = Grid::new(FILES, RANKS);
/// No square.
pub const OFF: u8 = 255;
/// The board, who moves, and whether the game is over by its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// squares of each seat's pieces
    pub pieces: [u128; 2],
    /// what stands on each square
    pub board: [Term; SQUARES],
    /// who moves next
    pub turn: u8,
    /// how the game has ended
    pub end: End,
}

impl Hash for State {
    /// By words rather than term by term: a search hashes every position.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let [a, b] = self.pieces;
        hasher.write_u64(a as u64);
        hasher.write_u64(b as u64);
        let [a, b] = [a, b].map(|pieces| (pieces >> 64) as u64);
        hasher.write_u64(a << 24 | b << 16 | u64::from(self.turn) << 8 | self.end as u64);
        let mut board = [0; SQUARES];
        board.iter_mut().zip(&self.board).for_each(|(byte, term)| *byte = term.0 as u8);
        hasher.write(&board);
    }
}

/// How a game has ended, seen from the board alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // They are the reasons of the rules page.
pub enum End {
    Open,
    Elimination,
    MutualElimination,
    NoQuadratics,
    NoRealRoots,
    NoMoves,
}

/// A term a x², b x or c, or none, in one byte. Whose it is, the state knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Term(i8);

impl Term {
    fn new(degree: usize, coefficient: i8) -> Self {
        Term(coefficient * 4 + degree as i8)
    }

    /// 2 quadratic, 1 linear, 0 constant.
    pub fn degree(self) -> usize {
        (self.0 & 3) as usize
    }

    /// Its coefficient, from -9 to 9; 0 for no piece.
    pub fn coefficient(self) -> i32 {
        i32::from(self.0 >> 2)
    }
}

/// One turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// from a square to a square
    Go(u8, u8),
    /// nothing can move
    Pass,
}

/// No piece.
pub const NOTHING: Term = Term(0);

/// Opposite directions are next to each other; up is 0.
const WAYS: [(isize, isize); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];
/// The two directions of every line through a square.
const LINES: [[usize; 2]; 4] = [[0, 1], [2, 3], [4, 5], [6, 7]];

/// The square next to a square in each direction: up, down, right, left, then the diagonals, opposite ones together.
pub const NEXT: [[u8; SQUARES]; 8] = {
    let mut next = [[OFF; SQUARES]; 8];
    let (mut way, mut square) = (0, 0);
    while way < 8 {
        let file = (square % FILES) as isize + WAYS[way].0;
        let rank = (square / FILES) as isize + WAYS[way].1;
        if file >= 0 && file < FILES as isize && rank >= 0 && rank < RANKS as isize {
            next[way][square] = (rank * FILES as isize + file) as u8;
        }
        square += 1;
        if square == SQUARES {
            (way, square) = (way + 1, 0);
        }
    }
    next
};

/// Every square as a set: shifting a bit to its place takes longer than to look it up.
const BITS: [u128; SQUARES] = {
    let (mut bits, mut square) = ([0; SQUARES], 0);
    while square < SQUARES {
        bits[square] = 1 << square;
        square += 1;
    }
    bits
};
const ALL: u128 = (1 << SQUARES) - 1;
/// The leftmost and the rightmost file.
const LEFT: u128 = ALL / 0xFF;
const RIGHT: u128 = LEFT << (FILES - 1);

/// A line through the moved piece that is an equation.
struct Equation {
    squares: u128,
    sums: [i32; 3],
}

impl Equation {
    fn discriminant(&self) -> i32 {
        let [c, b, a] = self.sums;
        b * b - 4 * a * c
    }
}

impl State {
    fn occupied(&self) -> u128 {
        self.pieces[0] | self.pieces[1]
    }

    /// The pieces of a degree, of both seats.
    fn terms(&self, degree: usize) -> impl Iterator<Item = (Seat, i32)> {
        let of = move |seat: Seat| {
            let terms = Ones(self.pieces[seat]).map(|square| self.board[square]);
            terms.filter(move |term| term.degree() == degree).map(move |term| (seat, term.coefficient()))
        };
        of(0).chain(of(1))
    }

    /// Calls `each` with every square a piece can go to, until it says to stop.
    fn targets(&self, seat: Seat, from: usize, each: &mut impl FnMut(usize) -> bool) -> bool {
        let (ways, far) = match self.board[from].degree() {
            2 => (0..8, 3),
            1 => (0..4, 2),
            _ => (seat..seat + 1, 1),
        };
        for way in ways {
            let mut square = from;
            for _ in 0..far {
                square = NEXT[way][square].into();
                if square == usize::from(OFF) || self.board[square] != NOTHING {
                    break;
                }
                if each(square) {
                    return true;
                }
            }
        }
        false
    }

    /// The pieces of a seat beside an empty square: no other can move.
    fn loose(&self, seat: Seat) -> u128 {
        let empty = ALL & !self.occupied();
        let wide = empty | (empty << 1 & !LEFT) | (empty >> 1 & !RIGHT);
        self.pieces[seat] & (wide | wide << FILES | wide >> FILES)
    }

    fn can_move(&self, seat: Seat) -> bool {
        Ones(self.loose(seat)).any(|from| self.targets(seat, from, &mut |_| true))
    }

    /// The sums on the unbroken line of two opposite directions through a square, if pieces of both colours stand on it.
    fn line(&self, square: usize, ways: [usize; 2]) -> Option<Equation> {
        let mut squares = 1 << square;
        for way in ways {
            let mut at = usize::from(NEXT[way][square]);
            while at != usize::from(OFF) && self.board[at] != NOTHING {
                squares |= BITS[at];
                at = NEXT[way][at].into();
            }
        }
        if squares & self.pieces[0] == 0 || squares & self.pieces[1] == 0 {
            return None;
        }
        let mut sums = [0; 3];
        for term in Ones(squares).map(|at| self.board[at]) {
            sums[term.degree()] += term.coefficient();
        }
        Some(Equation { squares, sums })
    }

    /// The equation on such a line: if the x² terms cancel, there is none.
    fn equation(&self, square: usize, ways: [usize; 2]) -> Option<Equation> {
        self.line(square, ways).filter(|line| line.sums[2] != 0)
    }

    /// The lines on which the x² terms cancel.
    fn cancelled(&self, square: usize) -> impl Iterator<Item = Equation> {
        let lines = LINES.into_iter().filter_map(move |ways| self.line(square, ways));
        lines.filter(|line| line.sums[2] == 0 && Ones(line.squares).any(|at| self.board[at].degree() == 2))
    }

    fn equations(&self, square: usize) -> impl Iterator<Item = Equation> {
        LINES.into_iter().filter_map(move |ways| self.equation(square, ways))
    }

    /// The board right after a piece of the mover has gone somewhere, with nothing removed yet.
    fn moved(&self, from: u8, to: u8) -> Self {
        let (from, to) = (usize::from(from), usize::from(to));
        let mut board = *self;
        board.pieces[usize::from(self.turn)] ^= 1 << from | 1 << to;
        board.board[to] = board.board[from];
        board.board[from] = NOTHING;
        board
    }

    /// The equations that a move of the mover makes: whether each is real, and how many pieces it removes.
    pub fn verdicts(&self, m: Move) -> impl Iterator<Item = (bool, u32)> {
        let board = match m {
            Move::Go(from, to) => Some((self.moved(from, to), to)),
            Move::Pass => None,
        };
        let mover = usize::from(self.turn);
        board.into_iter().flat_map(move |(board, to)| {
            let equations = LINES.map(|ways| board.equation(to.into(), ways));
            let verdict =
                move |equation: Equation| (equation.discriminant() >= 0, board.removed(&equation, mover).count_ones());
            equations.into_iter().flatten().map(verdict)
        })
    }

    /// What an equation removes: the enemy's pieces if it is real, else the mover's.
    fn removed(&self, equation: &Equation, mover: Seat) -> u128 {
        equation.squares & self.pieces[if equation.discriminant() >= 0 { 1 - mover } else { mover }]
    }
}

impl QuadraticWar {
    /// The same board with the end that it shows.
    pub fn judged(&self, s: State) -> State {
        State { end: self.end(&s), ..s }
    }

    /// How the game has ended on this board, in the order of the rules page.
    fn end(&self, s: &State) -> End {
        match (s.pieces[0], s.pieces[1]) {
            (0, 0) => return End::MutualElimination,
            (0, _) | (_, 0) => return End::Elimination,
            _ => {}
        }
        if s.terms(2).next().is_none() {
            return End::NoQuadratics;
        }
        let dead = match self.dead_draw {
            DeadDraw::Published => same_signs(s),
            DeadDraw::Revised => same_signs(s) && s.terms(0).next().is_some(),
            DeadDraw::Exact => !real_is_possible(s),
        };
        if dead {
            End::NoRealRoots
        } else if !s.can_move(0) && !s.can_move(1) {
            End::NoMoves
        } else {
            End::Open
        }
    }
}

/// Whether there is no linear piece and all the others have one sign.
fn same_signs(s: &State) -> bool {
    let mut signs = s.terms(2).chain(s.terms(0)).map(|(_, coefficient)| coefficient > 0);
    let first = signs.next();
    s.terms(1).next().is_none() && signs.all(|sign| Some(sign) == first)
}

/// Whether some selection of pieces, with one of each seat at least, is an equation with real roots.
fn real_is_possible(s: &State) -> bool {
    // Nearly always two pieces will do: look at these first.
    let pair = |(seat, a): (Seat, i32)| {
        s.terms(1).any(|(other, _)| other != seat)
            || s.terms(0).any(|(other, c)| other != seat && a * c < 0)
            || s.terms(2).any(|(other, b)| other != seat && a + b != 0)
    };
    s.terms(2).any(pair) || real_selection(s)
}

/// The same by trying all sums: each degree is selected by itself, from no seat, one, or both.
fn real_selection(s: &State) -> bool {
    let extremes = |degree: usize, seats: usize| {
        // Take all that help; a seat without any that helps gives the one that hurts least.
        let most = |sign: i32| {
            (0..2).filter(|seat| seats >> seat & 1 == 1).try_fold(0, |sum, seat| {
                let own = || s.terms(degree).filter(|term| term.0 == seat).map(|term| sign * term.1);
                let best = own().max()?;
                Some(sum + if best > 0 { own().filter(|term| *term > 0).sum() } else { best })
            })
        };
        Some((-most(-1)?, most(1)?))
    };
    (1..4).any(|of_a| {
        sums(s, 2, of_a).filter(|a| *a != 0).any(|a| {
            (0..16).any(|others| {
                let (of_b, of_c) = (others % 4, others / 4);
                let (Some((b_low, b_high)), Some((c_low, c_high))) = (extremes(1, of_b), extremes(0, of_c)) else {
                    return false;
                };
                let b = b_low.abs().max(b_high.abs());
                of_a | of_b | of_c == 3 && b * b >= 4 * a * if a > 0 { c_low } else { c_high }
            })
        })
    })
}

/// Every sum of a selection of terms of a degree, with at least one from each of these seats and none from others.
fn sums(s: &State, degree: usize, seats: usize) -> impl Iterator<Item = i32> {
    const MOST: i32 = 9 * SQUARES as i32;
    // By the seats used so far: which sums can be.
    let mut can = [[false; 2 * MOST as usize + 1]; 4];
    can[0][MOST as usize] = true;
    for (seat, term) in s.terms(degree) {
        let before = can;
        for (used, sums) in before.iter().enumerate() {
            for (sum, _) in sums.iter().enumerate().filter(|(_, can)| **can) {
                can[used | 1 << seat][(sum as i32 + term) as usize] = true;
            }
        }
    }
    can[seats].into_iter().enumerate().filter(|(_, can)| *can).map(|(sum, _)| sum as i32 - MOST)
}

impl Game for QuadraticWar {
    type State = State;
    type Move = Move;
    const LOOPS: bool = true;

    fn deal(&self, _chance: &mut impl Chance) -> State {
        let mut s = State { pieces: [0xFF_FFFF, 0xFF_FFFF << 48], board: [NOTHING; SQUARES], turn: 0, end: End::Open };
        for (file, n) in [-4, -3, -2, -1, 1, 2, 3, 4].into_iter().enumerate() {
            for row in 0..3 {
                s.board[GRID.square(file, row)] = Term::new(2 - row, n);
                s.board[GRID.square(file, RANKS - 1 - row)] = Term::new(2 - row, -n);
            }
        }
        s
    }

    fn turn(&self, s: &State) -> Seat {
        s.turn.into()
    }

    fn moves(&self, s: &State, out: &mut Moves<Move>) {
        if s.end != End::Open {
            return;
        }
        let (seat, none) = (usize::from(s.turn), out.len());
        for from in Ones(s.loose(seat)) {
            s.targets(seat, from, &mut |to| {
                out.push(Move::Go(from as u8, to as u8));
                false
            });
        }
        if out.len() == none {
            out.push(Move::Pass);
        }
    }

    fn over(&self, s: &State, _scratch: &mut Moves<Move>) -> bool {
        s.end != End::Open
    }

    fn play(&self, s: &mut State, m: Move) {
        let mover = usize::from(s.turn);
        s.turn ^= 1;
        let Move::Go(from, to) = m else { return };
        let (from, to) = (usize::from(from), usize::from(to));
        s.pieces[mover] ^= 1 << from | 1 << to;
        s.board[to] = s.board[from];
        s.board[from] = NOTHING;
        let removed = s.equations(to).fold(0, |removed, equation| removed | s.removed(&equation, mover));
        Ones(removed).for_each(|square| s.board[square] = NOTHING);
        s.pieces = s.pieces.map(|pieces| pieces & !removed);
        s.end = self.end(s);
    }

    fn score(&self, s: &State, seat: Seat) -> i32 {
        i32::from(s.end == End::Elimination && s.pieces[seat] != 0)
    }

    fn resets_quiet(&self, before: &State, m: Move, after: &State) -> bool {
        let Move::Go(from, _) = m else { return false };
        before.board[usize::from(from)].degree() == 0 || before.occupied().count_ones() != after.occupied().count_ones()
    }

    fn actions(&self) -> Vec<Move> {
        numbers::actions()
    }

    fn blocks(&self) -> Vec<Block> {
        numbers::blocks()
    }

    fn observe(&self, s: &State, seat: Seat, out: &mut Numbers) {
        numbers::observe(s, seat, out);
    }
}

/// By seat, then degree.
const LETTERS: [[char; 3]; 2] = [['C', 'L', 'Q'], ['c', 'l', 'q']];

fn owner(s: &State, square: usize) -> Option<Seat> {
    (0..2).find(|&seat| s.pieces[seat] >> square & 1 == 1)
}
