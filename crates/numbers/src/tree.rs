//! A game as a tree with explicit chance: what solvers of game theory walk through.
//!
//! A deal is a sequence of chance nodes with equally likely outcomes (see [`Script`]), or one chance node with all deals
//! that differ; a tree from a position begins with one chance node for all that may be hidden in it. After that there is
//! no chance: a shuffled deck is part of the state, and only hidden.

mod recall;
mod resample;

use std::fmt::Write;
use std::sync::Arc;

use agon_rules::{Moves, Path, Seat, Show, Start, Viewer, position_text};

use crate::codec::Codec;
use crate::error::{self, Error};
use crate::script::{Odds, Script, deals, worlds};
use crate::table::Rules;

/// Where a tree begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Root {
    /// before the deal, which is one draw after the other: for deals that are too many to list
    Deal,
    /// before the deal, which is one chance node with all deals that differ
    Deals,
    /// at a position text with everything open, of which the viewer does not see all: chance decides among all that may
    /// be hidden. A spectator sees least, so that every seat knows its own things only; the referee leaves no chance
    Position(String, Viewer),
}

/// How many possibilities a chance node at the root may have before it is refused.
pub const MOST_WORLDS: usize = 1_000_000;

/// A node of a tree, whose game is not known.
pub trait TreeState: Send + Sync {
    /// How many play.
    fn seats(&self) -> Seat;
    /// Whether chance decides here.
    fn is_chance(&self) -> bool;
    /// The outcomes of a chance node with their odds: outcome 0 first. None elsewhere.
    fn chance_outcomes(&self) -> Vec<Odds>;
    /// The seat that decides; nobody at chance nodes and at the end.
    fn player(&self) -> Option<Seat>;
    /// The legal actions of that seat in ascending order.
    fn legal(&self) -> &[u32];
    /// Goes on by an action, or at a chance node by an outcome.
    fn apply(&mut self, action: i64) -> Result<(), Error>;
    /// Goes back by one; false at the root.
    fn undo(&mut self) -> bool;
    /// Whether the game is over.
    fn is_terminal(&self) -> bool;
    /// What the game is worth to each seat; all 0 until it is over.
    fn returns(&self) -> Vec<f64>;
    /// The final score of each seat; all 0 until the game is over, and where a game without points is drawn.
    fn scores(&self) -> Vec<i32>;
    /// Everything a seat has seen so far, in the order in which it saw it: two nodes have the same text exactly where the
    /// seat cannot tell them apart, and nothing is ever forgotten. Empty before the deal is done.
    fn information_state(&self, seat: Seat) -> Result<&str, Error>;
    /// The moves so far by number, as a seat knows them: nothing for those that are hidden from it. With what it saw after
    /// each of them this is what [`information_state`](TreeState::information_state) says. A node that was
    /// [resampled](TreeState::resample) begins there.
    fn known_actions(&self, seat: Seat) -> Result<Vec<Option<u32>>, Error>;
    /// Writes what a seat sees now; all 0 before the deal is done.
    fn observe(&self, seat: Seat, out: &mut [f32]) -> Result<(), Error>;
    /// What an action is called here: its text, or at a chance node the number of the outcome.
    fn text(&self, action: i64) -> Result<String, Error>;
    /// The position as a viewer sees it; empty before the deal is done.
    fn position(&self, viewer: Viewer) -> String;
    /// A node that this seat cannot tell from this one, with everything drawn anew that it does not see: each possibility
    /// is equally likely. What the other seats have seen begins there, and there is no way back from it.
    fn resample(&self, seat: Seat, seed: u64) -> Result<Box<dyn TreeState>, Error>;
    /// The actions and outcomes that led here.
    fn history(&self) -> &[u32];
    /// How many actions there are.
    fn actions(&self) -> usize;
    /// How many numbers an observation has.
    fn size(&self) -> usize;
    /// A separate node at the same place.
    fn fork(&self) -> Box<dyn TreeState>;
}

/// What chance decides before the game begins.
#[derive(Clone, Debug)]
enum Chance<S> {
    /// draws of a deal, so many of them answered
    Deal,
    /// one among all that may be hidden, with a quiet count
    Worlds(Arc<[(S, Odds)]>, u16),
}

/// A node of a tree.
#[derive(Clone, Debug)]
pub struct Tree<G: Show> {
    codec: Arc<Codec<G>>,
    rules: Rules,
    chance: Chance<G::State>,
    /// how many outcomes chance has here; 0 when it has decided everything
    outcomes: usize,
    /// none before chance has decided everything
    path: Option<Path<G::State>>,
    history: Vec<u32>,
    moves: Moves<G::Move>,
    legal: Vec<u32>,
    /// by seat: what it has seen, and how long that was after each ply
    seen: Vec<(String, Vec<usize>)>,
    /// what cannot be taken back
    fixed: Fixed,
}

/// Where the way back ends: at the root, or where a node was resampled.
#[derive(Clone, Copy, Debug, Default)]
struct Fixed {
    /// so many actions and outcomes
    steps: usize,
    /// so many plies among them
    plies: usize,
}

