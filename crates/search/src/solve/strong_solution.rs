//! Strong solutions: the value of every reachable position, not only of those on the way of best play.

use std::collections::{BTreeMap, HashMap};

use agon_rules::{Game, Moves};

use crate::control::Control;
use crate::evaluate::Evaluate;
use crate::hash::FastHasher;

/// The values of all positions that can be reached from one. Positions with the same [`key`](Evaluate::key) count once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrongSolution {
    /// the value of the first position, seen from seat 0
    pub value: i32,
    /// how many positions have each value, without the banked points
    pub tally: BTreeMap<i32, u64>,
}

/// Bytes that a position takes in the map, free buckets included.
const POSITION: usize = 64;

/// Solves every reachable position. None when the map would outgrow `bytes`, or when the control stops it.
///
/// Only for games of two seats in which no position can repeat.
pub fn strong_solution<G: Game, E: Evaluate<G>>(
    game: &G,
    guide: &E,
    state: &G::State,
    bytes: usize,
    control: &mut Control,
) -> Option<StrongSolution> {
    debug_assert!(!G::LOOPS && game.seats() == 2, "positions of this game can repeat, or more than two play");
    let mut all = All { game, guide, known: HashMap::default(), most: bytes / POSITION, moves: Moves::new() };
    let rest = all.value(state, control)?;
    let mut tally = BTreeMap::new();
    all.known.values().for_each(|value| *tally.entry(i32::from(*value)).or_default() += 1);
    Some(StrongSolution { value: rest + guide.banked(game, state), tally })
}

struct All<'a, G: Game, E> {
    game: &'a G,
    guide: &'a E,
    known: HashMap<u128, i16, FastHasher>,
    most: usize,
    moves: Moves<G::Move>,
}

impl<G: Game, E: Evaluate<G>> All<'_, G, E> {
    /// What best play adds to the banked points. Every position that can follow is solved first.
    fn value(&mut self, state: &G::State, control: &mut Control) -> Option<i32> {
        let (game, guide) = (self.game, self.guide);
        let key = guide.key(game, state);
        if let Some(&value) = key.and_then(|key| self.known.get(&key)) {
            return Some(value.into());
        }
        if control.tick() || self.known.len() >= self.most {
            return None;
        }
        let banked = guide.banked(game, state);
        let highest = game.turn(state) == 0;
        let from = self.moves.len();
        game.moves(state, &mut self.moves);
        let to = self.moves.len();
        let mut best: Option<i32> = None;
        for at in from..to {
            let mut after = *state;
            game.play(&mut after, self.moves[at]);
            let value = guide.banked(game, &after) + self.value(&after, control)?;
            best = Some(best.map_or(value, |best| if highest { best.max(value) } else { best.min(value) }));
        }
        self.moves.truncate(from);
        let end = || game.score(state, 0) - game.score(state, 1);
        let value = best.unwrap_or_else(end) - banked;
        // A position without a key is cheaper to solve again.
        if let Some(key) = key {
            self.known.insert(key, value as i16);
        }
        Some(value)
    }
}
