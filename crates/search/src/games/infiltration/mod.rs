//! What computer players know of Infiltration.

mod evaluate;
mod players;
mod solve;
mod tablebase;

/// Infiltration's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Infiltrator {
    /// what counts how much
    pub weights: Weights,
}

/// What counts how much, in thousandths of a game.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// an open row by the moves it still needs
    pub row: [i32; 12],
    /// a man on the board, by its rank
    pub man: [i32; 8],
    /// a king on the board
    pub king: i32,
    /// a piece on one of the four middle files
    pub middle: i32,
    /// a king in hand
    pub held_king: i32,
    /// a piece the mover can take
    pub prey: i32,
    /// a piece of the mover that the other can take
    pub loose: i32,
    /// a step that can be made
    pub step: i32,
    /// being to move
    pub turn: i32,
}

impl Weights {
    /// Those of `expert`, fitted to games (docs/performance.md, What `expert` is made of) by
    /// `cargo run --release -p agon-benches --bin tune -- infiltration --seed 1`. A man in hand is worth more than one
    /// at home: it still goes anywhere. In place of the others at 8,000 nodes they score 61.5 % (±6.2) in 200 games.
    pub const TUNED: Weights = Weights {
        row: [0, 115, 46, 31, 13, 7, 5, 7, 3, 0, 3, -1],
        man: [-38, -41, -25, -24, 5, 11, -3, 30],
        king: -4,
        middle: 22,
        held_king: 77,
        prey: 14,
        loose: 7,
        step: 4,
        turn: 10,
    };
}

impl Default for Weights {
    /// Tuned by matches of `nodes=3000` or `4000` against itself, 100 or 120 games each, four random plies first. A
    /// middle of 8 in place of 3 scores 55 % (±9), of 0 41 % (±9); a prey of 50 scores 35 % (±9). Not told apart from
    /// these: half or twice the rows, steeper rows, half the men, kings of 20 or 80, a prey of 10, a loose of 20, a
    /// turn of 30, a middle of 15. Jumps that cost no depth score 24 % (±8) and are not here.
    fn default() -> Self {
        Weights {
            row: [0, 120, 60, 30, 16, 10, 6, 4, 2, 1, 1, 0],
            man: [0, 4, 8, 12, 18, 24, 30, 30],
            king: 40,
            middle: 8,
            held_king: 10,
            prey: 25,
            loose: 8,
            step: 1,
            turn: 10,
        }
    }
}
