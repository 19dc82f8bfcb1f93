//! What the person in front of the screen is about to do: the taps of the move in the making, and where they look.
//! The same for a game at this device and for one in a room.

use agon_client::{Hindrance, Venue};
use agon_rules::{Pick, Picker, Shape, Site, Text, View, text};

use crate::screen::{Message, Tone};

/// What a player does at any table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// taps a cell
    Tap(Site),
    /// presses a move: a button, or one of a menu
    Play(String),
    /// drops the move in the making
    Cancel,
    /// shows the game after that many moves
    Look(usize),
    /// turns the board
    Flip,
    /// takes back to the last own decision
    Undo,
    /// plays again what was taken back
    Redo,
    /// plays on from the position on the screen
    Branch,
    /// asks for a good move
    Hint,
    /// makes the computer answer now
    Hurry,
    /// gives up
    Resign,
    /// the same game anew, the next player beginning; with the seed of its deal
    Again(u64),
    /// takes the screen
    TakeScreen,
    /// shows what every move is worth, or no longer
    Analyse,
    /// plays cards by the first tap from now on, or no longer
    AtOnce(bool),
}

/// What a tap leads to.
pub(crate) enum Tapped {
    /// this move is complete
    Play(String),
    /// it takes more taps, or one of a menu
    More,
    /// no move goes on there, and why
    Nowhere(Text),
}

/// The hand and the eyes of the person in front of the screen.
#[derive(Default)]
pub(crate) struct Hand {
    /// the taps of the move in the making
    pub picker: Picker,
    /// moves with the same taps, of which the player chooses one
    pub menu: Vec<String>,
    /// what the client says
    pub message: Option<Message>,
    /// the ply on the screen, when it is not the newest
    pub look: Option<usize>,
    /// the boards are turned round
    pub flipped: bool,
    /// a card that was lifted, and waits to be played
    pub lifted: Option<Lifted>,
    /// cards are played by the first tap
    pub at_once: bool,
}

/// A card that was lifted: a second tap on it plays it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lifted {
    /// where it lies
    pub site: Site,
    /// the move it makes
    pub text: String,
}

impl Hand {
    /// Drops the move in the making.
    pub fn clear(&mut self) {
        self.picker.clear();
        self.menu.clear();
        self.lifted = None;
    }

    /// The position on the screen.
    pub fn view(&self, venue: &impl Venue) -> View {
        self.look.and_then(|ply| venue.view_at(ply)).unwrap_or_else(|| venue.view())
    }

    /// Why no move can be made on the position on the screen.
    pub fn hindrance(&self, venue: &impl Venue) -> Option<Hindrance> {
        match self.look {
            Some(_) => Some(Hindrance::EarlierPosition),
            None => venue.hindrance(),
        }
    }

    /// The taps of the move in the making, with those that go without saying.
    pub fn taps(&self, view: &View) -> Picker {
        if self.picker.tapped().is_empty() { Picker::start(&view.choices) } else { self.picker.clone() }
    }

    /// Taps a cell.
    pub fn tap(&mut self, view: &View, site: Site) -> Tapped {
        self.picker = self.taps(view);
        match self.picker.tap(&view.choices, site) {
            Pick::Play(text) => return self.lift(view, site, text),
            Pick::Menu(moves) => self.menu = moves,
            Pick::More | Pick::Back => {}
            Pick::Refused => {
                let cell = view.zones.get(site.zone).and_then(|zone| zone.cells.get(site.cell));
                let prompt = view.prompt.clone();
                // A card that lies face down has no name.
                return Tapped::Nowhere(match cell.map_or("", |cell| &cell.name) {
                    "" => text!("no move goes on here. {prompt}", prompt),
                    name => text!("no move goes on at {name}. {prompt}", name, prompt),
                });
            }
        }
        Tapped::More
    }

    /// A card is looked at before it is played: the first tap lifts it.
    fn lift(&mut self, view: &View, site: Site, text: String) -> Tapped {
        let lifted = Some(Lifted { site, text: text.clone() });
        let of_hand = view.zones.get(site.zone).is_some_and(|zone| zone.owner.is_some() && zone.shape == Shape::Row);
        let only = view.choices.iter().any(|choice| choice.text == text && choice.taps == [site]);
        if self.at_once || !of_hand || !only || self.lifted == lifted {
            self.lifted = None;
            return Tapped::Play(text);
        }
        self.lifted = lifted;
        Tapped::More
    }

    /// Says why something is not done.
    pub fn refuse(&mut self, text: Text) {
        self.message = Some(Message { text, tone: Tone::Refusal });
    }

    /// Says something.
    pub fn tell(&mut self, text: Text) {
        self.message = Some(Message { text, tone: Tone::Info });
    }
}
