//! Exact answers: the value of a position and of every move in it, as far as it could be proved.

use agon_rules::{Game, Moves, Path};

use crate::alphabeta::{AlphaBeta, INFINITE, TO_THE_END};
use crate::control::Control;
use crate::guide::Guide;
use crate::memory::Memory;

/// A value in points, seen from seat 0: its final score less the other's. What is proved is kept apart from what is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// It is this, by exhausting every line that matters.
    Proved(i32),
    /// It is at least and at most this, as far as one is known.
    Between(Option<i32>, Option<i32>),
}

impl Value {
    /// The value, if it is proved.
    pub fn proved(self) -> Option<i32> {
        match self {
            Value::Proved(value) => Some(value),
            Value::Between(..) => None,
        }
    }

    /// The least and the most it can be.
    pub fn range(self) -> (Option<i32>, Option<i32>) {
        match self {
            Value::Proved(value) => (Some(value), Some(value)),
            Value::Between(low, high) => (low, high),
        }
    }
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct Solution<M> {
    /// its value
    pub value: Value,
    /// the value of every legal move, in the order of the list of moves
    pub moves: Vec<(M, Value)>,
    /// best play from here, while it is proved
    pub line: Vec<M>,
    /// how many nodes were visited
    pub nodes: u64,
}

impl<M> Solution<M> {
    /// The same with the moves of another form of the game.
    pub fn map<N>(self, to: impl Fn(M) -> N) -> Solution<N> {
        let moves = self.moves.into_iter().map(|(m, value)| (to(m), value)).collect();
        Solution { value: self.value, moves, line: self.line.into_iter().map(&to).collect(), nodes: self.nodes }
    }
}

/// Solves a position, within the memory of the table and as long as the control allows.
///
/// `progress` hears of every legal move that is done.
pub fn solve<G: Game, E: Guide<G>>(
    game: &G,
    guide: &E,
    path: &Path<G::State>,
    memory: &mut Memory,
    control: &mut Control,
    progress: &mut dyn FnMut(usize, usize),
) -> Solution<G::Move> {
    let mut list = Moves::new();
    game.moves(path.state(), &mut list);
    let over = list.is_empty();
    if over || path.draw().is_some() {
        let difference = game.score(path.state(), 0) - game.score(path.state(), 1);
        let value = Value::Proved(if over { difference } else { 0 });
        return Solution { value, moves: Vec::new(), line: Vec::new(), nodes: 0 };
    }
    let mut search = AlphaBeta::new(game, guide, path, memory);
    // Where there are no points the value lies between a loss and a win before anything is searched.
    let known = (E::MOST < INFINITE).then_some(E::MOST / E::UNIT);
    let nothing = Value::Between(known.map(|most| -most), known);
    let mut moves: Vec<(G::Move, Value)> = list.iter().map(|&m| (m, nothing)).collect();
    // The moves that look best first: should it be stopped, most is known of what matters.
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_key(|&at| -guide.order(game, path.state(), moves[at].0));
    if !control.wants_moves() {
        let value = prove(&mut search, 0, control);
        let line = line(game, path, value, &mut search, control);
        return Solution { value, moves, line, nodes: control.nodes };
    }
    let mut guess = 0;
    for (done, at) in order.into_iter().enumerate() {
        search.play(moves[at].0);
        moves[at].1 = prove(&mut search, guess, control);
        guess = moves[at].1.proved().unwrap_or(guess);
        search.undo();
        progress(done + 1, moves.len());
        if control.stopped() {
            break;
        }
    }
    let value = best_of(moves.iter().map(|(_, value)| *value), game.turn(path.state()) == 0);
    let line = line(game, path, value, &mut search, control);
    Solution { value, moves, line, nodes: control.nodes }
}

/// How deep to begin: straight to the end where only the last move decides, else with the shortest wins.
fn shallowest<G: Game, E: Guide<G>>() -> i32 {
    if G::LOOPS || E::MOST < INFINITE { 1 } else { TO_THE_END }
}

/// The value of where a search stands, by asking again and again on which side of a number it lies.
fn prove<G: Game, E: Guide<G>>(search: &mut AlphaBeta<G, E>, guess: i32, control: &mut Control) -> Value {
    let (mut low, mut high) = (-E::MOST, E::MOST);
    let mut depth = shallowest::<G, E>();
    // Each question is whether the value is at least `test`; the table makes the same ground cheap to go over.
    let mut test = (guess * E::UNIT).clamp(low + 1, high);
    while low < high {
        let found = search.value(depth, test - 1, test, control);
        if control.stopped() {
            let points = |bound: i32| (bound.abs() < INFINITE).then_some(bound / E::UNIT);
            return Value::Between(points(low), points(high));
        }
        if !found.solid {
            depth += 1;
            continue;
        }
        if found.value >= test {
            low = found.value;
            test = (low + E::UNIT).min(high);
        } else {
            high = found.value;
            test = high;
        }
    }
    Value::Proved(low / E::UNIT)
}

/// The value of a choice between values.
pub(crate) fn best_of(values: impl Iterator<Item = Value> + Clone, highest: bool) -> Value {
    let mut lows = values.clone().map(|value| value.range().0);
    let mut highs = values.map(|value| value.range().1);
    // Of all lows the highest is sure; the highest high only when every one is known.
    let (low, high) = if highest {
        (lows.flatten().max(), highs.try_fold(i32::MIN, |high, other| Some(high.max(other?))))
    } else {
        (lows.try_fold(i32::MAX, |low, other| Some(low.min(other?))), highs.flatten().min())
    };
    match (low, high) {
        (Some(low), Some(high)) if low == high => Value::Proved(low),
        _ => Value::Between(low, high),
    }
}

/// Best play while its value is proved: each time the first move in the list that keeps it.
fn line<G: Game, E: Guide<G>>(
    game: &G,
    path: &Path<G::State>,
    value: Value,
    search: &mut AlphaBeta<G, E>,
    control: &mut Control,
) -> Vec<G::Move> {
    let mut line = Vec::new();
    let Some(value) = value.proved() else { return line };
    let mut path = path.clone();
    let value = value * E::UNIT;
    loop {
        let mut moves = Moves::new();
        if path.draw().is_none() {
            game.moves(path.state(), &mut moves);
        }
        let keeps = |m: &G::Move| {
            search.play(*m);
            let found = proved_within(search, value, control);
            let keeps = found && !control.stopped();
            if !keeps {
                search.undo();
            }
            keeps
        };
        let Some(m) = moves.iter().copied().find(keeps) else { return line };
        path.play(game, m);
        line.push(m);
    }
}

/// Whether the value of where a search stands is this one.
fn proved_within<G: Game, E: Guide<G>>(search: &mut AlphaBeta<G, E>, value: i32, control: &mut Control) -> bool {
    let mut depth = shallowest::<G, E>();
    loop {
        let (low, high) = ((value - 1).max(-INFINITE), (value + 1).min(INFINITE));
        let found = search.value(depth, low, high, control);
        if control.stopped() || found.solid {
            return found.value == value;
        }
        depth += 1;
    }
}
