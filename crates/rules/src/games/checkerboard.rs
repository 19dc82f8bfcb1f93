//! Checkerboard tic-tac-toe: a row of marks wins if all of it lies in the opponent's half.
//!
//! Rules: docs/rules/checkerboard.md.

use crate::prelude::*;

options! {
    /// Checkerboard tic-tac-toe on a square board cut into two halves.
    pub struct Checkerboard {
        /// side of the board; each half has size/2 ranks
        size: u8 = 8 => [6, 8, 10, 12],
        /// length of the row needed to win
        line: u8 = 4 => 3..=5,
    }
}

/// The squares each seat has marked. A row lies in one half, so the halves are kept apart and each fits a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// by seat, then half: squares of the lower half, squares of the upper half, each on a fenced grid
    pub marks: [[u128; 2]; 2],
    /// who moves next
    pub turn: u8,
    /// whether the other seat, who has just moved, owns a winning row
    pub won: bool,
}

const LETTERS: [char; 2] = ['x', 'o'];

impl Checkerboard {
    /// The board.
    pub fn grid(&self) -> Grid {
        Grid::fenced(self.size.into(), self.size.into())
    }

    /// The first square of the upper half.
    fn middle(&self) -> usize {
        usize::from(self.size / 2) * self.grid().stride
    }

    /// The half of a square, and its bit there.
    fn place(&self, square: usize) -> (usize, usize) {
        if square < self.middle() { (0, square) } else { (1, square - self.middle()) }
    }

    fn empty(&self, s: &State) -> [u128; 2] {
        let stride = u32::from(self.size) + 1;
        let rank = (1 << self.size) - 1;
        let all: u128 = (0..u32::from(self.size / 2)).fold(0, |all, r| all | rank << (r * stride));
        [0, 1].map(|half| all & !(s.marks[0][half] | s.marks[1][half]))
    }

    fn wins(&self, marks: u128) -> bool {
        self.grid().has_row(marks, self.line)
    }

    /// The squares of a seat in the half where it wins.
    fn abroad(&self, s: &State, seat: Seat) -> impl Iterator<Item = usize> {
        let far = 1 - seat;
        let below = far * self.middle();
        Ones(s.marks[seat][far]).map(move |bit| bit + below)
    }

    fn owner(&self, s: &State, square: usize) -> Option<Seat> {
        let (half, bit) = self.place(square);
        (0..2).find(|&seat| s.marks[seat][half] >> bit & 1 == 1)
    }
}

impl Game for Checkerboard {
    type State = State;
    type Move = u8;

    fn deal(&self, _chance: &mut impl Chance) -> State {
        State { marks: [[0; 2]; 2], turn: 0, won: false }
    }

    fn turn(&self, s: &State) -> Seat {
        s.turn.into()
    }

    fn moves(&self, s: &State, out: &mut Moves<u8>) {
        if s.won {
            return;
        }
        let [low, high] = self.empty(s);
        Ones(low).for_each(|bit| out.push(bit as u8));
        Ones(high).for_each(|bit| out.push((bit + self.middle()) as u8));
    }

    fn over(&self, s: &State, _scratch: &mut Moves<u8>) -> bool {
        let marks: u32 = s.marks.iter().flatten().map(|set| set.count_ones()).sum();
        s.won || marks == u32::from(self.size) * u32::from(self.size)
    }

    fn play(&self, s: &mut State, square: u8) {
        let (seat, (half, bit)) = (usize::from(s.turn), self.place(square.into()));
        s.marks[seat][half] |= 1 << bit;
        s.won = half != seat && self.wins(s.marks[seat][half]);
        s.turn ^= 1;
    }

    fn score(&self, s: &State, seat: Seat) -> i32 {
        i32::from(s.won && seat != self.turn(s))
    }

    fn sample(&self, s: &State, rng: &mut Rng, _scratch: &mut Moves<u8>) -> Option<u8> {
        let [low, high] = self.empty(s);
        let (count, more) = (low.count_ones(), high.count_ones());
        if s.won || count + more == 0 {
            return None;
        }
        let n = rng.below((count + more) as usize) as u32;
        Some(if n < count { nth(low, n) } else { nth(high, n - count) + self.middle() as u32 } as u8)
    }

    fn rows(&self, s: &State, seat: Seat) -> Option<Vec<Vec<u8>>> {
        let far = 1 - seat;
        let (own, other, below) = (s.marks[seat][far], s.marks[1 - seat][far], far * self.middle());
        let half = Grid { ranks: usize::from(self.size / 2), ..self.grid() };
        let open = half.rows(self.line).filter(|row| row & other == 0);
        Some(open.map(|row| Ones(row & !own).map(|bit| (bit + below) as u8).collect()).collect())
    }

    fn actions(&self) -> Vec<u8> {
        self.grid().from_a1().map(|square| square as u8).collect()
    }

