//! Agon's server: rooms that trust no client and lose no move, over HTTP and WebSocket on one port.
//!
//! The rules check a request, the store keeps what follows from it, and only then is it acknowledged and shown. A room is
//! the list of its events; everything else is derived from it.

mod access;
#[cfg(feature = "command")]
pub mod admin;
mod api;
mod asyncapi;
#[cfg(feature = "command")]
pub mod backup;
mod bans;
mod bots;
#[cfg(feature = "command")]
pub mod command;
#[cfg(feature = "command")]
pub mod config;
mod event;
mod guest;
mod http;
mod hub;
mod limits;
mod lobby;
mod member;
mod owner;
mod page;
mod players;
mod push;
mod record;
mod room;
mod secret;
mod socket;
pub mod store;
mod stream;
mod time;

pub use bans::{Ban, Bans, Network};
pub use event::{Entry, Event, Offer, Sitting};
pub use http::{Front, Server, app, serve};
pub use hub::{Hub, Settings};
pub use limits::Quotas;
pub use member::Member;
pub use push::Notices;
pub use room::{Change, Decision, GRACE_MS, Impossible, Outside, Room, Thinker, make};
