//! Stub.

use crate::device::Heard;
use crate::html::Html;
use crate::page::{Frame, Page};
use crate::shell::Shell;

/// The screen.
pub struct Reader {}

impl Reader {
    /// Opens it.
    pub fn open(_: agon_rules::games::Info, _: &mut Shell) -> Self {
        todo!()
    }
}

impl Page for Reader {
    fn frame(&self, _: &Shell) -> Frame {
        todo!()
    }

    fn html(&self, _: &mut Html<'_>) {
        todo!()
    }

    fn hear(&mut self, _: &Heard<'_>, _: &mut Shell) {
        todo!()
    }
}

/// The rules of a game, as HTML of the worker's making; empty until it has drawn them.
pub struct RulesText {
    game: &'static str,
    html: String,
}

impl RulesText {
    /// Asks for the rules of a game, in the language of the page.
    pub fn load(game: &'static str, _: &Shell) -> Self {
        RulesText { game, html: String::new() }
    }

    /// Takes in what was asked for.
    pub fn hear(&mut self, _: &Heard<'_>, _: &Shell) {
        todo!()
    }

    /// What there is.
    pub fn html(&self) -> &str {
        let _ = self.game;
        &self.html
    }
}