    fn blocks(&self) -> Vec<Block> {
        let board = |name| Block::board(name, self.grid());
        vec![board("own"), board("other"), Block::new("turn", [2]), Block::new("seat", [2])]
    }

    fn observe(&self, s: &State, seat: Seat, out: &mut Numbers) {
        let half = Grid { ranks: usize::from(self.size / 2), ..self.grid() };
        for marks in [s.marks[seat], s.marks[1 - seat]] {
            marks.into_iter().for_each(|squares| out.squares(half, squares));
        }
        out.relative(2, seat, self.turn(s));
        out.one_hot(2, Some(seat));
    }

    fn most_plies(&self) -> Option<usize> {
        Some(usize::from(self.size).pow(2))
    }
}

impl Show for Checkerboard {
    const ID: &'static str = "checkerboard";
    const NAME: &'static str = "Checkerboard Tic-Tac-Toe";
    page!("checkerboard.md");
    lesson!("checkerboard.md");
    const LOOK: Look = Look {
        material: Material::Paper,
        accent: 282,
        pitch: "Four in a row wins, but only behind enemy lines.",
        minutes: 5,
        ease: Ease::Easy,
        poster: Poster {
            options: &[],
            position: "",
            moves: &["b6", "c7", "c6", "d5", "d6", "f6", "e6"],
            crop: Some([1, 1, 5, 3]),
        },
        labels: &[
            OptionLabel::new(
                "size",
                "Board",
                &[
                    ValueLabel::new("6", "6 × 6", ""),
                    ValueLabel::new("8", "8 × 8", ""),
                    ValueLabel::new("10", "10 × 10", ""),
                    ValueLabel::new("12", "12 × 12", ""),
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

    fn write_move(&self, _s: &State, square: u8) -> String {
        self.grid().name(square.into())
    }

    fn write_state(&self, s: &State) -> String {
        format!("{} {}", self.grid().write(|square| self.owner(s, square).map(|seat| LETTERS[seat])), s.turn)
    }

    fn read_state(&self, text: &str) -> Result<State, Text> {
        let [board, turn] = fields(text)?;
        let mut marks = [[0; 2]; 2];
        self.grid().read(board, |square, rest| {
            let seat = LETTERS.iter().position(|letter| rest.starts_with(*letter))?;
            let (half, bit) = self.place(square);
            marks[seat][half] |= 1 << bit;
            Some(1)
        })?;
        let turn = seat(turn, 2)?;
        let (mover, other) = (usize::from(turn), usize::from(1 - turn));
        let counts = marks.map(|halves: [u128; 2]| halves[0].count_ones() + halves[1].count_ones());
        alternating(counts, turn)?;
        if self.wins(marks[mover][other]) {
            return Err(text!("seat {turn} is to move but has already won", turn));
        }
        Ok(State { marks, turn, won: self.wins(marks[other][mover]) })
    }

    fn reason(&self, s: &State) -> Text {
        if s.won { text!(in "end"; "line") } else { text!(in "end"; "board full") }
    }

    fn zones(&self, s: &State) -> Vec<Zone> {
        vec![self.grid().zone(|square, cell| {
            let piece = self.owner(s, square).map(|seat| Piece::of(seat, LETTERS[seat]).kind(Kind::Sign));
            cell.on(Ground::Home(self.place(square).0)).with(piece)
        })]
    }

    fn taps(&self, _s: &State, square: u8) -> Vec<Site> {
        vec![self.grid().site(square.into())]
    }

    fn prompt(&self, s: &State) -> Text {
        let half = usize::from(self.size) / 2;
        let (first, last) = if s.turn == 1 { (1, half) } else { (half + 1, 2 * half) };
        let line = self.line;
        text!("Mark a square: {line} in a row on ranks {first}–{last} win.", line, first, last)
    }

    fn passed(&self, s: &State) -> Option<State> {
        Some(State { turn: 1 - s.turn, ..*s })
    }

    fn goal(&self, _s: &State, seat: Seat) -> Text {
        text!("line up {line} in {player}’s half", line = self.line, player = Arg::Player(1 - seat))
    }

    fn role(&self, _s: &State, seat: Seat) -> Text {
        if seat == 0 { text!("At home below") } else { text!("At home above") }
    }

    fn end(&self, s: &State) -> End {
        let nobody = || {
            let line = self.line;
            text!("The board is full and nobody has {line} in a row in the other’s half.", line)
        };
        let row = self.notes(s, None).into_iter().next().map(|note| note.text);
        End { why: row.unwrap_or_else(nobody), ..End::default() }
    }

    fn notes(&self, s: &State, _last: Option<(&State, u8)>) -> Vec<Note> {
        let winner = usize::from(1 - s.turn);
        let abroad = self.abroad(s, winner);
        if s.won { self.grid().won(abroad, self.line, winner) } else { Vec::new() }
    }
}
