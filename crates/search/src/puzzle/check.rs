//! Checks puzzles by plain minimax: only the rules are asked, none of the searches and solvers of this crate.
//!
//! Where no position can repeat, every position is followed to its end and remembered. Where play can go in circles, it
//! is tried out whether a win can be forced within a number of plies.

use std::collections::HashMap;

use agon_rules::{Game, Match, Moves, Path, Seat, Show, Start};

use super::Puzzle;
use crate::guides::Guided;
use crate::play::Guide;

/// The fewest legal moves of a puzzle.
const CHOICES: usize = 3;
/// Plies of the longest forced win, and how many more no other move may need.
const LONGEST: u32 = 7;
const MARGIN: u32 = 2;

/// A puzzle that is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// how many positions were visited
    pub nodes: u64,
}

/// What is wrong with a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The rules do not accept it.
    #[error(transparent)]
    Rules(#[from] agon_rules::Error),
    /// It has no solution, or the solution ends with a move of the other seat.
    #[error("the solution does not end with a move of the solver")]
    End,
    /// There is too little to choose from.
    #[error("it has only {0} legal moves; at least three are needed")]
    Choices(usize),
    /// Something is hidden from a seat, or can be later.
    #[error("something is hidden, or can be later")]
    Hidden,
    /// The value is another one.
    #[error("its value is said to be {said} and is {found}")]
    Value {
        /// what the puzzle says
        said: i32,
        /// what it is
        found: i32,
    },
    /// A move of the solver is not the only best one.
    #[error("`{text}`, move {ply} of the solution, is not the only best move")]
    NotOnly {
        /// which move of the solution, counted from 1
        ply: usize,
        /// the move
        text: String,
    },
    /// An answer of the other seat is not its best.
    #[error("`{text}`, move {ply} of the solution, is not a best answer")]
    Answer {
        /// which move of the solution, counted from 1
        ply: usize,
        /// the move
        text: String,
    },
    /// It takes longer than allowed.
    #[error("it takes more than {0} positions")]
    Beyond(u64),
}

/// Checks a puzzle.
pub(crate) struct Check<'a> {
    pub puzzle: &'a Puzzle,
    pub nodes: u64,
}

impl Guided for Check<'_> {
    type Out = Result<Checked, Fault>;
    fn visit<G: Show, E: Guide<G>>(self, game: G, _guide: E) -> Self::Out {
        verify(&game, &self)
    }
}

/// Checks a puzzle of a game.
pub(super) fn verify<G: Show>(game: &G, Check { puzzle, nodes }: &Check) -> Result<Checked, Fault> {
    let record = &puzzle.record;
    let start: Start = record.start.clone();
    let mut table = Match::new(game.clone(), start)?;
    let solver = game.turn(table.path().state());
    let choices = table.choices().len();
    if choices < CHOICES {
        return Err(Fault::Choices(choices));
    }
    if game.seats() != 2 || game.will_hide(table.path().state()) {
        return Err(Fault::Hidden);
    }
    let mut plain = Plain { game, known: HashMap::new(), nodes: 0, limit: *nodes };
    let mut last = None;
    for (at, text) in record.moves.iter().enumerate() {
        let m = table.find(text)?;
        let seat = game.turn(table.path().state());
        let place = || (at + 1, text.clone());
        let values = plain.rate(table.path(), solver, m)?;
        if at == 0 {
            let found = values.of_move;
            let found = if solver == 0 { found } else { -found };
            if found != puzzle.value {
                return Err(Fault::Value { said: puzzle.value, found });
            }
        }
        if seat == solver && values.of_others.is_some_and(|other| other >= values.of_move) {
            let (ply, text) = place();
            return Err(Fault::NotOnly { ply, text });
        }
        if seat != solver && values.of_others.is_some_and(|other| other < values.of_move) {
            let (ply, text) = place();
            return Err(Fault::Answer { ply, text });
        }
        table.advance(m);
        last = Some(seat);
    }
    if last != Some(solver) {
        return Err(Fault::End);
    }
    Ok(Checked { nodes: plain.nodes })
}

/// The value of a move, and the best value of the other moves for the seat that moves, both seen from the solver.
struct Values {
    of_move: i32,
    of_others: Option<i32>,
}

struct Plain<'a, G: Game> {
    game: &'a G,
    /// the values of positions, seen from seat 0
    known: HashMap<G::State, i32>,
    nodes: u64,
    limit: u64,
}

