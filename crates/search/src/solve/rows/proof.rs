//! Proof search for games of rows: an AND/OR search for whether a seat can force a row. Every proof is a proof.
//!
//! It deepens iteratively by the number of attacking moves. Threats that must be proofed at once cost nothing: a
//! threat-space search follows them first. The defender holds without search in three cases: the lines weigh too little
//! (Erdős and Selfridge), the squares can be paired so that every line holds a pair, or the attacker's board is held
//! on its own.

use super::lines::{LinePosition, Square, SquareWeights, half, only, square_of};
use super::siege::{Field, Proof, Siege};
use crate::control::Control;
use crate::hash::fingerprint;
use crate::solve::solution::GameValue;

/// The goal of a proof: this seat can force a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    pub attacker: usize,
    /// whether the other seat can win with a row of its own, or only defends
    pub race: bool,
}

/// A slot of the proof table.
#[derive(Clone, Copy)]
struct Slot {
    check: [u32; 2],
    /// the nodes of its search, which say what is worth keeping; none in a free slot
    work: u32,
    proof: Proof,
    limit: u8,
    best: Square,
}

const FREE: Slot = Slot { check: [0; 2], work: 0, proof: Proof::Open, limit: 0, best: NOWHERE };
pub const NOWHERE: Square = u8::MAX;
/// Slots of a bucket.
const WAYS: usize = 4;
const ATTACK: SquareWeights = [1, 3, 9, 27, 81];
const DEFENCE: SquareWeights = [8, 9, 10, 12, 14];
/// From this limit on, the attacker may also spend attacking moves on defending.
const NARROW: u8 = 8;
/// The usual number of nodes of one threat-space search.
const THREATS: u32 = 12;

/// What was proved, by key.
#[derive(Default)]
pub struct Table(Vec<Slot>);

impl Table {
    /// As in the transposition table, the largest power of two within the budget is used.
    pub fn new(bytes: usize) -> Self {
        let bytes: usize = 1 << bytes.max(32).ilog2();
        Table(vec![FREE; (bytes / size_of::<Slot>()).max(WAYS)])
    }

    fn bucket(&self, key: u128) -> (usize, [u32; 2]) {
        let buckets = (self.0.len() / WAYS) as u128;
        ((((key >> 64) * buckets) >> 64) as usize * WAYS, [key as u32, (key >> 32) as u32])
    }

    fn find(&self, key: u128) -> Option<Slot> {
        let (at, check) = self.bucket(key);
        self.0[at..at + WAYS].iter().find(|slot| slot.check == check && slot.work > 0).copied()
    }

    fn store(&mut self, key: u128, proof: Proof, limit: u8, best: Square, work: u64) {
        let (at, check) = self.bucket(key);
        let bucket = &mut self.0[at..at + WAYS];
        let same = bucket.iter().position(|slot| slot.check == check && slot.work > 0);
        let way = same.unwrap_or_else(|| (0..WAYS).min_by_key(|&way| bucket[way].work).unwrap_or(0));
        let work = work.clamp(1, u32::MAX.into()) as u32;
        bucket[way] = Slot { check, work, proof, limit, best };
    }
}

/// A proof search of one board. It keeps its table from one proof to the next.
pub struct ProofSearch<'a> {
    /// the position at the root
    pub position: LinePosition<'a>,
    table: Table,
    moves: Vec<(Square, i32)>,
    /// it also stops when the control has counted this many nodes
    pub cap: u64,
    /// whether a proof counts only within as many attacking moves as it was found with, so that whoever follows proofs
    /// from one position to the next comes closer to the end
    pub strict: bool,
    /// nodes of one threat-space search before it gives up
    pub threats: u32,
    /// proves what becomes of the attacker's board alone
    siege: Option<Siege>,
}

impl<'a> ProofSearch<'a> {
    /// A search with tables of at most `bytes` bytes. Boards apart are first searched on their own.
    pub fn new(position: LinePosition<'a>, bytes: usize) -> Self {
        if position.shared() {
            return ProofSearch::with_table(position, Table::new(bytes));
        }
        let siege = Siege::new(Field::of(position.board()), bytes / 2);
        ProofSearch { siege: Some(siege), ..ProofSearch::with_table(position, Table::new(bytes / 2)) }
    }

    /// A search that goes on with a table of the same board.
    pub fn with_table(position: LinePosition<'a>, table: Table) -> Self {
        let moves = Vec::with_capacity(1024);
        ProofSearch { position, table, moves, cap: u64::MAX, strict: false, threats: THREATS, siege: None }
    }

    /// The table, for another search.
    pub fn into_table(self) -> Table {
        self.table
    }

