//! Stub.

use agon_rules::Step;

use crate::device::Heard;
use crate::html::Html;
use crate::review::Decided;
use crate::screen::Screen;
use crate::shell::Shell;

/// A review of the game: what has come of it so far.
#[derive(Default)]
pub struct Review {
    /// the moves that are reviewed; of another game nothing is known
    about: Vec<Step>,
    /// when the game was decided, once that is known
    decided: Option<Decided>,
}

impl Review {
    /// When the game on the screen was decided, once that is known.
    pub fn decided(&self, _: &Screen) -> Option<&Decided> {
        let _ = &self.about;
        self.decided.as_ref()
    }

    /// The button, and what comes of it.
    pub fn html(&self, _: &mut Html<'_>, _: &Screen, _may: bool) {
        todo!()
    }

    /// Begins the review of a game: its record, its moves, and the seats of people.
    pub fn begin(&mut self, _record: String, _people: Vec<usize>, _: &Screen, _: &Shell) {
        todo!()
    }

    /// Takes in what happened: `review` begins it (`what` is asked for) or stops it, and a review of another game ends.
    pub fn hear(&mut self, _: &Heard<'_>, _: &Screen, _what: &dyn Fn() -> Option<(String, Vec<usize>)>, _: &mut Shell) {
        todo!()
    }
}
