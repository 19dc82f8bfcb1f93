//! A puzzle in hand: what was tried, what answers it, and how it was solved.

use agon_rules::{Choice, Record, Site, Text, text};

use crate::learn::lesson::rivals;
use crate::learn::puzzle::{Puzzle, Quest};
use crate::local::Local;
use crate::plan::{NoGame, Plan, Sitter};
use crate::venue::{Hindrance, Intent, Refusal, Venue};
use crate::words::{self, Scale};
use crate::worth::Worth;

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
    /// how many moves of the solution were made when a hint was given last
    clued: Option<usize>,
    /// whether the answer was shown
    shown: bool,
}

/// A hint: the first for a move is weaker than the second.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Clue {
    /// what to begin with, where a move takes more than one tap
    Where(Site),
    /// the move is one of these, where it takes a single tap
    Among(Vec<Site>),
    /// the move
    Move(String),
}

/// Among how many moves the first hint leaves the choice.
const FEW: usize = 3;

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
        Ok(Attempt { puzzle: puzzle.clone(), local, at: 0, wrong: None, tries: 0, clued: None, shown: false })
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
        self.is_done() && self.tries == 0 && self.clued.is_none() && !self.shown
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
        let also = self.at == 0 && self.puzzle.also.iter().any(|also| also == text);
        let right = self.puzzle.record.moves[self.at] == text || also;
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

    /// A hint for the next move: first what to begin with, or a few moves to choose from, then the move.
    pub fn clue(&mut self) -> Option<Clue> {
        self.back();
        let next = self.puzzle.record.moves.get(self.at)?.clone();
        self.local.human_turn()?;
        let weak = self.clued.replace(self.at) != Some(self.at);
        let choices = self.local.view().choices;
        let at = choices.iter().position(|choice| choice.text == next)?;
        Some(match choices[at].taps[..] {
            [first, _, ..] if weak => Clue::Where(first),
            [_] if weak && choices.len() > FEW => Clue::Among(Attempt::among(at, &choices)),
            _ => Clue::Move(next),
        })
    }

    /// The first taps of a few moves, spread over all there are.
    fn among(at: usize, choices: &[Choice]) -> Vec<Site> {
        let few: [usize; FEW] = core::array::from_fn(|k| (at + k * choices.len() / FEW) % choices.len());
        let chosen = choices.iter().enumerate().filter(|(at, _)| few.contains(at));
        chosen.filter_map(|(_, choice)| choice.taps.first().copied()).collect()
    }

    /// The second hint: the move, and what the game itself says of it.
    pub fn advice(&self, best: &str) -> Text {
        let fact = self.local.preview(best).first().map(|note| self.local.personal(&note.text));
        words::follow(text!("The move is {best}.", best = Text::of_move(best)), fact)
    }

    /// What a wrong move leads to, once it is answered: `After f4xd2 Rival plays c1xc3. Rival takes c2. Then you lose by 2.`
    /// `worth` is that of the answer, and nothing is said of it that is not proved.
    pub fn refuted(&self, worth: Worth) -> Text {
        let (wrong, all) = (self.wrong.as_deref().unwrap_or_default(), self.local.history());
        let replies = all.get(self.at + 1..).unwrap_or_default();
        let Some(last) = replies.last() else {
            // The move has ended the game itself, or it is still the solver's turn.
            let ended = self.fact().filter(|_| self.local.ending().is_some());
            return ended.unwrap_or_else(|| self.puzzle.quest().more());
        };
        let reply = Text::plain(replies.iter().map(|step| step.text.as_str()).collect::<Vec<_>>().join(" "));
        let player = words::name(&self.local.name(last.seat));
        let answered = text!("After {wrong} {player} plays {reply}.", wrong = Text::of_move(wrong), player, reply);
        words::follow(answered, self.fact().into_iter().chain(self.result(worth)))
    }

    /// What the game says of the last move: how it ended the game, or the first thing that is new.
    fn fact(&self) -> Option<Text> {
        let (view, ply) = (self.local.view(), self.local.ply().checked_sub(1)?);
        let before = self.local.view_at(ply)?.notes;
        let end = view.end.as_ref().map(|end| &end.why).filter(|why| !why.is_empty());
        let new = view.notes.iter().find(|note| !before.contains(note)).map(|note| &note.text);
        end.or(new).map(|text| self.local.personal(text))
    }

    /// How the game ends after a wrong move, as far as that is proved.
    fn result(&self, worth: Worth) -> Option<Text> {
        let (seat, quest) = (self.local.me()?, self.puzzle.quest());
        let value = worth.of(seat) as i32;
        let by = value.unsigned_abs();
        let points = Scale::of(&self.local.view()) != Scale::Results;
        Some(match (worth, quest) {
            (Worth::Proved(_), _) if value < 0 && points => text!("Then you lose by {n}.", n = by),
            (Worth::Proved(_), _) if value < 0 => text!("Then you lose."),
            (Worth::Proved(_), _) if value == 0 => text!("Then it is a draw."),
            (Worth::Proved(_), _) if points => text!("Then you win by only {n}.", n = by),
            // The move was proved not to force it, whatever answers it here.
            (_, Quest::WinIn(moves)) => {
                text!("A win in {n} move is no longer certain." | "A win in {n} moves is no longer certain.", n = moves)
            }
            _ => return None,
        })
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