    /// Whether a seat can force a row with `turn` to move. None when that is open within `limit` attacking moves.
    pub fn forces(&mut self, attacker: usize, turn: usize, limit: u8, control: &mut Control) -> Option<bool> {
        match self.search(Goal { attacker, race: true }, turn, limit, control) {
            Proof::Proved => Some(true),
            Proof::Disproved => Some(false),
            Proof::Open => None,
        }
    }

    /// The value seen from seat 0 with `turn` to move: a win, a loss or a draw, or bounds if the search is stopped.
    pub fn value(&mut self, turn: usize, control: &mut Control) -> GameValue {
        let mut can = [Proof::Open; 2];
        // Both goals are deepened in turn, so that a hard proof does not hold up an easy one.
        for limit in 0..=u8::MAX {
            for attacker in [turn, 1 - turn] {
                if can[attacker] == Proof::Open {
                    can[attacker] = self.search(Goal { attacker, race: true }, turn, limit, control);
                }
                if can[attacker] == Proof::Proved {
                    return GameValue::Proved(if attacker == 0 { 1 } else { -1 });
                }
            }
            if can == [Proof::Disproved; 2] {
                return GameValue::Proved(0);
            }
            if self.stopped(control) {
                break;
            }
        }
        let bound = |proof: Proof, most: i32| Some(if proof == Proof::Disproved { 0 } else { most });
        GameValue::Between(bound(can[1], -1), bound(can[0], 1))
    }

    /// Whether the search was stopped, by the control or by its cap.
    pub fn stopped(&self, control: &Control) -> bool {
        control.stopped() || control.nodes > self.cap
    }

    /// The seats whose rows count for a goal.
    fn counts(goal: Goal) -> [bool; 2] {
        [0, 1].map(|seat| goal.race || seat == goal.attacker)
    }

    /// The key of a goal. Positions share it that differ only by symmetry, or by marks that cannot matter to the goal.
    fn key(&self, goal: Goal, turn: usize) -> u128 {
        let far = self.position.far(goal.attacker);
        let moves = u64::from(goal.attacker == turn) << 1 | u64::from(goal.race);
        if self.position.shared() {
            return fingerprint(&(self.position.key(far), moves << 1 | goal.attacker as u64));
        }
        let near = if goal.race { self.position.key(1 - far) } else { 0 };
        fingerprint(&(self.position.key(far), near, moves))
    }

    /// The proof where none has to be searched for, otherwise the forced move if there is one.
    fn glance(&self, goal: Goal, turn: usize) -> Result<Option<Square>, Proof> {
        let (position, attacker, other) = (&self.position, goal.attacker, 1 - turn);
        let counts = Self::counts(goal);
        let won = |winner: usize| Err(if winner == attacker { Proof::Proved } else { Proof::Disproved });
        if counts[turn] && position.winning[turn] != 0 {
            return won(turn);
        }
        // Erdős and Selfridge: a defender who always takes the heaviest square holds this.
        if position.weight[attacker] < 1 << (position.len() - usize::from(attacker == turn)) {
            return Err(Proof::Disproved);
        }
        match position.winning[other] {
            0 => Ok(None),
            _ if !counts[other] => Ok(None),
            set => only(set).map_or_else(|| won(other), |cell| Ok(Some(square_of(position.far(other), cell)))),
        }
    }

