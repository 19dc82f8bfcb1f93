//! The trait every game implements: what is legal, what a move does, who has won.
//!
//! Nothing here is about text or looks (see [`Show`](crate::Show)), and nothing here counts repetitions (see
//! [`Path`](crate::Path)).

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Block, Chance, Numbers, Rng};

/// A place at the table: 0 begins.
pub type Seat = usize;

/// Who looks at a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// Sees everything. Never a person at the table.
    Referee,
    /// Sees what this seat sees.
    Seat(Seat),
    /// Sees what every seat sees: spectators.
    Spectator,
}

impl Viewer {
    /// Whether this viewer sees what only `seat` may see.
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Viewer::Referee => true,
            Viewer::Seat(own) => own == seat,
            Viewer::Spectator => false,
        }
    }
}

/// A list of moves that is filled by [`Game::moves`] and reused, so that no ply allocates.
#[derive(Clone, Debug)]
pub struct Moves<M>(Vec<M>);

impl<M> Moves<M> {
    /// An empty list with room for most games.
    pub fn new() -> Self {
        Moves(Vec::with_capacity(256))
    }

    /// Appends one move.
    #[inline]
    pub fn push(&mut self, m: M) {
        self.0.push(m);
    }

    /// Forgets every move but the first `len`.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// Forgets every move.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl<M: Copy> Moves<M> {
    /// The moves of a state, and nothing else.
    #[inline]
    pub fn relist<G: Game<Move = M>>(&mut self, game: &G, s: &G::State) -> &Self {
        self.clear();
        game.moves(s, self);
        self
    }

    /// A move drawn uniformly, or none from an empty list.
    #[inline]
    pub fn draw(&self, rng: &mut Rng) -> Option<M> {
        (!self.is_empty()).then(|| self[rng.below(self.len())])
    }
}

impl<M> Default for Moves<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> std::ops::Deref for Moves<M> {
    type Target = [M];
    #[inline]
    fn deref(&self) -> &[M] {
        &self.0
    }
}

