//! Alpha-beta in its plainest form on the rules alone: the second proof of the shipped puzzles.
//!
//! It is written apart from the search crate and uses nothing of it, so that a mistake would have to be made twice.

use std::collections::HashMap;

use agon_client::learn::Puzzle;
use agon_rules::games::{Visitor, with};
use agon_rules::{Match, Moves, Record, Seat, Show};

/// Games without points are followed to their end from here on: so many moves, or fewer.
const ROOM: usize = 16;
/// Deeper than any game that ends by itself.
const TO_THE_END: u8 = u8::MAX;

/// Says what is wrong with a puzzle, if anything is.
pub fn fault(puzzle: &Puzzle) -> Result<(), String> {
    with(&puzzle.record.game, &puzzle.record.options, Proof(puzzle)).map_err(|error| error.to_string())?
}

struct Proof<'a>(&'a Puzzle);

impl Visitor for Proof<'_> {
    type Out = Result<(), String>;
    fn visit<G: Show>(self, game: G) -> Self::Out {
        let Record { start, moves: line, .. } = &self.0.record;
        let mut table = Match::new(game.clone(), start.clone()).map_err(|error| error.to_string())?;
        let mut state = *table.path().state();
        let solver = game.turn(&state);
        let is_forced = G::LOOPS || (!G::POINTS && moves(&game, &state).len() > ROOM);
        let value = if solver == 0 { self.0.value } else { -self.0.value };
        let mut search = Search { game: &game, solver, is_forced, known: HashMap::new(), scratch: Moves::new() };
        for (ply, text) in line.iter().enumerate() {
            let m = table.find(text).map_err(|error| error.to_string())?;
            // A forced win takes as long as the line, which ends the game.
            let left = if is_forced { (line.len() - ply - 1) as u8 } else { TO_THE_END };
            let wrong = |what: &str| Err(format!("{what}: `{text}`, move {}", ply + 1));
            let after = |m: G::Move| {
                let mut after = state;
                game.play(&mut after, m);
                after
            };
            if !search.is_within(&after(m), left, value..=value) {
                return wrong("not worth what it should be");
            }
            let mut others: Vec<G::Move> = moves(&game, &state);
            others.retain(|other| *other != m);
            if game.turn(&state) == solver {
                let depth = if is_forced { left + G::LEAD as u8 } else { left };
                if others.iter().any(|other| !search.is_within(&after(*other), depth, i32::MIN + 1..=value - 1)) {
                    return wrong("another is as good");
                }
            } else if others.iter().any(|other| !search.is_within(&after(*other), left, value..=i32::MAX)) {
                return wrong("another answer is better");
            }
            table.advance(m);
            state = *table.path().state();
        }
        if is_forced && !moves(&game, &state).is_empty() {
            return Err("the line does not end the game".to_owned());
        }
        Ok(())
    }
}

fn moves<G: Show>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    moves.to_vec()
}

struct Search<'a, G: Show> {
    game: &'a G,
    solver: Seat,
    is_forced: bool,
    /// by position and depth: the least and the most it can be worth
    known: HashMap<(G::State, u8), (i32, i32)>,
    scratch: Moves<G::Move>,
}

impl<G: Show> Search<'_, G> {
    /// Whether a position is worth something within these bounds to the solver.
    fn is_within(&mut self, state: &G::State, depth: u8, bounds: std::ops::RangeInclusive<i32>) -> bool {
        let (least, most) = bounds.into_inner();
        let value = self.value(state, depth, least - 1, most.saturating_add(1));
        (least..=most).contains(&value)
    }

    /// What a position is worth to the solver, exactly if that lies between `low` and `high`, otherwise a bound beyond
    /// them. A forced win that takes more than `depth` plies is worth nothing.
    fn value(&mut self, state: &G::State, depth: u8, mut low: i32, mut high: i32) -> i32 {
        let game = self.game;
        if game.over(state, &mut self.scratch) {
            let lead = game.score(state, self.solver) - game.score(state, 1 - self.solver);
            return if self.is_forced { i32::from(lead > 0) } else { lead };
        }
        if depth == 0 {
            return 0;
        }
        let (least, most) = self.known.get(&(*state, depth)).copied().unwrap_or((i32::MIN, i32::MAX));
        if least >= high || least == most {
            return least;
        }
        if most <= low {
            return most;
        }
        let (first_low, first_high) = (low, high);
        let own = game.turn(state) == self.solver;
        let deeper = if self.is_forced { depth - 1 } else { depth };
        let mut best = if own { i32::MIN } else { i32::MAX };
        for m in moves(game, state) {
            let mut after = *state;
            game.play(&mut after, m);
            let value = self.value(&after, deeper, low, high);
            if own {
                best = best.max(value);
                low = low.max(value);
            } else {
                best = best.min(value);
                high = high.min(value);
            }
            if low >= high {
                break;
            }
        }
        let bounds = self.known.entry((*state, depth)).or_insert((i32::MIN, i32::MAX));
        if best > first_low {
            bounds.0 = bounds.0.max(best);
        }
        if best < first_high {
            bounds.1 = bounds.1.min(best);
        }
        best
    }
}
