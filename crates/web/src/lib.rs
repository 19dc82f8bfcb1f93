//! Agon's web client as plain state: what is on the screen and what becomes of a tap, without a browser.
//!
//! The page (`src/page`) only binds this to elements, and the worker (`src/worker.rs`) thinks. Everything here runs and
//! is tested natively.

pub mod desk;
pub mod focus;
mod hand;
pub mod lab;
pub mod measure;
pub mod motion;
pub mod review;
pub mod room;
pub mod route;
pub mod screen;
pub mod setup;
pub mod speak;
pub mod think;
pub mod values;
pub mod words;
