//! A puzzle in hand: what was tried, what answers it, and how it was solved.

use agon_rules::{Record, Site};

use crate::learn::lesson::rivals;
use crate::learn::puzzle::Puzzle;
use crate::local::Local;
use crate::plan::{NoGame, Plan, Sitter};
use crate::venue::{Hindrance, Intent, Refusal, Venue};

/// A puzzle in hand.
pub struct Attempt {
    puzzle: Puzzle,
    local: Local,
    /// how many moves of the solution were made
    at: usize,
    /// a move that is not the solution stands on the board
    wrong: Option<String>,
    /// how many of them were tried
    tries: usize,
    /// how much was helped
    clues: usize,
    /// whether the answer was shown
    shown: bool,
}

/// A hint: the first is weaker than the second.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Clue {
    /// what to begin with
    Where(Option<Site>),
    /// the move
    Move(String),
}

impl Attempt {
    /// Opens a puzzle.
    pub fn open(puzzle: &Puzzle) -> Result<Self, NoGame> {
        let record = Record { moves: Vec::new(), ..puzzle.record.clone() };
        let table = record.replay()?;
        let seat = table.turn().unwrap_or(0);
        let sitters = rivals(seat, table.seats());
        // A solution that does not follow the rules is found out here, not in the middle of it.
        puzzle.record.replay()?;
        let local = Local::open(&Plan { record, sitters, bot_seed: 0 })?;
        Ok(Attempt { puzzle: puzzle.clone(), local, at: 0, wrong: None, tries: 0, clues: 0, shown: false })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The game on the board.
    pub fn local(&self) -> &Local {
        &self.local
    }

    /// Whether the last move of the solution was made.
    pub fn is_done(&self) -> bool {
        self.at == self.puzzle.record.moves.len()
    }

    /// Whether it was solved at the first try and without help: that counts for the estimate of strength.
    pub fn is_clean(&self) -> bool {
        self.is_done() && self.tries == 0 && self.clues == 0 && !self.shown
    }

    /// Whether the answer was shown.
    pub fn was_shown(&self) -> bool {
        self.shown
    }

    /// How many wrong moves were tried.
    pub fn tries(&self) -> usize {
        self.tries
    }

    /// The wrong move that stands on the board.
    pub fn wrong(&self) -> Option<&str> {
        self.wrong.as_deref()
    }

    /// Why no move can be tried now. A wrong one does not hinder: the next tap takes it back.
    pub fn hindrance(&self) -> Option<Hindrance> {
        if self.is_done() { Some(Hindrance::Over) } else { self.local.hindrance().filter(|_| self.wrong.is_none()) }
    }

    /// Makes a move; whether it is the right one.
    pub fn play(&mut self, text: &str) -> Result<bool, Refusal> {
        self.back();
        if let Some(why) = self.hindrance() {
            return Err(Refusal::Hindered(why));
        }
        self.local.act(0, Intent::Play(text.to_owned()))?;
        let right = self.puzzle.record.moves[self.at] == text;
        if right {
            self.at += 1;
        } else {
            self.tries += 1;
            self.wrong = Some(text.to_owned());
        }
        Ok(right)
    }

    /// Makes the next move of the opponent in the solution; false where the solver is to move, or it is done.
    pub fn reply(&mut self) -> bool {
        let next = self.puzzle.record.moves.get(self.at).filter(|_| self.wrong.is_none());
        let (Some(next), None) = (next, self.local.human_turn()) else { return false };
        if self.local.play(next).is_err() {
            return false;
        }
        self.at += 1;
        true
    }

    /// The game after a wrong move, where the opponent can answer it.
    pub fn to_refute(&self) -> Option<Record> {
        self.wrong.as_ref()?;
        self.local.computer_turn()?;
        Some(self.local.record())
    }

    /// The opponent answers a wrong move.
    pub fn refute(&mut self, text: &str) -> bool {
        self.to_refute().is_some() && self.local.play(text).is_ok()
    }

    /// Takes a wrong move back, with what answered it; whether there was one.
    pub fn back(&mut self) -> bool {
        let was = self.wrong.take().is_some();
        if was {
            let _ = self.local.act(0, Intent::Branch(self.at));
        }
        was
    }

    /// Begins again. What was tried stays tried.
    pub fn restart(&mut self) {
        self.wrong = None;
        self.at = 0;
        let _ = self.local.act(0, Intent::Restart);
    }

    /// A hint: first what to begin with, then the move.
    pub fn clue(&mut self) -> Option<Clue> {
        self.back();
        let next = self.puzzle.record.moves.get(self.at)?.clone();
        self.local.human_turn()?;
        self.clues += 1;
        let view = self.local.view();
        let taps = view.choices.into_iter().find(|choice| choice.text == next).map(|choice| choice.taps)?;
        // Where one tap is the whole move, there is no weaker hint than the move.
        Some(if self.clues == 1 && taps.len() > 1 { Clue::Where(taps.first().copied()) } else { Clue::Move(next) })
    }

    /// Shows the answer: makes the next move of the solution, whoever's it is; false at its end.
    pub fn show(&mut self) -> bool {
        self.back();
        let Some(next) = self.puzzle.record.moves.get(self.at) else { return false };
        self.shown = true;
        if self.local.play(next).is_err() {
            return false;
        }
        self.at += 1;
        true
    }

    /// The game to go on with from here against a computer.
    pub fn against(&self, player: &str) -> Plan {
        let mut plan = self.local.plan();
        plan.record.moves.truncate(self.at);
        for sitter in plan.sitters.iter_mut().filter(|sitter| **sitter != Sitter::Human) {
            *sitter = Sitter::Computer(player.to_owned());
        }
        plan
    }
}
