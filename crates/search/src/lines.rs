//! Games of rows as their lines see them: which rows can still be filled, by whom, and how far they are.
//!
//! A position is kept as its lines, so that what cannot matter any more is forgotten by itself: a square in no live
//! line, a mark in dead lines only. An additional mark of one's own never hurts in such a game, hence a mark that is in no
//! live line is as good as a pass, and nobody has to pass. Rules, text and looks are not here.

use agon_rules::bits::Ones;

use crate::fingerprint;

/// A square: which half it is in (the highest bit) and its number there.
pub type Square = u8;

/// The half of a square.
#[inline]
pub fn half(square: Square) -> usize {
    usize::from(square >> 7)
}

/// A square as a set in its half.
#[inline]
fn bit(square: Square) -> u128 {
    1 << (square & 127)
}

/// The square of a half.
#[inline]
pub fn square_of(half: usize, cell: u32) -> Square {
    cell as Square | (half as Square) << 7
}

/// The number of the only one in a set that has one at least.
#[inline]
pub fn only(set: u128) -> Option<u32> {
    (set & (set - 1) == 0).then(|| set.trailing_zeros())
}

/// The longest line there is.
const LONGEST: usize = 5;

#[derive(Clone, Copy, Debug)]
struct Line {
    squares: [Square; LONGEST],
    mask: u128,
    half: u8,
    /// by seat: whether this seat wins with it
    attackers: [bool; 2],
    /// which line it is within its half: congruent ones have the same number
    number: u16,
}

/// One or two boards of the same shape with all lines in them. Who attacks in which is up to the game.
#[derive(Clone, Debug)]
pub struct Board {
    lines: Vec<Line>,
    /// by square: its lines, and where in them it is
    through: Vec<Vec<(u16, u8)>>,
    len: usize,
    symmetries: usize,
    /// by symmetry, number of the line, tag and marks in it
    keys: Vec<u128>,
    tags: usize,
    numbers: usize,
    all: [u128; 2],
    /// by seat: the half where it attacks
    pub far: [usize; 2],
}

impl Board {
    /// One board on which both seats want a row.
    pub fn shared(side: usize, len: u8) -> Self {
        Board::new(side, side, len.into(), &[[true, true]])
    }

    /// Two boards: on the first seat 1 wants a row, on the second seat 0.
    pub fn apart(files: usize, ranks: usize, len: u8) -> Self {
        Board::new(files, ranks, len.into(), &[[false, true], [true, false]])
    }

    fn new(files: usize, ranks: usize, len: usize, attackers: &[[bool; 2]]) -> Self {
        let shapes = shapes(files, ranks, len);
        let mut lines = Vec::new();
        let mut through = vec![Vec::new(); 256];
        for (half, &attackers) in attackers.iter().enumerate() {
            for (number, shape) in shapes.iter().enumerate() {
                let mut squares = [0; LONGEST];
                for (at, &cell) in shape.iter().enumerate() {
                    squares[at] = cell as Square | (half as Square) << 7;
                    through[usize::from(squares[at])].push((lines.len() as u16, at as u8));
                }
                let mask = shape.iter().fold(0, |mask, cell| mask | 1 << cell);
                lines.push(Line { squares, mask, half: half as u8, attackers, number: number as u16 });
            }
        }
        let tags = 3 - attackers.len();
        let symmetries = if files == ranks { 8 } else { 4 };
        let keys = keys(files, ranks, &shapes, len, tags, symmetries);
        let cells = (1 << (files * ranks)) - 1;
        let all = [cells, if attackers.len() == 2 { cells } else { 0 }];
        let far = if attackers.len() == 2 { [1, 0] } else { [0, 0] };
        Board { lines, through, len, symmetries, keys, tags, numbers: shapes.len(), all, far }
    }
}

/// All straight runs of cells on a board, the same ones in the same order whenever they are asked for.
fn shapes(files: usize, ranks: usize, len: usize) -> Vec<Vec<usize>> {
    let mut shapes = Vec::new();
    for (df, dr) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for start in 0..files * ranks {
            let at = |i: i32| ((start % files) as i32 + df * i, (start / files) as i32 + dr * i);
            let inside = |(f, r): (i32, i32)| (0..files as i32).contains(&f) && (0..ranks as i32).contains(&r);
            if (0..len as i32).all(|i| inside(at(i))) {
                shapes.push((0..len as i32).map(|i| at(i).1 as usize * files + at(i).0 as usize).collect());
            }
        }
    }
    shapes
}

/// The cell that a symmetry of the board takes a cell to.
fn image(files: usize, ranks: usize, symmetry: usize, cell: usize) -> usize {
    let (mut f, mut r) = (cell % files, cell / files);
    if symmetry & 1 > 0 {
        f = files - 1 - f;
    }
    if symmetry & 2 > 0 {
        r = ranks - 1 - r;
    }
    if symmetry & 4 > 0 {
        (f, r) = (r, f);
    }
    r * files + f
}

