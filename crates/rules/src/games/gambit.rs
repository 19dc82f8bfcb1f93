//! Gambit: jump over an enemy to take it, keep jumping with the same piece, score islands at the end.
//!
//! Each jump is one move; `stop` ends a turn early. Rules: docs/rules/gambit.md.

use crate::prelude::*;

words! {
    /// What islands of six or more pieces are worth.
    pub enum BigIslands { Score = "score", Zero = "zero" }
}

options! {
    /// Gambit on eight files and four ranks.
    pub struct Gambit {
        /// islands of 6 or more pieces: 2n - 1 points like the others, or none
        big_islands: BigIslands = BigIslands::Score => BigIslands::ALL,
    }
}

/// The board, who moves, and the piece in the middle of its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// squares of each seat's pieces
    pub pieces: [u32; 2],
    /// who moves next
    pub turn: u8,
    /// the square of the piece that has jumped and can jump again
    pub runner: Option<u8>,
}

/// One jump, or the end of a turn that could go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// from a square over an enemy to the square behind it
    Jump(u8, u8),
    /// let the turn end
    Stop,
}

const GRID: Grid = Grid::new(8, 4);
const LETTERS: [char; 2] = ['O', 'X'];
const LEFT: u32 = 0x0101_0101;
const RIGHT: u32 = LEFT << 7;
const WAYS: [Way<u32>; 8] = [(-9, LEFT), (-8, 0), (-7, RIGHT), (-1, LEFT), (1, RIGHT), (7, LEFT), (8, 0), (9, RIGHT)];

/// These squares and all their neighbours.
fn grow(squares: u32) -> u32 {
    WAYS.into_iter().fold(squares, |grown, way| grown | shift(squares, way))
}

impl State {
    fn jumps(&self, from: u32, mut each: impl FnMut(Move)) {
        let (enemies, empty) = (self.pieces[usize::from(1 - self.turn)], !(self.pieces[0] | self.pieces[1]));
        for way in WAYS {
            let landing = shift(shift(from, way) & enemies, way) & empty;
            Ones(landing).for_each(|to| each(Move::Jump((to as i32 - 2 * way.0) as u8, to as u8)));
        }
    }

    fn can_jump(&self, from: u32) -> bool {
        let mut any = false;
        self.jumps(from, |_| any = true);
        any
    }

    /// The islands of a seat: its groups that touch no enemy.
    fn islands(&self, seat: Seat) -> impl Iterator<Item = u32> {
        let mut left = self.pieces[seat];
        let (own, enemies) = (left, self.pieces[1 - seat]);
        std::iter::from_fn(move || {
            while left != 0 {
                let mut group = left & left.wrapping_neg();
                while grow(group) & own != group {
                    group = grow(group) & own;
                }
                left &= !group;
                if grow(group) & enemies == 0 {
                    return Some(group);
                }
            }
            None
        })
    }
}

impl Gambit {
    fn points(&self, island: u32) -> i32 {
        let n = island.count_ones() as i32;
        if n > 5 && self.big_islands == BigIslands::Zero { 0 } else { 2 * n - 1 }
    }
}

impl Game for Gambit {
    type State = State;
    type Move = Move;

    fn deal(&self, _rng: &mut Rng) -> State {
        State { pieces: [0xFF << 8, 0xFF << 16], turn: 0, runner: None }
    }

    fn turn(&self, s: &State) -> Seat {
        s.turn.into()
    }

    fn moves(&self, s: &State, out: &mut Moves<Move>) {
        match s.runner {
            None => s.jumps(s.pieces[usize::from(s.turn)], |m| out.push(m)),
            Some(runner) => {
                s.jumps(1 << runner, |m| out.push(m));
                out.push(Move::Stop);
            }
        }
    }

    fn play(&self, s: &mut State, m: Move) {
        let seat = usize::from(s.turn);
        s.runner = None;
        if let Move::Jump(from, to) = m {
            s.pieces[seat] ^= 1 << from | 1 << to;
            s.pieces[1 - seat] ^= 1 << ((from + to) / 2);
            if s.can_jump(1 << to) {
                s.runner = Some(to);
                return;
            }
        }
        s.turn ^= 1;
    }

    fn score(&self, s: &State, seat: Seat) -> i32 {
        s.islands(seat).map(|island| self.points(island)).sum()
    }

    /// The board may be mirrored from left to right.
    fn canonical(&self, s: &State) -> State {
        let mirrored = State {
            pieces: s.pieces.map(|squares| squares.reverse_bits().swap_bytes()),
            runner: s.runner.map(|square| square ^ 7),
            ..*s
        };
        if (mirrored.pieces, mirrored.runner) < (s.pieces, s.runner) { mirrored } else { *s }
    }
}

impl Show for Gambit {
    const ID: &'static str = "gambit";
    const NAME: &'static str = "Gambit";
    page!("gambit.md");
    const POINTS: bool = true;

    fn write_move(&self, _s: &State, m: Move) -> String {
        match m {
            Move::Jump(from, to) => format!("{}x{}", GRID.name(from.into()), GRID.name(to.into())),
            Move::Stop => "stop".to_owned(),
        }
    }

    fn write_state(&self, s: &State) -> String {
        let runner = s.runner.map_or_else(|| "-".to_owned(), |square| GRID.name(square.into()));
        format!("{} {} {runner}", GRID.write_sets(s.pieces, LETTERS), s.turn)
    }

    fn read_state(&self, text: &str) -> Result<State, Text> {
        let [board, turn, runner] = fields(text)?;
        let pieces = GRID.read_sets(board, LETTERS)?.map(|set| set as u32);
        let mut s = State { pieces, turn: seat(turn, 2)?, runner: None };
        if runner != "-" {
            let square =
                GRID.find(runner).ok_or_else(|| text!("the runner `{runner}` is neither `-` nor a square", runner))?;
            if member(s.pieces, square) != Some(s.turn.into()) || !s.can_jump(1 << square) {
                let seat = s.turn;
                return Err(text!("the runner on {runner} is not a piece of seat {seat} that can jump", runner, seat));
            }
            s.runner = Some(square as u8);
        }
        Ok(s)
    }

    fn reason(&self, _s: &State) -> Text {
        text!(in "end"; "no moves")
    }

    fn zones(&self, s: &State) -> Vec<Zone> {
        vec![GRID.zone(|square, cell| {
            let mark = if s.runner == Some(square as u8) { Mark::Live } else { Mark::None };
            cell.with(piece(s.pieces, LETTERS, square)).marked(mark)
        })]
    }

    fn taps(&self, _s: &State, m: Move) -> Vec<Site> {
        match m {
            Move::Jump(from, to) => vec![GRID.site(from.into()), GRID.site(to.into())],
            Move::Stop => vec![],
        }
    }

    fn prompt(&self, s: &State) -> Text {
        match s.runner {
            Some(square) => text!("jump on with {square} or stop", square = GRID.name(square.into())),
            None => text!("jump over an enemy piece"),
        }
    }

    fn notes(&self, s: &State, _last: Option<(&State, Move)>) -> Vec<Note> {
        let of = |seat| {
            s.islands(seat).map(move |island| {
                let (pieces, points) = (island.count_ones(), self.points(island).unsigned_abs());
                let pieces = text!("{pieces} piece" | "{pieces} pieces", pieces);
                let points = text!("{points} point" | "{points} points", points);
                let text = text!("player {seat}: an island of {pieces}, {points}", seat = seat + 1, pieces, points);
                Note::new(text, Ones(island).map(|square| GRID.site(square)).collect())
            })
        };
        of(0).chain(of(1)).collect()
    }
}
