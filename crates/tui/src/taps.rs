//! Taps, keys and typed text on the screen of a game: what is pointed at, and what becomes of it.

use agon_client::Intent;
use agon_rules::{Pick, Picker, Shape, Site};
use ratatui::layout::{Position, Rect};

use crate::desk::{After, Desk};
use crate::word::{self, Way};

/// Nothing that can be typed sensibly is longer.
const LONGEST: usize = 300;

/// Where the keys are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    /// on a cell
    Site(Site),
    /// on a move that is a button
    Button(usize),
}

/// What the player taps and types, and what they are told.
#[derive(Default)]
pub(crate) struct Hand {
    /// the taps of the move in the making
    pub picker: Picker,
    pub focus: Option<Focus>,
    pub input: String,
    pub message: Option<Message>,
    pub menu: Option<Menu>,
}

/// A choice between moves with the same taps.
pub(crate) struct Menu {
    pub moves: Vec<String>,
    /// the one the keys are on
    pub at: usize,
}

impl Menu {
    /// Moves the keys up or down.
    pub fn step(&mut self, way: Way) {
        self.at = way.step(self.at, self.moves.len());
    }
}

/// A line that tells the player something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Message {
    pub text: String,
    pub tone: Tone,
}

/// How a message is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    /// something went well
    Good,
    /// something was refused or failed
    Bad,
}

