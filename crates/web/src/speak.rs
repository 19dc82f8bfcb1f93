//! What a screen reader says: the name of a cell with what is there, and what has happened.

use agon_client::{Venue, words};
use agon_rules::{Cell, Face, Ground, Mark, Piece, Text, View, text};

/// Whether a tap on a cell leads somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// it does not
    None,
    /// it leads to a move
    Lit,
    /// the cell was tapped for the move in the making
    Tapped,
}

/// What is said of a cell, in parts.
pub fn cell(place: &Cell, reach: Reach, names: &[Text]) -> Vec<Text> {
    let mut parts = Vec::new();
    if !place.name.is_empty() {
        parts.push(Text::term("cell", &place.name));
    }
    match place.pieces.as_slice() {
        [] => parts.push(text!("empty")),
        [only] => parts.push(piece(only, names)),
        [.., top] => {
            parts.push(text!("{count} pieces, on top {top}", count = place.pieces.len(), top = piece(top, names)));
        }
    }
    match place.ground {
        Ground::Plain | Ground::Dark => {}
        Ground::Home(seat) => parts.push(text!("home of {player}", player = name(seat, names))),
        Ground::Goal(seat) => parts.push(text!("goal of {player}", player = name(seat, names))),
        Ground::Blocked => parts.push(text!("blocked")),
    }
    match place.mark {
        Mark::None => {}
        Mark::Live => parts.push(text!("in the middle of its turn")),
        Mark::Win => parts.push(text!("winning")),
        Mark::Lost => parts.push(text!("lost")),
        Mark::Hint => parts.push(text!("hint")),
        Mark::Danger => parts.push(text!("danger")),
    }
    match reach {
        Reach::None => {}
        Reach::Lit => parts.push(text!("can be chosen")),
        Reach::Tapped => parts.push(text!("chosen")),
    }
    parts
}

fn piece(piece: &Piece, names: &[Text]) -> Text {
    let what = if piece.face == Face::Down { text!("face down") } else { Text::plain(&piece.text) };
    match piece.owner {
        Some(owner) => text!("{piece} of {player}", piece = what, player = name(owner, names)),
        None => what,
    }
}

fn name(seat: usize, names: &[Text]) -> Text {
    names.get(seat).cloned().unwrap_or_else(|| Text::player(seat))
}

/// What is said when moves have been made: each with its player, what it led to, then what is to be done.
pub fn news(from: usize, view: &View, venue: &impl Venue) -> Vec<Text> {
    let names = words::names(&venue.names());
    let steps = view.history.iter().skip(from);
    let steps =
        steps.map(|step| text!("{player}: {step}", player = name(step.seat, &names), step = Text::of_move(&step.text)));
    let before = venue.view_at(from).map(|view| view.notes).unwrap_or_default();
    let notes = view.notes.iter().filter(|note| !before.contains(note)).map(|note| venue.personal(&note.text));
    steps.chain(notes).chain([venue.prompt()]).collect()
}
