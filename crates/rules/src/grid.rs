//! Boards of files and ranks: square names, board text with counted gaps, and the zone that clients draw.

use std::fmt::Display;
use std::ops::{BitAnd, Shr};

use crate::bits::{Ones, runs};
use crate::{Arg, Cell, Form, Note, Piece, Seat, Shape, Site, Text, Zone};

/// A board. Squares are numbered from a1 = 0 rank by rank, `stride` apart from rank to rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// number of files, at most 26
    pub files: usize,
    /// number of ranks
    pub ranks: usize,
    /// from a square to the one above it
    pub stride: usize,
}

impl Grid {
    /// A board whose squares are numbered without gaps.
    pub const fn new(files: usize, ranks: usize) -> Self {
        Grid { files, ranks, stride: files }
    }

    /// A board with one number left out after each rank, so that shifted sets of squares never wrap around.
    pub const fn fenced(files: usize, ranks: usize) -> Self {
        Grid { files, ranks, stride: files + 1 }
    }

    /// The steps along rank, files and both diagonals on a fenced board.
    pub const fn steps(self) -> [u32; 4] {
        let stride = self.stride as u32;
        [1, stride - 1, stride, stride + 1]
    }

    /// Whether a set has `line` squares in a row on a fenced board.
    #[inline]
    pub fn has_row<T>(self, set: T, line: u8) -> bool
    where
        T: Copy + Default + PartialEq + BitAnd<Output = T> + Shr<u32, Output = T>,
    {
        self.steps().into_iter().any(|step| runs(set, step, line) != T::default())
    }

    /// Every row of `line` squares on a fenced board, as sets.
    pub fn rows(self, line: u8) -> impl Iterator<Item = u128> {
        self.steps().into_iter().flat_map(move |step| {
            let row = move |start: usize| (0..u32::from(line)).fold(0, |row, i| row | 1 << (start as u32 + i * step));
            Ones(runs(self.all(), step, line)).map(row)
        })
    }

    /// The square on this file and rank, counted from 0.
    pub const fn square(self, file: usize, rank: usize) -> usize {
        rank * self.stride + file
    }

    /// All squares as a set.
    pub const fn all(self) -> u128 {
        let (mut all, mut rank) = (0, 0);
        while rank < self.ranks {
            all |= ((1 << self.files) - 1) << (rank * self.stride);
            rank += 1;
        }
        all
    }

    /// All squares in scan order: top rank first, left to right.
    pub fn squares(self) -> impl Iterator<Item = usize> {
        (0..self.ranks).rev().flat_map(move |rank| (0..self.files).map(move |file| self.square(file, rank)))
    }

    /// All squares from a1, rank by rank.
    pub fn from_a1(self) -> impl Iterator<Item = usize> {
        (0..self.ranks).flat_map(move |rank| (0..self.files).map(move |file| self.square(file, rank)))
    }

    /// The name of a square.
    ///
    /// ```
    /// # use agon_rules::grid::Grid;
    /// assert_eq!(Grid::new(8, 8).name(9), "b2");
    /// ```
    pub fn name(self, square: usize) -> String {
        format!("{}{}", (b'a' + (square % self.stride) as u8) as char, square / self.stride + 1)
    }

    /// The square with this name.
    pub fn find(self, name: &str) -> Option<usize> {
        self.squares().find(|&square| self.name(square) == name)
    }

    /// Board text: ranks from the top, separated by `/`, runs of empty squares counted.
    pub fn write<T: Display>(self, piece: impl Fn(usize) -> Option<T>) -> String {
        let mut out = String::new();
        for rank in (0..self.ranks).rev() {
            let mut gap = 0;
            for file in 0..self.files {
                match piece(self.square(file, rank)) {
                    None => gap += 1,
                    Some(piece) => {
                        if gap > 0 {
                            out += &gap.to_string();
                            gap = 0;
                        }
                        out += &piece.to_string();
                    }
                }
            }
            if gap > 0 {
                out += &gap.to_string();
            }
            if rank > 0 {
                out.push('/');
            }
        }
        out
    }