impl Desk {
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.hand.message = Some(Message { text: text.into(), tone: Tone::Good });
    }

    pub(crate) fn complain(&mut self, text: impl ToString) {
        self.hand.message = Some(Message { text: text.to_string(), tone: Tone::Bad });
    }

    /// Puts the keys on something that can be chosen: near where they were, else on a board rather than a hand.
    pub(crate) fn refocus(&mut self) {
        let lit = self.hand.picker.lit(&self.view.choices);
        let old = match self.hand.focus {
            Some(Focus::Site(site)) if lit.contains(&site) => return,
            Some(Focus::Button(at)) if at < self.buttons().len() && self.hand.picker.tapped().is_empty() => return,
            Some(Focus::Site(site)) => Some(site),
            _ => None,
        };
        let far = |site: &Site| {
            let Some(old) = old.filter(|old| old.zone == site.zone) else { return usize::MAX };
            let cols = match self.view.zones[site.zone].shape {
                Shape::Grid { cols } => cols,
                Shape::Row | Shape::Pile => usize::MAX,
            };
            (old.cell / cols).abs_diff(site.cell / cols) + (old.cell % cols).abs_diff(site.cell % cols)
        };
        let flat = |site: &Site| !matches!(self.view.zones[site.zone].shape, Shape::Grid { .. });
        let best = lit.into_iter().min_by_key(|site| (far(site), flat(site)));
        let button = (!self.buttons().is_empty()).then_some(Focus::Button(0));
        self.hand.focus = best.map(Focus::Site).or(button);
    }

    /// Moves the keys to the nearest thing in a direction that can be chosen; `spots` is where everything is.
    pub fn step(&mut self, (dx, dy): (i32, i32), spots: &[(Focus, Rect)]) {
        let lit = self.hand.picker.lit(&self.view.choices);
        let open = spots.iter().filter(|(focus, _)| match focus {
            Focus::Site(site) => lit.contains(site),
            Focus::Button(_) => self.hand.picker.tapped().is_empty(),
        });
        let centre = |spot: &Rect| {
            // A character is about twice as high as it is wide.
            (i32::from(spot.x) * 2 + i32::from(spot.width), (i32::from(spot.y) * 2 + i32::from(spot.height)) * 2)
        };
        let here = spots.iter().find(|(focus, _)| Some(*focus) == self.hand.focus).map(|(_, spot)| centre(spot));
        let Some((x, y)) = here else { return self.refocus() };
        let ahead = open.filter_map(|(focus, spot)| {
            let (to_x, to_y) = centre(spot);
            let along = (to_x - x) * dx + (to_y - y) * dy;
            let aside = ((to_x - x) * dy).abs() + ((to_y - y) * dx).abs();
            (along > 0).then_some((along + 3 * aside, *focus))
        });
        if let Some((_, focus)) = ahead.min_by_key(|(cost, _)| *cost) {
            self.hand.focus = Some(focus);
        }
    }

    /// Goes through everything that can be chosen, in the order of the screen.
    pub fn cycle(&mut self, way: Way) {
        let mut all: Vec<Focus> = self.hand.picker.lit(&self.view.choices).into_iter().map(Focus::Site).collect();
        all.sort_by_key(|focus| match focus {
            Focus::Site(site) => (site.zone, site.cell),
            Focus::Button(at) => (usize::MAX, *at),
        });
        all.extend((0..self.buttons().len()).map(Focus::Button));
        let at = all.iter().position(|focus| Some(*focus) == self.hand.focus);
        if !all.is_empty() {
            self.hand.focus = Some(all[at.map_or(0, |at| way.step(at, all.len()))]);
        }
    }

    /// Taps a cell.
    pub fn tap(&mut self, site: Site) {
        self.retry();
        if self.cannot_play() {
            return;
        }
        match self.hand.picker.tap(&self.view.choices, site) {
            Pick::Play(text) => return self.play(&text),
            Pick::Menu(moves) => self.hand.menu = Some(Menu { moves, at: 0 }),
            Pick::More => self.hand.message = None,
            Pick::Back => self.say("taken back"),
            Pick::Refused => {
                let name = &self.view.zones[site.zone].cells[site.cell].name;
                let lit = self.hand.picker.lit(&self.view.choices).len();
                self.complain(format!("no move goes on at `{name}`; ( ) shows where one does ({lit} places)"));
            }
        }
        self.hand.focus = Some(Focus::Site(site));
        if !self.hand.picker.tapped().is_empty() {
            self.refocus();
        }
    }

    /// Presses what the keys are on.
    pub fn press(&mut self) {
        if self.go_on() {
            return;
        }
        match self.hand.focus {
            Some(Focus::Site(site)) => self.tap(site),
            Some(Focus::Button(at)) => {
                if let Some(button) = self.buttons().get(at) {
                    self.play(&button.text);
                }
            }
            None => {
                self.cannot_play();
            }
        }
    }

    /// Whether nothing is typed, tapped or asked.
    pub fn is_idle(&self) -> bool {
        self.hand.input.is_empty() && self.hand.menu.is_none() && self.hand.picker.tapped().is_empty()
    }

    /// Forgets taps, a menu and typed text.
    pub fn cancel(&mut self) {
        self.hand.input.clear();
        self.hand.menu = None;
        self.hand.picker.clear();
        self.refocus();
    }

    /// Makes a move. In a room it is on the board when the server says so.
    pub fn play(&mut self, text: &str) {
        self.hand.input.clear();
        if self.cannot_play() {
            return;
        }
        self.hand.message = None;
        if self.intend(Intent::Play(text.to_owned())) {
            self.hand.picker.clear();
            self.refocus();
        }
    }

    /// Adds typed or pasted text.
    pub fn write(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.hand.input.chars().count());
        self.hand.input.extend(text.chars().filter(|c| !c.is_control()).take(room));
        self.hand.message = None;
    }

    /// Erases the last word of what is typed.
    pub fn erase_word(&mut self) {
        let end = self.hand.input.trim_end().rfind(' ').map_or(0, |at| at + 1);
        self.hand.input.truncate(end);
    }

    /// Completes the typed text as far as it is clear.
    pub fn complete(&mut self) {
        let words = self.completions();
        let common = word::common(&words);
        if common.chars().count() >= self.hand.input.chars().count() && !common.is_empty() {
            self.hand.input = common;
        }
    }

    /// Does what was typed.
    pub fn submit(&mut self) -> After {
        let text = self.hand.input.trim().to_owned();
        if let Some(Menu { moves, at }) = self.hand.menu.take() {
            self.play(&moves[at]);
            return After::Stay;
        }
        if text.is_empty() {
            self.hand.input.clear();
            self.press();
            return After::Stay;
        }
        if word::read(&text).is_none() {
            self.retry();
        }
        let legal = |wanted: &str| self.view.choices.iter().find(|choice| choice.text == wanted);
        let lower = text.to_lowercase();
        if let Some(choice) = legal(&text).or_else(|| legal(&lower)) {
            let text = choice.text.clone();
            self.play(&text);
            return After::Stay;
        }
        if let Some((word, rest)) = word::read(&text) {
            self.hand.input.clear();
            return self.act(word, rest);
        }
        let starts: Vec<_> = self.view.choices.iter().filter(|choice| choice.text.starts_with(&lower)).collect();
        let text = match starts.as_slice() {
            [only] => only.text.clone(),
            _ => text,
        };
        self.play(&text);
        After::Stay
    }

    /// What lies under a click on the list of things that can be chosen.
    pub fn choose_in_menu(&mut self, at: usize) {
        if let Some(Menu { moves, .. }) = self.hand.menu.take() {
            self.play(&moves[at]);
        }
    }
}

/// Which spot a click hits.
pub fn hit<H: Copy>(hits: &[(Rect, H)], at: Position) -> Option<H> {
    hits.iter().rev().find(|(spot, _)| spot.contains(at)).map(|(_, hit)| *hit)
}