impl<G: Show> Tree<G> {
    /// The root of a tree.
    pub fn new(codec: Arc<Codec<G>>, root: &Root, rules: Rules) -> Result<Self, Error> {
        let seats = codec.game().seats();
        let chance = match root {
            Root::Deal => Chance::Deal,
            Root::Deals => Chance::Worlds(deals(codec.game(), MOST_WORLDS)?.into(), 0),
            Root::Position(text, viewer) => {
                let game = codec.game();
                let start = agon_rules::Match::new(game.clone(), Start::Position(text.clone()))?;
                let worlds = worlds(game, start.path().state(), *viewer, MOST_WORLDS)?;
                Chance::Worlds(worlds.into(), start.path().quiet())
            }
        };
        let mut tree = Tree {
            codec,
            rules,
            chance,
            outcomes: 0,
            path: None,
            history: Vec::new(),
            moves: Moves::new(),
            legal: Vec::new(),
            seen: vec![(String::new(), Vec::new()); seats],
            fixed: Fixed::default(),
        };
        tree.draw()?;
        Ok(tree)
    }

    /// What chance has decided so far: another chance node, or the game begins.
    fn draw(&mut self) -> Result<(), Error> {
        let decided = match &self.chance {
            Chance::Deal => {
                let mut script = Script::new(self.history.iter().map(|outcome| *outcome as usize).collect());
                let state = self.codec.game().deal(&mut script);
                script.open().ok_or((state, 0))
            }
            Chance::Worlds(worlds, quiet) => match (&worlds[..], self.history.as_slice()) {
                ([(world, _)], []) => Err((*world, *quiet)),
                (worlds, []) => Ok(worlds.len()),
                (worlds, chosen) => Err((worlds[chosen[0] as usize].0, *quiet)),
            },
        };
        self.outcomes = *decided.as_ref().unwrap_or(&0);
        if let Err((state, quiet)) = decided {
            self.path = Some(Path::new(state, quiet));
            (0..self.seats()).for_each(|seat| self.begin(seat));
            self.relist()?;
        }
        Ok(())
    }

    /// What a seat has seen begins with what it sees now.
    fn begin(&mut self, seat: Seat) {
        self.seen[seat] = (format!("seat {seat}: {}", self.seen_position(seat)), Vec::new());
    }

    fn seen_position(&self, seat: Seat) -> String {
        let path = self.path.as_ref().expect("the game has begun");
        position_text(self.codec.game(), path, Viewer::Seat(seat))
    }

    /// How many plies were played.
    fn plies(&self) -> usize {
        self.fixed.plies + self.seen[0].1.len()
    }

    fn is_broken_off(&self) -> bool {
        self.rules.max_plies.is_some_and(|most| self.plies() >= most)
    }

    /// Lists the legal actions of the position.
    fn relist(&mut self) -> Result<(), Error> {
        self.legal.clear();
        let broken_off = self.is_broken_off();
        let Some(path) = self.path.as_ref().filter(|path| !broken_off && (!G::LOOPS || path.draw().is_none())) else {
            return Ok(());
        };
        self.moves.relist(self.codec.game(), path.state());
        let listed = self.codec.number_all(&self.moves, &mut self.legal);
        self.legal.sort_unstable();
        listed.map_err(|m| self.codec.unnumbered(path.state(), m))
    }

    /// Makes a move, and tells every seat what it sees of it.
    fn play(&mut self, m: G::Move) {
        let codec = self.codec.clone();
        let game = codec.game();
        let path = self.path.as_mut().expect("the game has begun");
        let before = *path.state();
        path.play(game, m);
        let (mover, after) = (game.turn(&before), *path.state());
        for seat in 0..game.seats() {
            let viewer = Viewer::Seat(seat);
            let hidden = |mut state: G::State| {
                game.hide(&mut state, viewer);
                state
            };
            let known = game.write_move(&hidden(before), game.hide_move(&hidden(after), m));
            // Who sees everything knows where a move leads.
            let is_open = !game.hides(&before, viewer) && !game.hides(&after, viewer);
            let now = if is_open { String::new() } else { format!(" {}", self.seen_position(seat)) };
            let (text, lengths) = &mut self.seen[seat];
            lengths.push(text.len());
            write!(text, " | {mover} {known}{now}").expect("a string takes any text");
        }
    }

    /// Takes a move back, and with it what every seat saw of it.
    fn take_back(&mut self) {
        self.path.as_mut().expect("the game has begun").undo();
        for (text, lengths) in &mut self.seen {
            text.truncate(lengths.pop().expect("a length for every ply"));
        }
    }

    /// The state in which the game ended, by its rules or by a draw of its path. One that is broken off has not ended,
    /// unless it is over by then.
    fn last(&self) -> Option<&G::State> {
        let path = self.path.as_ref().filter(|_| self.is_terminal())?;
        let has_ended = path.draw().is_some() || self.codec.game().over(path.state(), &mut Moves::new());
        has_ended.then(|| path.state())
    }

