//! The terminal client of Agon: a full-screen one, and one that goes line by line for pipes and readers aloud.
//!
//! It draws what the client core answers ([`Venue`](agon_client::Venue)) and knows no game by name. Computer players think
//! in the background and see only what their seat sees.

mod app;
mod board;
mod collection;
mod day;
mod desk;
mod draw;
mod form;
mod game;
mod joined;
mod keep;
mod line;
mod lobby;
mod local;
mod markdown;
mod menu;
mod pager;
mod plain;
mod plain_lobby;
mod plain_online;
mod plain_program;
mod plain_study;
mod print;
mod programs;
mod review;
mod room;
mod server;
mod shelf;
mod socket;
mod study;
mod taps;
mod terminal;
mod theme;
mod thought;
mod tickets;
mod word;

pub use agon_client::{Local, Plan, Sitter};
pub use app::App;
pub use collection::collection;
pub use day::today;
pub use desk::Habits;
pub use form::{Form, Row};
pub use game::Game;
pub use joined::Joined;
pub use keep::{load, read, write};
pub use lobby::{Hall, Wish as LobbyWish};
pub use local::open;
pub use plain::{Paper, play_by_line};
pub use plain_lobby::lobby_by_line;
pub use plain_online::play_online_by_line;
pub use plain_program::play_online_by_program;
pub use plain_study::{choose_by_line, study_by_line};
pub use print::print_rules;
pub use programs::{name_program, try_program};
pub use server::{Entry, Server, USUAL, clean};
pub use study::{Course, Learned, Riddle, Study, Wish};
pub use terminal::{run, run_lobby, run_online, run_study, seed};
pub use theme::Theme;
pub use thought::{Answer, Asker, News};
pub use tickets::Tickets;
pub use word::Way;
