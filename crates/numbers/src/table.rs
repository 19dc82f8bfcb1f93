//! One game by action numbers: no text is written or read unless it is asked for.

use std::any::Any;
use std::sync::Arc;

use agon_rules::{Error as RulesError, Match, Moves, Path, Record, Seat, Show, Start, Table, Viewer};

use crate::codec::Codec;
use crate::error::{self, Error};
use crate::payoff::Payoff;

/// How a game is played by numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// what the result is worth
    pub payoff: Payoff,
    /// the game is broken off after so many plies, and is worth nothing to anybody
    pub max_plies: Option<usize>,
}

/// A game in play by numbers, whose type is not known. [`Table`] is the same for people.
pub trait NumberedTable: Any + Send + Sync {
    /// The table: positions, views, history and the record.
    fn table(&self) -> &dyn Table;
    /// How many play.
    fn seats(&self) -> Seat;
    /// How many moves have been made.
    fn ply(&self) -> usize;
    /// Who decides; nobody when the game is over.
    fn turn(&self) -> Option<Seat>;
    /// Whether the game was broken off.
    fn is_truncated(&self) -> bool;
    /// The legal actions in ascending order; none when the game is over.
    fn legal(&self) -> &[u32];
    /// Writes for each action whether it is legal.
    fn mask(&self, out: &mut [bool]) -> Result<(), Error>;
    /// Makes the move with this number for the seat to move.
    fn apply(&mut self, action: i64) -> Result<(), Error>;
    /// Makes a move by its text for a seat, as at any table.
    fn play(&mut self, seat: Seat, text: &str) -> Result<(), Error>;
    /// Takes the last move back; false when there is none.
    fn undo(&mut self) -> bool;
    /// Makes the last move again that was taken back; false when there is none.
    fn redo(&mut self) -> bool;
    /// What the game is worth to each seat; all 0 until it is over.
    fn returns(&self) -> Vec<f64>;
    /// Writes what a seat sees.
    fn observe(&self, seat: Seat, out: &mut [f32]) -> Result<(), Error>;
    /// The text of a legal action.
    fn text(&self, action: i64) -> Result<String, Error>;
    /// The number of a legal move.
    fn number(&self, text: &str) -> Result<u32, Error>;
    /// How many actions there are.
    fn actions(&self) -> usize;
    /// How many numbers an observation has.
    fn size(&self) -> usize;
    /// A separate table with the same game.
    fn fork(&self) -> Box<dyn NumberedTable>;
    /// The whole game as a record.
    fn record(&self) -> Record {
        self.table().record()
    }
    /// The position as a viewer sees it.
    fn position(&self, viewer: Viewer) -> String {
        self.table().position(viewer)
    }
}

/// A game in play by numbers.
#[derive(Clone, Debug)]
pub struct Numbered<G: Show> {
    codec: Arc<Codec<G>>,
    rules: Rules,
    table: Match<G>,
    moves: Moves<G::Move>,
    legal: Vec<u32>,
}

impl<G: Show> Numbered<G> {
    /// A game that begins there.
    pub fn new(codec: Arc<Codec<G>>, start: Start, rules: Rules) -> Result<Self, Error> {
        let table = Match::new(codec.game().clone(), start)?;
        let mut numbered = Numbered { codec, rules, table, moves: Moves::new(), legal: Vec::new() };
        numbered.relist()?;
        Ok(numbered)
    }

    /// The rules.
    pub(crate) fn game(&self) -> &G {
        self.codec.game()
    }

    /// The states so far.
    pub(crate) fn path(&self) -> &Path<G::State> {
        self.table.path()
    }

    /// The number of a move.
    pub(crate) fn number_of(&self, m: G::Move) -> Option<u32> {
        self.codec.actions().number(&m)
    }

    /// Lists the legal actions of the position.
    fn relist(&mut self) -> Result<(), Error> {
        self.legal.clear();
        let path = self.table.path();
        if self.is_truncated() || (G::LOOPS && path.draw().is_some()) {
            return Ok(());
        }
        self.moves.relist(self.codec.game(), path.state());
        let listed = self.codec.number_all(&self.moves, &mut self.legal);
        self.legal.sort_unstable();
        listed.map_err(|m| self.codec.unnumbered(path.state(), m))
    }

