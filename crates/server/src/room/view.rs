//! A room as people see it: those in it, and those in the lobby.

use agon_rules::{Seat, Text, Viewer};
use agon_wire::{Chair, EarlyEnd, Listing, OpenGame, Presence, RoomView, Who};

use super::{Change, Outside, Room};
use crate::event::{Event, Sitting};

/// Somebody who waits in a room alone.
#[derive(Clone)]
pub(crate) struct Lone {
    pub(crate) name: String,
    /// the fingerprint of their token
    pub(crate) key: String,
    /// their public id, where a key keeps their name
    pub(crate) player: Option<String>,
}

impl Room {
    /// The room as the lobby shows it, and whether its player waits for anybody; none where it is private or full.
    pub(crate) fn open_game(&self) -> Option<(OpenGame, bool)> {
        if self.listing.is_private() || self.started() || self.is_over() || self.next.is_some() {
            return None;
        }
        let chair = |sitting: &Sitting| Chair {
            who: sitting.who.clone(),
            name: sitting.name.clone(),
            here: sitting.who != Who::Open,
            left_ms: None,
            resigned: false,
            said: None,
        };
        let (room, game, options) = (self.code.clone(), self.table.id().to_owned(), self.options.clone());
        let chairs = self.seats.iter().map(chair).collect();
        let (clock, rated) = (self.timer.clock, self.rated);
        Some((OpenGame { room, game, options, clock, rated, chairs }, self.listing == Listing::Quick))
    }

    /// The only player of a room that waits for anybody: their name and the fingerprint of their token.
    pub(crate) fn lone_player(&self) -> Option<Lone> {
        let (game, quick) = self.open_game()?;
        let only =
            self.seats.iter().find(|sitting| sitting.who == Who::Human).filter(|_| quick && game.people() == 1)?;
        Some(Lone { name: only.name.clone(), key: only.key.clone()?, player: only.player.clone() })
    }

    /// The only player has gone to another room.
    pub(crate) fn moved_to(&self, room: String) -> Change {
        self.change(Event::Next { room })
    }

    /// The room as the player of a seat, or a spectator, sees it.
    pub fn view(&self, seat: Option<Seat>, outside: &Outside, watchers: usize) -> RoomView {
        // Nobody has a hand to look at before everybody sits.
        let dealt = self.started() || !self.table.hides(Viewer::Spectator);
        let mut view = self.table.view(seat.filter(|_| dealt).map_or(Viewer::Spectator, Viewer::Seat));
        let turn = self.turn();
        // A player for whom a computer plays has nothing to choose.
        if turn.is_none() || seat.is_some_and(|seat| self.replaced.contains(&seat)) {
            view.choices.clear();
        }
        // The rules do not know who has resigned.
        if let Some(outcome) = view.outcome.as_mut().filter(|_| !self.resigned.is_empty()) {
            let winners = self.winners_of(outcome);
            outcome.winner = (winners.len() == 1).then(|| winners[0]);
            outcome.winners = outcome.winners.is_some().then_some(winners);
            view.prompt = outcome.sentence();
        }
        // Nobody is asked for a move any more. How it ended is in `ending`, and clients put it into words.
        let ending = self.ending();
        if ending.is_some() {
            view.turn = None;
            view.prompt = Text::default();
        }
        let chairs = (0..self.seats.len()).map(|at| self.chair(at, turn, outside)).collect();
        RoomView {
            room: self.code.clone(),
            version: self.version,
            revision: self.revision(),
            game: self.table.id().to_owned(),
            options: self.options.clone(),
            clock: self.timer.clock,
            seat,
            chairs,
            watchers,
            offers: self.offers.clone(),
            started: self.started(),
            rated: self.rated,
            players: self.known().collect(),
            ending,
            winners: self.winners(),
            listing: self.listing,
            next: self.next.clone(),
            record: self.shown_record(),
            view,
        }
    }

    /// Who is there, and what the clocks show.
    pub fn presence(&self, outside: &Outside, watchers: usize) -> Presence {
        let turn = self.turn();
        let chairs: Vec<Chair> = (0..self.seats.len()).map(|at| self.chair(at, turn, outside)).collect();
        Presence {
            version: self.version,
            here: chairs.iter().map(|chair| chair.here).collect(),
            watchers,
            left_ms: chairs.iter().filter_map(|chair| chair.left_ms).collect(),
        }
    }

    fn chair(&self, seat: Seat, turn: Option<Seat>, outside: &Outside) -> Chair {
        let sitting = &self.seats[seat];
        let left = match self.ended {
            Some(EarlyEnd::TimeUp(loser)) if loser == seat => 0,
            _ if turn == Some(seat) => self.timer.of_mover(seat, outside.now),
            _ => self.timer.at_turn(seat),
        };
        Chair {
            who: sitting.who.clone(),
            name: sitting.name.clone(),
            here: match sitting.who {
                Who::Open => false,
                Who::Computer(_) => true,
                Who::Human => outside.away[seat].is_none(),
            },
            left_ms: self.timer.runs().then_some(left),
            resigned: self.resigned.contains(&seat) || self.ended == Some(EarlyEnd::Resigned(seat)),
            said: self.talk[seat].said,
        }
    }
}
