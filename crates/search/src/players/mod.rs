//! The computer players that the rules pages define, one small file for each game that has some.

pub mod checkerboard;
pub mod gambit;
pub mod infiltration;
pub mod parity_twist;
pub mod primi_composti;
pub mod quadratic_war;
pub mod tic_tac_toe;
