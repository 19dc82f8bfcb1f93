//! `perfect` in the variants that hide something: one equilibrium for the whole game, looked up by what was seen so far.
//!
//! Strategies are those of the earliest position of the game from which they can be found: in lanier the first of the path, in
//! hidden-master the first in which so many cells are filled and everything is open still. In draft history does not matter.
//! What was worked out last is kept, since it takes up to two minutes.

use std::sync::{Arc, Mutex, PoisonError};

use agon_rules::bits::Ones;
use agon_rules::games::parity_twist::{Move, ParityTwist, State, Variant};
use agon_rules::{Game, Moves, Path, Text, Viewer, text};

use super::compact::Table;
use super::{LanierStrategies, Parity, Reduced, draft};
use crate::solve::{Mix, Strategies};
use crate::{EquilibriumRequest, MixedValue, Solve};

/// Filled cells from which on a hidden Master Key is played exactly: the trees are small enough then.
const LATE: usize = 5;
/// Bytes for the start of lanier.
const START: usize = 430_000_000;

/// The last strategies of lanier, and the exact values of draft.
static LANIER: Mutex<Option<(State, Arc<LanierStrategies>)>> = Mutex::new(None);
static DRAFT: Mutex<Option<Table>> = Mutex::new(None);

/// What to play at the end of a path.
pub fn mix(game: &ParityTwist, path: &Path<State>, request: EquilibriumRequest) -> Option<Mix<Move>> {
    match game.variant {
        Variant::Draft => {
            let mut table = DRAFT.lock().unwrap_or_else(PoisonError::into_inner);
            let table = table.get_or_insert_with(|| Table::new(request.bytes));
            let found = draft::solve_in(table, game, path.state(), request.control);
            Some((found.value, found.strategy.into_iter().map(|mixed| (mixed.m, mixed.chance)).collect()))
        }
        Variant::Lanier => {
            let found = lanier(game, path, request)?;
            let chances = found.chances(&line(path), path.state())?;
            Some((MixedValue::Near(found.value.0, found.value.1), chances))
        }
        _ => {
            let ply = first(game, path)?;
            let found =
                Strategies::new(game, &Reduced, &public(game, path, ply), &|s| Parity.is_known(game, s), request)?;
            let mut moves = Moves::new();
            let chances = found.chances(game, path, ply)?;
            let chances = moves.relist(game, path.state()).iter().copied().zip(chances).collect();
            Some((MixedValue::Near(found.value.0, found.value.1), chances))
        }
    }
}

/// Why there is nothing to play by.
pub fn refusal(game: &ParityTwist, path: &Path<State>) -> Option<Text> {
    (game.variant == Variant::HiddenMaster && first(game, path).is_none()).then(|| {
        text!(
            "too much is hidden so early; it plays from five filled cells on, if the Master Key was laid no earlier or \
             the position was set up; try `expert`"
        )
    })
}

/// The ply of a path from which on a hidden Master Key is played by one equilibrium.
fn first(game: &ParityTwist, path: &Path<State>) -> Option<usize> {
    let mut states = (0..).map_while(|ply| path.at(ply)).map(|(state, _)| state).enumerate();
    states.find(|(ply, state)| game.filled(state) >= LATE && (*ply == 0 || state.knows == 0)).map(|(ply, _)| ply)
}

/// What everybody sees after so many plies.
fn public(game: &ParityTwist, path: &Path<State>, ply: usize) -> State {
    let mut state = *path.at(ply).expect("a ply of the path").0;
    game.hide(&mut state, Viewer::Spectator);
    state
}

/// The strategies of lanier from the first position of a path on.
fn lanier(game: &ParityTwist, path: &Path<State>, request: EquilibriumRequest) -> Option<Arc<LanierStrategies>> {
    let first = public(game, path, 0);
    let mut last = LANIER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, found)) = last.as_ref().filter(|(state, _)| *state == first) {
        return Some(found.clone());
    }
    let request = EquilibriumRequest { bytes: request.bytes.max(START), ..request };
    let found = Arc::new(LanierStrategies::new(game, &first, request)?);
    *last = Some((first, found.clone()));
    Some(found)
}

/// The cells and numbers of a path's moves.
fn line(path: &Path<State>) -> Vec<(u8, u8)> {
    let states: Vec<&State> = (0..).map_while(|ply| path.at(ply)).map(|(state, _)| state).collect();
    let placed = states.windows(2).filter_map(|pair| {
        let cell = Ones(pair[0].empty & !pair[1].empty).next()?;
        Some((cell as u8, pair[1].cells[cell]))
    });
    placed.collect()
}
