//! An address that leads nowhere.

use agon_rules::Text;

use crate::brief::capital;
use crate::device::Heard;
use crate::html;
use crate::html::Html;
use crate::page::{Frame, Page};
use crate::shell::Shell;
use crate::words::Word;

/// The screen.
pub struct Lost {
    /// why there is nothing
    pub why: Text,
}

impl Page for Lost {
    fn frame(&self, shell: &Shell) -> Frame {
        Frame::named(shell.say(Word::Lost), "Agon", None)
    }

    fn html(&self, to: &mut Html<'_>) {
        let why = capital(to.shell.tell(&self.why));
        html!(to, "<main class='page lost' data-key='lost'><h1 class='second'>" {Word::Lost} "</h1><p class='soft'>" {why}
            "</p><p><a class='btn main' href='#/'>" {Word::ToGames} "</a></p></main>");
    }

    fn hear(&mut self, _: &Heard<'_>, _: &mut Shell) {}
}
