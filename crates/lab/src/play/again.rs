//! A finished game looked at again, for the quality of the game: playouts from each of its positions, and what would have
//! come of another move.

use std::time::Instant;

use agon_rules::{Rng, Seat, Show};
use agon_search::NoPlayer;

use super::{Board, SEATS, Seated, Start, seeds};
use crate::quality::{Looked, Sight};

/// Marks the random numbers of this file among those of a game.
const AGAIN: u64 = 1 << 33;

/// A decision of a finished game.
struct Decision<M> {
    /// how many plies came before it
    ply: u32,
    /// the move that was made
    made: M,
    /// another one, which leads elsewhere
    other: M,
}

impl<G: Show> Board<'_, G> {
    /// Looks again at the game that has just been played from this start, with so many playouts from each position. When
    /// `stop` returns true, what is returned is worth nothing.
    pub(crate) fn look_again(
        &mut self,
        start: Start,
        plies: u32,
        playouts: u32,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Looked, NoPlayer> {
        let (won, opening) = (bits(&self.result().1), self.line.len() as u32);
        let seed = Rng::derive(start.seed, AGAIN);
        let mut chance = Rng::stream(seed, u64::MAX);
        let (whole, mut decision, mut decisions) = (self.path.clone(), None, 0);
        let mut sights = Vec::new();
        for ply in (opening.min(plies)..plies).rev() {
            let next = *self.path.state();
            self.path.undo();
            if let Some((made, other)) = self.another(&next, &mut chance) {
                decisions += 1;
                // Each decision of the game is as likely to be the one that is tried.
                if chance.below(decisions) == 0 {
                    decision = Some(Decision { ply, made, other });
                }
            }
            let mut rng = Rng::stream(seed, ply.into());
            let mut sight = Sight::default();
            for _ in 0..playouts {
                sight.add(self.playout(&mut rng));
            }
            sights.push(sight);
            if stop() {
                break;
            }
        }
        sights.reverse();
        let others = match decision {
            Some(Decision { ply, made, other }) => {
                let mut results = [0; 2];
                for (result, (m, seed)) in results.iter_mut().zip([(other, start.seed), (made, seed)]) {
                    self.path.clone_from(&whole);
                    self.take_back(plies - ply);
                    *result = self.play_on(m, &seeds(seed, start.seating), ply, stop)?;
                }
                Some(results)
            }
            None => None,
        };
        Ok(Looked { sights, won, others })
    }

    /// The move that was made here and has led to `next`, and another one that leads elsewhere.
    fn another(&mut self, next: &G::State, rng: &mut Rng) -> Option<(G::Move, G::Move)> {
        let (game, state) = (self.game, *self.path.state());
        let after = |m: G::Move| {
            let mut after = state;
            game.play(&mut after, m);
            after
        };
        let moves = self.moves.relist(game, &state);
        let made = moves.iter().copied().find(|m| after(*m) == *next)?;
        let others: Vec<G::Move> = moves.iter().copied().filter(|m| after(*m) != *next).collect();
        if others.is_empty() { None } else { Some((made, others[rng.below(others.len())])) }
    }

    /// Plays at random to the end and comes back; the winners, one bit a seat.
    fn playout(&mut self, rng: &mut Rng) -> u8 {
        let mut plies = 0;
        while let Some(m) = self.random(rng) {
            self.path.play(self.game, m);
            plies += 1;
        }
        let won = bits(&self.result().1);
        self.take_back(plies);
        won
    }

    fn take_back(&mut self, plies: u32) {
        for _ in 0..plies {
            self.path.undo();
        }
    }

    /// Makes a move and lets the players play on; the winners, one bit a seat.
    fn play_on(
        &mut self,
        m: G::Move,
        seeds: &[u64; SEATS],
        ply: u32,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<u8, NoPlayer> {
        let game = self.game;
        self.path.play(game, m);
        let mut plies = u64::from(ply) + 1;
        while !stop() {
            let seat = game.turn(self.path.state());
            let Seated::Inside(player) = &mut self.players[seat] else { break };
            let clock = player.time().map(|time| (Instant::now(), time));
            let late = || stop() || clock.is_some_and(|(begin, time)| begin.elapsed() >= time);
            let Some(pick) = player.choose(game, &self.path, seeds[seat], plies, &late)? else { break };
            self.path.play(game, pick.m);
            plies += 1;
        }
        Ok(bits(&self.result().1))
    }
}

fn bits(won: &[bool; SEATS]) -> u8 {
    (0..SEATS).filter(|seat: &Seat| won[*seat]).map(|seat| 1 << seat).sum()
}
