//! Agon's web client as plain state: what is on the screen and what becomes of a tap, without a browser.
//!
//! The screens (`src/page`) write themselves as HTML and hear what happens; `browser` shows them in a browser, which loads
//! the programs in `src/bin`: the page, and the worker that thinks. Everything but `browser` runs and is tested natively.

pub mod brief;
#[cfg(target_arch = "wasm32")]
pub mod browser;
pub mod captured;
pub mod desk;
pub mod device;
pub mod draw;
pub mod explorer;
pub mod feed;
pub mod focus;
pub mod graph;
pub mod hand;
pub mod html;
pub mod icon;
pub mod known;
pub mod lab;
pub mod measure;
pub mod motion;
pub mod page;
pub mod pages;
pub mod picture;
pub mod plate;
pub mod quiz;
pub mod result;
pub mod review;
pub mod room;
pub mod route;
pub mod screen;
pub mod settings;
pub mod setup;
pub mod share;
pub mod shell;
pub mod speak;
pub mod tally;
pub mod think;
pub mod values;
pub mod words;
