//! The screen of a game at this device.

use agon_client::{Plan, Verdict, words};
use agon_rules::{Text, View, text};

use crate::desk::{Desk, Effect, Input};
use crate::device::{Heard, Worker};
use crate::html;
use crate::html::Html;
use crate::icon::Icon;
use crate::page::actions::{Action, Resign, item};
use crate::page::review::Review;
use crate::page::share::Share;
use crate::page::table::{Parts, Table};
use crate::page::{Frame, Page, kept};
use crate::route::Route;
use crate::setup::Setup;
use crate::shell::Shell;
use crate::tally::Tally;
use crate::think::Answer;
use crate::words::Word;

/// The game, and what carries its effects out.
pub struct Game {
    desk: Desk,
    table: Table,
    review: Review,
    share: Share,
    resign: Resign,
    tally: Tally,
    /// a computer's move that waits until the one before it was seen
    held: Option<Answer>,
    /// when the last move was shown
    shown: u64,
}

impl Game {
    /// Opens a game and lets it go on.
    pub fn open(plan: &Plan, shell: &mut Shell) -> Result<Self, Text> {
        let (mut desk, effects) = Desk::open(plan).map_err(|why| why.text())?;
        desk.take(Input::AtOnce(shell.settings.first_tap));
        let mut game = Game {
            table: Table::new(desk.screen(), shell),
            desk,
            review: Review::default(),
            share: Share::default(),
            resign: Resign::default(),
            tally: Tally::default(),
            held: None,
            shown: shell.device().now(),
        };
        game.tally = Tally::read(&shell.device().kept(&game.tally_key()).unwrap_or_default());
        game.perform(effects, shell);
        game.look_back(shell);
        Ok(game)
    }

    /// Where the games of this kind are counted.
    fn tally_key(&self) -> String {
        ["tally.", self.desk.game()].concat()
    }

    fn input(&mut self, input: Input, shell: &mut Shell) {
        // Who taps while a move is held back has seen enough.
        if self.skip(shell) && matches!(input, Input::Tap(_) | Input::Hurry) {
            return;
        }
        let effects = self.desk.take(input);
        self.changed(effects, shell);
    }

    /// Takes an answer in. A computer's move waits until the one before it was seen.
    fn answer(&mut self, answer: &Answer, shell: &mut Shell) {
        let wait = self.wait(shell);
        if self.desk.is_move(answer) && wait > 0 {
            self.held = Some(answer.clone());
            return shell.device().after(wait, "held");
        }
        let effects = self.desk.hear(answer.clone());
        self.changed(effects, shell);
    }

    /// For how long the position on the screen must still be seen.
    fn wait(&self, shell: &Shell) -> u64 {
        self.table.pace(shell).saturating_sub(shell.device().now() - self.shown)
    }

    /// Shows the move that is held back, if it is time for it.
    fn release(&mut self, shell: &mut Shell) {
        match self.wait(shell) {
            0 => {
                self.skip(shell);
            }
            wait if self.held.is_some() => shell.device().after(wait, "held"),
            _ => {}
        }
    }

    /// Shows the move that is held back; whether there was one.
    fn skip(&mut self, shell: &mut Shell) -> bool {
        let Some(answer) = self.held.take() else { return false };
        let effects = self.desk.hear(answer);
        self.changed(effects, shell);
        true
    }

    /// Something has happened: shows it, and does what it leads to.
    fn changed(&mut self, effects: Vec<Effect>, shell: &mut Shell) {
        let was_over = self.table.screen.result.is_some();
        let taken = self.table.screen.taken();
        self.table.show(self.desk.screen(), shell);
        if effects.contains(&Effect::Moved) {
            self.table.sound(taken, shell);
        }
        self.perform(effects, shell);
        if !was_over {
            self.look_back(shell);
        }
    }

    /// When it is over, everybody wants to know when it was decided.
    fn look_back(&mut self, shell: &Shell) {
        if self.table.screen.result.is_some()
            && let Some((record, people)) = self.desk.review()
        {
            self.review.begin(record, people, &self.table.screen, shell);
        }
    }

    fn perform(&mut self, effects: Vec<Effect>, shell: &mut Shell) {
        let device = shell.device();
        for effect in effects {
            match effect {
                Effect::Ask(question) => device.ask(Worker::Player, &question),
                Effect::Stop => device.stop(Worker::Player),
                Effect::Watch(question) => {
                    device.stop(Worker::Analyst);
                    device.ask(Worker::Analyst, &question);
                }
                Effect::Unwatch => device.stop(Worker::Analyst),
                Effect::Say(sentences) => shell.speak(&sentences),
                Effect::Moved => self.shown = device.now(),
                Effect::Ended(verdict) => self.count(shell, |tally| tally.add(verdict)),
                Effect::Reopened(verdict) => self.count(shell, |tally| tally.remove(verdict)),
                Effect::Keep => {
                    let hash = kept::address(self.desk.plan(), &*device);
                    device.replace(&hash);
                    device.keep("last", &hash);
                }
            }
        }
    }

    fn count(&mut self, shell: &Shell, change: impl FnOnce(&mut Tally)) {
        change(&mut self.tally);
        shell.device().keep(&self.tally_key(), &self.tally.write());
    }

