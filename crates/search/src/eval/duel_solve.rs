//! The whole answer about a [`Duel`](super::duel::Duel): its value first, then best play, then the value of every move.

use agon_rules::bits::Ones;

use super::duel::Place;
use super::duel_search::Search;
use crate::{Solution, Value};

/// Solves a place, in which seat 0 has `lead` points more than seat 1.
///
/// `progress` hears of every move that is done.
pub fn solve_duel(
    search: &mut Search,
    start: &Place,
    lead: i32,
    progress: &mut dyn FnMut(usize, usize),
) -> Solution<u8> {
    let mut moves = Try::all(search, start);
    // A good guess spares most of the questions, and a good first move makes the others short.
    let mut guesses = Try::all(search, start);
    let (guess, _) = best(&mut search.shallow(), &mut guesses, 0);
    moves.sort_by_key(|m| guesses.iter().position(|other| other.card == m.card));
    let (low, high) = best(search, &mut moves, guess);
    let line = if low == high { line(search, start, low) } else { Vec::new() };
    let count = moves.len();
    let asked = if search.control.wants_moves() { count } else { 0 };
    for (done, m) in moves.iter_mut().take(asked).enumerate() {
        while m.low < m.high && !search.control.stopped() {
            m.ask(search, m.high);
        }
        progress(done + 1, count);
    }
    moves.sort_by_key(|m| m.card);
    let value = |low: i32, high: i32| {
        let (low, high) = if start.turn == 0 { (lead + low, lead + high) } else { (lead - high, lead - low) };
        if low == high { Value::Proved(low) } else { Value::Between(Some(low), Some(high)) }
    };
    let moves = moves.iter().map(|m| (m.card, value(m.low, m.high))).collect();
    Solution { value: value(low, high), moves, line, nodes: search.control.nodes }
}

/// A move, and what is known of its value for the seat that makes it.
struct Try {
    card: u8,
    gain: i32,
    after: Place,
    low: i32,
    high: i32,
}

impl Try {
    /// All moves of a place, the best-looking first.
    fn all(search: &mut Search, at: &Place) -> Vec<Try> {
        let duel = search.duel;
        let made = duel.made(at);
        let after = |card: usize| {
            let (card, mut after) = (card as u8, *at);
            duel.play(&mut after, card);
            let (gain, (least, most)) = (made.of(card) + duel.value(card), search.range(&after));
            Try { card, gain, after, low: gain - most, high: gain - least }
        };
        let mut moves: Vec<Try> = Ones(duel.moves(at)).map(after).collect();
        moves.sort_by_key(|m| duel.best_gain(&m.after) - 2 * m.gain);
        moves
    }

    /// Finds out whether it is worth at least `test`, unless the search is stopped.
    fn ask(&mut self, search: &mut Search, test: i32) {
        let found = self.gain - search.ask(&self.after, self.gain - test + 1);
        if search.control.stopped() {
            return;
        }
        if found >= test {
            self.low = self.low.max(found);
        } else {
            self.high = self.high.min(found);
        }
    }
}

/// The value of the best move, as the least and the most it can be: the same, unless the search is stopped. That move
/// comes to the front.
fn best(search: &mut Search, moves: &mut [Try], guess: i32) -> (i32, i32) {
    let mut test = guess;
    loop {
        let low = moves.iter().map(|m| m.low).max().unwrap_or(0);
        let high = moves.iter().map(|m| m.high).max().unwrap_or(0);
        if low == high || search.control.stopped() {
            return (low, high);
        }
        // From the guess upwards or downwards: the farther from the value, the cheaper the question.
        test = if low >= test { low + 1 } else { test.min(high) };
        let reaches = |m: &mut Try| {
            if m.low < test && m.high >= test {
                m.ask(search, test);
            }
            m.low >= test
        };
        if let Some(at) = moves.iter_mut().position(reaches) {
            moves[..=at].rotate_right(1);
        }
    }
}

/// Best play, while it is proved: each time the first card that keeps the value.
fn line(search: &mut Search, start: &Place, mut value: i32) -> Vec<u8> {
    let (mut at, mut line) = (*start, Vec::new());
    loop {
        let mut moves = Try::all(search, &at);
        moves.sort_by_key(|m| m.card);
        let keeps = |m: &mut Try| {
            m.ask(search, value);
            m.low >= value
        };
        let Some(found) = moves.iter_mut().position(keeps) else { return line };
        let m = &moves[found];
        line.push(m.card);
        (at, value) = (m.after, m.gain - value);
    }
}
