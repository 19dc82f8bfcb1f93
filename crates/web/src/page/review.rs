//! A review of the game: its graph, its turning points, and the way back into play from each.

use agon_client::Decided;
use agon_rules::{Step, text};

use crate::device::{Heard, Worker};
use crate::html;
use crate::html::{Html, escape};
use crate::page::fields::none;
use crate::screen::Screen;
use crate::shell::Shell;
use crate::think::{Ask, Question, Tell};
use crate::words::Word;

/// A review of the game: what has come of it so far.
#[derive(Default)]
pub struct Review {
    /// the moves that are reviewed; of another game nothing is known
    about: Vec<Step>,
    /// when the game was decided, once that is known
    decided: Option<Decided>,
    /// how many positions were looked at, and how many there are
    done: usize,
    of: usize,
    /// what was found, as HTML of the worker's making
    html: String,
    /// whether it goes on
    going: bool,
    /// the number of the question; answers to one before it come too late
    id: u64,
}

impl Review {
    /// Whether the game on the screen is the one that is reviewed.
    fn is_about(&self, screen: &Screen) -> bool {
        !self.about.is_empty() && self.about == screen.history.steps
    }

    /// When the game on the screen was decided, once that is known.
    pub fn decided(&self, screen: &Screen) -> Option<&Decided> {
        self.decided.as_ref().filter(|_| self.is_about(screen))
    }

    /// How many positions of the game on the screen were looked at, and how many there are, while that goes on.
    pub fn progress(&self, screen: &Screen) -> Option<(usize, usize)> {
        (self.going && self.is_about(screen)).then_some((self.done, self.of))
    }

    /// The button, and what comes of it. It is there where the game has moves and may be reviewed.
    pub fn html(&self, to: &mut Html<'_>, screen: &Screen, may: bool) {
        let steps = &screen.history.steps;
        // What was looked at to its end is not looked at again.
        let todo = self.going || !self.is_about(screen) || self.done < self.of;
        html!(to, "<section class='review" [none(may && !steps.is_empty())] "' data-style='--at: "
            {screen.history.at} "; --of: " {self.of} "'><button class='btn wide look" [none(todo)] "' data-do='review'>");
        if self.going {
            html!(to, {Word::Stop} " · " {self.done} " " {Word::Of} " " {self.of});
        } else {
            html!(to, { text!("Review the whole game") });
        }
        html!(to, "</button><div>");
        if self.is_about(screen) {
            to.raw(&self.html);
        }
        html!(to, "</div></section>");
    }

    /// Begins the review of a game: its record, its moves, and the seats of people. What was reviewed, or is being
    /// reviewed, is not begun again.
    pub fn begin(&mut self, record: String, people: Vec<usize>, screen: &Screen, shell: &Shell) {
        if !self.is_about(screen) || !self.going && self.done < self.of {
            self.start(record, people, screen, shell);
        }
    }

    fn start(&mut self, record: String, people: Vec<usize>, screen: &Screen, shell: &Shell) {
        let device = shell.device();
        if self.going {
            device.stop(Worker::Reviewer);
        }
        let about = screen.history.steps.clone();
        *self = Review { of: about.len(), about, going: true, id: self.id + 1, ..Review::default() };
        let names = screen.plates.iter().map(|plate| shell.tell(&plate.name)).collect();
        let ask = Ask::Review { record, catalogue: shell.source.clone(), people, names };
        device.ask(Worker::Reviewer, &Question { id: self.id, ask });
    }

    fn stop(&mut self, shell: &Shell) {
        self.going = false;
        shell.device().stop(Worker::Reviewer);
    }

    /// Takes in what happened: `review` begins it (`what` is asked for) or stops it, and a review of another game ends.
    pub fn hear(
        &mut self,
        heard: &Heard<'_>,
        screen: &Screen,
        what: &dyn Fn() -> Option<(String, Vec<usize>)>,
        shell: &mut Shell,
    ) {
        if self.going && !self.is_about(screen) {
            self.stop(shell);
        }
        match heard {
            Heard::Do("review") if self.going => self.stop(shell),
            Heard::Do("review") => {
                if let Some((record, people)) = what() {
                    self.start(record, people, screen, shell);
                }
            }
            Heard::Answer(Worker::Reviewer, answer) if self.going && answer.id == self.id => {
                self.learn(&answer.tell, shell);
            }
            _ => {}
        }
    }

    fn learn(&mut self, tell: &Tell, shell: &mut Shell) {
        match tell {
            Tell::Review { done, of, html, decided } => {
                (self.done, self.of, self.decided) = (*done, *of, *decided);
                self.going = done < of;
                self.html.clone_from(html);
            }
            Tell::Failed(why) => {
                self.going = false;
                shell.said = shell.tell(why);
                self.html.clear();
                escape(&shell.said, &mut self.html);
            }
            _ => {}
        }
    }
}
