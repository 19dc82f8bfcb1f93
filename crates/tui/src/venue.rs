//! Where a game is: at this machine, or on a server. The screen of a game asks only this.

use agon_rules::{Record, Seat, View};
use agon_wire::{Local, Sitter};

use crate::online::Online;

/// Where a game is.
pub enum Venue {
    /// at this machine
    Here(Box<Local>),
    /// on a server
    There(Box<Online>),
}

impl Venue {
    /// The game at this machine, if it is one.
    pub fn local(&self) -> Option<&Local> {
        match self {
            Venue::Here(local) => Some(local),
            Venue::There(_) => None,
        }
    }

    /// The same, to change it.
    pub fn local_mut(&mut self) -> Option<&mut Local> {
        match self {
            Venue::Here(local) => Some(local),
            Venue::There(_) => None,
        }
    }

    /// The game on a server, if it is one.
    pub fn online(&self) -> Option<&Online> {
        match self {
            Venue::Here(_) => None,
            Venue::There(online) => Some(online),
        }
    }

    /// Which game it is.
    pub fn id(&self) -> &str {
        match self {
            Venue::Here(local) => local.id(),
            Venue::There(online) => &online.room().game,
        }
    }

    /// The options that are not as usual.
    pub fn variant(&self) -> String {
        match self {
            Venue::Here(local) => local.variant(),
            Venue::There(online) => online.variant(),
        }
    }

    /// How many moves have been made.
    pub fn ply(&self) -> usize {
        match self {
            Venue::Here(local) => local.ply(),
            Venue::There(online) => online.room().view.ply,
        }
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        match self {
            Venue::Here(local) => local.sitters().len(),
            Venue::There(online) => online.room().chairs.len(),
        }
    }

    /// What a player is called.
    pub fn name(&self, seat: Seat) -> String {
        match self {
            Venue::Here(local) => match local.sitters().get(seat) {
                Some(Sitter::Human) if local.humans().len() == 1 => "you".to_owned(),
                Some(sitter) => sitter.word().to_owned(),
                None => String::new(),
            },
            Venue::There(online) => online.name(seat),
        }
    }

    /// The seats of the people in front of this screen.
    pub fn humans(&self) -> Vec<Seat> {
        match self {
            Venue::Here(local) => local.humans(),
            Venue::There(online) => online.room().seat.into_iter().collect(),
        }
    }

    /// Whether somebody in front of this screen is to move.
    pub fn is_mine(&self) -> bool {
        match self {
            Venue::Here(local) => local.human_turn().is_some(),
            Venue::There(online) => online.is_mine(),
        }
    }

    /// What is on the screen.
    pub fn view(&self) -> View {
        match self {
            Venue::Here(local) => local.view(),
            Venue::There(online) => online.view(),
        }
    }

    /// What was on the screen after so many moves; none when that is not known.
    pub fn view_at(&self, ply: usize) -> Option<View> {
        match self {
            Venue::Here(local) => Some(local.view_at(ply).0),
            Venue::There(online) => online.view_at(ply),
        }
    }

    /// The record of as many moves, where computers may think about it: against others that would not be fair.
    pub fn record_at(&self, ply: usize) -> Option<Record> {
        let mut record = match self {
            Venue::Here(local) => local.record(),
            Venue::There(online) => online.record().filter(|_| online.room().is_over())?,
        };
        record.moves.truncate(ply);
        Some(record)
    }

    /// Whether moves at a ply may be rated for those who look.
    pub fn may_rate(&self, ply: usize) -> bool {
        match self {
            Venue::Here(local) => local.may_rate(ply),
            Venue::There(_) => {
                self.record_at(ply).is_some_and(|record| record.replay().is_ok_and(|t| t.turn().is_some()))
            }
        }
    }

    /// Why no move can be made now.
    pub fn hindrance(&self) -> Option<String> {
        match self {
            Venue::Here(local) if local.turn().is_none() => {
                Some("the game is over; `again` deals anew, F9 shows the games".to_owned())
            }
            Venue::Here(local) if local.human_turn().is_none() => {
                Some("a computer is to move; Esc makes it answer at once".to_owned())
            }
            Venue::Here(_) => None,
            Venue::There(online) => online.hindrance(),
        }
    }
}
