//! What can be told from a view: what a move is worth in words, what has changed, and from which side to look.

use agon_rules::{Site, Start, View};
use agon_search::Worth;

use crate::venue::Venue;

/// What a move is worth in words, for the seat to move of a view.
pub fn worth(worth: Worth, view: &View) -> String {
    let sign = if view.turn == Some(1) { -1 } else { 1 };
    match worth {
        Worth::Unknown => String::new(),
        Worth::Proved(value) if view.scores.is_empty() => match sign * value {
            1.. => "wins, proved".to_owned(),
            0 => "draws, proved".to_owned(),
            _ => "loses, proved".to_owned(),
        },
        Worth::Proved(value) => format!("{:+} proved", sign * value),
        // Adding nothing makes a positive zero of a negative one, once it is rounded.
        Worth::Points(value) => format!("{:+.2} est.", (f64::from(sign) * value * 100.0).round() / 100.0 + 0.0),
        Worth::Share(share) => format!("wins {:.0} % est.", 100.0 * share),
    }
}

/// The cells in which something else lies than before.
pub fn changes(before: &View, now: &View) -> Vec<Site> {
    let mut sites = Vec::new();
    for (zone, (old, new)) in before.zones.iter().zip(&now.zones).enumerate() {
        // Where the number of cells changes they have no place of their own.
        if old.cells.len() == new.cells.len() {
            let cells = old.cells.iter().zip(&new.cells).enumerate();
            sites.extend(
                cells.filter(|(_, (old, new))| old.pieces != new.pieces).map(|(cell, _)| Site::new(zone, cell)),
            );
        }
    }
    sites
}

/// Whether the only person here sits at the far side of a board that has sides.
pub fn looks_down(venue: &Venue, view: &View) -> bool {
    let dealt = venue.local().is_none_or(|local| matches!(local.record().start, Start::Seed(_)));
    venue.humans() == [1] && agon_wire::side::is_above(view, dealt)
}
