//! `perfect` in the variants that hide something: one equilibrium for the whole game, looked up by what was seen so far.
//!
//! Strategies are those of the earliest position of the game from which they can be found: in lanier the first of the path, in
//! hidden-master the first in which so many cells are filled and everything is open still. In draft history does not matter.
//! A player keeps what it has worked out, since that takes up to a minute.

use agon_rules::bits::Ones;
use agon_rules::games::parity_twist::{Move, ParityTwist, State, Variant};
use agon_rules::{Game, Moves, Path, Text, Viewer, text};

use super::compact::Table;
use super::{LanierStrategies, Parity, Reduced, draft};
use crate::solve::{Memory, Mix, Strategies};
use crate::{EquilibriumRequest, MixedValue, Solve};

/// Filled cells from which on a hidden Master Key is played exactly: the trees are small enough then.
const LATE: usize = 5;
/// Bytes for the start of lanier.
const START: usize = 430_000_000;

/// The strategies of lanier from a position on.
struct FromThere(State, LanierStrategies);

/// What to play at the end of a path.
pub fn mix(
    game: &ParityTwist,
    path: &Path<State>,
    request: EquilibriumRequest,
    memory: &mut Memory,
) -> Option<Mix<Move>> {
    match game.variant {
        Variant::Draft => {
            let kept = memory.take().and_then(|kept| kept.downcast().ok());
            let mut table: Box<Table> = kept.unwrap_or_else(|| Box::new(Table::new(request.bytes)));
            let found = draft::solve_in(&mut table, game, path.state(), request.control);
            *memory = Some(table);
            Some((found.value, found.strategy.into_iter().map(|mixed| (mixed.m, mixed.chance)).collect()))
        }
        Variant::Lanier => {
            let found = lanier(game, path, request, memory)?;
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
fn lanier<'m>(
    game: &ParityTwist,
    path: &Path<State>,
    request: EquilibriumRequest,
    memory: &'m mut Memory,
) -> Option<&'m LanierStrategies> {
    let first = public(game, path, 0);
    let of = |kept: &FromThere| kept.0 == first;
    if !memory.as_ref().and_then(|kept| kept.downcast_ref()).is_some_and(of) {
        // The last ones take hundreds of megabytes.
        *memory = None;
        let request = EquilibriumRequest { bytes: request.bytes.max(START), ..request };
        *memory = Some(Box::new(FromThere(first, LanierStrategies::new(game, &first, request)?)));
    }
    memory.as_ref()?.downcast_ref().map(|FromThere(_, found)| found)
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
