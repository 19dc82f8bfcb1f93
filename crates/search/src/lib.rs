//! Choosing moves: computer players that see only what their seat sees, and exact values where they can be proved.
//!
//! Everything is generic over [`Game`](agon_rules::Game) and statically dispatched. There is no I/O, clock or thread
//! here: a caller that wants a time limit passes a [`Control`] that looks at its own clock. The only globals are the list
//! of [registered](register) games and the [tablebases that were given](inspect::give_tablebase), which only grow.
//!
//! # A named player chooses a move
//!
//! ```
//! use agon_search::ask;
//!
//! let record = "tic-tac-toe~seed=0~a1~a2~b1~b2".parse()?;
//! let reply = ask::reply(&record, "hard", 0, &|_time| false)?;
//! assert_eq!(reply.text, "c1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A position is solved
//!
//! ```
//! use agon_rules::games::tic_tac_toe::TicTacToe;
//! use agon_rules::{Game, Path, Rng};
//! use agon_search::games::tic_tac_toe::Rows;
//! use agon_search::{Control, GameValue, Request, Solve, Want};
//!
//! let game = TicTacToe::default();
//! let path = Path::new(game.deal(&mut Rng::new(0)), 0);
//! let mut control = Control::free();
//! let solution = Rows.solve(&game, &path, Request::new(Want::EveryMove, 1 << 20, &mut control));
//! assert_eq!(solution.value, GameValue::Proved(0));
//! ```
//!
//! # A game of one's own
//!
//! A game that implements [`Game`](agon_rules::Game) can be solved and played at once. [`Wins`] knows nothing of a game
//! except that a win is the best result; [`Blind`] is the same for games with points. Implement [`Evaluate`] to search
//! deeper, and [`Solve`] or [`Roster`] to replace the usual solver or the usual levels.
//!
//! ```
//! use agon_rules::{Chance, Game, Moves, Path, Rng, Seat};
//! use agon_search::{Control, GameValue, Player, Request, Solve, Want, Wins};
//!
//! /// Nim with one heap: take one to three, and the last one wins.
//! #[derive(Clone, Debug, Default)]
//! struct Nim;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! struct Heap {
//!     left: u8,
//!     turn: u8,
//! }
//!
//! impl Game for Nim {
//!     type State = Heap;
//!     type Move = u8;
//!
//!     fn deal(&self, _chance: &mut impl Chance) -> Heap {
//!         Heap { left: 10, turn: 0 }
//!     }
//!     fn turn(&self, s: &Heap) -> Seat {
//!         s.turn.into()
//!     }
//!     fn moves(&self, s: &Heap, out: &mut Moves<u8>) {
//!         (1..=s.left.min(3)).for_each(|take| out.push(take));
//!     }
//!     fn play(&self, s: &mut Heap, take: u8) {
//!         *s = Heap { left: s.left - take, turn: 1 - s.turn };
//!     }
//!     fn score(&self, s: &Heap, seat: Seat) -> i32 {
//!         i32::from(s.left == 0 && seat != usize::from(s.turn))
//!     }
//! }
//!
//! let path = Path::new(Nim.deal(&mut Rng::new(0)), 0);
//! let mut control = Control::free();
//! let solution = Wins.solve(&Nim, &path, Request::new(Want::EveryMove, 1 << 16, &mut control));
//! assert_eq!(solution.value, GameValue::Proved(1));
//!
//! let mut player = Player::new("hard", &Nim, &Wins)?;
//! let pick = player.choose(&Nim, &path, 0, 0, &|| false)?;
//! assert_eq!(pick.map(|pick| pick.m), Some(2));
//! # Ok::<(), agon_search::NoPlayer>(())
//! ```
//!
//! # The order of the modules
//!
//! A module imports only from those above it in the list below: stopping, hashes, chance by script and the transposition
//! table; what a
//! search needs to know (`evaluate`); the searches (`alphabeta`, `ismcts`) and the solvers (`solve`); engines, named
//! players and guides (`play`); the games; the guide of each game (`guides`); what clients ask.

mod control;
mod hash;
pub mod script;
mod transposition_table;

mod evaluate;

mod alphabeta;
mod ismcts;
mod solve;

mod play;

pub mod games;

pub mod guides;

mod analysis;
pub mod ask;
pub mod bench;
pub mod inspect;
pub mod ladder;
pub mod puzzle;
mod registry;
mod why;

pub use alphabeta::{AlphaBeta, BestMove, Rated, Score, Window, minimax};
pub use control::Control;
pub use evaluate::{Blind, Evaluate, Wins};
pub use hash::{FastHasher, fast_hash, fingerprint};
pub use ismcts::ismcts;
pub use play::{
    Choose, Guide, How, Limits, NoEngine, NoPlayer, Patience, Pick, Player, Policy, Roster, Search, Skill, Spec, Turn,
    Worth, expert, informed, judge, level, levels, names, roster, skilled, thinker,
};
pub use registry::{register, search_of};
pub use solve::{
    BEYOND, Endgame, Equilibrium, EquilibriumRequest, Fate, Fraction, GameSize, GameValue, Keep, KeepByAlphaBeta,
    KeepByMateSearch, Kept, LONGEST, Memory, Mix, MixedMove, MixedValue, Positions, Promise, ReadOff, Request,
    Solution, Solve, Stage, Strategies, StrongSolution, Summary, Tablebase, Want, count_positions, equilibrium_by_cfr,
    retrograde, strong_solution,
};
pub use transposition_table::{SpareTable, TranspositionTable};

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
