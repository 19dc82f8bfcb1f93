//! What commands do in a lesson or a puzzle, and how its questions are answered.

use std::time::Duration;

use agon_search::ask::{NoReply, Reply};

use super::{After, Desk};
use crate::local;
use crate::markdown;
use crate::study::{Help, Paragraph, Question, State, Study};
use crate::thought::stand_in;
use crate::word::{Way, Word};

impl Desk {
    /// Obeys a command that means something else here than in a game; none for the others.
    pub(super) fn act_in_study(&mut self, word: Word) -> Option<After> {
        let study = self.game.study()?;
        match word {
            Word::Next => self.go(Way::Forward),
            Word::Back | Word::Forward | Word::First | Word::Last if self.can_look() => return None,
            Word::Back => self.go(Way::Back),
            Word::Forward if matches!(study, Study::Lesson(_)) => self.go(Way::Forward),
            Word::Forward | Word::First | Word::Last => self.complain("a puzzle that is done can be stepped through"),
            Word::Hint => self.help(),
            Word::Answer => {
                if let Some(Err(why)) = self.game.study_mut().map(Study::show) {
                    self.complain(why);
                }
                self.moved();
            }
            Word::Undo => {
                if !self.retry() {
                    self.complain("there is no wrong move to take back; `back` returns to the task before");
                }
            }
            Word::Restart | Word::Again => {
                self.game.study_mut()?.restart();
                self.moved();
            }
            Word::Text => return Some(self.read()),
            Word::Play => {
                let plan = self.game.study()?.game((self.habits.seed)());
                match local::open(&plan) {
                    Ok(local) => return Some(After::Open(Box::new(local))),
                    Err(error) => self.complain(format!("{error:#}")),
                }
            }
            Word::Analysis | Word::Review | Word::Redo | Word::Save | Word::Resign | Word::Branch => {
                self.complain("a task has no such thing; `play` begins a game that has");
            }
            _ => return None,
        }
        Some(After::Stay)
    }

    /// Whether earlier positions can be looked at: in a lesson never, of a puzzle those of one that is done.
    pub(crate) fn can_look(&self) -> bool {
        match self.game.study() {
            None => true,
            Some(Study::Lesson(_)) => false,
            Some(study @ Study::Puzzle(_)) => study.state() == State::Done,
        }
    }

    /// Goes to the next task or puzzle, or back to the one before.
    fn go(&mut self, way: Way) {
        let chance = (self.habits.seed)();
        let Some(study) = self.game.study_mut() else { return };
        match study.step(way, chance) {
            Ok(()) => {
                self.hand.focus = None;
                self.look.review = None;
                self.look.flipped = self.game.venue().is_far();
                self.moved();
            }
            // The end of a lesson is no trouble.
            Err(end) => self.say(format!("{end:#}")),
        }
    }

    /// Goes on where a task or puzzle is done, and takes a wrong move back; false where there is something to find.
    pub(crate) fn go_on(&mut self) -> bool {
        match self.game.study().map(Study::state) {
            Some(State::Done) => self.go(Way::Forward),
            Some(State::Wrong) => drop(self.retry()),
            Some(State::Open) | None => return false,
        }
        true
    }

    /// Takes a wrong move back; whether there was one.
    pub(crate) fn retry(&mut self) -> bool {
        let was = self.game.study_mut().is_some_and(Study::back);
        if was {
            self.hand.message = None;
            self.moved();
        }
        was
    }

    fn help(&mut self) {
        let Some(help) = self.game.study_mut().map(Study::help) else { return };
        // A wrong move was taken back for it.
        self.moved();
        match help {
            Help::Say(text, sites) => {
                self.look.hint = sites;
                self.say(text);
            }
            Help::Ask(_) => self.ask_hint(),
        }
    }

    /// A question of the task or puzzle is answered.
    pub(super) fn answered(&mut self, reply: Result<Reply, NoReply>) {
        self.bots.thinking = None;
        let Some(study) = self.game.study_mut() else { return };
        match (reply, study.question()) {
            (Ok(reply), _) => study.answer(Some((&reply.text, reply.worth.into()))),
            (Err(_), Some(Question::Reply(record, player, seed))) => {
                let thought = self.bots.asker.reply(record, stand_in(&player), seed, Duration::ZERO);
                self.bots.thinking = Some(thought);
                return;
            }
            (Err(_), _) => study.answer(None),
        }
        self.moved();
    }

    /// Everything there is to read, as a page.
    fn read(&self) -> After {
        let text = |part: &Paragraph| match part {
            Paragraph::Heading(text) => format!("# {}\n", markdown::escape(text)),
            part => format!("{}\n", markdown::escape(part.text())),
        };
        let Some(study) = self.game.study() else { return After::Stay };
        let parts: Vec<String> = study.text().iter().map(text).collect();
        After::Read(study.title(), parts.join("\n"))
    }
}
