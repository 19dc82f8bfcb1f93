//! A picture of any view in text, for terminals, tests and readers aloud.

use std::fmt::Write;

use crate::view::Face;
use crate::{Cell, Ground, Mark, PlaceOf, Shape, View, Zone};

/// Draws a view: every zone, then scores, notes and prompt.
///
/// ```
/// # use agon_rules::{Viewer, Start, ascii, games};
/// let table = games::open("tic-tac-toe", &[], Start::Seed(0))?;
/// assert!(ascii::picture(&table.view(Viewer::Spectator)).starts_with("3  .  .  .\n2  .  .  .\n1  .  .  .\n   a  b  c\n"));
/// # Ok::<(), agon_rules::Error>(())
/// ```
pub fn picture(view: &View) -> String {
    let mut out = String::new();
    for zone in &view.zones {
        match zone.shape {
            Shape::Grid { cols } => grid(&mut out, zone, cols),
            Shape::Row | Shape::Pile => row(&mut out, zone),
        }
    }
    if !view.scores.is_empty() {
        let scores: Vec<_> = view.scores.iter().map(i32::to_string).collect();
        let _ = writeln!(out, "scores: {}", scores.join(" : "));
    }
    for note in &view.notes {
        let _ = writeln!(out, "* {}", note.text);
    }
    match view.turn {
        Some(seat) => {
            let _ = writeln!(out, "Player {}: {}", seat + 1, view.prompt);
        }
        None => {
            let _ = writeln!(out, "{}", view.prompt);
        }
    }
    out
}

fn heading(zone: &Zone) -> String {
    match zone.owner {
        Some(seat) => format!("{} of player {}", zone.title, seat + 1),
        None => zone.title.to_string(),
    }
}

/// Rows with their names at the left and the names of the columns below.
fn grid(out: &mut String, zone: &Zone, cols: usize) {
    let texts: Vec<String> = zone.cells.iter().map(|cell| side(cell).to_owned() + &text(cell)).collect();
    let digits = |cell: &Cell| cell.name.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
    let letters = |cell: &Cell| cell.name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let margin = zone.cells.iter().map(|cell| digits(cell).len()).max().unwrap_or(0);
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(1) + 2;
    for (cells, texts) in zone.cells.chunks(cols).zip(texts.chunks(cols)) {
        let mut line = format!("{:>margin$}", cells.first().map(digits).unwrap_or_default());
        for text in texts {
            let _ = write!(line, "{text:>width$}");
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let mut line = " ".repeat(margin);
    for cell in &zone.cells[..cols.min(zone.cells.len())] {
        let _ = write!(line, "{:>width$}", letters(cell));
    }
    let _ = writeln!(out, "{}", line.trim_end());
}

/// One line: the pieces side by side, stacks from the bottom up; cells that are called otherwise with their names.
fn row(out: &mut String, zone: &Zone) {
    let mut line = heading(zone) + ":";
    // A tray keeps a place for what is gone.
    let gone = |cell: &&Cell| zone.place == PlaceOf::Tray && zone.shape == Shape::Row && cell.pieces.is_empty();
    let cells: Vec<&Cell> = zone.cells.iter().filter(|cell| !gone(cell)).collect();
    for cell in &cells {
        let plain = zone.title == *cell.name || cell.pieces.first().is_some_and(|piece| piece.text == cell.name);
        line.push(' ');
        if !plain && !cell.name.is_empty() {
            line += &cell.name;
            line.push(' ');
        }
        line += &text(cell);
    }
    if cells.is_empty() {
        line += " -";
    }
    let _ = writeln!(out, "{line}");
}

/// Whose piece it is, where its text does not begin with a letter that tells: seat 0 looks up the board, 1 down.
fn side(cell: &Cell) -> &'static str {
    match cell.pieces.last() {
        Some(piece) if !piece.text.starts_with(char::is_alphabetic) => match piece.owner {
            Some(0) => "^",
            Some(_) => "v",
            None => "",
        },
        _ => "",
    }
}

fn text(cell: &Cell) -> String {
    let pieces: Vec<&str> =
        cell.pieces.iter().map(|piece| if piece.face == Face::Down { "?" } else { &piece.text }).collect();
    let pieces = match (pieces.is_empty(), cell.ground) {
        (true, Ground::Blocked) => "#".to_owned(),
        (true, _) => ".".to_owned(),
        _ => pieces.join(","),
    };
    match cell.mark {
        Mark::None => pieces,
        Mark::Live => format!("[{pieces}]"),
        Mark::Win => format!("*{pieces}"),
        Mark::Lost | Mark::Danger => format!("!{pieces}"),
        Mark::Hint => format!("?{pieces}"),
    }
}
