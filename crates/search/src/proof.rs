//! Whether a seat can force a row: a search whose every answer is a proof.
//!
//! It deepens by the number of attacking moves; a chain of threats, each of which must be answered at once, costs nothing.
//! Whoever defends holds without search where the lines weigh too little (Erdős and Selfridge), where the squares can
//! be paired so that every line has a pair, and where the attacker's own board is held alone, answering there whatever
//! is played there.

use crate::control::Control;
use crate::fingerprint;
use crate::lines::{Position, Square, Worth, half, only, square_of};
use crate::solve::Value;

/// What is asked: whether this seat can force a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Question {
    attacker: usize,
    /// whether the other seat may win meanwhile, or only defends
    race: bool,
}

/// What is known of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Yes,
    No,
    /// Nothing, within so many attacking moves.
    Open,
}

/// A place of the table.
#[derive(Clone, Copy)]
struct Slot {
    check: [u32; 2],
    /// the nodes that went into it, which say what is worth keeping; none in a free one
    work: u32,
    answer: Answer,
    limit: u8,
    best: Square,
}

const FREE: Slot = Slot { check: [0; 2], work: 0, answer: Answer::Open, limit: 0, best: NOWHERE };
const NOWHERE: Square = u8::MAX;
/// Slots in which one key may be.
const WAYS: usize = 4;
const ATTACK: Worth = [1, 3, 9, 27, 81];
const DEFENCE: Worth = [8, 9, 10, 12, 14];
/// From so many attacking moves on the attacker may also spend them on defending.
const NARROW: u8 = 8;
/// So many links of chains are looked at before a chain is given up.
const CHAIN: u32 = 12;

struct Table(Vec<Slot>);

impl Table {
    fn new(bytes: usize) -> Self {
        Table(vec![FREE; (bytes / size_of::<Slot>()).max(WAYS)])
    }

    fn place(&self, key: u128) -> (usize, [u32; 2]) {
        let rooms = (self.0.len() / WAYS) as u128;
        ((((key >> 64) * rooms) >> 64) as usize * WAYS, [key as u32, (key >> 32) as u32])
    }

    fn find(&self, key: u128) -> Option<Slot> {
        let (at, check) = self.place(key);
        self.0[at..at + WAYS].iter().find(|slot| slot.check == check && slot.work > 0).copied()
    }

    fn store(&mut self, key: u128, answer: Answer, limit: u8, best: Square, work: u64) {
        let (at, check) = self.place(key);
        let room = &mut self.0[at..at + WAYS];
        let same = room.iter().position(|slot| slot.check == check && slot.work > 0);
        let way = same.unwrap_or_else(|| (0..WAYS).min_by_key(|&way| room[way].work).unwrap_or(0));
        let work = work.clamp(1, u32::MAX.into()) as u32;
        room[way] = Slot { check, work, answer, limit, best };
    }
}

/// A search of one board. It keeps its table from one question to the next.
pub struct Proof<'a> {
    /// where it stands
    pub position: Position<'a>,
    table: Table,
    moves: Vec<(Square, i32)>,
    /// it also stops when the control has counted so many nodes
    pub cap: u64,
}

impl<'a> Proof<'a> {
    /// A search with a table of at most so many bytes.
    pub fn new(position: Position<'a>, bytes: usize) -> Self {
        Proof { position, table: Table::new(bytes), moves: Vec::with_capacity(1024), cap: u64::MAX }
    }

    /// The value seen from seat 0 (a win, a loss or neither) with `turn` to move, as far as it is found before a stop.
    pub fn value(&mut self, turn: usize, control: &mut Control) -> Value {
        let mut can = [Answer::Open; 2];
        // Both questions in turn, so that a hard one does not keep an easy one waiting.
        for limit in 0..=u8::MAX {
            for attacker in [turn, 1 - turn] {
                if can[attacker] == Answer::Open {
                    can[attacker] = self.search(Question { attacker, race: true }, turn, limit, control);
                }
                if can[attacker] == Answer::Yes {
                    return Value::Proved(if attacker == 0 { 1 } else { -1 });
                }
            }
            if can == [Answer::No; 2] {
                return Value::Proved(0);
            }
            if self.stopped(control) {
                break;
            }
        }
        let bound = |answer: Answer, most: i32| Some(if answer == Answer::No { 0 } else { most });
        Value::Between(bound(can[1], -1), bound(can[0], 1))
    }

