//! What a move would lead to, as a function of what a viewer sees: nothing hidden is looked at, so nothing is told.

use super::Match;
use crate::{Moves, Note, Rng, Show, Viewer};

/// How often what is hidden is guessed. A note that one guess in twelve would change stays in one preview of sixteen.
const GUESSES: u64 = 256;

/// The notes that all guesses lead to, or the only one where nothing is hidden.
pub(super) fn common(hides: bool, notes: &dyn Fn(u64) -> Vec<Note>) -> Vec<Note> {
    let mut common = notes(0);
    for guess in 1..if hides { GUESSES } else { 1 } {
        if common.is_empty() {
            break;
        }
        let others = notes(guess);
        common.retain(|note| others.contains(note));
    }
    common
}

/// What a viewer would be told after a move, if what is hidden from them were what this guess says.
pub(super) fn guessed<G: Show>(table: &Match<G>, viewer: Viewer, text: &str, guess: u64) -> Vec<Note> {
    let game = &table.game;
    let before = table.hidden(table.path.state(), viewer);
    let (mut state, mut moves) = (before, Moves::new());
    game.determinize(&mut state, viewer, &mut Rng::new(guess));
    game.moves(&state, &mut moves);
    let Some(&m) = moves.iter().find(|&&m| game.write_move(&state, m) == text) else { return Vec::new() };
    game.play(&mut state, m);
    let after = table.hidden(&state, viewer);
    game.notes(&after, Some((&before, game.hide_move(&after, m))))
}
