//! How a game ended, as the card beside the board says it: who, why, by how much, and when it was decided.

use agon_client::{Venue, words};
use agon_lab::report::escape;
use agon_rules::{Breakdown, Seat, Text, View, text};

use crate::icon::Icon;
use crate::plate::avatar;

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Result {
    /// `You win, 2 rows to 1`
    pub heading: Text,
    /// why, in one sentence
    pub why: Text,
    /// the only winner
    pub winner: Option<Seat>,
    /// how it adds up
    pub breakdown: Option<Breakdown>,
    /// who begins the rematch
    pub rematch: Option<Text>,
}

impl Result {
    /// The result of a game that is over.
    pub(crate) fn new(venue: &impl Venue, view: &View) -> Option<Self> {
        let ending = venue.ending()?;
        let who = |seat: Seat| venue.name(seat);
        // A game that somebody gave up was not decided by its rules.
        let end = view.end.clone().filter(|_| matches!(ending.by, agon_client::Cause::Rules(_))).unwrap_or_default();
        let why = if end.why.is_empty() { words::cause(&ending, &who) } else { venue.personal(&end.why) };
        let mine = venue.verdict().filter(|_| venue.seats() == 2);
        Some(Result {
            heading: words::result(&ending, &venue.personal(&end.margin), mine, &who),
            why,
            winner: (ending.winners.len() == 1).then(|| ending.winners[0]),
            breakdown: end.breakdown,
            rematch: Some(rematch(venue)),
        })
    }
}

/// Who begins the rematch: everywhere the player after who began this game.
fn rematch(venue: &impl Venue) -> Text {
    let first = 1 % venue.seats().max(1);
    if venue.me() == Some(first) {
        text!("You start")
    } else {
        text!("{player} starts", player = words::name(&venue.name(first)))
    }
}

/// The head and the table of the card as HTML. `names` are the headings of the columns.
pub fn html(result: &Result, names: &[Text], tell: &dyn Fn(&Text) -> String) -> String {
    let told = |text: &Text| escape(&tell(text));
    let sign = result.winner.map_or_else(|| Icon::Draw.svg(), avatar);
    let mut out = format!(
        "<div class=\"rhead\">{sign}<div><h2 tabindex=\"-1\" data-key=\"result\" data-focus>{}</h2><p>{}</p></div></div>",
        told(&result.heading),
        told(&result.why)
    );
    let Some(breakdown) = &result.breakdown else { return out };
    let reasons = breakdown.lines.iter().any(|line| !line.why.is_empty());
    out += &format!("<div class=\"rtable\"><table><tr><th>{}</th>", told(&breakdown.heading));
    names.iter().for_each(|name| out += &format!("<th>{}</th>", told(name)));
    if reasons {
        out += &format!("<th>{}</th>", told(&text!("Decided by")));
    }
    out += "</tr>";
    for (at, line) in breakdown.lines.iter().enumerate() {
        let total = breakdown.total && at + 1 == breakdown.lines.len();
        out += &format!("<tr{}><td>{}</td>", if total { " class=\"sum\"" } else { "" }, told(&line.label));
        for (seat, value) in line.values.iter().enumerate() {
            let won = if line.winner == Some(seat) { " class=\"w\"" } else { "" };
            out += &format!("<td{won}>{}</td>", told(value));
        }
        if reasons {
            out += &format!("<td>{}</td>", told(&line.why));
        }
        out += "</tr>";
    }
    out + "</table></div>"
}
