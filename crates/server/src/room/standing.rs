//! How a room stands for one of its players, and what becomes of a rated game that ends.

use agon_rules::{Seat, Viewer};
use agon_wire::{Clock, EarlyEnd, Known, Stand, Standing, Who};

use super::{Change, Room};
use crate::event::Event;
use crate::store::Phase;
use crate::{players, secret};

/// How a rated game is decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Decided {
    /// the id of the game
    pub(crate) game: String,
    /// the public ids of its two players, by seat
    pub(crate) players: [String; 2],
    /// who has won
    pub(crate) winners: Vec<Seat>,
}

impl Room {
    /// The seat that a token opens, or the key of its player on any device. It is compared with every seat's, so
    /// that the time does not tell which one it opens.
    pub(crate) fn seat_of(&self, token: &str) -> Option<Seat> {
        let (key, player) = (secret::fingerprint(token), players::id(token));
        let mut found = None;
        for (seat, sitting) in self.seats.iter().enumerate() {
            let is = |known: &Option<String>, one: &str| known.as_ref().is_some_and(|known| secret::same(known, one));
            if is(&sitting.key, &key) | is(&sitting.player, &player) {
                found = Some(seat);
            }
        }
        found
    }

    /// The id of the game.
    pub(crate) fn game(&self) -> &str {
        self.table.id()
    }

    /// How long players may think.
    pub(crate) fn clock(&self) -> Clock {
        self.timer.clock
    }

    /// Who moves next and is a person; nobody before the start and after the end.
    pub(crate) fn person_to_move(&self) -> Option<Seat> {
        self.turn().filter(|seat| self.seats[*seat].who == Who::Human)
    }

    /// The players whose names are kept by a key. What is kept with the key is added by those who can look there.
    pub(super) fn known(&self) -> impl Iterator<Item = Known> {
        let seats = self.seats.iter().enumerate();
        seats.filter_map(|(seat, sitting)| {
            let ratings = self.ratings.get(seat);
            Some(Known {
                seat,
                id: sitting.player.clone()?,
                rating: ratings.map_or(0, |ratings| ratings[1]),
                deviation: 0,
                change: ratings.map(|[before, after]| *after as i32 - *before as i32),
            })
        })
    }

    /// How a change decides this game, where it counts: it is rated, ends with it, and both players have moved.
    pub(crate) fn decides(&self, change: &Change) -> Option<Decided> {
        if !self.rated || self.is_over() || change.phase != Phase::Over {
            return None;
        }
        let mut moved: Vec<Seat> = self.table.history(Viewer::Referee).iter().map(|step| step.seat).collect();
        let winners = match change.events.first()? {
            Event::Ended { ending: EarlyEnd::Agreed } => Vec::new(),
            Event::Ended { ending: EarlyEnd::Resigned(loser) | EarlyEnd::TimeUp(loser) } => {
                self.remaining().filter(|seat| seat != loser).collect()
            }
            Event::Moved { seat, text, .. } => {
                moved.push(*seat);
                let mut table = self.table.fork(self.table.ply());
                table.play(*seat, text).ok()?;
                table.outcome()?.winners()
            }
            _ => return None,
        };
        let players: Vec<String> = self.seats.iter().filter_map(|seat| seat.player.clone()).collect();
        let players: [String; 2] = players.try_into().ok()?;
        // Who leaves before both have moved has aborted it.
        let counts = players[0] != players[1] && (0..2).all(|seat| moved.contains(&seat));
        counts.then(|| Decided { game: self.table.id().to_owned(), players, winners })
    }

    /// How it stands for the player of a seat. Names that are kept by keys are added later.
    pub(crate) fn standing(&self, seat: Seat, now: u64) -> Standing {
        let state = match self.turn() {
            _ if self.is_over() => Stand::Over,
            None => Stand::Waiting,
            Some(turn) if turn == seat && !self.replaced.contains(&seat) => Stand::Yours,
            Some(_) => Stand::Theirs,
        };
        let others = (0..self.seats.len()).filter(|other| *other != seat);
        let name = |other: Seat| match &self.seats[other].who {
            Who::Computer(player) => player.clone(),
            Who::Open | Who::Human => self.seats[other].name.clone(),
        };
        Standing {
            room: self.code.clone(),
            state,
            game: self.table.id().to_owned(),
            against: others.map(name).collect(),
            clock: self.timer.clock,
            left_ms: self.time_left(now),
            ply: self.table.ply(),
            rated: self.rated,
        }
    }
}
