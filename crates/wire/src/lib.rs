//! What Agon's clients are made of, whatever they draw on: a game at this machine, and what travels to a server and back.
//! No I/O, clock or thread: it compiles to wasm.

pub mod close;
pub mod code;
pub mod file;
pub mod local;
pub mod message;
pub mod retry;
pub mod room;
pub mod seen;
pub mod session;
pub mod side;

pub use close::Close;
pub use local::{Local, NoGame, Plan, Sitter};
pub use message::{Act, Code, LONGEST, Refusal, ToClient, ToServer, VERSION, read, write};
pub use room::{Chair, Clock, Ending, NewRoom, Offers, Place, RoomView, Ticket, Who};
pub use seen::Seen;
pub use session::{Effect, Event, Link, Session};
