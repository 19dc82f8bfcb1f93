//! The screen of a game: the table, and around it players, choices and moves. It knows no game.

use agon_client::{Venue, words};
use agon_rules::{Look, Picker, Seat, Step, Text, View, games, text};

use crate::captured::captured;
use crate::draw::table::{Sight, last_turn};
use crate::draw::{self, Side};
use crate::hand::Hand;
use crate::values::Ranked;

/// The screen of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Screen {
    /// which game it is, for people
    pub title: Text,
    /// the options that differ from their defaults
    pub variant: Vec<Text>,
    /// everything that is drawn on the table
    pub table: draw::Table,
    /// what is asked of the player to move, or how the game ended
    pub prompt: Text,
    /// who plays
    pub players: Vec<Player>,
    /// moves that are not made on the board
    pub choices: Choices,
    /// the moves so far
    pub history: History,
    /// what happened and why
    pub notes: Vec<Text>,
    /// what the client says to the player
    pub message: Option<Message>,
    /// what can be done besides moving
    pub tools: Tools,
    /// every move with what it is worth in words, the best first
    pub values: Vec<(String, Text)>,
}

/// A player as the list beside the board shows them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// what the player is called
    pub name: Text,
    /// whether it is the player's turn
    pub turn: bool,
    /// whether the player is a computer that thinks
    pub thinking: bool,
    /// whether the player is away
    pub away: bool,
    /// points, where there are any
    pub score: Option<i32>,
    /// time left, where there is a clock
    pub clock: Option<String>,
    /// the pieces the player has lost
    pub captured: Vec<String>,
}

/// Moves that are not made on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// moves that are buttons
    pub buttons: Vec<String>,
    /// moves with the same taps, of which the player chooses one
    pub menu: Vec<String>,
}

/// The moves so far, and where one looks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// the moves
    pub steps: Vec<Step>,
    /// the ply on the screen
    pub at: usize,
}

/// What can be done besides moving.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tools {
    /// the person who must take the screen before it is shown
    pub hand_over: Option<Seat>,
    /// a move can be taken back
    pub undo: bool,
    /// an earlier position is on the screen, from where one can play on
    pub branch: bool,
    /// a computer is thinking
    pub thinking: bool,
    /// the game is over
    pub over: bool,
    /// moves are rated
    pub analysing: bool,
}

/// What the client says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// the sentence
    pub text: Text,
    /// how it is meant
    pub tone: Tone,
}

/// How a message is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// something to know
    Info,
    /// something was refused
    Refusal,
}

/// Help that computers give with the position on the screen.
#[derive(Default)]
pub(crate) struct Help<'a> {
    /// the move that is suggested
    pub hint: Option<&'a str>,
    /// what each move is worth, the best first
    pub ranked: &'a [Ranked],
}

impl Default for Screen {
    /// The screen before a room has come from the server.
    fn default() -> Self {
        Screen {
            title: Text::default(),
            variant: Vec::new(),
            table: draw::Table::default(),
            prompt: Text::default(),
            players: Vec::new(),
            choices: Choices::default(),
            history: History::default(),
            notes: Vec::new(),
            message: None,
            tools: Tools::default(),
            values: Vec::new(),
        }
    }
}

impl Screen {
    /// The screen of a game at this device or in a room. Who thinks and what else can be done is the caller's.
    pub(crate) fn new(venue: &impl Venue, hand: &Hand, help: &Help, now: u64) -> Self {
        let view = hand.view(venue);
        let names: Vec<Text> = venue.names().iter().map(words::name).collect();
        let mine = hand.hindrance(venue).is_none();
        let movers = view.history.iter().map(|step| step.seat);
        let past: Vec<View> =
            (view.ply - last_turn(movers).min(view.ply)..view.ply).filter_map(|ply| venue.view_at(ply)).collect();
        let sight = Sight {
            view: &view,
            past: &past,
            picker: &hand.picker,
            hint: help.hint,
            ranked: help.ranked,
            near: venue.near(),
            side: if hand.flipped { Side::Far } else { Side::Near },
            names: &names,
            lit: if mine { hand.picker.lit(&view.choices) } else { Vec::new() },
        };
        Screen {
            title: Text::term("game", venue.title()),
            variant: variant(venue),
            table: sight.table(games::info(venue.game()).map_or(Look::PLAIN, |info| info.look)),
            prompt: if hand.look.is_some() { view.prompt.clone() } else { venue.prompt() },
            players: players(venue, &view, &names, now),
            choices: Choices {
                buttons: if mine { Picker::buttons(&view.choices).map(str::to_owned).collect() } else { Vec::new() },
                menu: hand.menu.clone(),
            },
            history: History { steps: venue.history(), at: view.ply },
            notes: view.notes.iter().map(|note| note.text.clone()).collect(),
            message: hand.message.clone(),
            tools: Tools { over: venue.ending().is_some(), ..Tools::default() },
            values: Vec::new(),
        }
    }
}

fn players(venue: &impl Venue, view: &View, names: &[Text], now: u64) -> Vec<Player> {
    let mut lost = venue.view_at(0).map(|start| captured(&start, view, names.len())).unwrap_or_default();
    // An earlier position shows whose turn it was.
    let turn = if view.ply == venue.ply() { venue.turn() } else { view.turn };
    let player = |(seat, name): (Seat, &Text)| Player {
        name: name.clone(),
        turn: turn == Some(seat),
        thinking: false,
        away: venue.is_away(seat),
        score: view.scores.get(seat).copied(),
        clock: venue.clock(seat, now).map(words::clock),
        captured: lost.get_mut(seat).map(std::mem::take).unwrap_or_default(),
    };
    names.iter().enumerate().map(player).collect()
}

/// The options that differ from their defaults, in words.
fn variant(venue: &impl Venue) -> Vec<Text> {
    let Ok(info) = games::info(venue.game()) else { return Vec::new() };
    let set = venue.options();
    let options = info.options.iter().filter_map(|option| {
        let (_, text) = set.iter().find(|(name, _)| *name == option.name)?;
        let value = option.values.iter().find(|value| value.to_string() == *text && **value != option.default)?;
        Some(text!("{option}: {value}", option = option.title(), value = value.words()))
    });
    options.collect()
}
