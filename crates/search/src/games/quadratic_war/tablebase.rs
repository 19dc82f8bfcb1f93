//! Quadratic War's endgames: the pieces of a position, wherever they can go, and whatever equations can leave of them.
//!
//! Pieces never change their term, so a table is about the very pieces of one position. A quadratic or linear piece can be on
//! any square, a constant on those in front of it on its own file. The positions are told apart by which pieces are left,
//! and then by their squares and who is to move. Without constants the board may be mirrored from left to right: then the
//! first piece that is left stands on files a to d.

use agon_rules::Seat;
use agon_rules::bits::Ones;
use agon_rules::games::quadratic_war::{End, Move, NEXT, NOTHING, OFF, QuadraticWar, SQUARES, State, Term};

use crate::solve::{Endgame, Positions};

/// No more pieces than this: what they can leave is a bit each.
const MOST: usize = 6;
/// The numbers of a table fit into 32 bits, on every machine.
const LARGEST: u64 = u32::MAX as u64;
const FILES: usize = 8;

/// A piece, and where it can be.
struct Piece {
    seat: Seat,
    term: Term,
    squares: Vec<u8>,
    /// by square: its place among these
    places: [u8; SQUARES],
}

/// The positions with the same pieces left.
struct Slice {
    /// which pieces, a bit each
    left: usize,
    start: usize,
}

/// The numbered positions of an endgame.
struct Endings {
    game: QuadraticWar,
    pieces: Vec<Piece>,
    /// whether mirror images count once
    mirrored: bool,
    slices: Vec<Slice>,
    ends: Vec<usize>,
}

/// The endgame of a position, if it has at most `most` numbers.
pub(super) fn endgame(game: &QuadraticWar, s: &State, most: u64) -> Endgame<QuadraticWar> {
    let mut pieces: Vec<Piece> = Vec::new();
    for seat in 0..2 {
        for square in Ones(s.pieces[seat]) {
            let term = s.board[square];
            // From a deal no two pieces of a seat are alike; a position may be set up with such.
            if pieces.len() == MOST || pieces.iter().any(|piece| (piece.seat, piece.term) == (seat, term)) {
                return Endgame::None;
            }
            pieces.push(Piece::new(seat, term, square));
        }
    }
    let mirrored = pieces.iter().all(|piece| piece.term.degree() > 0);
    let mut endings = Endings { game: *game, pieces, mirrored, slices: Vec::new(), ends: Vec::new() };
    let mut masks: Vec<usize> = (1..1 << endings.pieces.len()).filter(|left| endings.goes_on(*left)).collect();
    // Equations leave fewer pieces, which come first.
    masks.sort_by_key(|left| (left.count_ones(), *left));
    let size: u64 = masks.iter().map(|left| endings.count(*left)).sum();
    if size > most.min(LARGEST) {
        return Endgame::TooLarge(size);
    }
    let mut end = 0;
    for left in masks {
        endings.slices.push(Slice { left, start: end });
        end += endings.count(left) as usize;
        endings.ends.push(end);
    }
    Endgame::Fits(Box::new(endings))
}

impl Piece {
    fn new(seat: Seat, term: Term, square: usize) -> Self {
        let ahead = std::iter::successors(Some(square as u8), |at| {
            let next = NEXT[seat][usize::from(*at)];
            (next != OFF).then_some(next)
        });
        let squares: Vec<u8> = if term.degree() == 0 { ahead.collect() } else { (0..SQUARES as u8).collect() };
        let mut places = [OFF; SQUARES];
        squares.iter().zip(0..).for_each(|(square, place)| places[usize::from(*square)] = place);
        Piece { seat, term, squares, places }
    }
}

/// Half of the board, rank by rank.
fn left_half(square: u8) -> usize {
    usize::from(square) / FILES * (FILES / 2) + usize::from(square) % FILES
}

impl Endings {
    /// The pieces that are left, first to last.
    fn left(&self, left: usize) -> impl Iterator<Item = &Piece> {
        Ones(left as u64).map(|at| &self.pieces[at])
    }

    /// Whether play can go on with these pieces; where they stand, matters only for whether they can move.
    fn goes_on(&self, left: usize) -> bool {
        let mut s = State { pieces: [0; 2], board: [NOTHING; SQUARES], turn: 0, end: End::Open };
        // No two on squares next to each other, so that all but constants at the edge can move.
        for (piece, square) in self.left(left).zip((FILES..).step_by(2)) {
            s.pieces[piece.seat] |= 1 << square;
            s.board[square] = piece.term;
        }
        matches!(self.game.judged(s).end, End::Open | End::NoMoves)
    }