    /// Whether the search was stopped, by the control or by its cap.
    pub fn stopped(&self, control: &Control) -> bool {
        control.stopped() || control.nodes > self.cap
    }

    /// The seats whose rows count.
    fn counts(question: Question) -> [bool; 2] {
        [0, 1].map(|seat| question.race || seat == question.attacker)
    }

    /// The same for positions that differ only in what cannot matter to the question, or by symmetry.
    fn key(&self, question: Question, turn: usize) -> u128 {
        let far = self.position.far(question.attacker);
        let moves = u64::from(question.attacker == turn) << 1 | u64::from(question.race);
        if self.position.shared() {
            return fingerprint(&(self.position.key(far), moves << 1 | question.attacker as u64));
        }
        let near = if question.race { self.position.key(1 - far) } else { 0 };
        fingerprint(&(self.position.key(far), near, moves))
    }

    /// What is to be seen without search, or else the only square to play where there is one.
    fn glance(&self, question: Question, turn: usize) -> Result<Option<Square>, Answer> {
        let (position, attacker, other) = (&self.position, question.attacker, 1 - turn);
        let counts = Self::counts(question);
        let won = |winner: usize| Err(if winner == attacker { Answer::Yes } else { Answer::No });
        if counts[turn] && position.winning[turn] != 0 {
            return won(turn);
        }
        // A defender who takes the heaviest square each time holds this.
        if position.weight[attacker] < 1 << (position.len() - usize::from(attacker == turn)) {
            return Err(Answer::No);
        }
        match position.winning[other] {
            0 => Ok(None),
            _ if !counts[other] => Ok(None),
            set => only(set).map_or_else(|| won(other), |cell| Ok(Some(square_of(position.far(other), cell)))),
        }
    }

    /// The answer within so many attacking moves.
    fn search(&mut self, question: Question, turn: usize, limit: u8, control: &mut Control) -> Answer {
        let before = control.nodes;
        if control.tick() || control.nodes > self.cap {
            return Answer::Open;
        }
        let forced = match self.glance(question, turn) {
            Err(answer) => return answer,
            Ok(forced) => forced,
        };
        let key = self.key(question, turn);
        let known = self.table.find(key);
        match known {
            Some(slot) if slot.answer != Answer::Open => return slot.answer,
            Some(slot) if slot.limit >= limit => return Answer::Open,
            _ => {}
        }
        let attacks = turn == question.attacker;

        // 1. A chain of threats wins before anything else is tried; when it is only threatened it must be met.
        let mut matters = [u128::MAX; 2];
        if attacks && known.is_none() || !attacks && forced.is_none() {
            let mut set = [0; 2];
            let mut budget = CHAIN;
            if self.chain(question, &mut budget, &mut set, control) {
                if attacks {
                    self.table.store(key, Answer::Yes, limit, NOWHERE, control.nodes - before);
                    return Answer::Yes;
                }
                matters = set;
            }
        }

        // 2. Holding by pairs, or holding the attacker's board alone, is enough whatever happens elsewhere.
        let mut best = known.map_or(NOWHERE, |slot| slot.best);
        let apart = question.race && !self.position.shared();
        let held = if apart {
            let alone = Question { race: false, ..question };
            let answer = self.search(alone, turn, limit, control);
            if best == NOWHERE {
                let key = self.key(alone, turn);
                best = self.table.find(key).map_or(NOWHERE, |slot| slot.best);
            }
            if answer == Answer::Open {
                // What is not found against a mere defender is not found against one who may also attack.
                self.table.store(key, Answer::Open, limit, best, control.nodes - before);
                return Answer::Open;
            }
            answer == Answer::No
        } else {
            known.is_none() && self.position.paired(question.attacker)
        };
        if held {
            self.table.store(key, Answer::No, limit, NOWHERE, control.nodes - before);
            return Answer::No;
        }
        if attacks && forced.is_none() && limit == 0 {
            self.table.store(key, Answer::Open, limit, best, control.nodes - before);
            return Answer::Open;
        }

        // 3. Every move that can matter, the heaviest first.
        let from = self.moves.len();
        // Marks that only defend are left to the deeper rounds; without them nothing is refuted.
        let narrow = apart && attacks && forced.is_none() && limit < NARROW && self.position.live[1 - turn] > 0;
        if narrow {
            matters[self.position.far(1 - turn)] = 0;
        }
        self.list(question, turn, forced, matters, best);
        let mut answer = match attacks {
            true if narrow => Answer::Open,
            true => Answer::No,
            false => Answer::Yes,
        };
        let less = limit - u8::from(attacks && forced.is_none());
        while self.moves.len() > from {
            let square = self.pick(from);
            self.position.mark(turn, square);
            let found = self.search(question, 1 - turn, less, control);
            self.position.unmark(turn, square);
            if self.stopped(control) {
                self.moves.truncate(from);
                return Answer::Open;
            }
            if found == Answer::Open {
                answer = Answer::Open;
            } else if (found == Answer::Yes) == attacks {
                (answer, best) = (found, square);
                break;
            }
            // An attack that is not refuted yet, or a defence: the first one is tried first again.
            if found == Answer::Open && !attacks {
                best = square;
                break;
            }
        }
        self.moves.truncate(from);
        self.table.store(key, answer, limit, best, control.nodes - before);
        answer
    }

