//! What the screen of a game shows, whole and comparable: the page draws it and knows nothing else of the game.

use agon_rules::{Ground, Mark, Note, Pick, Picker, Piece, Seat, Shape, Site, Step, View, Zone};

use crate::motion::motion;
use crate::speak;

/// A board, hand, stack or pile as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// which zone of the view it is
    pub zone: usize,
    /// what people call it
    pub title: String,
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
    /// what a screen reader says
    pub label: String,
    /// what a move here is worth, in short, and whether it is one of the best
    pub value: Option<(String, bool)>,
}

/// The screen of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Screen {
    /// which game it is, for people
    pub title: String,
    /// the options that are not as usual
    pub variant: String,
    /// everything that lies on the table, far side first
    pub areas: Vec<Area>,
    /// what is asked, or how it ended
    pub prompt: String,
    /// what each player is called
    pub names: Vec<String>,
    /// whose turn it is
    pub turn: Option<Seat>,
    /// points, where there are any
    pub scores: Vec<i32>,
    /// what each player has left to think, where there is a clock
    pub clocks: Vec<Option<String>>,
    /// the pieces each player has lost
    pub captured: Vec<Vec<String>>,
    /// players who are not there now
    pub away: Vec<Seat>,
    /// moves that are buttons
    pub buttons: Vec<String>,
    /// moves with the same taps: which one is asked
    pub menu: Vec<String>,
    /// the moves so far
    pub history: Vec<Step>,
    /// after how many moves this is
    pub at: usize,
    /// what happened and why
    pub notes: Vec<Note>,
    /// what the client says to the player
    pub message: Option<Message>,
    /// a computer is thinking
    pub thinking: bool,
    /// the game is over
    pub over: bool,
    /// who must take the screen before it is shown
    pub hand_over: Option<Seat>,
    /// what can be taken back
    pub can_undo: bool,
    /// what can be played again
    pub can_redo: bool,
    /// one looks at an earlier position, from where it can be played on
    pub can_branch: bool,
    /// moves are rated
    pub analysing: bool,
    /// every move with what it is worth in words, the best first
    pub values: Vec<(String, String)>,
}

/// What the client says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// the words
    pub text: String,
    /// whether something was refused
    pub refusal: bool,
}

/// How a view is looked at.
pub(crate) struct Look<'a> {
    /// what is seen
    pub view: &'a View,
    /// what was seen one move before
    pub before: Option<&'a View>,
    /// the taps of the move in the making
    pub picker: &'a Picker,
    /// the move that is suggested
    pub hint: Option<&'a str>,
    /// what each move is worth in short, and whether it is one of the best
    pub values: &'a [(String, String, bool)],
    /// whose side is near
    pub me: Option<Seat>,
    /// the boards are turned round
    pub flipped: bool,
    /// what the players are called
    pub names: &'a [String],
    /// the person here is to move
    pub mine: bool,
}

impl Look<'_> {
    /// Everything on the table: others above, the board in the middle, what is mine below.
    pub fn areas(&self) -> Vec<Area> {
        let view = self.view;
        let lit = if self.mine { self.picker.lit(&view.choices) } else { Vec::new() };
        let hint = self.hint.and_then(|text| view.choices.iter().find(|choice| choice.text == text));
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
                let (lit, tapped) = (lit.contains(&site), self.picker.tapped().contains(&site));
                let value = if lit { self.value(site) } else { None };
                let mut label = speak::cell(&place.clone().marked(mark), lit, tapped, self.names);
                if let Some((text, _)) = &value {
                    label.push_str(&format!(", {text}"));
                }
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
                    value,
                }
            });
            let mut spots: Vec<Spot> = spots.collect();
            if self.flipped && matches!(zone.shape, Shape::Grid { .. }) {
                spots.reverse();
            }
            // Every player may have such a hand or stack.
            let owner = zone.owner.and_then(|seat| self.names.get(seat));
            let title = owner.map_or_else(|| zone.title.clone(), |name| format!("{} · {name}", zone.title));
            let far =
                zone.owner.is_some_and(|owner| Some(owner) != self.me) && !matches!(zone.shape, Shape::Grid { .. });
            Area { zone: at, title, owner: zone.owner, shape: zone.shape, far, spots }
        });
        areas.collect()
    }

    /// What the best move through a site is worth. The values come best first.
    fn value(&self, site: Site) -> Option<(String, bool)> {
        let goes = |text: &str| {
            let mut picker = self.picker.clone();
            let choice = self.view.choices.iter().find(|choice| choice.text == text);
            choice.is_some_and(|choice| picker.tap(std::slice::from_ref(choice), site) != Pick::Refused)
        };
        self.values.iter().find(|(text, ..)| goes(text)).map(|(_, short, best)| (short.clone(), *best))
    }

    fn order(&self) -> Vec<usize> {
        let rank = |zone: &Zone| match (zone.owner, zone.shape) {
            (Some(owner), Shape::Row | Shape::Pile) if Some(owner) == self.me => 3,
            (Some(_), Shape::Row | Shape::Pile) => 0,
            (_, Shape::Grid { .. }) => 1,
            (None, _) => 2,
        };
        let mut order: Vec<usize> = (0..self.view.zones.len()).collect();
        order.sort_by_key(|&at| rank(&self.view.zones[at]));
        order
    }
}
