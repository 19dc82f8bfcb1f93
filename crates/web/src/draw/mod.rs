//! Everything that is drawn on the table, as pure functions: what lies where, how large, and how it looks. It knows no game
//! and no browser.

mod bench;
mod board;
mod equation;
pub mod flat;
mod frame;
pub mod geom;
pub mod ground;
mod island;
mod labels;
pub mod layout;
pub mod lights;
pub mod notes;
pub mod piece;
pub mod poster;
mod round;
mod shelf;
pub mod sight;
mod squares;
mod sum;
pub mod table;
pub mod victims;
pub mod words;

pub use ground::How;
pub use layout::{Layout, layout};
pub use piece::seat_sign;
pub use poster::{poster, still};
pub use table::{Area, Badge, Ghost, Head, Lane, Side, Spot, Table, Trail};
