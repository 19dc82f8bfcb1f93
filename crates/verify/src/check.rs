//! The proof itself: a walk through a strategy of one seat, in which the other seat tries everything.
//!
//! Soundness. A strategy is a function from positions to moves. The walk follows it from the first position: where the
//! holder is to move, the move that the strategy has there; where the other seat is, every legal move. Each game that
//! ends must end with at least the promised result. Positions are compared as full states, so one that was walked through
//! needs no second look: what follows from it does not depend on how it came about. A position that comes again on the
//! line that leads to it would be a circle, and is refused; so every line ends.
//!
//! Symmetry makes the file shorter and proves nothing. A choice is made for a position and all its twins (those with the
//! same [`canonical`](agon_rules::Game::canonical) form): in a twin the strategy makes the first move that leads to a twin of
//! where the choice led. Whatever `canonical` does, this is a function from positions to moves, and the walk looks at every
//! position that it leads to.

use std::collections::HashMap;

use agon_rules::{Game, Match, Moves, Path, Seat, Show};

use crate::Wrong;
use crate::rows::{Verdict, glance, pairs_hold};

/// What a strategy says in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Make the move with this number; moves are numbered from 0 in the bytewise order of their notation.
    Move(usize),
    /// In a game of rows, answer each move of a pair with the other one; moves by their numbers.
    Pairs(Vec<[usize; 2]>),
}

/// Where the choices of a strategy come from: a file, or whoever writes one.
pub trait Source<G: Game> {
    /// The choice in a position with at least two moves, which are given in the order of their numbers.
    fn choose(&mut self, s: &G::State, moves: &[G::Move]) -> Result<Choice, Wrong>;
}

/// What a seat promises from a position on.
#[derive(Clone, Copy, Debug)]
pub struct Held<S> {
    start: S,
    /// how many quiet plies led there
    quiet: u16,
    holder: Seat,
    /// its own final score less that of the other seat, at least
    bound: i32,
}

impl<S: Copy + Eq> Held<S> {
    /// A seat's part of a value: seat 0 reaches at least that, and seat 1 holds it down to that.
    pub fn new<G: Show<State = S>>(table: &Match<G>, holder: Seat, value: i32) -> Result<Self, Wrong> {
        let (game, path) = (table.game(), table.path());
        let unfit = |why: &str| Err(Wrong::Unfit(why.to_owned()));
        if game.seats() != 2 {
            return unfit("it is not for two seats");
        }
        if game.will_hide(path.state()) {
            return unfit("something is hidden, or will be");
        }
        let bound = if holder == 0 { value } else { value.saturating_neg() };
        let held = Held { start: *path.state(), quiet: path.quiet(), holder, bound };
        if G::LOOPS && bound < 1 && !held.is_trivial::<G>() {
            return unfit("where positions can come back, only a forced win can be proved");
        }
        Ok(held)
    }

    /// Whether no result is worse. Without points a seat has 1 if it has won and 0 if not.
    pub fn is_trivial<G: Show<State = S>>(&self) -> bool {
        !G::POINTS && self.bound <= -1
    }
}

/// What was checked of a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// positions in which the holder is to move, each counted once
    pub positions: u64,
    /// moves of the other seat that were answered
    pub replies: u64,
    /// choices that the file had to give; twins and positions with a single move need none
    pub choices: u64,
    /// the longest line of play, in plies
    pub plies: u32,
}

/// Follows a strategy to all its ends. `heard` is told now and then how many positions were checked.
pub fn follow<G: Show>(
    game: &G,
    held: Held<G::State>,
    source: &mut dyn Source<G>,
    heard: &mut dyn FnMut(u64) -> bool,
) -> Result<Checked, Wrong> {
    let checked = Checked { positions: 0, replies: 0, choices: 0, plies: 0 };
    let mut walk = Walk { game, held, source, heard, picks: HashMap::new(), known: HashMap::new(), line: 0, checked };
    let plies = walk.holds(&held.start)?;
    // A win that comes before the quiet plies run out is not a draw by them.
    if G::LOOPS && u32::from(held.quiet) + plies > u32::from(Path::<G::State>::QUIET) {
        return Err(Wrong::Gap(format!("after {} quiet plies, {plies} more can be a draw", held.quiet)));
    }
    Ok(Checked { plies, ..walk.checked })
}

/// No line of play is longer.
const LONGEST: u32 = 1000;
/// So many positions are checked between two reports.
const OFTEN: u64 = 1 << 12;

