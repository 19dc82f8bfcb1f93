//! What lies on the table: any view as areas of cells, with what explains it. It knows no game.

use agon_rules::{
    Form, Ground, Look, Mark, Note, Pick, Picker, Piece, PlaceOf, Seat, Shape, Site, Text, Verdict, View, Zone, text,
};

use crate::motion::motion;
use crate::speak::{self, Reach};
use crate::values::Ranked;

/// Everything that is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// how the game presents itself
    pub look: Look,
    /// everything that lies on the table, far side first
    pub areas: Vec<Area>,
    /// what happened and why
    pub notes: Vec<Note>,
    /// which way the pieces went in the last turn, all of it
    pub trail: Vec<Trail>,
    /// pieces that left the table in the last turn
    pub ghosts: Vec<Ghost>,
    /// the players, for games whose players sit round the table
    pub lanes: Vec<Lane>,
    /// whose side of the table is near
    pub near: Option<Seat>,
    /// from which side boards are drawn
    pub side: Side,
    /// whether notes are drawn on the board
    pub explain: bool,
}

impl Default for Table {
    /// An empty table.
    fn default() -> Self {
        Table {
            look: Look::PLAIN,
            areas: Vec::new(),
            notes: Vec::new(),
            trail: Vec::new(),
            ghosts: Vec::new(),
            lanes: Vec::new(),
            near: None,
            side: Side::Near,
            explain: true,
        }
    }
}

impl Table {
    /// Says everything that is about players to those who look.
    pub fn address(&mut self, say: &dyn Fn(&Text) -> Text) {
        for note in &mut self.notes {
            note.text = say(&note.text);
            if let Form::Equation { result, .. } = &mut note.form {
                *result = say(result);
            }
        }
        for area in &mut self.areas {
            for head in &mut area.columns {
                head.text = say(&head.text);
            }
            for verdict in area.verdicts.iter_mut().flatten() {
                verdict.text = say(&verdict.text);
                verdict.reason = say(&verdict.reason);
            }
        }
    }

    /// Marks what the move in the making takes.
    pub fn threaten(&mut self, victims: &[Site]) {
        for spot in self.areas.iter_mut().flat_map(|area| &mut area.spots) {
            spot.victim = victims.contains(&spot.site);
        }
    }

    /// Every cell.
    pub fn spots(&self) -> impl Iterator<Item = &Spot> {
        self.areas.iter().flat_map(|area| &area.spots)
    }

    /// The cell at a site.
    pub fn spot(&self, site: Site) -> Option<&Spot> {
        self.spots().find(|spot| spot.site == site)
    }

    /// The area of a zone.
    pub fn area(&self, zone: usize) -> Option<&Area> {
        self.areas.iter().find(|area| area.zone == zone)
    }
}

/// A board, hand, stack or pile as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// which zone of the view it is
    pub zone: usize,
    /// what people call it, with its owner where that is not plain
    pub title: Text,
    /// what people call it where its owner is plain
    pub label: Text,
    /// whose it is
    pub owner: Option<Seat>,
    /// how its cells lie
    pub shape: Shape,
    /// where it lies
    pub place: PlaceOf,
    /// what stands above its columns, as they are drawn
    pub columns: Vec<Head>,
    /// what is decided in its rows, as they are drawn
    pub verdicts: Vec<Option<Verdict>>,
    /// a hand or pile of somebody else, which may be smaller
    pub far: bool,
    /// the cells in the order they are drawn
    pub spots: Vec<Spot>,
}

impl Area {
    /// Whether it is a board.
    pub fn is_grid(&self) -> bool {
        matches!(self.shape, Shape::Grid { .. })
    }

    /// How many cells of a board are side by side.
    pub fn grid_cols(&self) -> usize {
        match self.shape {
            Shape::Grid { cols } => cols.max(1),
            Shape::Row | Shape::Pile => self.spots.len().max(1),
        }
    }
}

/// What stands above a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// a word or a name
    pub text: Text,
    /// whose column it is
    pub seat: Option<Seat>,
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
    /// the last turn changed it
    pub fresh: bool,
    /// a suggestion leads here
    pub hinted: bool,
    /// the move in the making takes what lies here
    pub victim: bool,
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

/// The way of a piece on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trail {
    /// where it was
    pub from: Site,
    /// where it went
    pub to: Site,
}

/// A piece that was there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ghost {
    /// where it was
    pub site: Site,
    /// what it was
    pub piece: Piece,
}

/// A player at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lane {
    /// what the player is called
    pub name: Text,
    /// points, where there are any
    pub score: Option<i32>,
    /// whether it is the player's turn
    pub turn: bool,
    /// whether the player is a computer that thinks
    pub thinking: bool,
}

/// What the last turn did.
#[derive(Default)]
struct Turn {
    trail: Vec<Trail>,
    fresh: Vec<Site>,
    ghosts: Vec<Ghost>,
}

/// From which side a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// as the view has it
    Near,
    /// turned round
    Far,
}

/// How a view is looked at.
pub(crate) struct Sight<'a> {
    /// what is seen
    pub view: &'a View,
    /// what was seen before each move of the last turn, oldest first
    pub past: &'a [View],
    /// the taps of the move in the making
    pub picker: &'a Picker,
    /// the move that is suggested
    pub hint: Option<&'a str>,
    /// what each move is worth, the best first
    pub ranked: &'a [Ranked],
    /// whose hand is drawn below the board
    pub near: Option<Seat>,
    /// from which side
    pub side: Side,
    /// what the players are called
    pub names: &'a [Text],
    /// where a tap leads to a move
    pub lit: Vec<Site>,
    /// a card that is held up
    pub lifted: Option<Site>,
}

