//! What computer players know of each game: one folder a game, with how it is evaluated, solved and played.

pub mod checkerboard;
pub mod gambit;
pub mod infiltration;
pub mod parity_twist;
pub mod primi_composti;
pub mod quadratic_war;
pub mod tic_tac_toe;
