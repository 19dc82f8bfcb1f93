//! How a view is looked at, and the table that is seen: who is near, what can be tapped, what the last turn did.

use agon_rules::{Look, Mark, Pick, Picker, Seat, Shape, Site, Text, View, Zone, text};

use super::table::{Area, Badge, Ghost, Head, Lane, Side, Spot, Table, Trail};
use crate::motion::motion;
use crate::speak::{self, Reach};
use crate::values::Ranked;

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
        // In a row that is decided, what did not win fades.
        let wide = columns.len().max(1);
        for row in spots.chunks_mut(wide).filter(|row| row.iter().any(|spot| spot.mark == Mark::Win)) {
            for (spot, _) in row.iter_mut().zip(&columns).filter(|(_, head)| head.seat.is_some()) {
                if spot.mark == Mark::None && !spot.pieces.is_empty() {
                    spot.mark = Mark::Lost;
                }
            }
        }
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
        let zones = || self.view.zones.iter().enumerate();
        (0..=3).flat_map(|wanted| zones().filter(move |(_, zone)| rank(zone) == wanted).map(|(at, _)| at)).collect()
    }
}

/// What the last turn did.
#[derive(Default)]
struct Turn {
    trail: Vec<Trail>,
    fresh: Vec<Site>,
    ghosts: Vec<Ghost>,
}

/// How many of the last moves are one turn: all that the same player made in a row.
pub fn last_turn(movers: impl DoubleEndedIterator<Item = Seat>) -> usize {
    let mut movers = movers.rev();
    match movers.next() {
        Some(last) => 1 + movers.take_while(|seat| *seat == last).count(),
        None => 0,
    }
}
