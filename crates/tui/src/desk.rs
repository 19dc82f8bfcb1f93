//! The screen of one game: which position is shown, what was tapped and typed, and how it follows the game.
//!
//! Keys, clicks and words all end in [`Desk::act`] (`desk/obey.rs`) or [`Desk::tap`] (`taps.rs`); what the computers do is
//! in `desk/bots.rs`, drawing in `draw.rs`.

mod bots;
mod obey;
mod review;
mod study;

use std::path::PathBuf;

use agon_client::{Effect, Hindrance, Intent, Local, Online, Refusal, words};
use agon_rules::{Choice, Picker, Seat, Site, View};

use crate::board::Marks;
use crate::game::{Game, changes};
use crate::joined::Joined;
use crate::keep;
use crate::review::Pane;
use crate::server::{Entry, clean};
use crate::socket::Heard;
use crate::taps::{Focus, Hand};
use crate::thought::Asker;
use crate::word;

use bots::Bots;
pub use bots::{hint, worth};

/// What the app must do after a desk has acted.
pub enum After {
    /// nothing
    Stay,
    /// show the list of games
    Menu,
    /// end
    Quit,
    /// show the rules page
    Rules,
    /// show the help page
    Help,
    /// open another game
    Open(Box<Local>),
    /// go to another room of the same server
    Enter(Box<Entry>),
    /// show a page of text with its title
    Read(String, String),
    /// go on with the lesson of this game
    Learn,
    /// go on with the puzzles of this game
    Puzzle,
}

/// The screen of one game.
pub struct Desk {
    pub(crate) game: Game,
    /// the position on the screen
    pub(crate) view: View,
    pub(crate) hand: Hand,
    pub(crate) look: Look,
    pub(crate) bots: Bots,
    /// the review of the game, on the screen or behind it
    pub(crate) review: Option<Pane>,
    habits: Habits,
    /// the file in which the game is kept from move to move
    kept: Option<PathBuf>,
    /// whether the game goes on in another room, where somebody waits for the same
    going: bool,
}

/// Which position is on the screen, and how.
#[derive(Default)]
pub(crate) struct Look {
    /// the ply on the screen, if it is not the last
    pub review: Option<usize>,
    pub flipped: bool,
    /// how far a board that does not fit was moved by hand
    pub pan: (i32, i32),
    /// how many values of moves are above those on the screen
    pub scroll: usize,
    /// the cells that the last move changed
    changed: Vec<Site>,
    /// the cells of the suggested move
    hint: Vec<Site>,
}

/// What a desk does besides the game.
#[derive(Clone, Debug)]
pub struct Habits {
    /// where new deals come from
    pub seed: fn() -> u64,
    /// the folder in which games in play are kept
    pub keep: Option<PathBuf>,
    /// which day it is, counted from 1970-01-01
    pub day: fn() -> u32,
}

impl Desk {
    /// The screen of a game; `kept` is its file, if it has one already.
    pub fn new(game: Game, asker: Asker, habits: Habits, kept: Option<PathBuf>) -> Self {
        let kept = kept.or_else(|| habits.keep.as_deref().filter(|_| game.local().is_some()).map(keep::new_path));
        let look = Look { flipped: game.venue().is_far(), ..Look::default() };
        let (view, hand, bots) = (game.venue().view(), Hand::default(), Bots::new(asker));
        let mut desk = Desk { game, view, hand, look, bots, review: None, habits, kept, going: false };
        desk.refresh();
        desk.think();
        desk
    }

    /// Computes everything anew after the game, or the ply on the screen, has changed.
    fn refresh(&mut self) {
        let (ply, venue) = (self.ply(), self.game.venue());
        self.view = match self.look.review.and_then(|ply| venue.view_at(ply)) {
            Some(view) => self.game.told(View { choices: Vec::new(), ..view }),
            None => {
                self.look.review = None;
                self.game.view()
            }
        };
        let before = ply.checked_sub(1).and_then(|before| venue.view_at(before));
        self.look.changed = before.map_or_else(Vec::new, |before| changes(&before, &self.view));
        self.look.hint.clear();
        self.look.pan = (0, 0);
        self.look.scroll = 0;
        self.hand.picker.clear();
        self.hand.menu = None;
        self.bots.forget();
        self.refocus();
        self.rate(ply);
    }

    /// Does what the player wants of the game, or says why not.
    pub(crate) fn intend(&mut self, intent: Intent) -> bool {
        match self.game.act(intent) {
            Ok(effects) => {
                self.follow(effects);
                true
            }
            Err(why) => {
                self.complain(self.game.refusal(&why));
                false
            }
        }
    }

