//! Somebody's game to look at: forwards and backwards, and from any position a game of one's own.

use agon_client::Plan;
use agon_rules::games::{self, Info};
use agon_rules::{Table, Text, View, Viewer, text};

use crate::device::Heard;
use crate::html;
use crate::html::Html;
use crate::icon::Icon;
use crate::page::fields::disabled;
use crate::page::{Frame, Page, art};
use crate::route::Route;
use crate::setup::Setup;
use crate::share;
use crate::shell::Shell;
use crate::words::Word;

/// The screen.
pub struct Watch {
    info: Info,
    plan: Plan,
    table: Box<dyn Table>,
    /// the ply on the screen
    at: usize,
}

impl Watch {
    /// Opens it.
    pub fn open(plan: Plan, ply: usize) -> Result<Self, Text> {
        let info = games::info(&plan.record.game).map_err(|why| why.text())?;
        let table = plan.record.replay().map_err(|why| why.text())?;
        Ok(Watch { info, at: ply.min(table.ply()), plan, table })
    }

    fn seen(&self, ply: usize) -> Option<View> {
        self.table.view_at(ply, Viewer::Spectator)
    }

    /// Shows the position after another ply.
    fn step(&mut self, ply: usize, shell: &mut Shell) {
        self.at = ply.min(self.table.ply());
        shell.device().replace(&Route::Watch(Box::new(self.plan.clone()), self.at).write());
        shell.said = told(self.seen(self.at).as_ref(), self.at);
    }

    /// Which move it is, what was played, and how it ended.
    fn line(&self, shell: &Shell, view: Option<&View>) -> String {
        let mut line = shell.tell(&text!("Move {n} of {all}", n = self.at as u32, all = self.table.ply() as u32));
        let over = view.filter(|view| view.turn.is_none()).map(|view| shell.tell(&view.prompt));
        for part in [told(view, self.at), over.unwrap_or_default()] {
            if !part.is_empty() {
                line.push_str(" · ");
                line.push_str(&part);
            }
        }
        line
    }

    /// The form of a game that goes on from here.
    fn onwards(&self, view: Option<&View>) -> String {
        let mut setup = Setup::new(self.info.clone());
        for (at, option) in self.info.options.iter().enumerate() {
            if let Some((_, value)) = self.plan.record.options.iter().find(|(name, _)| *name == option.name) {
                setup.set(at, value);
            }
        }
        setup.position = view.map(|view| view.position.clone()).unwrap_or_default();
        Route::New(setup).write()
    }
}

impl Page for Watch {
    fn frame(&self, shell: &Shell) -> Frame {
        let title = shell.tell(&self.info.title());
        Frame::named(shell.say(Word::Watch), &title, Some(self.info.look.accent))
    }

    fn html(&self, to: &mut Html<'_>) {
        let view = self.seen(self.at);
        html!(to, "<main class='page watch' data-key='watch'><p><a class='backlink' href='#/'>" [Icon::Back.small()]
            {Word::AllGames} "</a></p><h1 class='second'>" {self.info.title()} "</h1><p class='soft'>"
            {share::names(&self.plan.sitters).join(" – ")} "</p><div class='watched'>");
        if let Some(view) = &view {
            art::position(to, &self.info, view, self.at.checked_sub(1).and_then(|ply| self.seen(ply)));
        }
        html!(to, "</div><p class='line'>" {self.line(to.shell, view.as_ref())} "</p><div class='tools'>");
        let (first, last) = (self.at == 0, self.at >= self.table.ply());
        for (what, word, class, sign, stuck) in [
            ("first", Word::First, " double", Icon::Back, first),
            ("previous", Word::Previous, "", Icon::Back, first),
            ("next", Word::Next, " on", Icon::Next, last),
            ("newest", Word::Newest, " on double", Icon::Next, last),
        ] {
            html!(to, "<button class='btn" [class] "' data-do='" [what] "' aria-label='" {word} "'"
                [disabled(stuck)] ">" {sign} "</button>");
        }
        html!(to, "<a class='btn main' href='" {self.onwards(view.as_ref())} "'>" [Icon::Play.small()] {Word::PlayFrom}
            "</a></div></main>");
    }

    fn hear(&mut self, heard: &Heard<'_>, shell: &mut Shell) {
        let to = match heard {
            Heard::Do("first") => 0,
            Heard::Do("previous") | Heard::Key("ArrowLeft", _) => self.at.saturating_sub(1),
            Heard::Do("next") | Heard::Key("ArrowRight", _) => self.at + 1,
            Heard::Do("newest") => self.table.ply(),
            _ => return,
        };
        self.step(to, shell);
    }
}

/// The move that led to a position.
fn told(view: Option<&View>, ply: usize) -> String {
    let step = view.and_then(|view| ply.checked_sub(1).and_then(|at| view.history.get(at)));
    step.map(|step| Text::of_move(&step.text).to_string()).unwrap_or_default()
}
