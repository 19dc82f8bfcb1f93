//! The core of Agon's clients: a game at this device ([`Local`]) or in a room ([`Online`]) as one [`Venue`] that terminal
//! and page only draw.
//!
//! It answers who plays, whose turn it is, why a move cannot be made, what was on the board at any ply, how the game
//! ended and what a move is worth, as typed values; [`words`] puts each of them into a sentence, once for all clients.
//! No I/O, clock or thread: it compiles to wasm, and it works without the search crate.

mod ending;
mod feed;
pub mod file;
pub mod learn;
mod local;
mod name;
mod offer;
mod online;
mod options;
pub mod picture;
mod plan;
pub mod review;
mod seen;
pub mod side;
mod venue;
pub mod words;
mod worth;

pub use ending::{Cause, Ending, Verdict};
pub use feed::{Entry, Feed, Round};
pub use local::Local;
pub use name::Name;
pub use offer::{Offer, Proposal};
pub use online::{Connection, Online};
pub use options::variant;
pub use plan::{NoGame, Plan, Sitter};
pub use review::{Decided, Review};
pub use seen::Seen;
pub use venue::{Effect, Hindrance, Intent, Refusal, Venue};
pub use worth::Worth;