impl Sight<'_> {
    /// Everything on the table: others above, the board in the middle, what is mine below.
    pub fn table(&self, look: Look) -> Table {
        let view = self.view;
        let Turn { trail, fresh, ghosts } = self.turn();
        let lane = |(seat, name): (Seat, &Text)| Lane {
            name: name.clone(),
            score: view.scores.get(seat).copied(),
            turn: view.turn == Some(seat),
            thinking: false,
        };
        Table {
            look,
            areas: self.order().into_iter().map(|at| self.area(at, &fresh)).collect(),
            notes: view.notes.clone(),
            trail,
            ghosts,
            lanes: self.names.iter().enumerate().map(lane).collect(),
            near: self.near,
            side: self.side,
            explain: true,
        }
    }

    fn area(&self, at: usize, fresh: &[Site]) -> Area {
        let zone = &self.view.zones[at];
        let mut spots: Vec<Spot> = (0..zone.cells.len()).map(|cell| self.spot(Site::new(at, cell), fresh)).collect();
        let name = |seat: Seat| self.names.get(seat).cloned();
        let mut columns: Vec<Head> = zone
            .columns
            .iter()
            .map(|heading| Head {
                text: match heading.seat.filter(|_| heading.text.is_empty()).and_then(name) {
                    Some(name) => name,
                    None => heading.text.clone(),
                },
                seat: heading.seat,
            })
            .collect();
        let mut verdicts = zone.verdicts.clone();
        let is_grid = matches!(zone.shape, Shape::Grid { .. });
        // What is read like a table of columns has no other side.
        if self.side == Side::Far && is_grid && columns.is_empty() {
            spots.reverse();
            columns.reverse();
            verdicts.reverse();
        }
        // Every player may have such a hand or stack.
        let title = match zone.owner.and_then(name) {
            Some(player) => text!("{zone} · {player}", zone = zone.title.clone(), player),
            None => zone.title.clone(),
        };
        Area {
            zone: at,
            title,
            label: zone.title.clone(),
            owner: zone.owner,
            shape: zone.shape,
            place: zone.place,
            columns,
            verdicts,
            far: zone.owner.is_some_and(|owner| Some(owner) != self.near) && !is_grid,
            spots,
        }
    }

    fn spot(&self, site: Site, fresh: &[Site]) -> Spot {
        let view = self.view;
        let place = &view.zones[site.zone].cells[site.cell];
        let hint = self.hint.and_then(|text| view.choices.iter().find(|choice| choice.text == text));
        let hinted = hint.is_some_and(|choice| choice.taps.contains(&site));
        let noted = view.notes.iter().find(|note| note.mark != Mark::None && note.sites.contains(&site));
        let mark = match (place.mark, noted) {
            (Mark::None, Some(note)) => note.mark,
            (mark, _) => mark,
        };
        let (lit, tapped) =
            (self.lit.contains(&site), self.picker.tapped().contains(&site) || self.lifted == Some(site));
        let reach = match (lit, tapped) {
            (_, true) => Reach::Tapped,
            (true, false) => Reach::Lit,
            (false, false) => Reach::None,
        };
        let badge = if lit { self.badge(site) } else { None };
        let said = if hinted { Mark::Hint } else { mark };
        let mut label = speak::cell(&place.clone().marked(said), reach, self.names);
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
            hinted,
            victim: false,
            label,
            badge,
        }
    }

    /// The ways of the last turn, and the cells that it changed.
    fn turn(&self) -> Turn {
        let Turn { mut trail, mut fresh, mut ghosts } = Turn::default();
        let after = self.past.iter().skip(1).chain([self.view]);
        for (before, after) in self.past.iter().zip(after) {
            let board = |site: Site| matches!(after.zones[site.zone].shape, Shape::Grid { .. });
            let motion = motion(before, after);
            for glide in &motion.glides {
                let piece = after.zones[glide.to.zone].cells[glide.to.cell].pieces.get(glide.level);
                let of_mover = piece.is_some_and(|piece| piece.owner.is_none() || piece.owner == before.turn);
                match (board(glide.from), board(glide.to)) {
                    // Cards that close up in a hand are not what the move was about.
                    (false, false) if glide.from.zone == glide.to.zone => {}
                    // What was taken goes its way, but not of its own will.
                    _ if !of_mover => {}
                    (true, true) => {
                        if glide.from.zone == glide.to.zone {
                            trail.push(Trail { from: glide.from, to: glide.to });
                        }
                        fresh.extend([glide.from, glide.to]);
                    }
                    (from, _) => {
                        // In a hand another card may lie there now.
                        fresh.extend(from.then_some(glide.from));
                        fresh.push(glide.to);
                    }
                }
            }
            fresh.extend(motion.came.iter().map(|(site, _)| *site));
            for &site in &motion.gone {
                let top = before.zones[site.zone].cells[site.cell].pieces.last();
                ghosts.extend(top.map(|piece| Ghost { site, piece: piece.clone() }));
            }
        }
        Turn { trail, fresh, ghosts }
    }

    /// What the best move through a site is worth. The moves come best first.
    fn badge(&self, site: Site) -> Option<Badge> {
        let goes = |ranked: &&Ranked| {
            let mut picker = self.picker.clone();
            let choice = self.view.choices.iter().find(|choice| choice.text == ranked.text);
            choice.is_some_and(|choice| picker.tap(std::slice::from_ref(choice), site) != Pick::Refused)
        };
        self.ranked.iter().find(goes).map(|ranked| ranked.badge.clone())
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

/// How many of the last moves are one turn: all that the same player made in a row.
pub fn last_turn(movers: impl DoubleEndedIterator<Item = Seat>) -> usize {
    let mut movers = movers.rev();
    match movers.next() {
        Some(last) => 1 + movers.take_while(|seat| *seat == last).count(),
        None => 0,
    }
}
