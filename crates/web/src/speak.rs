//! What a screen reader says: the name of a cell with what is there, and what has happened.

use agon_rules::{Cell, Face, Ground, Mark, Piece, View};

/// What is said of a cell.
pub fn cell(place: &Cell, lit: bool, tapped: bool, names: &[String]) -> String {
    let mut parts = vec![place.name.clone()];
    match place.pieces.as_slice() {
        [] => parts.push("empty".to_owned()),
        [only] => parts.push(piece(only, names)),
        many => {
            let top = many.last().map(|top| piece(top, names)).unwrap_or_default();
            parts.push(format!("{} pieces, on top {top}", many.len()));
        }
    }
    match place.ground {
        Ground::Plain | Ground::Dark => {}
        Ground::Home(seat) => parts.push(format!("home of {}", name(seat, names))),
        Ground::Goal(seat) => parts.push(format!("goal of {}", name(seat, names))),
        Ground::Blocked => parts.push("blocked".to_owned()),
    }
    match place.mark {
        Mark::None => {}
        Mark::Live => parts.push("in the middle of its turn".to_owned()),
        Mark::Win => parts.push("winning".to_owned()),
        Mark::Lost => parts.push("lost".to_owned()),
        Mark::Hint => parts.push("hint".to_owned()),
    }
    if tapped {
        parts.push("chosen".to_owned());
    } else if lit {
        parts.push("can be chosen".to_owned());
    }
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

fn piece(piece: &Piece, names: &[String]) -> String {
    let text = if piece.face == Face::Down { "face down" } else { &piece.text };
    match piece.owner {
        Some(owner) => format!("{text} of {}", name(owner, names)),
        None => text.to_owned(),
    }
}

fn name(seat: usize, names: &[String]) -> String {
    names.get(seat).cloned().unwrap_or_else(|| format!("player {}", seat + 1))
}

/// What is said when moves have been made: each with its player, then what is asked.
pub fn news(before: usize, view: &View, names: &[String]) -> String {
    let steps = view.history.iter().skip(before).map(|step| format!("{}: {}", name(step.seat, names), step.text));
    let notes = view.notes.iter().map(|note| note.text.clone());
    steps.chain(notes).chain([view.prompt.clone()]).collect::<Vec<_>>().join(". ")
}