    /// The numbers that a piece has by its squares: half of them if mirror images count once and it is the first.
    fn places(&self, piece: &Piece, is_first: bool) -> usize {
        if is_first && self.mirrored { piece.squares.len() / 2 } else { piece.squares.len() }
    }

    /// How many numbers there are with these pieces left.
    fn count(&self, left: usize) -> u64 {
        let places = |(at, piece)| self.places(piece, at == 0) as u64;
        self.left(left).enumerate().map(places).product::<u64>() * 2
    }
}

impl Positions<QuadraticWar> for Endings {
    fn slices(&self) -> &[usize] {
        &self.ends
    }

    fn number(&self, s: &State) -> Option<usize> {
        let (mut left, mut squares) = (0, [OFF; MOST]);
        for seat in 0..2 {
            for square in Ones(s.pieces[seat]) {
                let same = |piece: &Piece| piece.seat == seat && piece.term == s.board[square];
                let at = self.pieces.iter().position(same)?;
                left |= 1 << at;
                squares[at] = square as u8;
            }
        }
        let slice = self.slices.iter().find(|slice| slice.left == left)?;
        let first = left.trailing_zeros() as usize;
        // File a becomes h where the first piece would be on the right.
        let turned = if self.mirrored && squares[first] & 4 != 0 { 7 } else { 0 };
        let mut number = 0;
        for at in Ones(left as u64) {
            let (piece, square) = (&self.pieces[at], squares[at] ^ turned);
            let place = match piece.places[usize::from(square)] {
                OFF => return None,
                _ if at == first && self.mirrored => left_half(square),
                place => place.into(),
            };
            number = number * self.places(piece, at == first) + place;
        }
        Some(slice.start + 2 * number + usize::from(s.turn))
    }

    fn position(&self, number: usize) -> Option<State> {
        let slice = &self.slices[self.ends.partition_point(|end| *end <= number)];
        let mut rest = number - slice.start;
        let mut s = State { pieces: [0; 2], board: [NOTHING; SQUARES], turn: (rest % 2) as u8, end: End::Open };
        rest /= 2;
        let first = slice.left.trailing_zeros() as usize;
        for at in (0..self.pieces.len()).rev().filter(|at| slice.left >> at & 1 == 1) {
            let piece = &self.pieces[at];
            let places = self.places(piece, at == first);
            let place = rest % places;
            rest /= places;
            let square = if at == first && self.mirrored {
                place / (FILES / 2) * FILES + place % (FILES / 2)
            } else {
                piece.squares[place].into()
            };
            if s.board[square] != NOTHING {
                return None;
            }
            s.board[square] = piece.term;
            s.pieces[piece.seat] |= 1 << square;
        }
        Some(self.game.judged(s))
    }

    fn before(&self, s: &State, each: &mut dyn FnMut(&State, Move)) {
        let mover = usize::from(1 - s.turn);
        let earlier = State { turn: 1 - s.turn, ..*s };
        // The same pieces are left, so play goes on, unless nobody can move. After a pass nothing has moved.
        each(&earlier, Move::Pass);
        for to in Ones(s.pieces[mover]) {
            let (ways, far) = match s.board[to].degree() {
                2 => (0..8, 3),
                1 => (0..4, 2),
                _ => (1 - mover..2 - mover, 1),
            };
            for way in ways {
                let mut from = to;
                for _ in 0..far {
                    from = NEXT[way][from].into();
                    if from == usize::from(OFF) || s.board[from] != NOTHING {
                        break;
                    }
                    let mut s = earlier;
                    s.board[from] = s.board[to];
                    s.board[to] = NOTHING;
                    s.pieces[mover] ^= 1 << from | 1 << to;
                    each(&s, Move::Go(from as u8, to as u8));
                }
            }
        }
    }

    fn stays(&self, s: &State, m: Move) -> bool {
        // Nothing is removed where the piece has no neighbour.
        let Move::Go(from, to) = m else { return true };
        NEXT.iter()
            .map(|next| next[usize::from(to)])
            .all(|at| at == OFF || at == from || s.board[usize::from(at)] == NOTHING)
    }

    fn serves(&self, game: &QuadraticWar) -> bool {
        *game == self.game
    }
}
