//! What travels between Agon's clients and its server. No I/O, clock or thread: it compiles to wasm.

pub mod code;
pub mod message;
pub mod room;

pub use message::{Act, Code, LONGEST, Refusal, ToClient, ToServer, VERSION, read, write};
pub use room::{Chair, Clock, Ending, NewRoom, Offers, Place, RoomView, Ticket, Who};
