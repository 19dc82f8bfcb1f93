//! The lines of one board, their keys, and the table of what was proved there.

use agon_rules::bits::Ones;

use super::edges::Edge;
use super::{NOWHERE, Proof};
use crate::hash::fingerprint;
use crate::solve::rows::lines::{LineBoard, image, shapes};

/// A board that is wider than it is high has four symmetries, each of which undoes itself.
const SYMMETRIES: usize = 4;

/// The lines of a board.
pub struct Field {
    lines: Vec<Vec<u8>>,
    /// by line and square: its index in the line
    index: Vec<[u8; 128]>,
    /// by line and its empty squares: a key for each symmetry
    keys: Vec<[u128; SYMMETRIES]>,
    images: [[u8; 128]; SYMMETRIES],
    pub len: usize,
}

impl Field {
    /// One half of a board.
    pub fn of(board: &LineBoard) -> Self {
        let [files, ranks] = board.shape;
        Field::new(files, ranks, board.len())
    }

    pub fn new(files: usize, ranks: usize, len: usize) -> Self {
        let to_line = |shape: Vec<usize>| shape.into_iter().map(|cell| cell as u8).collect();
        let lines: Vec<Vec<u8>> = shapes(files, ranks, len).into_iter().map(to_line).collect();
        let mut images = [[0; 128]; SYMMETRIES];
        for (symmetry, to) in images.iter_mut().enumerate() {
            (0..files * ranks).for_each(|cell| to[cell] = image(files, ranks, symmetry, cell) as u8);
        }
        let mut index = vec![[0; 128]; lines.len()];
        let mut keys = Vec::with_capacity(lines.len() << len);
        for (number, line) in lines.iter().enumerate() {
            line.iter().enumerate().for_each(|(at, &cell)| index[number][usize::from(cell)] = at as u8);
            for bits in 0..1_usize << len {
                keys.push(images.map(|to| {
                    let left = line.iter().enumerate().filter(|(at, _)| bits >> at & 1 > 0);
                    fingerprint(&left.fold(0_u128, |set, (_, &cell)| set | 1 << to[usize::from(cell)]))
                }));
            }
        }
        Field { lines, index, keys, images, len }
    }

    /// What is left of the lines with these marks of the attacker and of the defender.
    pub fn edges(&self, own: u128, other: u128) -> Vec<Edge> {
        let mut edges = Vec::with_capacity(self.lines.len());
        for (number, line) in self.lines.iter().enumerate() {
            let squares = line.iter().fold(0_u128, |set, cell| set | 1 << cell);
            if squares & other == 0 {
                let empty = |(at, cell): (usize, &u8)| u8::from(own >> cell & 1 == 0) << at;
                let bits = line.iter().enumerate().map(empty).sum();
                edges.push(Edge { squares: squares & !own, line: number as u16, bits });
            }
        }
        edges
    }

    /// What is left of a line after the attacker's mark on one of its empty squares.
    pub fn shorter(&self, edge: Edge, cell: u32) -> Edge {
        let at = self.index[usize::from(edge.line)][cell as usize];
        Edge { squares: edge.squares & !(1 << cell), bits: edge.bits & !(1 << at), ..edge }
    }

    /// The key of a set of lines, the same for all symmetric ones, and the symmetry that leads to it.
    pub fn key(&self, edges: &[Edge]) -> (u128, usize) {
        let mut sums = [0_u128; SYMMETRIES];
        for edge in edges {
            let keys = &self.keys[usize::from(edge.line) << self.len | usize::from(edge.bits)];
            sums.iter_mut().zip(keys).for_each(|(sum, key)| *sum = sum.wrapping_add(*key));
        }
        let symmetry = (0..SYMMETRIES).min_by_key(|&symmetry| sums[symmetry]).unwrap_or(0);
        (sums[symmetry], symmetry)
    }

    pub fn image(&self, set: u128, symmetry: usize) -> u128 {
        Ones(set).fold(0, |image, cell| image | 1 << self.images[symmetry][cell])
    }

    pub fn image_of(&self, cell: u8, symmetry: usize) -> u8 {
        if cell == NOWHERE { NOWHERE } else { self.images[symmetry][usize::from(cell)] }
    }
}

/// What is known of a position, as its symmetry shows it.
#[derive(Clone, Copy)]
pub struct Slot {
    pub(super) check: u64,
    /// the nodes of its search, which say what is worth keeping; none in a free slot
    pub(super) work: u32,
    pub proof: Proof,
    pub limit: u8,
    pub best: u8,
    /// whether no sequence of threats was found
    pub quiet: bool,
    pub zone: u128,
}

impl Slot {
    pub const FREE: Slot =
        Slot { check: 0, work: 0, proof: Proof::Open, limit: 0, best: NOWHERE, quiet: false, zone: 0 };
}

/// Slots of a bucket.
const WAYS: usize = 4;

/// What was proved, by key.
pub struct Table(Vec<Slot>);

impl Table {
    /// As in the transposition table, the largest power of two within the budget is used.
    pub fn new(bytes: usize) -> Self {
        let bytes: usize = 1 << bytes.max(32).ilog2();
        Table(vec![Slot::FREE; (bytes / size_of::<Slot>()).max(1).div_ceil(WAYS) * WAYS])
    }

    fn bucket(&self, key: u128) -> (usize, u64) {
        let buckets = (self.0.len() / WAYS) as u128;
        ((((key >> 64) * buckets) >> 64) as usize * WAYS, key as u64)
    }

    pub fn find(&self, key: u128) -> Option<Slot> {
        let (at, check) = self.bucket(key);
        self.0[at..at + WAYS].iter().find(|slot| slot.check == check && slot.work > 0).copied()
    }

    pub fn store(&mut self, key: u128, slot: Slot, work: u64) {
        let (at, check) = self.bucket(key);
        let bucket = &mut self.0[at..at + WAYS];
        let same = bucket.iter().position(|slot| slot.check == check && slot.work > 0);
        let way = same.unwrap_or_else(|| (0..WAYS).min_by_key(|&way| bucket[way].work).unwrap_or(0));
        bucket[way] = Slot { check, work: work.clamp(1, u32::MAX.into()) as u32, ..slot };
    }
}
