//! Tic-tac-toe: mark empty squares; a row of `line` marks wins. Rules: docs/rules/tic-tac-toe.md.

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

/// What each seat has marked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// the squares of seat 0 and seat 1
    pub marks: [u32; 2],
    /// who moves next
    pub turn: u8,
    /// whether the other seat, who has just moved, owns a row
    pub won: bool,
}

const LETTERS: [char; 2] = ['x', 'o'];
const ALL: [u32; 3] =
    [Grid::fenced(3, 3).all() as u32, Grid::fenced(4, 4).all() as u32, Grid::fenced(5, 5).all() as u32];

impl TicTacToe {
    /// The board.
    pub fn grid(&self) -> Grid {
        Grid::fenced(self.size.into(), self.size.into())
    }
}

impl Game for TicTacToe {
    type State = State;
    type Move = u8;

    fn deal(&self, _chance: &mut impl Chance) -> State {
        State { marks: [0; 2], turn: 0, won: false }
    }

    fn turn(&self, s: &State) -> Seat {
        s.turn.into()
    }

    fn moves(&self, s: &State, out: &mut Moves<u8>) {
        if !s.won {
            let empty = ALL[usize::from(self.size) - 3] & !(s.marks[0] | s.marks[1]);
            Ones(empty).for_each(|square| out.push(square as u8));
        }
    }

    fn over(&self, s: &State, _scratch: &mut Moves<u8>) -> bool {
        s.won || (s.marks[0] | s.marks[1]) == ALL[usize::from(self.size) - 3]
    }

    fn play(&self, s: &mut State, square: u8) {
        let marks = &mut s.marks[usize::from(s.turn)];
        *marks |= 1 << square;
        s.won = self.grid().has_row(*marks, self.line);
        s.turn ^= 1;
    }

    fn score(&self, s: &State, seat: Seat) -> i32 {
        i32::from(s.won && seat != self.turn(s))
    }

    /// The board may be turned and mirrored.
    fn canonical(&self, s: &State) -> State {
        let (size, stride) = (u32::from(self.size), u32::from(self.size) + 1);
        let rank = (1 << size) - 1;
        let over =
            |set: u32| (0..size).fold(0, |all, r| all | (set >> (r * stride) & rank) << ((size - 1 - r) * stride));
        // The squares are numbered alike from both ends.
        let turned = |set: u32| set.reverse_bits() >> (u32::BITS - (size * stride - 1));
        let swapped =
            |set: u32| Ones(set).fold(0, |all, at| all | 1 << (at as u32 % stride * stride + at as u32 / stride));
        let images = |marks: [u32; 2]| [marks, marks.map(over), marks.map(turned), marks.map(|set| turned(over(set)))];
        let all = images(s.marks).into_iter().chain(images(s.marks.map(swapped)));
        State { marks: all.min().unwrap_or(s.marks), ..*s }
    }

    fn rows(&self, s: &State, seat: Seat) -> Option<Vec<Vec<u8>>> {
        let (own, other) = (s.marks[seat], s.marks[1 - seat]);
        let open = self.grid().rows(self.line).map(|row| row as u32).filter(|row| row & other == 0);
        Some(open.map(|row| Ones(row & !own).map(|square| square as u8).collect()).collect())
    }

    fn actions(&self) -> Vec<u8> {
        self.grid().from_a1().map(|square| square as u8).collect()
    }

    fn blocks(&self) -> Vec<Block> {
        vec![Block::board("own", self.grid()), Block::board("other", self.grid()), Block::new("turn", [2])]
    }

    fn observe(&self, s: &State, seat: Seat, out: &mut Numbers) {
        out.squares(self.grid(), s.marks[seat]);
        out.squares(self.grid(), s.marks[1 - seat]);
        out.relative(2, seat, self.turn(s));
    }

    fn most_plies(&self) -> Option<usize> {
        Some(usize::from(self.size).pow(2))
    }
}

impl Show for TicTacToe {
    const ID: &'static str = "tic-tac-toe";
    const NAME: &'static str = "Tic-Tac-Toe";
    page!("tic-tac-toe.md");
    lesson!("tic-tac-toe.md");
    const LOOK: Look = Look {
        material: Material::Paper,
        accent: 245,
        pitch: "The one you know. Now hold a perfect player to a draw.",
        minutes: 2,
        ease: Ease::Easy,
        poster: Poster { options: &[], position: "", moves: &["b2", "b3", "a3", "c1", "c3"], crop: None },
        labels: &[
            OptionLabel::new(
                "size",
                "Board",
                &[
                    ValueLabel::new("3", "3 × 3", ""),
                    ValueLabel::new("4", "4 × 4", ""),
                    ValueLabel::new("5", "5 × 5", ""),
                ],
            ),
            OptionLabel::new(
                "line",
                "Row that wins",
                &[
                    ValueLabel::new("3", "3 in a row", ""),
                    ValueLabel::new("4", "4 in a row", ""),
                    ValueLabel::new("5", "5 in a row", ""),
                ],
            ),
        ],
        ..Look::PLAIN
    };

    fn check(&self) -> Result<(), Text> {
        if self.line > self.size {
            Err(text!("line={line} is longer than size={size}", line = self.line, size = self.size))
        } else {
            Ok(())
        }
    }

    fn write_move(&self, _s: &State, square: u8) -> String {
        self.grid().name(square.into())
    }

    fn write_state(&self, s: &State) -> String {
        format!("{} {}", self.grid().write_sets(s.marks, LETTERS), s.turn)
    }

    fn read_state(&self, text: &str) -> Result<State, Text> {
        let [board, turn] = fields(text)?;
        let (marks, turn) = (self.grid().read_sets(board, LETTERS)?.map(|set| set as u32), seat(turn, 2)?);
        alternating(marks.map(u32::count_ones), turn)?;
        if self.grid().has_row(marks[usize::from(turn)], self.line) {
            return Err(text!("seat {turn} is to move but has already won", turn));
        }
        Ok(State { marks, turn, won: self.grid().has_row(marks[usize::from(1 - turn)], self.line) })
    }

    fn reason(&self, s: &State) -> Text {
        if s.won { text!(in "end"; "line") } else { text!(in "end"; "board full") }
    }

    fn zones(&self, s: &State) -> Vec<Zone> {
        let sign = |square| piece(s.marks, LETTERS, square).map(|piece| piece.kind(Kind::Sign));
        vec![self.grid().zone(|square, cell| cell.with(sign(square)))]
    }

    fn taps(&self, _s: &State, square: u8) -> Vec<Site> {
        vec![self.grid().site(square.into())]
    }

    fn prompt(&self, _s: &State) -> Text {
        text!("Mark an empty square. {line} in a row win.", line = self.line)
    }

    fn passed(&self, s: &State) -> Option<State> {
        Some(State { turn: 1 - s.turn, ..*s })
    }

    fn goal(&self, _s: &State, _seat: Seat) -> Text {
        text!("get {line} in a row", line = self.line)
    }

    fn role(&self, _s: &State, seat: Seat) -> Text {
        if seat == 0 { text!("Crosses") } else { text!("Noughts") }
    }

    fn end(&self, s: &State) -> End {
        let nobody = || text!("The board is full and nobody has {line} in a row.", line = self.line);
        let row = self.notes(s, None).into_iter().next().map(|note| note.text);
        End { why: row.unwrap_or_else(nobody), ..End::default() }
    }

    fn notes(&self, s: &State, _last: Option<(&State, u8)>) -> Vec<Note> {
        let winner = usize::from(1 - s.turn);
        self.grid().won(Ones(s.marks[winner]), self.line, winner)
    }
}
