//! The terminal client of Agon: a full-screen one, and one that goes line by line for pipes and readers aloud.
//!
//! Everything is drawn from the [`View`](agon_rules::View); no game is known by name, and moves are made only through the
//! [`Table`](agon_rules::Table), here or on a server. Computer players think in the background and see only what their seat sees.

mod app;
mod board;
mod desk;
mod draw;
mod form;
mod job;
mod keep;
mod link;
mod local;
mod look;
mod menu;
mod online;
mod pager;
mod plain;
mod plain_online;
mod room;
mod server;
mod taps;
mod terminal;
mod theme;
mod tickets;
mod venue;
mod word;

pub use agon_wire::{Local, Plan, Sitter};
pub use app::App;
pub use desk::Habits;
pub use form::{Form, Row};
pub use job::{Answer, Asker, News};
pub use keep::{load, read, write};
pub use local::open;
pub use online::Online;
pub use plain::play_by_line;
pub use plain_online::play_online_by_line;
pub use server::{Entry, Server, USUAL};
pub use terminal::{run, run_online, seed};
pub use theme::Theme;
pub use tickets::Tickets;
pub use venue::Venue;
