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

    /// All squares as a set.
    #[inline]
    pub fn all(&self) -> u32 {
        ALL[usize::from(self.size) - 3]
    }
}

/// The symmetries of a board with `N` files and ranks, for the marks of both seats at once: those of seat 0 are in the
/// higher half of a number.
struct Symmetry<const N: usize>;

impl<const N: usize> Symmetry<N> {
    const FILES: [u64; N] = Self::squares(0);
    const RANKS: [u64; N] = Self::squares(1);
    /// by how many files a square is to the right of the diagonal, and by how many to the left
    const RIGHT: [u64; N] = Self::squares(2);
    const LEFT: [u64; N] = Self::squares(3);

    /// The squares of both seats by their file, by their rank, or by their distance from the diagonal to either side.
    const fn squares(by: usize) -> [u64; N] {
        let (mut sets, mut at) = ([0; N], 0);
        while at < N * N {
            let (file, rank) = (at % N, at / N);
            let group = match by {
                0 => file,
                1 => rank,
                2 => file.wrapping_sub(rank),
                _ => rank.wrapping_sub(file),
            };
            if group < N {
                sets[group] |= (1 | 1 << u32::BITS) << (rank * (N + 1) + file);
            }
            at += 1;
        }
        sets
    }

    /// The groups in reverse order, `step` apart.
    fn reversed(both: u64, groups: [u64; N], step: usize) -> u64 {
        (0..N).fold(0, |all, from| {
            let (group, to) = (both & groups[from], N - 1 - from);
            all | if from < to { group << ((to - from) * step) } else { group >> ((from - to) * step) }
        })
    }

    /// Files become ranks.
    fn swapped(both: u64) -> u64 {
        (0..N).fold(0, |all, n| all | (both & Self::RIGHT[n]) << (n * N) | (both & Self::LEFT[n]) >> (n * N))
    }

    /// The least of the eight images.
    fn least(both: u64) -> u64 {
        let [plain, swapped] = [both, Self::swapped(both)].map(|both| {
            let over = Self::reversed(both, Self::RANKS, N + 1);
            let [one, other] = [both, over].map(|both| both.min(Self::reversed(both, Self::FILES, 1)));
            one.min(other)
        });
        plain.min(swapped)
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
            let empty = self.all() & !(s.marks[0] | s.marks[1]);
            Ones(empty).for_each(|square| out.push(square as u8));
        }
    }

    fn over(&self, s: &State, _scratch: &mut Moves<u8>) -> bool {
        s.won || (s.marks[0] | s.marks[1]) == self.all()
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
        let both = u64::from(s.marks[0]) << u32::BITS | u64::from(s.marks[1]);
        let least = match self.size {
            3 => Symmetry::<3>::least(both),
            4 => Symmetry::<4>::least(both),
            _ => Symmetry::<5>::least(both),
        };
        State { marks: [(least >> u32::BITS) as u32, least as u32], ..*s }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canonical_state_is_the_least_of_eight_images() {
        for size in 3..=5 {
            let game = TicTacToe { size, line: 3 };
            let (grid, mut rng, last) = (game.grid(), Rng::new(size.into()), usize::from(size) - 1);
            for _ in 0..200 {
                let marks = [0; 2].map(|_| rng.bits() as u32 & rng.bits() as u32 & game.all());
                let image = |turns: usize, mirror: bool| {
                    marks.map(|set| {
                        Ones(set).fold(0, |image, at| {
                            let (mut file, mut rank) = (at % grid.stride, at / grid.stride);
                            (0..turns).for_each(|_| (file, rank) = (last - rank, file));
                            image | 1 << grid.square(if mirror { last - file } else { file }, rank)
                        })
                    })
                };
                let least = (0..8).map(|n| image(n % 4, n < 4)).min().expect("eight images");
                let state = State { marks, turn: 0, won: false };
                assert_eq!(game.canonical(&state), State { marks: least, ..state });
            }
        }
    }
}
