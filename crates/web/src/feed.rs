//! The feed beside the board as HTML: numbered turns, and beneath each what it led to.

use agon_client::Round;
use agon_lab::report::escape;
use agon_rules::{Note, Site, Text};

use crate::icon::Icon;
use crate::plate::avatar;

/// The feed. Moves carry `data-ply`, notes the cells they are about in `data-sites`.
pub fn html(rounds: &[Round], at: usize, seats: usize, tell: &dyn Fn(&Text) -> String) -> String {
    let mut out = String::new();
    for (number, round) in rounds.iter().enumerate() {
        let turns: Vec<_> = round.entries.chunk_by(|one, other| one.step.seat == other.step.seat).collect();
        out += &format!("<div class=\"turnrow of{}\"><span>{}</span>", seats.min(6), number + 1);
        let mut ply = round.first;
        // Who joins a round late has the places before it empty.
        let first = turns.first().map_or(0, |turn| turn[0].step.seat);
        let gaps = if number == 0 && turns.len() < seats { first } else { 0 };
        (0..gaps).for_each(|_| out += "<i></i>");
        for turn in &turns {
            out += "<div>";
            for entry in turn.iter() {
                ply += 1;
                let here = if ply == at { " class=\"here\" aria-current=\"step\"" } else { "" };
                let text = tell(&Text::of_move(&entry.step.text));
                out += &format!(
                    "<button data-ply=\"{ply}\" data-do=\"ply {ply}\" data-key=\"ply{ply}\"{here}>{}</button>",
                    escape(&text)
                );
            }
            out += "</div>";
        }
        out += "</div>";
        for (at, note) in round.entries.iter().flat_map(|entry| &entry.notes).enumerate() {
            out += &note_html(note, &format!("note{number}-{at}"), tell);
        }
    }
    out
}

/// A note: who it is about, the sentence, and a way to see its cells.
pub fn note_html(note: &Note, key: &str, tell: &dyn Fn(&Text) -> String) -> String {
    let sign = note.seat.map_or_else(|| Icon::Eye.svg(), avatar);
    let text = tell(&note.text);
    if note.sites.is_empty() {
        return format!("<div class=\"ev\">{sign}<span>{}</span></div>", escape(&text));
    }
    let sites: Vec<String> = note.sites.iter().map(|site| format!("{}-{}", site.zone, site.cell)).collect();
    format!(
        "<button class=\"ev\" data-key=\"{key}\" data-sites=\"{}\">{sign}<span>{}</span></button>",
        sites.join(" "),
        escape(&text)
    )
}

/// The cells that `data-sites` names.
pub fn sites(text: &str) -> Vec<Site> {
    let site = |word: &str| {
        let (zone, cell) = word.split_once('-')?;
        Some(Site::new(zone.parse().ok()?, cell.parse().ok()?))
    };
    text.split(' ').filter_map(site).collect()
}
