//! Solves the compact form of either version for two: its value first, then the principal variation, then the value of
//! every move.

use crate::{GameValue, Solution, Want};

/// A null-window search of a compact form. Values are seen from the seat to move, without what it has so far.
pub trait Contest {
    /// A state of the compact form.
    type State: Copy;

    /// With at most this many plies left the searches for a guess only estimate a state.
    const HORIZONS: &'static [u32];

    /// All cards that can be played, the best-looking first.
    fn plays(&mut self, at: &Self::State) -> Vec<Play<Self::State>>;

    /// How many plies are left.
    fn plies(&self, at: &Self::State) -> u32;

    /// Bounds on the value of a state without a search.
    fn range(&mut self, at: &Self::State) -> (i32, i32);

    /// Whether a state is worth at least `test`: a lower bound of at least `test`, or an upper bound below it.
    ///
    /// Meaningless when it was stopped.
    fn at_least(&mut self, at: &Self::State, test: i32) -> i32;

    /// The cards of which the table says that one of them is best, as a set.
    fn best_known(&mut self, at: &Self::State) -> u32;

    /// From now on estimates states with at most `plies` plies left. Of what it has found so far only the best cards are
    /// of use.
    fn estimate_from(&mut self, plies: u32);

    /// Whether the search was stopped.
    fn stopped(&self) -> bool;

    /// How many nodes were visited.
    fn nodes(&self) -> u64;

    /// Reports how many of all legal moves are done.
    fn report(&mut self, done: usize, all: usize);
}

/// A card, what playing it gains at once, and the state after it.
#[derive(Clone, Copy, Debug)]
pub struct Play<S> {
    /// the number of the card
    pub card: u8,
    /// what it gains
    pub gain: i32,
    /// what it leads to
    pub after: S,
}

/// Solves a state. `points` makes a value for the seat to move the final lead of seat 0.
pub fn solve_contest<C: Contest>(
    contest: &mut C,
    start: &C::State,
    want: Want,
    points: impl Fn(i32) -> i32,
) -> Solution<u8> {
    // 1. A guess, which saves most of the null-window searches, and a good first move, which makes the others short.
    let mut moves = Candidate::all(contest, start);
    let mut guess = 0;
    let plies = contest.plies(start);
    for horizon in C::HORIZONS.iter().filter(|horizon| **horizon + 1 < plies) {
        contest.estimate_from(*horizon);
        moves.iter_mut().for_each(Candidate::forget);
        (guess, _) = best(contest, &mut moves, guess);
    }
    if want == Want::EveryMove {
        moves.iter_mut().for_each(|m| m.close_in(contest, guess));
        moves.sort_by_key(|m| -m.low);
    }
    let guesses: Vec<(u8, i32)> = moves.iter().map(|m| (m.play.card, m.low)).collect();

    // 2. The value, and best play.
    contest.estimate_from(0);
    moves.iter_mut().for_each(Candidate::forget);
    let (low, high) = best(contest, &mut moves, guess);
    let pv = match moves.iter().find(|m| m.low == high) {
        Some(m) => principal_variation(contest, m.play, low),
        None => Vec::new(),
    };

    // 3. The other moves. Where the guess was wrong for the best one it is likely to be wrong for all by as much.
    let count = moves.len();
    let wanted = if want == Want::EveryMove { count } else { 0 };
    for (done, m) in moves.iter_mut().take(wanted).enumerate() {
        let guessed = guesses.iter().find(|(card, _)| *card == m.play.card).map_or(guess, |(_, guessed)| *guessed);
        m.close_in(contest, guessed + low - guess);
        contest.report(done + 1, count);
    }
    moves.sort_by_key(|m| m.play.card);
    let value = |low: i32, high: i32| {
        let (a, b) = (points(low), points(high));
        GameValue::from_bounds(a.min(b), a.max(b))
    };
    let moves = moves.iter().map(|m| (m.play.card, value(m.low, m.high))).collect();
    Solution { value: value(low, high), moves, pv, plies: None, nodes: contest.nodes() }
}

/// A move with bounds on its value for the seat that makes it.
struct Candidate<S> {
    play: Play<S>,
    /// the bounds there are without a search
    range: (i32, i32),
    low: i32,
    high: i32,
}

impl<S: Copy> Candidate<S> {
    /// All moves of a state, the best-looking first.
    fn all(contest: &mut impl Contest<State = S>, at: &S) -> Vec<Self> {
        let plays = contest.plays(at).into_iter();
        let bounded = |play: Play<S>| {
            let (least, most) = contest.range(&play.after);
            let (low, high) = (play.gain - most, play.gain - least);
            Candidate { play, range: (low, high), low, high }
        };
        plays.map(bounded).collect()
    }

    /// Forgets what was found: estimates prove nothing.
    fn forget(&mut self) {
        (self.low, self.high) = self.range;
    }

    /// Searches whether it is worth at least `test`, unless the search is stopped.
    fn test(&mut self, contest: &mut impl Contest<State = S>, test: i32) {
        let Play { gain, after, .. } = self.play;
        let found = gain - contest.at_least(&after, gain - test + 1);
        if contest.stopped() {
            return;
        }
        if found >= test {
            self.low = self.low.max(found);
        } else {
            self.high = self.high.min(found);
        }
    }

    /// Finds its value, beginning from a guess, unless the search is stopped.
    fn close_in(&mut self, contest: &mut impl Contest<State = S>, guess: i32) {
        let mut test = guess;
        while self.low < self.high && !contest.stopped() {
            test = test.clamp(self.low + 1, self.high);
            self.test(contest, test);
        }
    }
}

/// Bounds on the value of the best move, which meet unless the search is stopped. Moves the best one to the front.
fn best<C: Contest>(contest: &mut C, moves: &mut [Candidate<C::State>], guess: i32) -> (i32, i32) {
    let mut test = guess;
    loop {
        let low = moves.iter().map(|m| m.low).max().unwrap_or(0);
        let high = moves.iter().map(|m| m.high).max().unwrap_or(0);
        if low >= high || contest.stopped() {
            return (low, high);
        }
        // From the guess upwards or downwards: a test far from the value is cheap.
        test = if low >= test { low + 1 } else { test.min(high) };
        let reaches = |m: &mut Candidate<C::State>| {
            if m.low < test && m.high >= test {
                m.test(contest, test);
            }
            m.low >= test
        };
        if let Some(at) = moves.iter_mut().position(reaches) {
            moves[..=at].rotate_right(1);
        }
    }
}

/// The principal variation that begins with a move of this value: at each ply a card that keeps the value, the one that
/// the search has found if the table still has it.
fn principal_variation<C: Contest>(contest: &mut C, first: Play<C::State>, value: i32) -> Vec<u8> {
    let (mut play, mut value, mut pv) = (first, value, Vec::new());
    loop {
        pv.push(play.card);
        value = play.gain - value;
        let known = contest.best_known(&play.after);
        let mut moves = Candidate::all(contest, &play.after);
        moves.sort_by_key(|m| known >> m.play.card & 1 == 0);
        let keeps = |m: &mut Candidate<C::State>| {
            if m.low < value {
                m.test(contest, value);
            }
            m.low >= value
        };
        let Some(found) = moves.iter_mut().position(keeps) else { return pv };
        play = moves[found].play;
    }
}
