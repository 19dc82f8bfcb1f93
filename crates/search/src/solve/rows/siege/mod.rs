//! One board on which one seat attacks and the other only defends: whether the attacker fills a line.
//!
//! An AND/OR search that deepens by the number of attacking moves. Each proof knows its zone, the squares on which it
//! rests: more marks of the losing side outside of it change nothing. So if one move of the losing side fails, all moves
//! outside of the zone of that failure fail in the same way, and only those within all zones so far are left to try.

mod edges;
mod field;
#[cfg(test)]
mod tests;

use agon_rules::bits::Ones;

use self::edges::{Edge, by_threats, held_by_weight, live, pairing, parts, simplify};
pub use self::field::Field;
use self::field::{Slot, Table};
use super::lines::only;
use crate::control::Control;

/// Whether a goal is proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    Proved,
    Disproved,
    /// Neither, within the limit of attacking moves.
    Open,
}

/// What a search has found.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub proof: Proof,
    /// the squares on which a proof rests, occupied ones left out
    pub zone: u128,
    /// the best move, if one is known
    pub best: u8,
    quiet: bool,
}

pub const NOWHERE: u8 = u8::MAX;
const OPEN: Found = Found { proof: Proof::Open, zone: 0, best: NOWHERE, quiet: false };

impl Found {
    fn proved(zone: u128) -> Self {
        Found { proof: Proof::Proved, zone, ..OPEN }
    }

    fn held(zone: u128) -> Self {
        Found { proof: Proof::Disproved, zone, ..OPEN }
    }

    /// A defence that also needs these squares.
    fn with(self, pairs: u128) -> Self {
        if self.proof == Proof::Disproved { Found { zone: self.zone | pairs, ..self } } else { self }
    }
}

/// By the number of empty squares of a line: the weight that it gives them.
const WEIGHTS: [i32; 6] = [0, 243, 81, 27, 9, 3];
/// Nodes of one threat-space search.
const THREATS: u32 = 30;

/// A search of one board. It keeps its table from one proof to the next.
pub struct Siege {
    field: Field,
    table: Table,
    /// it also stops when the control has counted this many nodes
    pub cap: u64,
}

impl Siege {
    /// With a table of at most `bytes` bytes.
    pub fn new(field: Field, bytes: usize) -> Self {
        Siege { field, table: Table::new(bytes), cap: u64::MAX }
    }

    /// Whether the attacker fills a line within `limit` attacking moves: `own` are its marks, `other` the defender's,
    /// and `attacks` says whether it is to move.
    pub fn within(&mut self, own: u128, other: u128, attacks: bool, limit: u8, control: &mut Control) -> Found {
        self.search(self.field.edges(own, other), attacks, limit, control)
    }

    fn stopped(&self, control: &Control) -> bool {
        control.stopped() || control.nodes > self.cap
    }

    fn search(&mut self, mut edges: Vec<Edge>, attacks: bool, limit: u8, control: &mut Control) -> Found {
        let before = control.nodes;
        if control.tick() || control.nodes > self.cap {
            return OPEN;
        }

        // 1. A line with one empty square wins, or must be stopped there.
        let now = edges.iter().filter_map(|edge| only(edge.squares)).fold(0_u128, |set, cell| set | 1 << cell);
        if now != 0 && (attacks || only(now).is_none()) {
            return Found::proved(now);
        }
        let (through, pairs) = simplify(&mut edges);
        let live = live(&edges);
        if held_by_weight(&edges, &through, self.field.len, attacks) {
            return Found::held(live | pairs);
        }
        if now == 0
            && let Some(parts) = parts(&edges)
        {
            return self.search_parts(parts, attacks, limit, control).with(pairs);
        }

        // 2. What is known already.
        let (key, symmetry) = self.field.key(&edges);
        let key = key ^ u128::from(attacks);
        let known = self.table.find(key);
        if let Some(slot) = known
            && (slot.proof != Proof::Open || slot.limit >= limit)
        {
            let (zone, best) = (self.field.image(slot.zone, symmetry), self.field.image_of(slot.best, symmetry));
            return Found { proof: slot.proof, zone, best, quiet: slot.quiet }.with(pairs);
        }

        // 3. The attacker wins by threats alone, or the defender must meet them; or pairs hold everything.
        let (mut must, mut zone) = (live, 0);
        let mut found = None;
        if now != 0 {
            (must, zone) = (now, now);
        } else if known.is_none_or(|slot| !slot.quiet) {
            let squares: Vec<u128> = edges.iter().map(|edge| edge.squares).collect();
            let mut budget = THREATS;
            match by_threats(&squares, &mut budget, !attacks) {
                Some(threats) if attacks => found = Some(Found::proved(threats.zone)),
                Some(threats) => (must, zone) = (threats.must, threats.zone),
                None => {}
            }
            control.nodes += u64::from(THREATS - budget);
        }
        let quiet = now == 0 && zone == 0;
        if found.is_none() && known.is_none() && now == 0 {
            found = pairing(&edges).map(Found::held);
        }
        let found = match found {
            Some(found) => found,
            None if attacks && limit == 0 => Found { quiet, ..OPEN },
            None => {
                let best = known.map_or(NOWHERE, |slot| self.field.image_of(slot.best, symmetry));
                let node = Node { edges, through, live, must, zone, attacks, best, forced: now != 0 };
                let Some(found) = self.try_moves(node, limit, control) else { return OPEN };
                Found { quiet, ..found }
            }
        };
        let best = self.field.image_of(found.best, symmetry);
        let zone = self.field.image(found.zone, symmetry);
        let slot = Slot { proof: found.proof, limit, best, quiet: found.quiet, zone, ..Slot::FREE };
        self.table.store(key, slot, control.nodes - before);
        found.with(pairs)
    }

