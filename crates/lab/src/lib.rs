//! Measuring games and players: many games, honest statistics, results that do not depend on the number of threads.
//!
//! The unit is a round: one deal and opening in every seating that is compared. A [`Plan`] lists the seatings ([`Cell`]) and
//! how many of them make a round; [`run`] plays rounds in blocks on as many threads as it is given. Only whole numbers are counted ([`Tally`]), so that adding
//! them up in any order gives the same result to the last bit.

pub mod book;
mod course;
pub mod distinct;
pub mod elo;
pub mod keep;
mod ladder;
mod matrix;
mod opening;
pub mod openings;
pub mod outside;
pub mod pairs;
pub mod play;
pub mod played;
pub mod provenance;
pub mod quality;
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
pub use trial::{NoTrial, Trial, With};
