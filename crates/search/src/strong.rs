//! Strong solutions: the value of every position that can be reached, not only of those that best play meets.

use std::collections::{BTreeMap, HashMap};

use agon_rules::{Game, Moves};

use crate::control::Control;
use crate::guide::{Guide, Quick};

/// Every position that can be reached from one, solved. Positions with the same [`key`](Guide::key) count once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strong {
    /// the value of the first, seen from seat 0
    pub value: i32,
    /// how many positions have each value; what is banked already is left out of it
    pub tally: BTreeMap<i32, u64>,
}

/// Bytes that one position takes in the map, with its share of free room.
const POSITION: usize = 64;

/// Solves every position that can be reached. None when the map would grow beyond so many bytes, or when stopped.
///
/// Only for two seats and games whose positions cannot come back.
pub fn strong<G: Game, E: Guide<G>>(
    game: &G,
    guide: &E,
    state: &G::State,
    bytes: usize,
    control: &mut Control,
) -> Option<Strong> {
    debug_assert!(!G::LOOPS && game.seats() == 2, "not this game");
    let mut all = All { game, guide, known: HashMap::default(), most: bytes / POSITION, moves: Moves::new() };
    let more = all.value(state, control)?;
    let mut tally = BTreeMap::new();
    all.known.values().for_each(|value| *tally.entry(i32::from(*value)).or_default() += 1);
    Some(Strong { value: more + guide.banked(game, state), tally })
}

struct All<'a, G: Game, E> {
    game: &'a G,
    guide: &'a E,
    known: HashMap<u128, i16, Quick>,
    most: usize,
    moves: Moves<G::Move>,
}

impl<G: Game, E: Guide<G>> All<'_, G, E> {
    /// What best play adds to what is banked, after the same question about every position that can follow.
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
        // Where so little is left that it has no key, asking again is cheaper.
        if let Some(key) = key {
            self.known.insert(key, value as i16);
        }
        Some(value)
    }
}