    /// The move of a legal action.
    fn find(&self, action: i64) -> Result<G::Move, Error> {
        let moves = self.codec.actions().moves();
        let none = Error::NoAction { action, last: moves.len() - 1 };
        let number = u32::try_from(action).ok().filter(|number| (*number as usize) < moves.len()).ok_or(none)?;
        if self.legal.binary_search(&number).is_ok() {
            return Ok(moves[number as usize]);
        }
        if self.is_broken_off() {
            return Err(Error::Truncated(self.plies()));
        }
        Err(match self.path.as_ref().filter(|_| self.legal.is_empty()) {
            Some(path) => Error::Over { action, reason: self.codec.reason(path) },
            None => Error::Illegal { action, legal: self.legal.clone() },
        })
    }

    /// The number of an outcome of a chance node.
    fn outcome(&self, outcome: i64) -> Result<u32, Error> {
        let none = Error::NoOutcome { outcome, last: self.outcomes - 1 };
        u32::try_from(outcome).ok().filter(|outcome| (*outcome as usize) < self.outcomes).ok_or(none)
    }
}

impl<G: Show> TreeState for Tree<G> {
    fn seats(&self) -> Seat {
        self.codec.game().seats()
    }

    fn is_chance(&self) -> bool {
        self.outcomes > 0
    }

    fn chance_outcomes(&self) -> Vec<Odds> {
        match &self.chance {
            _ if self.outcomes == 0 => Vec::new(),
            Chance::Deal => vec![Odds { ways: 1, of: self.outcomes as u64 }; self.outcomes],
            Chance::Worlds(worlds, _) => worlds.iter().map(|(_, odds)| *odds).collect(),
        }
    }

    fn player(&self) -> Option<Seat> {
        let path = self.path.as_ref().filter(|_| !self.legal.is_empty())?;
        Some(self.codec.game().turn(path.state()))
    }

    fn legal(&self) -> &[u32] {
        &self.legal
    }

    fn apply(&mut self, action: i64) -> Result<(), Error> {
        if self.is_chance() {
            let outcome = self.outcome(action)?;
            self.history.push(outcome);
            let drawn = self.draw();
            if drawn.is_err() {
                self.undo();
            }
            return drawn;
        }
        let m = self.find(action)?;
        self.play(m);
        self.history.push(action as u32);
        let listed = self.relist();
        if listed.is_err() {
            self.undo();
        }
        listed
    }

    fn undo(&mut self) -> bool {
        if self.history.len() <= self.fixed.steps {
            return false;
        }
        self.history.pop();
        let back = if self.plies() > 0 {
            self.take_back();
            self.relist()
        } else {
            self.path = None;
            self.legal.clear();
            self.seen.iter_mut().for_each(|(text, _)| text.clear());
            self.draw()
        };
        debug_assert_eq!(back, Ok(()), "the moves before had numbers");
        true
    }

    fn is_terminal(&self) -> bool {
        self.outcomes == 0 && self.legal.is_empty()
    }

    fn returns(&self) -> Vec<f64> {
        let game = self.codec.game();
        let of = |state| self.rules.payoff.returns(game, state, &mut Moves::new())[..game.seats()].to_vec();
        self.last().map_or_else(|| vec![0.0; game.seats()], of)
    }

    fn scores(&self) -> Vec<i32> {
        let game = self.codec.game();
        let counts = |state: &&G::State| G::POINTS || game.over(state, &mut Moves::new());
        let of = |state| (0..game.seats()).map(|seat| game.score(state, seat)).collect();
        self.last().filter(counts).map_or_else(|| vec![0; game.seats()], of)
    }

    fn information_state(&self, seat: Seat) -> Result<&str, Error> {
        error::seat(seat, self.seats())?;
        Ok(&self.seen[seat].0)
    }

    fn known_actions(&self, seat: Seat) -> Result<Vec<Option<u32>>, Error> {
        self.known_actions(seat)
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) -> Result<(), Error> {
        error::seat(seat, self.seats())?;
        error::length("observation", out.len(), self.size())?;
        match &self.path {
            Some(path) => self.codec.observe(path, path.repeats(), seat, out),
            None => out.fill(0.0),
        }
        Ok(())
    }

    fn text(&self, action: i64) -> Result<String, Error> {
        if self.is_chance() {
            return Ok(self.outcome(action)?.to_string());
        }
        let m = self.find(action)?;
        let path = self.path.as_ref().expect("the game has begun");
        Ok(self.codec.game().write_move(path.state(), m))
    }

    fn position(&self, viewer: Viewer) -> String {
        let path = self.path.as_ref();
        path.map_or_else(String::new, |path| position_text(self.codec.game(), path, viewer))
    }

    fn resample(&self, seat: Seat, seed: u64) -> Result<Box<dyn TreeState>, Error> {
        Ok(Box::new(self.resampled(seat, seed)?))
    }

    fn history(&self) -> &[u32] {
        &self.history
    }

    fn actions(&self) -> usize {
        self.codec.actions().len()
    }

    fn size(&self) -> usize {
        self.codec.size()
    }

    fn fork(&self) -> Box<dyn TreeState> {
        Box::new(self.clone())
    }
}
