//! The terminal client of Agon: a full-screen one, and one that goes line by line for pipes and readers aloud.
//!
//! Everything is drawn from the [`View`](agon_rules::View); no game is known by name, and moves are made only through the
//! [`Table`](agon_rules::Table). Computer players think in the background and see only what their seat sees.

mod app;
mod board;
mod desk;
mod draw;
mod form;
mod job;
mod keep;
mod local;
mod menu;
mod pager;
mod plain;
mod taps;
mod terminal;
mod theme;
mod word;

pub use app::App;
pub use desk::Habits;
pub use form::{Form, Row};
pub use job::{Answer, Asker, News};
pub use keep::{load, read, write};
pub use local::{Local, Plan, Sitter};
pub use plain::play_by_line;
pub use terminal::{run, seed};
pub use theme::Theme;
