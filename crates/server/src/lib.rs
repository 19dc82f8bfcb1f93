//! Agon's server: rooms that trust no client and lose no move, over HTTP and WebSocket on one port.
//!
//! The rules check a request, the store keeps what follows from it, and only then is it acknowledged and shown. A room is
//! the list of its events; everything else is derived from it.

mod api;
mod bots;
#[cfg(feature = "command")]
pub mod command;
mod event;
mod http;
mod hub;
mod limits;
mod member;
mod owner;
mod page;
mod room;
mod secret;
mod socket;
pub mod store;

pub use event::{Event, Offer, Sitting};
pub use http::{Front, Server, app, serve};
pub use hub::{Hub, Settings};
pub use limits::Quotas;
pub use member::Member;
pub use room::{Change, Decision, GRACE_MS, Impossible, Outside, Room, Thinker, make};
