//! A game on a server as one member knows it: the newest room that was sent, and what was on the screen before.

use std::cell::RefCell;
use std::collections::BTreeMap;

use agon_rules::{Record, Start, View, Viewer, games};

use crate::room::RoomView;

/// What one member of a room has seen of its game.
#[derive(Clone, Debug)]
pub struct Seen {
    room: RoomView,
    /// the positions that were seen, by the number of moves made
    views: BTreeMap<usize, View>,
    /// the whole game, once it is known
    record: RefCell<Option<Record>>,
}

impl Seen {
    /// What is seen at first.
    pub fn new(room: RoomView) -> Self {
        let views = BTreeMap::from([(room.view.ply, room.view.clone())]);
        Seen { room, views, record: RefCell::default() }
    }

    /// Takes a room in, unless it is older; whether the game itself has changed.
    pub fn take(&mut self, room: &RoomView) -> bool {
        if room.version < self.room.version {
            return false;
        }
        let is_over = |room: &RoomView| (room.is_over(), room.started, room.revision);
        let changed = room.view != self.room.view || is_over(room) != is_over(&self.room);
        self.room = room.clone();
        if changed {
            // After a move was taken back another may come in its place.
            self.views.split_off(&self.room.view.ply);
            self.views.insert(self.room.view.ply, self.room.view.clone());
            self.record.take();
        }
        changed
    }

    /// The room.
    pub fn room(&self) -> &RoomView {
        &self.room
    }

    /// The options that are not as usual.
    pub fn variant(&self) -> String {
        let usual = games::info(&self.room.game).map(|info| info.options).unwrap_or_default();
        let is_usual = |(name, value): &&(String, String)| {
            usual.iter().any(|option| option.name == *name && option.default.to_string() == *value)
        };
        let unusual = self.room.options.iter().filter(|option| !is_usual(option));
        unusual.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    }

    /// Whether this member is to move.
    pub fn is_mine(&self) -> bool {
        let room = &self.room;
        room.started && !room.is_over() && room.seat.is_some() && room.view.turn == room.seat
    }

    /// The game as it is shown: choices are for whoever is to move.
    pub fn view(&self) -> View {
        let mut view = self.room.view.clone();
        if !self.is_mine() {
            view.choices.clear();
        }
        view
    }

    /// The record, where it is known: of a game that is over, or one without chance and secrets.
    pub fn record(&self) -> Option<Record> {
        let mut known = self.record.borrow_mut();
        if known.is_none() {
            *known = self.find_record();
        }
        known.clone()
    }

    fn find_record(&self) -> Option<Record> {
        let room = &self.room;
        if let Some(text) = &room.record {
            let record: Record = text.parse().ok()?;
            return record.replay().is_ok().then_some(record);
        }
        let moves = room.view.history.iter().map(|step| step.text.clone()).collect();
        let record = Record { game: room.game.clone(), options: room.options.clone(), start: Start::Seed(0), moves };
        let table = record.replay().ok()?;
        // Where a deal is left to chance, another one leads elsewhere.
        let alike = table.position(Viewer::Referee) == room.view.position;
        alike.then_some(record)
    }

    /// What was on the screen after so many moves; none when that was not seen.
    pub fn view_at(&self, ply: usize) -> Option<View> {
        if let Some(mut record) = self.record().filter(|record| record.moves.len() >= ply) {
            record.moves.truncate(ply);
            return Some(record.replay().ok()?.view(self.room.seat.map_or(Viewer::Spectator, Viewer::Seat)));
        }
        self.views.get(&ply).cloned()
    }
}
