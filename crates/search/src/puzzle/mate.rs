//! Forced wins: an AND/OR search that remembers, for the thousands of positions in which a hunt looks for them.
//!
//! It asks nothing but whether a seat wins within some plies, so it needs no evaluation. Repetition and quiet plies are
//! left out: the shortest way to win never comes back to a position, and a hunt begins far from the quiet limit.

use std::collections::HashMap;

use agon_rules::{Game, Moves, Seat};

use crate::control::Control;
use crate::hash::{FastHasher, fingerprint};

/// The deepest look, with the plies by which another move must be slower.
const DEEPEST: usize = 10;
/// Positions to remember before all are forgotten: some 50 MB.
const MEMORY: usize = 1 << 20;

/// What is known of a position: a seat wins within `wins` plies if that is not 0, and does not within `holds`.
#[derive(Clone, Copy, Default)]
struct Known {
    wins: u8,
    holds: u8,
}

/// Looks for forced wins of either seat, and remembers what it has seen.
pub(super) struct Mate<'a, G: Game> {
    game: &'a G,
    known: [HashMap<u128, Known, FastHasher>; 2],
    /// by seat and plies left: the move of either side that worked last, which often works again
    killers: [[Option<G::Move>; DEEPEST]; 2],
    /// lists of moves to be used again
    lists: Vec<Moves<G::Move>>,
}

impl<'a, G: Game> Mate<'a, G> {
    pub fn new(game: &'a G) -> Self {
        Mate { game, known: Default::default(), killers: [[None; DEEPEST]; 2], lists: Vec::new() }
    }

    /// The fewest plies up to `deepest` within which a seat forces a win from here. Meaningless once stopped.
    pub fn distance(&mut self, state: &G::State, seat: Seat, deepest: usize, control: &mut Control) -> Option<usize> {
        (0..=deepest).find(|&plies| self.forces(state, seat, plies, control))
    }

    /// Whether a seat forces a win from here within some plies. Meaningless once stopped.
    pub fn forces(&mut self, state: &G::State, seat: Seat, plies: usize, control: &mut Control) -> bool {
        let mut moves = self.lists.pop().unwrap_or_default();
        let forces = self.look(state, seat, plies, &mut moves, control);
        self.lists.push(moves);
        forces
    }

    fn look(
        &mut self,
        state: &G::State,
        seat: Seat,
        plies: usize,
        moves: &mut Moves<G::Move>,
        control: &mut Control,
    ) -> bool {
        let game = self.game;
        if control.tick() {
            return false;
        }
        if game.over(state, moves) {
            return game.score(state, seat) > game.score(state, 1 - seat);
        }
        if plies == 0 {
            return false;
        }
        // The last ply is sooner tried again than looked up.
        let key = (plies > 1).then(|| fingerprint(state));
        if let Some(known) = key.and_then(|key| self.known[seat].get(&key)) {
            if known.wins > 0 && usize::from(known.wins) <= plies {
                return true;
            }
            if usize::from(known.holds) >= plies {
                return false;
            }
        }
        moves.relist(game, state);
        // The side to move needs one move that works.
        let own = game.turn(state) == seat;
        let killer = self.killers[seat][plies].filter(|killer| moves.contains(killer));
        let rest = (0..moves.len()).map(|at| moves[at]).filter(|m| Some(*m) != killer);
        let mut works = false;
        for m in killer.into_iter().chain(rest) {
            let mut after = *state;
            game.play(&mut after, m);
            works = self.forces(&after, seat, plies - 1, control) == own;
            if control.stopped() {
                return false;
            }
            if works {
                self.killers[seat][plies] = Some(m);
                break;
            }
        }
        if let Some(key) = key {
            self.learn(key, seat, plies as u8, works == own);
        }
        works == own
    }

    fn learn(&mut self, key: u128, seat: Seat, plies: u8, wins: bool) {
        if self.known[seat].len() >= MEMORY {
            self.known[seat].clear();
        }
        let known = self.known[seat].entry(key).or_default();
        if wins {
            known.wins = if known.wins == 0 { plies } else { known.wins.min(plies) };
        } else {
            known.holds = known.holds.max(plies);
        }
    }
}