impl<G: Show> Plain<'_, G> {
    /// What a move is worth to the solver, and what the best other move is worth.
    fn rate(&mut self, path: &Path<G::State>, solver: Seat, m: G::Move) -> Result<Values, Fault> {
        if G::LOOPS { self.rate_forced(path, solver, m) } else { self.rate_exactly(path, solver, m) }
    }

    fn rate_exactly(&mut self, path: &Path<G::State>, solver: Seat, m: G::Move) -> Result<Values, Fault> {
        let sign = if solver == 0 { 1 } else { -1 };
        let own = self.game.turn(path.state()) == solver;
        let mut values = Values { of_move: 0, of_others: None };
        for other in self.moves(path) {
            let mut after = *path.state();
            self.game.play(&mut after, other);
            let value = sign * self.value(&after)?;
            if other == m {
                values.of_move = value;
            } else {
                let best = values.of_others.map_or(value, |best| if own { best.max(value) } else { best.min(value) });
                values.of_others = Some(best);
            }
        }
        Ok(values)
    }

    /// Plain minimax to the end, seen from seat 0. Nothing is left out but what follows a win at once.
    fn value(&mut self, state: &G::State) -> Result<i32, Fault> {
        if let Some(known) = self.known.get(state) {
            return Ok(*known);
        }
        self.tick()?;
        let mut moves = Moves::new();
        self.game.moves(state, &mut moves);
        let first = self.game.turn(state) == 0;
        let mut best: Option<i32> = None;
        // Without points nothing is better than a win, and one at once is found before anything is followed further.
        let won = if first { 1 } else { -1 };
        let wins = |m: &G::Move| {
            let mut after = *state;
            self.game.play(&mut after, *m);
            let lead = self.game.score(&after, 0) - self.game.score(&after, 1);
            lead == won && self.game.over(&after, &mut Moves::new())
        };
        if !G::POINTS && moves.iter().any(wins) {
            return Ok(won);
        }
        for &m in moves.iter() {
            let mut after = *state;
            self.game.play(&mut after, m);
            let value = self.value(&after)?;
            best = Some(best.map_or(value, |best| if first { best.max(value) } else { best.min(value) }));
            if !G::POINTS && best == Some(won) {
                break;
            }
        }
        let value = best.unwrap_or_else(|| self.game.score(state, 0) - self.game.score(state, 1));
        self.known.insert(*state, value);
        Ok(value)
    }

    /// Where play can go in circles: 1 for a move that forces a win within the fewest plies there are, 0 for one that
    /// forces none within two plies more. An answer is worth 1 if the solver still wins by force.
    fn rate_forced(&mut self, path: &Path<G::State>, solver: Seat, m: G::Move) -> Result<Values, Fault> {
        let mut after = path.clone();
        after.play(self.game, m);
        let mut plies = None;
        for within in 0..LONGEST {
            if self.wins(&mut after, solver, within)? {
                plies = Some(within);
                break;
            }
        }
        let Some(plies) = plies else { return Ok(Values { of_move: 0, of_others: Some(0) }) };
        if self.game.turn(path.state()) != solver {
            return Ok(Values { of_move: 1, of_others: None });
        }
        let mut values = Values { of_move: 1, of_others: None };
        for other in self.moves(path).into_iter().filter(|other| *other != m) {
            let mut after = path.clone();
            after.play(self.game, other);
            let wins = self.wins(&mut after, solver, plies + MARGIN)?;
            values.of_others = values.of_others.max(Some(i32::from(wins)));
        }
        Ok(values)
    }

    /// Whether a seat can force a win within some plies.
    fn wins(&mut self, path: &mut Path<G::State>, seat: Seat, plies: u32) -> Result<bool, Fault> {
        self.tick()?;
        let game = self.game;
        let mut moves = Moves::new();
        game.moves(path.state(), &mut moves);
        if moves.is_empty() {
            return Ok(game.score(path.state(), seat) > game.score(path.state(), 1 - seat));
        }
        if plies == 0 || path.draw().is_some() {
            return Ok(false);
        }
        let own = game.turn(path.state()) == seat;
        for &m in moves.iter() {
            path.play(game, m);
            let wins = self.wins(path, seat, plies - 1);
            path.undo();
            if wins? == own {
                return Ok(own);
            }
        }
        Ok(!own)
    }

    fn moves(&self, path: &Path<G::State>) -> Vec<G::Move> {
        let mut moves = Moves::new();
        if path.draw().is_none() {
            self.game.moves(path.state(), &mut moves);
        }
        moves.to_vec()
    }

    fn tick(&mut self) -> Result<(), Fault> {
        self.nodes += 1;
        if self.nodes > self.limit { Err(Fault::Beyond(self.limit)) } else { Ok(()) }
    }
}
