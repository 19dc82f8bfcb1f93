//! The tests of the web client without a browser.
//!
//! One program for all of them: the games are compiled for it once. `cargo test -p agon-web FILE` runs those of one file.

mod brief;
mod desk;
mod draw;
mod fake;
mod graph;
mod lab;
mod lesson;
mod page_lobby;
mod page_players;
mod page_puzzles;
mod page_rooms;
mod page_screens;
mod page_strangers;
mod pages;
mod po;
mod room;
mod route;
mod screen;
mod share;
mod think;
