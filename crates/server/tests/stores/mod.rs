//! One suite over every store: what the server relies on holds in memory, in SQLite and in Redis alike.
//!
//! `checks` is the suite. The other modules run it over one store each, and add what only that store can suffer.

mod checks;
mod documents;
mod memory;
pub mod place;
mod redis;
mod sqlite;
