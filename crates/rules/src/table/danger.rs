//! Where the seat that is not to move would win at once: found and said in the same way for all games that can tell.

use crate::error::any_of;
use crate::{Arg, Mark, Moves, Note, Seat, Show, Site, Text, Zone, winners};

/// Who would win at once if it were their turn, and where such moves end; nobody where a game does not say what it is to
/// [pass](Show::passed).
pub(super) fn danger<G: Show>(game: &G, state: &G::State) -> Option<(Seat, Vec<Site>)> {
    let passed = game.passed(state)?;
    let (seat, mut moves, mut scratch) = (game.turn(&passed), Moves::new(), Moves::new());
    game.moves(&passed, &mut moves);
    let mut sites = Vec::new();
    for &m in moves.iter() {
        let mut after = passed;
        game.play(&mut after, m);
        scratch.clear();
        if game.over(&after, &mut scratch) {
            let scores: Vec<i32> = (0..game.seats()).map(|seat| game.score(&after, seat)).collect();
            if winners(&scores).eq([seat]) {
                sites.extend(game.taps(&passed, m).pop());
            }
        }
    }
    Some((seat, sites)).filter(|(_, sites)| !sites.is_empty())
}

/// What is said of it.
pub(super) fn said(seat: Seat, all: &[Site], zones: &[Zone]) -> Note {
    let mut sites = Vec::new();
    for site in all {
        // Several moves may end at one cell.
        if !sites.contains(site) {
            sites.push(*site);
        }
    }
    let cells = any_of(sites.iter().map(|site| zones[site.zone].cells[site.cell].name.clone()).collect());
    let you = text!("You threaten to win at {cells}.", cells = cells.clone());
    let they = text!("{player} threatens to win at {cells}.", player = Arg::Player(seat), cells);
    Note { mark: Mark::Danger, ..Note::new(Text::about(seat, you, they), sites).of(seat) }
}
