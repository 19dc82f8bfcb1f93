//! Everything that is drawn on the table, as pure functions: what lies where, how large, and how it looks. It knows no game
//! and no browser.

pub mod table;

pub use table::{Area, Badge, Head, Lane, Side, Spot, Table, Trail};
