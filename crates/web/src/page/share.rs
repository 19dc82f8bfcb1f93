//! A game handed on: as a link, a text, a file, a picture or a code.

use agon_rules::Text;

use crate::device::{Device, Heard, Worker};
use crate::html;
use crate::html::Html;
use crate::icon::Icon;
use crate::page::fields::{disabled, none};
use crate::page::{clerk, kept};
use crate::route::Route;
use crate::share::{Goods, Want};
use crate::shell::Shell;
use crate::think::{Ask, Question, Tell};
use crate::words::Word;

/// How wide a picture of dots is.
const DOTS: u32 = 1200;

/// What can be done with a game, each with its name in `data-act`.
const ACTS: [(&str, Word); 5] = [
    ("CopyLink", Word::CopyLink),
    ("CopyText", Word::CopyText),
    ("SaveFile", Word::SaveFile),
    ("SaveSvg", Word::SaveSvg),
    ("SavePng", Word::SavePng),
];

/// The sheet from which a game is handed on: a dialog with the id `share`.
#[derive(Default)]
pub struct Share {
    /// the game in every form, once the worker has made it
    goods: Option<Goods>,
    /// where others see it; empty while that would tell what is hidden
    link: String,
    /// what stands in the field
    shown: String,
    /// what is being copied; empty where nothing is
    copying: String,
    /// whether copying was not allowed, so that it stands in the field
    by_hand: bool,
    /// what has come of it
    said: String,
}

impl Share {
    /// The button that opens it.
    pub fn button(to: &mut Html<'_>) {
        html!(to, "<button class='btn sharing' aria-haspopup='dialog' data-do='share'><span class='glyph'>"
            {Icon::Share} "</span>" {Word::Share} "</button>");
    }

    /// The sheet.
    pub fn html(&self, to: &mut Html<'_>) {
        let linked = !self.link.is_empty();
        html!(to, "<dialog class='share' id='share' aria-label='" {Word::Share} "'><div class='in'><div class='dhead'>"
            "<h2>" {Word::Share} "</h2><button class='iconbtn close' data-modal='#share' aria-label='" {Word::Close}
            "'>" {Icon::Close} "</button></div><p class='soft'>" {if linked { Word::WatchLink } else { Word::Hidden }}
            // Copying by hand needs it too: then it is another one, which gets the focus.
            "</p><textarea rows='2' readonly class='" [none(!self.shown.is_empty())] "'"
            [if self.by_hand { " data-key='hand' data-focus" } else { "" }] " aria-label='" {Word::CopyLink} "'>");
        for (at, line) in self.shown.lines().enumerate() {
            to.raw(if at > 0 { "&#10;" } else { "" });
            to.put(line);
        }
        html!(to, "</textarea><div class='tools'>");
        self.tools(to, linked);
        html!(to, "</div><p role='status'>" {&self.said} "</p>");
        let (mut drawn, mut bare) = (String::new(), false);
        if let Some(goods) = &self.goods {
            drawn = [&goods.picture, goods.code.as_deref().unwrap_or_default()].concat();
            bare = !goods.hides && goods.code.is_none();
        }
        to.whole("div", "class='previews' aria-hidden='true'", &drawn);
        html!(to, "<p class='soft small'>" {bare.then_some(Word::NoCode)} "</p></div></dialog>");
    }

    fn tools(&self, to: &mut Html<'_>, linked: bool) {
        for (act, word) in ACTS {
            let main = if word == Word::CopyLink { " main" } else { "" };
            let there = linked || !matches!(word, Word::CopyLink | Word::SaveFile);
            let waits = word != Word::CopyLink && self.goods.is_none();
            html!(to, "<button class='btn" [main] [none(there)] "' data-act='" [act] "' data-do='share " [act] "'"
                [disabled(waits)] ">" {word} "</button>");
        }
        if to.shell.device().pass_on("") {
            html!(to, "<button class='btn" [none(linked)] "' data-do='share SendLink'>" {Word::SendLink} "</button>");
        }
    }

    /// Takes in what happened: `share` opens the sheet, and `want` says what is shared then.
    pub fn hear(&mut self, heard: &Heard<'_>, want: &dyn Fn() -> Want, shell: &mut Shell) {
        let device = shell.device();
        match heard {
            Heard::Do("share") => {
                let want = want();
                *self = Share { link: want.link.clone(), shown: want.link.clone(), ..Share::default() };
                device.ask(Worker::Clerk, &Question { id: clerk::SHARE, ask: Ask::Share(want) });
                device.modal("#share");
            }
            Heard::Do(act) => {
                if let Some(act) = act.strip_prefix("share ") {
                    self.act(act, &*device);
                }
            }
            Heard::Copied(done) if !self.copying.is_empty() => self.copied(*done, shell),
            Heard::Answer(Worker::Clerk, answer) if answer.id == clerk::SHARE => match &answer.tell {
                Tell::Goods(goods) => self.goods = Some(goods.clone()),
                Tell::Failed(why) => self.said = shell.tell(why),
                _ => {}
            },
            _ => {}
        }
    }

    fn act(&mut self, act: &str, device: &dyn Device) {
        match (act, &self.goods) {
            ("CopyLink", _) => self.copying.clone_from(&self.link),
            ("SendLink", _) => {
                device.pass_on(&self.link);
            }
            (_, None) => return,
            ("CopyText", Some(goods)) => self.copying.clone_from(&goods.text),
            ("SaveFile", Some(goods)) => device.save(&[&goods.name, ".agon"].concat(), "text/plain", &goods.file),
            ("SaveSvg", Some(goods)) => device.save(&[&goods.name, ".svg"].concat(), "image/svg+xml", &goods.picture),
            (_, Some(goods)) => device.save_dots(&[&goods.name, ".png"].concat(), &goods.picture, DOTS),
        }
        if act.starts_with("Copy") {
            device.copy(&self.copying);
        }
    }

    /// What could not be copied is put into the field, ready to be copied by hand.
    fn copied(&mut self, done: bool, shell: &Shell) {
        let text = std::mem::take(&mut self.copying);
        self.said = shell.say(if done { Word::Copied } else { Word::CopyByHand }).to_owned();
        self.by_hand = !done;
        if self.by_hand {
            self.shown = text;
        }
    }
}

/// A way to open a file that holds a game.
#[derive(Default)]
pub struct OpenFile {
    why: Option<Text>,
}

impl OpenFile {
    /// The button, and why the last file was none.
    pub fn html(&self, to: &mut Html<'_>) {
        html!(to, "<div class='open'><label class='btn opening'>" [Icon::File.small()] {Word::OpenGame}
            "<input type='file' accept='.agon,.txt,text/plain' data-file></label><p class='refusal' role='alert'>");
        if let Some(why) = &self.why {
            html!(to, {Word::NoFile} " " {why});
        }
        html!(to, "</p></div>");
    }

    /// Takes in what happened.
    pub fn hear(&mut self, heard: &Heard<'_>, shell: &Shell) {
        let device = shell.device();
        match heard {
            Heard::File(text) => {
                self.why = None;
                device.ask(Worker::Clerk, &Question { id: clerk::OPEN, ask: Ask::Open { text: (*text).to_owned() } });
            }
            Heard::Answer(Worker::Clerk, answer) if answer.id == clerk::OPEN => match &answer.tell {
                // What is hidden in a game does not get into the address.
                Tell::Opened(hash) => device.go(&match Route::read(hash) {
                    Route::Game(plan) => kept::address(*plan, &*device),
                    _ => hash.clone(),
                }),
                Tell::Failed(why) => self.why = Some(why.clone()),
                _ => {}
            },
            _ => {}
        }
    }
}