struct Walk<'a, G: Game> {
    game: &'a G,
    held: Held<G::State>,
    source: &'a mut dyn Source<G>,
    heard: &'a mut dyn FnMut(u64) -> bool,
    /// by class of twins: the class that the choice there leads to
    picks: HashMap<G::State, G::State>,
    /// the positions of the holder: how many plies can follow, or none while the walk is still below it
    known: HashMap<G::State, Option<u32>>,
    /// the plies of the line that is walked
    line: u32,
    checked: Checked,
}

impl<G: Show> Walk<'_, G> {
    /// Checks that the holder keeps its promise from here on, and returns how many plies can follow.
    fn holds(&mut self, s: &G::State) -> Result<u32, Wrong> {
        let (game, holder) = (self.game, self.held.holder);
        let mut moves = Moves::new();
        game.moves(s, &mut moves);
        if moves.is_empty() {
            let result = game.score(s, holder) - game.score(s, 1 - holder);
            let short = || self.gap(s, &format!("the game is over with {result:+}, short of {:+}", self.held.bound));
            return if result >= self.held.bound { Ok(0) } else { Err(short()) };
        }
        if self.line >= LONGEST {
            return Err(self.gap(s, "the line of play is too long"));
        }
        let mine = game.turn(s) == holder;
        if mine {
            match self.known.get(s) {
                Some(Some(plies)) => return Ok(*plies),
                Some(None) => return Err(self.gap(s, "play can go in circles")),
                None => self.enter(s)?,
            }
        }
        let plies = match glance(game, s, holder, self.held.bound) {
            Verdict::Held(plies) => plies,
            Verdict::Forced(reply) => 2.max(self.after(s, reply)?),
            Verdict::Open if mine => self.own(s, &moves)?,
            Verdict::Open => {
                let mut plies = 0;
                for (_, m) in numbered(game, s, &moves) {
                    plies = plies.max(self.after(s, m)?);
                }
                plies
            }
        };
        if mine {
            self.known.insert(*s, Some(plies));
        }
        Ok(plies)
    }

    /// Notes a position of the holder that was not seen before.
    fn enter(&mut self, s: &G::State) -> Result<(), Wrong> {
        self.known.insert(*s, None);
        self.checked.positions += 1;
        if self.checked.positions.is_multiple_of(OFTEN) && !(self.heard)(self.checked.positions) {
            return Err(Wrong::Stopped);
        }
        Ok(())
    }

    /// The plies that can follow with a move, which is one of them.
    fn after(&mut self, s: &G::State, m: G::Move) -> Result<u32, Wrong> {
        let mut after = *s;
        self.game.play(&mut after, m);
        if self.game.turn(s) != self.held.holder {
            self.checked.replies += 1;
        }
        self.line += 1;
        let plies = self.holds(&after)?;
        self.line -= 1;
        Ok(1 + plies)
    }

    /// The same with the move of the strategy.
    fn own(&mut self, s: &G::State, moves: &Moves<G::Move>) -> Result<u32, Wrong> {
        if let [only] = moves[..] {
            return self.after(s, only);
        }
        let game = self.game;
        let class_after = |m: G::Move| {
            let mut after = *s;
            game.play(&mut after, m);
            game.canonical(&after)
        };
        let (class, moves) = (game.canonical(s), numbered(game, s, moves));
        if let Some(target) = self.picks.get(&class) {
            let found = moves.iter().find(|(_, m)| class_after(*m) == *target);
            let (_, m) = *found.ok_or_else(|| self.gap(s, "no move leads where that of its twin led"))?;
            return self.after(s, m);
        }
        let list: Vec<G::Move> = moves.iter().map(|(_, m)| *m).collect();
        self.checked.choices += 1;
        match self.source.choose(s, &list)? {
            Choice::Move(at) => {
                let m = *list.get(at).ok_or_else(|| self.gap(s, &format!("there is no move {at}")))?;
                self.picks.insert(class, class_after(m));
                self.after(s, m)
            }
            Choice::Pairs(pairs) => {
                let holds = pairs_hold(game, s, &list, &pairs, self.held.holder, self.held.bound);
                holds.map(|()| 0).map_err(|why| self.gap(s, why))
            }
        }
    }

    fn gap(&self, s: &G::State, why: &str) -> Wrong {
        Wrong::Gap(format!("in {}: {why}", self.game.write_state(s)))
    }
}

/// Moves in the bytewise order of their notation.
fn numbered<G: Show>(game: &G, s: &G::State, moves: &Moves<G::Move>) -> Vec<(String, G::Move)> {
    let mut all: Vec<(String, G::Move)> = moves.iter().map(|&m| (game.write_move(s, m), m)).collect();
    all.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    all
}
