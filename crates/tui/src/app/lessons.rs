//! Lessons and puzzles among the screens: the list of them, and how one is opened.

use super::{App, Shown};
use crate::collection::collection;
use crate::game::Game;
use crate::shelf::{Item, Shelf};
use crate::study::{Course, Learned, Riddle, Study, Wish};

impl App {
    /// Shows the list of what can be learned.
    pub(super) fn list_lessons(&mut self) {
        self.shown = Shown::Shelf(Box::new(Shelf::new(&self.learned(), (self.habits.day)())));
    }

    /// Opens the line of that list on which the keys are.
    pub(super) fn choose_lesson(&mut self) {
        let Shown::Shelf(shelf) = &self.shown else { return };
        let Some((item, _)) = shelf.items.get(shelf.at).cloned() else { return };
        let study = match item {
            Item::Lesson(game) => Course::open(game, self.learned()).map(|course| Study::Lesson(Box::new(course))),
            Item::Puzzle(wish) => self.riddle(&wish),
        };
        self.study(study);
    }

    /// The puzzle that is wanted.
    pub(super) fn riddle(&self, wish: &Wish) -> anyhow::Result<Study> {
        let riddle = Riddle::open(collection(), self.learned(), wish, (self.habits.seed)())?;
        Ok(Study::Puzzle(Box::new(riddle)))
    }

    /// Puts a lesson or puzzle on the screen, or says why there is none.
    pub(super) fn study(&mut self, study: anyhow::Result<Study>) {
        match (study, &mut self.shown) {
            (Ok(study), _) => self.sit(Game::Study(Box::new(study)), None),
            (Err(why), Shown::Shelf(shelf)) => shelf.trouble = Some(format!("{why:#}")),
            (Err(why), Shown::Desk(desk)) => desk.complain(format!("{why:#}")),
            (Err(_), Shown::Menu(_) | Shown::Form(_) | Shown::Lobby(_)) => {}
        }
    }

    /// What is kept of what was learned.
    pub(super) fn learned(&self) -> Learned {
        Learned::beside(self.habits.keep.as_deref())
    }
}
