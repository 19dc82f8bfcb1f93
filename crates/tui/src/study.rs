//! What is learned on the screen: a task of a lesson or a puzzle, with everything that full screen and lines have in
//! common. It asks no computer itself: it says what to ask, and is told the answer.

mod course;
mod learned;
mod riddle;

use agon_client::{Hindrance, Local, Plan, Refusal, Venue, Worth};
use agon_rules::{Record, Site, View};
use anyhow::bail;

pub use course::{Course, progress, taught};
pub use learned::Learned;
pub use riddle::{Riddle, Wish};

use crate::game::told;
use crate::word::Way;

/// What is learned on the screen.
pub enum Study {
    /// a lesson
    Lesson(Box<Course>),
    /// a puzzle
    Puzzle(Box<Riddle>),
}

/// How the task or puzzle stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// a move is to be found
    Open,
    /// a wrong move stands on the board
    Wrong,
    /// it is done
    Done,
}

/// What is to be read, paragraph by paragraph.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The names say it.
pub enum Paragraph {
    Heading(String),
    /// with `**bold**` words
    Words(String),
    Ask(String),
    Right(String),
    Wrong(String),
    Faint(String),
}

impl Paragraph {
    /// Its text, with the signs of bold words.
    pub fn text(&self) -> &str {
        match self {
            Paragraph::Heading(text)
            | Paragraph::Words(text)
            | Paragraph::Ask(text)
            | Paragraph::Right(text)
            | Paragraph::Wrong(text)
            | Paragraph::Faint(text) => text,
        }
    }
}

/// What must be asked of a computer before it goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// the move of a player with its seed
    Reply(Record, String, u64),
    /// the best move
    Best(Record),
}

/// What a hint is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Help {
    /// words, and the cells they are about
    Say(String, Vec<Site>),
    /// whatever a computer suggests
    Ask(Record),
}

impl Study {
    /// The game on the board.
    pub fn local(&self) -> &Local {
        match self {
            Study::Lesson(course) => course.exercise().local(),
            Study::Puzzle(riddle) => riddle.attempt().local(),
        }
    }

    /// What it is, in a line.
    pub fn title(&self) -> String {
        match self {
            Study::Lesson(course) => course.title(),
            Study::Puzzle(riddle) => riddle.title(),
        }
    }

    /// Everything that is to be read.
    pub fn text(&self) -> Vec<Paragraph> {
        match self {
            Study::Lesson(course) => course.text(),
            Study::Puzzle(riddle) => riddle.text(),
        }
    }

    /// How it stands.
    pub fn state(&self) -> State {
        match self {
            Study::Lesson(course) => course.state(),
            Study::Puzzle(riddle) => riddle.state(),
        }
    }

    /// The position with the moves that can be tried, said to the reader.
    pub fn view(&self) -> View {
        let mut view = told(self.local(), self.local().view());
        if self.state() != State::Open {
            view.choices.clear();
        }
        view
    }

    /// Why no move can be tried now. A wrong one does not hinder: the next one takes it back.
    pub fn hindrance(&self) -> Option<Hindrance> {
        match self.state() {
            State::Wrong => None,
            State::Done => Some(Hindrance::Over),
            State::Open => self.local().hindrance(),
        }
    }

    /// Tries a move.
    pub fn play(&mut self, text: &str) -> Result<(), Refusal> {
        match self {
            Study::Lesson(course) => {
                course.exercise_mut().play(text)?;
                course.settle();
                Ok(())
            }
            Study::Puzzle(riddle) => riddle.play(text),
        }
    }

    /// What must be asked of a computer before it goes on.
    pub fn question(&self) -> Option<Question> {
        match self {
            Study::Lesson(course) => course.question(),
            Study::Puzzle(riddle) => riddle.question(),
        }
    }

    /// The answer, and what it is worth; none where there was none.
    pub fn answer(&mut self, reply: Option<(&str, Worth)>) {
        match (self, reply) {
            (Study::Lesson(course), Some((text, _))) => {
                let played = course.exercise_mut().answer(text).is_ok();
                debug_assert!(played, "a player answers with a legal move");
                course.settle();
            }
            (Study::Lesson(_), None) => {}
            (Study::Puzzle(riddle), reply) => riddle.answer(reply),
        }
    }

    /// Takes a wrong move back; whether there was one.
    pub fn back(&mut self) -> bool {
        match self {
            Study::Lesson(course) => course.exercise_mut().back(),
            Study::Puzzle(riddle) => riddle.back(),
        }
    }

    /// Begins the task or the puzzle again.
    pub fn restart(&mut self) {
        match self {
            Study::Lesson(course) => course.exercise_mut().restart(),
            Study::Puzzle(riddle) => riddle.restart(),
        }
    }

    /// A hint.
    pub fn help(&mut self) -> Help {
        match self {
            Study::Lesson(course) => course.help(),
            Study::Puzzle(riddle) => riddle.help(),
        }
    }

    /// Shows the answer of a puzzle.
    pub fn show(&mut self) -> anyhow::Result<()> {
        match self {
            Study::Lesson(_) => bail!("only puzzles have an answer to show; `hint` helps with a task"),
            Study::Puzzle(riddle) => riddle.show(),
        }
        Ok(())
    }

    /// A move as it is written: one that gives nothing away, where there is such a one.
    pub fn example(&self) -> Option<String> {
        let answers = match self {
            Study::Lesson(course) => course.exercise().task().accepted(),
            Study::Puzzle(riddle) => riddle.attempt().puzzle().record.moves.get(..1).unwrap_or_default(),
        };
        let choices = self.view().choices.into_iter().map(|choice| choice.text);
        choices.into_iter().find(|text| !answers.contains(text))
    }

    /// Goes to the next task or puzzle, or back to the task before. `chance` decides between puzzles that fit alike.
    pub fn step(&mut self, way: Way, chance: u64) -> anyhow::Result<()> {
        match (self, way) {
            (Study::Lesson(course), way) => course.step(way),
            (Study::Puzzle(riddle), Way::Forward) => riddle.next(chance),
            (Study::Puzzle(_), Way::Back) => bail!("puzzles go forward only: `next`"),
        }
    }

    /// A game against a computer: from here after a puzzle, a new one after a lesson.
    pub fn game(&self, seed: u64) -> Plan {
        match self {
            Study::Lesson(course) => course.game(seed),
            Study::Puzzle(riddle) => riddle.game_from_here(),
        }
    }
}

/// The cells that a move taps.
fn sites(view: &View, text: &str) -> Vec<Site> {
    view.choices.iter().find(|choice| choice.text == text).map_or_else(Vec::new, |choice| choice.taps.clone())
}

/// What a cell is called: by its name, else by what lies there.
fn place_name(view: &View, site: Site) -> String {
    let zone = view.zones.get(site.zone);
    let cell = zone.and_then(|zone| zone.cells.get(site.cell));
    let text = |cell: &agon_rules::Cell| cell.pieces.last().map(|piece| piece.text.clone()).unwrap_or_default();
    let name = cell.map(|cell| if cell.name.is_empty() { text(cell) } else { cell.name.clone() });
    name.filter(|name| !name.is_empty()).or(zone.map(|zone| zone.title.to_string())).unwrap_or_default()
}
