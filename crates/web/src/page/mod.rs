//! The screens of the page: what each holds, how it looks, and what becomes of what people do on it. They run without a
//! browser too; `crate::browser` shows them in one.

mod actions;
mod app;
mod art;
mod board;
mod fields;
mod game;
mod home;
pub mod kept;
mod lab;
mod learn;
mod lesson;
mod lobby;
mod lost;
mod mine;
mod new;
mod options;
mod panel;
mod player;
pub mod puzzle;
mod puzzles;
mod review;
mod room;
mod rules;
mod server;
mod settings;
mod share;
mod table;
mod top;
mod watch;

use agon_rules::View;

use crate::device::Heard;
use crate::html::Html;
use crate::lab::Form;
use crate::room::no_server;
use crate::route::Route;
use crate::shell::Shell;

pub use app::{App, Drawing};

/// The numbers of what the clerk is asked; an answer carries that of its question.
pub mod clerk {
    /// who can play
    pub const PLAYERS: u64 = 1;
    /// the rules
    pub const RULES: u64 = 2;
    /// a game in every form
    pub const SHARE: u64 = 3;
    /// the game in a file
    pub const OPEN: u64 = 4;
    /// a link as a code for cameras
    pub const CODE: u64 = 5;
    /// how strong somebody is
    pub const STRENGTH: u64 = 6;
}

/// A screen of the page.
pub trait Page {
    /// What stands around it.
    fn frame(&self, shell: &Shell) -> Frame;

    /// How it looks: one `main`.
    fn html(&self, to: &mut Html<'_>);

    /// Takes in what happened. What is not for this screen is ignored.
    fn hear(&mut self, heard: &Heard<'_>, shell: &mut Shell);

    /// The position on the screen, so that pieces can glide from one to the next.
    fn view(&self) -> Option<View> {
        None
    }
}

/// What stands around a screen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Frame {
    /// the title of the window, as in "Your turn · Gambit"
    pub title: String,
    /// the hue of the game on the screen; that of Agon where there is none
    pub hue: Option<u16>,
    /// the game on the screen and its variant in words: they stand in the bar at the top instead of the ways elsewhere
    pub crumb: Option<(String, String)>,
}

impl Frame {
    /// The frame of a screen: its name before that of the page or game.
    pub fn named(screen: &str, of: &str, hue: Option<u16>) -> Self {
        let title = if screen.is_empty() { of.to_owned() } else { [screen, " · ", of].concat() };
        Frame { title, hue, crumb: None }
    }
}

/// Opens the screen of a route.
pub fn open(route: Route, shell: &mut Shell) -> Box<dyn Page> {
    match route {
        // What is kept was looked up before.
        Route::Home | Route::Kept(_) => Box::new(home::Home::open(shell)),
        Route::New(setup) => Box::new(new::New::open(setup, shell)),
        Route::Game(plan) => match game::Game::open(&plan, shell) {
            Ok(game) => Box::new(game),
            Err(why) => Box::new(lost::Lost { why }),
        },
        Route::Watch(plan, ply) => match watch::Watch::open(*plan, ply) {
            Ok(watch) => Box::new(watch),
            Err(why) => Box::new(lost::Lost { why }),
        },
        Route::Online => Box::new(lobby::Online::open(shell)),
        Route::Player(id) => Box::new(player::PlayerPage::open(id, shell)),
        Route::Key(key) => Box::new(player::TakeKey::open(key, shell)),
        Route::Puzzles => Box::new(puzzles::Puzzles::open(shell)),
        Route::Puzzle(wanted) => Box::new(puzzle::PuzzlePage::open(wanted, shell)),
        Route::Rules(info) => Box::new(rules::Reader::open(info, shell)),
        Route::Learn => Box::new(learn::Learn::open(shell)),
        Route::Lesson { info, at } => Box::new(lesson::LessonPage::open(info, at, shell)),
        Route::Room { .. } if !shell.device().has_server() => Box::new(lost::Lost { why: no_server() }),
        Route::Room { code, key } => Box::new(room::RoomPage::open(code, key, shell)),
        Route::Lab { game, pairs } => match Form::read(&game, &pairs) {
            Ok(form) => Box::new(lab::Lab::open(form, shell)),
            Err(why) => Box::new(lost::Lost { why }),
        },
        Route::Lost(why) => Box::new(lost::Lost { why }),
    }
}