    /// Searches for a proof within `limit` attacking moves.
    fn search(&mut self, goal: Goal, turn: usize, limit: u8, control: &mut Control) -> Proof {
        let before = control.nodes;
        if control.tick() || control.nodes > self.cap {
            return Proof::Open;
        }
        let forced = match self.glance(goal, turn) {
            Err(proof) => return proof,
            Ok(forced) => forced,
        };
        let key = self.key(goal, turn);
        let known = self.table.find(key);
        match known {
            Some(slot) if self.strict && slot.proof == Proof::Proved && slot.limit > limit => return Proof::Open,
            Some(slot) if slot.proof != Proof::Open => return slot.proof,
            Some(slot) if slot.limit >= limit => return Proof::Open,
            _ => {}
        }
        let attacks = turn == goal.attacker;

        // 1. Threat-space search: the attacker wins by threats alone, or the defender must meet such a sequence.
        let mut matters = [u128::MAX; 2];
        if attacks && known.is_none() || !attacks && forced.is_none() {
            let mut set = [0; 2];
            let mut budget = self.threats;
            if self.wins_by_threats(goal, &mut budget, &mut set, control) {
                if attacks {
                    self.table.store(key, Proof::Proved, limit, NOWHERE, control.nodes - before);
                    return Proof::Proved;
                }
                matters = set;
            }
        }

        // In a race the other seat's sequences of threats count as well: with one of its own the defender wins, and the
        // attacker must meet one, or go on with threats.
        let mut met = false;
        if goal.race && self.siege.is_some() && forced.is_none() {
            let counter = Goal { attacker: 1 - goal.attacker, race: true };
            let mut set = [0; 2];
            let mut budget = self.threats;
            if self.wins_by_threats(counter, &mut budget, &mut set, control) {
                if !attacks {
                    self.table.store(key, Proof::Disproved, limit, NOWHERE, control.nodes - before);
                    return Proof::Disproved;
                }
                matters = set;
                met = true;
            }
        }

        // 2. A pairing, or a defence on the attacker's board alone, holds no matter what happens elsewhere.
        let mut best = known.map_or(NOWHERE, |slot| slot.best);
        let apart = goal.race && !self.position.shared();
        let held = if apart {
            let proof = self.alone(goal, turn, limit, &mut best, control);
            if proof == Proof::Open {
                // An attack that is not proved against pure defence is not proved against a counter-attack either.
                self.table.store(key, Proof::Open, limit, best, control.nodes - before);
                return Proof::Open;
            }
            proof == Proof::Disproved
        } else {
            known.is_none() && self.position.paired(goal.attacker)
        };
        if held {
            self.table.store(key, Proof::Disproved, limit, NOWHERE, control.nodes - before);
            return Proof::Disproved;
        }
        if attacks && forced.is_none() && limit == 0 {
            self.table.store(key, Proof::Open, limit, best, control.nodes - before);
            return Proof::Open;
        }

        // 3. Every move that can matter, the heaviest first: an OR node for the attacker, an AND node for the defender.
        let from = self.moves.len();
        // Purely defensive marks are left to deeper iterations. Without them nothing is disproved.
        let narrow = apart && attacks && !met && forced.is_none() && limit < NARROW && self.position.live[1 - turn] > 0;
        if narrow {
            matters[self.position.far(1 - turn)] = 0;
        }
        self.list(goal, turn, forced, matters, best);
        let mut proof = match attacks {
            true if narrow => Proof::Open,
            true => Proof::Disproved,
            false => Proof::Proved,
        };
        let less = limit - u8::from(attacks && forced.is_none());
        while self.moves.len() > from {
            let square = self.pick(from);
            self.position.mark(turn, square);
            let found = self.search(goal, 1 - turn, less, control);
            self.position.unmark(turn, square);
            if self.stopped(control) {
                self.moves.truncate(from);
                return Proof::Open;
            }
            if found == Proof::Open {
                proof = Proof::Open;
            } else if (found == Proof::Proved) == attacks {
                (proof, best) = (found, square);
                break;
            }
            // A defence that is not refuted yet leaves the node open. It is tried first in the next iteration.
            if found == Proof::Open && !attacks {
                best = square;
                break;
            }
        }
        self.moves.truncate(from);
        self.table.store(key, proof, limit, best, control.nodes - before);
        proof
    }

    /// What becomes of the attacker's board if the defender only defends. Sets `best` if it is not known yet.
    fn alone(&mut self, goal: Goal, turn: usize, limit: u8, best: &mut Square, control: &mut Control) -> Proof {
        if let Some(siege) = &mut self.siege {
            let far = self.position.far(goal.attacker);
            let marked = self.position.marked[far];
            siege.cap = self.cap;
            let found =
                siege.within(marked[goal.attacker], marked[1 - goal.attacker], turn == goal.attacker, limit, control);
            if *best == NOWHERE && found.best != NOWHERE {
                *best = square_of(far, found.best.into());
            }
            return found.proof;
        }
        let alone = Goal { race: false, ..goal };
        let proof = self.search(alone, turn, limit, control);
        if *best == NOWHERE {
            let key = self.key(alone, turn);
            *best = self.table.find(key).map_or(NOWHERE, |slot| slot.best);
        }
        proof
    }

    /// Appends the moves to search, each with its weight.
    fn list(&mut self, goal: Goal, turn: usize, forced: Option<Square>, matters: [u128; 2], best: Square) {
        let from = self.moves.len();
        if let Some(square) = forced {
            self.moves.push((square, 0));
            return;
        }
        let weights = if turn == goal.attacker { &ATTACK } else { &DEFENCE };
        self.position.squares(Self::counts(goal), weights, &mut self.moves);
        // A threat of one's own has to be answered first, so it is a move as well.
        let threats = if goal.race { self.position.threats(turn) } else { 0 };
        let mut kept = from;
        for at in from..self.moves.len() {
            let (square, good) = self.moves[at];
            let threat = half(square) == self.position.far(turn) && threats >> (square & 127) & 1 > 0;
            if threat || matters[half(square)] >> (square & 127) & 1 > 0 {
                self.moves[kept] = (square, if square == best { i32::MAX } else { good });
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Takes the heaviest move out of the list.
    fn pick(&mut self, from: usize) -> Square {
        let moves = &self.moves[from..];
        let best = (0..moves.len()).max_by_key(|&at| moves[at].1).unwrap_or(0);
        self.moves.swap_remove(from + best).0
    }
}
