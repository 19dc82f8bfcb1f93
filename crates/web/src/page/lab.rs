//! The lab: a form, a worker that plays, and what it has found out so far.

use agon_rules::{Text, games};

use crate::brief::{capital, level};
use crate::device::{Heard, Worker};
use crate::html;
use crate::html::{Html, Put};
use crate::icon::Icon;
use crate::lab::{Form, KINDS, Number};
use crate::measure::Measured;
use crate::page::fields::{disabled, selected};
use crate::page::options::Options;
use crate::page::{Frame, Page, clerk};
use crate::shell::Shell;
use crate::think::{Ask, Question, Tell};
use crate::words::Word;

/// What a question is called, in the order of the kinds.
const QUESTIONS: [Word; 4] = [Word::AskTable, Word::AskMatch, Word::AskTournament, Word::AskBalance];

/// The numbers of the form, with what sets them.
const NUMBERS: [(Number, Word, &str); 3] = [
    (Number::Games, Word::GamesEach, "lab.games"),
    (Number::Seed, Word::Seed, "lab.seed"),
    (Number::Opening, Word::Opening, "lab.opening"),
];

/// How wide charts are until the page has said how much room there is, in pixels.
const WIDTH: u32 = 640;

/// The screen.
pub struct Lab {
    form: Form,
    options: Options,
    /// the computer players of the game, once the worker has said so
    players: Vec<String>,
    /// what is known so far
    shown: Option<Measured>,
    running: bool,
    /// the number of the run; what is told of one before it comes too late
    run: u64,
    /// why there is no answer
    trouble: Option<Text>,
    /// how wide charts are
    width: u32,
}

impl Lab {
    /// Opens it.
    pub fn open(form: Form, shell: &mut Shell) -> Self {
        let mut lab = Lab {
            form,
            options: Options::default(),
            players: Vec::new(),
            shown: None,
            running: false,
            run: 0,
            trouble: None,
            width: WIDTH,
        };
        lab.ask_players(shell);
        shell.device().replace(&lab.link());
        lab
    }

    fn link(&self) -> String {
        self.form.route().write()
    }

    fn ask_players(&mut self, shell: &Shell) {
        self.trouble = None;
        let setup = &self.form.setup;
        let ask = Ask::Players { game: setup.game().to_owned(), options: setup.settings() };
        shell.device().ask(Worker::Clerk, &Question { id: clerk::PLAYERS, ask });
    }

    fn start(&mut self, shell: &Shell) {
        (self.trouble, self.shown, self.running) = (None, None, true);
        self.run += 1;
        let ask = Ask::Lab { link: self.link(), width: self.width, catalogue: shell.source.clone() };
        shell.device().ask(Worker::Reviewer, &Question { id: self.run, ask });
    }

    /// What was told last stays, and says itself that it is a part.
    fn cancel(&mut self, shell: &mut Shell) {
        shell.device().stop(Worker::Reviewer);
        self.end(shell);
    }

    /// Nothing more comes. While it ran, how far it was would have been said too often.
    fn end(&mut self, shell: &mut Shell) {
        self.running = false;
        shell.said = self.status(shell);
    }

    fn learn(&mut self, tell: &Tell, shell: &mut Shell) {
        match tell {
            Tell::Lab(measured) => {
                let over = measured.over;
                self.shown = Some(measured.clone());
                if over {
                    self.end(shell);
                }
            }
            Tell::Failed(why) => {
                self.trouble = Some(why.clone());
                self.end(shell);
            }
            _ => {}
        }
    }

    /// Sets what a control says; whether it is one of this form.
    fn set(&mut self, name: &str, value: &str) -> bool {
        let Some(what) = name.strip_prefix("lab.") else { return false };
        match what {
            "kind" => self.form.set_kind(value),
            "vary" => {
                let options = self.form.setup.info.options.len();
                self.form.vary = value.parse().ok().filter(|at| *at < options);
            }
            _ => match NUMBERS.iter().find(|(_, _, set)| *set == name) {
                Some((which, ..)) => self.form.set_number(*which, value),
                None => {
                    if let Ok(at) = what.parse() {
                        self.form.set_player(at, value);
                    }
                }
            },
        }
        true
    }

    /// How far it is.
    fn status(&self, shell: &Shell) -> String {
        let Some(shown) = &self.shown else { return String::new() };
        let number = |number: u64| shell.language.number(number);
        let mut text = [&number(shown.done), " / ", &number(shown.of), " ", shell.say(Word::GamesPlayed)].concat();
        if !shown.over && !self.running {
            text += " · ";
            text += shell.say(Word::Partial);
        }
        text
    }

    /// The question, the players and the number of games.
    fn question(&self, to: &mut Html<'_>) {
        let setup = &self.form.setup;
        html!(to, "<fieldset" [disabled(self.running)] ">");
        list(to, &Word::Game, "lab.game");
        for info in games::list() {
            option(to, info.id, info.id == setup.game(), &info.title());
        }
        end(to);
        list(to, &Word::Question, "lab.kind");
        for ((_, value), word) in KINDS.iter().zip(QUESTIONS) {
            option(to, value, self.form.word() == *value, &word);
        }
        end(to);
        if self.form.word() == "balance" {
            list(to, &Word::Vary, "lab.vary");
            option(to, "", self.form.vary.is_none(), &Word::Nothing);
            for (at, one) in setup.info.options.iter().enumerate() {
                let title = capital(to.shell.tell(&setup.info.option_title(one)));
                option(to, &at.to_string(), self.form.vary == Some(at), &title);
            }
            end(to);
        }
        let players = self.form.players();
        for at in 0..self.form.places() {
            self.player(to, at, players.get(at).map_or("", String::as_str));
        }
        for (which, word, set) in NUMBERS {
            html!(to, "<label class='field'><span>" {word} "</span><input type='number' min='0' data-set='"
                [set] "' value='" [self.form.number(which).to_string()] "'></label>");
        }
        html!(to, "</fieldset>");
    }

