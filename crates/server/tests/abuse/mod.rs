//! The server among enemies: every request by callers who may not make it, noise, sockets that break the protocol or do
//! nothing at all, readers that do not read, foreign pages, and viewers that must not see.
//!
//! `AGON_NOISE` and `AGON_STALLED` make the noise longer and the stalled readers more.

mod away;
mod crowd;
mod damage;
mod front;
mod guesses;
mod house;
mod matrix;
mod noise;
mod operator;
mod secrets;
mod sockets;
mod stalled;