    /// Tries the moves that can matter, the heaviest first. None when the search is stopped.
    ///
    /// A square is left out if another lies on all of its lines: that one is never worse for either side, since the two
    /// can be exchanged in whatever follows. The zone of such an exchange has both squares.
    fn try_moves(&mut self, node: Node, limit: u8, control: &mut Control) -> Option<Found> {
        let Node { edges, through, live, mut must, mut zone, attacks, mut best, forced } = node;
        let cells: Vec<usize> = Ones(live).collect();
        let mut moves: Vec<(u32, i32)> = Vec::with_capacity(cells.len());
        let mut dominated: Vec<(usize, usize)> = Vec::new();
        for &cell in &cells {
            let better = cells.iter().copied().filter(|&by| by != cell && through[cell].within(through[by]));
            match better.max_by_key(|&by| through[by].count()) {
                Some(by) if !forced => dominated.push((cell, by)),
                _ => {
                    let lines = through[cell].numbers();
                    let weight = lines.map(|at| WEIGHTS[edges[at].squares.count_ones() as usize]).sum();
                    moves.push((cell as u32, weight));
                }
            }
        }
        moves.sort_unstable_by_key(|&(cell, weight)| (cell != u32::from(best), -weight));
        let (wanted, mut proof) =
            if attacks { (Proof::Proved, Proof::Disproved) } else { (Proof::Disproved, Proof::Proved) };
        for (cell, _) in moves {
            if must >> cell & 1 == 0 {
                continue;
            }
            let found = self.search(self.marked(&edges, attacks, cell), !attacks, limit - u8::from(attacks), control);
            if self.stopped(control) {
                return None;
            }
            if found.proof == wanted {
                return Some(Found { zone: found.zone | 1 << cell, best: cell as u8, ..found });
            }
            if found.proof != Proof::Open {
                zone |= found.zone;
                must &= found.zone;
                continue;
            }
            proof = Proof::Open;
            if !attacks {
                // A defence that is not refuted yet is tried first in the next iteration.
                best = cell as u8;
                break;
            }
        }
        for (cell, by) in dominated {
            if must >> cell & 1 > 0 {
                zone |= 1 << cell | 1 << by;
            }
        }
        Some(Found { proof, zone, best, quiet: false })
    }

    /// What is left of the lines after a mark.
    fn marked(&self, edges: &[Edge], attacks: bool, cell: u32) -> Vec<Edge> {
        let on = |edge: &Edge| edge.squares >> cell & 1 > 0;
        if attacks {
            edges.iter().map(|edge| if on(edge) { self.field.shorter(*edge, cell) } else { *edge }).collect()
        } else {
            edges.iter().filter(|edge| !on(edge)).copied().collect()
        }
    }

    /// Parts that share no square. To move, the attacker needs a win in one of them, since the defender can answer each
    /// mark in its part. With the defender to move, it can save one part of those that would be lost.
    fn search_parts(&mut self, parts: Vec<Vec<Edge>>, attacks: bool, limit: u8, control: &mut Control) -> Found {
        let (mut zone, mut open) = (0, false);
        let mut lost: Option<(Vec<Edge>, u128)> = None;
        for part in parts {
            let found = self.search(part.clone(), true, limit, control);
            match (found.proof, &lost) {
                (Proof::Open, _) => open = true,
                (Proof::Disproved, _) => zone |= found.zone,
                (Proof::Proved, _) if attacks => return found,
                (Proof::Proved, None) => lost = Some((part, found.zone)),
                (Proof::Proved, Some((_, other))) => return Found::proved(found.zone | other),
            }
        }
        if let Some((part, _)) = lost {
            let found = self.search(part, false, limit, control);
            match found.proof {
                Proof::Open => open = true,
                Proof::Disproved => zone |= found.zone,
                Proof::Proved => return found,
            }
        }
        if open { OPEN } else { Found::held(zone) }
    }
}

/// A position whose moves are to be tried.
struct Node {
    edges: Vec<Edge>,
    through: edges::Through,
    live: u128,
    /// the only squares worth a move
    must: u128,
    /// what the loss of all other moves rests on
    zone: u128,
    attacks: bool,
    best: u8,
    forced: bool,
}
