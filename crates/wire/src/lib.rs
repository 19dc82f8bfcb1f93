//! What travels between Agon's clients and servers, and the client's side of a room as a state machine.
//! No I/O, clock or thread: it compiles to wasm.

pub mod close;
pub mod code;
pub mod json;
pub mod message;
pub mod retry;
pub mod room;
pub mod session;
mod tree;

pub use close::Close;
pub use message::{Act, Code, LONGEST, Refusal, ToClient, ToServer, VERSION, hear, read, write};
pub use room::{Chair, Clock, EarlyEnd, NewRoom, Offers, Place, RoomView, Ticket, Who};
pub use session::{Effect, Event, Link, Session};
