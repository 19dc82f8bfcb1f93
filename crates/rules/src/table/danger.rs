//! Where the seat that is not to move would win at once: said in the same way for all games that can tell.

use crate::{Arg, Mark, Moves, Note, Seat, Show, Site, Text};

/// What is said of the cells where the other seat would win at once; nothing where it would not, or where a game does not
/// say what it is to [pass](Show::passed).
pub(super) fn danger<G: Show>(game: &G, state: &G::State) -> Option<Note> {
    let passed = game.passed(state)?;
    let (seat, mut moves, mut scratch) = (game.turn(&passed), Moves::new(), Moves::new());
    game.moves(&passed, &mut moves);
    let mut sites: Vec<Site> = Vec::new();
    for &m in moves.iter() {
        let mut after = passed;
        game.play(&mut after, m);
        scratch.clear();
        let ahead = |other: Seat| other == seat || game.score(&after, other) < game.score(&after, seat);
        if game.over(&after, &mut scratch) && (0..game.seats()).all(ahead) {
            let site = game.taps(&passed, m).last().copied();
            sites.extend(site.filter(|site| !sites.contains(site)));
        }
    }
    if sites.is_empty() {
        return None;
    }
    let zones = game.zones(state);
    let names: Vec<&str> = sites.iter().map(|site| zones[site.zone].cells[site.cell].name.as_str()).collect();
    Some(said(seat, names.join(", "), sites))
}

fn said(seat: Seat, cells: String, sites: Vec<Site>) -> Note {
    let you = text!("You threaten to win at {cells}.", cells = &cells);
    let they = text!("{player} threatens to win at {cells}.", player = Arg::Player(seat), cells);
    Note { mark: Mark::Danger, ..Note::new(Text::about(seat, you, they), sites).of(seat) }
}
