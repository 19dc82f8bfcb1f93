//! One half of the board, where one seat attacks and the other only stops rows. Counts are kept up with every mark.

use agon_rules::bits::Ones;
use agon_rules::games::checkerboard::Checkerboard;

use crate::hash::fingerprint;

/// Squares of a row that wins.
pub const LEN: usize = 5;
/// Squares of a half at most.
pub const CELLS: usize = 72;
/// Rows of a half at most.
const ROWS: usize = 104;
/// Rows through a square at most.
const THROUGH: usize = 4 * LEN;
/// A mark of the defender in a row, beside up to five of the attacker.
const STOP: u8 = 8;
/// Bits of a lane: a square is on twenty rows at most.
const LANE: u32 = 6;
const ONES: u32 = (1 << LANE) - 1;

/// What a size of board has: the rows of a half.
pub struct Shape {
    pub cells: usize,
    pub files: usize,
    rows: Vec<[u8; LEN]>,
    masks: Vec<u128>,
    through: Vec<[u8; THROUGH]>,
    degree: [u8; CELLS],
    keys: [[u64; CELLS]; 2],
}

impl Shape {
    pub fn of(game: &Checkerboard) -> Self {
        let (files, ranks) = (usize::from(game.size), usize::from(game.size / 2));
        let shapes = crate::solve::rows::lines::shapes(files, ranks, LEN);
        let mut shape = Shape {
            cells: files * ranks,
            files,
            rows: Vec::new(),
            masks: Vec::new(),
            through: vec![[0; THROUGH]; files * ranks],
            degree: [0; CELLS],
            keys: [[0; CELLS]; 2],
        };
        for (number, row) in shapes.iter().enumerate() {
            let mut cells = [0; LEN];
            for (to, &cell) in cells.iter_mut().zip(row) {
                *to = cell as u8;
                let degree = &mut shape.degree[cell];
                shape.through[cell][usize::from(*degree)] = number as u8;
                *degree += 1;
            }
            shape.rows.push(cells);
            shape.masks.push(row.iter().fold(0, |mask, cell| mask | 1 << cell));
        }
        for who in 0..2 {
            for cell in 0..CELLS {
                shape.keys[who][cell] = fingerprint(&(who as u8, cell as u8)) as u64;
            }
        }
        shape
    }

    fn through(&self, cell: usize) -> &[u8] {
        &self.through[cell][..usize::from(self.degree[cell])]
    }
}

/// The marks of a half and what they make of its rows.
#[derive(Clone, Copy)]
pub struct Half {
    /// the squares without a mark
    pub empty: u128,
    /// the attacker's marks
    pub own: u128,
    /// by row: the attacker's marks, and eight for each of the defender's
    rows: [u8; ROWS],
    /// by square: how many open rows with 0 to 4 marks go through it, in lanes of six bits
    pub lanes: [u32; CELLS],
    /// by marks: how many rows are open
    pub counts: [u8; LEN + 1],
    pub key: u64,
}

/// The rows with so many marks, of the lanes of a square.
#[inline]
pub fn lane(lanes: u32, marks: u32) -> u32 {
    lanes >> (marks * LANE) & ONES
}

impl Half {
    pub fn new(shape: &Shape) -> Self {
        let mut half = Half {
            empty: (1 << shape.cells) - 1,
            own: 0,
            rows: [0; ROWS],
            lanes: [0; CELLS],
            counts: [0; LEN + 1],
            key: 0,
        };
        half.counts[0] = shape.rows.len() as u8;
        (0..shape.cells).for_each(|cell| half.lanes[cell] = shape.degree[cell].into());
        half
    }

    /// The attacker marks a square.
    #[inline]
    pub fn attack(&mut self, shape: &Shape, cell: usize) {
        self.empty &= !(1 << cell);
        self.own |= 1 << cell;
        self.key ^= shape.keys[0][cell];
        for &row in shape.through(cell) {
            let marks = self.rows[usize::from(row)];
            self.rows[usize::from(row)] = marks + 1;
            if marks < STOP {
                self.counts[usize::from(marks)] -= 1;
                self.counts[usize::from(marks) + 1] += 1;
                let before = 1_u32 << (u32::from(marks) * LANE);
                let change = if usize::from(marks) + 1 < LEN { (before << LANE).wrapping_sub(before) } else { 0 };
                for &at in &shape.rows[usize::from(row)] {
                    let lanes = &mut self.lanes[usize::from(at)];
                    *lanes = lanes.wrapping_add(change);
                }
            }
        }
    }

    /// The defender marks a square.
    #[inline]
    pub fn stop(&mut self, shape: &Shape, cell: usize) {
        self.empty &= !(1 << cell);
        self.key ^= shape.keys[1][cell];
        for &row in shape.through(cell) {
            let marks = self.rows[usize::from(row)];
            self.rows[usize::from(row)] = marks + STOP;
            if marks < STOP {
                self.counts[usize::from(marks)] -= 1;
                let before = 1_u32 << (u32::from(marks) * LANE);
                for &at in &shape.rows[usize::from(row)] {
                    let lanes = &mut self.lanes[usize::from(at)];
                    *lanes = lanes.wrapping_sub(before);
                }
            }
        }
    }

    /// The squares that complete a row.
    #[inline]
    pub fn winning(&self, shape: &Shape) -> u128 {
        if self.counts[LEN - 1] == 0 {
            return 0;
        }
        let open = self.rows.iter().zip(&shape.masks).filter(|(marks, _)| usize::from(**marks) == LEN - 1);
        open.fold(0, |set, (_, mask)| set | mask & self.empty)
    }

    /// The squares that complete a row through a square.
    #[inline]
    pub fn winning_with(&self, shape: &Shape, cell: usize) -> u128 {
        let mut set = 0;
        for &row in shape.through(cell) {
            if usize::from(self.rows[usize::from(row)]) == LEN - 1 {
                set |= shape.masks[usize::from(row)] & self.empty;
            }
        }
        set
    }

    /// The empty squares where a mark threatens to complete a row.
    #[inline]
    pub fn fours(&self, shape: &Shape) -> u128 {
        if self.counts[LEN - 2] == 0 {
            return 0;
        }
        let open = self.rows.iter().zip(&shape.masks).filter(|(marks, _)| usize::from(**marks) == LEN - 2);
        open.fold(0, |set, (_, mask)| set | mask & self.empty)
    }

    /// Whether the defender holds by always taking the heaviest square, no matter who moves first (Erdős and Selfridge).
    #[inline]
    pub fn held(&self, attacks: bool) -> bool {
        let weight: u32 = (0..LEN).map(|marks| u32::from(self.counts[marks]) << marks).sum();
        weight < 1 << (LEN - usize::from(attacks))
    }

    /// What the attack is worth. A row alone is soon stopped; what counts are squares where several rows cross.
    #[inline]
    pub fn chances(&self) -> i32 {
        let of = |cell: usize| {
            let rows = |marks: u32| lane(self.lanes[cell], marks) as i32;
            rows(1) + 3 * rows(2) + 4 * rows(3)
        };
        Ones(self.empty).map(|cell| of(cell) * of(cell)).sum()
    }
}
