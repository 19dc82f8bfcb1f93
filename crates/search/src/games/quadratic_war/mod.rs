//! What computer players know of Quadratic War.

mod evaluate;
mod players;
mod sets;
mod solve;
mod tablebase;

/// Quadratic War's guide.
#[derive(Clone, Copy, Debug, Default)]
pub struct General {
    /// what counts how much
    pub weights: Weights,
}

/// What counts how much. The unit is a hundredth of a quadratic piece.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// a constant, a linear, a quadratic piece
    pub piece: [i32; 3],
    /// a constant, by rank that it has advanced
    pub advance: i32,
    /// what the mover takes at best, in percent
    pub take: i32,
    /// what the other could take at best, in percent
    pub fear: i32,
    /// a square to which a piece can go
    pub room: i32,
    /// what a lead is worth with no, one, two … quadratics of one's own, in percent
    pub chance: [i32; 4],
    /// being to move
    pub turn: i32,
}

impl Default for Weights {
    /// Tuned by matches of `nodes=1500` to `5000` against itself, 40 to 60 games each, four random plies first. Without
    /// `take` and `fear` it scores 20 % (±13). In place of constants worth 35 it scores 59 % (±11), of linears worth 60
    /// 58 % (±9), of a fear of 20 61 % (±8); linears worth 85 score 29 % (±10), a fear of 50 26 % (±12). Not told apart
    /// from these: constants worth 10, no fear, a take of 100, and chances of 50, 75 and 90. Equations that cost no
    /// depth score 10 % (±7), and a look at what the other takes back 49 % (±10): neither is here.
    fn default() -> Self {
        Weights { piece: [20, 40, 100], advance: 1, take: 80, fear: 5, room: 1, chance: [10, 70, 90, 100], turn: 5 }
    }
}
