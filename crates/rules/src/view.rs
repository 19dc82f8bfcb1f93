//! What a client draws: the same few shapes for any game.
//!
//! Meanings travel, not colours or pixels; the client decides how they look. A view is made for one viewer
//! and holds nothing they may not see. What it consists of is in `view/`: zones, cells with their pieces, notes.

mod cell;
mod note;
mod zone;

use serde::{Deserialize, Serialize};

use crate::{End, Outcome, Seat, Text};

pub use cell::{Cell, Face, Ground, Kind, Mark, Piece, Suit};
pub use note::{Form, Note};
pub use zone::{Heading, PlaceOf, Shape, Verdict, Zone};

/// A game as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// how many moves have been made
    pub ply: usize,
    /// the boards, hands, stacks and piles
    pub zones: Vec<Zone>,
    /// the legal moves, only for the seat that decides
    pub choices: Vec<Choice>,
    /// the moves made so far
    pub history: Vec<Step>,
    /// what is asked of the seat to move, or how the game ended
    pub prompt: Text,
    /// what is asked beside the moves that are buttons: `Keep jumping?`; empty where the prompt says it
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub question: Text,
    /// who decides; nobody when the game is over
    pub turn: Option<Seat>,
    /// points so far, where the game has points
    pub scores: Vec<i32>,
    /// what the points of two seats add up to at the end, where that is always the same
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<i32>,
    /// what happened and why
    pub notes: Vec<Note>,
    /// the position as text, with what is hidden left out
    pub position: String,
    /// how the game ended
    pub outcome: Option<Outcome>,
    /// what the viewer plays for, in one clause; empty for those who do not play
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub goal: Text,
    /// what every seat is in this game, in a few words; empty where the game says nothing
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<Text>,
    /// by how much and why it was decided, when the rules ended it
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

impl View {
    /// The same view said to a player, with names for the others (see [`Text::addressed`]).
    pub fn addressed(mut self, me: Option<Seat>, name: &dyn Fn(Seat) -> Text) -> Self {
        let say = |text: &mut Text| *text = text.addressed(me, name);
        say(&mut self.prompt);
        say(&mut self.goal);
        self.roles.iter_mut().for_each(say);
        for note in &mut self.notes {
            say(&mut note.text);
            if let Form::Equation { result, .. } = &mut note.form {
                say(result);
            }
        }
        for verdict in self.zones.iter_mut().flat_map(|zone| &mut zone.verdicts).flatten() {
            say(&mut verdict.text);
            say(&mut verdict.reason);
        }
        if let Some(end) = &mut self.end {
            say(&mut end.margin);
            say(&mut end.why);
        }
        self
    }
}

impl Choice {
    /// What people call it.
    pub fn name(&self) -> Text {
        if self.label.is_empty() { Text::of_move(&self.text) } else { self.label.clone() }
    }
}

/// A cell of the view: which zone, which cell of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Site {
    /// index into [`View::zones`]
    pub zone: usize,
    /// index into [`Zone::cells`]
    pub cell: usize,
}

impl Site {
    /// A cell of a zone.
    pub fn new(zone: usize, cell: usize) -> Self {
        Site { zone, cell }
    }
}

/// A legal move and the taps that make it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Choice {
    /// its notation
    pub text: String,
    /// the sites to tap; without any it is a button
    pub taps: Vec<Site>,
    /// what people call it: `Stop here`; empty where its notation says it
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub label: Text,
}

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Step {
    /// who made it
    pub seat: Seat,
    /// its notation, with what is hidden left out
    pub text: String,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
