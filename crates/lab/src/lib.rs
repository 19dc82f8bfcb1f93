//! Measuring games and players: many games, honest statistics, results that do not depend on the number of threads.
//!
//! The unit is a [`Cell`]: one seating of players and a number of games. A [`Plan`] lists cells; [`run`] plays them in blocks on
//! as many threads as it is given. Only whole numbers are counted ([`Tally`]), so that adding
//! them up in any order gives the same result to the last bit.

mod course;
pub mod elo;
pub mod keep;
mod ladder;
mod opening;
pub mod outside;
pub mod play;
pub mod played;
mod records;
mod registry;
pub mod report;
mod run;
pub mod sprt;
pub mod stats;
mod study;
mod tally;
pub mod trace;
mod trial;

pub use course::{Course, EXACT_MEMORY, EXACT_NODES, Each, Finished, NoStudy};
pub use ladder::{Ladder, Precision, Step};
pub use played::Played;
pub use records::{InOrder, Records};
pub use registry::{Done, register, run_by_id};
pub use run::{Block, Cell, Plan, Workers, run, run_here};
pub use study::{Kind, Settings, Study};
pub use tally::Tally;
pub use trial::{NoTrial, Trial};
