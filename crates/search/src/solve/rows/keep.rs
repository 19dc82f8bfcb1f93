//! Strategies in games of rows: pairs where they hold everything, otherwise the best-looking move that is proved.

use agon_rules::{Game, Seat};

use super::lines::{LineBoard, LinePosition, Square, only, square_of};
use super::ordered;
use super::proof::{Goal, ProofSearch, Table};
use crate::control::Control;
use crate::solve::keep::{Keep, Kept, Promise};

/// A game whose moves are marks on squares, as lines.
pub trait OfRows: Game<Move = u8> {
    /// Its lines.
    fn board(&self) -> LineBoard;

    /// A move as a square of the lines.
    fn square(&self, m: u8) -> Square;

    /// The marks of a state.
    fn marks(&self, s: &Self::State) -> Vec<(Seat, Square)>;

    /// A state by its lines.
    fn on<'a>(&self, board: &'a LineBoard, s: &Self::State) -> LinePosition<'a> {
        let mut position = LinePosition::new(board);
        self.marks(s).into_iter().for_each(|(seat, square)| position.mark(seat, square));
        position
    }
}

/// Finds out how promises are kept by proof search.
pub struct KeepByProof<'a, G> {
    game: &'a G,
    board: LineBoard,
    table: Table,
    bytes: usize,
}

impl<'a, G: OfRows> KeepByProof<'a, G> {
    /// With a table of at most `bytes` bytes.
    pub fn new(game: &'a G, bytes: usize) -> Self {
        KeepByProof { game, board: game.board(), table: Table::new(bytes), bytes }
    }
}

impl<G: OfRows> Keep<G> for KeepByProof<'_, G> {
    fn keep(&mut self, s: &G::State, moves: &[u8], promise: Promise, control: &mut Control) -> Option<Kept> {
        let Promise { holder, bound } = promise;
        if bound <= 0 {
            let rows = self.game.rows(s, 1 - holder)?;
            let number = |m: &u8| moves.iter().position(|other| other == m);
            let rows: Option<Vec<Vec<usize>>> = rows.iter().map(|row| row.iter().map(number).collect()).collect();
            if let Some(pairs) = pairing(&rows?, moves.len()) {
                return Some(Kept::Pairs(pairs));
            }
        }
        let mut proof = ProofSearch::with_table(self.game.on(&self.board, s), std::mem::take(&mut self.table));
        if bound > 0 {
            (proof.strict, proof.threats) = (true, FAR);
        }
        let kept = self.search(&mut proof, moves, promise, control);
        self.table = proof.into_table();
        kept.map(Kept::Move)
    }

    fn forget(&mut self) {
        self.table = Table::new(self.bytes);
    }
}

impl<G: OfRows> KeepByProof<'_, G> {
    /// The first move that is proved, with all moves searched a little deeper each time.
    fn search(&self, proof: &mut ProofSearch, moves: &[u8], promise: Promise, control: &mut Control) -> Option<usize> {
        let Promise { holder, bound } = promise;
        // Who wants to win attacks; who wants not to lose must not be attacked with success.
        let attacker = if bound > 0 { holder } else { 1 - holder };
        let mut open = ordered(proof, holder, moves, &|m| self.game.square(m));
        if bound > 0
            && let Some(at) = open.iter().copied().find(|&at| self.begins_win(proof, moves[at], holder, control))
        {
            return Some(at);
        }
        for limit in 0..=u8::MAX {
            let mut still = Vec::with_capacity(open.len());
            for &at in &open {
                let square = self.game.square(moves[at]);
                proof.position.mark(holder, square);
                let forced = proof.forces(attacker, 1 - holder, limit, control);
                proof.position.unmark(holder, square);
                if control.stopped() {
                    return None;
                }
                match forced {
                    Some(forced) if forced == (attacker == holder) => return Some(at),
                    Some(_) => {}
                    None => still.push(at),
                }
            }
            if still.is_empty() {
                return None;
            }
            open = still;
        }
        None
    }
}

impl<G: OfRows> KeepByProof<'_, G> {
    /// Whether a move is a threat that begins a win by threats alone.
    fn begins_win(&self, proof: &mut ProofSearch, m: u8, holder: usize, control: &mut Control) -> bool {
        let (square, other) = (self.game.square(m), 1 - holder);
        proof.position.mark(holder, square);
        let threats = proof.position.winning[holder];
        let wins = threats != 0
            && proof.position.winning[other] == 0
            && only(threats).is_none_or(|cell| {
                let reply = square_of(proof.position.far(holder), cell);
                proof.position.mark(other, reply);
                let goal = Goal { attacker: holder, race: true };
                let wins = proof.wins_by_threats(goal, &mut { FAR }, &mut [0; 2], control);
                proof.position.unmark(other, reply);
                wins
            });
        proof.position.unmark(holder, square);
        wins && !control.stopped()
    }
}

/// Nodes of one threat-space search: what takes long to find is short to write.
const FAR: u32 = 3000;
/// Pairs to try before giving up.
const TRIES: u32 = 2000;

/// Pairs of squares so that every row holds one, if some are found soon.
fn pairing(rows: &[Vec<usize>], squares: usize) -> Option<Vec<[usize; 2]>> {
    let mut pairs = Vec::new();
    pair(rows, &mut vec![false; squares], &mut pairs, &mut { TRIES }).then_some(pairs)
}

/// Adds pairs of squares that are not used until every row holds one.
fn pair(rows: &[Vec<usize>], used: &mut Vec<bool>, pairs: &mut Vec<[usize; 2]>, tries: &mut u32) -> bool {
    let holds = |row: &Vec<usize>, pair: &[usize; 2]| row.contains(&pair[0]) && row.contains(&pair[1]);
    let open: Vec<&Vec<usize>> = rows.iter().filter(|row| !pairs.iter().any(|pair| holds(row, pair))).collect();
    let free = |row: &Vec<usize>| row.iter().copied().filter(|&at| !used[at]).collect::<Vec<usize>>();
    // The row with the fewest squares to choose from first.
    let Some(row) = open.iter().map(|row| free(row)).min_by_key(Vec::len) else { return true };
    let mut choices: Vec<[usize; 2]> = Vec::new();
    for (i, &a) in row.iter().enumerate() {
        choices.extend(row[i + 1..].iter().map(|&b| [a, b]));
    }
    // The pair that serves most rows first.
    choices.sort_by_cached_key(|pair| std::cmp::Reverse(open.iter().filter(|row| holds(row, pair)).count()));
    for choice in choices {
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        choice.iter().for_each(|&at| used[at] = true);
        pairs.push(choice);
        if pair(rows, used, pairs, tries) {
            return true;
        }
        pairs.pop();
        choice.iter().for_each(|&at| used[at] = false);
    }
    false
}
