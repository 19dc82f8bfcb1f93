//! Solves a duel: its value first, then the principal variation, then the value of every move.

use agon_rules::bits::Ones;

use super::DuelState;
use super::search::Search;
use crate::{GameValue, Solution, Want};

/// Solves a state in which seat 0 has `lead` points more than seat 1.
pub fn solve_duel(search: &mut Search, start: &DuelState, lead: i32) -> Solution<u8> {
    let mut moves = Candidate::all(search, start);
    // A good guess saves most of the null-window searches, and a good first move makes the others short.
    let mut guesses = Candidate::all(search, start);
    let (guess, _) = best(&mut search.shallow(), &mut guesses, 0);
    moves.sort_by_key(|m| guesses.iter().position(|other| other.card == m.card));
    let (low, high) = best(search, &mut moves, guess);
    let pv = if low == high { principal_variation(search, start, low) } else { Vec::new() };
    let count = moves.len();
    let wanted = if search.request.want == Want::EveryMove { count } else { 0 };
    for (done, m) in moves.iter_mut().take(wanted).enumerate() {
        while m.low < m.high && !search.request.control.stopped() {
            m.test(search, m.high);
        }
        search.request.report(done + 1, count);
    }
    moves.sort_by_key(|m| m.card);
    let value = |low: i32, high: i32| {
        let (low, high) = if start.turn == 0 { (lead + low, lead + high) } else { (lead - high, lead - low) };
        GameValue::from_bounds(low, high)
    };
    let moves = moves.iter().map(|m| (m.card, value(m.low, m.high))).collect();
    Solution { value: value(low, high), moves, pv, plies: None, nodes: search.request.control.nodes }
}

/// A move with bounds on its value for the seat that makes it.
struct Candidate {
    card: u8,
    gain: i32,
    after: DuelState,
    low: i32,
    high: i32,
}

impl Candidate {
    /// All moves of a state, the best-looking first.
    fn all(search: &mut Search, at: &DuelState) -> Vec<Candidate> {
        let duel = search.duel;
        let made = duel.made(at);
        let after = |card: usize| {
            let (card, mut after) = (card as u8, *at);
            duel.play(&mut after, card);
            let (gain, (least, most)) = (made.of(card) + duel.value(card), search.range(&after));
            Candidate { card, gain, after, low: gain - most, high: gain - least }
        };
        let mut moves: Vec<Candidate> = Ones(duel.moves(at)).map(after).collect();
        moves.sort_by_key(|m| duel.best_gain(&m.after) - 2 * m.gain);
        moves
    }

    /// Searches whether it is worth at least `test`, unless the search is stopped.
    fn test(&mut self, search: &mut Search, test: i32) {
        let found = self.gain - search.at_least(&self.after, self.gain - test + 1);
        if search.request.control.stopped() {
            return;
        }
        if found >= test {
            self.low = self.low.max(found);
        } else {
            self.high = self.high.min(found);
        }
    }
}

/// Bounds on the value of the best move, which meet unless the search is stopped. Moves the best one to the front.
fn best(search: &mut Search, moves: &mut [Candidate], guess: i32) -> (i32, i32) {
    let mut test = guess;
    loop {
        let low = moves.iter().map(|m| m.low).max().unwrap_or(0);
        let high = moves.iter().map(|m| m.high).max().unwrap_or(0);
        if low == high || search.request.control.stopped() {
            return (low, high);
        }
        // From the guess upwards or downwards: a test far from the value is cheap.
        test = if low >= test { low + 1 } else { test.min(high) };
        let reaches = |m: &mut Candidate| {
            if m.low < test && m.high >= test {
                m.test(search, test);
            }
            m.low >= test
        };
        if let Some(at) = moves.iter_mut().position(reaches) {
            moves[..=at].rotate_right(1);
        }
    }
}

/// The principal variation: at each ply the first card that keeps the value.
fn principal_variation(search: &mut Search, start: &DuelState, mut value: i32) -> Vec<u8> {
    let (mut at, mut pv) = (*start, Vec::new());
    loop {
        let mut moves = Candidate::all(search, &at);
        moves.sort_by_key(|m| m.card);
        let keeps = |m: &mut Candidate| {
            m.test(search, value);
            m.low >= value
        };
        let Some(found) = moves.iter_mut().position(keeps) else { return pv };
        let m = &moves[found];
        pv.push(m.card);
        (at, value) = (m.after, m.gain - value);
    }
}
