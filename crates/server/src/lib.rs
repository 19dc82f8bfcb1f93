//! Agon's server: rooms that trust nobody and lose nothing, over HTTP and WebSocket on one port.
//!
//! A command is checked by the rules, stored, and only then acknowledged and shown. A room is the list of its events;
//! everything else is derived from it.

mod api;
mod bots;
mod event;
mod http;
mod hub;
mod limits;
mod owner;
mod page;
mod room;
mod secret;
mod socket;
pub mod store;

pub use event::{Event, Offer, Sitting};
pub use http::{Front, Server, app, serve};
pub use hub::{Hub, Member, Settings};
pub use limits::Quotas;
pub use room::{Decision, GRACE_MS, Outside, Room, make};