    /// Shows what followed from something that happened to the game.
    fn follow(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Changed { .. } => self.moved(),
                Effect::Tell(text) => self.complain(clean(&text.to_string())),
                Effect::Said { seat, phrase } => {
                    let said = words::says(&self.game.venue().name(seat), phrase);
                    self.say(clean(&said.to_string()));
                }
                Effect::Rematch(_) => self.going = self.game.joined().is_some_and(|joined| joined.online.is_waiting()),
                Effect::Around | Effect::Socket(_) => {}
            }
        }
    }

    /// The game has changed: it is kept and shown. In a room the ply on the screen stays, if it still exists.
    fn moved(&mut self) {
        let ply = self.game.venue().ply();
        self.look.review = self.look.review.filter(|&at| self.game.joined().is_some() && at < ply);
        self.keep();
        self.refresh();
        self.think();
    }

    /// Keeps the game as it is, so that it can be continued; one that is over is forgotten.
    pub fn keep(&self) {
        // A server keeps its own games.
        match (&self.kept, self.game.local()) {
            (Some(path), Some(_)) if self.game.venue().ending().is_some() => keep::forget(path),
            (Some(path), Some(local)) => keep::keep(path, &local.plan()),
            _ => {}
        }
    }

    /// What is pointed out on the board.
    pub fn marks(&self) -> Marks {
        let cursor = match self.hand.focus {
            Some(Focus::Site(site)) => Some(site),
            _ => None,
        };
        Marks {
            cursor,
            tapped: self.hand.picker.tapped().to_vec(),
            lit: self.hand.picker.lit(&self.view.choices),
            last: self.look.changed.clone(),
            hint: self.look.hint.clone(),
        }
    }

    /// The moves that are buttons.
    pub fn buttons(&self) -> Vec<Choice> {
        Picker::buttons(&self.view.choices).cloned().collect()
    }

    /// What the typed text may become.
    pub fn completions(&self) -> Vec<String> {
        word::complete(&self.hand.input, self.view.choices.iter().map(|choice| choice.text.as_str()))
    }

    /// Whether something goes on that the screen shows.
    pub fn is_busy(&self) -> bool {
        let online = self.game.joined().map(|joined| &joined.online);
        // Who looks for a player is offered a computer after a while.
        let looking = self.game.joined().is_some_and(Joined::is_looking);
        looking || self.bots.thinking.is_some() || self.bots.hinting.is_some() || online.is_some_and(Online::is_ticking)
    }

    /// The person to whom the screen must be handed.
    pub fn hand_over(&self) -> Option<Seat> {
        self.game.local()?.hand_over()
    }

    /// The next person has taken the screen.
    pub fn take_screen(&mut self) {
        if let Some(local) = self.game.local_mut() {
            local.take_screen();
        }
        self.refresh();
    }

    fn ply(&self) -> usize {
        self.look.review.unwrap_or(self.game.venue().ply())
    }

    /// Shows the position after that many moves.
    pub fn look(&mut self, ply: usize) {
        let venue = self.game.venue();
        let review = (ply < venue.ply()).then_some(ply);
        if review.is_some_and(|ply| venue.view_at(ply).is_none()) {
            self.complain("that position was not seen here; the whole game can be viewed when it is over");
        } else if review != self.look.review {
            self.look.review = review;
            self.refresh();
        }
    }

    /// Why no move can be made on what is on the screen.
    pub(crate) fn hindrance(&self) -> Option<Hindrance> {
        match self.look.review {
            Some(_) => Some(Hindrance::EarlierPosition),
            None => self.game.hindrance(),
        }
    }

    /// Whether no move can be made now; if so, it is said why.
    pub(crate) fn cannot_play(&mut self) -> bool {
        let why = self.hindrance().map(Refusal::Hindered);
        if let Some(why) = &why {
            self.complain(self.game.refusal(why));
        }
        why.is_some()
    }

    /// Whether the game goes on in another room; true once.
    pub fn goes_on(&mut self) -> bool {
        std::mem::take(&mut self.going)
    }

    /// Hears from the socket; whether the screen may look different now.
    pub fn hear_room(&mut self, heard: Heard) -> bool {
        let Game::Room(joined) = &mut self.game else { return false };
        let effects = joined.hear(heard).unwrap_or_default();
        let changed = !effects.is_empty();
        self.follow(effects);
        changed
    }
}