    /// Makes a legal move, unless it leads to where moves have no numbers.
    fn advance(&mut self, m: G::Move) -> Result<(), Error> {
        self.table.advance(m);
        let listed = self.relist();
        if listed.is_err() {
            self.table.undo();
            let before = self.relist();
            debug_assert_eq!(before, Ok(()), "the moves before had numbers");
        }
        listed
    }

    /// The move of a legal action.
    fn find(&self, action: i64) -> Result<G::Move, Error> {
        let moves = self.codec.actions().moves();
        let none = Error::NoAction { action, last: moves.len() - 1 };
        let number = u32::try_from(action).ok().filter(|number| (*number as usize) < moves.len()).ok_or(none)?;
        if self.legal.binary_search(&number).is_ok() {
            return Ok(moves[number as usize]);
        }
        Err(if !self.legal.is_empty() {
            Error::Illegal { action, legal: self.legal.clone() }
        } else if self.is_truncated() {
            Error::Truncated(self.table.ply())
        } else {
            Error::Over { action, reason: self.codec.reason(self.table.path()) }
        })
    }
}

impl<G: Show> NumberedTable for Numbered<G> {
    fn table(&self) -> &dyn Table {
        &self.table
    }

    fn seats(&self) -> Seat {
        self.codec.game().seats()
    }

    fn ply(&self) -> usize {
        self.table.ply()
    }

    fn turn(&self) -> Option<Seat> {
        (!self.legal.is_empty()).then(|| self.codec.game().turn(self.table.path().state()))
    }

    fn is_truncated(&self) -> bool {
        self.rules.max_plies.is_some_and(|most| self.table.ply() >= most) && self.table.outcome().is_none()
    }

    fn legal(&self) -> &[u32] {
        &self.legal
    }

    fn mask(&self, out: &mut [bool]) -> Result<(), Error> {
        error::length("mask", out.len(), self.actions())?;
        out.fill(false);
        self.legal.iter().for_each(|action| out[*action as usize] = true);
        Ok(())
    }

    fn apply(&mut self, action: i64) -> Result<(), Error> {
        let m = self.find(action)?;
        self.advance(m)
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<(), Error> {
        match self.turn() {
            Some(turn) if turn != seat => Err(RulesError::Turn { seat, turn }.into()),
            None if self.is_truncated() => Err(Error::Truncated(self.table.ply())),
            _ => {
                let m = self.table.find(text)?;
                self.advance(m)
            }
        }
    }

    fn undo(&mut self) -> bool {
        let undone = self.table.undo();
        let listed = self.relist();
        debug_assert_eq!(listed, Ok(()), "the moves before had numbers");
        undone
    }

    fn redo(&mut self) -> bool {
        let redone = self.table.redo();
        let listed = self.relist();
        debug_assert_eq!(listed, Ok(()), "the moves after had numbers");
        redone
    }

    fn returns(&self) -> Vec<f64> {
        let seats = self.seats();
        if !self.legal.is_empty() || self.is_truncated() {
            return vec![0.0; seats];
        }
        let returns = self.rules.payoff.returns(self.codec.game(), self.table.path().state(), &mut Moves::new());
        returns[..seats].to_vec()
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) -> Result<(), Error> {
        error::seat(seat, self.seats())?;
        error::length("observation", out.len(), self.size())?;
        let path = self.table.path();
        self.codec.observe(path, path.repeats(), seat, out);
        Ok(())
    }

    fn text(&self, action: i64) -> Result<String, Error> {
        let m = self.find(action)?;
        Ok(self.codec.game().write_move(self.table.path().state(), m))
    }

    fn number(&self, text: &str) -> Result<u32, Error> {
        let m = self.table.find(text)?;
        self.codec.actions().number(&m).ok_or_else(|| Error::Unnumbered(text.to_owned()))
    }

    fn actions(&self) -> usize {
        self.codec.actions().len()
    }

    fn size(&self) -> usize {
        self.codec.size()
    }

    fn fork(&self) -> Box<dyn NumberedTable> {
        Box::new(self.clone())
    }
}
