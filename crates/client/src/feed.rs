//! What happened in a game, turn by turn: its moves, each with the notes that explain it.

use agon_rules::{Note, Seat, Step};

use crate::venue::Venue;

/// A move and what it led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// who moved, and the notation
    pub step: Step,
    /// what was noted after this move and not before it
    pub notes: Vec<Note>,
}

/// The moves of one round: at most one turn of every player, which may be several moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// the ply of its first move, counted from 0
    pub first: usize,
    /// the moves
    pub entries: Vec<Entry>,
}

/// What happened in a game as those at one screen may know it. It grows with the game, so that nothing is worked out
/// twice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Feed {
    entries: Vec<Entry>,
    /// for whose eyes it was made
    viewer: (Vec<Seat>, Option<Seat>),
    /// whether the game was over: the end of a hidden game tells what was hidden
    over: bool,
}

impl Feed {
    /// Follows the game to where it is now.
    pub fn follow(&mut self, venue: &impl Venue) {
        let (viewer, over) = ((venue.people(), venue.near()), venue.ending().is_some());
        // Where several people share a screen, what one may know is no business of the next.
        let shared = viewer.0.len() > 1 && viewer != self.viewer;
        if shared || over != self.over {
            self.entries.clear();
        }
        (self.viewer, self.over) = (viewer, over);
        let history = venue.history();
        let same = self.entries.iter().zip(&history).take_while(|(entry, step)| entry.step == **step).count();
        self.entries.truncate(same);
        let notes = |ply: usize| venue.view_at(ply).map(|view| view.notes).unwrap_or_default();
        let mut before = if same < history.len() { notes(same) } else { Vec::new() };
        for (ply, step) in history.into_iter().enumerate().skip(same) {
            let now = notes(ply + 1);
            let new = now.iter().filter(|note| !before.contains(note)).cloned().collect();
            self.entries.push(Entry { step, notes: new });
            before = now;
        }
    }

    /// Every move with its notes.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The moves by rounds: a new one begins when it is the turn of somebody who had one already.
    pub fn rounds(&self) -> Vec<Round> {
        let mut rounds: Vec<Round> = Vec::new();
        for (ply, entry) in self.entries.iter().enumerate() {
            let seat = entry.step.seat;
            let goes_on = rounds.last().is_some_and(|round| {
                let last = round.entries.last().map(|entry| entry.step.seat);
                last == Some(seat) || round.entries.iter().all(|earlier| earlier.step.seat != seat)
            });
            match rounds.last_mut().filter(|_| goes_on) {
                Some(round) => round.entries.push(entry.clone()),
                None => rounds.push(Round { first: ply, entries: vec![entry.clone()] }),
            }
        }
        rounds
    }
}
