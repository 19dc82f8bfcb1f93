//! What is drawn: any view as areas of cells, and around it players, choices and moves. It knows no game.

use agon_client::{Venue, words};
use agon_rules::{Ground, Mark, Pick, Picker, Piece, Seat, Shape, Site, Step, Text, View, Zone, games, text};

use crate::captured::captured;
use crate::hand::Hand;
use crate::motion::motion;
use crate::speak::{self, Reach};
use crate::values::Ranked;

/// A board, hand, stack or pile as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// which zone of the view it is
    pub zone: usize,
    /// what people call it
    pub title: Text,
    /// whose it is
    pub owner: Option<Seat>,
    /// how its cells lie
    pub shape: Shape,
    /// a hand or pile of somebody else, which may be smaller
    pub far: bool,
    /// the cells in the order they are drawn
    pub spots: Vec<Spot>,
}

/// A cell as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// which cell of the view it is
    pub site: Site,
    /// what notation calls it
    pub name: String,
    /// what lies there, from the bottom up
    pub pieces: Vec<Piece>,
    /// what kind of place it is
    pub ground: Ground,
    /// what is special about it now
    pub mark: Mark,
    /// a tap here leads to a move
    pub lit: bool,
    /// it was tapped for the move in the making
    pub tapped: bool,
    /// the last move changed it
    pub fresh: bool,
    /// what a screen reader says, in parts
    pub label: Vec<Text>,
    /// what a move here is worth
    pub badge: Option<Badge>,
}

/// What a move is worth, in short.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Badge {
    /// the value
    pub text: Text,
    /// whether no move is better
    pub best: bool,
}

/// The screen of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Screen {
    /// which game it is, for people
    pub title: Text,
    /// the options that differ from their defaults
    pub variant: Vec<Text>,
    /// everything that lies on the table, far side first
    pub areas: Vec<Area>,
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
            areas: Vec::new(),
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
        let before = view.ply.checked_sub(1).and_then(|ply| venue.view_at(ply));
        let look = Look {
            view: &view,
            before: before.as_ref(),
            picker: &hand.picker,
            help,
            near: venue.near(),
            side: if hand.flipped { Side::Far } else { Side::Near },
            names: &names,
            lit: if mine { hand.picker.lit(&view.choices) } else { Vec::new() },
        };
        Screen {
            title: Text::term("game", venue.title()),
            variant: variant(venue),
            areas: look.areas(),
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

/// From which side a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// as the view has it
    Near,
    /// turned round
    Far,
}

/// How a view is looked at.
pub(crate) struct Look<'a> {
    /// what is seen
    pub view: &'a View,
    /// what was seen one move before
    pub before: Option<&'a View>,
    /// the taps of the move in the making
    pub picker: &'a Picker,
    /// what computers say to it
    pub help: &'a Help<'a>,
    /// whose hand is drawn below the board
    pub near: Option<Seat>,
    /// from which side
    pub side: Side,
    /// what the players are called
    pub names: &'a [Text],
    /// where a tap leads to a move
    pub lit: Vec<Site>,
}

impl Look<'_> {
    /// Everything on the table: others above, the board in the middle, what is mine below.
    pub fn areas(&self) -> Vec<Area> {
        let view = self.view;
        let hint = self.help.hint.and_then(|text| view.choices.iter().find(|choice| choice.text == text));
        let motion = self.before.map(|before| motion(before, view)).unwrap_or_default();
        // Cards that close up in a hand are not what the move was about.
        let is_board = |site: Site| matches!(view.zones[site.zone].shape, Shape::Grid { .. });
        let moved = motion.glides.iter().filter(|glide| glide.from.zone != glide.to.zone || is_board(glide.to));
        let glides = moved.flat_map(|glide| [glide.from, glide.to]);
        let fresh: Vec<Site> = glides.chain(motion.came.iter().map(|(site, _)| *site)).collect();
        let areas = self.order().into_iter().map(|at| {
            let zone = &view.zones[at];
            let spots = zone.cells.iter().enumerate().map(|(cell, place)| {
                let site = Site::new(at, cell);
                let hinted = hint.is_some_and(|choice| choice.taps.contains(&site));
                let noted = view.notes.iter().find(|note| note.sites.contains(&site)).map(|note| note.mark);
                let mark = match (place.mark, noted) {
                    _ if hinted => Mark::Hint,
                    (Mark::None, Some(mark)) => mark,
                    (mark, _) => mark,
                };
                let (lit, tapped) = (self.lit.contains(&site), self.picker.tapped().contains(&site));
                let reach = match (lit, tapped) {
                    (_, true) => Reach::Tapped,
                    (true, false) => Reach::Lit,
                    (false, false) => Reach::None,
                };
                let badge = if lit { self.badge(site) } else { None };
                let mut label = speak::cell(&place.clone().marked(mark), reach, self.names);
                label.extend(badge.iter().map(|badge| badge.text.clone()));
                Spot {
                    site,
                    name: place.name.clone(),
                    pieces: place.pieces.clone(),
                    ground: place.ground,
                    mark,
                    lit,
                    tapped,
                    fresh: fresh.contains(&site),
                    label,
                    badge,
                }
            });
            let mut spots: Vec<Spot> = spots.collect();
            let is_grid = matches!(zone.shape, Shape::Grid { .. });
            if self.side == Side::Far && is_grid {
                spots.reverse();
            }
            // Every player may have such a hand or stack.
            let (owner, title) = (zone.owner.and_then(|seat| self.names.get(seat)), zone.title.clone());
            let title = match owner {
                Some(player) => text!("{zone} · {player}", zone = title, player = player.clone()),
                None => title,
            };
            let far = zone.owner.is_some_and(|owner| Some(owner) != self.near) && !is_grid;
            Area { zone: at, title, owner: zone.owner, shape: zone.shape, far, spots }
        });
        areas.collect()
    }

    /// What the best move through a site is worth. The moves come best first.
    fn badge(&self, site: Site) -> Option<Badge> {
        let goes = |ranked: &&Ranked| {
            let mut picker = self.picker.clone();
            let choice = self.view.choices.iter().find(|choice| choice.text == ranked.text);
            choice.is_some_and(|choice| picker.tap(std::slice::from_ref(choice), site) != Pick::Refused)
        };
        self.help.ranked.iter().find(goes).map(|ranked| ranked.badge.clone())
    }

    fn order(&self) -> Vec<usize> {
        let rank = |zone: &Zone| match (zone.owner, zone.shape) {
            (Some(owner), Shape::Row | Shape::Pile) if Some(owner) == self.near => 3,
            (Some(_), Shape::Row | Shape::Pile) => 0,
            (_, Shape::Grid { .. }) => 1,
            (None, _) => 2,
        };
        let mut order: Vec<usize> = (0..self.view.zones.len()).collect();
        order.sort_by_key(|&at| rank(&self.view.zones[at]));
        order
    }
}
