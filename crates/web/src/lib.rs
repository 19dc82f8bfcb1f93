//! Agon's web client as plain state: what is on the screen and what becomes of a tap, without a browser.
//!
//! The page (`src/page`) only binds this to elements, and the worker (`src/worker.rs`) thinks. Everything here runs and
//! is tested natively.

pub mod desk;
pub mod focus;
pub mod graph;
mod hand;
pub mod motion;
pub mod picture;
pub mod review;
pub mod room;
pub mod route;
pub mod screen;
pub mod setup;
pub mod shape;
pub mod share;
pub mod speak;
pub mod think;
pub mod values;
pub mod words;
