//! Agon's server: rooms that trust nobody and lose nothing, over HTTP and WebSocket on one port.
//!
//! A command is checked by the rules, stored, and only then acknowledged and shown. A room is the list of its events;
//! everything else is derived from it.

pub mod store;