    /// The form of a new game like this one.
    fn new_game(&self, shell: &Shell) {
        let record = self.desk.plan().record;
        let options: Vec<_> = record.options.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let setup = Setup::read(&record.game, &options).ok();
        shell.device().go(&setup.map_or_else(|| "#/".to_owned(), |setup| Route::New(setup).write()));
    }

    /// What stands in the action bar.
    fn bar(&self) -> Vec<Action> {
        let tools = &self.table.screen.tools;
        let action = |icon, name, act, enabled| Action { icon, name, act, enabled };
        vec![
            action(Icon::Undo, text!("Undo"), "undo", tools.undo),
            action(Icon::Hint, text!("Hint"), "hint", !tools.over && !tools.thinking),
            action(Icon::Flip, text!("Flip"), "flip", true),
        ]
    }

    /// What stands behind "More".
    fn more(&self, to: &mut Html<'_>) {
        let tools = &self.table.screen.tools;
        item(to, Icon::Skip, text!("Move now"), "hurry", tools.thinking);
        item(to, Icon::Redo, text!("Redo"), "redo", tools.redo);
        item(to, Icon::Flip, text!("Flip the board"), "flip", true);
        item(to, Icon::Graph, text!("Analysis"), "sheet analysis", true);
        item(to, Icon::Share, text!("Share"), "share", true);
        item(to, Icon::New, text!("New game"), "new", true);
        self.resign.html(to, !tools.over);
    }

    /// What else is known when it is over.
    fn found(&self, to: &mut Html<'_>) {
        if let Some(when) = self.review.decided(&self.table.screen) {
            let (text, sure) = words::decided(*when);
            html!(to, "<p class='turnpt'><span class='glyph'>" {Icon::Graph} "</span><span><b>" {text} "</b> <span class='badge'>"
                {sure} "</span></span></p>");
        } else if let Some((done, of)) = self.review.progress(&self.table.screen)
            && self.table.screen.plates.len() == 2
        {
            // It has its room before it is known, so that no button moves.
            html!(to, "<p class='turnpt soft'><span class='glyph'>" {Icon::Graph} "</span><span>"
                {text!("When was it decided? {done} of {of}", done, of)} "</span></p>");
        }
        if !self.tally.is_empty() {
            let Tally { won, drawn, lost } = self.tally;
            html!(to, "<p class='tally small soft'>"
                {text!("You have won {won}, drawn {drawn} and lost {lost}.", won, drawn, lost)} "</p>");
        }
        if self.desk.verdict() == Some(Verdict::Lost) {
            html!(to, "<p><a class='inline learn' href='#/learn/" [self.desk.game()] "'>" [Icon::Learn.small()]
                {Word::LearnThis} "</a></p>");
        }
    }

    /// What can be done when it is over.
    fn ended(&self, to: &mut Html<'_>) {
        let starts = self.table.screen.result.as_ref().and_then(|result| result.rematch.as_ref());
        html!(to, "<button class='btn main again' data-do='again'><span class='glyph'>" {Icon::Again} "</span><span>" {text!("Rematch")}
            "<small>" {starts} "</small></span></button><button class='btn toreview' data-do='sheet analysis'><span class='glyph'>"
            {Icon::Graph} "</span>" {text!("Review")} "</button><button class='btn' data-do='new'>" {text!("New game")} "</button>");
        Share::button(to);
    }
}

impl Page for Game {
    fn frame(&self, shell: &Shell) -> Frame {
        self.table.frame(shell)
    }

    fn html(&self, to: &mut Html<'_>) {
        let may_review = self.desk.review().is_some();
        let parts = Parts {
            head: &|_| {},
            side: &|_| {},
            bar: self.bar(),
            more: &|to| self.more(to),
            analysis: Some(&|to| self.review.html(to, &self.table.screen, may_review)),
            found: &|to| self.found(to),
            ended: &|to| self.ended(to),
        };
        self.table.html(to, "game", self.desk.game(), &parts);
        // A dialog within the menu would go with it.
        html!(to, "<div class='sharehost'>");
        Share::button(to);
        self.share.html(to);
        html!(to, "</div>");
    }

    fn hear(&mut self, heard: &Heard<'_>, shell: &mut Shell) {
        match heard {
            Heard::Answer(Worker::Player | Worker::Analyst, answer) => return self.answer(answer, shell),
            Heard::Time("held") => return self.release(shell),
            Heard::Do("new") => return self.new_game(shell),
            Heard::Do("again") => return self.input(Input::Again(shell.device().chance()), shell),
            _ => {}
        }
        let (desk, page) = (&self.desk, shell.device().page());
        self.share.hear(heard, &|| desk.share(&page), shell);
        self.review.hear(heard, &self.table.screen, &|| desk.review(), shell);
        if let Heard::Do(act) = heard
            && let Some(ply) = act.strip_prefix("try ").and_then(|ply| ply.parse().ok())
        {
            self.input(Input::Look(ply), shell);
            return self.input(Input::Branch, shell);
        }
        if self.resign.hear(heard) {
            return self.input(Input::Resign, shell);
        }
        if let Some(input) = self.table.hear(heard, self.desk.game(), shell) {
            self.input(input, shell);
        }
    }

    fn view(&self) -> Option<View> {
        Some(self.desk.view())
    }
}
