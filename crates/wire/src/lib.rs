//! What travels between Agon's clients and servers, and the client's side of a room as a state machine.
//! No I/O, clock or thread: it compiles to wasm.

pub mod close;
pub mod code;
mod hear;
pub mod json;
pub mod line;
pub mod lobby;
pub mod message;
pub mod player;
pub mod retry;
pub mod room;
pub mod say;
pub mod session;
mod tree;

pub use close::Close;
pub use line::Link;
pub use lobby::{Lobby, LobbyChange, LobbyView, OpenGame, Quick};
pub use message::{Act, Code, LONGEST, OLDEST, Refusal, ToClient, ToServer, VERSION, hear, read, write};
pub use player::{Held, Known, Played, Profile, Rated, Score, Seats, Stand, Standing};
pub use room::{Chair, Clock, EarlyEnd, Listing, NewRoom, Offers, Phrase, Place, Presence, RoomView, Ticket, Who};
pub use say::say;
pub use session::{Effect, Event, Session};
