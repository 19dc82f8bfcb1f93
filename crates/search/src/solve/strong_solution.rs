//! Strong solutions: the value of every reachable position, not only of those on the way of best play.

use std::collections::{BTreeMap, HashMap, HashSet};

use agon_rules::{Game, Moves};

use crate::control::Control;
use crate::evaluate::Evaluate;
use crate::hash::{FastHasher, fingerprint};

/// The values of all positions that can be reached from one. Positions with the same [`key`](Evaluate::key) count once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrongSolution {
    /// the value of the first position, seen from seat 0
    pub value: i32,
    /// how many positions have each value, without the banked points
    pub tally: BTreeMap<i32, u64>,
    /// how many positions each seat wins in so many plies: the winner hurries, the other seat holds out. Only where nothing
    /// is banked, so that the value says who wins
    pub wins: BTreeMap<u16, [u64; 2]>,
}

/// Bytes that a position takes where positions are only counted.
const COUNTED: usize = 40;
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
    let mut all = Positions::new(game, guide, bytes);
    let (rest, _) = all.rest(state, control)?;
    let (mut tally, mut wins) = (BTreeMap::new(), BTreeMap::new());
    for &(value, plies) in all.known.values() {
        *tally.entry(i32::from(value)).or_default() += 1;
        if value != 0 {
            wins.entry(plies).or_insert([0; 2])[usize::from(value < 0)] += 1;
        }
    }
    Some(StrongSolution { value: rest + guide.banked(game, state), tally, wins })
}

/// How many positions can be reached, with no two counted as one. None when they do not fit into `bytes`, or when the
/// control stops it.
pub fn count_positions<G: Game>(game: &G, state: &G::State, bytes: usize, control: &mut Control) -> Option<u64> {
    let mut seen: HashSet<u128, FastHasher> = HashSet::default();
    let (mut open, mut moves) = (vec![*state], Moves::new());
    seen.insert(fingerprint(state));
    while let Some(state) = open.pop() {
        if control.tick() || seen.len() >= bytes / COUNTED {
            return None;
        }
        for &m in moves.relist(game, &state).iter() {
            let mut after = state;
            game.play(&mut after, m);
            if seen.insert(fingerprint(&after)) {
                open.push(after);
            }
        }
    }
    Some(seen.len() as u64)
}

/// The values of positions that were looked at, and of all that can be reached from them.
pub(super) struct Positions<'a, G: Game, E> {
    game: &'a G,
    guide: &'a E,
    /// by key: the value, and after how many plies it is there
    known: HashMap<u128, (i16, u16), FastHasher>,
    most: usize,
    moves: Moves<G::Move>,
}

impl<'a, G: Game, E: Evaluate<G>> Positions<'a, G, E> {
    /// None is known yet, and no more will be than fit into `bytes`.
    pub fn new(game: &'a G, guide: &'a E, bytes: usize) -> Self {
        Positions { game, guide, known: HashMap::default(), most: bytes / POSITION, moves: Moves::new() }
    }

    /// The value of a position. None when too many are known, or when the control stops it.
    pub fn value(&mut self, state: &G::State, control: &mut Control) -> Option<i32> {
        let from = self.moves.len();
        let found = self.rest(state, control);
        self.moves.truncate(from);
        found.map(|(rest, _)| rest + self.guide.banked(self.game, state))
    }

    /// What best play adds to the banked points, and in how many plies: the winner hurries, the other seat holds out. Every
    /// position that can follow is solved first.
    fn rest(&mut self, state: &G::State, control: &mut Control) -> Option<(i32, u16)> {
        let (game, guide) = (self.game, self.guide);
        let key = guide.key(game, state);
        if let Some(&(value, plies)) = key.and_then(|key| self.known.get(&key)) {
            return Some((value.into(), plies));
        }
        if control.tick() || self.known.len() >= self.most {
            return None;
        }
        let banked = guide.banked(game, state);
        let highest = game.turn(state) == 0;
        let from = self.moves.len();
        game.moves(state, &mut self.moves);
        let to = self.moves.len();
        // Seen from the seat to move: the value, then a win that comes soon or a loss that comes late.
        let sign = if highest { 1 } else { -1 };
        let good = |(value, plies): (i32, u16)| (sign * value, -(sign * value).signum() * i32::from(plies));
        let mut best: Option<(i32, u16)> = None;
        for at in from..to {
            let mut after = *state;
            game.play(&mut after, self.moves[at]);
            let (rest, plies) = self.rest(&after, control)?;
            let found = (guide.banked(game, &after) + rest, plies.saturating_add(1));
            best = best.filter(|best| good(*best) >= good(found)).or(Some(found));
        }
        self.moves.truncate(from);
        let (value, plies) = best.unwrap_or_else(|| (game.score(state, 0) - game.score(state, 1), 0));
        let value = value - banked;
        // A position without a key is cheaper to solve again.
        if let Some(key) = key {
            self.known.insert(key, (value as i16, plies));
        }
        Some((value, plies))
    }
}
