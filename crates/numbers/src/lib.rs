//! Games as numbers, for programs that learn: moves are actions from 0 up, what a seat sees is an array.
//!
//! The rules list every move once and write what a seat sees ([`Game::actions`](agon_rules::Game::actions),
//! [`Game::observe`](agon_rules::Game::observe)). This crate makes of it, for any game by its id:
//!
//! - [`NumberedTable`]: one game by numbers, and [`NumberedPlayer`]: a player by name who sits at it,
//! - [`Batch`]: many games that one call steps, with random moves and named players in Rust,
//! - [`TreeState`]: a game as a tree with explicit chance and perfect recall, for solvers of game theory; [`efg_by_id`] writes it down for Gambit and OpenSpiel,
//! - [`playouts_by_id`]: whole random games, counted.
//!
//! No thread is started here, and no file opened but those of [`efg_file_by_id`]. A clock is only for players with a time limit.
//!
//! ```
//! use agon_numbers::{Arrays, BatchSpec, batch_by_id};
//!
//! let mut batch = batch_by_id("gambit", &[], &BatchSpec::new(64, 7))?;
//! let (games, size, actions, seats) = (batch.games(), batch.size(), batch.actions(), batch.seats());
//! let (mut observation, mut mask) = (vec![0.0; games * size], vec![false; games * actions]);
//! let (mut turn, mut reward) = (vec![0; games], vec![0.0; games * seats]);
//! let (mut done, mut truncated, mut chosen) = (vec![false; games], vec![false; games], vec![0; games]);
//! macro_rules! arrays {
//!     () => {
//!         Arrays {
//!             observation: &mut observation,
//!             mask: &mut mask,
//!             turn: &mut turn,
//!             reward: &mut reward,
//!             done: &mut done,
//!             truncated: &mut truncated,
//!         }
//!     };
//! }
//! batch.reset(7, arrays!())?;
//! let mut finished = 0;
//! for _ in 0..100 {
//!     batch.sample(&mut chosen)?; // a network would choose among those that the mask allows
//!     batch.step(&chosen, arrays!())?;
//!     finished += done.iter().filter(|done| **done).count();
//! }
//! assert!(finished > 64);
//! # Ok::<(), agon_numbers::Error>(())
//! ```

mod actions;
mod batch;
mod codec;
mod efg;
mod error;
mod payoff;
mod player;
mod playouts;
mod registry;
mod script;
mod table;
mod tree;

pub use actions::Actions;
pub use batch::{Arrays, Batch, BatchSpec};
pub use codec::{Codec, Numbering};
pub use efg::{EfgError, EfgSize, EfgSpec, Worth, count_nodes, efg_by_id, efg_file_by_id};
pub use error::Error;
pub use payoff::{Payoff, Returns};
pub use player::{NumberedPlayer, Stop};
pub use playouts::{Playouts, playouts};
pub use registry::{batch_by_id, numbering_by_id, player_by_id, playouts_by_id, register, table_by_id, tree_by_id};
pub use script::{Odds, Script, deals, possibilities, worlds};
pub use table::{Numbered, NumberedTable, Rules};
pub use tree::{MOST_WORLDS, Root, Tree, TreeState};
