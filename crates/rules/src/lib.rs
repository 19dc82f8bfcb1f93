//! What is legal and how it looks, for every game of Agon.
//!
//! Two traits carry everything: [`Game`] is the rules of one game, [`Show`] is how it reads and looks. A
//! [`Match`] erases a game once into a [`Table`] for clients and servers, and [`games`] knows every game by its id.
//! A game of your own becomes one of them by [`games::register`].
//!
//! This crate does no I/O and knows no clock or thread, and compiles to wasm. Its one global is the list of registered
//! games, which only grows.
//!
//! ```
//! use agon_rules::{Viewer, Start, games};
//!
//! let mut table = games::open("tic-tac-toe", &[], Start::Seed(0))?;
//! table.play(0, "b2")?;
//! assert_eq!(table.position(Viewer::Referee), "3/1x1/3 1");
//! assert_eq!(table.legal().len(), 8);
//! assert_eq!(
//!     table.play(1, "b2").unwrap_err().to_string(),
//!     "illegal move `b2`; `a1`, `a2`, `a3`, `b1`, `b3`, `c1`, `c2` or `c3` is possible",
//! );
//! # Ok::<(), agon_rules::Error>(())
//! ```

mod encode;
mod game;
mod rng;
#[macro_use]
mod sentence;
#[macro_use]
mod options;
mod end;
mod error;
mod look;
mod outcome;
mod path;
mod show;
mod table;
mod view;

pub mod ascii;
pub mod bits;
pub mod games;
pub mod grid;
mod picker;
mod record;
mod registry;
pub mod text;
pub mod trace;
pub mod walk;

pub use encode::{Block, Numbers, observation};
pub use end::{Breakdown, End, Line};
pub use error::Error;
pub use game::{Game, Moves, Seat, Viewer};
pub use look::{Arrangement, Ease, Look, Material, OptionLabel, Poster, ValueLabel};
pub use options::{OptionInfo, Options, Settings, Value, options_of, pair, read as read_options};
pub use outcome::{Outcome, winners};
pub use path::{Draw, Path};
pub use picker::{Pick, Picker};
pub use record::{Record, Start};
pub use registry::Registry;
pub use rng::{Chance, Rng};
#[cfg(feature = "schema")]
pub use sentence::TextWire;
pub use sentence::{Arg, BadCatalogue, Catalogue, English, Entry, Language, Text, entries as po_entries};
#[doc(hidden)]
pub use sentence::{Fill, check as check_template};
pub use show::Show;
pub use table::{Checked, Match, Table, outcome_of, position_text};
pub use view::{
    Cell, Choice, Face, Form, Ground, Heading, Kind, Mark, Note, Piece, PlaceOf, Shape, Site, Step, Suit, Verdict,
    View, Zone,
};

/// What a game file needs, in one line.
pub mod prelude {
    pub use crate::bits::{Ones, Way, nth, nth_of_few, rows, runs, shift};
    pub use crate::grid::{Grid, member, piece};
    pub use crate::text::{alternating, fields, joined, seat};
    pub use crate::{Arg, Breakdown, End, Form, Heading, Kind, Line, PlaceOf, Suit, Verdict};
    pub use crate::{Arrangement, Ease, Look, Material, OptionLabel, Poster, ValueLabel};
    pub use crate::{Block, Chance, Numbers};
    pub use crate::{Cell, Game, Ground, Mark, Moves, Note, Piece, Rng, Seat, Shape, Show, Site, Viewer, Zone};
    pub use crate::{Text, lesson, options, page, text, words};
}

/// The recipe for adding a game: its example is compiled here.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
pub struct Recipe;

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