    /// Reads board text. `piece` is called with each occupied square and the rest of its rank's text, and returns
    /// how many bytes of it are the piece, or nothing if no piece is written so.
    pub fn read(self, text: &str, mut piece: impl FnMut(usize, &str) -> Option<usize>) -> Result<(), Text> {
        if text.split('/').count() != self.ranks {
            return Err(text!("the board must have {ranks} ranks separated by `/`", ranks = self.ranks));
        }
        for (rank, mut rest) in (0..self.ranks).rev().zip(text.split('/')) {
            let mut file = 0;
            while !rest.is_empty() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let used = if digits > 0 {
                    // Anything too long to read is longer than a rank.
                    file = rest[..digits].parse().map_or(usize::MAX, |gap: usize| gap.saturating_add(file));
                    digits
                } else if file < self.files {
                    file += 1;
                    piece(self.square(file - 1, rank), rest).ok_or_else(|| {
                        text!("`{letter}` is no piece", letter = rest.chars().take(1).collect::<String>())
                    })?
                } else {
                    usize::MAX
                };
                if file > self.files || used == usize::MAX {
                    let (rank, most) = (rank + 1, self.files);
                    return Err(text!("rank {rank} has more than {most} squares", rank, most));
                }
                rest = &rest[used..];
            }
            if file < self.files {
                let (rank, needed) = (rank + 1, self.files);
                return Err(text!("rank {rank} has {is} squares, not {needed}", rank, is = file, needed));
            }
        }
        Ok(())
    }

    /// Reads board text of single letters: the set of squares of each letter.
    pub fn read_sets<const N: usize>(self, text: &str, letters: [char; N]) -> Result<[u128; N], Text> {
        let mut sets = [0; N];
        self.read(text, |square, rest| {
            let which = letters.iter().position(|letter| rest.starts_with(*letter))?;
            sets[which] |= 1 << square;
            Some(letters[which].len_utf8())
        })?;
        Ok(sets)
    }

    /// Board text of sets of squares with a letter each.
    pub fn write_sets<T: Into<u128> + Copy, const N: usize>(self, sets: [T; N], letters: [char; N]) -> String {
        self.write(|square| member(sets, square).map(|which| letters[which]))
    }

    /// The zone of the board; `cell` completes each named cell.
    pub fn zone(self, cell: impl Fn(usize, Cell) -> Cell) -> Zone {
        let cells = self.squares().map(|square| cell(square, Cell::named(self.name(square))));
        Zone::new(text!("Board"), Shape::Grid { cols: self.files }, cells.collect())
    }

    /// A note for every straight row of at least `line` of these squares, with which a seat has won.
    pub fn won(self, squares: impl IntoIterator<Item = usize>, line: u8, seat: Seat) -> Vec<Note> {
        let squares: Vec<usize> = squares.into_iter().collect();
        let note = |row: &Vec<usize>| {
            let ends = || (row.len(), self.name(row[0]), self.name(row[row.len() - 1]));
            let (line, from, to) = ends();
            let you = text!("You have {line} in a row, {from} to {to}.", line, from, to);
            let (line, from, to) = ends();
            let player = Arg::Player(seat);
            let they = text!("{player} has {line} in a row, {from} to {to}.", player, line, from, to);
            let sites = row.iter().map(|square| self.site(*square));
            Note::win(Text::about(seat, you, they), sites).of(seat).drawn(Form::Row)
        };
        self.straight(&squares, line).iter().map(note).collect()
    }

    /// The straight rows of at least `line` of these squares, each from one end to the other.
    fn straight(self, set: &[usize], line: u8) -> Vec<Vec<usize>> {
        let next = |square: usize, (files, ranks): (isize, isize)| {
            let file = (square % self.stride).checked_add_signed(files).filter(|file| *file < self.files)?;
            let rank = (square / self.stride).checked_add_signed(ranks).filter(|rank| *rank < self.ranks)?;
            Some(self.square(file, rank)).filter(|square| set.contains(square))
        };
        let mut rows = Vec::new();
        for (files, ranks) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for &first in set.iter().filter(|square| next(**square, (-files, -ranks)).is_none()) {
                let row: Vec<usize> =
                    std::iter::successors(Some(first), |square| next(*square, (files, ranks))).collect();
                if row.len() >= line.into() {
                    rows.push(row);
                }
            }
        }
        rows
    }

    /// The site of a square, when the board is the first zone.
    pub fn site(self, square: usize) -> Site {
        let (file, rank) = (square % self.stride, square / self.stride);
        Site::new(0, (self.ranks - 1 - rank) * self.files + file)
    }
}

/// The index of the set that holds a square.
pub fn member<T: Into<u128> + Copy, const N: usize>(sets: [T; N], square: usize) -> Option<usize> {
    sets.iter().position(|&set| set.into() >> square & 1 == 1)
}

/// The piece on a square, given the sets of squares of each letter: of seat 0, of seat 1, and again for more kinds.
pub fn piece<T: Into<u128> + Copy, const N: usize>(sets: [T; N], letters: [char; N], square: usize) -> Option<Piece> {
    member(sets, square).map(|which| Piece::of(which % 2, letters[which]))
}