fn keys(files: usize, ranks: usize, shapes: &[Vec<usize>], len: usize, tags: usize, symmetries: usize) -> Vec<u128> {
    let mut keys = Vec::with_capacity((symmetries * shapes.len() * tags) << len);
    for symmetry in 0..symmetries {
        for shape in shapes {
            for tag in 0..tags {
                for marks in 0..1_usize << len {
                    let moved = shape.iter().enumerate().map(|(at, &cell)| (at, image(files, ranks, symmetry, cell)));
                    let cells = moved.clone().fold(0_u128, |set, (_, cell)| set | 1 << cell);
                    let filled =
                        moved.filter(|(at, _)| marks >> at & 1 > 0).fold(0_u128, |set, (_, cell)| set | 1 << cell);
                    keys.push(fingerprint(&(cells, filled, tag)));
                }
            }
        }
    }
    keys
}

/// Marks on a board, kept as what they mean to its lines.
#[derive(Clone, Debug)]
pub struct Position<'a> {
    board: &'a Board,
    /// by line and seat: which of its squares are marked, as bits
    marks: Vec<[u8; 2]>,
    /// by half: the empty squares
    pub empty: [u128; 2],
    /// by seat and square: how many lines this square would complete
    wins: [[u8; 256]; 2],
    /// by seat: the squares that would complete a line
    pub winning: [u128; 2],
    /// by seat: how many lines can still be filled
    pub live: [u32; 2],
    /// by seat: the live lines, each counted twice as much for every mark in it
    pub weight: [u32; 2],
    keys: [[u128; 8]; 2],
}

impl<'a> Position<'a> {
    /// The empty board.
    pub fn new(board: &'a Board) -> Self {
        let mut position = Position {
            board,
            marks: vec![[0; 2]; board.lines.len()],
            empty: board.all,
            wins: [[0; 256]; 2],
            winning: [0; 2],
            live: [0; 2],
            weight: [0; 2],
            keys: [[0; 8]; 2],
        };
        for line in 0..board.lines.len() {
            position.count::<true>(line);
        }
        position
    }

    /// Puts a seat's mark on an empty square.
    pub fn mark(&mut self, seat: usize, square: Square) {
        let board = self.board;
        self.empty[half(square)] &= !bit(square);
        for &(line, at) in &board.through[usize::from(square)] {
            let line = usize::from(line);
            self.count::<false>(line);
            self.marks[line][seat] |= 1 << at;
            self.count::<true>(line);
        }
    }

    /// Takes a seat's mark away again.
    pub fn unmark(&mut self, seat: usize, square: Square) {
        let board = self.board;
        for &(line, at) in &board.through[usize::from(square)] {
            let line = usize::from(line);
            self.count::<false>(line);
            self.marks[line][seat] &= !(1 << at);
            self.count::<true>(line);
        }
        self.empty[half(square)] |= bit(square);
    }

    /// Counts a line in, or out again.
    #[inline]
    fn count<const IN: bool>(&mut self, at: usize) {
        let board = self.board;
        let line = &board.lines[at];
        let marks = self.marks[at];
        for seat in 0..2 {
            if !line.attackers[seat] || marks[1 - seat] != 0 {
                continue;
            }
            let own = marks[seat];
            let (one, weight) = (1, 1 << own.count_ones());
            if IN {
                self.live[seat] += one;
                self.weight[seat] += weight;
            } else {
                self.live[seat] -= one;
                self.weight[seat] -= weight;
            }
            if own.count_ones() as usize + 1 == board.len {
                self.threat::<IN>(line, own, seat);
            }
            let tag = if board.tags == 2 { seat } else { 0 };
            let mut slot = (usize::from(line.number) * board.tags + tag) << board.len | usize::from(own);
            for symmetry in 0..board.symmetries {
                self.keys[usize::from(line.half)][symmetry] ^= board.keys[slot];
                slot += (board.numbers * board.tags) << board.len;
            }
        }
    }

    /// A line with one square missing.
    #[inline]
    fn threat<const IN: bool>(&mut self, line: &Line, own: u8, seat: usize) {
        let square = line.squares[(!own).trailing_zeros() as usize];
        let count = &mut self.wins[seat][usize::from(square)];
        if IN {
            *count += 1;
            self.winning[seat] |= bit(square);
        } else {
            *count -= 1;
            if *count == 0 {
                self.winning[seat] &= !bit(square);
            }
        }
    }

    /// What matters of a half, the same for all that are symmetric to it.
    pub fn key(&self, half: usize) -> u128 {
        self.keys[half][..self.board.symmetries].iter().copied().min().unwrap_or(0)
    }

    /// The half where a seat attacks.
    #[inline]
    pub fn far(&self, seat: usize) -> usize {
        self.board.far[seat]
    }

    /// How long a line is.
    pub fn len(&self) -> usize {
        self.board.len
    }