    /// Appends what can be played, each with how good it looks.
    fn list(&mut self, question: Question, turn: usize, forced: Option<Square>, matters: [u128; 2], best: Square) {
        let from = self.moves.len();
        if let Some(square) = forced {
            self.moves.push((square, 0));
            return;
        }
        let worth = if turn == question.attacker { &ATTACK } else { &DEFENCE };
        self.position.squares(Self::counts(question), worth, &mut self.moves);
        // A threat of one's own puts off whatever should be met.
        let threats = if question.race { self.position.near(turn) } else { 0 };
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

    /// Takes the best-looking move out of the list.
    fn pick(&mut self, from: usize) -> Square {
        let moves = &self.moves[from..];
        let best = (0..moves.len()).max_by_key(|&at| moves[at].1).unwrap_or(0);
        self.moves.swap_remove(from + best).0
    }

    /// Whether the attacker, if it were to move, could win by threats alone; `set` gets all squares that have to do with it.
    fn chain(&mut self, question: Question, budget: &mut u32, set: &mut [u128; 2], control: &mut Control) -> bool {
        let attacker = question.attacker;
        let (far, other) = (self.position.far(attacker), 1 - attacker);
        let shared = question.race && self.position.shared();
        if self.position.winning[attacker] != 0 {
            set[far] |= self.position.winning[attacker];
            return true;
        }
        if *budget == 0 || control.tick() {
            return false;
        }
        *budget -= 1;
        let mut squares = self.position.near(attacker);
        if question.race && self.position.winning[other] != 0 {
            // Only a threat that also stops the other's row will do.
            squares &= if shared { self.position.winning[other] } else { 0 };
        }
        while squares != 0 {
            let cell = squares.trailing_zeros();
            squares &= squares - 1;
            let square = square_of(far, cell);
            self.position.mark(attacker, square);
            let threats = self.position.winning[attacker];
            let open = threats != 0 && !(question.race && self.position.winning[other] != 0);
            let mut reply = NOWHERE;
            let won = open
                && match only(threats) {
                    None => true,
                    Some(cell) => {
                        reply = square_of(far, cell);
                        self.position.mark(other, reply);
                        let won = self.chain(question, budget, set, control);
                        self.position.unmark(other, reply);
                        won
                    }
                };
            self.position.unmark(attacker, square);
            if won {
                set[far] |= threats | 1 << cell;
                // Where both attack on one board, a reply may become part of a row.
                if shared && reply != NOWHERE {
                    set[far] |= self.position.around(other, reply);
                }
                return true;
            }
        }
        false
    }
}