/// The rules of a game. A value is one variant: its fields are the options.
pub trait Game: Clone + Send + Sync + 'static {
    /// Everything about a moment of the game, hidden things included. Small, without heap.
    type State: Copy + Eq + Hash + Debug + Send + Sync;
    /// One decision, not one turn.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// Whether positions can repeat. Then the third occurrence of a position and the hundredth quiet ply draw
    /// (see [`Path`](crate::Path)), and a position text ends with the quiet count.
    const LOOPS: bool = false;

    /// How many play.
    fn seats(&self) -> Seat {
        2
    }

    /// A start. All chance of the game is here: a shuffled deck is part of the state.
    fn deal(&self, chance: &mut impl Chance) -> Self::State;

    /// Who decides now. The same seat may decide twice in a row.
    fn turn(&self, s: &Self::State) -> Seat;

    /// Appends every legal move to `out`. A state is over exactly when nothing is appended.
    ///
    /// `out` may already hold other moves: never read or clear it. What is appended depends only on what the seat
    /// to move sees.
    fn moves(&self, s: &Self::State, out: &mut Moves<Self::Move>);

    /// Whether the game is over: exactly when [`moves`](Game::moves) appends nothing. `scratch` comes back as it was.
    ///
    /// Override it where that is known without listing the moves: searches ask it at every leaf.
    #[inline]
    fn over(&self, s: &Self::State, scratch: &mut Moves<Self::Move>) -> bool {
        let len = scratch.len();
        self.moves(s, scratch);
        let over = scratch.len() == len;
        scratch.truncate(len);
        over
    }

    /// Makes a legal move. Deterministic.
    fn play(&self, s: &mut Self::State, m: Self::Move);

    /// The score of a seat. At the end the highest wins, equal ones share; a game without points gives 1 to its
    /// winner and 0 to everybody else.
    fn score(&self, s: &Self::State, seat: Seat) -> i32;

    /// Whether this move resets the quiet count. Only games that [`LOOPS`](Game::LOOPS) are asked.
    fn resets_quiet(&self, _before: &Self::State, _m: Self::Move, _after: &Self::State) -> bool {
        true
    }

    /// Whether no earlier position can come back after this move, so that none need be compared for repetition. Usually
    /// the same as [`resets_quiet`](Game::resets_quiet).
    fn irreversible(&self, before: &Self::State, m: Self::Move, after: &Self::State) -> bool {
        self.resets_quiet(before, m, after)
    }

    /// A move drawn uniformly, or none when the game is over. `scratch` is overwritten.
    ///
    /// Override it where a move can be drawn without listing them all; it must then be the one that the same
    /// generator picks from the list.
    #[inline]
    fn sample(&self, s: &Self::State, rng: &mut Rng, scratch: &mut Moves<Self::Move>) -> Option<Self::Move> {
        scratch.relist(self, s).draw(rng)
    }

    /// Whether [`hide`](Game::hide) blanks anything for this viewer, or has: whole and blanked states answer alike.
    fn hides(&self, _s: &Self::State, _viewer: Viewer) -> bool {
        false
    }

    /// Whether anything is hidden from a seat now, or can be later in the game. Where it is not, and two play, values
    /// that a search proves with open cards are proved for the players too. Override it where something open now can
    /// become hidden.
    fn will_hide(&self, s: &Self::State) -> bool {
        (0..self.seats()).any(|seat| self.hides(s, Viewer::Seat(seat)))
    }

    /// Blanks everything in the state that the viewer does not see.
    fn hide(&self, _s: &mut Self::State, _viewer: Viewer) {}

    /// A move that was made, as the viewer knows it for whom `now` has been blanked.
    fn hide_move(&self, _now: &Self::State, m: Self::Move) -> Self::Move {
        m
    }

    /// Draws what the viewer does not see, uniformly among the possibilities. Works on whole and on blanked states.
    fn determinize(&self, _s: &mut Self::State, _viewer: Viewer, _chance: &mut impl Chance) {}

    /// One chosen twin among the states that are symmetric to this one, with the same seat to move and scores.
    fn canonical(&self, s: &Self::State) -> Self::State {
        *s
    }

    /// In a game of rows, every row that a seat can still complete: the moves it still has to make for it. None in any other
    /// game, which is also the answer where nothing is said.
    ///
    /// In a game of rows both seats can make every move that is left, each move is made once, and nobody has points. A seat
    /// wins as soon as it has made all moves of one of its rows, and in no other way; a move of the other seat takes all
    /// rows away that need it. Proofs that need not look at every line of play rest on this: docs/certificates.md.
    fn rows(&self, _s: &Self::State, _seat: Seat) -> Option<Vec<Vec<Self::Move>>> {
        None
    }

    // For programs that learn, games are numbers: `encode.rs` says how. A game without them is played by texts alone.

    /// Every move that can be legal in a game that is dealt with these options, once, in an order that never changes: the
    /// place of a move in this list is its number for ever. Empty for a game without numbers.
    fn actions(&self) -> Vec<Self::Move> {
        Vec::new()
    }

    /// What [`observe`](Game::observe) writes, block by block.
    fn blocks(&self) -> Vec<Block> {
        Vec::new()
    }

    /// Writes what a seat sees as numbers: the blocks one after the other, own things before those of others. `s` has
    /// been [blanked](Game::hide) for that seat.
    fn observe(&self, _s: &Self::State, _seat: Seat, _out: &mut Numbers) {}

    /// No seat can have a higher score in a game that is dealt with these options; none has one below 0.
    fn highest_score(&self) -> i32 {
        1
    }

    /// No game that is dealt with these options has more plies. None where positions can come back, and where it is not
    /// known.
    fn most_plies(&self) -> Option<usize> {
        None
    }
}