    /// Whether both seats attack on the same board.
    #[inline]
    pub fn shared(&self) -> bool {
        self.board.far[0] == self.board.far[1]
    }

    /// Whether the empty squares can be paired so that every live line of a seat holds a pair: then the other seat
    /// answers each mark with the other one of its pair, and no line is ever filled. False also when it was not found.
    pub fn paired(&self, seat: usize) -> bool {
        let mut lines = [0; PAIRED];
        let mut count = 0;
        let marked = !self.empty[self.far(seat)];
        for (line, marks) in self.board.lines.iter().zip(&self.marks) {
            if line.attackers[seat] && marks[1 - seat] == 0 {
                if count == PAIRED {
                    return false;
                }
                lines[count] = line.mask & !marked;
                count += 1;
            }
        }
        pair(&mut lines[..count], 0, &mut { PAIRS })
    }

    /// The empty squares where a mark of a seat would make a threat, in the half where it attacks.
    pub fn near(&self, seat: usize) -> u128 {
        let mut squares = 0;
        for (line, marks) in self.board.lines.iter().zip(&self.marks) {
            let far = line.attackers[seat] && marks[1 - seat] == 0;
            if far && marks[seat].count_ones() as usize + 2 == self.board.len {
                squares |= line.mask;
            }
        }
        squares & self.empty[self.far(seat)]
    }

    /// All squares of the live lines of a seat through a square.
    pub fn around(&self, seat: usize, square: Square) -> u128 {
        let mut squares = 0;
        for &(line, _) in &self.board.through[usize::from(square)] {
            let (line, marks) = (&self.board.lines[usize::from(line)], self.marks[usize::from(line)]);
            if line.attackers[seat] && marks[1 - seat] == 0 {
                squares |= line.mask;
            }
        }
        squares
    }

    /// The live lines through a square of seats that count: all squares that lie on every one of them, and how much
    /// they weigh. Nothing when there is none.
    #[inline]
    fn common(&self, square: Square, counts: [bool; 2], worth: &Worth) -> Option<(u128, i32)> {
        let (mut common, mut weight) = (u128::MAX, 0);
        for &(line, _) in &self.board.through[usize::from(square)] {
            let (line, marks) = (&self.board.lines[usize::from(line)], self.marks[usize::from(line)]);
            for seat in 0..2 {
                if counts[seat] && line.attackers[seat] && marks[1 - seat] == 0 {
                    common &= line.mask;
                    weight += worth[marks[seat].count_ones() as usize];
                }
            }
        }
        (weight > 0).then_some((common, weight))
    }

    /// Appends the empty squares that can matter, where the lines of these seats count, with how much they look to matter.
    ///
    /// A square all of whose live lines go through another empty square is never better than that one, for either
    /// seat: whatever follows can be followed with the two exchanged. So it is left out.
    pub fn squares(&self, counts: [bool; 2], worth: &Worth, out: &mut Vec<(Square, i32)>) {
        for half in 0..2 {
            for cell in Ones(self.empty[half]) {
                let square = cell as Square | (half as Square) << 7;
                let Some((common, weight)) = self.common(square, counts, worth) else { continue };
                let better = Ones(common & self.empty[half] & !bit(square)).any(|other| {
                    let twin = other as Square | (half as Square) << 7;
                    other < cell || self.common(twin, counts, worth).is_some_and(|(back, _)| back & bit(square) == 0)
                });
                if !better {
                    out.push((square, weight));
                }
            }
        }
    }
}

/// More lines than this are not paired.
const PAIRED: usize = 48;
/// So many pairs are tried.
const PAIRS: u32 = 60;

/// Pairs the squares outside of `used` for all of these lines. Their order is changed.
fn pair(lines: &mut [u128], used: u128, tries: &mut u32) -> bool {
    let left = |line: u128| (line & !used).count_ones();
    // The line with the fewest squares to choose from first.
    let Some(at) = (0..lines.len()).min_by_key(|&at| left(lines[at])) else { return true };
    if left(lines[at]) < 2 {
        return false;
    }
    let line = lines[at] & !used;
    // The pair that serves most lines first.
    let mut pairs = [(0, 0); LONGEST * (LONGEST - 1) / 2];
    let mut count = 0;
    for a in Ones(line) {
        for b in Ones(line & !((2 << a) - 1)) {
            let both = 1 << a | 1 << b;
            pairs[count] = (lines.iter().filter(|line| *line & both == both).count(), both);
            count += 1;
        }
    }
    pairs[..count].sort_unstable_by_key(|pair| std::cmp::Reverse(pair.0));
    for &(_, both) in &pairs[..count] {
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        // The lines that are not served come first.
        let mut open = 0;
        for at in 0..lines.len() {
            if lines[at] & both != both {
                lines.swap(at, open);
                open += 1;
            }
        }
        if pair(&mut lines[..open], used | both, tries) {
            return true;
        }
    }
    false
}

/// How much a line with so many marks makes its squares matter.
pub type Worth = [i32; LONGEST];