    /// Who plays; the last row may be for nobody.
    fn player(&self, to: &mut Html<'_>, at: usize, chosen: &str) {
        let title = [to.shell.say(Word::Player), " ", &(at + 1).to_string()].concat();
        list(to, &title, &["lab.", &at.to_string()].concat());
        if matches!(self.form.word(), "table" | "tournament") {
            option(to, "", chosen.is_empty(), &Word::Nobody);
        }
        for name in &self.players {
            option(to, name, name == chosen, &level(name));
        }
        // The chosen player is in the list before the worker has answered, and when it is an engine by name.
        if !chosen.is_empty() && self.players.iter().all(|name| name != chosen) {
            option(to, chosen, true, &level(chosen));
        }
        end(to);
    }

    /// What was found out.
    fn result(&self, to: &mut Html<'_>) {
        html!(to, "<section class='result' data-room><p class='refusal'>" {&self.trouble} "</p>");
        if let Some(shown) = &self.shown {
            html!(to, "<label class='progress'><progress max='" [shown.of.to_string()] "' value='"
                [shown.done.to_string()] "'></progress><span>" {self.status(to.shell)} "</span></label>");
            if !self.running && !shown.files.is_empty() {
                html!(to, "<p class='tools' data-key='files'><span>" {Word::Download} "</span>");
                for (at, file) in shown.files.iter().enumerate() {
                    html!(to, "<button class='btn sm' title='" {&file.name} "' data-do='save " {at} "'>" {&file.label}
                        "</button>");
                }
                html!(to, "</p>");
            }
        }
        // The worker's own text: every name in it is escaped.
        to.whole("div", "data-key='found'", self.shown.as_ref().map_or("", |shown| &shown.html));
        html!(to, "</section>");
    }

    fn save(&self, at: &str, shell: &Shell) {
        let files = self.shown.iter().flat_map(|shown| &shown.files);
        if let Some((_, file)) = files.enumerate().find(|(nth, _)| nth.to_string() == at) {
            shell.device().save(&file.name, &file.kind, &file.text);
        }
    }
}

/// The beginning of a list to choose from.
fn list(to: &mut Html<'_>, title: &dyn Put, set: &str) {
    html!(to, "<label class='field' data-key='" [set] "'><span>");
    title.put(to);
    html!(to, "</span><select data-set='" [set] "'>");
}

/// One of a list.
fn option(to: &mut Html<'_>, value: &str, chosen: bool, label: &dyn Put) {
    html!(to, "<option value='" {value} "'" [selected(chosen)] ">");
    label.put(to);
    html!(to, "</option>");
}

/// The end of a list.
fn end(to: &mut Html<'_>) {
    html!(to, "</select></label>");
}

impl Page for Lab {
    fn frame(&self, shell: &Shell) -> Frame {
        let info = &self.form.setup.info;
        Frame::named(shell.say(Word::TheLab), &shell.tell(&info.title()), Some(info.look.accent))
    }

    fn html(&self, to: &mut Html<'_>) {
        html!(to, "<main class='page lab' data-key='lab'><div class='head'><h1 class='second'>" {Word::TheLab} ": "
            {self.form.setup.info.title()} "</h1><p class='soft'>" {Word::LabAbout}
            "</p></div><form class='sheet' data-send='lab'>");
        self.question(to);
        html!(to, "<details><summary>" [Icon::Next.small()] {Word::Options} "</summary><fieldset"
            [disabled(self.running)] ">");
        self.options.html(to, &self.form.setup);
        html!(to, "</fieldset></details>");
        if self.running {
            html!(to, "<button class='btn wide' data-key='cancel' data-do='cancel'>" {Word::Cancel} "</button>");
        } else {
            html!(to, "<button class='btn main wide run' data-key='run' data-do='run'>" {Word::Run} "</button>");
        }
        html!(to, "</form>");
        self.result(to);
        html!(to, "</main>");
    }

    fn hear(&mut self, heard: &Heard<'_>, shell: &mut Shell) {
        match heard {
            Heard::Do("run") if !self.running => self.start(shell),
            Heard::Do("cancel") if self.running => self.cancel(shell),
            Heard::Do(act) if act.starts_with("save ") => self.save(&act["save ".len()..], shell),
            Heard::Set("lab.game", game) => shell.device().go(&["#/lab/", game].concat()),
            Heard::Set(name, value) if self.set(name, value) => shell.device().replace(&self.link()),
            Heard::Room(width, _) => self.width = *width as u32,
            Heard::Answer(Worker::Clerk, answer) if answer.id == clerk::PLAYERS => match &answer.tell {
                Tell::Players(players) => self.players = players.iter().map(|offer| offer.name.clone()).collect(),
                Tell::Failed(why) => self.trouble = Some(why.clone()),
                _ => {}
            },
            Heard::Answer(Worker::Reviewer, answer) if self.running && answer.id == self.run => {
                self.learn(&answer.tell, shell);
            }
            heard => {
                if self.options.hear(heard, &mut self.form.setup) {
                    self.ask_players(shell);
                    shell.device().replace(&self.link());
                }
            }
        }
    }
}
