//! The states a game has gone through, and the two draws that depend on them: repetition and quiet plies.
//!
//! This is the one place that counts them, for matches, perft, playouts and search alike. A game only says whether
//! it [`LOOPS`](Game::LOOPS), which moves are [`resets_quiet`](Game::resets_quiet) and which are [`irreversible`](Game::irreversible).

use crate::{Game, Text};

/// A draw that cannot be seen from the position alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// The position stands for the third time.
    Repetition,
    /// [`Path::QUIET`] plies without a move that resets the quiet count.
    Quiet,
}

impl Draw {
    /// The reason, as a game gives its own.
    pub fn reason(self) -> Text {
        match self {
            Draw::Repetition => text!(in "end"; "repetition"),
            Draw::Quiet => text!(in "end"; "quiet"),
        }
    }
}

/// The states of a game so far.
#[derive(Clone, Debug)]
pub struct Path<S> {
    plies: Vec<Ply<S>>,
}

#[derive(Clone, Copy, Debug)]
struct Ply<S> {
    state: S,
    /// how many quiet plies led here
    quiet: u16,
    /// the first ply whose state can come again
    since: u32,
}

impl<S: Copy + Eq> Path<S> {
    /// This many quiet plies in a row are a draw.
    pub const QUIET: u16 = 100;

    /// A path that begins here, after `quiet` quiet plies whose positions are unknown.
    pub fn new(start: S, quiet: u16) -> Self {
        let mut path = Path { plies: Vec::with_capacity(64) };
        path.restart(start, quiet);
        path
    }

    /// Starts over, reusing the allocation.
    pub fn restart(&mut self, start: S, quiet: u16) {
        self.plies.clear();
        self.plies.push(Ply { state: start, quiet, since: 0 });
    }

    fn last(&self) -> &Ply<S> {
        &self.plies[self.plies.len() - 1]
    }

    /// The current state.
    #[inline]
    pub fn state(&self) -> &S {
        &self.last().state
    }

    /// The state after `ply` plies of this path, and its quiet count.
    pub fn at(&self, ply: usize) -> Option<(&S, u16)> {
        self.plies.get(ply).map(|ply| (&ply.state, ply.quiet))
    }

    /// The number of quiet plies up to now.
    #[inline]
    pub fn quiet(&self) -> u16 {
        self.last().quiet
    }

    /// Plays a move.
    #[inline]
    pub fn play<G: Game<State = S>>(&mut self, game: &G, m: G::Move) {
        let at = self.plies.len();
        self.plies.push(*self.last());
        let (earlier, now) = self.plies.split_at_mut(at);
        let (before, now) = (&earlier[at - 1].state, &mut now[0]);
        game.play(&mut now.state, m);
        now.quiet = if G::LOOPS && !game.resets_quiet(before, m, &now.state) { now.quiet + 1 } else { 0 };
        if !G::LOOPS || game.irreversible(before, m, &now.state) {
            now.since = at as u32;
        }
    }

    /// Plays a move and forgets the states that cannot come again, so that a game of any length needs little memory.
    /// Moves before it cannot be taken back.
    #[inline]
    pub fn advance<G: Game<State = S>>(&mut self, game: &G, m: G::Move) {
        if G::LOOPS {
            self.play(game, m);
        } else {
            let last = self.plies.len() - 1;
            game.play(&mut self.plies[last].state, m);
        }
        let now = *self.last();
        if now.since as usize == self.plies.len() - 1 {
            self.plies.clear();
            self.plies.push(Ply { since: 0, ..now });
        }
    }

    /// Goes to a state that no move leads to. Nothing before it can come again.
    pub fn leap(&mut self, state: S) {
        let (since, quiet) = (self.plies.len() as u32, self.quiet());
        self.plies.push(Ply { state, quiet, since });
    }

    /// Takes a move back; false at the start.
    #[inline]
    pub fn undo(&mut self) -> bool {
        let more = self.plies.len() > 1;
        if more {
            self.plies.pop();
        }
        more
    }

    /// The draw that stands here, if the game is not over by its own rules.
    #[inline]
    pub fn draw(&self) -> Option<Draw> {
        if self.repeats() == 2 {
            Some(Draw::Repetition)
        } else if self.quiet() >= Self::QUIET {
            Some(Draw::Quiet)
        } else {
            None
        }
    }

    /// How often this position has stood before, as far as that counts: at 2 the game is drawn.
    #[inline]
    pub fn repeats(&self) -> usize {
        let (now, before) = self.plies.split_last().expect("a path has a start");
        let same = before[now.since as usize..].iter().rev().filter(|ply| ply.state == now.state);
        same.take(2).count()
    }
}
