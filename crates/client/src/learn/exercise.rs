//! A task of a lesson in hand: what the reader tries, and what comes of it.

use crate::ending::Verdict;
use crate::learn::lesson::{Goal, Task};
use crate::local::Local;
use crate::plan::NoGame;
use crate::venue::{Hindrance, Intent, Refusal, Venue};

/// What a move of the reader comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judged {
    /// it is right, and what to say; the task is done
    Right(String),
    /// it is not, and what to say; the move stays on the board until it is taken back
    Wrong(String),
    /// the game goes on: there is more to do
    More,
}

/// A task in hand.
pub struct Exercise {
    task: Task,
    local: Local,
    /// what became of the last move
    judged: Option<Judged>,
    /// how many wrong moves were tried
    tries: usize,
}

impl Exercise {
    /// Opens a task.
    pub fn open(task: &Task) -> Result<Self, NoGame> {
        let table = task.record.replay()?;
        let seat = task.seat.or(table.turn()).unwrap_or(0);
        let local = Local::open(&task.plan(seat, table.seats()))?;
        Ok(Exercise { task: task.clone(), local, judged: None, tries: 0 })
    }

    /// The task.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// The game on the board.
    pub fn local(&self) -> &Local {
        &self.local
    }

    /// What became of the last move.
    pub fn judged(&self) -> Option<&Judged> {
        self.judged.as_ref()
    }

    /// Whether it is done.
    pub fn is_done(&self) -> bool {
        matches!(self.judged, Some(Judged::Right(_)))
    }

    /// How many wrong moves were tried.
    pub fn tries(&self) -> usize {
        self.tries
    }

    /// Why no move can be tried now.
    pub fn hindrance(&self) -> Option<Hindrance> {
        match self.judged {
            Some(Judged::Right(_)) => Some(Hindrance::Over),
            Some(Judged::Wrong(_)) => Some(Hindrance::EarlierPosition),
            _ => self.local.hindrance(),
        }
    }

    /// The reader makes a move. One after a wrong one takes that back first.
    pub fn play(&mut self, text: &str) -> Result<&Judged, Refusal> {
        self.back();
        if let Some(why) = self.hindrance() {
            return Err(Refusal::Hindered(why));
        }
        self.local.act(0, Intent::Play(text.to_owned()))?;
        let judged = match &self.task.goal {
            Goal::Any => self.right(text),
            Goal::Move(moves) | Goal::Best(moves) if moves.iter().any(|known| known == text) => self.right(text),
            Goal::Move(_) | Goal::Best(_) => self.wrong(text),
            Goal::Win { .. } | Goal::Play { .. } => self.progress(),
        };
        Ok(self.judged.insert(judged))
    }

    /// The computer player whose turn it is, with its seed, where one is really played against.
    pub fn computer(&self) -> Option<(&str, u64)> {
        self.task.opponent()?;
        if matches!(self.judged, Some(Judged::Right(_) | Judged::Wrong(_))) {
            return None;
        }
        self.local.computer_turn().map(|(seat, player)| (player, self.local.bot_seed(seat)))
    }

    /// That computer has moved.
    pub fn answer(&mut self, text: &str) -> Result<&Judged, Refusal> {
        self.local.play(text).map_err(Refusal::Illegal)?;
        let judged = self.progress();
        Ok(self.judged.insert(judged))
    }

    /// Takes a wrong move back; whether there was one. A game that was lost begins again.
    pub fn back(&mut self) -> bool {
        if !matches!(self.judged, Some(Judged::Wrong(_))) {
            return false;
        }
        self.judged = None;
        if self.task.opponent().is_some() {
            // The game is lost already, or too long: it begins again.
            let _ = self.local.act(0, Intent::Branch(self.task.record.moves.len()));
        } else {
            self.local.undo();
        }
        true
    }

    /// Begins again.
    pub fn restart(&mut self) {
        let _ = self.local.act(0, Intent::Branch(self.task.record.moves.len()));
        self.judged = None;
    }

    /// A right move: the opponent answers as it is written down.
    fn right(&mut self, text: &str) -> Judged {
        if let Some(answer) = Task::reaction(&self.task.answers, text).map(str::to_owned) {
            for text in answer.split_whitespace() {
                if self.local.play(text).is_err() {
                    break;
                }
            }
        }
        Judged::Right(self.told(text, true))
    }

    fn wrong(&mut self, text: &str) -> Judged {
        self.tries += 1;
        Judged::Wrong(self.told(text, false))
    }

    fn told(&self, text: &str, right: bool) -> String {
        let list = if right { &self.task.right } else { &self.task.wrong };
        Task::reaction(list, text).unwrap_or_default().to_owned()
    }

    /// How a game against a computer stands.
    fn progress(&mut self) -> Judged {
        let own = self.own_moves();
        match (&self.task.goal, self.local.verdict()) {
            (Goal::Win { .. }, Some(Verdict::Won)) | (Goal::Play { .. }, Some(_)) => Judged::Right(self.told("", true)),
            (Goal::Win { .. }, Some(_)) => self.wrong(""),
            (Goal::Win { moves, .. }, None) if own >= *moves && self.local.human_turn().is_some() => self.wrong(""),
            _ => Judged::More,
        }
    }

    /// How many moves the reader has made.
    fn own_moves(&self) -> usize {
        let people = self.local.people();
        let made = self.local.history();
        made.iter().skip(self.task.record.moves.len()).filter(|step| people.contains(&step.seat)).count()
    }
}
