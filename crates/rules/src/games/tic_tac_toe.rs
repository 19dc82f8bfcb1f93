//! Tic-tac-toe: mark empty squares; a row of `line` marks wins. Rules: docs/rules/tic-tac-toe.md.

use crate::grid::{fields, seat};
use crate::prelude::*;

options! {
    /// Tic-tac-toe on a square board.
    pub struct TicTacToe {
        /// side of the board
        size: u8 = 3 => 3..=5,
        /// length of the row needed to win, at most the side
        line: u8 = 3 => 3..=5,
    }
}

/// The squares each seat has marked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// squares of seat 0 and seat 1, on a fenced grid
    pub marks: [u32; 2],
    /// who moves next
    pub turn: u8,
    /// whether the other seat, who has just moved, owns a row
    pub won: bool,
}

impl TicTacToe {
    /// The board.
    pub fn grid(&self) -> Grid {
        Grid::fenced(self.size.into(), self.size.into())
    }

    fn empty(&self, s: &State) -> u32 {
        let stride = u32::from(self.size) + 1;
        let rank = (1 << self.size) - 1;
        let all = (0..u32::from(self.size)).fold(0, |all, r| all | rank << (r * stride));
        all & !(s.marks[0] | s.marks[1])
    }

    /// All squares of all winning rows.
    fn rows(&self, marks: u32) -> u32 {
        let stride = u32::from(self.size) + 1;
        let row = |step| (0..u32::from(self.line)).fold(0, |row, i| row | runs(marks, step, self.line) << (i * step));
        [1, stride - 1, stride, stride + 1].into_iter().fold(0, |rows, step| rows | row(step))
    }

    fn wins(&self, marks: u32) -> bool {
        let stride = u32::from(self.size) + 1;
        [1, stride - 1, stride, stride + 1].into_iter().any(|step| runs(marks, step, self.line) != 0)
    }
}

impl Game for TicTacToe {
    type State = State;
    type Move = u8;

    fn deal(&self, _rng: &mut Rng) -> State {
        State { marks: [0; 2], turn: 0, won: false }
    }

    fn turn(&self, s: &State) -> Seat {
        s.turn.into()
    }

    fn moves(&self, s: &State, out: &mut Moves<u8>) {
        if !s.won {
            Ones(self.empty(s).into()).for_each(|square| out.push(square as u8));
        }
    }

    fn play(&self, s: &mut State, square: u8) {
        let marks = &mut s.marks[usize::from(s.turn)];
        *marks |= 1 << square;
        s.won = self.wins(*marks);
        s.turn ^= 1;
    }

    fn score(&self, s: &State, seat: Seat) -> i32 {
        i32::from(s.won && seat != self.turn(s))
    }

    fn sample(&self, s: &State, rng: &mut Rng, _scratch: &mut Moves<u8>) -> Option<u8> {
        let empty = self.empty(s);
        (!s.won && empty != 0).then(|| nth(empty.into(), rng.below(empty.count_ones() as usize) as u32) as u8)
    }
}

impl Show for TicTacToe {
    const ID: &'static str = "tic-tac-toe";
    const NAME: &'static str = "Tic-Tac-Toe";
    const RULES: &'static str = include_str!("../../../../docs/rules/tic-tac-toe.md");

    fn check(&self) -> Result<(), String> {
        if self.line > self.size {
            Err(format!("line={} is longer than size={}", self.line, self.size))
        } else {
            Ok(())
        }
    }

    fn write_move(&self, _s: &State, square: u8) -> String {
        self.grid().name(square.into())
    }

    fn write_state(&self, s: &State) -> String {
        format!("{} {}", self.grid().write(|square| owner(s, square).map(|seat| LETTERS[seat])), s.turn)
    }

    fn read_state(&self, text: &str) -> Result<State, String> {
        let [board, turn] = fields(text)?;
        let mut marks = [0; 2];
        self.grid().read(board, |square, rest| {
            let seat = LETTERS.iter().position(|letter| rest.starts_with(*letter))?;
            marks[seat] |= 1 << square;
            Some(1)
        })?;
        let turn = seat(turn, 2)?;
        balanced(marks.map(u32::count_ones), turn, self.wins(marks[usize::from(turn)]))?;
        Ok(State { marks, turn, won: self.wins(marks[usize::from(1 - turn)]) })
    }

    fn reason(&self, s: &State) -> &'static str {
        if s.won { "line" } else { "board-full" }
    }

    fn zones(&self, s: &State) -> Vec<Zone> {
        let rows = self.rows(s.marks[0]) | self.rows(s.marks[1]);
        vec![self.grid().zone(|square, cell| {
            let mark = if rows >> square & 1 == 1 { Mark::Win } else { Mark::None };
            cell.with(owner(s, square).map(|seat| Piece::of(seat, LETTERS[seat]))).marked(mark)
        })]
    }

    fn taps(&self, _s: &State, square: u8) -> Vec<Site> {
        vec![self.grid().site(square.into())]
    }

    fn prompt(&self, _s: &State) -> String {
        format!("mark an empty square; {} in a row win", self.line)
    }

    fn notes(&self, s: &State, _last: Option<(&State, u8)>) -> Vec<Note> {
        let row = Ones(self.rows(s.marks[usize::from(1 - s.turn)]).into());
        if s.won {
            vec![Note::new("a winning row", row.map(|square| self.grid().site(square)).collect())]
        } else {
            vec![]
        }
    }
}

/// The letters of the two seats.
pub(super) const LETTERS: [char; 2] = ['x', 'o'];

fn owner(s: &State, square: usize) -> Option<Seat> {
    (0..2).find(|&seat| s.marks[seat] >> square & 1 == 1)
}

/// Whether a position of marks can be: seat 0 begins, and nobody moves who has already won.
pub(super) fn balanced(counts: [u32; 2], turn: u8, won: bool) -> Result<(), String> {
    if counts[0] != counts[1] + u32::from(turn) {
        return Err(format!("with seat {turn} to move there cannot be {} x and {} o", counts[0], counts[1]));
    }
    if won { Err(format!("seat {turn} is to move but has already won")) } else { Ok(()) }
}
