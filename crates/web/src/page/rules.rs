//! The rules of a game to read: as a screen of its own, and beside the table.

use agon_rules::games::Info;

use crate::brief::capital;
use crate::device::{Heard, Load, Worker};
use crate::html;
use crate::html::{Html, escape};
use crate::icon::Icon;
use crate::known::{certificate, known};
use crate::page::{Frame, Page, clerk};
use crate::pages;
use crate::shell::Shell;
use crate::think::{Ask, Question, Tell};
use crate::words::{Language, Word};

/// The rules of a game as a screen of their own.
pub struct Reader {
    info: Info,
    text: RulesText,
}

impl Reader {
    /// Opens it.
    pub fn open(info: Info, shell: &mut Shell) -> Self {
        Reader { text: RulesText::load(info.id, shell), info }
    }
}

impl Page for Reader {
    fn frame(&self, shell: &Shell) -> Frame {
        let title = shell.tell(&self.info.title());
        Frame::named(shell.say(Word::Rules), &title, Some(self.info.look.accent))
    }

    fn html(&self, to: &mut Html<'_>) {
        let id = self.info.id;
        html!(to, "<main class='page reader' data-key='rules'><p><a class='backlink' href='#/new/" [id] "'>"
            [Icon::Back.small()] {Word::NewGame} "</a></p><h1 class='second'>" {self.info.title()}
            "</h1><p class='soft lead'>" {capital(to.shell.tell(&self.info.pitch()))} "</p>");
        to.whole("div", "class='rules'", self.text.html());
        if let Some(text) = known(id) {
            html!(to, "<p class='okay'>" {capital(to.shell.tell(&text))} "</p>");
        }
        if let Some(text) = certificate(id) {
            html!(to, "<p class='soft'>" {text} "</p>");
        }
        html!(to, "<p><a class='btn main' href='#/new/" [id] "'>" [Icon::Play.small()] {Word::NewGame}
            "</a></p></main>");
    }

    fn hear(&mut self, heard: &Heard<'_>, shell: &mut Shell) {
        self.text.hear(heard, shell);
    }
}

/// The rules of a game, as HTML of the worker's making; empty until it has drawn them.
pub struct RulesText {
    game: &'static str,
    html: String,
}

impl RulesText {
    /// Asks for the rules of a game, in the language of the page.
    pub fn load(game: &'static str, shell: &Shell) -> Self {
        let text = RulesText { game, html: String::new() };
        if shell.language == Language::En {
            text.ask("", shell);
        } else {
            shell.device().load(Load::Rules);
        }
        text
    }

    /// Takes in what was asked for.
    pub fn hear(&mut self, heard: &Heard<'_>, shell: &Shell) {
        match heard {
            // Where there are none the rules are in English.
            Heard::Loaded(Load::Rules, all) => self.ask(pages::find(all, self.game).unwrap_or_default(), shell),
            Heard::Answer(Worker::Clerk, answer) if answer.id == clerk::RULES => match &answer.tell {
                Tell::Rules(html) => self.html.clone_from(html),
                Tell::Failed(why) => {
                    self.html.clear();
                    escape(&shell.tell(why), &mut self.html);
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// What there is.
    pub fn html(&self) -> &str {
        &self.html
    }

    fn ask(&self, page: &str, shell: &Shell) {
        let ask = Ask::Rules { game: self.game.to_owned(), page: page.to_owned(), catalogue: shell.source.clone() };
        shell.device().ask(Worker::Clerk, &Question { id: clerk::RULES, ask });
    }
}
