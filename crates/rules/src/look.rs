//! How a game presents itself before and around play: what never changes in it, as one constant.
//!
//! Meanings, not pixels: a client decides what felt looks like. What changes with the state or the viewer (headings,
//! verdicts, goals) is part of the [`View`](crate::View).

use serde::Serialize;

/// What never changes about how a game looks. [`Show::LOOK`](crate::Show::LOOK) declares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Look {
    /// what the board or table is made of
    pub material: Material,
    /// the hue of the page around it, from 0 to 359
    pub accent: u16,
    /// where the players sit
    pub arrangement: Arrangement,
    /// what makes somebody want to play it, in one sentence
    pub pitch: &'static str,
    /// how long a game takes
    pub minutes: u8,
    /// how hard it is to learn
    pub ease: Ease,
    /// a position that shows what the game is about
    pub poster: Poster,
    /// names for options and their values, where those in commands are no words for people
    pub labels: &'static [OptionLabel],
}

impl Look {
    /// A game that says nothing about its look.
    pub const PLAIN: Look = Look {
        material: Material::Paper,
        accent: 245,
        arrangement: Arrangement::Board,
        pitch: "",
        minutes: 10,
        ease: Ease::Medium,
        poster: Poster { options: &[], position: "", moves: &[], crop: None },
        labels: &[],
    };
}

/// What a board or table is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Material {
    /// ruled paper
    Paper,
    /// light and dark wood
    Wood,
    /// a card table
    Felt,
    /// a dark slate on which cards lie
    Slate,
    /// squared paper
    Graph,
}

/// Where the players sit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Arrangement {
    /// beside a board
    Board,
    /// round a table, each with a place of their own
    Table,
}

/// How hard a game is to learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Ease {
    /// after one game
    Easy,
    /// after a few
    Medium,
    /// there is always more to find
    Deep,
}

/// A sample position, and the part of it to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Poster {
    /// the options of the sample by name and value
    pub options: &'static [(&'static str, &'static str)],
    /// where it begins; empty for the first deal
    pub position: &'static str,
    /// the moves that lead to it
    pub moves: &'static [&'static str],
    /// the part of the first board to show: column and row of a corner, and how many of each; everything otherwise
    pub crop: Option<[u8; 4]>,
}

/// What people call an option and its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OptionLabel {
    /// the option's name in commands
    pub option: &'static str,
    /// its name for people; empty where that is the same
    pub title: &'static str,
    /// values with a name or summary of their own
    pub values: &'static [ValueLabel],
}

impl OptionLabel {
    /// What people call an option, and those of its values that have a name or summary of their own.
    pub const fn new(option: &'static str, title: &'static str, values: &'static [ValueLabel]) -> Self {
        OptionLabel { option, title, values }
    }
}

/// What people call a value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ValueLabel {
    /// the value in commands
    pub value: &'static str,
    /// its name for people; empty where that is the value itself, or yes and no
    pub name: &'static str,
    /// what it changes, in one sentence; empty where the name says it
    pub summary: &'static str,
}

impl ValueLabel {
    /// What people call a value, and what it changes.
    pub const fn new(value: &'static str, name: &'static str, summary: &'static str) -> Self {
        ValueLabel { value, name, summary }
    }
}
