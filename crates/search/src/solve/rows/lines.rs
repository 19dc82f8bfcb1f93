//! Games of rows as sets of lines: which lines can still be filled, by which seat, and how many marks they hold.
//!
//! A position is stored by its live lines. Squares and marks outside of them drop out of the key by themselves. In such
//! a game an extra mark never hurts, so a mark outside of all live lines is as good as a pass.

use agon_rules::bits::Ones;

use crate::hash::fingerprint;

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

/// The number of the only element of a set that is not empty. None when it has several.
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
    /// its number within its half; the same line of the other half has the same number
    number: u16,
}

/// One or two boards of the same shape with all their lines, and which seat attacks on which.
#[derive(Clone, Debug)]
pub struct LineBoard {
    lines: Vec<Line>,
    /// by square: its lines, and its index in each
    through: Vec<Vec<(u16, u8)>>,
    len: usize,
    symmetries: usize,
    /// by symmetry, line number, tag and marks
    keys: Vec<u128>,
    tags: usize,
    numbers: usize,
    all: [u128; 2],
    /// files and ranks of a half
    pub shape: [usize; 2],
    /// by seat: the half where it attacks
    pub far: [usize; 2],
}

impl LineBoard {
    /// One board on which both seats want a row.
    pub fn shared(side: usize, len: u8) -> Self {
        LineBoard::new(side, side, len.into(), &[[true, true]])
    }

    /// Two boards: on the first seat 1 wants a row, on the second seat 0.
    pub fn apart(files: usize, ranks: usize, len: u8) -> Self {
        LineBoard::new(files, ranks, len.into(), &[[false, true], [true, false]])
    }

    /// How long a line is.
    pub fn len(&self) -> usize {
        self.len
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
        LineBoard {
            lines,
            through,
            len,
            symmetries,
            keys,
            tags,
            numbers: shapes.len(),
            all,
            shape: [files, ranks],
            far,
        }
    }
}

/// All straight runs of cells on a board, always in the same order.
pub fn shapes(files: usize, ranks: usize, len: usize) -> Vec<Vec<usize>> {
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
pub(super) fn image(files: usize, ranks: usize, symmetry: usize, cell: usize) -> usize {
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

/// The marks on a board, stored by line.
#[derive(Clone, Debug)]
pub struct LinePosition<'a> {
    board: &'a LineBoard,
    /// by line and seat: which of its squares are marked, as bits
    marks: Vec<[u8; 2]>,
    /// by half: the empty squares
    pub empty: [u128; 2],
    /// by half and seat: the marks
    pub marked: [[u128; 2]; 2],
    /// by seat and square: how many lines the square would complete
    wins: [[u8; 256]; 2],
    /// by seat: the squares that would complete a line
    pub winning: [u128; 2],
    /// by seat: how many lines can still be filled
    pub live: [u32; 2],
    /// by seat: the weight of the live lines; every mark in a line doubles its weight
    pub weight: [u32; 2],
    keys: [[u128; 8]; 2],
}

impl<'a> LinePosition<'a> {
    /// The empty board.
    pub fn new(board: &'a LineBoard) -> Self {
        let mut position = LinePosition {
            board,
            marks: vec![[0; 2]; board.lines.len()],
            empty: board.all,
            marked: [[0; 2]; 2],
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
        self.marked[half(square)][seat] |= bit(square);
        for &(line, at) in &board.through[usize::from(square)] {
            let line = usize::from(line);
            self.count::<false>(line);
            self.marks[line][seat] |= 1 << at;
            self.count::<true>(line);
        }
    }

    /// Removes a seat's mark.
    pub fn unmark(&mut self, seat: usize, square: Square) {
        let board = self.board;
        for &(line, at) in &board.through[usize::from(square)] {
            let line = usize::from(line);
            self.count::<false>(line);
            self.marks[line][seat] &= !(1 << at);
            self.count::<true>(line);
        }
        self.empty[half(square)] |= bit(square);
        self.marked[half(square)][seat] &= !bit(square);
    }

    /// Adds a line to the counts, or removes it.
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

    /// Adds or removes the threat of a line with one square missing.
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

    /// The key of a half, the same for all symmetric positions.
    pub fn key(&self, half: usize) -> u128 {
        self.keys[half][..self.board.symmetries].iter().copied().min().unwrap_or(0)
    }

    /// The half where a seat attacks.
    #[inline]
    pub fn far(&self, seat: usize) -> usize {
        self.board.far[seat]
    }

    /// The lines.
    pub fn board(&self) -> &'a LineBoard {
        self.board
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

    /// Whether the empty squares can be paired so that every live line of a seat holds a pair. Then the other seat
    /// answers each mark on the other square of its pair, and no line is ever filled. False also when no pairing was
    /// found within the limits.
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
    pub fn threats(&self, seat: usize) -> u128 {
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

    /// Of the live lines through a square, for the seats that count: the squares that lie on all of them, and their
    /// weight. None when there is no such line.
    #[inline]
    fn common(&self, square: Square, counts: [bool; 2], weights: &SquareWeights) -> Option<(u128, i32)> {
        let (mut common, mut weight) = (u128::MAX, 0);
        for &(line, _) in &self.board.through[usize::from(square)] {
            let (line, marks) = (&self.board.lines[usize::from(line)], self.marks[usize::from(line)]);
            for seat in 0..2 {
                if counts[seat] && line.attackers[seat] && marks[1 - seat] == 0 {
                    common &= line.mask;
                    weight += weights[marks[seat].count_ones() as usize];
                }
            }
        }
        (weight > 0).then_some((common, weight))
    }

    /// Appends the empty squares that can matter for the seats that count, each with its weight.
    ///
    /// A square is left out if another empty square lies on all of its live lines: that one is never worse, for either
    /// seat, since the two can be exchanged in whatever follows.
    pub fn squares(&self, counts: [bool; 2], weights: &SquareWeights, out: &mut Vec<(Square, i32)>) {
        for half in 0..2 {
            for cell in Ones(self.empty[half]) {
                let square = cell as Square | (half as Square) << 7;
                let Some((common, weight)) = self.common(square, counts, weights) else { continue };
                let better = Ones(common & self.empty[half] & !bit(square)).any(|other| {
                    let twin = other as Square | (half as Square) << 7;
                    other < cell || self.common(twin, counts, weights).is_some_and(|(back, _)| back & bit(square) == 0)
                });
                if !better {
                    out.push((square, weight));
                }
            }
        }
    }
}

/// No pairing is tried for more lines than this.
const PAIRED: usize = 48;
/// Pairs to try before giving up.
const PAIRS: u32 = 60;

/// Whether the squares outside of `used` can be paired for all of these lines. Reorders the lines.
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
        // The lines without a pair come first.
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

/// By the number of marks in a line: the weight that it gives its squares.
pub type SquareWeights = [i32; LONGEST];
