//! What a move in the making would take, found by playing it: no rule is known here.

use agon_rules::{Choice, Picker, Piece, Shape, Site, Start, View, Viewer, games};

/// More moves than this are not tried.
const MOST: usize = 40;

/// The cells from which pieces of others would go, whichever way the move in the making is finished. Where the position
/// on the screen leaves something out, nobody can tell.
pub fn victims(game: &str, options: &[(String, String)], view: &View, picker: &Picker) -> Vec<Site> {
    let fits = |choice: &&Choice| !picker.lit(std::slice::from_ref(*choice)).is_empty();
    let choices: Vec<&Choice> = view.choices.iter().filter(fits).take(MOST).collect();
    if picker.tapped().is_empty() || choices.is_empty() {
        return Vec::new();
    }
    let Some(turn) = view.turn else { return Vec::new() };
    let Ok(now) = games::open(game, options, Start::Position(view.position.clone())) else { return Vec::new() };
    let before = now.view(Viewer::Referee);
    let mut taken = Vec::new();
    for choice in choices {
        let mut next = now.fork(0);
        if next.play(turn, &choice.text).is_ok() {
            let lost = lost(&before, &next.view(Viewer::Referee), turn);
            let new: Vec<Site> = lost.into_iter().filter(|site| !taken.contains(site)).collect();
            taken.extend(new);
        }
    }
    taken
}

/// Where pieces of others are no more. In hands cards close up, so nothing is said of them.
fn lost(before: &View, after: &View, mover: usize) -> Vec<Site> {
    let mut sites = Vec::new();
    for (at, (old, new)) in before.zones.iter().zip(&after.zones).enumerate() {
        if old.shape == Shape::Row {
            continue;
        }
        for (cell, (old, new)) in old.cells.iter().zip(&new.cells).enumerate() {
            let others = |piece: &&Piece| piece.owner.is_some_and(|owner| owner != mover);
            let stays = |piece: &Piece| new.pieces.iter().any(|other| other == piece);
            if old.pieces.last().filter(others).is_some_and(|top| !stays(top)) {
                sites.push(Site::new(at, cell));
            }
        }
    }
    sites
}
