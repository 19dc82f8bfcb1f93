//! The whole page: which screen is shown, and what stands around it.

use agon_rules::{Seat, Site, View};

use crate::device::{Heard, Worker};
use crate::html;
use crate::html::Html;
use crate::motion::{Motion, motion};
use crate::page::{Page, kept, open, top};
use crate::route::Place;
use crate::shell::Shell;
use crate::words::Word;

/// The hue where there is no game.
const HUE: u16 = 262;

/// The page.
pub struct App {
    shell: Shell,
    page: Box<dyn Page>,
    kind: &'static str,
    place: Place,
    /// how many screens were opened
    opened: usize,
}

/// The page as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawing {
    /// everything within the body
    pub html: String,
    /// the title of the window
    pub title: String,
    /// the hue of the game
    pub hue: u16,
    /// what kind of screen it is, for styles
    pub kind: &'static str,
    /// how many screens came before: another number is another screen
    pub opened: usize,
    /// what has moved since the last one
    pub motion: Motion,
    /// to whom flies what was taken, in the order of what is gone
    pub takers: Vec<Option<Seat>>,
}

impl App {
    /// Opens the page at the address of its device.
    pub fn open(mut shell: Shell) -> Self {
        let device = shell.device();
        shell.settings.paint(&*device);
        let route = kept::open(&device.hash(), &*device);
        let (kind, place) = (route.kind(), route.place());
        let page = open(route, &mut shell);
        App { shell, page, kind, place, opened: 0 }
    }

    /// The address has changed: another screen.
    pub fn travel(&mut self) -> Drawing {
        let device = self.shell.device();
        for worker in Worker::ALL {
            device.stop(worker);
        }
        device.disconnect();
        let route = kept::open(&device.hash(), &*device);
        (self.kind, self.place) = (route.kind(), route.place());
        self.opened += 1;
        self.shell.said.clear();
        self.page = open(route, &mut self.shell);
        self.draw()
    }

    /// Takes in what happened, and shows what has become of it.
    pub fn hear(&mut self, heard: &Heard<'_>) -> Drawing {
        let before = self.page.view();
        match heard {
            Heard::Set(key, value) if key.starts_with("setting.") => {
                self.set(&key["setting.".len()..], value);
            }
            Heard::Do("sound") => {
                let value = if self.shell.settings.sound { "off" } else { "on" };
                self.set("sound", value);
            }
            heard => self.page.hear(heard, &mut self.shell),
        }
        let mut drawing = self.draw();
        if let (Some(before), Some(after)) = (before, self.page.view())
            && before.position != after.position
        {
            drawing.motion = motion(&before, &after);
            drawing.takers = drawing.motion.gone.iter().map(|site| taker(&before, *site)).collect();
        }
        drawing
    }

    fn set(&mut self, key: &str, value: &str) {
        let device = self.shell.device();
        if key == "language" {
            return device.speak(value);
        }
        if self.shell.settings.set(key, value) {
            device.keep(key, value);
            self.shell.settings.paint(&*device);
            self.page.hear(&Heard::Settings, &mut self.shell);
        }
    }

    /// The page as it is.
    pub fn draw(&self) -> Drawing {
        let frame = self.page.frame(&self.shell);
        let mut to = Html::new(&self.shell);
        top::html(&mut to, self.place, frame.crumb.as_ref());
        if !self.shell.device().keeps() {
            html!(to, "<p class='unkept'>" {Word::NothingKept} "</p>");
        }
        self.page.html(&mut to);
        html!(to, "<footer class='foot'>Agon " {env!("CARGO_PKG_VERSION")});
        if let Some(commit) = option_env!("AGON_COMMIT") {
            html!(to, " · " {commit});
        }
        html!(to, "</footer><p class='said' role='status' aria-live='polite'>" {&self.shell.said} "</p>");
        Drawing {
            html: to.finish(),
            title: frame.title,
            hue: frame.hue.unwrap_or(HUE),
            kind: self.kind,
            opened: self.opened,
            motion: Motion::default(),
            takers: Vec::new(),
        }
    }
}

/// Who takes what was at a cell: the mover, or for the mover's own piece the only other player.
fn taker(before: &View, site: Site) -> Option<Seat> {
    let owner = before.zones.get(site.zone)?.cells.get(site.cell)?.pieces.last()?.owner?;
    match before.turn {
        Some(mover) if mover == owner => (owner < 2).then(|| 1 - owner),
        mover => mover,
    }
}
