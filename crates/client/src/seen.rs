//! A game in a room as one member knows it: the newest room that the server sent, and what was on the screen before.

use agon_rules::{Record, Start, Table, View, Viewer, games};
use agon_wire::RoomView;

/// What one member of a room has seen of its game.
pub struct Seen {
    room: RoomView,
    /// the positions that were on the screen, each with more moves made than the one before
    views: Vec<View>,
    /// the game itself, where its record is known; it moves on with the room, so that nothing is replayed
    table: Option<Box<dyn Table>>,
}

/// What a newer room brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// it is older than what was seen, or only something around the game changed
    Around,
    /// the game itself changed
    Game,
}

impl Seen {
    /// What is seen at first.
    pub fn new(room: RoomView) -> Self {
        let views = vec![room.view.clone()];
        let table = finished(&room).or_else(|| open(&room));
        Seen { room, views, table }
    }

    /// Takes a room in, unless it is older.
    pub fn take(&mut self, room: &RoomView) -> Change {
        if room.version < self.room.version {
            return Change::Around;
        }
        let state = |room: &RoomView| (room.is_over(), room.started, room.revision);
        let changed = room.view != self.room.view || state(room) != state(&self.room);
        let first_record = room.record.is_some() && self.room.record.is_none();
        self.room = room.clone();
        if first_record {
            self.table = finished(room);
        }
        if !changed {
            return Change::Around;
        }
        // After a takeback another move may come in the place of the old one.
        self.views.retain(|view| view.ply < room.view.ply);
        self.views.push(room.view.clone());
        if !first_record {
            self.table = self.table.take().and_then(|table| follow(table, room));
        }
        Change::Game
    }

    /// The room.
    pub fn room(&self) -> &RoomView {
        &self.room
    }

    /// The game, where its record is known: it is over, or it has neither chance nor secrets.
    pub fn table(&self) -> Option<&dyn Table> {
        self.table.as_deref()
    }

    /// The record, where it is known.
    pub fn record(&self) -> Option<Record> {
        self.table.as_ref().map(|table| table.record())
    }

    /// What was on the screen after that many moves; none when it was not seen.
    pub fn view_at(&self, ply: usize) -> Option<View> {
        let viewer = self.room.seat.map_or(Viewer::Spectator, Viewer::Seat);
        let played = self.table.as_ref().filter(|_| ply != self.room.view.ply);
        played
            .and_then(|table| table.view_at(ply, viewer))
            .or_else(|| self.views.iter().find(|view| view.ply == ply).cloned())
    }
}

/// The table of a finished game, whose record the room holds.
fn finished(room: &RoomView) -> Option<Box<dyn Table>> {
    room.record.as_ref()?.parse::<Record>().ok()?.replay().ok()
}

/// The table of a game in play without chance and secrets: its moves lead to the same position from any deal.
fn open(room: &RoomView) -> Option<Box<dyn Table>> {
    follow(games::open(&room.game, &room.options, Start::Seed(0)).ok()?, room)
}

/// Moves a table to where the room is: back to the last common move, then on. None where that leads elsewhere, because
/// the deal was left to chance or a move is hidden.
fn follow(mut table: Box<dyn Table>, room: &RoomView) -> Option<Box<dyn Table>> {
    let moves = &room.view.history;
    let played = table.history(Viewer::Referee);
    let common = played.iter().zip(moves).take_while(|(one, other)| one.text == other.text).count();
    while table.ply() > common {
        table.undo();
    }
    for step in &moves[common..] {
        table.play(step.seat, &step.text).ok()?;
    }
    (room.record.is_some() || table.position(Viewer::Referee) == room.view.position).then_some(table)
}
