//! Checks puzzles by plain minimax: only the rules are asked, none of the searches and solvers of this crate (but for how
//! its maps hash).
//!
//! Where the end is near, every position is followed to it and remembered. Where play can go in circles or the board is
//! wide open, it is tried out whether a win can be forced within a number of plies.

use std::collections::HashMap;

use agon_rules::{Game, Match, Moves, Path, Seat, Show, Start};

use super::Puzzle;
use super::fault::Fault;
use crate::guides::Guided;
use crate::hash::FastHasher;
use crate::play::Guide;

/// The fewest legal moves of a puzzle.
const CHOICES: usize = 3;
/// The most legal moves with which a game without points is followed to its end.
const ROOM: usize = 16;
/// Plies of the longest forced win.
const LONGEST: usize = 7;
/// Quiet plies before a puzzle, at most: all that is tried out ends before quiet plies draw.
pub(super) const QUIET: u16 = 80;

/// What exactly one move does in a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// It keeps the value of the position, which is known to the end of the game.
    Exact,
    /// It forces a win within some plies.
    Forced,
}

impl Kind {
    /// What is asked in a position with this number of legal moves.
    pub fn of<G: Show>(choices: usize) -> Self {
        if !G::LOOPS && (G::POINTS || choices <= ROOM) { Kind::Exact } else { Kind::Forced }
    }
}

/// A puzzle that is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// how many positions were visited
    pub nodes: u64,
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
    if table.path().quiet() > QUIET {
        return Err(Fault::Quiet(table.path().quiet()));
    }
    let kind = Kind::of::<G>(choices);
    let mut plain = Plain {
        game,
        kind,
        solver,
        known: HashMap::default(),
        forced: HashMap::default(),
        scratch: Moves::new(),
        nodes: 0,
        limit: *nodes,
    };
    let mut last = None;
    for (at, text) in record.moves.iter().enumerate() {
        let m = table.find(text)?;
        let seat = game.turn(table.path().state());
        let place = || (at + 1, text.clone());
        let values = plain.rate(table.path(), m)?;
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
    kind: Kind,
    solver: Seat,
    /// the values of positions, seen from seat 0
    known: HashMap<G::State, i32, FastHasher>,
    /// whether the solver forces a win within so many plies
    forced: HashMap<(G::State, usize), bool, FastHasher>,
    scratch: Moves<G::Move>,
    nodes: u64,
    limit: u64,
}

impl<G: Show> Plain<'_, G> {
    /// What a move is worth to the solver, and what the best other move is worth.
    fn rate(&mut self, path: &Path<G::State>, m: G::Move) -> Result<Values, Fault> {
        match self.kind {
            Kind::Exact => self.rate_exactly(path, m),
            Kind::Forced if self.game.turn(path.state()) == self.solver => self.rate_forced(path, m),
            Kind::Forced => self.rate_answer(path, m),
        }
    }

    fn rate_exactly(&mut self, path: &Path<G::State>, m: G::Move) -> Result<Values, Fault> {
        let sign = if self.solver == 0 { 1 } else { -1 };
        let own = self.game.turn(path.state()) == self.solver;
        let mut values = Values { of_move: 0, of_others: None };
        for other in self.moves(path) {
            let value = sign * self.value(&self.after(path, other))?;
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

    /// 1 for a move that forces a win within the fewest plies there are, 0 for one that forces none within the
    /// [lead](Show::LEAD) more.
    fn rate_forced(&mut self, path: &Path<G::State>, m: G::Move) -> Result<Values, Fault> {
        let Some(plies) = self.distance(&self.after(path, m))? else {
            return Ok(Values { of_move: 0, of_others: Some(0) });
        };
        let mut values = Values { of_move: 1, of_others: None };
        for other in self.moves(path).into_iter().filter(|other| *other != m) {
            let wins = self.wins(&self.after(path, other), plies + G::LEAD)?;
            values.of_others = values.of_others.max(Some(i32::from(wins)));
        }
        Ok(values)
    }

    /// An answer costs the solver plies: the more, the better the answer.
    fn rate_answer(&mut self, path: &Path<G::State>, m: G::Move) -> Result<Values, Fault> {
        let cost = |plies: Option<usize>| plies.map_or(i32::MIN, |plies| -(plies as i32));
        let of_move = cost(self.distance(&self.after(path, m))?);
        let mut values = Values { of_move, of_others: None };
        for other in self.moves(path).into_iter().filter(|other| *other != m) {
            let other = cost(self.distance(&self.after(path, other))?);
            values.of_others = Some(values.of_others.map_or(other, |least| least.min(other)));
        }
        Ok(values)
    }

    /// The fewest plies within which the solver forces a win, if it takes no longer than the longest puzzle.
    fn distance(&mut self, state: &G::State) -> Result<Option<usize>, Fault> {
        for plies in 0..LONGEST {
            if self.wins(state, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// Whether the solver can force a win within some plies. Repetition does not come into it: whoever wins by the
    /// shortest way meets no position twice.
    fn wins(&mut self, state: &G::State, plies: usize) -> Result<bool, Fault> {
        self.tick()?;
        let game = self.game;
        if game.over(state, &mut self.scratch) {
            return Ok(game.score(state, self.solver) > game.score(state, 1 - self.solver));
        }
        if plies == 0 {
            return Ok(false);
        }
        if let Some(known) = self.forced.get(&(*state, plies)).filter(|_| plies > 1) {
            return Ok(*known);
        }
        let mut moves = Moves::new();
        game.moves(state, &mut moves);
        let own = game.turn(state) == self.solver;
        let mut wins = !own;
        for &m in moves.iter() {
            let mut after = *state;
            game.play(&mut after, m);
            if self.wins(&after, plies - 1)? == own {
                wins = own;
                break;
            }
        }
        if plies > 1 {
            self.forced.insert((*state, plies), wins);
        }
        Ok(wins)
    }

    fn after(&self, path: &Path<G::State>, m: G::Move) -> G::State {
        let mut after = *path.state();
        self.game.play(&mut after, m);
        after
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
